"""The lines of a program: one put in the place of another, and where an entry begins and ends.

Outside uses entry_span, indent_of and put.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["entry_span", "indent_of", "put"]


def put(lines: Sequence[str], number: int, line: str) -> str:
    """The program with one line (from 1) for another."""
    return "\n".join([*lines[: number - 1], line, *lines[number:]])


def entry_span(lines: Sequence[str], number: int) -> tuple[int, int]:
    """Where the head at or above a line (from 1) is, or -1, and where what stands behind its body begins."""
    head = next((at for at in range(number - 1, -1, -1) if lines[at][:1].strip()), -1)
    end = next((at for at in range(number, len(lines)) if lines[at][:1].strip()), len(lines))
    return head, end


def indent_of(line: str) -> int:
    """How far in a line stands."""
    return len(line) - len(line.lstrip())
