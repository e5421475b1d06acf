"""Where nodes stand: how large the editor draws them, and where a new one finds room.

Outside uses `node_size` and `free_spot`. Sizes are estimates: the editor knows them only once
it has drawn a node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.references import unquote
from blueprint_assistant.graph.titles import display_name, node_title

if TYPE_CHECKING:
    from blueprint_assistant.graph.model import Graph, Node, Pin

__all__ = ["GRID", "free_spot", "node_size", "pin_label"]

GRID = 16
"""The editor's grid, in graph units."""

_CHARACTER, _TITLE_CHARACTER = 7, 8
_HEADER, _ROW, _PADDING = 32, 26, 16
_SUBTITLE = 16
_VALUE_WIDTH = 64
_VECTOR_WIDTH = 176
_MINIMUM = (96, 48)
_REROUTE = (42, 24)
_GAP_X, _GAP_Y = 80, 64

_WITHOUT_VALUE = frozenset({"exec", "delegate", "wildcard", "interface", ""})
_COMPACT = frozenset({"K2Node_VariableGet", "K2Node_Self"})

Spot = tuple[int, int]


def pin_label(pin: Pin) -> str:
    """What the editor writes beside a pin: its friendly name, or its name in words."""
    friendly = pin.friendly_name
    if friendly:
        return _words(friendly)
    if pin.is_exec and pin.name in ("execute", "then"):
        return ""
    return display_name(pin.name, is_bool=pin.type.category == "bool")


def _words(text: str) -> str:
    """The last quoted part of a text value."""
    parts = text.rstrip(")").rsplit('"', 2)
    return unquote(f'"{parts[1]}"') if len(parts) == 3 else text  # noqa: PLR2004 - a quoted part


def node_size(node: Node, graph: Graph) -> tuple[int, int]:
    """Width and height of a node as the editor is likely to draw it, in graph units.

    Unlinked inputs show a field for their value, so the links of `graph` count.
    """
    if node.class_name == "K2Node_Knot":
        return _REROUTE
    if node.class_name == "EdGraphNode_Comment":
        return _number(node, "NodeWidth", 400), _number(node, "NodeHeight", 100)
    shown = [pin for pin in node.visible_pins if not pin.is_advanced]
    inputs = [pin for pin in shown if pin.direction == "input"]
    outputs = [pin for pin in shown if pin.direction == "output" and not _in_header(pin)]
    left = max((_input_width(pin, node, graph) for pin in inputs), default=0)
    right = max((len(pin_label(pin)) * _CHARACTER + 24 for pin in outputs), default=0)
    rows = max(len(inputs), len(outputs), 1)
    width, height = left + right + 2 * _PADDING, rows * _ROW + _PADDING
    if node.class_name not in _COMPACT:
        title = node_title(node)
        width = max(width, max(len(title.title), len(title.subtitle)) * _TITLE_CHARACTER + 3 * _PADDING)
        height += _HEADER + (_SUBTITLE if title.subtitle else 0)
    if any(pin.is_advanced and not pin.is_hidden for pin in node.pins):
        height += _PADDING
    return _on_grid(max(width, _MINIMUM[0])), _on_grid(max(height, _MINIMUM[1]))


def _number(node: Node, name: str, fallback: int) -> int:
    text = node.find_property(name) or ""
    return int(text) if text.isascii() and text.isdigit() else fallback


def _in_header(pin: Pin) -> bool:
    """The delegate of an event is a square in its header."""
    return pin.name == "OutputDelegate"


def _input_width(pin: Pin, node: Node, graph: Graph) -> int:
    width = len(pin_label(pin)) * _CHARACTER + 24
    is_free = not graph.links_of(node.name, pin.id)
    if not is_free or pin.type.category in _WITHOUT_VALUE or pin.name == "self":
        return width
    if pin.type.category == "bool":
        return width + 24
    is_vector = pin.default_value.count(",") == 2  # noqa: PLR2004 - three numbers
    shown = min(len(pin.default), 24) * _CHARACTER
    return width + (_VECTOR_WIDTH if is_vector else max(_VALUE_WIDTH, shown))


def _on_grid(value: float) -> int:
    return -(-int(value) // GRID) * GRID


def free_spot(graph: Graph, node: Node, *, near: str = "") -> Spot:
    """Where a new node fits without covering another: on the grid, beside what it belongs to.

    `near` names the node that it continues, by default the last one that was added. An event
    starts a row of its own under everything; a node with exec pins goes to the right; a pure
    node goes into the row below, left of what it will feed.
    """
    others = [other for other in graph.nodes if other.name != node.name]
    boxes = [_box(other, graph) for other in others if other.class_name != "EdGraphNode_Comment"]
    if not boxes:
        return 0, 0
    size = node_size(node, graph)
    anchor = graph.nodes_by_name.get(near) or others[-1]
    row = _row(anchor, others)
    if _starts_a_row(node):
        start = min(x for x, _, _, _ in boxes), max(bottom for _, _, _, bottom in boxes) + _GAP_Y
    elif _has_exec(node):
        right = max(_box(other, graph)[2] for other in row)
        start = right + _GAP_X, _exec_height(row) - _exec_pin(node)
    else:
        start = _pure_start(row, graph)
    return _pushed_down((_on_grid(start[0]), _on_grid(start[1])), size, boxes)


Box = tuple[int, int, int, int]


def _box(node: Node, graph: Graph) -> Box:
    width, height = node_size(node, graph)
    return node.x, node.y, node.x + width, node.y + height


def _has_exec(node: Node) -> bool:
    return any(pin.is_exec for pin in node.pins)


def _starts_a_row(node: Node) -> bool:
    return _has_exec(node) and not any(pin.is_exec and pin.direction == "input" for pin in node.pins)


def _row(anchor: Node, others: list[Node]) -> list[Node]:
    """The nodes of the anchor's row: from its event on, what was added up to the next event."""
    at = others.index(anchor) if anchor in others else len(others) - 1
    first = next((n for n in range(at, -1, -1) if _starts_a_row(others[n])), 0)
    end = next((n for n in range(at + 1, len(others)) if _starts_a_row(others[n])), len(others))
    return others[first:end]


def _exec_height(row: list[Node]) -> int:
    """The height at which the exec links of a row run."""
    first = next((node for node in row if _has_exec(node)), row[0])
    return first.y + _exec_pin(first)


def _exec_pin(node: Node) -> int:
    """How far below its top a node has its exec pins: a subtitle makes the header higher."""
    return _HEADER + (_SUBTITLE if node_title(node).subtitle else 0)


def _pure_start(row: list[Node], graph: Graph) -> Spot:
    flow = [node for node in row if _has_exec(node)] or row
    below = max(_box(node, graph)[3] for node in flow) + _GAP_Y
    pure = [_box(node, graph)[2] for node in row if not _has_exec(node)]
    left = max([flow[-1].x, *(right + _GAP_X for right in pure)])
    return left, below


def _pushed_down(spot: Spot, size: tuple[int, int], boxes: list[Box]) -> Spot:
    """The first place at or under a spot where nothing is covered."""
    x, y = spot
    width, height = size
    for left, top, right, bottom in sorted(boxes, key=lambda box: box[1]):
        is_beside = x + width + GRID > left and right + GRID > x
        if is_beside and y + height + GRID > top and bottom + GRID > y:
            y = _on_grid(bottom + 2 * GRID)
    return x, y
