"""Plans a program without the values that cannot be given (BC-123). Outside uses plan_partly.

Only who asks for it gets it: else a value that fails fails its statement, and that the whole. A value is
left out whole, so that nothing half-built of it stays behind (BC-135).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from blueprint_assistant.actions.program.code_plan import plan_code
from blueprint_assistant.actions.program.statement_faults import CodeFault, NotWrittenError
from blueprint_assistant.languages.ast.blocks import parts_of, replaced
from blueprint_assistant.languages.ast.statement_paths import statement_paths
from blueprint_assistant.languages.ast.syntax_tree import Argument, Broadcast, Do, Identifier, Place, Program

if TYPE_CHECKING:
    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.program.plan_values import CodePlan, CodeRequest
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from blueprint_assistant.languages.ast.syntax_tree import Statement

__all__ = ["LeftOut", "plan_partly"]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A value that is not given: the line of its statement, and why."""

    line: int
    fault: CodeFault


def plan_partly(
    context: ActionContext, owner: Blueprint, order: CodeRequest
) -> tuple[CodePlan, tuple[LeftOut, ...]]:
    """The plan of a program without the values that cannot be given, and these.

    Raises NotWrittenError for everything else that is wrong.
    """
    dropping = _Dropping(order)
    order = replace(order, settle=dropping)
    while True:
        try:
            return plan_code(context, owner, order), tuple(dropping.left_out)
        except NotWrittenError as error:
            if dropping.drop(error):
                continue
            if order.is_as_written:
                raise
            # In canonical words values have no places, so that a fault is that of its statement.
            order = replace(order, is_as_written=True)


class _Dropping:
    """Leaves values out of a program as it is read: each time more of them."""

    def __init__(self, order: CodeRequest) -> None:
        self._settle = order.settle
        self._program = Program(())
        self._skipped: set[Place] = set()
        self._removed: set[Place] = set()
        self.left_out: list[LeftOut] = []

    def __call__(self, program: Program) -> Program:
        self._program = program if self._settle is None else self._settle(program)
        left: Program = replaced(self._program, self._instead)
        return left

    def _instead(self, part: object) -> tuple[object, ...] | None:
        """What comes in the place of a value: nothing, or where it is given by its place, no value."""
        if not isinstance(part, Argument):
            return None
        start = _start(part)
        if start in self._removed:
            return ()
        # `null` leaves its pin as it is (BC-122).
        return (replace(part, value=Identifier("null", place=start)),) if start in self._skipped else None

    def drop(self, error: NotWrittenError) -> bool:
        """Leave out the values that faults are about; whether all of them are about values."""
        found = [(fault, self._value_of(fault)) for fault in error.faults]
        fresh = [(fault, value) for fault, value in found if value is not None and self._is_left(value[1])]
        if not found or len(fresh) != len(found):
            return False
        for fault, (statement, argument) in fresh:
            place = _start(argument)
            if argument.pin or place in self._skipped:
                self._removed.add(place)
            else:
                self._skipped.add(place)
            if all(known.fault != fault for known in self.left_out):
                self.left_out.append(LeftOut(statement.place.line, fault))
        return True

    def _is_left(self, argument: Argument) -> bool:
        return _start(argument) not in self._removed

    def _value_of(self, fault: CodeFault) -> tuple[Statement, Argument] | None:
        """The value of a statement in which a fault is; None for one of the statement itself."""
        at = fault.line, fault.column
        statements = list(statement_paths(self._program).values())
        before = [one for one in statements if one.place.line and _key(one.place) <= at]
        if not before or not fault.column:
            return None
        statement = max(before, key=lambda one: _key(one.place))
        values = [item for item in _arguments(statement) if _start(item).line and _key(_start(item)) <= at]
        return (statement, max(values, key=lambda item: _key(_start(item)))) if values else None


def _arguments(statement: Statement) -> tuple[Argument, ...]:
    match statement:
        case Do(call):
            return call.arguments
        case Broadcast():
            return statement.arguments
        case _:
            return ()


def _start(argument: Argument) -> Place:
    """Where an argument begins in the text."""
    inner = (getattr(part, "place", Place()) for part in parts_of(argument.value))
    places = [place for place in (argument.place, *inner) if place.line]
    return min(places, key=_key, default=Place())


def _key(place: Place) -> tuple[int, int]:
    return place.line, place.column
