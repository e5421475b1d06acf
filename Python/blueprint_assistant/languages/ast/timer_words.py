"""What timers are called by: one word for several functions, of which the value that is given decides."""

from __future__ import annotations

from typing import Final

__all__ = ["TIMER_BASES", "TIMER_CALLS"]

_BASES: Final = {
    "cleartimer": "ClearTimer",
    "pausetimer": "PauseTimer",
    "unpausetimer": "UnPauseTimer",
    "resumetimer": "UnPauseTimer",
    "istimeractive": "IsTimerActive",
    "istimerpaused": "IsTimerPaused",
    "doestimerexist": "TimerExists",
    "timerexists": "TimerExists",
    "gettimerelapsedtime": "GetTimerElapsedTime",
    "gettimerremainingtime": "GetTimerRemainingTime",
    "settimerfornexttick": "SetTimerForNextTick",
}
_ENDINGS: Final = ("", "handle", "byhandle", "delegate", "bydelegate", "event", "byevent", "byfunctionname")
TIMER_BASES: Final = {
    **{f"{word}{ending}": base for word, base in _BASES.items() for ending in _ENDINGS},
    "clearandinvalidatetimerhandle": "ClearTimer",
    "clearandinvalidatetimerbyhandle": "ClearTimer",
}
"""The functions' common name by the word, in small letters and without blanks."""
TIMER_CALLS: Final = (*TIMER_BASES, *(f"k2_{word}" for word in TIMER_BASES))
"""All words."""
