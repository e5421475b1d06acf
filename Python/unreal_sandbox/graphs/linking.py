"""Linking pins as the K2 schema of the editor does it: what it allows, breaks and inserts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import is_ghost
from blueprint_assistant.graph.model.blueprint import Pin, PinRef, set_property
from blueprint_assistant.graph.rules.inference import settle_from
from blueprint_assistant.graph.rules.schema import Conversion, Refused, Schema
from unreal_sandbox.blueprints.blueprint_objects import GraphTarget, NodeTarget
from unreal_sandbox.errors import StaleObjectError
from unreal_sandbox.graphs.node_skeletons import build_node
from unreal_sandbox.graphs.reconstruction import is_maker, rebuild_format, rebuild_maker

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Node
    from blueprint_assistant.graph.rules.schema import Breaks, ConnectResult
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.objects import Target

__all__ = [
    "can_connect",
    "connect",
    "disconnect",
    "enable_ghost",
    "is_alive",
    "node_target",
    "rebuild_for",
    "settle_node",
]

FoundPin = tuple[NodeTarget, Pin]

_GHOST_PROPERTIES = ("EnabledState", "bCommentBubblePinned", "bCommentBubbleVisible", "NodeComment")


def is_alive(target: Target) -> bool:
    """Whether the object is still there."""
    try:
        target.check()
    except StaleObjectError:
        return False
    return True


def node_target(graph: GraphTarget, node: Node) -> NodeTarget:
    """The target of a node of a graph."""
    return NodeTarget(graph, node.name, node.guid)


def can_connect(editor: EditorState, first: FoundPin, second: FoundPin) -> bool:
    """Whether the schema would link two pins, perhaps through a conversion node."""
    ordered = _ordered(first, second)
    return ordered is not None and not isinstance(_response(editor, *ordered), Refused)


def connect(editor: EditorState, first: FoundPin, second: FoundPin) -> bool:
    """Link two pins. Replaces the old link of an exec output or a data input without a word."""
    ordered = _ordered(first, second)
    if ordered is None or editor.is_in_pie:
        return False
    source, target = ordered
    response = _response(editor, source, target)
    if isinstance(response, Refused):
        editor.write_log("LogBlueprintEditorLib", "Warning", f"Cannot connect pins: {response.reason}")
        return False
    graph = source[0].graph
    graph.modify()
    if isinstance(response, Conversion):
        return _connect_through(source, target, response.function)
    _link(graph, _ref(source), _ref(target), response.breaks)
    return True


def _ordered(first: FoundPin, second: FoundPin) -> tuple[FoundPin, FoundPin] | None:
    """Output and input, or None when two pins can never be linked."""
    if first[1].direction == second[1].direction or first[0].graph.key() != second[0].graph.key():
        return None
    if first[0].key() == second[0].key():
        return None
    return (first, second) if first[1].direction == "output" else (second, first)


def _response(editor: EditorState, source: FoundPin, target: FoundPin) -> ConnectResult:
    # A pin of the type `self` stands for the graph's own class.
    schema = Schema(editor.catalog, source[0].graph.asset.class_path)
    return schema.can_connect(source[1], target[1], source_node=source[0].node, target_node=target[0].node)


def _ref(found: FoundPin) -> PinRef:
    return PinRef(found[0].name(), found[1].id)


def _link(graph: GraphTarget, source: PinRef, target: PinRef, breaks: Breaks = "target") -> None:
    draft = graph.draft
    if breaks != "nothing":
        draft.disconnect(source if breaks == "source" else target)
    draft.connect(source, target)
    for ref in (source, target):
        settle_node(graph, ref.node)
        rebuild_for(graph, ref)
        enable_ghost(graph, ref.node)


def settle_node(graph: GraphTarget, name: str) -> None:
    """Give a node the types that its links and chosen classes settle; they stay settled."""
    settle_from(graph.draft, name, graph.editor.catalog)


def rebuild_for(graph: GraphTarget, ref: PinRef) -> None:
    """Rebuild the node of a class pin that got another class, and Format Text with another format."""
    node = graph.draft.node(ref.node)
    pin = node.pin_by_id(ref.pin)
    if pin is not None and pin.name == "Class" and is_maker(node):
        rebuild_maker(graph, ref.node)
    elif pin is not None and pin.name == "Format" and node.class_name == "K2Node_FormatText":
        rebuild_format(graph, ref.node)


def enable_ghost(graph: GraphTarget, name: str) -> None:
    """Make a greyed-out default event live; wiring it does so."""
    node = graph.draft.node(name)
    if is_ghost(node):
        properties = node.properties
        for key in _GHOST_PROPERTIES:
            properties = set_property(properties, key, None)
        graph.draft.replace(replace(node, properties=properties))


def _connect_through(source: FoundPin, target: FoundPin, function: str) -> bool:
    """Put the conversion call between two pins, as the editor does on its own."""
    graph = source[0].graph
    left, right = source[0].node, target[0].node
    try:
        node = build_node(
            graph, CallFunctionSpec(function), x=(left.x + right.x) // 2, y=(left.y + right.y) // 2
        )
    except GraphError:
        return False
    data = [pin for pin in node.pins if not pin.is_hidden and not pin.is_exec]
    entry = next((pin for pin in data if pin.direction == "input"), None)
    result = next((pin for pin in data if pin.direction == "output"), None)
    if entry is None or result is None:
        return False
    graph.draft.add(node)
    _link(graph, _ref(source), PinRef(node.name, entry.id))
    _link(graph, PinRef(node.name, result.id), _ref(target))
    return True


def disconnect(editor: EditorState, found: FoundPin, end: FoundPin | None = None) -> bool:
    """Break one link of a pin, or all; whether there was one."""
    if editor.is_in_pie:
        return False
    graph = found[0].graph
    linked = graph.draft.links_of(_ref(found))
    if not linked or (end is not None and _ref(end) not in linked):
        return False
    graph.modify()
    is_broken = graph.draft.disconnect(_ref(found), None if end is None else _ref(end))
    for ref in (_ref(found), *linked):
        # A class pin without its link makes its node another one.
        if is_maker(graph.draft.node(ref.node)):
            settle_node(graph, ref.node)
            rebuild_for(graph, ref)
    return is_broken
