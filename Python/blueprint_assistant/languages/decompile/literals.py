"""Values of pins as literals, and back to Unreal's text form. Part of `languages`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.model.object_references import split_fields, unquote
from blueprint_assistant.languages.ast.syntax_tree import (
    BooleanLiteral,
    Identifier,
    NumberLiteral,
    StringLiteral,
    Tuple,
)

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Pin
    from blueprint_assistant.languages.ast.shortest_names import ShortestNames
    from blueprint_assistant.languages.ast.syntax_tree import Expression

__all__ = ["literal_of", "zero_of"]

_NUMBER: Final = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_TRIPLES: Final = frozenset({"Vector", "Rotator", "Vector3f", "Rotator3f"})
_FIELDS: Final = {
    "Vector2D": ("X", "Y"),
    "Vector4": ("X", "Y", "Z", "W"),
    "LinearColor": ("R", "G", "B", "A"),
    "Color": ("R", "G", "B", "A"),
}
_PLAIN_TEXT: Final = re.compile(r'NSLOCTEXT\("",\s*"[^"]*",\s*("(?:[^"\\]|\\.)*")\)')


def literal_of(pin: Pin, wording: ShortestNames) -> Expression | None:
    """The default of a pin as a literal; None when it holds nothing."""
    text = pin.default_value
    if pin.type.container != "none":
        return None  # no input of a container holds a value; old texts keep one that nothing reads
    match pin.type.category:
        case "object" | "interface" | "softobject":
            path = pin.default_object or text
            return StringLiteral(_asset(path)) if path else None
        case "class" | "softclass":
            path = pin.default_object or text
            return _class(path, wording) if path else None
        case "text":
            return _text(pin)
        case "bool":
            return BooleanLiteral(text.lower() == "true") if text else None
        case "int" | "int64" | "real":
            return _number(text) if text else None
        case "byte":
            return _byte(text) if text else None
        case "struct":
            return _struct(pin, text) if text else None
        case _:
            return StringLiteral(text) if text else None


def zero_of(pin: Pin) -> Expression | None:
    """What an input without a text means, as a literal; None where that is nothing."""
    if pin.type.container != "none":
        return None
    match pin.type.category:
        case "bool":
            return BooleanLiteral(is_true=False)
        case "real":
            return NumberLiteral("0.0")
        case "int" | "int64":
            return NumberLiteral("0")
        case _:
            return None


def emptied_of(pin: Pin) -> Expression | None:
    """The empty text that an input holds where a new node has another; None where empty is no value."""
    is_text = pin.type.container == "none" and pin.type.category in ("string", "name", "text")
    return StringLiteral("") if is_text else None


def _class(path: str, wording: ShortestNames) -> Expression:
    name = wording.class_name(path)
    is_name = name != path or _WORD.fullmatch(name)
    return Identifier(name) if is_name else StringLiteral(path)


def _text(pin: Pin) -> Expression | None:
    if not pin.default_text:
        return StringLiteral(pin.default_value) if pin.default_value else None
    plain = _PLAIN_TEXT.fullmatch(pin.default_text)
    return StringLiteral(unquote(plain[1]) if plain else pin.default_text)


def _number(text: str) -> Expression:
    """A number without zeros that say nothing: `2.0` of `2.000000`."""
    if not _NUMBER.fullmatch(text):
        return StringLiteral(text)
    whole, point, rest = text.partition(".")
    if point and "e" not in rest.lower():
        rest = rest.rstrip("0")
        return NumberLiteral(f"{whole}.{rest or '0'}")
    return NumberLiteral(text)


def _asset(path: str) -> str:
    """The path of an asset without its name said twice: `/Game/M_Box` of `/Game/M_Box.M_Box`."""
    package, _, name = path.rpartition(".")
    return package if package.startswith("/") and package.rpartition("/")[2] == name else path


def _byte(text: str) -> Expression:
    if text.isascii() and text.isdigit():
        return NumberLiteral(text)
    return Identifier(text) if _WORD.fullmatch(text) else StringLiteral(text)


def _struct(pin: Pin, text: str) -> Expression:
    ref = pin.type.subcategory_object
    name = "" if ref is None else ref.name
    if name in _TRIPLES:
        parts = [part.strip() for part in text.split(",")]
        if len(parts) == len("XYZ") and all(_NUMBER.fullmatch(part) for part in parts):
            return Tuple(tuple(map(_part, parts)))
    wanted = _FIELDS.get(name)
    if wanted is not None:
        fields = split_fields(text)
        if tuple(key for key, _ in fields) == wanted and all(_NUMBER.fullmatch(value) for _, value in fields):
            return Tuple(tuple(_part(value) for _, value in fields))
    return StringLiteral(text)


def _part(text: str) -> Expression:
    """A number of a struct whose type is known: `2` of `2.000000`."""
    number = _number(text)
    return NumberLiteral(number.text.removesuffix(".0")) if isinstance(number, NumberLiteral) else number
