"""Loops that never end or never begin. A check of statements.

The engine stops a loop that does not end. Only what is certain is said: a call that may run something of the
Blueprint may change anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import GraphError
from blueprint_assistant.languages.ast.blocks import has_break, walk_blocks
from blueprint_assistant.languages.ast.syntax_tree import (
    Assign,
    Bind,
    BooleanLiteral,
    Broadcast,
    Call,
    ForRange,
    Goto,
    Identifier,
    Member,
    NumberLiteral,
    Operation,
    Return,
    StringLiteral,
    While,
)
from blueprint_assistant.languages.lower.scope import is_parameter, is_self
from blueprint_assistant.languages.lower.value_methods import LENGTHS
from blueprint_assistant.languages.meaning.called_names import calls_in, changes_nothing, own_variable, waits
from blueprint_assistant.languages.meaning.statement_checks import Suspect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.languages.ast.syntax_tree import Block, Expression, Statement
    from blueprint_assistant.languages.lower.scope import Scope

__all__ = ["LoopError", "check_loops", "whole_number"]

_TIMER: Final = (
    "Write an event that a timer calls: SetTimer(event Step, 1.0, true), and event Step(): at the margin."
)


class LoopError(GraphError):
    """A loop cannot do what it says."""

    code = "endless_loop"


class EmptyRangeError(GraphError):
    """A loop over numbers has none to run over."""

    code = "empty_range"


def check_loops(statement: Statement, scope: Scope) -> Iterator[Suspect]:
    """What is wrong with a loop, by its head and body."""
    match statement:
        case ForRange():
            error = _empty(statement)
            at = statement.first.place
        case While():
            error = _endless(statement, scope)
            at = statement.place
        case _:
            return
    if error is not None:
        yield Suspect(statement, error, at if at.line else statement.place)


# --- over numbers --------------------------------------------------------------------------------


def whole_number(value: Expression) -> int | None:
    """The number that a literal says, a sign before it included; None for all else."""
    if isinstance(value, Operation) and value.operator == "neg":
        inner = whole_number(value.operands[0])
        return None if inner is None else -inner
    text = value.text if isinstance(value, NumberLiteral) else ""
    return int(text) if text.lstrip("+-").isdecimal() else None


def _empty(loop: ForRange) -> GraphError | None:
    first, last = whole_number(loop.first), whole_number(loop.last)
    if first is None or last is None or first <= last:
        return None
    what = f"A loop counts up: {first}..{last} has no numbers, and its block would never be done."
    if first == last + 1:
        return EmptyRangeError(what, "Leave it out, or write the last number that is meant.")
    counting = f"for {loop.name or '_'} in range({first}, {last - 1}, -1):"
    return EmptyRangeError(what, f"To count down write {counting}")


# --- as long as ----------------------------------------------------------------------------------


def _endless(loop: While, scope: Scope) -> GraphError | None:
    if _is_left(loop.body) or any(
        waits(call, scope) for one in walk_blocks((loop.body,)) for call in calls_in(one)
    ):
        return None
    if loop.condition == BooleanLiteral(is_true=True):
        return LoopError("This loop never ends, and the engine stops it.", _TIMER)
    names = _read(loop.condition, scope)
    if not names or not all(_keeps(one, names, scope) for one in walk_blocks((loop.body,))):
        return None
    shown = ", ".join(names)
    return LoopError(
        f"This loop never ends: nothing in it changes {shown}.", _step(loop.condition, names, scope)
    )


def _is_left(body: Block) -> bool:
    """Whether something in the body leaves the loop; a jump may."""
    return has_break(body) or any(isinstance(one, Return | Goto) for one in walk_blocks((body,)))


def _read(value: Expression, scope: Scope) -> tuple[str, ...]:
    """The variables that a condition is made of; empty when it has anything else but plain values."""
    match value:
        case NumberLiteral() | StringLiteral() | BooleanLiteral():
            return ()
        case Identifier("None"):
            return ()
        case Member(of, name) if name.lower() in LENGTHS and (found := _own(of, scope)):
            return (found,)
        case Call(Member(of, name), ()) if name.lower() in LENGTHS and (found := _own(of, scope)):
            return (found,)
        case Identifier() | Member() if found := _own(value, scope):
            return (found,)
        case Operation(_, operands):
            read = [(item, _read(item, scope)) for item in operands]
            if any(not names and not _is_plain(item) for item, names in read):
                return ()
            return tuple(dict.fromkeys(name for _, names in read for name in names))
        case _:
            return ()


def _own(value: Expression, scope: Scope) -> str:
    """A variable of the Blueprint itself, or a parameter: what is inherited the engine may change."""
    if isinstance(value, Identifier) and is_parameter(value.name, scope):
        return value.name
    name = own_variable(value, scope)
    return name if scope.local_variable(name) or scope.owner.find_variable(name) is not None else ""


def _is_plain(value: Expression) -> bool:
    if isinstance(value, Operation):
        return all(map(_is_plain, value.operands))
    return isinstance(value, NumberLiteral | StringLiteral | BooleanLiteral) or value == Identifier("None")


def _keeps(statement: Statement, names: tuple[str, ...], scope: Scope) -> bool:
    """Whether a statement without its blocks certainly sets none of these variables."""
    if isinstance(statement, Bind | Broadcast):
        return False
    if isinstance(statement, Assign):
        target = own_variable(statement.target, scope)
        is_own = isinstance(statement.target, Identifier) or is_self(statement.target.of)
        if not is_own or target in names:
            return False
    return all(changes_nothing(call, scope) for call in calls_in(statement))


def _step(condition: Expression, names: tuple[str, ...], scope: Scope) -> str:
    """What to write in the body, as a line where the condition says which way it goes."""
    name = names[0]
    if is_parameter(name, scope):
        return f"Write let {name}Left = {name} before it, ask for {name}Left, and set that in it."
    match condition:
        case Operation("<" | "<=", (left, _)) if own_variable(left, scope) == name:
            return f"Write in it {name} = {name} + 1."
        case Operation(">" | ">=", (left, _)) if own_variable(left, scope) == name:
            return f"Write in it {name} = {name} - 1."
        case Operation("not", (inner,)) if own_variable(inner, scope) == name:
            return f"Write in it {name} = true."
        case Identifier() | Member():
            return f"Write in it {name} = false."
        case _:
            return f"Set {name} in it."
