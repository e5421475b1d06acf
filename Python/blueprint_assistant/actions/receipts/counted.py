"""Numbers of things in words. Outside uses counted."""

from __future__ import annotations

__all__ = ["counted"]


def counted(number: int, word: str) -> str:
    """`1 node`, `2 nodes`, `2 comment boxes`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}{'es' if word.endswith('x') else 's'}"
