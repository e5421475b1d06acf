"""The few properties of nodes and comment boxes that scripts may read or write.

Everything else of a node is protected or missing [API 14]. Comment boxes let their look be
changed, not their place or size [api.json EdGraphNode_Comment].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.model.object_references import quote, split_fields, unquote
from unreal_sandbox.glue.objects import cpp_property_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.graph.model.blueprint import Node
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["comment_property", "is_node_property", "node_property", "property_text"]

_FIELDS: Mapping[str, Mapping[str, tuple[str, str, str]]] = {
    "EdGraphNode_Comment": {
        "comment_color": ("CommentColor", "LinearColor", "(R=1,G=1,B=1,A=1)"),
        "color_comment_bubble": ("bColorCommentBubble", "bool", "False"),
        "comment_bubble_visible_in_details_panel": ("bCommentBubbleVisible_InDetailsPanel", "bool", "True"),
        "font_size": ("FontSize", "int", "18"),
        "move_mode": ("MoveMode", "CommentBoxMode", "GroupMovement"),
        "node_details": ("NodeDetails", "Text", ""),
    },
    "K2Node_SwitchInteger": {
        "start_index": ("StartIndex", "int", "0"),
        "has_default_pin": ("bHasDefaultPin", "bool", "True"),
    },
    "K2Node_SwitchString": {
        "has_default_pin": ("bHasDefaultPin", "bool", "True"),
        "is_case_sensitive": ("bIsCaseSensitive", "bool", "False"),
    },
    "K2Node_SwitchName": {"has_default_pin": ("bHasDefaultPin", "bool", "True")},
    "K2Node_SwitchEnum": {"has_default_pin": ("bHasDefaultPin", "bool", "False")},
}
"""Per node class: the Python name, and the C++ name, type and default of it."""

_STAYING = "NoGroupMovement"

_WRITABLE = frozenset({"EdGraphNode_Comment"})
"""Writing those of a switch rebuilds its pins, which is not modelled."""


def _field(class_name: str, name: str) -> tuple[str, str, str] | None:
    fields = _FIELDS.get(class_name, {})
    return fields.get(name) or next(
        (item for item in fields.values() if item[0] == name or cpp_property_name(name) == item[0]), None
    )


def is_node_property(editor: EditorState, class_name: str, name: str) -> bool:
    """Whether scripts see that property on nodes of the class."""
    field = _field(class_name, name)
    return field is not None and (field[0] != "MoveMode" or editor.switches.comments_show_move_mode)


def comment_property(editor: EditorState, class_name: str, name: str) -> str | None:
    """The C++ name of a property that can be written, or None."""
    field = _field(class_name, name)
    is_seen = class_name in _WRITABLE and is_node_property(editor, class_name, name)
    return field[0] if field is not None and is_seen else None


def node_property(editor: EditorState, node: Node, name: str) -> Any:
    """The value of such a property."""
    field = _field(node.class_name, name)
    if field is None:
        return None
    text = node.find_property(field[0])
    return _value(editor, field[1], field[2] if text is None else text)


def _value(editor: EditorState, kind: str, text: str) -> Any:
    match kind:
        case "bool":
            return text == "True"
        case "int":
            return int(text)
        case "CommentBoxMode":
            modes = editor.types.get(kind)
            return modes.NO_GROUP_MOVEMENT if text == _STAYING else modes.GROUP_MOVEMENT
        case "Text":
            return editor.types.to_python("Text", unquote(text))
        case "LinearColor":
            parts = dict(split_fields(text))
            return editor.types.get(kind)(*(float(parts.get(key, 1.0)) for key in ("R", "G", "B", "A")))
        case _:
            return None


def property_text(editor: EditorState, class_name: str, name: str, value: Any) -> str:
    """A script's value in text form. Raises TypeError for one of the wrong type."""
    field = _field(class_name, name)
    kind = "bool" if field is None else field[1]
    native = editor.types.nativize(kind, value, name)
    match kind:
        case "bool" | "int":
            return str(native)
        case "CommentBoxMode":
            return _STAYING if native == editor.types.get(kind).NO_GROUP_MOVEMENT else "GroupMovement"
        case "Text":
            return quote(str(native))
        case "LinearColor":
            return f"(R={native.r:.6f},G={native.g:.6f},B={native.b:.6f},A={native.a:.6f})"
        case _:
            return ""
