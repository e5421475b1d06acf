"""What a model sends for a value, as the text that a pin, variable or property of a type takes.

Lists and objects become containers and structs, names of assets and classes their paths. Outside uses
typed_text. Whether the type can hold it is checked when the plan is tried out.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.names.asset_values import asset_text
from blueprint_assistant.actions.names.project_lookup import find_class
from blueprint_assistant.actions.names.value_texts import BadValueError, value_text
from blueprint_assistant.graph.model.object_references import quote, unquote
from blueprint_assistant.graph.rules.container_values import (
    EMPTY_CONTAINER,
    element_texts,
    inner_types,
    json_text,
    pair_texts,
    struct_text,
)
from blueprint_assistant.graph.rules.pin_defaults import TRANSFORM, transform_default

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.graph.model.blueprint import PinType

__all__ = ["VALUE_FORMS", "typed_text"]

VALUE_FORMS = ("path", "class", "object", "text", "literal")
"""The names of the forms in which an object gives one value."""

_NONE_WORDS = frozenset({"", "none", "null", "nullptr", "nil"})
_OBJECTS = frozenset({"object", "softobject", "interface"})
_CLASSES = frozenset({"class", "softclass"})
_TEXTS = frozenset({"string", "name", "text"})
_PATH_KEYS = ("path", "refpath", "asset_path", "asset", "object", "class", "value", "name")
_KEY_WORDS, _VALUE_WORDS = ("key", "name", "k"), ("value", "v")
_PAIR = 2


def typed_text(context: ActionContext, kind: PinType, value: Any) -> str:
    """The text for a value of a type. Raises BadValueError, and what a name raises that is none."""
    value = _unwrapped(kind, value)
    if value is None:
        return ""
    if kind.container != "none":
        return _container(context, kind, value)
    if kind.category in _CLASSES:
        return _class(context, kind, _path_text(value))
    if kind.category in _OBJECTS:
        return _object(context, kind, _path_text(value))
    if kind.category == "struct":
        return _struct(kind, _parsed(value))
    if kind.category in _TEXTS and isinstance(value, dict | list):
        raise BadValueError(f"A {kind.category} cannot hold {json.dumps(value)[:60]}.", "Send it as text.")
    return value_text(value)


def _unwrapped(kind: PinType, value: Any) -> Any:
    """What stands in an object that only says the form of the value: `{"literal": 3}` (BC-131).

    An object for a map, and one with a field of the struct, are the value itself.
    """
    if not isinstance(value, dict) or len(value) != 1 or kind.container == "map":
        return value
    ((name, inner),) = value.items()
    is_form = str(name).lower() in VALUE_FORMS
    return inner if is_form and not (kind.category == "struct" and isinstance(inner, int | float)) else value


def _parsed(value: Any) -> Any:
    """The value behind a JSON text; any other as it is."""
    if isinstance(value, str) and value.strip()[:1] in ("[", "{"):
        with suppress(ValueError):
            return json.loads(value)
    return value


# --- containers ----------------------------------------------------------------------------------


def _container(context: ActionContext, kind: PinType, value: Any) -> str:
    """Elements in quotes, each the text of its own type: the quotes are taken off once."""
    key, inner = inner_types(kind)
    value = _parsed(value)
    if isinstance(value, str) and value.strip().lower() in _NONE_WORDS:
        return EMPTY_CONTAINER
    if inner is None:
        elements = (quote(typed_text(context, key, item)) for item in _elements(value))
        return f"({','.join(elements)})"
    pairs = (
        f"({quote(typed_text(context, key, k))},{quote(typed_text(context, inner, v))})"
        for k, v in _pairs(value)
    )
    return f"({','.join(pairs)})"


def _elements(value: Any) -> Iterable[Any]:
    if isinstance(value, list | tuple):
        return value
    if isinstance(value, str):
        return [unquote(item) for item in element_texts(value)]
    return [value]


def _pairs(value: Any) -> Iterable[tuple[Any, Any]]:
    if isinstance(value, dict):
        return list(value.items())
    if isinstance(value, str):
        return [(unquote(k), unquote(v)) for k, v in pair_texts(value)]
    if isinstance(value, list | tuple):
        return [_pair(item) for item in value]
    raise BadValueError(f"'{value}' is no map.", 'Send an object: {"key": value}.')


def _pair(item: Any) -> tuple[Any, Any]:
    if isinstance(item, list | tuple) and len(item) == _PAIR:
        return item[0], item[1]
    if isinstance(item, dict):
        plain = {str(name).lower(): value for name, value in item.items()}
        keys = [plain[word] for word in _KEY_WORDS if word in plain]
        values = [plain[word] for word in _VALUE_WORDS if word in plain]
        if keys and values and len(plain) == _PAIR:
            return keys[0], values[0]
        if len(item) == 1:
            return next(iter(item.items()))
    raise BadValueError(f"'{item}' is no key with its value.", 'Send the map as {"key": value}.')


# --- structs, objects, classes -------------------------------------------------------------------


def _struct(kind: PinType, value: Any) -> str:
    if isinstance(value, dict):
        text = json_text(value)
    elif isinstance(value, list):
        text = ",".join(json_text(item) for item in value)
    else:
        text = value_text(value)
    ref = kind.subcategory_object
    if ref is not None and ref.path == TRANSFORM and text:
        return transform_default(kind, text)
    return struct_text(kind, text)


def _path_text(value: Any) -> str:
    """A path or name, also out of an object that holds it (`{"refPath": …}`)."""
    value = _parsed(value)
    if isinstance(value, dict):
        plain = {str(name).lower(): item for name, item in value.items()}
        found = [plain[key] for key in _PATH_KEYS if isinstance(plain.get(key), str)]
        if len(plain) == 1 and found:
            return str(found[0])
        raise BadValueError(f"'{json.dumps(value)[:60]}' names no asset.", "Send its name or path as text.")
    return value_text(value)


def _class(context: ActionContext, kind: PinType, text: str) -> str:
    if text.strip().lower() in _NONE_WORDS:
        return "None"
    base = kind.subcategory_object
    return find_class(context, text, base.path if base is not None else "")


def _object(context: ActionContext, kind: PinType, text: str) -> str:
    if text.strip().lower() in _NONE_WORDS:
        return "None"
    ref = kind.subcategory_object
    # An interface may be implemented by an asset of any class.
    base = "" if ref is None or kind.category == "interface" else ref.path
    return asset_text(text, base, context)
