"""How the editor shows one node: its kind of box, header, glyph, pins, bands and bubbles.

`node_appearance` turns graph values into plain values; measuring and painting come later.
Nothing here touches Qt. What is a compact node and how it is titled are the engine's own
`CompactNodeTitle` words for the functions that have them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from blueprint_assistant.graph.kinds.node_titles import node_title
from blueprint_assistant.graph.layout.compact_titles import compact_title
from blueprint_assistant.graph.model.object_references import member_reference
from blueprint_assistant.ui.colors import HEADERS, SLATE, dimmed, from_linear, pin_color
from blueprint_assistant.ui.labels import display_name, plain_text
from blueprint_assistant.ui.pin_appearance import PinAppearance, pin_appearance

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph, Node, Pin

__all__ = ["CommentBox", "GlyphName", "NodeAppearance", "NodeMessage", "NodeStyle", "node_appearance"]

NodeStyle = Literal["node", "compact", "variable", "knot", "comment"]
GlyphName = Literal[
    "event",
    "function",
    "macro",
    "branch",
    "sequence",
    "loop",
    "switch",
    "cast",
    "struct",
    "timeline",
    "delegate",
    "gate",
    "spawn",
    "none",
]
Severity = Literal["error", "warning", "note"]

_EVENTS: Final = re.compile(
    r"K2Node_(Event|CustomEvent|\w*BoundEvent|Input(Action|Key|Touch|DebugKey)\w*|Input\w*Event|"
    r"EnhancedInputAction\w*|\w*AnimationEvent)$"
)
_KIND_BY_CLASS: Final = {
    "K2Node_IfThenElse": "flow",
    "K2Node_ExecutionSequence": "flow",
    "K2Node_MultiGate": "flow",
    "K2Node_DoOnceMultiInput": "flow",
    "K2Node_MacroInstance": "macro",
    "K2Node_ForEachElementInEnum": "macro",
    "K2Node_Composite": "macro",
    "K2Node_Tunnel": "macro",
    "K2Node_FunctionEntry": "terminator",
    "K2Node_FunctionResult": "terminator",
    "K2Node_DynamicCast": "cast",
    "K2Node_ClassDynamicCast": "cast",
    "K2Node_Timeline": "timeline",
    "K2Node_MakeStruct": "struct",
    "K2Node_BreakStruct": "struct",
    "K2Node_SetFieldsInStruct": "struct",
    "K2Node_CallParentFunction": "parent",
}
_GLYPH_BY_CLASS: Final[dict[str, GlyphName]] = {
    "K2Node_IfThenElse": "branch",
    "K2Node_ExecutionSequence": "sequence",
    "K2Node_MultiGate": "gate",
    "K2Node_DynamicCast": "cast",
    "K2Node_ClassDynamicCast": "cast",
    "K2Node_Timeline": "timeline",
    "K2Node_MakeStruct": "struct",
    "K2Node_BreakStruct": "struct",
    "K2Node_SetFieldsInStruct": "struct",
    "K2Node_SpawnActorFromClass": "spawn",
    "K2Node_ForEachElementInEnum": "loop",
    "K2Node_CreateDelegate": "delegate",
}
_GLYPH_BY_KIND: Final[dict[str, GlyphName]] = {
    "event": "event",
    "macro": "macro",
    "switch": "switch",
    "terminator": "function",
    "other": "none",
}
_GROWS: Final = {
    "K2Node_ExecutionSequence": "Add pin",
    "K2Node_MultiGate": "Add pin",
    "K2Node_CommutativeAssociativeBinaryOperator": "Add pin",
    "K2Node_PromotableOperator": "Add pin",
    "K2Node_MakeArray": "Add pin",
    "K2Node_MakeSet": "Add pin",
    "K2Node_MakeMap": "Add pin",
    "K2Node_SwitchInteger": "Add pin",
    "K2Node_SwitchString": "Add pin",
    "K2Node_SwitchName": "Add pin",
    "K2Node_Select": "Add pin",
}
_NOT_GROWING: Final = re.compile(r"Subtract|Divide|Equal|Less|Greater|Percent|Not")
_SEVERITY: Final[dict[str, Severity]] = {"0": "error", "1": "error", "2": "warning", "3": "warning"}
_COLOR_FIELD: Final = re.compile(r"([RGBA])=(-?\d+(?:\.\d+)?)")


@dataclass(frozen=True, slots=True)
class NodeMessage:
    """What the compiler left on a node."""

    severity: Severity
    text: str


@dataclass(frozen=True, slots=True)
class CommentBox:
    """A comment's box: size in graph units, colour, opacity (0 to 1), letter size in points."""

    width: int
    height: int
    color: str
    opacity: float
    font_size: int


@dataclass(frozen=True, slots=True)
class NodeAppearance:
    """One node as drawn.

    `color` is the header's, or the tint of a variable or compact node. `title_pin` is the
    delegate pin that events carry in their header. `band` is the striped band under the pins,
    `bubble` the comment above the node, `add_pin` the words of an add-pin button.
    """

    name: str
    style: NodeStyle
    title: str
    subtitle: str
    color: str
    glyph: GlyphName
    inputs: tuple[PinAppearance, ...]
    outputs: tuple[PinAppearance, ...]
    title_pin: PinAppearance | None = None
    add_pin: str = ""
    chevron: Literal["", "down", "up"] = ""
    band: Literal["", "Development Only", "Disabled"] = ""
    bubble: str = ""
    message: NodeMessage | None = None
    is_faded: bool = False
    is_latent: bool = False
    comment: CommentBox | None = None


def node_appearance(node: Node, graph: Graph) -> NodeAppearance:
    """The node as the editor draws it. Linear in its pins; unknown classes get a plain box."""
    style, title, subtitle = _style_and_title(node)
    pins = [pin for pin in node.pins if _is_shown(node, graph, pin)]
    title_pin = next((pin for pin in pins if _sits_in_title(pin)), None)
    labelled = style not in {"compact", "knot"}
    rows = [
        pin_appearance(
            pin,
            is_linked=bool(graph.links_of(node.name, pin.id)),
            shows_label=labelled and _has_label(node, pin),
        )
        for pin in pins
        if pin is not title_pin
    ]
    kind = _kind(node)
    return NodeAppearance(
        name=node.name,
        style=style,
        title=title,
        subtitle=subtitle,
        color=_color(node, kind, style),
        glyph=_glyph(node, kind, title),
        inputs=tuple(row for row in rows if not row.is_output),
        outputs=tuple(row for row in rows if row.is_output),
        title_pin=_title_pin(node, graph, title_pin),
        add_pin="" if _NOT_GROWING.search(_operation(node)) else _GROWS.get(node.class_name, ""),
        chevron=_chevron(node),
        band=_band(node),
        bubble=_bubble(node),
        message=_message(node),
        is_faded=node.find_property("EnabledState") == "Disabled",
        is_latent=any(pin.is_hidden and pin.name == "LatentInfo" for pin in node.pins),
        comment=_comment_box(node) if style == "comment" else None,
    )


def _style_and_title(node: Node) -> tuple[NodeStyle, str, str]:
    if node.class_name.endswith("Node_Comment"):
        return "comment", plain_text(node.find_property("NodeComment") or "Comment"), ""
    if node.class_name == "K2Node_Knot":
        return "knot", "", ""
    if node.class_name == "K2Node_VariableSet":
        return "variable", "SET", ""
    if node.class_name in {"K2Node_VariableGet", "K2Node_Self"} and not any(pin.is_exec for pin in node.pins):
        return "variable", "", ""
    compact = compact_title(node.class_name, _function_name(node))
    if compact:
        return "compact", compact, ""
    title = node_title(node)
    return "node", title.title, title.subtitle or _own_target(node)


def _own_target(node: Node) -> str:
    """The second line of a call of the Blueprint's own function: its class stands on the pin."""
    target = node.find_pin("self")
    if node.class_name != "K2Node_CallFunction" or target is None or target.is_hidden:
        return ""
    owner = target.type.subcategory_object
    return f"Target is {display_name(owner.name.removesuffix('_C'))}" if owner is not None else ""


def _function_name(node: Node) -> str:
    """The engine function that the node calls; a Blueprint's own functions have no compact form."""
    raw = node.find_property("FunctionReference")
    reference = member_reference(raw) if raw else None
    return reference.name if reference is not None and reference.parent_path.startswith("/Script/") else ""


def _operation(node: Node) -> str:
    return plain_text(node.find_property("OperationName") or "") or _function_name(node)


def _is_shown(node: Node, graph: Graph, pin: Pin) -> bool:
    if pin.is_hidden:
        return False
    folded = pin.is_advanced and node.find_property("AdvancedPinDisplay") == "Hidden"
    return not folded or bool(graph.links_of(node.name, pin.id))


def _sits_in_title(pin: Pin) -> bool:
    return pin.name == "OutputDelegate" and pin.type.category == "delegate" and pin.direction == "output"


def _title_pin(node: Node, graph: Graph, pin: Pin | None) -> PinAppearance | None:
    if pin is None:
        return None
    return pin_appearance(pin, is_linked=bool(graph.links_of(node.name, pin.id)), shows_label=False)


def _has_label(node: Node, pin: Pin) -> bool:
    """The value that a SET node passes on stands there without a name."""
    return not (node.class_name == "K2Node_VariableSet" and pin.direction == "output")


def _kind(node: Node) -> str:
    name = node.class_name
    if _EVENTS.match(name):
        return "event"
    if name in _KIND_BY_CLASS:
        return _KIND_BY_CLASS[name]
    if "K2Node_Switch" in name:
        return "switch"
    if "K2Node" not in name and not name.startswith("K2_"):
        return "other"
    return "function" if any(pin.is_exec and not pin.is_hidden for pin in node.pins) else "pure"


def _color(node: Node, kind: str, style: NodeStyle) -> str:
    if style == "variable":
        value = next((pin for pin in node.pins if _is_value(pin)), None)
        return pin_color(value.type) if value is not None else HEADERS["other"]
    if style == "compact":
        output = next((pin for pin in node.pins if pin.direction == "output" and not pin.is_exec), None)
        return pin_color(output.type) if output is not None else SLATE["muted"]
    if kind == "struct":
        value = next((pin for pin in node.pins if pin.type.category == "struct"), None)
        return dimmed(pin_color(value.type)) if value is not None else HEADERS["struct"]
    return HEADERS[kind]


def _is_value(pin: Pin) -> bool:
    is_self_input = pin.name == "self" and pin.direction == "input"
    return not pin.is_exec and not pin.is_hidden and not is_self_input


def _glyph(node: Node, kind: str, title: str) -> GlyphName:
    by_class = _GLYPH_BY_CLASS.get(node.class_name)
    if by_class is not None:
        return by_class
    if kind == "macro":
        words = title.lower()
        if "loop" in words or "for each" in words:
            return "loop"
        return "gate" if words in {"do once", "do n", "gate", "flip flop"} else "macro"
    return _GLYPH_BY_KIND.get(kind, "function")


def _chevron(node: Node) -> Literal["", "down", "up"]:
    display = node.find_property("AdvancedPinDisplay")
    if display not in {"Hidden", "Shown"} or not any(
        pin.is_advanced and not pin.is_hidden for pin in node.pins
    ):
        return ""
    return "down" if display == "Hidden" else "up"


def _band(node: Node) -> Literal["", "Development Only", "Disabled"]:
    state = node.find_property("EnabledState")
    if state == "DevelopmentOnly":
        return "Development Only"
    return "Disabled" if state == "Disabled" and node.find_property("bUserSetEnabledState") else ""


def _bubble(node: Node) -> str:
    """The comment above a node. An event that waits for its first link always shows its own."""
    text = plain_text(node.find_property("NodeComment") or "").replace("\r", "")
    is_waiting = node.find_property("EnabledState") == "Disabled" and not node.find_property(
        "bUserSetEnabledState"
    )
    if node.class_name.endswith("Node_Comment"):
        return ""
    if is_waiting:
        return text or "This node is disabled and will not be called.\nDrag off pins to build functionality."
    return text if node.find_property("bCommentBubbleVisible") == "True" else ""


def _message(node: Node) -> NodeMessage | None:
    text = plain_text(node.find_property("ErrorMsg") or "").strip()
    if not text and node.find_property("bHasCompilerMessage") != "True":
        return None
    severity = _SEVERITY.get(node.find_property("ErrorType") or "", "note")
    return NodeMessage(severity, text)


def _comment_box(node: Node) -> CommentBox:
    fields = {
        key: float(value) for key, value in _COLOR_FIELD.findall(node.find_property("CommentColor") or "")
    }
    red, green, blue = (fields.get(key, 1.0) for key in "RGB")
    return CommentBox(
        width=_number(node, "NodeWidth", 400),
        height=_number(node, "NodeHeight", 100),
        color=from_linear(red, green, blue),
        opacity=min(max(fields.get("A", 1.0), 0.0), 1.0),
        font_size=_number(node, "FontSize", 18),
    )


def _number(node: Node, name: str, otherwise: int) -> int:
    try:
        return round(float(node.find_property(name) or otherwise))
    except ValueError:
        return otherwise
