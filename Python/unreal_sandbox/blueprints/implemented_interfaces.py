"""The interfaces of a Blueprint. No script reaches the list (API notes 5); Class Settings add one.

A function with outputs gets a graph of its own at once, one without is an event that can be added.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds.node_factory import make_node
from blueprint_assistant.graph.kinds.specs import FunctionEntrySpec, FunctionResultSpec
from blueprint_assistant.graph.model.blueprint import Graph, ImplementedInterface, Link, PinRef
from unreal_sandbox.blueprints.blueprint_asset import new_guid
from unreal_sandbox.blueprints.compiler import compile_asset
from unreal_sandbox.blueprints.function_graphs import graph_properties

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import EventInfo
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["add_interface"]

_STEP = 400


def add_interface(editor: EditorState, path: str, class_path: str) -> bool:
    """Add an interface and compile, as Class Settings do; False where the editor refuses it.

    It does for one that is there already, and for a function that a graph is called like (schema notes
    8.8). Raises KeyError for no such Blueprint or interface.
    """
    asset = editor.find_blueprint(path)
    info = editor.catalog.class_info(class_path)
    if asset is None or info is None or not info.is_interface:
        raise KeyError(f"The project has no Blueprint '{path}' or no interface '{class_path}'.")
    declared = editor.catalog.events_of(info.path)
    is_there = any(item.class_path.lower() == info.path.lower() for item in asset.interfaces)
    if is_there or any(asset.find_graph_name(item.name) for item in declared):
        return False
    editor.transactions.begin("Add interface")
    editor.mark_package_dirty(asset)
    with_graphs = [item for item in declared if item.opens_function]
    for item in with_graphs:
        asset.add_graph(_graph(editor, asset, item))
    added = ImplementedInterface(info.path, tuple(item.name for item in with_graphs))
    asset.interfaces = (*asset.interfaces, added)
    editor.classes_changed()
    editor.transactions.end()
    compile_asset(editor, asset)
    return True


def _graph(editor: EditorState, asset: BlueprintAsset, info: EventInfo) -> Graph:
    owner = asset.as_model((), ())
    entry, result = (
        make_node(
            kind(info.name, info.class_path),
            owner=owner,
            catalog=editor.catalog,
            name=name,
            new_guid=new_guid,
            x=x,
        )
        for kind, name, x in (
            (FunctionEntrySpec, "K2Node_FunctionEntry_0", 0),
            (FunctionResultSpec, "K2Node_FunctionResult_0", _STEP),
        )
    )
    ends = ((entry.find_pin("then", "output"), result.find_pin("execute", "input")),)
    links = tuple(
        Link(PinRef(entry.name, then.id), PinRef(result.name, execute.id))
        for then, execute in ends
        if then is not None and execute is not None
    )
    return Graph(
        info.name,
        (entry, result),
        links,
        kind="function",
        guid=new_guid(),
        properties=graph_properties(asset),
    )
