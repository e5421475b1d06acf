"""Stop, pressed in the middle of a stream, and how long the stream takes to end."""

from __future__ import annotations

import time
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.providers.base import Cancelled, CancelToken

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from blueprint_assistant.providers.base import ProviderEvent

__all__ = ["HANG_S", "is_once_within", "seconds_to_stop"]

HANG_S = 60.0
_TRIES = 10


def seconds_to_stop(
    start: Callable[[CancelToken], Iterator[ProviderEvent]], is_reached: Callable[[], bool]
) -> float:
    """Start a stream, press Stop once `is_reached`; the seconds from then to the stream's end."""
    cancel, pressed = CancelToken(), []

    def press() -> None:
        give_up_at = time.perf_counter() + HANG_S
        while not is_reached() and time.perf_counter() < give_up_at:
            time.sleep(0.005)
        pressed.append(time.perf_counter())
        cancel.cancel()

    presser = Thread(target=press, daemon=True)
    stream = start(cancel)
    presser.start()
    with pytest.raises(Cancelled):
        list(stream)
    ended = time.perf_counter()
    presser.join()
    return ended - pressed[0]


def is_once_within(seconds: float, attempt: Callable[[], float]) -> bool:
    """Whether one of several attempts is that quick: a busy machine delays some, a fault delays all."""
    return any(attempt() < seconds for _ in range(_TRIES))
