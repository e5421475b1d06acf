"""Reads values of a program as texts that a pin holds. Part of `expression_lowering`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import AssistantError, GraphError, nearest
from blueprint_assistant.graph.catalog.name_lookup import fold_blanks
from blueprint_assistant.languages.ast.class_packages import class_of_package
from blueprint_assistant.languages.ast.syntax_tree import (
    BooleanLiteral,
    Identifier,
    Member,
    NumberLiteral,
    StringLiteral,
    Tuple,
)
from blueprint_assistant.languages.lower.scope import Output

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Pin, PinType
    from blueprint_assistant.languages.ast.syntax_tree import Expression
    from blueprint_assistant.languages.lower.scope import Scope

__all__ = ["LiteralReader", "UnknownEnumeratorError", "is_nothing"]

_FIELDS: Final = {
    "Vector2D": ("X", "Y"),
    "Vector4": ("X", "Y", "Z", "W"),
    "LinearColor": ("R", "G", "B", "A"),
    "Color": ("R", "G", "B", "A"),
}
_ENUMS: Final = ("byte", "enum")
_CLASSES: Final = ("class", "softclass")
_OBJECTS: Final = ("object", "softobject", "interface")


class UnknownEnumeratorError(GraphError):
    """An enum has no such enumerator; the message lists the nearest."""

    code = "unknown_enumerator"


class LiteralReader:
    """What values are written into pins, not linked to them."""

    def __init__(self, scope: Scope) -> None:
        """Names mean what `scope` says."""
        self._scope = scope
        self._catalog = scope.catalog

    def text(self, value: Expression, pin: Pin) -> str | None:
        """The text of a value that is no link, or None. Raises UnknownEnumeratorError."""
        match value:
            case NumberLiteral(text):
                return text
            case StringLiteral(text):
                return self._object_text(text, pin.type.category)
            case BooleanLiteral(is_true):
                return "true" if is_true else "false"
            case Tuple(items):
                return self._tuple(items, pin.type)
            case Identifier(name):
                return self._name(name, pin)
            case Member(of, name) if _is_dotted(of):
                return self._member(value, name, pin)
            case _:
                return None

    def _object_text(self, text: str, category: str) -> str:
        """A text on a pin; of an object the whole path, of which the name may be left out."""
        if category in _CLASSES:
            return self._class_text(text)
        name = text.rpartition("/")[2]
        is_package = category in _OBJECTS and text.startswith("/") and name and "." not in name
        return f"{text}.{name}" if is_package else text

    def _class_text(self, text: str) -> str:
        if not text or "/" in text:
            return class_of_package(text)
        return self._catalog.find_class(text).path

    @staticmethod
    def _tuple(items: tuple[Expression, ...], kind: PinType) -> str | None:
        texts = [item.text for item in items if isinstance(item, NumberLiteral)]
        if len(texts) != len(items):
            return None
        ref = kind.subcategory_object
        fields = _FIELDS.get("" if ref is None else ref.name)
        if fields is None:
            return ",".join(texts)
        if len(texts) == len(fields) - 1 and fields[-1] == "A":
            texts.append("1.0")
        return "(" + ",".join(f"{name}={text}" for name, text in zip(fields, texts, strict=False)) + ")"

    def _name(self, name: str, pin: Pin) -> str | None:
        named = self._scope.find(name)
        if named is not None:
            return None if isinstance(named, Output) else self.text(named, pin)
        if self._scope.member(name) or self._scope.local_variable(name):
            # A variable beats an enumerator or class of the same name.
            return None
        enum = self._enum_of(pin.type)
        if enum:
            return self._enumerator(enum, name)
        if pin.type.category in _CLASSES and name not in ("None", "self"):
            return self._class_text(name)
        return None

    def _member(self, value: Expression, name: str, pin: Pin) -> str | None:
        """`ECollisionChannel.Visibility`, or a class by its path with dots."""
        owner = value.of.name if isinstance(value, Member) and isinstance(value.of, Identifier) else ""
        if self._scope.find(owner) is not None or self._scope.member(owner):
            return None
        enum = self._enum_of(pin.type)
        known = self._catalog.enum(owner)
        if enum and known is not None:
            return self._enumerator(enum, name)
        if pin.type.category in _CLASSES:
            try:
                return self._catalog.find_class(name).path
            except AssistantError:
                return None
        return None

    def _enum_of(self, kind: PinType) -> str:
        ref = kind.subcategory_object
        return ref.path if kind.category in _ENUMS and ref is not None and kind.container == "none" else ""

    def _enumerator(self, path: str, name: str) -> str:
        """An enumerator by its name or label, in its own spelling."""
        enum = self._catalog.enum(path)
        if enum is None:
            return name
        short = path.rpartition(".")[2]
        for fold in (str.lower, fold_blanks):
            for item in enum.items:
                if fold(name) in (fold(item.name), fold(item.display)):
                    return item.name
        known = [item.name for item in enum.items]
        near = nearest(name, [*known, *(item.display for item in enum.items)]) or known[:8]
        error = UnknownEnumeratorError(f"{short} has no value '{name}'.", f"Use one of: {', '.join(near)}.")
        error.candidates = tuple(near)
        raise error


def is_nothing(value: Expression) -> bool:
    """Whether an input that holds nothing counts as that value: zero."""
    match value:
        case NumberLiteral(text):
            return not text.strip("+-0.")
        case BooleanLiteral(is_true):
            return not is_true
        case Tuple(items):
            return all(map(is_nothing, items))
        case _:
            return False


def _is_dotted(value: Expression) -> bool:
    while isinstance(value, Member):
        value = value.of
    return isinstance(value, Identifier)
