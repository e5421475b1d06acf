"""`BlueprintEditorLibrary`: which functions and events a Blueprint has, and overrides as events."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.catalog.declarations import custom_event_of, function_of
from blueprint_assistant.graph.catalog.own_events import events_for
from blueprint_assistant.graph.kinds.common_specs import EventSpec
from blueprint_assistant.graph.model.object_references import member_reference
from unreal_sandbox.blueprints.blueprint_objects import GraphTarget
from unreal_sandbox.blueprints.overrides import inherited_event
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.graphs.graph_editor import add_node
from unreal_sandbox.graphs.linking import enable_ghost

if TYPE_CHECKING:
    from collections.abc import Iterator

    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.blueprints.blueprint_objects import BlueprintTarget, NodeTarget
    from unreal_sandbox.desk.editor_state import EditorState

__all__: list[str] = []

library = UnrealClass("BlueprintEditorLibrary")

_LOG = "LogBlueprintEditorLib"


def _info(editor: EditorState, name: str, description: str, *, is_implemented: bool) -> Any:
    result = editor.types.get("BlueprintFunctionInfo")()
    types = editor.types
    result._values = {
        "name": types.to_python("Name", name),
        "description": types.to_python("Text", description),
        "is_implemented": is_implemented,
    }
    return result


def _placed_events(asset: BlueprintAsset) -> Iterator[str]:
    """The C++ names of the overrides in event graphs, ghosts too, and the names of custom events."""
    for draft in asset.graphs.values():
        for node in draft.nodes_of_class("K2Node_Event"):
            yield member_reference(node.find_property("EventReference") or "").name
        for node in draft.nodes_of_class("K2Node_CustomEvent"):
            event = custom_event_of(node)
            if event is not None:
                yield event.name


@library.method()
def list_events(editor: EditorState, blueprint: BlueprintTarget) -> list[Any]:
    """Overridable and custom events; a ghost counts as implemented, and so does a function graph."""
    asset = blueprint.asset
    placed = {name.lower(): name for name in _placed_events(asset) if name}
    known = [item for item in events_for(asset.as_model((), ()), editor.catalog) if not item.opens_function]
    functions = {shape.name.lower() for shape in asset.shapes.values() if shape.kind == "function"}
    rows = []
    for item in known:
        is_implemented = item.name.lower() in placed or item.name.lower() in functions
        rows.append(_info(editor, item.name, item.display, is_implemented=is_implemented))
    inherited = {item.name.lower() for item in known}
    rows += [
        _info(editor, name, "", is_implemented=True) for key, name in placed.items() if key not in inherited
    ]
    return rows


@library.method()
def list_functions(editor: EditorState, blueprint: BlueprintTarget) -> list[Any]:
    """Own functions, overrides among them, then what can be overridden and is not yet."""
    asset = blueprint.asset
    rows, own = [], set()
    for name, shape in asset.shapes.items():
        if shape.kind == "function":
            function = function_of(asset.graphs[name].outline("K2Node_FunctionEntry"))
            own.add(name.lower())
            description = "" if function is None else function.tooltip
            rows.append(_info(editor, name, description, is_implemented=True))
    rows += [
        _info(editor, item.name, item.display, is_implemented=False)
        for item in events_for(asset.as_model((), ()), editor.catalog)
        if item.opens_function and item.name.lower() not in own
    ]
    return rows


@library.method()
def add_event_override(
    editor: EditorState, blueprint: BlueprintTarget, event_name: str, position: Any
) -> NodeTarget | None:
    """The override of a parent's event: the existing node, no longer a ghost, or a new one.

    None for what cannot be an event: it has outputs, or it is overridden as a function already.
    """
    asset = blueprint.asset
    graph = GraphTarget.by_name(editor, asset, "EventGraph")
    if graph is None or editor.is_in_pie:
        return None
    for item in graph.nodes():
        text = item.node.find_property("EventReference")
        if text is not None and member_reference(text).name.lower() == event_name.lower():
            graph.modify()
            enable_ghost(graph, item.name())
            return item
    info = inherited_event(editor, asset, event_name)
    overriding = None if info is None else GraphTarget.by_name(editor, asset, info.name)
    if info is None or info.opens_function or (overriding is not None and overriding.kind == "function"):
        editor.write_log(_LOG, "Warning", f"'{event_name}' is not an event that {asset.name} can override.")
        return None
    added = add_node(graph, EventSpec(info.name))
    if added is not None:
        graph.draft.replace(replace(added.node, x=position.x, y=position.y))
    return added
