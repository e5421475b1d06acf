"""Marks: what a node is beside its name and values, as words before a statement or head.

`@disabled PrintString("a")`, `@server @reliable event Fire()`. A mark is a word of `_WORDS`, or a property
as the editor's text has it (`@"bLoop=True"`) where there is no word for it. Part of `languages`: which marks
a node has is told by `decompile`, all others only compare, read and print them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "enabled_marks",
    "event_flags",
    "flag_marks",
    "hard_marks",
    "is_mark_word",
    "key_modifiers",
    "property_mark",
    "remedy_of",
]

_ENABLED: Final = "enabled"
_STATES: Final = {"Disabled": "disabled", "DevelopmentOnly": "development", "Enabled": _ENABLED}
_FLAGS: Final = {
    "bExecuteWhenPaused": "paused",
    "bControl": "ctrl",
    "bAlt": "alt",
    "bShift": "shift",
    "bCommand": "cmd",
}
_MODIFIERS: Final = frozenset({"ctrl", "alt", "shift", "cmd"})
_NET: Final = 0x40
_REPLICATION: Final = {0x20_0000: "server", 0x4000: "multicast", 0x100_0000: "client", 0x80: "reliable"}
_USUAL: Final = 0x0C02_0800
"""Flags that every custom event has when it is compiled: callable, event, public; and Final of old ones."""
_WORDS: Final = frozenset({*_STATES.values(), *_FLAGS.values(), *_REPLICATION.values()})
_REMEDIES: Final = {
    **dict.fromkeys(_STATES.values(), "right-click the node and choose its Enabled State"),
    **dict.fromkeys(_REPLICATION.values(), "choose Replicates in the details of the event"),
}
_REMEDY: Final = "set it in the details of the node"


def is_mark_word(word: str) -> bool:
    """Whether a word behind `@` is a mark; others are labels."""
    return word.lower() in _WORDS


def hard_marks(marks: tuple[str, ...]) -> frozenset[str]:
    """The marks by which two statements are told apart.

    `enabled` is only shown: a call that runs in a shipped game, too, does all that was written.
    """
    return frozenset(marks) - {_ENABLED}


def key_modifiers(marks: tuple[str, ...]) -> frozenset[str]:
    """The keys that have to be held, by which two inputs of one key are told apart."""
    return frozenset(marks) & _MODIFIERS


def remedy_of(mark: str) -> str:
    """What the artist does to give a node a mark."""
    return _REMEDIES.get(mark, _REMEDY)


def enabled_marks(state: str, usual: str) -> Iterator[str]:
    """The mark for the enabled state of a node, where a new node of its kind has another one."""
    if state != usual and state in _STATES:
        yield _STATES[state]


def flag_marks(flags: int) -> Iterator[str]:
    """The marks for the flags of a custom event: where it runs, and whether that is certain."""
    for flag, word in _REPLICATION.items():
        if flags & flag:
            yield word
    known = sum(_REPLICATION)
    if flags & ~(known | _NET | _USUAL) or bool(flags & _NET) != bool(flags & (known & ~0x80)):
        yield f"FunctionFlags={flags}"


def event_flags(marks: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    """The flags of a new custom event with these marks, and the marks that are no flags."""
    words = {word: flag for flag, word in _REPLICATION.items()}
    flags = sum(words[mark] for mark in dict.fromkeys(marks) if mark in words)
    return (flags | _NET if flags else 0), tuple(mark for mark in marks if mark not in words)


def property_mark(name: str, value: str) -> str:
    """The mark for a property that no word of the statement says."""
    word = _FLAGS.get(name, "")
    return word if word and value == "True" else f"{name}={value}"
