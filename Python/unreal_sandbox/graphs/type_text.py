"""How the editor names pin types for people, in its language [FIELD_NOTES 0: `Booleano`]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unreal_sandbox.desk.editor_language import localised

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import PinType
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["type_display"]

_DISPLAY = {
    "exec": "Exec",
    "bool": "Boolean",
    "byte": "Byte",
    "int": "Integer",
    "int64": "Integer64",
    "name": "Name",
    "string": "String",
    "text": "Text",
    "wildcard": "Wildcard",
    "delegate": "Delegate",
}
_SUFFIX = {
    "struct": "Structure",
    "object": "Object Reference",
    "class": "Class Reference",
    "softobject": "Soft Object Reference",
    "softclass": "Soft Class Reference",
    "interface": "Interface",
    "byte": "Enum",
}


def type_display(editor: EditorState, kind: PinType) -> str:
    """The type in words; a name in it stays as it is."""
    if kind.category == "real":
        text = f"Float ({kind.subcategory or 'double'}-precision)".replace("float-", "single-")
    elif kind.subcategory_object is not None:
        text = f"{kind.subcategory_object.name} {_SUFFIX.get(kind.category, '')}".strip()
    else:
        text = _DISPLAY.get(kind.category, kind.category.capitalize())
    text = localised(editor.language, text)
    if kind.container == "none":
        return text
    return localised(editor.language, f"{kind.container.capitalize()} of {text}s")
