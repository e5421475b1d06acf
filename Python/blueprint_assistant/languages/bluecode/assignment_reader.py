"""Reads what is set without a variable before `=`: items, and `x++`. Part of the parser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.syntax_tree import (
    Argument,
    Assign,
    Call,
    Do,
    Identifier,
    Index,
    Member,
    NumberLiteral,
    Operation,
)

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Expression, Operator, Place, Statement
    from blueprint_assistant.languages.bluecode.expression_reader import ExpressionReader

__all__ = ["read_counted", "set_to"]

_SIGNS: Final = 2


def set_to(target: Identifier | Member | Index, value: Expression, place: Place) -> Statement:
    """A variable set, or an item of a container: the function that sets it."""
    if isinstance(target, Index):
        callee = Member(target.of, "Set", place=place)
        return Do(Call(callee, (Argument(target.index), Argument(value)), place=place), place=place)
    return Assign(target, value, place=place)


def read_counted(cursor: ExpressionReader) -> Statement | None:
    """`x++`, `--x`: one more or less, where it stands alone on its line; None for all else."""
    *tokens, _ = cursor.line.tokens[cursor.line.tokens.index(cursor.token) :]
    if len(tokens) <= _SIGNS:
        return None
    for first, second in (tokens[:_SIGNS], tokens[-_SIGNS:]):
        is_pair = first.is_sign("+", "-") and second.is_sign(first.text) and second.column == first.column + 1
        if not is_pair:
            continue
        is_before = first is tokens[0]
        start = tokens[_SIGNS] if is_before else tokens[0]
        for _ in range(_SIGNS if is_before else 0):
            cursor.take()
        target = cursor.value()
        if not is_before:
            if cursor.token is not first:
                cursor.go_back(start)
                return None
            cursor.take()
            cursor.take()
        cursor.expect_end()
        if not isinstance(target, Identifier | Member | Index):
            raise cursor.error("Only a variable can be counted", "Name the variable that is counted.", start)
        sign: Operator = "+" if first.text == "+" else "-"
        return set_to(target, Operation(sign, (target, NumberLiteral("1")), place=start.place), start.place)
    return None
