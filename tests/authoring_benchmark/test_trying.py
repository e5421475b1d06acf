"""The benchmark with scripted models: the right programs are all right, wrong ones are counted as such."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from authoring.costs import cost_of
from authoring.reporting import log_of, report_of, table_of, totals_of
from authoring.requests import REQUESTS
from authoring.talking import Limits
from authoring.trying import Tried, try_request
from scripted_provider import ScriptedProvider, call_text
from tiers import deep, thinned

REQUEST = {item.number: item for item in REQUESTS}
DONE = "It is done."


def tried(number: int, *replies: str, limits: Limits | None = None) -> Tried:
    provider = ScriptedProvider(replies, chunk_chars=200)
    provider.model = replace(provider.model, context_window=100_000)
    outcome = try_request(REQUEST[number], provider, limits or Limits())
    assert provider.replies_left == 0
    return outcome


def written(code: str) -> str:
    return call_text("write_graph", blueprint="BP_Crate", code=code)


@pytest.mark.parametrize("number", thinned(list(REQUEST)[::8], 4, is_one_value=True))
def test_a_model_that_makes_the_right_calls_has_it_right(number: int) -> None:
    request = REQUEST[number]
    replies = [call_text(tool, blueprint=request.on.name, **given) for tool, given in request.calls]
    outcome = tried(number, *replies, DONE)

    assert outcome.faults == ()
    assert outcome.talk.failed == []
    assert (outcome.talk.end, outcome.talk.requests) == ("end", len(replies) + 1)


def test_a_program_in_a_fence_is_as_good() -> None:
    assert tried(5, f"```bluecode BP_Crate\n{REQUEST[5].answer}```", DONE).is_right


def test_a_model_that_only_says_that_it_is_done_has_it_wrong() -> None:
    assert "it does nothing" in tried(1, "I have printed Hello World.").faults[0]


def test_a_wrong_program_after_a_right_one_counts() -> None:
    second = 'on BeginPlay():\n  PrintString("Hello World")\n  PrintString("Bye")\n'

    assert not tried(1, written(REQUEST[1].answer), written(second), DONE).is_right


def test_a_program_that_is_refused_can_be_sent_again() -> None:
    outcome = tried(1, written("on BeginPlay():\n  PrintStrin(3)"), written(REQUEST[1].answer), DONE)

    assert outcome.is_right
    assert outcome.talk.attempts == 2
    assert "Write: PrintString(3)" in outcome.talk.failed[0]


def test_the_third_program_is_the_last_one() -> None:
    wrong = [written(f"on BeginPlay():\n  Prin{number}()") for number in range(3)]
    outcome = tried(1, *wrong, limits=Limits(attempts=3))

    assert (outcome.talk.end, outcome.talk.attempts, outcome.is_right) == ("stopped", 3, False)


def test_a_turn_can_end_as_soon_as_a_program_is_written() -> None:
    refused = written("on BeginPlay():\n  PrintStrin(3)")
    outcome = tried(1, refused, written(REQUEST[1].answer), limits=Limits(until_written=True))

    assert (outcome.talk.end, outcome.talk.attempts, outcome.is_right) == ("stopped", 2, True)


def test_another_blueprint_that_nobody_asked_for_is_a_fault() -> None:
    made = call_text("create_blueprint", name="BP_Other")

    assert "it made /Game/BP_Other" in tried(1, made, written(REQUEST[1].answer), DONE).faults


def test_the_report_says_what_came_of_each_request() -> None:
    tries = [tried(1, written(REQUEST[1].answer), DONE), tried(5, "Done.")]

    rows = table_of(tries).splitlines()
    assert rows[2].startswith(
        "| 1 | When the game starts, print Hello World. | yes | 1 | write_graph 1 | 2 |"
    )
    assert "| no | 0 | none | 1 |" in rows[3]
    assert totals_of(tries).startswith("1 of 2 right (1 with the first program), 1 calls, 3 requests")
    assert json.loads(json.dumps(log_of(tries[0])))["calls"][0][0] == "write_graph"


def test_the_report_tells_counts_alone_of_the_validation_set() -> None:
    tries = [tried(number, "Done.") for number in (1, 21, 41, 61)]

    told, whole = report_of(tries), report_of(tries, has_details=True)
    for item in tries:
        assert (item.request.text in told) == (item.request.set == "tuning")
        assert item.request.text in whole
    assert "validation, create: 0 of 1 right" in told
    assert "validation, edit: 0 of 1 right" in told


def test_the_report_tells_what_right_edits_cost() -> None:
    reply = call_text("read_graph", blueprint="BP_Enemy")
    code = REQUEST[42].answer
    right = tried(42, reply, call_text("write_graph", blueprint="BP_Enemy", code=code, mode="replace"), DONE)

    cost = cost_of(right.talk)
    assert min(cost.read, cost.write, cost.receipt) > 0
    assert f"median of 1 that are right: {cost}" in report_of([right])
    assert "median" not in report_of([tried(42, "Done.")])


def run_benchmark(*options: str) -> tuple[int, str]:
    script = Path(__file__).resolve().parents[2] / "benchmarks" / "bluecode_authoring.py"
    done = subprocess.run(
        [sys.executable, str(script), *options], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


@deep
def test_sets_kinds_and_numbers_are_chosen_on_the_command_line() -> None:
    code, told = run_benchmark("--kind", "edit", "--only", "3,40-41,62")
    assert (code, "all: 2 of 2 right" in told) == (0, True)
    assert ("| 41 |" in told, "| 62 |" in told) == (True, False)

    code, told = run_benchmark("--set", "validation", "--only", "41,62", "--details")
    assert (code, "all: 1 of 1 right" in told, "| 62 |" in told) == (0, True, True)
