"""Functions and events that call themselves on every way, and so never come back. Part of `lower`.

Outside uses `endless_calls`. A call behind a condition may end, and one behind a wait begins anew: neither is
meant here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from blueprint_assistant.errors import GraphError
from blueprint_assistant.languages.ast.blocks import blocks_of
from blueprint_assistant.languages.ast.syntax_tree import (
    Do,
    End,
    Goto,
    If,
    Loop,
    Region,
    Return,
    Sequence,
    Switch,
)
from blueprint_assistant.languages.meaning.called_names import calls_in, own_name, waits
from blueprint_assistant.languages.meaning.statement_checks import Suspect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Statement
    from blueprint_assistant.languages.lower.scope import Scope

__all__ = ["EndlessCallError", "endless_calls"]


class EndlessCallError(GraphError):
    """A function or event calls itself on every way, perhaps by way of others."""

    code = "endless_call"


@dataclass
class _Surely:
    """What is called on every way through a block, and whether the flow surely comes to its end."""

    calls: dict[str, Statement] = field(default_factory=dict)
    goes_on: bool = True


def endless_calls(
    entries: Iterable[Entry], scope: Scope, entry_of: Callable[[str], Entry | None]
) -> Iterator[Suspect]:
    """The calls of a program that lead back to their own entry on every way, each circle once.

    `entry_of` is the entry of a function or event that the program does not write.
    """
    own = {entry.name.lower(): entry for entry in entries if not entry.arms}
    known: dict[str, dict[str, Statement]] = {}

    def surely(name: str) -> dict[str, Statement]:
        key = name.lower()
        if key not in known:
            known[key] = {}
            entry = own.get(key) or entry_of(name)
            if entry is not None:
                known[key] = _through(entry.body, scope).calls
        return known[key]

    told: set[str] = set()
    for entry in own.values():
        circle = _circle(entry.name, surely)
        if circle and told.isdisjoint(circle):
            told.update(circle)
            called = circle[1] if len(circle) > 1 else circle[0]
            call = next(at for name, at in surely(entry.name).items() if name.lower() == called.lower())
            yield Suspect(call, _error(circle, entry), call.place)


def _circle(name: str, surely: Callable[[str], dict[str, Statement]]) -> list[str]:
    """The names on a way of calls from a name back to it, the name first; empty when there is none."""
    waiting: list[list[str]] = [[name]]
    seen: set[str] = set()
    for way in waiting:  # grows while it is walked
        for following in surely(way[-1]):
            if following.lower() == name.lower():
                return way
            if following.lower() not in seen:
                seen.add(following.lower())
                waiting.append([*way, following])
    return []


def _error(circle: list[str], entry: Entry) -> EndlessCallError:
    first, others = circle[0], circle[1:]
    timer = f"event {first}" if entry.kind == "custom_event" else f'"{first}"'
    later = "" if entry.parameters or entry.results else f", or later: SetTimer({timer}, 1.0)"
    way = f" by way of {', '.join(others)}" if others else ""
    return EndlessCallError(
        f"{first} calls itself{way} on every way: it never ends, and the engine stops it.",
        f"Call it behind a condition that can be false{later}.",
    )


def _through(block: Block, scope: Scope) -> _Surely:
    made = _Surely()
    for statement in block:
        calls = list(calls_in(statement))
        for call in calls:
            name = own_name(call, scope)
            if name:
                made.calls.setdefault(name, statement)
        if any(waits(call, scope) for call in calls) or isinstance(statement, Return | End | Goto):
            made.goes_on = False
            return made
        inner = _inside(statement, scope)
        for name, at in inner.calls.items():
            made.calls.setdefault(name, at)
        if not inner.goes_on:
            made.goes_on = False
            return made
    return made


def _inside(statement: Statement, scope: Scope) -> _Surely:
    """What is surely called in the blocks of a statement; it goes on only if every way does."""
    ways = [_through(block, scope) for _, block in blocks_of(statement)]
    if isinstance(statement, Loop):
        return _Surely()  # the body may be done no time
    if isinstance(statement, Sequence | Region):
        calls = {name: at for way in reversed(ways) for name, at in way.calls.items()}
        return _Surely(calls, not isinstance(statement, Sequence) and all(way.goes_on for way in ways))
    if isinstance(statement, Switch) and all(case.value is not None for case in statement.cases):
        ways.append(_Surely())
    if isinstance(statement, Do) and statement.arms:
        return _Surely({}, goes_on=False)  # which of its ways there are is the node's business
    if not isinstance(statement, If | Switch) or not ways:
        return _Surely()
    shared = set.intersection(*(set(way.calls) for way in ways))
    return _Surely({name: ways[0].calls[name] for name in shared}, all(way.goes_on for way in ways))
