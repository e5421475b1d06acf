"""Ranges that count nothing: `5..1`. Part of `branch_lowering`.

The editor's loop counts up only, so that a loop over such a range is never done, and nothing says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.errors import GraphError
from blueprint_assistant.languages.ast.syntax_tree import NumberLiteral

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Expression, ForRange

__all__ = ["EmptyRangeError", "refuse_empty"]


class EmptyRangeError(GraphError):
    """A loop would never be done; the message has it counting down."""

    code = "empty_range"


def refuse_empty(loop: ForRange) -> None:
    """Raises EmptyRangeError where both ends are written, the larger one first."""
    first, last = _whole(loop.first), _whole(loop.last)
    if first is None or last is None or first <= last:
        return
    raise EmptyRangeError(
        f"A loop counts up: {first}..{last} has no numbers, and its block would never be done.",
        f"To count down write for {loop.name or '_'} in range({first}, {last - 1}, -1):",
    )


def _whole(value: Expression) -> int | None:
    text = value.text if isinstance(value, NumberLiteral) else ""
    return int(text) if text.lstrip("-").isdecimal() else None
