import sys
from collections.abc import Iterator

import pytest

from blueprint_assistant.host.turn_taking import TurnTaking


@pytest.fixture(autouse=True)
def usual_interval() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.005)
    yield
    sys.setswitchinterval(before)


def test_threads_take_turns_more_often_until_it_stops() -> None:
    turns = TurnTaking()
    assert sys.getswitchinterval() == pytest.approx(0.0005, abs=2e-6)
    turns.stop()
    assert sys.getswitchinterval() == pytest.approx(0.005, abs=2e-6)
    turns.stop()
    assert sys.getswitchinterval() == pytest.approx(0.005, abs=2e-6)


def test_what_is_faster_already_stays() -> None:
    sys.setswitchinterval(0.0001)
    turns = TurnTaking()
    assert sys.getswitchinterval() == pytest.approx(0.0001, abs=2e-6)
    turns.stop()
    assert sys.getswitchinterval() == pytest.approx(0.0001, abs=2e-6)


def test_what_somebody_else_sets_meanwhile_is_left_alone() -> None:
    turns = TurnTaking()
    sys.setswitchinterval(0.002)
    turns.stop()
    assert sys.getswitchinterval() == pytest.approx(0.002, abs=2e-6)
