"""What a program says of things that it declares elsewhere: custom events, tracks of timelines.

Part of `lowering`, which needs it before the first node is built.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.blocks import parts_of
from blueprint_assistant.languages.ast.syntax_tree import (
    Call,
    Do,
    Goto,
    Handler,
    Identifier,
    Member,
    StringLiteral,
)

if TYPE_CHECKING:
    from blueprint_assistant.graph.kinds.specs import TrackKind
    from blueprint_assistant.languages.ast.syntax_tree import Program

__all__ = ["called_by_name", "custom_events", "declared_events", "jump_targets", "timeline_tracks"]

_OUTPUTS: Final = frozenset({"update", "finished", "direction"})


def called_by_name(program: Program) -> frozenset[str]:
    """What the program calls by the name alone or on itself, or hands on to be called, in lower case."""
    parts = list(parts_of(program))
    calls = [part for part in parts if isinstance(part, Call)]
    callees = [one.callee for one in calls]
    names = [one.name for one in callees if isinstance(one, Identifier) or _is_self(one.of)]
    names += [part.name for part in parts if isinstance(part, Handler)]
    timers = [item.value for one in calls if "timer" in one.callee.name.lower() for item in one.arguments]
    names += [value.text for value in timers if isinstance(value, StringLiteral)]
    return frozenset(map(str.lower, names))


def _is_self(value: object) -> bool:
    return isinstance(value, Identifier) and value.name.lower() in ("self", "this")


def declared_events(program: Program) -> dict[str, str]:
    """The custom events that the program declares, by lower-case name."""
    return {entry.name.lower(): entry.name for entry in program.entries if entry.kind == "custom_event"}


def custom_events(program: Program) -> dict[str, str]:
    """The custom events that the program declares or binds, by lower-case name."""
    names = [*declared_events(program).values()]
    names += [part.name for part in parts_of(program) if isinstance(part, Handler) and part.kind == "event"]
    return {name.lower(): name for name in names}


def jump_targets(program: Program) -> set[str]:
    """What the jumps of the program lead to, in lower case."""
    return {part.to.lower() for part in parts_of(program) if isinstance(part, Goto)}


def timeline_tracks(program: Program) -> dict[str, tuple[tuple[str, TrackKind], ...]]:
    """The tracks of each timeline that the program uses, by the timeline's lower-case name.

    A track whose kind the text does not tell is one of numbers.
    """
    aliases: dict[str, str] = {}
    tracks: dict[str, dict[str, TrackKind]] = {}
    for part in parts_of(program):
        if isinstance(part, Do) and (timeline := _timeline_of(part.call)):
            aliases[part.name.lower()] = aliases[timeline.lower()] = timeline.lower()
            found = tracks.setdefault(timeline.lower(), {})
            found.update({arm.pin: "event" for arm in part.arms if arm.pin.lower() not in _OUTPUTS})
    for part in parts_of(program):
        if isinstance(part, Member) and isinstance(part.of, Identifier):
            timeline = aliases.get(part.of.name.lower(), "")
            if timeline and part.name.lower() not in _OUTPUTS:
                tracks[timeline].setdefault(part.name, "float")
    return {name: tuple(found.items()) for name, found in tracks.items()}


def _timeline_of(call: Call) -> str:
    is_timeline = isinstance(call.callee, Identifier) and call.callee.name.lower() == "timeline"
    first = call.arguments[0].value if is_timeline and call.arguments else None
    if isinstance(first, Identifier):
        return first.name
    return first.text if isinstance(first, StringLiteral) else ""
