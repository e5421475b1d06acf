"""`FrameWatch`: tells the editor's own frames from ticks inside an operation that is not over.

A compile, a save, a progress dialog and a modal window tick Slate themselves, also those that the
user or another plugin started. Whoever changes something then does it in the middle of them, which
is a known way to crash the editor. The core ticker runs once per frame and in none of these
(field notes on hosting, 4.1). Game thread only.
"""

from __future__ import annotations

import logging
from contextlib import suppress

import unreal

__all__ = ["FrameWatch"]

_log = logging.getLogger(__name__)


class FrameWatch:
    """Watches the core ticker. Where it cannot, or never hears it, every tick counts as a frame."""

    def __init__(self) -> None:
        """Begin to watch."""
        self._frames = 0
        self._frames_at_last_tick = 0
        self._handle: object | None = None
        register = getattr(unreal, "register_ticker_callback", None)  # since Unreal 5.7
        if register is not None:
            try:
                self._handle = register(self._count)
            except Exception as error:  # noqa: BLE001 - nobody has published how it fails; the guard is lost
                _log.warning("The core ticker cannot be watched: %s", error)

    def is_nested(self) -> bool:
        """Whether this tick is inside an unfinished operation. Call it once, first thing in a tick."""
        is_new = self._frames != self._frames_at_last_tick
        self._frames_at_last_tick = self._frames
        return self._frames > 0 and not is_new

    def stop(self) -> None:
        """Let go of the ticker. May be called again."""
        handle, self._handle = self._handle, None
        if handle is not None:
            with suppress(Exception):  # at its end the editor may have no ticker any more
                unreal.unregister_ticker_callback(handle)

    def _count(self, _delta_s: float) -> bool:
        self._frames += 1
        return True
