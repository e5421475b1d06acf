"""Values of arrays, sets and maps as one text, and of whatever else a variable can hold.

Outside uses `validate_value`, `container_text`, `element_texts` and `pair_texts`. Pins hold no containers
(`graph.rules.pin_defaults`); variables and properties do. The text is the engine's: `(1,2)`, `("a","b")`,
`(("key",1),("other",2))`, structs with their fields named. Pure.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.pin_types import type_display
from blueprint_assistant.graph.model.blueprint import PinType
from blueprint_assistant.graph.model.object_references import quote, split_fields, unquote
from blueprint_assistant.graph.rules.pin_defaults import (
    TRANSFORM,
    BadDefaultError,
    transform_default,
    validate_default,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog

__all__ = [
    "EMPTY_CONTAINER",
    "container_text",
    "element_texts",
    "inner_types",
    "pair_texts",
    "struct_text",
    "validate_value",
]

EMPTY_CONTAINER: Final = "()"

_TEXTS = frozenset({"string", "name", "text"})
_EMPTY = frozenset({"", "()", "[]", "{}", "none", "null", "empty"})
_TRIPLES = {
    "/Script/CoreUObject.Vector": ("X", "Y", "Z"),
    "/Script/CoreUObject.Rotator": ("Pitch", "Yaw", "Roll"),
}
_PLAIN = frozenset({*_TRIPLES, TRANSFORM, "/Script/InputCore.Key"})
_PAIR = 2
_LARGEST = 10_000


def validate_value(pin_type: PinType, text: str, catalog: Catalog | None = None) -> str:
    """The value as one text, for variables and properties. Raises BadDefaultError."""
    if pin_type.container != "none":
        return _container(pin_type, text, catalog or default_catalog())
    if _struct_path(pin_type) == TRANSFORM and text.strip():
        return transform_default(pin_type, text)
    return validate_default(pin_type, struct_text(pin_type, text, catalog), catalog)


def struct_text(pin_type: PinType, text: str, catalog: Catalog | None = None) -> str:
    """The fields of a struct in the engine's form, lists and colours among them too; else as it is.

    Raises BadDefaultError when a field holds no value of its type.
    """
    ref, known = pin_type.subcategory_object, catalog or default_catalog()
    info = known.struct(ref.path) if pin_type.category == "struct" and ref is not None else None
    if info is None or not text.strip().startswith("(") or ref is None or ref.path in _PLAIN:
        return text
    members = {item.name.lower(): item.type for item in info.members}
    fields = split_fields(text)
    if any(name.strip().lower() not in members for name, _ in fields):
        return text  # which of them is wrong is told by the check that follows
    kept = []
    for name, value in fields:
        kind = members[name.strip().lower()]
        # Only what the engine would not read: what is written already stays as it is written.
        is_odd = kind.category == "struct" and not all(part for part, _ in split_fields(value))
        kept.append(f"{name}={_inside(kind, _one(kind, value, known)) if is_odd else value}")
    return f"({','.join(kept)})"


def inner_types(pin_type: PinType) -> tuple[PinType, PinType | None]:
    """The type of the elements, or of keys and values."""
    value = pin_type.value
    inner = PinType(pin_type.category, pin_type.subcategory, pin_type.subcategory_object)
    if pin_type.container != "map":
        return inner, None
    if value is None:
        return inner, PinType("wildcard")
    return inner, PinType(value.category, value.subcategory, value.subcategory_object)


def element_texts(text: str) -> list[str]:
    """The elements of an array or set, as they stand; empty for an empty one. JSON is taken too."""
    value = text.strip()
    if value.lower() in _EMPTY:
        return []
    if value.startswith("["):
        return [_quoted_text(item) for item in _json(value)]
    is_wrapped = value.startswith("(") and value.endswith(")") and _closes_at_end(value)
    parts = _parts(value[1:-1] if is_wrapped else value)
    if parts and not parts[-1]:
        parts.pop()  # a comma after the last element
    return parts


def pair_texts(text: str) -> list[tuple[str, str]]:
    """The keys and values of a map, as they stand. JSON, `a=1,b=2` and `a: 1` are taken too."""
    value = text.strip()
    if value.lower() in _EMPTY:
        return []
    if value.startswith("{"):
        return [(quote(str(key)), _quoted_text(item)) for key, item in _json(value).items()]
    return [_pair(part) for part in element_texts(value)]


def container_text(pin_type: PinType, elements: Iterable[str | tuple[str, str]]) -> str:
    """One text of validated elements, or of pairs for a map."""
    key, value = inner_types(pin_type)
    texts = [
        _inside(key, item)
        if isinstance(item, str)
        else f"({_inside(key, item[0])},{_inside(value or key, item[1])})"
        for item in elements
    ]
    return f"({','.join(texts)})"


def json_text(value: Any) -> str:
    """A JSON value as the text of an element: lists and objects as structs."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "None"
    if isinstance(value, dict):
        return f"({','.join(f'{key}={_nested(item)}' for key, item in value.items())})"
    if isinstance(value, list):
        return f"({','.join(_nested(item) for item in value)})"
    return str(value)


def _quoted_text(value: Any) -> str:
    """A JSON value as an element; texts in quotes, which are taken off once."""
    return quote(value) if isinstance(value, str) else json_text(value)


def _nested(value: Any) -> str:
    text = json_text(value)
    return quote(text) if isinstance(value, str) and any(sign in text for sign in ',()"') else text


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        if text.startswith("["):
            return _parts(text.strip("[]"))
        raise BadDefaultError(f"'{text[:60]}' is no JSON.", 'Write {"key": value}.') from None


def _closes_at_end(text: str) -> bool:
    """Whether the first bracket closes at the very end: not so in `(1,2),(3,4)`."""
    depth = 0
    is_quoted = is_escaped = False
    for place, letter in enumerate(text):
        if is_escaped:
            is_escaped = False
        elif letter == "\\" and is_quoted:
            is_escaped = True
        elif letter == '"':
            is_quoted = not is_quoted
        elif not is_quoted:
            depth += (letter == "(") - (letter == ")")
            if depth == 0:
                return place == len(text) - 1
    return False


def _parts(text: str) -> list[str]:
    return [f"{name}={value}" if name else value for name, value in split_fields(f"({text})")]


def _pair(text: str) -> tuple[str, str]:
    """`("key",1)`, `key=1` or `key: 1`."""
    if text.startswith("(") and text.endswith(")"):
        parts = _parts(text[1:-1])
        if len(parts) == _PAIR:
            return parts[0], parts[1]
        text = text[1:-1]
    for sign in ("=", ":"):
        key, found, value = text.partition(sign)
        if found and key.strip() and value.strip():
            return key.strip(), value.strip()
    raise BadDefaultError(
        f"'{text[:60]}' is no key with its value.", 'Write (("key",value),("other",value)).'
    )


def _container(pin_type: PinType, text: str, catalog: Catalog) -> str:
    key, value = inner_types(pin_type)
    try:
        if value is not None:
            pairs = [(_one(key, k, catalog), _one(value, v, catalog)) for k, v in pair_texts(text)]
            _refuse_twice(pin_type, [k for k, _ in pairs])
            return container_text(pin_type, pairs)
        elements = [_one(key, item, catalog) for item in element_texts(text)]
    except BadDefaultError as error:
        raise BadDefaultError(
            f"In a value of type {type_display(pin_type)}: {error.what}", error.fix
        ) from None
    if len(elements) > _LARGEST:
        raise BadDefaultError(f"{len(elements):,} elements are too many.", f"Give up to {_LARGEST:,}.")
    if pin_type.container == "set":
        _refuse_twice(pin_type, elements)
    return container_text(pin_type, elements)


def _refuse_twice(pin_type: PinType, keys: list[str]) -> None:
    seen: set[str] = set()
    for key in keys:
        plain = key.lower() if pin_type.category in ("name", "string") else key
        if plain in seen:
            raise BadDefaultError(f"'{key}' is there twice.", "Give each once.")
        seen.add(plain)


def _one(kind: PinType, text: str, catalog: Catalog) -> str:
    """An element, validated as the value that it is."""
    plain = text.strip()
    return validate_value(kind, unquote(plain) if plain.startswith('"') else plain, catalog)


def _struct_path(kind: PinType) -> str:
    ref = kind.subcategory_object
    return ref.path if kind.category == "struct" and ref is not None else ""


def _inside(kind: PinType, text: str) -> str:
    """A validated value as an element: texts in quotes, structs with their fields."""
    if kind.category in _TEXTS:
        return quote(text)
    if kind.category in ("object", "class", "softobject", "softclass", "interface"):
        return text or "None"
    path = _struct_path(kind)
    if path in _TRIPLES:
        return _fields(_TRIPLES[path], text)
    if path == TRANSFORM:
        place, rotation, scale = text.split("|")
        names = _TRIPLES["/Script/CoreUObject.Vector"]
        angles = _fields(_TRIPLES["/Script/CoreUObject.Rotator"], rotation)
        return f"(Rotation={angles},Translation={_fields(names, place)},Scale3D={_fields(names, scale)})"
    return text


def _fields(names: tuple[str, ...], text: str) -> str:
    return f"({','.join(f'{name}={part}' for name, part in zip(names, text.split(','), strict=True))})"
