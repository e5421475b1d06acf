import gc
import threading
from collections.abc import Iterator

import pytest

from blueprint_assistant.host.collector import GarbageCollector
from tiers import deep


@pytest.fixture(autouse=True)
def usual_collection(whole_heap: None) -> Iterator[None]:  # noqa: ARG001 - it is there from here on
    was_enabled = gc.isenabled()
    gc.enable()
    yield
    KEPT.clear()
    if not was_enabled:
        gc.disable()


class Cyclic:
    """Garbage that only a collection finds, and that tells on which thread it ended."""

    def __init__(self, ended_on: list[str]) -> None:
        self.itself = self
        self.ended_on = ended_on

    def __del__(self) -> None:
        self.ended_on.append(threading.current_thread().name)


KEPT: list[object] = []


def allocate_much() -> None:
    """Enough new objects, all of them kept, that a collection is due."""
    KEPT.extend([object()] for _ in range(50_000))


def test_garbage_ends_on_the_ticking_thread_although_a_worker_allocates() -> None:
    collector = GarbageCollector()
    ended_on: list[str] = []
    Cyclic(ended_on)
    worker = threading.Thread(target=allocate_much, name="worker")
    worker.start()
    worker.join()
    assert ended_on == []
    collector.tick()
    assert ended_on == [threading.current_thread().name]
    collector.stop()


def test_without_it_the_worker_would_end_the_garbage() -> None:
    ended_on: list[str] = []
    Cyclic(ended_on)
    worker = threading.Thread(target=allocate_much, name="worker")
    worker.start()
    worker.join()
    assert ended_on == ["worker"]


@deep
def test_a_full_collection_is_rare() -> None:
    now = [0.0]
    collector = GarbageCollector(clock=lambda: now[0])
    ended_on: list[str] = []
    old = Cyclic(ended_on)
    gc.collect()
    gc.collect()
    del old  # garbage in the oldest generation
    for _ in range(2000):
        kept = [[object()] for _ in range(1000)]
        collector.tick()
        del kept
    assert ended_on == []
    now[0] = 31.0
    for _ in range(2000):
        kept = [[object()] for _ in range(1000)]
        collector.tick()
        del kept
    assert len(ended_on) == 1
    collector.stop()


@pytest.mark.parametrize("was_enabled", [True, False])
def test_stop_collects_and_puts_everything_back(was_enabled: bool) -> None:
    (gc.enable if was_enabled else gc.disable)()
    collector = GarbageCollector()
    assert not gc.isenabled()
    ended_on: list[str] = []
    Cyclic(ended_on)
    collector.stop()
    collector.stop()
    collector.tick()
    assert len(ended_on) == 1
    assert gc.isenabled() is was_enabled


def test_what_was_there_before_a_turn_is_left_alone_until_the_turn_is_over() -> None:
    now = [0.0]
    collector = GarbageCollector(clock=lambda: now[0])
    ended_on: list[str] = []
    old = Cyclic(ended_on)
    collector.tick(is_in_turn=True)
    del old
    made_in_turn: list[str] = []
    Cyclic(made_in_turn)
    now[0] = 31.0
    for _ in range(2000):
        kept = [[object()] for _ in range(1000)]
        collector.tick(is_in_turn=True)
        del kept
    assert made_in_turn != []
    assert ended_on == []
    collector.tick(is_in_turn=False)
    gc.collect()
    assert ended_on != []
    collector.stop()


def test_nothing_stays_set_aside_when_it_stops_in_the_middle_of_a_turn() -> None:
    collector = GarbageCollector()
    collector.tick(is_in_turn=True)
    assert gc.get_freeze_count() > 0
    collector.stop()
    assert gc.get_freeze_count() == 0
