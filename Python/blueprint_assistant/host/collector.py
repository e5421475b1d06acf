"""Python's garbage collection, on the game thread only. Outside uses GarbageCollector.

A collection runs on whichever thread happens to allocate. On a worker it would end Qt objects
and wrappers of `unreal` there, which neither survives: seen as crashes inside a collection. So
while the assistant has threads, the automatic collection is off and the tick does its work.

During a turn it leaves alone what was there before: walking through the whole heap of an editor takes
many times as long as a tick may, and what a turn leaves behind is what it made itself.
"""

from __future__ import annotations

import gc
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["GarbageCollector"]

_FULL_EVERY_S = 30.0
"""A full collection of an editor's heap can take a tenth of a second, so it must be rare."""
_IN_TURN_EVERY_S = 5.0
"""What a turn has made since the last time is little, as long as that was not long ago."""


class GarbageCollector:
    """Takes the collection over from construction to `stop`. All methods on the game thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Switch the automatic collection off; `stop` puts it back as it was."""
        self._clock = clock
        self._was_enabled = gc.isenabled()
        self._is_running = True
        self._is_in_turn = False
        self._last_full = clock()
        gc.disable()

    def tick(self, *, is_in_turn: bool = False) -> None:
        """Collect what Python itself would have collected by now; mostly nothing."""
        if not self._is_running:
            return
        self._set_aside(is_in_turn=is_in_turn)
        counts, thresholds = gc.get_count(), gc.get_threshold()
        rest_s = _IN_TURN_EVERY_S if self._is_in_turn else _FULL_EVERY_S
        if counts[2] > thresholds[2] and self._clock() - self._last_full >= rest_s:
            self._last_full = self._clock()
            gc.collect()
            if self._is_in_turn:
                gc.freeze()  # what is left is the turn's: the next time only what is newer is walked through
        elif counts[1] > thresholds[1]:
            gc.collect(1)
        elif counts[0] > thresholds[0]:
            gc.collect(0)

    def _set_aside(self, *, is_in_turn: bool) -> None:
        """Take what there is out of the collection when a turn begins, and back when it is over."""
        if is_in_turn == self._is_in_turn:
            return
        self._is_in_turn = is_in_turn
        if is_in_turn:
            gc.freeze()
        else:
            gc.unfreeze()

    def stop(self) -> None:
        """Collect once more, now that windows and threads are gone. May be called again."""
        if not self._is_running:
            return
        self._set_aside(is_in_turn=False)
        self._is_running = False
        gc.collect()
        if self._was_enabled:
            gc.enable()
