"""Where nodes stand: how large the editor draws them, and where a new one finds room.

Outside uses `node_size`, `pin_height` and `free_spot`; `graph.layout.arrange` places many nodes at once.
Heights follow how nodes line up in clipboard texts of UE 5: rows of 28, a header of 27 (43 with a
subtitle). Widths are estimates, since the editor knows them only once it has drawn a node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.name_lookup import display_name
from blueprint_assistant.graph.kinds.node_titles import node_title
from blueprint_assistant.graph.layout.compact_titles import compact_title
from blueprint_assistant.graph.model.object_references import member_reference, unquote

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph, Node, Pin

__all__ = ["GRID", "free_spot", "has_exec", "node_size", "on_grid", "pin_height", "pin_label", "starts_a_row"]

GRID = 16
"""The editor's grid, in graph units."""

_CHARACTER, _TITLE_CHARACTER = 7, 8
_HEADER, _SUBTITLE = 27, 16
_ROW, _BESIDE_ROWS = 28, 3
_UNFOLD, _BAND = 14, 27
_PADDING = 16
_HEADER_PIN = 30
_VALUE_WIDTH = 64
_VECTOR_WIDTH = 176
_LONGEST_VALUE = 40
_MINIMUM = (96, 30)
_REROUTE = (42, 24)
_GAP_X, _GAP_Y = 80, 64

_WITHOUT_VALUE = frozenset({"exec", "delegate", "wildcard", "interface", ""})
_BY_NAME = frozenset({"object", "class", "softobject", "softclass"})
_ABOVE_ROWS = {
    # Nodes without a header, and setters with a low one; so are those with a sign instead of a title.
    "K2Node_Knot": -2,
    "K2Node_VariableGet": 1,
    "K2Node_Self": 1,
    "K2Node_VariableSet": 14,
}
_WITH_ADD_PIN = frozenset(
    {
        *("K2Node_ExecutionSequence", "K2Node_PromotableOperator", "K2Node_MakeArray", "K2Node_MakeMap"),
        *("K2Node_MakeSet", "K2Node_CommutativeAssociativeBinaryOperator", "K2Node_MultiGate"),
        *("K2Node_SwitchInteger", "K2Node_SwitchString", "K2Node_SwitchName", "K2Node_Select"),
    }
)

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
    inputs, outputs = _rows(node, graph)
    left = max((_input_width(pin, node, graph) for pin in inputs), default=0)
    right = max((len(pin_label(pin)) * _CHARACTER + 24 for pin in outputs), default=0)
    more = 1 if node.class_name in _WITH_ADD_PIN else 0
    width = left + max(right, more * 96) + 2 * _PADDING
    height = _above_rows(node) + max(len(inputs), len(outputs) + more, 1) * _ROW + _BESIDE_ROWS
    if _has_header(node):
        title = node_title(node)
        header_pin = _HEADER_PIN if any(map(_in_header, node.pins)) else 0
        longest = max(len(line) for text in (title.title, title.subtitle) for line in (*text.split("\n"), ""))
        width = max(width, longest * _TITLE_CHARACTER + 3 * _PADDING + header_pin)
    if any(pin.is_advanced and not pin.is_hidden for pin in node.pins):
        height += _UNFOLD
    if node.find_property("EnabledState") is not None:
        height += _BAND
    return on_grid(max(width, _MINIMUM[0])), max(height, _MINIMUM[1])


def pin_height(node: Node, pin: Pin, graph: Graph) -> int:
    """How far below the node's top the links of a pin end. Exec pins of a first row line up on the grid."""
    if _in_header(pin):
        return _HEADER // 2
    inputs, outputs = _rows(node, graph)
    side = inputs if pin.direction == "input" else outputs
    row = next((row for row, shown in enumerate(side) if shown.id == pin.id), 0)
    return _above_rows(node) + row * _ROW + _ROW // 2


def _rows(node: Node, graph: Graph) -> tuple[list[Pin], list[Pin]]:
    """The pins that have a row: inputs and outputs. Advanced ones only where linked or unfolded."""
    is_unfolded = node.find_property("AdvancedPinDisplay") == "Shown"
    shown = [
        pin
        for pin in node.visible_pins
        if is_unfolded or not pin.is_advanced or graph.links_of(node.name, pin.id)
    ]
    inputs = [pin for pin in shown if pin.direction == "input"]
    return inputs, [pin for pin in shown if pin.direction == "output" and not _in_header(pin)]


def _has_header(node: Node) -> bool:
    return node.class_name not in _ABOVE_ROWS and not _sign(node)


def _sign(node: Node) -> str:
    function = member_reference(node.find_property("FunctionReference") or "").name
    return compact_title(node.class_name, function)


def _above_rows(node: Node) -> int:
    height = _ABOVE_ROWS.get(node.class_name)
    if height is not None:
        return height
    if _sign(node):
        return _BESIDE_ROWS
    title = node_title(node)
    lines = title.title.count("\n") + title.subtitle.count("\n") + (1 if title.subtitle else 0)
    return _HEADER + _BESIDE_ROWS + lines * _SUBTITLE


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
    value = _shown_value(pin)
    is_vector = value.count(",") == 2 and pin.default_value == value  # noqa: PLR2004 - three numbers
    shown = min(len(value), _LONGEST_VALUE) * _CHARACTER + 16
    return width + (_VECTOR_WIDTH if is_vector else max(_VALUE_WIDTH, shown))


def _shown_value(pin: Pin) -> str:
    """What the field of a pin shows: assets by name, a text without its key, no numbers of a colour."""
    value = pin.default
    ref = pin.type.subcategory_object
    if pin.type.category in _BY_NAME:
        name = value.rsplit("/", 1)[-1].rsplit(".", 1)[-1].removesuffix("_C")
        return f"{name} v" if name not in ("", "None") else "Select Asset v"
    if pin.type.category == "struct" and ref is not None and ref.name == "LinearColor":
        return ""
    return _words(value) if value.startswith("NSLOCTEXT(") else value


def on_grid(value: int) -> int:
    """The value, or the next one to the right or below that lies on the editor's grid."""
    return -(-value // GRID) * GRID


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
    if starts_a_row(node):
        start = min(x for x, _, _, _ in boxes), max(bottom for _, _, _, bottom in boxes) + _GAP_Y
    elif has_exec(node):
        right = max(_box(other, graph)[2] for other in row)
        start = right + _GAP_X, _exec_height(row, graph) - _exec_pin(node, graph)
    else:
        start = _pure_start(row, graph)
    return _pushed_down((on_grid(start[0]), on_grid(start[1])), size, boxes)


Bounds = tuple[int, int, int, int]


def _box(node: Node, graph: Graph) -> Bounds:
    width, height = node_size(node, graph)
    return node.x, node.y, node.x + width, node.y + height


def has_exec(node: Node) -> bool:
    """Whether execution runs through the node, starts or ends there."""
    return any(pin.is_exec for pin in node.pins)


def starts_a_row(node: Node) -> bool:
    """Whether execution starts at the node: an event, a function's entry."""
    return has_exec(node) and not any(pin.is_exec and pin.direction == "input" for pin in node.pins)


def _row(anchor: Node, others: list[Node]) -> list[Node]:
    """The nodes of the anchor's row: from its event on, what was added up to the next event."""
    at = others.index(anchor) if anchor in others else len(others) - 1
    first = next((n for n in range(at, -1, -1) if starts_a_row(others[n])), 0)
    end = next((n for n in range(at + 1, len(others)) if starts_a_row(others[n])), len(others))
    return others[first:end]


def _exec_height(row: list[Node], graph: Graph) -> int:
    """The height at which the exec links of a row run."""
    first = next((node for node in row if has_exec(node)), row[0])
    return first.y + _exec_pin(first, graph)


def _exec_pin(node: Node, graph: Graph) -> int:
    """How far below its top a node has its first exec pin: a subtitle makes the header higher."""
    first = next((pin for pin in node.visible_pins if pin.is_exec), None)
    return _HEADER if first is None else pin_height(node, first, graph)


def _pure_start(row: list[Node], graph: Graph) -> Spot:
    flow = [node for node in row if has_exec(node)] or row
    below = max(_box(node, graph)[3] for node in flow) + _GAP_Y
    pure = [_box(node, graph)[2] for node in row if not has_exec(node)]
    left = max([flow[-1].x, *(right + _GAP_X for right in pure)])
    return left, below


def _pushed_down(spot: Spot, size: tuple[int, int], boxes: list[Bounds]) -> Spot:
    """The first place at or under a spot where nothing is covered."""
    x, y = spot
    width, height = size
    for left, top, right, bottom in sorted(boxes, key=lambda box: box[1]):
        is_beside = x + width + GRID > left and right + GRID > x
        if is_beside and y + height + GRID > top and bottom + GRID > y:
            y = on_grid(bottom + 2 * GRID)
    return x, y
