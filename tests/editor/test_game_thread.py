"""The queue between workers and the game thread, driven by a clock that the tests move."""

from __future__ import annotations

import gc
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.editor.game_thread import (
    EditorBusyError,
    EditorStoppingError,
    GameThread,
    JobWithdrawnError,
    OutcomeUnknownError,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as executor:
        yield executor


def tick_until(queue: GameThread, future: Future[object], ticks: int = 2000) -> None:
    """Tick as an editor does until a worker's call has ended."""
    for _ in range(ticks):
        queue.tick()
        try:
            future.exception(timeout=0.005)
        except TimeoutError:
            continue
        return
    pytest.fail("the job did not end")


def waiting_jobs(queue: GameThread, count: int) -> None:
    """Wait until workers have handed over that many jobs."""
    for _ in range(1000):
        if len(queue._jobs) >= count:
            return
        threading.Event().wait(0.002)
    pytest.fail("the jobs did not arrive")


def test_a_job_runs_on_the_thread_that_ticks_and_its_result_reaches_the_worker(
    pool: ThreadPoolExecutor,
) -> None:
    queue = GameThread()
    future = pool.submit(queue.run, "where am I", "read", threading.get_ident)
    tick_until(queue, future)
    assert future.result() == threading.get_ident()


def test_an_exception_of_a_job_reaches_the_worker_and_not_the_editor(pool: ThreadPoolExecutor) -> None:
    queue = GameThread()

    def fail() -> None:
        raise ValueError("broken graph")

    future = pool.submit(queue.run, "fail", "mutate", fail)
    tick_until(queue, future)
    with pytest.raises(ValueError, match="broken graph"):
        future.result()


def test_a_tick_inside_a_job_does_nothing(pool: ThreadPoolExecutor) -> None:
    queue = GameThread()
    entered: list[int] = []

    def compile_with_nested_tick() -> None:
        entered.append(1)
        queue.tick()

    future = pool.submit(queue.run, "compile", "compile", compile_with_nested_tick)
    tick_until(queue, future)
    assert entered == [1]
    assert queue.health.nested_ticks == 1


def test_one_changing_job_per_tick_and_a_rest_after_it(pool: ThreadPoolExecutor) -> None:
    queue = GameThread()
    ran: list[str] = []
    futures = []
    for name in ("first", "second"):
        futures.append(pool.submit(queue.run, name, "mutate", lambda name=name: ran.append(name)))
        waiting_jobs(queue, len(futures))
    history = []
    for _ in range(3):
        queue.tick()
        history.append(list(ran))
    assert history == [["first"], ["first"], ["first", "second"]]
    for future in futures:
        future.result(timeout=5)


def test_a_read_never_overtakes_a_change_asked_for_before_it(pool: ThreadPoolExecutor) -> None:
    queue = GameThread(hold=lambda: "assets are loading")
    ran: list[str] = []
    change = pool.submit(queue.run, "change", "mutate", lambda: ran.append("change"))
    waiting_jobs(queue, 1)
    read = pool.submit(queue.run, "read", "read", lambda: ran.append("read"))
    waiting_jobs(queue, 2)
    queue.tick()
    assert ran == []
    queue._hold = lambda: ""
    for _ in range(3):
        queue.tick()
    assert ran == ["change", "read"]
    change.result(timeout=5)
    read.result(timeout=5)


def test_reads_share_a_tick_until_its_budget_is_used(clock: Clock, pool: ThreadPoolExecutor) -> None:
    queue = GameThread(clock=clock, budget_s=0.008)

    def slow_read() -> None:
        clock.now += 0.005

    futures = []
    for count in range(4):
        futures.append(pool.submit(queue.run, "read", "read", slow_read))
        waiting_jobs(queue, count + 1)
    queue.tick()
    assert queue.health.jobs == 2
    queue.tick()
    for future in futures:
        future.result(timeout=5)


def test_a_generator_job_goes_on_over_several_ticks(pool: ThreadPoolExecutor) -> None:
    queue = GameThread()

    def steps() -> Iterator[None]:
        yield
        yield
        return "done"

    future = pool.submit(queue.run, "long", "mutate", steps)
    waiting_jobs(queue, 1)
    queue.tick()
    assert not future.done()
    tick_until(queue, future)
    assert future.result() == "done"


def test_a_job_that_never_started_in_time_says_that_the_editor_is_busy(
    clock: Clock, pool: ThreadPoolExecutor
) -> None:
    queue = GameThread(clock=clock, hold=lambda: "assets are loading")
    future = pool.submit(queue.run, "add node", "mutate", lambda: None, timeout_s=30)
    waiting_jobs(queue, 1)
    clock.now += 31
    queue.tick()
    with pytest.raises(EditorBusyError, match=r"'add node' was not started: .*assets are loading"):
        future.result(timeout=5)


def test_a_settled_read_waits_while_the_editor_is_held_and_lets_others_by(
    clock: Clock, pool: ThreadPoolExecutor
) -> None:
    reasons = ["assets are loading"]
    queue = GameThread(clock=clock, hold=lambda: reasons[0])
    listing = pool.submit(queue.run, "list", "settled_read", lambda: "all")
    waiting_jobs(queue, 1)
    reading = pool.submit(queue.run, "read", "read", lambda: "one")
    waiting_jobs(queue, 2)
    queue.tick()
    assert reading.result(timeout=5) == "one"
    assert not listing.done()
    reasons[0] = ""
    queue.tick()
    assert listing.result(timeout=5) == "all"


def test_a_wait_without_ticks_ends_with_a_clear_reason() -> None:
    queue = GameThread()
    failures: list[Exception] = []
    worker = threading.Thread(
        target=lambda: _collect(failures, lambda: queue.run("x", "read", int, timeout_s=0.05))
    )
    worker.start()
    worker.join(5)
    assert [type(error) for error in failures] == [EditorBusyError]
    assert "does not tick" in str(failures[0])


def test_a_started_job_that_is_not_done_in_time_has_an_unknown_outcome() -> None:
    queue = GameThread()
    failures: list[Exception] = []
    may_go = threading.Event()

    def endless() -> Iterator[None]:
        while not may_go.is_set():
            yield

    worker = threading.Thread(
        target=lambda: _collect(failures, lambda: queue.run("build", "mutate", endless, timeout_s=0.2))
    )
    worker.start()
    waiting_jobs(queue, 1)
    queue.tick()
    worker.join(5)
    assert [type(error) for error in failures] == [OutcomeUnknownError]
    may_go.set()
    queue.tick()
    queue.tick()
    assert not queue._jobs


def test_withdrawing_gives_up_waiting_jobs_at_once(pool: ThreadPoolExecutor) -> None:
    queue = GameThread()
    future = pool.submit(queue.run, "add node", "mutate", lambda: None)
    waiting_jobs(queue, 1)
    assert queue.withdraw() == 1
    with pytest.raises(JobWithdrawnError):
        future.result(timeout=5)
    queue.tick()
    assert queue.health.jobs == 0


def test_a_stopped_queue_refuses_and_gives_up(pool: ThreadPoolExecutor) -> None:
    queue = GameThread()
    waiting = pool.submit(queue.run, "add node", "mutate", lambda: None)
    waiting_jobs(queue, 1)
    queue.stop()
    queue.stop()
    with pytest.raises(EditorStoppingError):
        waiting.result(timeout=5)
    late = pool.submit(queue.run, "late", "read", lambda: None)
    with pytest.raises(EditorStoppingError):
        late.result(timeout=5)


def test_a_call_on_the_game_thread_runs_at_once_but_never_inside_a_job(pool: ThreadPoolExecutor) -> None:
    queue = GameThread()
    assert queue.run("inline", "read", lambda: 7) == 7
    future = pool.submit(queue.run, "outer", "read", lambda: queue.run("inner", "read", lambda: 1))
    tick_until(queue, future)
    with pytest.raises(EditorBusyError, match="inside a running job"):
        future.result()


def test_a_failing_hold_check_does_not_stop_the_queue(
    pool: ThreadPoolExecutor, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> str:
        raise RuntimeError("registry is gone")

    queue = GameThread(hold=broken)
    future = pool.submit(queue.run, "read", "read", lambda: 5)
    tick_until(queue, future)
    assert future.result() == 5
    queue.tick()
    assert caplog.text.count("registry is gone") >= 1
    assert len([record for record in caplog.records if record.levelname == "ERROR"]) == 1


def test_an_interrupt_of_the_game_thread_reaches_its_owner_and_frees_the_worker(
    pool: ThreadPoolExecutor,
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    queue = GameThread()
    future = pool.submit(queue.run, "add node", "mutate", interrupted)
    waiting_jobs(queue, 1)
    with pytest.raises(KeyboardInterrupt):
        queue.tick()
    with pytest.raises(OutcomeUnknownError, match="read the Blueprint again"):
        future.result(timeout=5)
    after = pool.submit(queue.run, "read", "read", lambda: 3)
    tick_until(queue, after)
    assert after.result() == 3


def _collect(failures: list[Exception], call: Callable[[], object]) -> None:
    try:
        call()
    except Exception as error:  # noqa: BLE001 - the test looks at it
        failures.append(error)


class Tool:
    """An object that tells on which thread it ends, as objects of the engine care about."""

    def __init__(self, ended_on: list[str]) -> None:
        self.ended_on = ended_on

    def __del__(self) -> None:
        self.ended_on.append(threading.current_thread().name)


def test_what_a_failed_job_held_ends_on_the_game_thread(clock: Clock, pool: ThreadPoolExecutor) -> None:
    queue = GameThread(clock=clock)
    ended_on: list[str] = []

    def inner(tool: Tool) -> None:
        kept = [tool]
        raise ValueError(f"{len(kept)} tool")

    def job() -> None:
        tool = Tool(ended_on)
        try:
            inner(tool)
        except ValueError as error:
            again = [tool]
            raise RuntimeError(f"{len(again)} tool") from error

    was_enabled = gc.isenabled()
    gc.disable()  # as the assistant does; a collection would hide which thread lets go
    try:
        future = pool.submit(queue.run, "fail", "read", job)
        tick_until(queue, future)
        assert isinstance(future.exception(), RuntimeError)
        assert ended_on == [threading.current_thread().name]
    finally:
        if was_enabled:
            gc.enable()


def test_errors_that_are_each_others_cause_reach_who_asked(clock: Clock, pool: ThreadPoolExecutor) -> None:
    def job() -> None:
        first, second = ValueError("first"), ValueError("second")
        first.__context__ = second
        second.__context__ = first
        raise RuntimeError("both") from first

    queue = GameThread(clock=clock)
    future = pool.submit(queue.run, "fail", "read", job)
    tick_until(queue, future)
    assert isinstance(future.exception(), RuntimeError)
