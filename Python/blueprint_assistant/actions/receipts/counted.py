"""Numbers of things in words, and lists that end in a number. Outside uses counted and listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["counted", "listed"]


def counted(number: int, word: str) -> str:
    """`1 node`, `2 nodes`, `2 comment boxes`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}{'es' if word.endswith('x') else 's'}"


def listed(texts: Sequence[str], most: int, between: str = ", ") -> str:
    """`a, b and 3 more`: the first of some texts, at most `most` of them; empty for none."""
    more = f" and {len(texts) - most} more" if len(texts) > most else ""
    return f"{between.join(texts[:most])}{more}"
