"""A call of the BlueCode protocol is done whole or not at all, whichever of its steps fails, and how.

At every step of every call the editor fails once. Then what it exports is what it was, byte for byte,
and the answer says that this was looked at. `BLUEPRINT_STRESS=all` fails in every manner at each step.
"""

from __future__ import annotations

import itertools
import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, get_args

import pytest

from blueprint_assistant.actions.protocol.protocol_tools import BLUECODE_ACTIONS
from blueprint_assistant.actions.registry import ALL_ACTIONS, ActionRegistry
from blueprint_assistant.graph.compare.revision import revision
from blueprint_assistant.graph.t3d.graph_text import decode_t3d, parse_blueprint_t3d
from matrices import diagonal
from tiers import is_deep, thinned
from tool_scenarios import open_stage
from tools_under_stress.bluecode_calls import BEFORE_THE_PLAN, BLUECODE_SCENARIOS, changing_calls
from tools_under_stress.stress import is_everything_tried, sample
from tools_under_stress.test_failing_calls import failing_at
from tools_under_stress.test_faults import HINDERING, PASSING, play
from tools_under_stress.trials import Trials
from unreal_sandbox.desk.fault_injection import FaultInjection
from unreal_sandbox.glue.faulty_calls import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tool_scenarios import Scenario
    from tools_under_stress.trials import Verdict
    from unreal_sandbox import SandboxEditor

FAULTS: tuple[Fault, ...] = get_args(Fault)
DOOR = "/Game/Doors/BP_Door"
_FEW = 8
_FIRST = 3


@pytest.fixture(scope="module")
def trials() -> Iterator[Trials]:
    with open_stage() as stage:
        stage.registry = ActionRegistry((*ALL_ACTIONS, *BLUECODE_ACTIONS))
        trials = Trials(stage)
        yield trials
        trials.reset()


def exported(trials: Trials) -> dict[str, bytes]:
    """What the editor exports of each Blueprint, without what each compile leaves there anew."""
    editor, switches = trials.stage.project.unreal_editor, trials.sandbox.switches
    has_leftovers, switches.exports_hold_compiler_leftovers = switches.exports_hold_compiler_leftovers, False
    try:
        return {path: editor.look_at(path).exported for path in editor.list_blueprints()}
    finally:
        switches.exports_hold_compiler_leftovers = has_leftovers


def ids(text: bytes) -> set[tuple[str, str, str]]:
    """The GUIDs of all nodes and the ids of all pins, with the names of the nodes."""
    owner = parse_blueprint_t3d(decode_t3d(text))
    return {
        (node.name, node.guid, pin.id) for graph in owner.graphs for node in graph.nodes for pin in node.pins
    }


def answer_of(verdict: Verdict) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(verdict.result.text)
    return answer


def steps(trials: Trials, scenario: Scenario, fault: Fault) -> list[int]:
    """The calls to fail at: all that change something when a call fails plainly, some of them otherwise."""
    numbers = changing_calls(trials.calm(scenario).calls)
    if not is_deep():
        return sample(numbers, _FIRST, FAULTS.index(fault))
    return numbers if fault == "raises" else sample(numbers, _FEW, FAULTS.index(fault))


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("scenario", "fault"), diagonal(BLUECODE_SCENARIOS, FAULTS, BLUECODE_SCENARIOS), ids=str
)
def test_a_failure_at_any_step_leaves_every_byte(trials: Trials, scenario: Scenario, fault: Fault) -> None:
    """BC-160, BC-161, BC-162, I7, I14 (1.19, 12): compared with what was, ids of nodes and pins included."""
    names = trials.calm(scenario).calls
    trials.reset()
    before = exported(trials)
    known = ids(before[DOOR])
    numbers = steps(trials, scenario, fault)
    failures = 0
    for number in numbers:
        verdict = trials.play(scenario, FaultInjection(fault=fault, faulty_calls=range(number, number + 1)))
        where = f"call {number}, {names[number]}: {verdict.result.text}"
        assert verdict.problems == (), where
        if verdict.result.ok:
            continue  # nothing depends on that call, or it was made up for: the verdict has compared it
        failures += 1
        after = exported(trials)
        assert after == before, where
        assert ids(after[DOOR]) == known
        answer = answer_of(verdict)
        assert answer["rolled_back"] is True, where
        assert answer["rollback_verified"] is True, where
        assert answer["restored_revision"] == answer["base_revision"]
        if scenario.tool == "bluecode_apply":
            assert answer["error_code"] == "bluecode_apply_failed_rolled_back"
            assert answer["failures"], where
    assert failures >= (len(numbers) // 2 if fault.startswith("raises") else 1), "hardly anything failed"


@pytest.mark.timeout(600)
@pytest.mark.parametrize("scenario", thinned(BLUECODE_SCENARIOS, 3, is_one_value=True), ids=str)
def test_a_failed_read_back_takes_all_of_it_back(trials: Trials, scenario: Scenario) -> None:
    """BC-160, BC-161: all steps are done when it fails."""
    names = trials.calm(scenario).calls
    trials.reset()
    before = exported(trials)
    last = max(number for number, name in enumerate(names) if name == "Exporter.run_asset_export_task")
    with failing_at(trials.sandbox, last):
        verdict = trials.play(scenario)
    assert not verdict.result.ok
    assert exported(trials) == before
    assert answer_of(verdict)["rollback_verified"] is True


@pytest.mark.timeout(600)
@pytest.mark.parametrize("scenario", thinned(BLUECODE_SCENARIOS, 3, is_one_value=True), ids=str)
def test_a_restore_that_made_nodes_anew_is_no_verified_one(trials: Trials, scenario: Scenario) -> None:
    """BC-161: where the editor's history does not hold graphs, inverse steps do; the ids are others then."""
    names = trials.calm(scenario).calls
    last = max(number for number, name in enumerate(names) if name == "Exporter.run_asset_export_task")
    with failing_at(trials.sandbox, last):
        verdict = trials.play(
            scenario, prepare=lambda sandbox: setattr(sandbox.switches, "records_graph_edits", False)
        )
    assert not verdict.result.ok
    answer = answer_of(verdict)
    now = trials.stage.project.blueprint(DOOR)
    graph = now.find_graph("EventGraph")
    assert graph is not None
    is_same = str(revision(graph)) == answer["base_revision"]
    assert answer["restored_revision"] == str(revision(graph))
    if not answer["rollback_verified"]:
        assert answer["error_code"] == "bluecode_apply_rollback_verification_failed"
        assert answer["rollback_note"]
    else:
        assert is_same


@contextmanager
def nothing_changes_any_more(sandbox: SandboxEditor, number: int) -> Iterator[None]:
    """From one call on, every call raises that would change something; looking still works."""
    enter, count = sandbox.enter_call, itertools.count()

    def entered(name: str) -> None:
        changes = changing_calls((BEFORE_THE_PLAN, name)) or name.endswith("execute_console_command")
        if next(count) >= number and changes and not name.startswith("_ObjectBase."):
            sandbox.conditions.fault_calls += 1  # it does not get as far as to be counted
            raise RuntimeError(f"{name} failed.")
        enter(name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sandbox, "enter_call", entered)
        yield


@pytest.mark.timeout(600)
@pytest.mark.parametrize("scenario", thinned(BLUECODE_SCENARIOS, 3, is_one_value=True), ids=str)
def test_what_could_not_be_taken_back_is_told(trials: Trials, scenario: Scenario) -> None:
    """BC-161: neither the undo works nor any step that would make up for it."""
    names = trials.calm(scenario).calls
    trials.reset()
    before = exported(trials)
    last = [number for number in changing_calls(names) if not names[number].startswith("_ObjectBase.")][-1]
    with nothing_changes_any_more(trials.sandbox, last):
        verdict = trials.play(scenario)
    assert exported(trials) != before
    answer = answer_of(verdict)
    assert (answer["rolled_back"], answer["rollback_verified"]) == (False, False)
    assert answer["error_code"] == "bluecode_apply_rollback_verification_failed"
    assert answer["cause_code"] == "not_undone"
    assert answer["restored_revision"] != ""


FAULTY_STEPS = [
    (name, scenario)
    for shift, name in enumerate((*PASSING, *HINDERING))
    for number, scenario in enumerate(BLUECODE_SCENARIOS)
    if is_everything_tried() or (number + shift) % len(BLUECODE_SCENARIOS) == 0
]


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("name", "scenario"),
    thinned(FAULTY_STEPS, 8),
    ids=[f"{name}-{scenario}" for name, scenario in FAULTY_STEPS],
)
def test_under_every_fault_the_answer_is_true(trials: Trials, name: str, scenario: Scenario) -> None:
    """BC-160: on a thread of its own, while the game begins to play, dialogs open, or frames do not come."""
    verdict = play(trials, scenario, {**PASSING, **HINDERING}[name])
    assert verdict.problems == (), verdict.result.text
    if name in PASSING:
        assert verdict.result.ok, verdict.result.text
    assert answer_of(verdict)["ok"] is verdict.result.ok
