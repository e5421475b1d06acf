"""Property values between Unreal's text form and what a script gets and gives.

Scalars, names, texts, structs, object, class, soft and enum references, and containers of them; other
types raise NotModelledError.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from unreal_sandbox.components.body_instance import body_instance_value
from unreal_sandbox.errors import NotModelledError, ScriptError
from unreal_sandbox.glue.class_paths import is_child_of
from unreal_sandbox.glue.container_properties import container_from_text, container_to_text
from unreal_sandbox.glue.names_and_texts import Name, Text
from unreal_sandbox.glue.objects import ObjectHandle, python_property_name, target_of
from unreal_sandbox.glue.structs import EnumBase

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import PropertyInfo
    from blueprint_assistant.graph.model.blueprint import PinType
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["engine_property", "property_from_text", "property_to_text", "unquote"]

_TEXT = re.compile(r'^(?:NSLOCTEXT|INVTEXT|LOCTEXT)\(.*"((?:[^"\\]|\\.)*)"\)$', re.DOTALL)
_BYTE_MAX = 255


def engine_property(editor: EditorState, class_path: str, name: str) -> PropertyInfo | None:
    """A known property of an engine class, by its C++ or its Python name."""
    wanted = name.lower()
    for item in editor.catalog.properties_of(class_path):
        if item.name.lower() == wanted or python_property_name(item.name) == name:
            return item
    return None


def unquote(text: str) -> str:
    """Text without its quotes and escapes."""
    if len(text) > 1 and text[0] == text[-1] == '"':
        text = text[1:-1]
    escapes = {"n": "\n", "t": "\t", "r": "\r"}
    return re.sub(r"\\(.)", lambda match: escapes.get(match[1], match[1]), text)


_Reader = Callable[["EditorState", "PinType", str], Any]
_Writer = Callable[["EditorState", "PinType", Any, str], str]


def property_from_text(editor: EditorState, pin_type: PinType, text: str, what: str) -> Any:
    """A value as a script gets it. Empty text is the type's own default."""
    if pin_type.container != "none":
        return container_from_text(editor, pin_type, text, what, property_from_text)
    read = _READERS.get(pin_type.category)
    if read is None:
        raise NotModelledError(f"Reading the {pin_type} property '{what}' is not modelled in the sandbox.")
    return read(editor, pin_type, text)


def property_to_text(editor: EditorState, pin_type: PinType, value: Any, what: str) -> str:
    """A script's value in text form. TypeError when it is not of the type."""
    if pin_type.container != "none":
        return container_to_text(editor, pin_type, value, what, property_to_text)
    write = _WRITERS.get(pin_type.category)
    if write is None:
        raise NotModelledError(f"Writing the {pin_type} property '{what}' is not modelled in the sandbox.")
    return write(editor, pin_type, value, what)


def _text_from_text(text: str) -> Text:
    """A text in its long form with quotes, or as it stands."""
    found = _TEXT.match(text.strip())
    return Text(unquote(f'"{found[1]}"') if found else text)


def _scalar_writer(kind: str, form: Callable[[Any], str]) -> _Writer:
    return lambda editor, _, value, what: form(editor.types.nativize(kind, value, what))


def _int64_to_text(value: Any, what: str) -> str:
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    if not is_whole or not -(2**63) <= value < 2**63:
        raise TypeError(f"NativizeProperty: Cannot nativize '{type(value).__name__}' as 'int64' ({what})")
    return str(value)


def _enum_entries(editor: EditorState, pin_type: PinType) -> tuple[Any, tuple[str, ...]]:
    """The Python enum of a type and the enumerators' names in texts, in the same order."""
    reference = pin_type.subcategory_object
    info = editor.catalog.enum(reference.path) if reference is not None else None
    kind = editor.types.enum_type(info) if info is not None else None
    if info is None or kind is None:
        raise NotModelledError(f"Values of {pin_type} are not modelled in the sandbox.")
    return kind, tuple(item.name for item in info.items)


def _enum_from_text(editor: EditorState, pin_type: PinType, text: str) -> Any:
    if pin_type.subcategory_object is None:
        return int(text or 0)
    kind, names = _enum_entries(editor, pin_type)
    name = text.rsplit("::", 1)[-1]
    return kind.cast(names.index(name) if name in names else 0)


def _enum_to_text(editor: EditorState, pin_type: PinType, value: Any, what: str) -> str:
    if pin_type.subcategory_object is None:
        number: int = editor.types.nativize("int", value, what)
        if not 0 <= number <= _BYTE_MAX:
            raise TypeError(f"NativizeProperty: Cannot nativize '{number}' as 'uint8' ({what})")
        return str(number)
    kind, names = _enum_entries(editor, pin_type)
    if not isinstance(value, EnumBase) or not isinstance(value, kind):
        raise TypeError(
            f"NativizeProperty: Cannot nativize '{type(value).__name__}' as '{kind.__name__}' ({what})"
        )
    return names[value.value]


def _struct_type(editor: EditorState, pin_type: PinType) -> Any:
    reference = pin_type.subcategory_object
    kind = editor.types.find(reference.name) if reference is not None else None
    if kind is None or not hasattr(kind, "import_text"):
        raise NotModelledError(f"Values of {pin_type} are not modelled in the sandbox.")
    return kind


def _struct_from_text(editor: EditorState, pin_type: PinType, text: str) -> Any:
    if pin_type.subcategory_object is not None and pin_type.subcategory_object.name == "BodyInstance":
        return body_instance_value(editor.types, text)
    value = _struct_type(editor, pin_type)()
    if text and not value.import_text(text):
        raise ScriptError(f"{pin_type}: cannot read '{text}'")
    return value


def _struct_to_text(editor: EditorState, pin_type: PinType, value: Any, what: str) -> str:
    kind = _struct_type(editor, pin_type)
    native = editor.types.nativize(kind.__name__, value, what)
    return str(native.export_text())


def _object_from_text(editor: EditorState, _: PinType, text: str) -> Any:
    path = text.rsplit("'", 2)[-2] if "'" in text else text.strip('"')
    if path in {"", "None"}:
        return None
    return editor.types.handle(editor.find_object(path))


def _object_to_text(editor: EditorState, pin_type: PinType, value: Any, what: str) -> str:
    if value is None:
        return "None"
    wanted = pin_type.subcategory_object
    if pin_type.category in ("class", "softclass"):
        target = editor.types.nativize("Class", value, what)
        kind = target.represented
    elif isinstance(value, ObjectHandle):
        target = target_of(value)
        kind = target.class_path()
    else:
        target, kind = None, ""
    if target is None or (wanted is not None and not is_child_of(editor, kind, wanted.path)):
        name = wanted.name if wanted is not None else "Object"
        raise TypeError(
            f"NativizeObject: Cannot nativize '{type(value).__name__}' as 'Object' "
            f"(allowed Class type: '{name}') ({what})"
        )
    return str(target.path())


_READERS: dict[str, _Reader] = {
    "bool": lambda _editor, _type, text: text.strip().lower() == "true",
    "int": lambda _editor, _type, text: int(float(text or 0)),
    "int64": lambda _editor, _type, text: int(text or 0),
    "real": lambda _editor, _type, text: float(text or 0),
    "string": lambda _editor, _type, text: text,
    "name": lambda _editor, _type, text: Name(text or "None"),
    "text": lambda _editor, _type, text: _text_from_text(text),
    "byte": _enum_from_text,
    "struct": _struct_from_text,
    "object": _object_from_text,
    "class": _object_from_text,
    "interface": _object_from_text,
    # A script gets the object itself, loaded, and gives it (assumed); no text is a soft reference to it.
    "softobject": _object_from_text,
    "softclass": _object_from_text,
}
_WRITERS: dict[str, _Writer] = {
    "bool": _scalar_writer("bool", str),
    "int": _scalar_writer("int", str),
    "int64": lambda _editor, _type, value, what: _int64_to_text(value, what),
    "real": _scalar_writer("float", "{:.6f}".format),
    "string": _scalar_writer("str", str),
    "name": _scalar_writer("Name", str),
    "text": _scalar_writer("Text", str),
    "byte": _enum_to_text,
    "struct": _struct_to_text,
    "object": _object_to_text,
    "class": _object_to_text,
    "interface": _object_to_text,
    "softobject": _object_to_text,
    "softclass": _object_to_text,
}
