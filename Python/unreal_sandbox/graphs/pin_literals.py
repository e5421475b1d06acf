"""Which texts the editor itself takes as the literal of a pin.

`schema.validate_default` understands people: display names, `1.0` for an int, lists for vectors.
The editor does not, so what it would refuse is refused here first.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import PinType
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["is_editor_literal", "is_key"]

_INTEGER = re.compile(r"[-+]?\d+")
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_TRIPLE = re.compile(rf"{_NUMBER}(?:\s*,\s*{_NUMBER}){{2}}")
_FIELD = re.compile(rf"(\w+)\s*=\s*{_NUMBER}")
_KEY = "/Script/InputCore.Key"
_STRUCT_FIELDS = {
    "/Script/CoreUObject.Vector": {"X", "Y", "Z"},
    "/Script/CoreUObject.Rotator": {"Pitch", "Yaw", "Roll"},
    "/Script/CoreUObject.LinearColor": {"R", "G", "B"},
}


def is_editor_literal(editor: EditorState, pin_type: PinType, text: str) -> bool:
    """Whether a text has the form that the editor takes; its value may be refused all the same.

    Integers have no decimals (assumed). Enumerators go by their names, not by what the panel shows,
    keys by their bare names, colours by `(R=,G=,B=,A=)` [FIELD_NOTES 5].
    """
    text = text.strip()
    if pin_type.category in {"int", "int64"}:
        return _INTEGER.fullmatch(text) is not None
    reference = pin_type.subcategory_object
    if pin_type.category == "byte":
        if reference is None:
            return _INTEGER.fullmatch(text) is not None
        return _is_enumerator(editor, reference.path, text)
    if pin_type.category == "struct" and reference is not None:
        return _is_struct_literal(editor, reference.path, text)
    return True


def is_key(pin_type: PinType) -> bool:
    """Whether a pin holds an input key."""
    reference = pin_type.subcategory_object
    return pin_type.category == "struct" and reference is not None and reference.path == _KEY


def _is_enumerator(editor: EditorState, path: str, text: str) -> bool:
    enum = editor.catalog.enum(path)
    if enum is None:
        return True
    owner, mark, name = text.rpartition("::")
    if mark and owner.lower() != enum.name.lower():
        return False
    return name.lower() in {item.name.lower() for item in enum.items}


def _is_struct_literal(editor: EditorState, path: str, text: str) -> bool:
    if path == _KEY:
        return re.fullmatch(r"\w+", text) is not None
    wanted = _STRUCT_FIELDS.get(path)
    if wanted is None:
        return True
    has_names = wanted <= {match[1] for match in _FIELD.finditer(text)} and text.startswith("(")
    if path == "/Script/CoreUObject.LinearColor":
        return has_names
    if has_names:
        return editor.switches.vector_pins_take_struct_text
    return _TRIPLE.fullmatch(text) is not None
