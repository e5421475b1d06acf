"""Loops that count down or by more than one, as the loop that the editor has. Part of the parser.

A For Loop counts up by one. `range(5, 0, -1)` is that loop over -5..-1 with `i` as its number times -1, other
steps count from 0 with `i` as first + number * step. Where a loop counts down the first number is asked once,
as everywhere; of other steps it must be written, or the body must leave it alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.blocks import has_break, parts_of
from blueprint_assistant.languages.ast.syntax_tree import (
    NO_PLACE,
    Assign,
    Call,
    ForRange,
    Identifier,
    Let,
    Member,
    NumberLiteral,
    Operation,
)

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Block, Expression, Place, Statement

__all__ = ["Count", "StepError", "one_more", "range_of", "whole_number"]

_MOST_DIGITS: Final = 9


class StepError(Exception):
    """A loop that the editor's loop cannot stand for: what is wrong, and what to write."""

    def __init__(self, what: str, fix: str) -> None:
        """Keep both sentences."""
        super().__init__(what)
        self.what = what
        self.fix = fix


@dataclass(frozen=True, slots=True)
class Count:
    """What a loop counts: from `first` to `last`, both included where a step lands on it."""

    name: str
    first: Expression
    last: Expression
    step: int = 1

    @property
    def backwards(self) -> Count:
        """The same numbers, the last one first. Raises StepError where the last is not known."""
        if abs(self.step) == 1:
            return Count(self.name, self.last, self.first, -self.step)
        first, last = whole_number(self.first), whole_number(self.last)
        if first is None or last is None:
            raise StepError(
                "Where a range with steps begins backwards is not known before it runs",
                f"Write for {self.name} in range(first, last, -step): with the numbers themselves.",
            )
        final = first + (last - first) // self.step * self.step
        return Count(self.name, NumberLiteral(str(final)), self.first, -self.step)

    def refuse_empty(self) -> None:
        """Raises StepError where what is written counts nothing: the loop would be there for nothing."""
        first, last = whole_number(self.first), whole_number(self.last)
        if first is None or last is None or (last - first) * self.step >= 0:
            return
        if last + self.step == first:  # `range(0)`
            raise StepError(f"This loop counts nothing: it would end before {first}", "Leave it out.")
        end = last + (1 if self.step > 0 else -1)
        raise StepError(
            f"From {first} this loop counts nothing: its end is on the other side",
            f"Write for {self.name or 'i'} in range({first}, {end}, {-self.step}):",
        )

    def loop(self, body: Block, place: Place, *, can_break: bool = False) -> ForRange:
        """The statement. Raises StepError."""
        can_break = can_break or has_break(body)
        if self.step == 1:
            return ForRange(self.name, self.first, self.last, body, can_break, place=place)
        number = _unused(self.name, body)
        if self.step == -1:
            first, last = _times(self.first, -1), _times(self.last, -1)
            value = _times(Identifier(number), -1)
        else:
            self._refuse_moving_start(body)
            first, last = NumberLiteral("0"), self._steps()
            value = _plus(_times(Identifier(number), self.step), self.first)
        if self.name and any(
            isinstance(part, Identifier) and part.name == self.name for part in parts_of(body)
        ):
            said: Statement = Let(self.name, _placed(value, place), place=place)
            body = (said, *body)
        return ForRange(number, _placed(first, place), _placed(last, place), body, can_break, place=place)

    def _steps(self) -> Expression:
        """How many steps there are behind the first number; less than 0 for none at all.

        The editor's division cuts towards zero, so what it divides is never below zero where a step is done.
        """
        first, last = whole_number(self.first), whole_number(self.last)
        if first is not None and last is not None:
            return NumberLiteral(str((last - first) // self.step))
        size = abs(self.step)
        distance = (
            _minus(self.last, self.first) if self.step > 0 else _plus(_times(self.last, -1), self.first)
        )
        return _plus(Operation("/", (_plus(distance, _number(size)), _number(size))), _number(-1))

    def _refuse_moving_start(self, body: Block) -> None:
        """Each step is counted from the first number, so that it must stay what it was."""
        names = {part.name.lower() for part in parts_of(self.first) if isinstance(part, Identifier | Member)}
        asks = any(isinstance(part, Call) for part in parts_of(self.first))
        targets = [part.target for part in parts_of(body) if isinstance(part, Assign)]
        is_set = any(target.name.lower() in names for target in targets)
        if asks or is_set:
            raise StepError(
                "The first number of a range with steps may be another at each step",
                "Set a variable to it before the loop, and begin the range with that.",
            )


def range_of(name: str, values: tuple[Expression, ...]) -> Count:
    """What Python's `range(…)` counts. Raises StepError."""
    first = values[0] if len(values) > 1 else NumberLiteral("0")
    end = values[1] if len(values) > 1 else values[0]
    step = whole_number(values[2]) if len(values) > 2 else 1  # noqa: PLR2004 - first, end, step
    if step is None:
        raise StepError(
            "The step of a range is a whole number that is written in it",
            "Write the number itself as the step, or count a variable in a while loop.",
        )
    if step == 0:
        raise StepError("A range whose step is 0 never ends", "Write a step of 1 or more, or of -1 or less.")
    return Count(name, first, _plus(end, _number(-1 if step > 0 else 1)), step)


def one_more(value: Expression, by: int) -> Expression:
    """A number with a small one added: the last of a range that leaves its end out has -1."""
    return _plus(value, _number(by))


def whole_number(value: Expression) -> int | None:
    """The whole number that is written, or None."""
    text = value.text if isinstance(value, NumberLiteral) else ""
    is_whole = text.lstrip("-").isdigit() and len(text) <= _MOST_DIGITS
    return int(text) if is_whole else None


def _number(value: int) -> NumberLiteral:
    return NumberLiteral(str(value))


def _plus(value: Expression, other: Expression) -> Expression:
    """A sum with what is written worked out: `Count - 1`, not `Count + -1`."""
    one, two = whole_number(value), whole_number(other)
    if one is not None and two is not None:
        return replace(_number(one + two), place=getattr(value, "place", NO_PLACE))
    if two is None:
        return value if one == 0 else Operation("+", (value, other))
    match value:
        case Operation("+" | "-", (inner, NumberLiteral())) if (
            was := whole_number(value.operands[1])
        ) is not None:
            return _plus(inner, _number(two + (was if value.operator == "+" else -was)))
    if two == 0:
        return value
    return Operation("+" if two > 0 else "-", (value, _number(abs(two))))


def _minus(value: Expression, other: Expression) -> Expression:
    written = whole_number(other)
    return Operation("-", (value, other)) if written is None else _plus(value, _number(-written))


def _times(value: Expression, by: int) -> Expression:
    written = whole_number(value)
    return Operation("*", (value, _number(by))) if written is None else _number(written * by)


def _placed(value: Expression, place: Place) -> Expression:
    """A value that stands where the head of the loop stands, for errors."""
    return value if value.place != NO_PLACE else replace(value, place=place)


def _unused(name: str, body: Block) -> str:
    """A name for the loop's own number, which the body does not mention."""
    taken = {part.name.lower() for part in parts_of(body) if isinstance(part, Identifier | Let)}
    wish = f"{name or 'i'}Step"
    while wish.lower() in taken or wish.lower() == name.lower():
        wish += "s"
    return wish
