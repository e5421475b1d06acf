"""`TurnTaking`: how soon the game thread gets its turn while a worker computes. Game thread only.

Each time the editor enters Python, for a tick, for Qt, for any other plugin, a worker that reads or
plans has to let go of the interpreter first, and by default it does so after five milliseconds: a third
of a frame, several times in each.
"""

from __future__ import annotations

import sys

__all__ = ["TurnTaking"]

_SWITCH_S = 0.0005


class TurnTaking:
    """Lets threads take turns ten times as often, from construction to `stop`."""

    def __init__(self) -> None:
        """Switch faster; where somebody has made it faster still, it stays so."""
        self._before = sys.getswitchinterval()
        self._ours = min(self._before, _SWITCH_S)
        sys.setswitchinterval(self._ours)

    def stop(self) -> None:
        """Put it back as it was, unless somebody has changed it meanwhile. May be called again."""
        if abs(sys.getswitchinterval() - self._ours) < _SWITCH_S / 100:
            sys.setswitchinterval(self._before)
        self._before = sys.getswitchinterval()
