"""Calls in the text of a line: where one stands, and the texts of its values. Outside uses find_call."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["CallText", "find_call"]

_OPEN: Final = "([{"
_CLOSED: Final = ")]}"


@dataclass(frozen=True, slots=True)
class CallText:
    """A call in a line. `start` is where its target or name begins, `end` where it is closed."""

    line: str
    start: int
    end: int
    target: str
    values: tuple[str, ...]

    @property
    def is_whole_line(self) -> bool:
        """Whether nothing else stands on the line."""
        return not self.line[: self.start].strip() and not self.line[self.end :].strip()

    def with_call(self, callee: str, values: Sequence[str]) -> str:
        """The line with another call in its place."""
        return f"{self.line[: self.start]}{callee}({', '.join(values)}){self.line[self.end :]}"


def find_call(line: str, name: str, column: int = 0) -> CallText | None:
    """The call of a name in a line; with `column` (from 1) the one that reaches over it."""
    for found in re.finditer(rf"((?:\w+\s*\.\s*)*)(?<!\w){re.escape(name)}\s*\(", line):
        values, end = _values(line, found.end())
        is_there = not column or found.start() < column <= end
        if end and is_there:
            return CallText(line, found.start(), end, found[1].replace(" ", ""), values)
    return None


def _values(line: str, at: int) -> tuple[tuple[str, ...], int]:
    """The values behind an open bracket, and where it is closed; 0 when it is not."""
    parts, depth, quote = [""], 0, ""
    for place in range(at, len(line)):
        sign = line[place]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign in _OPEN:
            depth += 1
        elif sign in _CLOSED:
            if depth == 0:
                return tuple(part.strip() for part in parts if part.strip()), place + 1
            depth -= 1
        elif sign == "," and depth == 0:
            parts.append("")
            continue
        parts[-1] += sign
    return (), 0
