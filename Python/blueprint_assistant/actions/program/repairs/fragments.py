"""Statements without an event, meant as lines of one that is there. Outside uses whole_entries.

Who is to change a value sends the line alone; under its event alone it would take the other lines out.
Only candidates: whoever asks plans the program with each of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["whole_entries"]

_MOST_LINES: Final = 5
_WHAT: Final = re.compile(r"(?:await\s+)?([\w.]+)\s*(\(|=(?!=))")


def whole_entries(code: str, entries: Iterable[str]) -> Iterator[str]:
    """The entry, as code, that has a line for each of a program, with these in the place of its own.

    A line is for another when both call or set the same; no other line of any entry may.
    """
    fragment = [line.strip() for line in code.splitlines() if line.strip()]
    whats = [_what(line) for line in fragment]
    if not fragment or len(fragment) > _MOST_LINES or "" in whats or len(set(whats)) < len(whats):
        return
    known = [entry.splitlines() for entry in entries]
    same = [
        [
            (lines, at)
            for lines in known
            for at, line in enumerate(lines)
            if at and _what(line.strip()) == what
        ]
        for what in whats
    ]
    if any(len(places) != 1 for places in same) or len({id(places[0][0]) for places in same}) != 1:
        return
    lines = [*same[0][0][0]]
    for line, ((_, at),) in zip(fragment, same, strict=True):
        lines[at] = f"{lines[at][: len(lines[at]) - len(lines[at].lstrip())]}{line}"
    yield "\n".join(lines)


def _what(line: str) -> str:
    """What a statement calls or sets; empty for all others."""
    found = _WHAT.match(line)
    return f"{found[1]}{found[2]}".lower() if found is not None else ""
