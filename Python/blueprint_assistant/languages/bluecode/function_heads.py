"""Heads of functions as C, C++, C# and JavaScript write them: `void Open(float Angle)`. Of the parser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.bluecode.counting_loops import DECLARING

if TYPE_CHECKING:
    from blueprint_assistant.languages.bluecode.expression_reader import ExpressionReader

__all__ = ["is_typed_head", "read_type_before", "skip_modifiers"]

_MODIFIERS: Final = (
    *("public", "private", "protected", "virtual", "override", "static", "async", "final", "inline"),
    *("internal", "export", "const"),
)
_FUNCTIONS: Final = ("def", "function", "func")
_TYPES: Final = ("void", *(word for word in DECLARING if word not in ("let", "var", "const", "local")))


def is_typed_head(cursor: ExpressionReader) -> bool:
    """Whether a line begins a function with its type or with modifiers before its name."""
    at = 0
    while cursor.peek(at).is_word(*_MODIFIERS) and cursor.peek(at + 1).kind == "name":
        at += 1
    word, name, bracket = (cursor.peek(at + ahead) for ahead in range(3))
    if at and word.is_word(*_FUNCTIONS):
        return name.kind == "name" and bracket.is_sign("(")
    return word.is_word(*_TYPES) and name.kind == "name" and bracket.is_sign("(") and _is_whole(cursor)


def _is_whole(cursor: ExpressionReader) -> bool:
    """Whether nothing but a colon or modifiers stand behind the brackets: a call would be a value."""
    tokens = [token for token in cursor.line.tokens[:-1] if not token.is_word(*_MODIFIERS)]
    return tokens[-1].is_sign(")", ":")


def skip_modifiers(cursor: ExpressionReader) -> None:
    """Pass over `public`, `virtual`, `override` and the like."""
    while cursor.skip_word(*_MODIFIERS):
        pass


def read_type_before(cursor: ExpressionReader) -> str:
    """The type of `float Angle` and `const FVector& Where`; empty when the name comes first."""
    start = cursor.token
    cursor.skip_word("const")
    kind, ahead = cursor.token, 1
    while cursor.peek(ahead).is_sign("&", "*"):
        ahead += 1
    if kind.kind != "name" or cursor.peek(ahead).kind != "name":
        cursor.go_back(start)
        return ""
    for _ in range(ahead):
        cursor.take()
    return kind.text
