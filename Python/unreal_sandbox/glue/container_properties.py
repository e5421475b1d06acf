"""Arrays, sets and maps as property values: the engine's text on one side, typed containers on the other.

The glue makes the container of any iterable, of a mapping for a map, and converts each element
(assumed from how it does so for parameters). Part of `property_text`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.model.object_references import unquote
from blueprint_assistant.graph.rules.container_values import (
    container_text,
    element_texts,
    inner_types,
    pair_texts,
)
from unreal_sandbox.errors import NotModelledError
from unreal_sandbox.glue.containers import Array, Map, Set
from unreal_sandbox.glue.names_and_texts import Name, Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from blueprint_assistant.graph.model.blueprint import PinType
    from unreal_sandbox.desk.editor_state import EditorState

    Read = Callable[["EditorState", "PinType", str, str], Any]
    Write = Callable[["EditorState", "PinType", Any, str], str]

__all__ = ["container_from_text", "container_to_text"]

_SCALARS: dict[str, Any] = {
    "bool": bool,
    "byte": int,
    "int": int,
    "int64": int,
    "real": float,
    "string": str,
    "name": Name,
    "text": Text,
}


def container_from_text(editor: EditorState, pin_type: PinType, text: str, what: str, read: Read) -> Any:
    """The typed container that a script gets. `read` reads one element."""
    key, value = inner_types(pin_type)
    if value is not None:
        result = Map(_element_type(editor, key), _element_type(editor, value))
        for k, v in pair_texts(text):
            result[_read(editor, key, k, what, read)] = _read(editor, value, v, what, read)
        return result
    elements = [_read(editor, key, item, what, read) for item in element_texts(text)]
    kind = Array if pin_type.container == "array" else Set
    return kind.cast(_element_type(editor, key), elements)


def _read(editor: EditorState, kind: PinType, text: str, what: str, read: Read) -> Any:
    return read(editor, kind, _canonical(editor, kind, unquote(text)), what)


def container_to_text(editor: EditorState, pin_type: PinType, value: Any, what: str, write: Write) -> str:
    """The text of what a script gives. TypeError when it is no such container, or holds something else."""
    key, inner = inner_types(pin_type)
    if inner is not None:
        pairs = editor.types.nativize("Map[Any, Any]", value, what)
        return container_text(
            pin_type,
            [
                (
                    _canonical(editor, key, write(editor, key, k, what)),
                    _canonical(editor, inner, write(editor, inner, v, what)),
                )
                for k, v in pairs.items()
            ],
        )
    elements: Iterable[Any] = editor.types.nativize("Array[Any]", value, what)
    texts = [_canonical(editor, key, write(editor, key, item, what)) for item in elements]
    return container_text(pin_type, dict.fromkeys(texts) if pin_type.container == "set" else texts)


def _canonical(editor: EditorState, kind: PinType, text: str) -> str:
    """An element's text in the form in which a container's text is made."""
    if kind.category in ("struct", "object", "class", "softobject", "softclass", "interface"):
        return editor.schema.validate_value(kind, text)
    return text


def _element_type(editor: EditorState, kind: PinType) -> Any:
    reference = kind.subcategory_object
    if reference is None or (kind.category == "byte" and reference is None):
        return _SCALARS.get(kind.category, object)
    if kind.category in ("class", "softclass"):
        return editor.types.get("Class")
    if kind.category == "byte":
        info = editor.catalog.enum(reference.path)
        found = None if info is None else editor.types.enum_type(info)
    elif kind.category == "struct":
        found = editor.types.find(reference.name)
    else:
        found = editor.types.type_for_class(reference.path)
    if found is None:
        raise NotModelledError(f"Containers of {kind} are not modelled in the sandbox.")
    return found
