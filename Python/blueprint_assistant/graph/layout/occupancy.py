"""The plane on which nodes stand: which boxes are taken, and how far down a free place is.

Part of `graph.layout.arrange`. Looking a box up costs what is near it, not what is on the whole board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.layout.sizes import GRID, on_grid

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

__all__ = ["Box", "Occupancy"]

_CELL: Final = 512
_MANY_CELLS: Final = 4096
_TRIES: Final = 16


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in graph units; `owner` is the name of the node, empty for a link's way."""

    left: int
    top: int
    right: int
    bottom: int
    owner: str = ""

    def lower(self, by: int) -> Box:
        """The same box further down."""
        return Box(self.left, self.top + by, self.right, self.bottom + by, self.owner)

    def is_near(self, other: Box) -> bool:
        """Whether the boxes overlap or have less than a grid cell between them."""
        return (
            self.left < other.right + GRID
            and other.left < self.right + GRID
            and self.top < other.bottom + GRID
            and other.top < self.bottom + GRID
        )


class Occupancy:
    """Boxes that are taken."""

    def __init__(self) -> None:
        """Start empty."""
        self._cells: dict[tuple[int, int], list[Box]] = {}
        self._large: list[Box] = []
        self.bottom: int | None = None

    def take(self, box: Box) -> None:
        """Mark a box as taken."""
        self.bottom = box.bottom if self.bottom is None else max(self.bottom, box.bottom)
        cells = self._cells_of(box)
        if cells is None:
            self._large.append(box)
            return
        for cell in cells:
            self._cells.setdefault(cell, []).append(box)

    def at(self, x: int, y: int) -> Iterator[Box]:
        """The boxes that a point lies in."""
        for box in (*self._cells.get((x // _CELL, y // _CELL), ()), *self._large):
            if box.left <= x < box.right and box.top <= y < box.bottom:
                yield box

    def fall(self, boxes: Collection[Box], ignored: Collection[str] = ()) -> int:
        """How far down boxes must go together to be free, in steps of the grid; 0 when they are.

        After some tries between what is there the place is under everything.
        """
        total = 0
        for _ in range(_TRIES):
            step = max((self._step(box.lower(total), ignored) for box in boxes), default=0)
            if step == 0:
                return total
            total += on_grid(step)
        top = min(box.top for box in boxes)
        return max(total, on_grid((self.bottom or 0) + 2 * GRID - top))

    def _step(self, box: Box, ignored: Collection[str]) -> int:
        """How far down a box must go to leave those that it is near to."""
        return max(
            (other.bottom + 2 * GRID - box.top for other in self._near(box) if other.owner not in ignored),
            default=0,
        )

    def _near(self, box: Box) -> Iterator[Box]:
        wide = Box(box.left - GRID, box.top - GRID, box.right + GRID, box.bottom + GRID)
        cells = self._cells_of(wide)
        found = self._cells if cells is None else cells
        for cell in found:
            yield from (other for other in self._cells.get(cell, ()) if other.is_near(box))
        yield from (other for other in self._large if other.is_near(box))

    def _cells_of(self, box: Box) -> list[tuple[int, int]] | None:
        """The cells that a box touches; None when they are too many to list."""
        columns = range(box.left // _CELL, box.right // _CELL + 1)
        rows = range(box.top // _CELL, box.bottom // _CELL + 1)
        if len(columns) * len(rows) > _MANY_CELLS:
            return None
        return [(column, row) for column in columns for row in rows]
