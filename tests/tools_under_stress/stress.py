"""How much is tried: everything with `BLUEPRINT_STRESS=all`, else a sample that is the same in every run."""

from __future__ import annotations

import os
from typing import TypeVar

__all__ = ["is_everything_tried", "sample"]

T = TypeVar("T")


def is_everything_tried() -> bool:
    """Whether the suite was asked to try everything, which takes an hour."""
    return os.environ.get("BLUEPRINT_STRESS", "") == "all"


def sample(items: list[T], count: int, seed: int = 0) -> list[T]:
    """`count` of the items, spread evenly from another one for each seed; all when everything is tried."""
    if is_everything_tried() or len(items) <= count:
        return items
    stride = len(items) / count
    shift = (seed * 7919) % max(1, int(stride))
    return [items[(int(number * stride) + shift) % len(items)] for number in range(count)]
