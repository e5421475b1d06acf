"""Which statements of two blocks are the same: longest common subsequence over what they say.

Part of `languages`. Names that only a program gives (`let`, loop variables) do not count: `a` in one
text and `b` in the other are the same when they name the same.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Final, Literal

from blueprint_assistant.graph.rules.conversions import CONVERSIONS
from blueprint_assistant.graph.rules.text_values import shown_words
from blueprint_assistant.languages.ast.class_packages import class_package
from blueprint_assistant.languages.ast.marks import hard_marks
from blueprint_assistant.languages.ast.shortest_names import OPERATIONS
from blueprint_assistant.languages.ast.syntax_tree import (
    Argument,
    Arm,
    Assign,
    Bind,
    Broadcast,
    Call,
    Case,
    Do,
    ForEach,
    ForRange,
    Goto,
    Identifier,
    If,
    Let,
    NumberLiteral,
    StringLiteral,
    fields_with_blocks,
    said_fields,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from blueprint_assistant.languages.ast.syntax_tree import Statement

__all__ = ["Step", "align", "names_of", "statement_key", "value_key"]

_NOT_SAID = frozenset({"origin", "place", "label", "is_awaited", "declares", "is_variable", "marks"})


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an alignment: a statement of either side, or the same one on both."""

    kind: Literal["both", "existing", "new"]
    existing: int = -1
    new: int = -1


def align(existing: Sequence[object], new: Sequence[object]) -> list[Step]:
    """The alignment with most in common. Of equal ones the existing side is skipped first (BC-086).

    Takes time with the product of both lengths behind their common beginning.
    """
    start = 0
    while start < min(len(existing), len(new)) and existing[start] == new[start]:
        start += 1
    # A common end is not cut off: it would reuse the last of several equal ones, not the first.
    numbers: dict[object, int] = {}
    mine = [numbers.setdefault(item, len(numbers)) for item in existing[start:]]
    theirs = [numbers.setdefault(item, len(numbers)) for item in new[start:]]
    return [*(Step("both", number, number) for number in range(start)), *_align(mine, theirs, start)]


def _align(existing: Sequence[int], new: Sequence[int], start: int) -> list[Step]:
    rows, columns = len(existing), len(new)
    best = [[0] * (columns + 1) for _ in range(rows + 1)]
    for row in range(rows - 1, -1, -1):
        for column in range(columns - 1, -1, -1):
            if existing[row] == new[column]:
                best[row][column] = best[row + 1][column + 1] + 1
            else:
                best[row][column] = max(best[row + 1][column], best[row][column + 1])
    steps: list[Step] = []
    row = column = 0
    while row < rows and column < columns:
        if existing[row] == new[column]:
            steps.append(Step("both", start + row, start + column))
            row, column = row + 1, column + 1
        elif best[row + 1][column] >= best[row][column + 1]:
            steps.append(Step("existing", start + row))
            row += 1
        else:
            steps.append(Step("new", -1, start + column))
            column += 1
    steps += [Step("existing", start + number) for number in range(row, rows)]
    steps += [Step("new", -1, start + number) for number in range(column, columns)]
    return steps


def names_of(statement: Statement) -> tuple[str, ...]:
    """The names that a statement gives, in order; empty ones keep their place."""
    match statement:
        case Let() | Do() | Assign() | If():
            return (statement.name,)
        case ForRange():
            return (statement.name,)
        case ForEach():
            return statement.name, statement.index
        case _:
            return ()


def statement_key(statement: Statement, meaning: Mapping[str, object]) -> object:
    """What a statement says without its blocks and given names. `meaning` is what names stand for."""
    match statement:
        case Goto():
            return "goto", meaning.get(statement.to.lower(), statement.to.lower()), statement.pin
        case _:
            return type(statement).__name__, tuple(_parts(statement, meaning)), hard_marks(statement.marks)


def value_key(value: object, meaning: Mapping[str, object]) -> object:
    """What a value says, so that two compare equal when they say the same."""
    return _said(value, meaning)


def _parts(statement: Statement, meaning: Mapping[str, object]) -> Iterator[object]:
    given = {"name", "index"} if not isinstance(statement, Bind | Broadcast) else set()
    kind: type = type(statement)
    left_out = _NOT_SAID | fields_with_blocks(kind) | given
    for item in fields(kind):
        if item.name not in left_out:
            yield _said(getattr(statement, item.name), meaning)


def _said(value: object, meaning: Mapping[str, object]) -> object:
    """A part as nested tuples that compare equal when they say the same."""
    match value:
        case Identifier():
            name = class_package(value.name).lower()
            return "name", meaning.get(name, name)
        case NumberLiteral():
            return "number", _number(value.text)
        case StringLiteral(text) if text != class_package(text):
            return "name", class_package(text).lower()
        case StringLiteral():
            # The key of a localised text is none of its words: the editor makes a new one at each change.
            return "text", shown_words(value.text)
        case Call(callee, (Argument(one, ""), Argument(other, ""))) if _sign(callee.name):
            return "Operation", (_sign(callee.name), (_said(one, meaning), _said(other, meaning)))
        case Call(Identifier(name), (Argument(one),)) if name in _SILENT:
            return _said(one, meaning)
        case tuple():
            return tuple(_said(item, meaning) for item in value)
        case Arm() | Case():
            return ()
        case _ if is_dataclass(value) and not isinstance(value, type):
            said = (
                _said(getattr(value, name), meaning)
                for name in said_fields(type(value))
                if name not in _NOT_SAID
            )
            return type(value).__name__, tuple(said)
        case _:
            return value


_SILENT: Final = frozenset(
    name for path in CONVERSIONS.values() if (name := path.rpartition(":")[2]).startswith("Conv_")
)
"""Conversions that are the same whether they are said or not: the editor puts them in."""


def _sign(name: str) -> str:
    """The operator that a function is, however its call is written."""
    operation, mark, _ = name.partition("_")
    return OPERATIONS.get(operation, "") if mark else ""


def _number(text: str) -> object:
    """`1`, `1.0` and `1.000000` are one number."""
    try:
        return float(text)
    except ValueError:
        return text
