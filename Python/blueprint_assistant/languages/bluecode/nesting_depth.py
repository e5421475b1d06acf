"""How deeply an expression is nested, found without going down with it. Part of the parser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.languages.ast.syntax_tree import (
    Call,
    Choice,
    Collection,
    Index,
    Member,
    Operation,
    Tuple,
)

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Expression

__all__ = ["is_deeper"]


def is_deeper(expression: Expression, limit: int) -> bool:
    """Whether more than `limit` parts stand in one another."""
    level: list[Expression] = [expression]
    for _ in range(limit):
        level = [part for item in level for part in _parts(item)]
        if not level:
            return False
    return True


def _parts(expression: Expression) -> tuple[Expression, ...]:
    match expression:
        case Tuple(items) | Collection(_, items) | Operation(_, items):
            return items
        case Member(of):
            return (of,)
        case Index(of, index):
            return (of, index)
        case Call(callee, arguments):
            return (callee, *(item.value for item in arguments))
        case Choice(condition, if_true, if_false):
            return (condition, if_true, if_false)
        case _:
            return ()
