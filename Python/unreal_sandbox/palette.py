"""The node palette: English `Category|Sub|Title` names, the ones that the sandbox can build."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.model import EXEC, Node, Pin
from blueprint_assistant.graph.references import member_reference
from blueprint_assistant.graph.specs import (
    BranchSpec,
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    SequenceSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.titles import display_name
from unreal_sandbox.binding import UnrealClass
from unreal_sandbox.blueprint_asset import new_guid
from unreal_sandbox.class_paths import native_parent
from unreal_sandbox.graph_editor import add_node
from unreal_sandbox.linking import can_connect, connect
from unreal_sandbox.member_names import unique_member_name
from unreal_sandbox.node_building import known_components, known_variables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.catalog import FunctionInfo
    from blueprint_assistant.graph.specs import NodeSpec
    from unreal_sandbox.blueprint_objects import GraphTarget, NodeTarget
    from unreal_sandbox.classes import ClassTarget
    from unreal_sandbox.pins import BlueprintGraphPinBase
    from unreal_sandbox.state import EditorState

__all__: list[str] = []

graph_editor = UnrealClass("BlueprintGraphEditor")

_FIXED: dict[str, NodeSpec] = {
    "Utilities|FlowControl|Branch": BranchSpec(),
    "Utilities|FlowControl|Sequence": SequenceSpec(),
}
_DYNAMIC = "K2Node_ExecutionSequence"
_LEAST_OUTPUTS = 2


def _squeezed(text: str) -> str:
    """A category or title as the palette's names hold it: without spaces and underscores."""
    return re.sub(r"[\s_]+", "", text)


def _entries(graph: GraphTarget) -> Iterator[tuple[str, NodeSpec, str]]:
    """Name, spec and declaring class of what the right-click menu offers in a graph."""
    editor = graph.editor
    yield from ((name, spec, "") for name, spec in _FIXED.items())
    if graph.kind == "event":
        yield from ((name, spec, "") for name, spec in _event_entries(graph))
    yield from ((name, spec, "") for name, spec in _variable_entries(editor, graph))
    for info in _functions(graph):
        if not (info.is_latent and graph.kind != "event"):
            yield _function_name(info), CallFunctionSpec(info.path), info.class_path


def _event_entries(graph: GraphTarget) -> Iterator[tuple[str, NodeSpec]]:
    """Events that are not in the graph yet: one that is, even as a ghost, hides its entry."""
    placed = set()
    for item in graph.nodes():
        text = item.node.find_property("EventReference")
        if text is not None:
            placed.add(member_reference(text).name.lower())
    native = native_parent(graph.editor, graph.asset.parent_class)
    for event in graph.editor.catalog.events_of(native):
        if not event.opens_function and event.name.lower() not in placed:
            yield f"AddEvent|{_squeezed(event.display)}", EventSpec(event.name)
    yield "AddEvent|AddCustomEvent...", CustomEventSpec("")


def _variable_entries(editor: EditorState, graph: GraphTarget) -> Iterator[tuple[str, NodeSpec]]:
    asset = graph.asset
    for item in known_variables(editor, asset):
        category = _squeezed(item.category) or "Default"
        title = _squeezed(display_name(item.name, is_bool=item.type.category == "bool"))
        yield f"Variables|{category}|Get{title}", VariableGetSpec(item.name)
        yield f"Variables|{category}|Set{title}", VariableSetSpec(item.name)
    for component in known_components(editor, asset):
        yield (
            f"Variables|Default|Get{_squeezed(display_name(component.name))}",
            VariableGetSpec(component.name),
        )


def _functions(graph: GraphTarget) -> Iterator[FunctionInfo]:
    """Functions of the class and its parents, and those of the function libraries."""
    catalog = graph.editor.catalog
    for path in catalog.ancestors(native_parent(graph.editor, graph.asset.parent_class)):
        yield from catalog.functions_of(path)
    for info in catalog.classes:
        if info.is_library:
            yield from catalog.functions_of(info.path)


def _function_name(info: FunctionInfo) -> str:
    parts = [_squeezed(part) for part in info.category.split("|") if part.strip()]
    return "|".join([*parts, _squeezed(info.display)])


@graph_editor.method()
def list_available_nodes(
    editor: EditorState, subject: Any, context_pins: list[BlueprintGraphPinBase]
) -> list[str]:
    """The names of what the sandbox can create: fewer than the editor lists, none that it lacks."""
    if editor.is_in_pie:
        return []
    return list(dict.fromkeys(name for name, _, _ in _entries(subject.graph)))


@graph_editor.method(accepts_none=("declaring_class",))
def create_node_from_name(
    editor: EditorState,
    subject: Any,
    node_with_category: str,
    location: Any,
    context_pins: list[BlueprintGraphPinBase],
    declaring_class: ClassTarget | None,
) -> NodeTarget | None:
    """Create the entry of exactly that name; None when there is none. Links the context pins."""
    graph: GraphTarget = subject.graph
    wanted = None if declaring_class is None else declaring_class.represented
    spec = next(
        (
            spec
            for name, spec, owner in _entries(graph)
            if name == node_with_category and wanted in (None, owner)
        ),
        None,
    )
    if spec is None:
        return None
    if isinstance(spec, CustomEventSpec):
        spec = CustomEventSpec(unique_member_name(editor, graph.asset, "CustomEvent"))
    added = add_node(graph, spec)
    if added is None:
        return None
    graph.draft.replace(replace(added.node, x=int(location.x), y=int(location.y)))
    for pin in context_pins:
        _link_first_fit(editor, pin, added)
    return added


def _link_first_fit(editor: EditorState, pin: BlueprintGraphPinBase, node: NodeTarget) -> None:
    found = pin.find()
    if found is None:
        return
    for candidate in node.node.visible_pins:
        if can_connect(editor, found, (node, candidate)):
            connect(editor, found, (node, candidate))
            return


# --- dynamic pins ------------------------------------------------------------------------------


def _outputs(node: Node) -> list[Pin]:
    return [pin for pin in node.pins if pin.direction == "output"]


@graph_editor.method()
def add_node_pin(editor: EditorState, subject: Any, node: NodeTarget) -> bool:
    """Add a pin to a Sequence; other nodes have none to add here."""
    if node.class_name() != _DYNAMIC or editor.is_in_pie:
        return False
    present = node.node
    pin = Pin(new_guid(), f"then_{len(_outputs(present))}", "output", EXEC)
    node.modify()
    node.graph.draft.replace(replace(present, pins=(*present.pins, pin)))
    return True


@graph_editor.method()
def remove_node_pin(editor: EditorState, subject: Any, node: NodeTarget, pin: BlueprintGraphPinBase) -> bool:
    """Remove an output of a Sequence, which keeps at least two; the others are numbered anew."""
    found = pin.find()
    is_own = found is not None and found[0].key() == node.key() and found[1].direction == "output"
    if found is None or not is_own or node.class_name() != _DYNAMIC or editor.is_in_pie:
        return False
    present = node.node
    left = [item for item in _outputs(present) if item.id != found[1].id]
    if len(left) < _LEAST_OUTPUTS:
        return False
    inputs = [item for item in present.pins if item.direction == "input"]
    renamed = [replace(item, name=f"then_{number}") for number, item in enumerate(left)]
    node.modify()
    node.graph.draft.replace(replace(present, pins=(*inputs, *renamed)))
    return True
