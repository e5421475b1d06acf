"""Overrides of inherited functions as graphs: wired to the call of the parent from the start.

Entry, parent call and result are linked, so whoever writes a body breaks those links first
[FIELD_NOTES 4, trap 16].
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.engine_catalog import subcategory_object
from blueprint_assistant.graph.catalog.own_events import events_for
from blueprint_assistant.graph.kinds.fresh_pins import PinMaker, target_pin
from blueprint_assistant.graph.kinds.node_factory import make_node
from blueprint_assistant.graph.kinds.specs import FunctionEntrySpec, FunctionResultSpec
from blueprint_assistant.graph.model.blueprint import EXEC, Graph, Link, Node, PinRef
from blueprint_assistant.graph.model.object_references import (
    MemberReference,
    format_reference,
    member_reference,
)
from unreal_sandbox.blueprints.blueprint_asset import new_guid
from unreal_sandbox.blueprints.blueprint_objects import GraphTarget
from unreal_sandbox.blueprints.function_graphs import graph_properties

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import EventInfo
    from blueprint_assistant.graph.model.blueprint import Direction
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["inherited_event", "is_placed_as_event", "override_function"]

_PARENT_CALL = "K2Node_CallParentFunction"
_STEP = 400


def inherited_event(editor: EditorState, asset: BlueprintAsset, name: str) -> EventInfo | None:
    """What the Blueprint can override under a name: events and functions of parents and interfaces."""
    wanted = name.lower()
    events = events_for(asset.as_model((), ()), editor.catalog)
    return next((item for item in events if item.name.lower() == wanted), None)


def is_placed_as_event(asset: BlueprintAsset, name: str) -> bool:
    """Whether an event node of that function is in an event graph, ghosts too."""
    return any(
        member_reference(node.find_property("EventReference") or "").name.lower() == name.lower()
        for draft in asset.graphs.values()
        for node in draft.nodes_of_class("K2Node_Event")
    )


def override_function(editor: EditorState, asset: BlueprintAsset, name: str) -> GraphTarget | None:
    """The graph that overrides a function, the existing one or a new one; None when it cannot be."""
    existing = GraphTarget.by_name(editor, asset, name)
    if existing is not None and existing.kind == "function":
        return existing
    info = inherited_event(editor, asset, name)
    if info is None or is_placed_as_event(asset, name) or editor.is_in_pie:
        editor.write_log(
            "LogBlueprintEditorLib", "Warning", f"'{name}' is no function that {asset.name} can override."
        )
        return None
    editor.mark_package_dirty(asset)
    graph = _override_graph(editor, asset, info)
    asset.add_graph(graph)
    return GraphTarget(editor, asset, graph.guid)


def _override_graph(editor: EditorState, asset: BlueprintAsset, info: EventInfo) -> Graph:
    owner = asset.as_model((), ())

    def made(spec: FunctionEntrySpec | FunctionResultSpec, name: str, x: int) -> Node:
        return make_node(spec, owner=owner, catalog=editor.catalog, name=name, new_guid=new_guid, x=x)

    entry = made(FunctionEntrySpec(info.name, info.class_path), "K2Node_FunctionEntry_0", 0)
    call = parent_call(info, f"{_PARENT_CALL}_0", _STEP)
    nodes = [entry, call]
    if any(item.direction != "in" for item in info.parameters):
        nodes.append(
            made(FunctionResultSpec(info.name, info.class_path), "K2Node_FunctionResult_0", 2 * _STEP)
        )
    links = [link for left, right in pairwise(nodes) for link in _wires(left, right)]
    return Graph(
        info.name,
        tuple(nodes),
        tuple(links),
        kind="function",
        guid=new_guid(),
        properties=graph_properties(asset),
    )


def parent_call(info: EventInfo, name: str, x: int) -> Node:
    """The call of the parent's implementation. Its Target is hidden: it is always the object itself."""
    pin = PinMaker(new_guid)
    parent = subcategory_object("class", info.class_path)
    pins = [pin("execute", "input", EXEC), pin("then", "output", EXEC)]
    if parent is not None:
        pins.append(target_pin(pin, parent, is_hidden=True))
    for item in info.parameters:
        direction: Direction = "input" if item.direction == "in" else "output"
        pins.append(replace(pin.of_parameter(item, direction), default_is_ignored=False))
    reference = format_reference(MemberReference(info.name, parent))
    path = f"/Script/BlueprintGraph.{_PARENT_CALL}"
    return Node(name, path, new_guid(), x, 0, tuple(pins), (("FunctionReference", reference),))


def _wires(left: Node, right: Node) -> list[Link]:
    """Links from one node to the next: the exec flow, and the parameters of the same name."""
    found = []
    for target in right.pins:
        if target.direction == "input" and not target.is_hidden:
            source = left.find_pin("then" if target.is_exec else target.name, "output")
            if source is not None:
                found.append(Link(PinRef(left.name, source.id), PinRef(right.name, target.id)))
    return found
