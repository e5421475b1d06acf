"""Loops that wait, as what they mean: `for i in 0..2:` with a Delay counts in a variable. Part of `lower`.

A loop of the editor does not wait for its body. What waits goes round by a jump: a condition that is asked
again, a number that is counted on behind the wait. Outside uses LatentLoops,
and check_waiting_loops where no variables are made.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.name_lookup import fold
from blueprint_assistant.languages.ast.blocks import (
    blocks_of,
    has_break,
    map_blocks,
    map_entry,
    walk_blocks,
)
from blueprint_assistant.languages.ast.syntax_tree import (
    Assign,
    BooleanLiteral,
    Break,
    Call,
    Do,
    End,
    ForEach,
    ForRange,
    Goto,
    Identifier,
    If,
    Index,
    Let,
    Loop,
    Member,
    NumberLiteral,
    Operation,
    Return,
    Sequence,
    Switch,
    While,
)
from blueprint_assistant.languages.lower.scope import is_self
from blueprint_assistant.languages.meaning.called_names import calls_in, waits
from blueprint_assistant.languages.meaning.statement_checks import Suspect

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Expression, Statement
    from blueprint_assistant.languages.lower.scope import Scope

__all__ = ["LatentLoopError", "LatentLoops", "Making", "check_waiting_loops", "loop_head"]

_ONE = NumberLiteral("1")
_COUNTS = "it counts the rounds"
_TIMER = (
    "Write an event that a timer calls: SetTimer(event Step, 1.0, true), and event Step(): at the margin."
)


class LatentLoopError(GraphError):
    """A loop waits, and what it means has no nodes."""

    code = "latent_in_loop"


def check_waiting_loops(statement: Statement, scope: Scope) -> Iterator[Suspect]:
    """A loop that does not wait for what stands in it: a check for those who write no jumps instead."""
    inside = walk_blocks((statement.body,)) if isinstance(statement, Loop) else ()
    waiting = next((call for one in inside for call in calls_in(one) if waits(call, scope)), None)
    if waiting is not None:
        error = LatentLoopError(f"A loop does not wait for {_node_name(waiting)}.", _TIMER)
        yield Suspect(statement, error, statement.place)


class Making(Protocol):
    """Makes the variables that hold what a program keeps."""

    def variable(self, wish: str, kind: str, line: int, why: str) -> str:
        """The name of a variable of a type in words for a value that a line names, and what it is for."""
        ...


class LatentLoops:
    """Writes the loops of one entry that wait as jumps. `faults` are those that cannot be."""

    def __init__(self, scope: Scope, making: Making, there: Iterable[Statement], labels: set[str]) -> None:
        """`there` are statements of the graph: what is a loop there already stays one. `labels` are taken."""
        self._scope, self._making, self._labels = scope, making, labels
        self._there = {loop_head(one) for one in there if isinstance(one, Loop) and self._waits(one)}
        self.faults: list[Suspect] = []
        self.written: list[tuple[int, str]] = []
        """The lines of the loops that were written so, and what they wait for."""

    def entry(self, entry: Entry) -> Entry:
        """The entry with its loops that wait as what they mean."""
        return map_entry(entry, partial(self._block, is_last=True))

    def _waits(self, loop: Loop) -> bool:
        return bool(self._waiting(loop))

    def _waiting(self, loop: Loop) -> list[tuple[Statement, Call]]:
        """The statements in a loop that wait, each with the call because of which."""
        inside = walk_blocks((loop.body,))
        return [(one, call) for one in inside for call in calls_in(one) if waits(call, self._scope)]

    def _block(self, block: Block, *, is_last: bool) -> Block:
        """A block; `is_last` says that nothing follows it in its entry."""
        made: list[Statement] = []
        for number, statement in enumerate(block):
            rest = block[number + 1 :]
            if not isinstance(statement, Loop) or not self._waits(statement) or self._is_there(statement):
                ends = is_last and not rest
                made.append(map_blocks(statement, partial(self._block, is_last=ends)))
                continue
            fault = self._fault(statement, is_followed=bool(rest) or is_last)
            if fault is not None:
                self.faults.append(fault)
                return block
            return (*made, *self._jumping(statement, rest, is_last=is_last))
        return tuple(made)

    def _is_there(self, loop: Statement) -> bool:
        return loop_head(loop) in self._there

    def _fault(self, loop: Loop, *, is_followed: bool) -> Suspect | None:
        """Why a loop cannot be written as jumps; None when it can."""
        waiting = self._waiting(loop)
        if any(_goes_several_ways(one, call) for one, call in waiting):
            fix = _TIMER
        elif any(isinstance(one, Sequence) for one in walk_blocks((loop.body,))):
            fix = "Write its body without sequence: one statement below the other."
        elif has_break(loop.body) and not is_followed:
            fix = "Write a statement behind the loop, in the same block: the break leads there."
        else:
            return None
        name = _node_name(waiting[0][1])
        return Suspect(loop, LatentLoopError(f"A loop does not wait for {name}.", fix), loop.place)

    # --- jumps -------------------------------------------------------------------------------

    def _jumping(self, loop: Loop, rest: Block, *, is_last: bool) -> Block:
        """A loop and what follows it: each round ends with a jump to its condition, or to its body."""
        self.written.append((loop.place.line, _node_name(self._waiting(loop)[0][1])))
        rest, leave = self._left_for(loop, rest)
        before, condition, first, after = self._counted(loop)
        at_body = loop.body[0].label if condition is None and loop.body else ""
        label = at_body or ("" if before else loop.label) or self._label("again")
        onward = self._label("next") if after and _has_end(loop.body) else label
        body = (*first, *_ways(loop.body, leave, Goto(onward)))
        if onward != label:
            after = (replace(after[0], label=onward), *after[1:])
        if _goes_on(body) or onward != label:
            body = (*body, *after, Goto(label))
        if condition is None:
            body = (replace(body[0], label=label), *body[1:])
            return (*self._block(body, is_last=False), *self._block(rest, is_last=is_last))
        asked = If(condition, self._block(body, is_last=False), label=label, place=loop.place)
        if before and loop.label:
            before = (replace(before[0], label=loop.label), *before[1:])
        return (*before, asked, *self._block(rest, is_last=is_last))

    def _left_for(self, loop: Loop, rest: Block) -> tuple[Block, Statement]:
        """What follows a loop, with a label when a break leads there, and what the break becomes."""
        if not has_break(loop.body) or not rest:
            return rest, End()
        label = rest[0].label or self._label("done")
        return (replace(rest[0], label=label), *rest[1:]), Goto(label)

    def _counted(self, loop: Loop) -> tuple[Block, Expression | None, Block, Block]:
        """What stands before the loop, its condition, what begins and what ends each round."""
        at = loop.place
        if isinstance(loop, While):
            is_endless = loop.condition == BooleanLiteral(is_true=True)
            return (), None if is_endless else loop.condition, (), ()
        if isinstance(loop, ForRange):
            name = loop.name or "index"
            counter = self._making.variable(name, "int", at.line, _COUNTS)
            last, before = self._steady(loop.last, f"{name}Last", at)
            count = Identifier(counter, place=at)
            first = () if counter.lower() == name.lower() else (Let(name, count, place=at),)
            step = Operation("+", (count, _ONE), place=at)
            return (
                (*before, Assign(count, loop.first, place=at)),
                Operation("<=", (count, last), place=at),
                first,
                (Assign(count, step, place=at),),
            )
        return self._over_items(loop)

    def _over_items(self, loop: ForEach) -> tuple[Block, Expression, Block, Block]:
        at = loop.place
        name = loop.name or "item"
        wish = loop.index or f"{name}Index"
        items, before = self._steady(loop.items, f"{name}Items", at)
        zero = NumberLiteral("0", place=at)
        start: Expression = Call(Member(items, "LastIndex", place=at), place=at) if loop.is_reverse else zero
        counter = self._making.variable(wish, "int", at.line, _COUNTS)
        count = Identifier(counter, place=at)
        length = Call(Member(items, "Length", place=at), place=at)
        condition = (
            Operation(">=", (count, zero), place=at)
            if loop.is_reverse
            else Operation("<", (count, length), place=at)
        )
        named = (
            [Let(loop.index, count, place=at)] if loop.index and loop.index.lower() != counter.lower() else []
        )
        if loop.name:
            named.append(Let(loop.name, Index(items, count, place=at), place=at))
        step = Operation("-" if loop.is_reverse else "+", (count, _ONE), place=at)
        return (
            (*before, Assign(count, start, place=at)),
            condition,
            tuple(named),
            (Assign(count, step, place=at),),
        )

    def _steady(self, value: Expression, wish: str, at: object) -> tuple[Expression, Block]:
        """A value that is asked for in each round, by a name where it is worked out."""
        is_name = isinstance(value, NumberLiteral | Identifier) or (
            isinstance(value, Member) and is_self(value.of)
        )
        if is_name:
            return value, ()
        return Identifier(wish, place=at), (Let(wish, value, place=at),)  # type: ignore[arg-type]

    def _label(self, wish: str) -> str:
        name, number = wish, 2
        while name.lower() in self._labels:
            name, number = f"{wish}{number}", number + 1
        self._labels.add(name.lower())
        return name


def loop_head(loop: Statement) -> object:
    """What tells a loop from others, whatever its names are."""
    match loop:
        case ForRange():
            return "range", loop.first, loop.last
        case ForEach():
            return "each", loop.items, loop.is_reverse
        case While():
            return "while", loop.condition
        case _:
            return None


def _ways(block: Block, leave: Statement, onward: Statement) -> Block:
    """A body with its breaks as what leaves the loop, and its ends as what goes on with the next round."""

    def changed(inner: Block) -> Block:
        return _ways(inner, leave, onward)

    made: list[Statement] = []
    for statement in block:
        if isinstance(statement, Break):
            made.append(replace(leave, label=statement.label, place=statement.place))
        elif isinstance(statement, End):
            made.append(replace(onward, label=statement.label, place=statement.place))
        else:
            made.append(statement if isinstance(statement, Loop) else map_blocks(statement, changed))
    return tuple(made)


def _goes_several_ways(statement: Statement, call: Call) -> bool:
    """Whether more than one way leads on from a call that waits, some of them many times."""
    return (isinstance(statement, Do) and bool(statement.arms)) or fold(call.callee.name) == "timeline"


def _node_name(call: Call) -> str:
    """What a call that waits is called in the editor: `wait(2)` is a Delay."""
    return "Delay" if fold(call.callee.name) in ("wait", "sleep") else call.callee.name


def _has_end(block: Block) -> bool:
    return any(
        isinstance(one, End)
        or (not isinstance(one, Loop) and any(_has_end(inner) for _, inner in blocks_of(one)))
        for one in block
    )


def _goes_on(block: Block) -> bool:
    """Whether some way through a block comes to its end."""
    if not block:
        return True
    last = block[-1]
    if isinstance(last, If):
        return _goes_on(last.then) or _goes_on(last.otherwise)
    if isinstance(last, Switch):
        has_default = any(case.value is None for case in last.cases)
        return not has_default or any(_goes_on(case.block) for case in last.cases)
    return not isinstance(last, End | Return | Goto | Break)
