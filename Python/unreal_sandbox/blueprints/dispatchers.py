"""Event dispatchers: a variable and a graph of the same name whose entry has the parameters.

Nodes for a dispatcher, and the events that fit it, go by its signature of the last compile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.blueprint import ObjectRef, PinType
from blueprint_assistant.graph.model.object_references import MemberReference, format_reference
from unreal_sandbox.blueprints.blueprint_asset import MemberVariable, new_guid
from unreal_sandbox.blueprints.blueprint_objects import GraphTarget
from unreal_sandbox.blueprints.function_graphs import declaring_graph, entry_of, is_graph_name, new_entry
from unreal_sandbox.blueprints.function_signatures import is_function_library
from unreal_sandbox.blueprints.taken_names import is_member_name_taken
from unreal_sandbox.blueprints.user_pins import added_pin, has_user_pin, parameter_type, without_pin
from unreal_sandbox.glue.binding import UnrealClass

if TYPE_CHECKING:
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.blueprints.blueprint_objects import BlueprintTarget
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.graphs.pin_type_structs import EdGraphPinTypeBase

__all__: list[str] = []

library = UnrealClass("BlueprintEditorLibrary")

_LOG = "LogBlueprintEditorLib"


def _find(editor: EditorState, asset: BlueprintAsset, name: str) -> tuple[MemberVariable, GraphTarget] | None:
    """The variable and the graph of a dispatcher of the Blueprint itself."""
    variable = asset.find_variable(name)
    graph = GraphTarget.by_name(editor, asset, name)
    if variable is None or variable.type.category != "mcdelegate" or graph is None:
        return None
    return (variable, graph) if graph.kind == "delegate" else None


def _signature_type(asset: BlueprintAsset, name: str) -> PinType:
    owner = ObjectRef(asset.class_path, "/Script/Engine.BlueprintGeneratedClass")
    reference = MemberReference(f"{name}__DelegateSignature", owner)
    return PinType("mcdelegate", member_reference=format_reference(reference))


@library.method()
def add_event_dispatcher(editor: EditorState, blueprint: BlueprintTarget, name: str) -> bool:
    """A dispatcher without parameters; False when the name is taken."""
    asset = blueprint.asset
    is_bad = (
        not is_graph_name(name) or is_member_name_taken(editor, asset, name) or is_function_library(asset)
    )
    if is_bad or editor.is_in_pie:
        editor.write_log(_LOG, "Warning", f"Failed to add the event dispatcher '{name}'.")
        return False
    editor.mark_package_dirty(asset)
    asset.variables = (*asset.variables, MemberVariable(name, _signature_type(asset, name), new_guid()))
    asset.add_graph(declaring_graph(asset, name, "delegate", [new_entry(name)]))
    return True


@library.method()
def remove_event_dispatcher(editor: EditorState, blueprint: BlueprintTarget, name: str) -> bool:
    """Remove a dispatcher; its nodes stay and break."""
    asset = blueprint.asset
    found = _find(editor, asset, name)
    if found is None or editor.is_in_pie:
        return False
    variable, graph = found
    graph_name = graph.name()
    editor.mark_package_dirty(asset)
    asset.variables = tuple(item for item in asset.variables if item.guid != variable.guid)
    del asset.graphs[graph_name]
    del asset.shapes[graph_name]
    return True


@library.method()
def list_event_dispatchers(editor: EditorState, blueprint: BlueprintTarget) -> list[str]:
    """The names of the Blueprint's own dispatchers."""
    return [item.name for item in blueprint.asset.variables if item.type.category == "mcdelegate"]


@library.method()
def add_event_dispatcher_parameter(
    editor: EditorState,
    blueprint: BlueprintTarget,
    dispatcher_name: str,
    param_name: str,
    param_type: EdGraphPinTypeBase,
) -> bool:
    """Add a parameter; False for an unknown dispatcher, a taken name and a type that it cannot have."""
    found = _find(editor, blueprint.asset, dispatcher_name)
    entry = None if found is None else entry_of(found[1])
    kind = parameter_type(param_type._pin_type)
    if found is None or entry is None or kind is None or not param_name.strip() or editor.is_in_pie:
        return False
    if entry.find_pin(param_name) is not None:
        return False
    found[1].modify()
    found[1].draft.replace(added_pin(editor, entry, param_name, kind, "output"))
    return True


@library.method()
def remove_event_dispatcher_parameter(
    editor: EditorState, blueprint: BlueprintTarget, dispatcher_name: str, param_name: str
) -> bool:
    """Remove a parameter."""
    found = _find(editor, blueprint.asset, dispatcher_name)
    entry = None if found is None else entry_of(found[1])
    if found is None or entry is None or not has_user_pin(entry, param_name) or editor.is_in_pie:
        return False
    found[1].modify()
    found[1].draft.replace(without_pin(entry, param_name))
    return True
