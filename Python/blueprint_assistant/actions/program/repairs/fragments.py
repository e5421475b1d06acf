"""Statements above which no event stands: lines of one that is there, or of the one above.

Outside uses indented_statements and whole_entries. Who is to change a value sends the line alone; under its
event alone it would take the other lines out. Only candidates: whoever asks plans the program with each.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.program.repairs.code_lines import entry_span, indent_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["indented_statements", "whole_entries"]

_MOST_LINES: Final = 5
_LONG: Final = 6
_ENTRY: Final = re.compile(r"(?:on|event|(?:pure\s+)?func|function|def|macro)\b")
_BEGINS: Final = re.compile(
    rf"{_ENTRY.pattern}|(?:(?:private|public|exposed)\s+)?var\b|(?:component|dispatcher|implements)\b|#\[|@"
)
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
        [(lines, at) for lines in known for at, line in enumerate(lines) if at and _is_same(line, what)]
        for what in whats
    ]
    if any(len(places) != 1 for places in same) or len({id(places[0][0]) for places in same}) != 1:
        return
    lines = [*same[0][0][0]]
    for line, ((_, at),) in zip(fragment, same, strict=True):
        lines[at] = f"{' ' * indent_of(lines[at])}{line}"
    yield "\n".join(lines)


def indented_statements(code: str, number: int) -> Iterator[str]:
    """The program with statements at the margin, from a line (from 1) on, in the body of the entry above."""
    lines = code.split("\n")
    head, _ = entry_span(lines, number - 1)
    while head > 0 and _BEGINS.match(lines[head]) is None:
        head, _ = entry_span(lines, head)
    body = next((line for line in lines[head + 1 : number - 1] if line.strip()), "")
    if head < 0 or not body[:1].isspace() or _ENTRY.match(lines[head]) is None:
        return
    end = next((at for at in range(number - 1, len(lines)) if _BEGINS.match(lines[at])), len(lines))
    indent = " " * indent_of(body)
    inner = [f"{indent}{line}" if line.strip() else line for line in lines[number - 1 : end]]
    yield "\n".join([*lines[: number - 1], *inner, *lines[end:]])


def _is_same(line: str, what: str) -> bool:
    """Whether a line does what another one does; SetTimer is short for SetTimerByFunctionName."""
    own = _what(line.strip())
    short, long = sorted((own, what), key=len)
    is_short_for = own[-1:] == what[-1:] == "(" and len(short) > _LONG and long.startswith(short[:-1])
    return own == what or is_short_for


def _what(line: str) -> str:
    """What a statement calls or sets; empty for all others."""
    found = _WHAT.match(line)
    return f"{found[1]}{found[2]}".lower() if found is not None else ""
