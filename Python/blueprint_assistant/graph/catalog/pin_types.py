"""Pin types in the words of authors, and what fresh pins of a type hold.

Outside uses `parse_type` for a variable's type and `fresh_default` for new pins.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.errors import GraphError, nearest
from blueprint_assistant.graph.catalog.catalog_data import subcategory_object
from blueprint_assistant.graph.catalog.name_lookup import fold, fold_spaces, shown_name, spaced
from blueprint_assistant.graph.catalog.type_words import colon_form, spoken_forms
from blueprint_assistant.graph.model.blueprint import PinType, TerminalType

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, ClassInfo
    from blueprint_assistant.graph.model.blueprint import Container, ObjectRef

__all__ = ["BadTypeError", "class_object", "fresh_default", "object_type", "parse_type", "type_display"]


class BadTypeError(GraphError):
    """A type that no pin can have."""

    code = "bad_type"


_BASIC: dict[str, PinType] = {
    "bool": PinType("bool"),
    "boolean": PinType("bool"),
    "byte": PinType("byte"),
    "uint8": PinType("byte"),
    "int": PinType("int"),
    "integer": PinType("int"),
    "int32": PinType("int"),
    "int64": PinType("int64"),
    "integer64": PinType("int64"),
    "float": PinType("real", "double"),
    "float32": PinType("real", "float"),
    "single": PinType("real", "float"),
    "float64": PinType("real", "double"),
    "double": PinType("real", "double"),
    "real": PinType("real", "double"),
    "number": PinType("real", "double"),
    "name": PinType("name"),
    "fname": PinType("name"),
    "string": PinType("string"),
    "str": PinType("string"),
    "fstring": PinType("string"),
    "text": PinType("text"),
    "ftext": PinType("text"),
}
"""A Blueprint's float is a double (field notes 3); float32 is what delegates of the engine give."""

_STRUCT_HABITS = {"color": "LinearColor", "vector2": "Vector2D", "vec3": "Vector", "vec2": "Vector2D"}

_REFERENCE_KINDS = {
    "object": "object",
    "class": "class",
    "softobject": "softobject",
    "soft": "softobject",
    "softclass": "softclass",
    "interface": "interface",
    "actor": "object",
    "component": "object",
}

_CONTAINERS: dict[str, Container] = {"array": "array", "list": "array", "tarray": "array", "set": "set"}
_CONTAINERS |= {"tset": "set", "map": "map", "tmap": "map"}

_FORMS = (
    "Write bool, byte, int, int64, float, name, string, text, a struct (vector, rotator, transform, color), "
    "an enum, object:Class, class:Class, softobject:Class, array:type, set:type or map:key,value."
)


def class_object(info: ClassInfo) -> ObjectRef:
    """The reference to a class, with the class of its kind."""
    ref = subcategory_object("class", info.path)
    if ref is None:
        raise BadTypeError(f"Class '{info.name}' has no path.")
    return ref


def object_type(class_path: str) -> PinType:
    """The type of a reference to objects of a class."""
    return PinType("object", subcategory_object=subcategory_object("object", class_path))


def parse_type(text: str, catalog: Catalog) -> PinType:
    """The type that a word means: `float`, `vector`, `object:Actor`, `array:int`, `map:name,int`.

    `Actor`, `EMovementMode` and `HitResult` alone work too, as do `TArray<int>`, `int[]`, `array of
    Vectors` and `Actor Object Reference`. Raises BadTypeError; for a class that is not there what
    `find_class` raises.
    """
    try:
        return _parse(colon_form(text), catalog)
    except BadTypeError as error:
        for form in spoken_forms(text):
            try:
                return _parse(form, catalog)
            except GraphError:
                continue
        raise error from None


def _parse(text: str, catalog: Catalog) -> PinType:
    head, separator, rest = text.partition(":")
    container = _CONTAINERS.get(head.strip().lower()) if separator else None
    if container is None:
        return _terminal(text, catalog)
    if container == "map":
        key, comma, value = rest.partition(",")
        if not comma:
            raise BadTypeError(f"Map type '{shown_name(text)}' has no value type.", "Write map:key,value.")
        key_type = _key(key, catalog)
        value_type = _terminal(colon_form(value.strip()), catalog)
        terminal = TerminalType(value_type.category, value_type.subcategory, value_type.subcategory_object)
        return replace(key_type, container="map", value=terminal)
    element = _key(rest, catalog) if container == "set" else _terminal(colon_form(rest.strip()), catalog)
    return replace(element, container=container)


def _key(text: str, catalog: Catalog) -> PinType:
    """What sets hold and maps look up by. Texts have no hash, so they cannot be that."""
    kind = _terminal(colon_form(text.strip()), catalog)
    if kind.category == "text":
        raise BadTypeError("Text cannot be in a set or the key of a map.", "Use string or name.")
    return kind


def _terminal(text: str, catalog: Catalog) -> PinType:
    """The type of one value: no containers inside containers."""
    if not text:
        raise BadTypeError("The type is empty.", _FORMS)
    basic = _BASIC.get(text.lower())
    if basic is not None:
        return basic
    head, separator, rest = text.partition(":")
    kind = fold_spaces(head.strip())
    if separator and kind in _CONTAINERS:
        raise BadTypeError(
            f"'{shown_name(text)}' is a container inside a container.", "Wrap the inner one in a struct."
        )
    if separator and kind in _REFERENCE_KINDS:
        return _reference(_REFERENCE_KINDS[kind], rest.strip(), catalog)
    if separator and kind in ("struct", "enum"):
        found = _struct_or_enum(rest.strip(), catalog) or _enum_in_words(rest.strip(), catalog)
        return found or _refuse(text, catalog)
    if kind in _REFERENCE_KINDS and not separator and kind not in ("actor", "component"):
        return _reference(_REFERENCE_KINDS[kind], "Object", catalog)
    meant = _STRUCT_HABITS.get(text.lower(), text)
    found = _struct_or_enum(meant, catalog) or _class_word(text, catalog) or _spoken(text, catalog)
    return found or _enum_in_words(text, catalog) or _refuse(text, catalog)


def _spoken(text: str, catalog: Catalog) -> PinType | None:
    """What one value's type is called in plain words: `object Actor`, `Actor Reference`."""
    for form in spoken_forms(text):
        head = form.partition(":")[0]
        if head in _CONTAINERS:
            continue
        try:
            return _terminal(form, catalog)
        except GraphError:
            continue
    return None


def _enum_in_words(text: str, catalog: Catalog) -> PinType | None:
    """`Collision Channel` for ECollisionChannel."""
    enum = catalog.enum(f"E{text}") if re.fullmatch(r"[\w ]+", text) else None
    return None if enum is None else PinType("byte", subcategory_object=subcategory_object("byte", enum.path))


def _struct_or_enum(name: str, catalog: Catalog) -> PinType | None:
    struct = catalog.struct(name)
    if struct is not None:
        return PinType("struct", subcategory_object=subcategory_object("struct", struct.path))
    enum = catalog.enum(name)
    if enum is not None:
        return PinType("byte", subcategory_object=subcategory_object("byte", enum.path))
    return None


def _reference(category: str, class_name: str, catalog: Catalog) -> PinType:
    base = (
        "/Script/CoreUObject.Interface" if category == "interface" and class_name == "Object" else class_name
    )
    info = catalog.find_class(base)
    return PinType(category, subcategory_object=class_object(info))


def _class_word(text: str, catalog: Catalog) -> PinType | None:
    """A class alone means a reference to its objects, as an author would read it."""
    try:
        info = catalog.find_class(text)
    except GraphError:
        return None
    return PinType("interface" if info.is_interface else "object", subcategory_object=class_object(info))


def _refuse(text: str, catalog: Catalog) -> PinType:
    known = [*_BASIC, "vector", "rotator", "transform", *(info.name for info in catalog.classes)]
    near = nearest(fold(text), known, 4)
    fix = f"Nearest: {', '.join(near)}. {_FORMS}" if near else _FORMS
    raise BadTypeError(f"There is no type '{shown_name(text)}'.", fix)


_FIXED_DEFAULTS = {"bool": "false", "int": "0", "int64": "0", "real": "0.0", "name": "None"}
_ZERO_STRUCTS = frozenset({"/Script/CoreUObject.Vector", "/Script/CoreUObject.Rotator"})


def fresh_default(pin_type: PinType, catalog: Catalog) -> str:
    """The text that a fresh data pin of that type holds, empty where it holds none.

    Seen in UE 5 clipboard texts: zero values for numbers, `None` for names, `0, 0, 0` for
    vectors and rotators, the first enumerator for enums.
    """
    if pin_type.container != "none":
        return ""
    ref = pin_type.subcategory_object
    if pin_type.category == "byte":
        enum = catalog.enum(ref.path) if ref is not None else None
        if enum is not None and enum.items:
            return enum.items[0].name
        return "0" if ref is None else ""
    if pin_type.category == "struct" and ref is not None and ref.path in _ZERO_STRUCTS:
        return "0, 0, 0"
    return _FIXED_DEFAULTS.get(pin_type.category, "")


_DISPLAY = {
    "exec": "Exec",
    "bool": "Boolean",
    "byte": "Byte",
    "int": "Integer",
    "int64": "Integer64",
    "real": "Float",
    "name": "Name",
    "string": "String",
    "text": "Text",
    "wildcard": "Wildcard",
    "delegate": "Delegate",
    "mcdelegate": "Event Dispatcher",
}
_REFERENCE_DISPLAY = {
    "object": "Object Reference",
    "class": "Class Reference",
    "softobject": "Soft Object Reference",
    "softclass": "Soft Class Reference",
    "interface": "Interface",
}


def type_display(pin_type: PinType) -> str:
    """The type in the editor's English: `Float`, `Actor Object Reference`, `Array of Vectors`."""
    if pin_type.container == "none":
        return _one_display(pin_type)
    if pin_type.container == "map":
        value = pin_type.value
        shown = "Wildcard"
        if value is not None:
            shown = _one_display(PinType(value.category, value.subcategory, value.subcategory_object))
        return f"Map of {_one_display(pin_type)} to {shown}"
    return f"{pin_type.container.capitalize()} of {_one_display(pin_type)}s"


def _one_display(pin_type: PinType) -> str:
    ref = pin_type.subcategory_object
    if pin_type.category == "byte" and ref is not None:
        return f"{ref.name} Enum"
    name = "" if ref is None else spaced(ref.name.removesuffix("_C"))
    reference = _REFERENCE_DISPLAY.get(pin_type.category)
    if reference is not None:
        shown = "Self" if pin_type.subcategory == "self" else name
        return reference if shown in ("", "Object") else f"{shown} {reference}"
    return name or _DISPLAY.get(pin_type.category) or pin_type.category.capitalize() or "Unknown"
