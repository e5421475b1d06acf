"""Notices when a model goes round in circles. Outside uses RepetitionGuard."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["RepetitionGuard", "Verdict", "call_key"]

Verdict = Literal["fine", "warn", "stop"]

_MAX_IDENTICAL = 3
_LONGEST_CYCLE = 4


def call_key(name: str, parameters: Mapping[str, Any]) -> str:
    """Equal for calls of one tool with equal arguments, whatever their order."""
    return f"{name} {json.dumps(parameters, sort_keys=True, default=str)}"


class RepetitionGuard:
    """Looks for the same batches of calls again and again while nothing changes. One per turn."""

    def __init__(self) -> None:
        """Nothing was called yet."""
        self._batches: list[tuple[str, ...]] = []

    def judge(self, keys: Sequence[str], *, has_changed: bool) -> Verdict:
        """`stop` when a batch, or a cycle of a few, was done three times; `warn` at the second time.

        A change of the project starts the count again.
        """
        if has_changed:
            self._batches.clear()
        self._batches.append(tuple(sorted(keys)))
        times = max(self._times_repeated(length) for length in range(1, _LONGEST_CYCLE + 1))
        if times >= _MAX_IDENTICAL:
            return "stop"
        return "warn" if times > 1 else "fine"

    def _times_repeated(self, length: int) -> int:
        """How often the last `length` batches stand at the end, one time after the other."""
        cycle = self._batches[-length:]
        times, end = 0, len(self._batches)
        while end >= length and self._batches[end - length : end] == cycle:
            times, end = times + 1, end - length
        return times
