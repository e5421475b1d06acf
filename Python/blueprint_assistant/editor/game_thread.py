"""The queue between worker threads and the editor's game thread.

A worker hands over a job and waits; the editor's tick runs it. `GameThread` is made on the
game thread, `tick` is registered as the post-tick callback there, everything else may be
called from any thread. It knows nothing of `unreal`.

Why it is built so (field notes on hosting, 4 and 9.5): ticks are nested inside compiles,
saves and dialogs, so a tick inside a running job must do nothing; ticks are skipped while
the editor saves or collects garbage, so deadlines are wall time; an exception that reaches
the editor would be logged on every frame, so nothing propagates.
"""

from __future__ import annotations

import itertools
import logging
import threading
import time
import traceback
from collections import deque
from collections.abc import Generator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from blueprint_assistant.errors import EditorError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "EditorBusyError",
    "EditorStoppingError",
    "GameThread",
    "GameThreadHealth",
    "JobKind",
    "JobWithdrawnError",
    "OutcomeUnknownError",
]

_log = logging.getLogger(__name__)

T = TypeVar("T")
JobKind = Literal["read", "settled_read", "mutate", "compile"]
"""A settled read waits, as changes do, while the editor is held: before, its answer would not be whole."""

TIMEOUT_S: dict[JobKind, float] = {"read": 30.0, "settled_read": 30.0, "mutate": 120.0, "compile": 600.0}
"""Wall time that a job may wait and run before the worker stops waiting."""

_READS: tuple[JobKind, ...] = ("read", "settled_read")
_BUDGET_S = 0.008
_SLOW_JOB_S = 0.1
_SILENT_S = 2.0


class EditorBusyError(EditorError):
    """The job never ran: the editor did not get to it in time."""

    code = "editor_busy"


class OutcomeUnknownError(EditorError):
    """The job had started when the wait ended: it may still take effect."""

    code = "outcome_unknown"


class JobWithdrawnError(EditorError):
    """The job never ran: Stop was pressed before its turn came."""

    code = "stopped"


class EditorStoppingError(EditorError):
    """The editor is shutting down and takes no more jobs."""

    code = "editor_stopping"


@dataclass(eq=False)
class _Job:
    id: int
    name: str
    kind: JobKind
    work: Callable[[], Any]
    deadline: float
    ticks_before: int
    future: Future[Any] = field(default_factory=Future)
    steps: Generator[None, None, Any] | None = None
    spent_s: float = 0.0

    @property
    def has_started(self) -> bool:
        return self.future.running()


@dataclass(slots=True)
class GameThreadHealth:
    """Counters for diagnostics. Times are seconds of the queue's clock."""

    ticks: int = 0
    nested_ticks: int = 0
    jobs: int = 0
    last_tick: float | None = None
    slowest_job: str = ""
    slowest_job_s: float = 0.0


class GameThread:
    """Runs jobs on the thread that made it, a bounded amount per tick, in order of arrival.

    At most one changing job runs per tick, and the tick after it runs none, so that the
    editor's own deferred work gets its turn. A job may be a generator: each `yield` hands
    the rest to a later tick. `hold` names a passing reason to keep changing jobs waiting
    (assets still loading), or returns an empty text.
    """

    def __init__(
        self,
        *,
        hold: Callable[[], str] | None = None,
        clock: Callable[[], float] = time.monotonic,
        budget_s: float = _BUDGET_S,
    ) -> None:
        """Bind to the calling thread."""
        self._hold = hold or (lambda: "")
        self._clock = clock
        self._budget_s = budget_s
        self._thread = threading.get_ident()
        self._lock = threading.Lock()
        self._jobs: deque[_Job] = deque()
        self._ids = itertools.count(1)
        self._depth = 0
        self._must_rest = False
        self._held = ""
        self._is_stopping = False
        self._reported: set[str] = set()
        self.health = GameThreadHealth()

    # --- any thread ------------------------------------------------------------------------

    def run(self, name: str, kind: JobKind, work: Callable[[], T], *, timeout_s: float | None = None) -> T:
        """Run `work` on the game thread and return its result; its exceptions are raised here.

        Raises EditorBusyError when it was never started in time, OutcomeUnknownError when it
        was started but not done, JobWithdrawnError and EditorStoppingError as they say. On the
        game thread itself it runs at once, unless a job is running there already.
        """
        if threading.get_ident() == self._thread:
            return self._run_inline(name, work)
        timeout_s = TIMEOUT_S[kind] if timeout_s is None else timeout_s
        job = self._enqueue(name, kind, work, timeout_s)
        try:
            return cast("T", job.future.result(timeout=timeout_s))
        except FutureTimeout:
            if job.future.done():
                return cast("T", job.future.result())
        # The tick withdraws overdue jobs too; whoever is first decides, under the future's lock.
        if job.future.cancel():
            raise self._busy(job)
        if job.future.done():
            return cast("T", job.future.result())
        raise self._unknown(job, f"it was not finished after {timeout_s:g} s")

    def withdraw(self) -> int:
        """Give up every job that has not started; how many those were."""
        with self._lock:
            jobs = [job for job in self._jobs if not job.has_started]
        return sum(
            self._fail(job, JobWithdrawnError(f"'{job.name}' was not run: stopped before its turn."))
            for job in jobs
        )

    @property
    def silent_s(self) -> float:
        """Seconds since the last tick; 0 before the first one."""
        last = self.health.last_tick
        return 0.0 if last is None else max(0.0, self._clock() - last)

    @property
    def is_silent(self) -> bool:
        """Whether the editor has not ticked for a while: saving, compiling, or a dialog is open."""
        return self.silent_s > _SILENT_S

    def stop(self) -> None:
        """Refuse new jobs and give up the waiting ones. May be called more than once."""
        with self._lock:
            self._is_stopping = True
            jobs = list(self._jobs)
            self._jobs.clear()
        for job in jobs:
            self._fail(job, self._stopping(job.name))

    # --- game thread -----------------------------------------------------------------------

    def tick(self, delta_s: float = 0.0, *, is_nested: bool = False) -> None:  # noqa: ARG002 - the engine's
        """Do a bounded amount of work. Raises no Exception; does nothing inside itself.

        `is_nested` says that the tick is inside another operation of the editor: nothing is done then.
        """
        if self._depth or is_nested:
            self.health.nested_ticks += 1
            return
        self._depth += 1
        try:
            self.health.ticks += 1
            self.health.last_tick = self._clock()
            self._work_through()
        except Exception as error:  # noqa: BLE001 - the outermost loop: the editor must never see it
            self._report(error)
        finally:
            self._depth -= 1

    # --- inside ----------------------------------------------------------------------------

    def _enqueue(self, name: str, kind: JobKind, work: Callable[[], Any], timeout_s: float) -> _Job:
        job = _Job(next(self._ids), name, kind, work, self._clock() + timeout_s, self.health.ticks)
        with self._lock:
            if self._is_stopping:
                raise self._stopping(name)
            self._jobs.append(job)
        return job

    def _run_inline(self, name: str, work: Callable[[], T]) -> T:
        if self._depth:
            raise EditorBusyError(
                f"'{name}' was asked for inside a running job of the game thread.",
                "Ask again when that job is done.",
            )
        self._depth += 1
        try:
            result = work()
            if isinstance(result, Generator):
                return cast("T", _exhaust(result))
            return result
        finally:
            self._depth -= 1

    def _work_through(self) -> None:
        self._held = self._hold_reason()
        self._drop_overdue()
        may_change = not self._must_rest and not self._held
        self._must_rest = False
        end = self._clock() + self._budget_s
        for job in self._ready(may_change=may_change):
            self._advance(job)
            if job.kind not in _READS:
                self._must_rest = True
                return
            if self._clock() >= end:
                return

    def _ready(self, *, may_change: bool) -> list[_Job]:
        """The jobs that this tick may start, in order: no read overtakes a change asked for before it."""
        with self._lock:
            jobs = list(self._jobs)
        ready: list[_Job] = []
        for job in jobs:
            if job.kind == "settled_read" and self._held:
                continue
            if job.kind not in _READS and not may_change:
                break
            ready.append(job)
            if job.kind not in _READS:
                break
        return ready

    def _hold_reason(self) -> str:
        try:
            return self._hold()
        except Exception as error:  # noqa: BLE001 - a failing check must not stop the queue
            self._report(error)
            return ""

    def _advance(self, job: _Job) -> None:
        if not job.has_started and not job.future.set_running_or_notify_cancel():
            self._forget(job)
            return
        started = self._clock()
        try:
            is_done, result = self._step(job)
        except Exception as error:  # noqa: BLE001 - it belongs to the worker that asked
            self._forget(job)
            _leave_objects_here(error)
            job.future.set_exception(error)
            return
        except BaseException:  # Ctrl+C and the like belong to this thread; the worker must not wait on
            self._forget(job)
            job.future.set_exception(self._unknown(job, "it was interrupted"))
            raise
        finally:
            self._measure(job, self._clock() - started)
        if is_done:
            self._forget(job)
            job.future.set_result(result)

    @staticmethod
    def _step(job: _Job) -> tuple[bool, Any]:
        if job.steps is None:
            result = job.work()
            if not isinstance(result, Generator):
                return True, result
            job.steps = result
        try:
            next(job.steps)
        except StopIteration as end:
            return True, end.value
        return False, None

    def _drop_overdue(self) -> None:
        now = self._clock()
        with self._lock:
            overdue = [job for job in self._jobs if now > job.deadline and not job.has_started]
        for job in overdue:
            self._fail(job, self._busy(job))

    def _fail(self, job: _Job, error: EditorError) -> bool:
        self._forget(job)
        if job.has_started or job.future.done():
            return False
        if not job.future.set_running_or_notify_cancel():
            return False
        job.future.set_exception(error)
        return True

    def _forget(self, job: _Job) -> None:
        with self._lock:
            if job in self._jobs:
                self._jobs.remove(job)

    def _measure(self, job: _Job, spent_s: float) -> None:
        self.health.jobs += 1
        job.spent_s += spent_s
        if spent_s > self.health.slowest_job_s:
            self.health.slowest_job, self.health.slowest_job_s = job.name, spent_s
        if spent_s > _SLOW_JOB_S:
            _log.info("Job '%s' held the game thread for %.0f ms", job.name, spent_s * 1000)

    def _report(self, error: Exception) -> None:
        """Log each distinct error once: the tick comes sixty times a second."""
        key = f"{type(error).__name__}: {error}"
        if key not in self._reported:
            self._reported.add(key)
            _log.error("The game-thread queue failed: %s", key, exc_info=error)

    def _busy(self, job: _Job) -> EditorBusyError:
        if self._held and job.kind != "read":
            why = f"the editor is busy: {self._held}"
        elif self.health.ticks == job.ticks_before or self.is_silent:
            why = "the editor does not tick; it may be saving, compiling, or showing a dialog"
        else:
            why = "other work came first"
        return EditorBusyError(f"'{job.name}' was not started: {why}.", "Nothing was changed; try again.")

    @staticmethod
    def _unknown(job: _Job, why: str) -> OutcomeUnknownError:
        return OutcomeUnknownError(
            f"'{job.name}' had started in the editor, and {why}.",
            "It changes nothing: try again."
            if job.kind in _READS
            else "It may still take effect: read the Blueprint again before you repeat it.",
        )

    @staticmethod
    def _stopping(name: str) -> EditorStoppingError:
        return EditorStoppingError(f"'{name}' was not run: the editor is shutting down.")


def _leave_objects_here(error: BaseException) -> None:
    """Let go of what the failed calls held: an error that is kept keeps their variables alive.

    Objects of the engine would end on the worker, together with the error that it has dealt with.
    Errors may be each other's cause in a ring: each is looked at once.
    """
    waiting: list[BaseException | None] = [error]
    seen: set[int] = set()
    while waiting:
        one = waiting.pop()
        if one is not None and id(one) not in seen:
            seen.add(id(one))
            traceback.clear_frames(one.__traceback__)
            waiting += (one.__cause__, one.__context__)


def _exhaust(steps: Generator[None, None, T]) -> T:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast("T", end.value)
