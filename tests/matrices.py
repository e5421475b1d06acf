"""What the first tier keeps of a matrix of cases: cells in which every row, and every column, is met.

Outside uses `diagonal` and `spread`; the other cells are marked `deep` (`tiers`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from tiers import deep

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

__all__ = ["diagonal", "spread"]

T = TypeVar("T")
U = TypeVar("U")


def diagonal(rows: Sequence[T], columns: Sequence[U], kept: Iterable[T], shift: int = 0) -> list[Any]:
    """Every row with every column, of which the first tier has one cell for each kept row.

    The columns take turns, beginning with another one for each shift.
    """
    turns = {id(row): (number + shift) % len(columns) for number, row in enumerate(kept)}
    return [
        pytest.param(row, column, marks=() if turns.get(id(row)) == index else deep)
        for row in rows
        for index, column in enumerate(columns)
    ]


def spread(
    cases: list[tuple[T, U]],
    kind: Callable[[tuple[T, U]], Hashable],
    keep: int,
    is_better: Callable[[tuple[T, U]], bool] = lambda _: True,
) -> list[Any]:
    """The cases, of which the first tier has `keep` of each kind: others each time, better ones first."""
    kinds: dict[Hashable, list[int]] = {}
    for index, case in enumerate(cases):
        kinds.setdefault(kind(case), []).append(index)
    kept: set[int] = set()
    for turn, indices in enumerate(kinds.values()):
        good = [index for index in indices if is_better(cases[index])] or indices
        kept |= {good[(turn * 5 + number * len(good) // keep) % len(good)] for number in range(keep)}
    return [pytest.param(*case, marks=() if index in kept else deep) for index, case in enumerate(cases)]
