"""Nodes that have to do with delegates: events of dispatchers and components, Create Event."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds.common_specs import CustomEventSpec
from blueprint_assistant.graph.kinds.specs import ComponentEventSpec
from blueprint_assistant.graph.model.blueprint import PinRef, set_property
from blueprint_assistant.graph.model.object_references import quote, unquote
from unreal_sandbox.blueprints.bindable_functions import fits_delegate, wanted_types
from unreal_sandbox.blueprints.blueprint_objects import NodeTarget, TemplateTarget
from unreal_sandbox.blueprints.function_signatures import known_signatures
from unreal_sandbox.blueprints.taken_names import unique_member_name
from unreal_sandbox.blueprints.user_pins import added_pin
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.class_paths import parent_blueprints
from unreal_sandbox.graphs.graph_editor import add_node
from unreal_sandbox.graphs.node_skeletons import known_components

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import DelegateInfo
    from blueprint_assistant.graph.model.blueprint import Node, PinType
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.blueprints.blueprint_objects import GraphTarget
    from unreal_sandbox.blueprints.function_signatures import Signature
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.classes import ClassTarget
    from unreal_sandbox.glue.objects import Target
    from unreal_sandbox.graphs.graph_editor import GraphEditorTarget

__all__: list[str] = []

library = UnrealClass("BlueprintEditorLibrary")
graph_editor = UnrealClass("BlueprintGraphEditor")

_LOG = "LogBlueprintEditorLib"


# --- events of dispatchers -------------------------------------------------------------------------


@graph_editor.method(accepts_none=("declaring_class",))
def add_dispatcher_event_node(
    editor: EditorState,
    subject: GraphEditorTarget,
    dispatcher_name: str,
    declaring_class: ClassTarget | None,
) -> NodeTarget | None:
    """A custom event with the pins of a dispatcher, under a name made from the dispatcher's.

    None outside event graphs and for a dispatcher that the last compile does not know.
    """
    graph = subject.graph
    info = _dispatcher(editor, graph.asset, dispatcher_name, declaring_class)
    if info is None or graph.kind != "event":
        editor.write_log(
            _LOG, "Warning", f"There is no event dispatcher '{dispatcher_name}' to bind to here."
        )
        return None
    added = add_node(graph, CustomEventSpec(unique_member_name(editor, graph.asset, info.name)))
    if added is None:
        return None
    node = added.node
    for item in info.parameters:
        node = added_pin(editor, node, item.name, item.type, "output")
    graph.draft.replace(node)
    return added


def _dispatcher(
    editor: EditorState, asset: BlueprintAsset, name: str, declaring_class: ClassTarget | None
) -> DelegateInfo | None:
    if declaring_class is not None and declaring_class.represented != asset.class_path:
        return editor.catalog.delegate(declaring_class.represented, name)
    info = editor.catalog.delegate(asset.class_path, name)
    is_gone = (
        info is not None and info.class_path == asset.class_path and asset.find_variable(info.name) is None
    )
    return None if is_gone else info


# --- events of components --------------------------------------------------------------------------


@graph_editor.method()
def list_component_events(editor: EditorState, subject: GraphEditorTarget, component: Target) -> list[str]:
    """The delegates of a component's class and its parents."""
    found = (item.name for item in editor.catalog.delegates_of(component.class_path()))
    return list(dict.fromkeys(found))


@graph_editor.method()
def add_component_bound_event_node(
    editor: EditorState, subject: GraphEditorTarget, component: Target, event_name: str
) -> NodeTarget | None:
    """The event of a component of this Blueprint: the existing node, or a new one.

    None outside event graphs, for a component of another Blueprint or a parent, for one that the
    last compile does not know and for an event that it does not have.
    """
    graph = subject.graph
    if not isinstance(component, TemplateTarget) or component.asset is not graph.asset:
        editor.write_log(_LOG, "Warning", f"'{component.name()}' is no component of {graph.asset.name}.")
        return None
    name = component.component.name
    is_known = any(item.guid == component.guid for item in known_components(editor, graph.asset))
    delegate = editor.catalog.delegate(component.class_path(), event_name)
    if not is_known or delegate is None or graph.kind != "event":
        editor.write_log(_LOG, "Warning", f"'{name}' has no event '{event_name}' to bind here.")
        return None
    existing = _bound_event(graph, name, delegate.name)
    return existing or add_node(graph, ComponentEventSpec(name, delegate.name))


def _bound_event(graph: GraphTarget, component: str, delegate: str) -> NodeTarget | None:
    for node in graph.draft.nodes_of_class("K2Node_ComponentBoundEvent"):
        found = (_text(node, "ComponentPropertyName"), _text(node, "DelegatePropertyName"))
        if found == (component, delegate):
            return NodeTarget(graph, node.name, node.guid)
    return None


def _text(node: Node, name: str) -> str:
    return unquote(node.find_property(name) or "")


# --- Create Event ----------------------------------------------------------------------------------


def _selected_function(node: Node) -> str:
    """The function that a Create Event node names, empty for none."""
    return _text(node, "SelectedFunctionName")


def _wanted(node: NodeTarget) -> list[PinType] | None:
    pin = node.node.find_pin("OutputDelegate", "output")
    if pin is None:
        return None
    draft = node.graph.draft
    ends = (draft.pin(ref) for ref in draft.links_of(PinRef(node.name(), pin.id)))
    return wanted_types(node.editor, [end.type for end in ends if end is not None])


def _candidates(editor: EditorState, asset: BlueprintAsset) -> Iterator[Signature]:
    for owner in (asset, *parent_blueprints(editor, asset)):
        yield from known_signatures(editor, owner)


@library.method()
def list_compatible_functions_for_delegate(editor: EditorState, node: NodeTarget) -> list[str]:
    """The functions and events that fit; none until the node's output is linked."""
    wanted = _wanted(node)
    if wanted is None:
        return []
    found = (item.name for item in _candidates(editor, node.graph.asset) if fits_delegate(item, wanted))
    return list(dict.fromkeys(found))


@library.method()
def get_create_delegate_function(editor: EditorState, node: NodeTarget) -> str:
    """The chosen function, the name None for none."""
    return _selected_function(node.node) or "None"


@library.method()
def set_create_delegate_function(editor: EditorState, node: NodeTarget, function_name: str) -> None:
    """Choose the function. Nothing is checked before the compile (assumed)."""
    if editor.is_in_pie:
        return
    present = node.node
    name = "" if function_name == "None" else function_name
    known = next(
        (item for item in _candidates(editor, node.graph.asset) if item.name.lower() == name.lower()), None
    )
    properties = set_property(present.properties, "SelectedFunctionName", quote(name) if name else None)
    properties = set_property(properties, "SelectedFunctionGuid", None if known is None else known.guid)
    if properties != present.properties:
        node.modify()
        node.graph.draft.replace(replace(present, properties=properties))
