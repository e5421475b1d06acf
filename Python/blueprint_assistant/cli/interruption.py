"""Ctrl+C and its like as a wish that the run looks at between two steps. Outside uses listening.

Python's own answer, an exception wherever the program happens to be, would come up in the middle
of a change of a Blueprint, or inside Qt, which cannot bear it.
"""

from __future__ import annotations

import signal
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

__all__ = ["StopWish", "listening"]

_SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
]
_PATIENCE_S = 1.0
"""Wrappers hand Ctrl+C on although the terminal has sent it already: twice at once means once."""


class StopWish:
    """Whether somebody wants the program to end. Game thread."""

    def __init__(self) -> None:
        """Nobody does yet."""
        self._made_at: float | None = None

    @property
    def is_made(self) -> bool:
        """Whether the wish was made."""
        return self._made_at is not None

    def make(self, number: int, _frame: FrameType | None = None) -> None:
        """Note the wish. Who repeats it after a while does not want to wait: the program ends at once."""
        now = time.monotonic()
        if self._made_at is None:
            self._made_at = now
        elif now - self._made_at > _PATIENCE_S:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)


@contextmanager
def listening() -> Iterator[StopWish]:
    """Hear Ctrl+C, the end of the terminal and a polite kill while this is entered.

    What the caller had ignored (`nohup`) stays ignored. Off the main thread nothing is heard.
    """
    wish = StopWish()
    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in _SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, wish.make)
    try:
        yield wish
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
