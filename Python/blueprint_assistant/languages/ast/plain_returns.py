"""Returns that give back what a new function gives back by itself. Outside uses is_plain_return."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.syntax_tree import (
    BooleanLiteral,
    NumberLiteral,
    Return,
    StringLiteral,
    Tuple,
)

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Expression, Statement

__all__ = ["is_plain_return"]

_NOTHING: Final = ("", "None")


def is_plain_return(statement: Statement) -> bool:
    """Whether a statement is a return of nothing but zeros: the one that a function is made with."""
    return isinstance(statement, Return) and all(_is_zero(item.value) for item in statement.values)


def _is_zero(value: Expression) -> bool:
    match value:
        case BooleanLiteral(is_true):
            return not is_true
        case NumberLiteral(text):
            return not set(text) - set("+-.0")
        case StringLiteral(text):
            return text in _NOTHING
        case Tuple(items):
            return all(map(_is_zero, items))
        case _:
            return False
