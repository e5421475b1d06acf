"""Heights of many rows and the places that follow from them. Plain numbers, no Qt.

A change near the end, where conversations grow, costs next to nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["RowHeights"]


class RowHeights:
    """Row heights in pixels, exact or guessed, between two margins."""

    def __init__(self, margin: int) -> None:
        """Start without rows. The margin is above the first and below the last row."""
        self._margin = margin
        self._heights: list[int] = []
        self._exact: list[bool] = []
        self._tops: list[int] = [margin]
        self._valid = 0  # `_tops` holds for rows up to this number

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self._heights)

    @property
    def total(self) -> int:
        """The height of everything with both margins."""
        self._extend(self.count)
        return self._tops[self.count] + self._margin

    def reset(self, guesses: Sequence[int]) -> None:
        """Replace all rows by guessed heights."""
        self._heights = list(guesses)
        self._exact = [False] * len(self._heights)
        self._tops = [self._margin] * (len(self._heights) + 1)
        self._valid = 0

    def insert(self, start: int, guesses: Sequence[int]) -> None:
        """Put rows in with guessed heights."""
        self._heights[start:start] = guesses
        self._exact[start:start] = [False] * len(guesses)
        self._tops.extend([0] * len(guesses))
        self._valid = min(self._valid, start)

    def invalidate(self, number: int) -> None:
        """The height of a row is only a guess now."""
        self._exact[number] = False

    def invalidate_all(self) -> None:
        """All heights are only guesses now."""
        self._exact = [False] * len(self._exact)

    def is_exact(self, number: int) -> bool:
        """Whether a row's height was measured."""
        return self._exact[number]

    def set_exact(self, number: int, height: int) -> int:
        """A measured height; by how much the row grew."""
        grown = height - self._heights[number]
        self._heights[number] = height
        self._exact[number] = True
        if grown:
            self._valid = min(self._valid, number)
        return grown

    def height(self, number: int) -> int:
        """The height of a row."""
        return self._heights[number]

    def top(self, number: int) -> int:
        """The upper edge of a row."""
        self._extend(number)
        return self._tops[number]

    def at(self, y: int) -> int:
        """The row at a height, or -1 above, below and without rows."""
        self._extend(self.count)
        if not self._heights or not self._tops[0] <= y < self._tops[self.count]:
            return -1
        return bisect_right(self._tops, y, 0, self.count) - 1

    def between(self, top: int, bottom: int) -> range:
        """The rows that reach into a stretch."""
        self._extend(self.count)
        first = max(bisect_right(self._tops, top, 0, self.count) - 1, 0)
        last = bisect_right(self._tops, bottom, 0, self.count)
        return range(first, last)

    def _extend(self, number: int) -> None:
        """Make the tops valid up to a row."""
        if number <= self._valid:
            return
        y = self._tops[self._valid]
        for row in range(self._valid, number):
            y += self._heights[row]
            self._tops[row + 1] = y
        self._valid = number
