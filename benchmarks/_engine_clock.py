"""Tells the time inside the editor's calls, and in Python's garbage collection, from our own.

For benchmarks on the stand-in. Call `watch_calls` before anything of the stand-in is used: its types
are built once. The collection walks through what the stand-in keeps too, for its undo history. Times
are processor time of the game thread, so that other programs do not show in them.
"""

from __future__ import annotations

import gc
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from unreal_sandbox.desk import scoped_transaction
from unreal_sandbox.glue import binding, namespace, structs

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["CollectionClock", "EngineClock", "TickTimes", "watch_calls"]


class CollectionClock:
    """Seconds that the collection has taken on the thread that ticks."""

    def __init__(self) -> None:
        """Begin to listen."""
        self.spent_s = 0.0
        self._start = 0.0
        gc.callbacks.append(self._hear)

    def _hear(self, phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            self._start = time.thread_time()
        else:
            self.spent_s += time.thread_time() - self._start


class EngineClock:
    """Seconds that the thread which ticks has spent inside calls of `unreal`, and how many there were."""

    def __init__(self) -> None:
        """Nothing was called yet."""
        self.spent_s = 0.0
        self.calls = 0
        self._depth = 0

    def timed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, its time counted; calls within a call count once."""

        def call(*args: Any, **kwargs: Any) -> Any:
            self.calls += 1
            if self._depth:
                return function(*args, **kwargs)
            self._depth = 1
            start = time.thread_time()
            try:
                return function(*args, **kwargs)
            finally:
                self.spent_s += time.thread_time() - start
                self._depth = 0

        return call


def watch_calls() -> EngineClock:
    """A clock that hears every function, method, property and transaction of the stand-in."""
    clock = EngineClock()
    make_caller = binding._caller  # noqa: SLF001 - the one place through which every call goes

    def timed_caller(*args: Any, **kwargs: Any) -> Any:
        return clock.timed(make_caller(*args, **kwargs))

    binding._caller = timed_caller  # noqa: SLF001 - likewise
    for module, name in (
        (namespace, "object_property"),
        (namespace, "field_property"),
    ):
        _time_property(clock, module, name)
    transaction = scoped_transaction.ScopedEditorTransaction
    transaction.__enter__ = clock.timed(transaction.__enter__)  # type: ignore[method-assign]
    transaction.__exit__ = clock.timed(transaction.__exit__)  # type: ignore[method-assign]
    structs.StructBase.__init__ = clock.timed(structs.StructBase.__init__)  # type: ignore[method-assign]
    return clock


def _time_property(clock: EngineClock, module: Any, name: str) -> None:
    make = getattr(module, name)

    def timed(*args: Any, **kwargs: Any) -> property:
        made = make(*args, **kwargs)
        setter = None if made.fset is None else clock.timed(made.fset)
        return property(clock.timed(made.fget), setter)

    setattr(module, name, timed)


@dataclass(frozen=True, slots=True)
class TickTimes:
    """One tick in milliseconds: ours, the editor's, the collection's; and the jobs that ran in it."""

    own_ms: float
    engine_ms: float
    collection_ms: float
    jobs: tuple[str, ...]
