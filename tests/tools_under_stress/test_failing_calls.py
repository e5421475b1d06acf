"""Whichever call of the editor fails in a tool call, in whatever manner, the result is the truth.

Each call of each scenario raises, raises after it has done its work, gives nothing, or does nothing and
claims that it has. Then the project is what it was before, or what the tool says it is.
`BLUEPRINT_STRESS=all` tries every call; the suite tries a spread of them.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, get_args

import pytest

from matrices import diagonal
from tiers import thinned
from tool_scenarios import SCENARIOS, USUAL_SCENARIOS, open_stage
from tools_under_stress.stress import sample
from tools_under_stress.substance import differences_in_substance
from tools_under_stress.trials import Trials
from unreal_sandbox.desk.fault_injection import FaultInjection
from unreal_sandbox.glue.faulty_calls import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tool_scenarios import Scenario
    from tools_under_stress.trials import Verdict
    from unreal_sandbox import SandboxEditor

FAULTS: tuple[Fault, ...] = get_args(Fault)
_CALLS = 2
_NAMES = 2
ALWAYS = range(1_000_000)
CHANGING = [item for item in SCENARIOS if item.outcome == "changed"]
USUAL_CHANGING = [item for item in USUAL_SCENARIOS if item.outcome == "changed"]


EMPTY_ANSWERS = {
    "AssetRegistry.get_assets": (
        *("create_blueprint", "list_assets", "get_project_structure"),
        *("get_open_blueprint", "find_references", "find_nodes", "get_selected_nodes"),
    ),
    "AssetData.get_tag_value": ("list_assets", "get_open_blueprint"),
    "AssetRegistry.get_sub_paths": ("list_assets", "get_project_structure"),
    "EditorUtilityLibrary.get_selected_asset_data": ("get_open_blueprint",),
    "EditorLoadingAndSavingUtils.get_dirty_content_packages": ("get_open_blueprint",),
    "SubobjectDataBlueprintFunctionLibrary.is_inherited_component": ("get_blueprint_info",),
    "SubobjectDataBlueprintFunctionLibrary.is_component": ("get_blueprint_info",),
    "SubobjectDataBlueprintFunctionLibrary.get_parent_handle": ("get_blueprint_info",),
    "BlueprintGraphEditor.list_nodes_with_errors": ("compile_blueprint",),
    "BlueprintGraphEditor.list_nodes_with_warnings": ("compile_blueprint",),
    "BlueprintEditorLibrary.list_graphs": ("compile_blueprint",),
}
"""Calls whose empty answer is one like any other, and the tools that pass it on: nobody can tell."""


def telling(verdict: Verdict, name: str, fault: Fault) -> list[str]:
    """The problems but for those that nobody can tell: an empty answer, a compile that never works."""
    problems = list(verdict.problems)
    if fault == "gives_nothing" and verdict.scenario.tool in EMPTY_ANSWERS.get(name, ()):
        problems = [item for item in problems if not item.startswith("FALSE answer")]
    if name.endswith(".compile_blueprint"):
        only_state = re.compile(r"HALF left: \['[^',]* is compiled'\]")
        problems = [item for item in problems if not only_state.fullmatch(item)]
        if verdict.scenario.tool == "compile_blueprint" and verdict.scenario.outcome == "unchanged":
            problems = []  # it was compiled already, and still is
    return problems


@pytest.fixture(scope="module")
def trials() -> Iterator[Trials]:
    with open_stage() as stage:
        trials = Trials(stage)
        yield trials
        trials.reset()


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("scenario", "fault"), diagonal(SCENARIOS, FAULTS, USUAL_SCENARIOS), ids=str)
def test_one_call_that_fails_leaves_nothing_half_done_and_no_lie(
    trials: Trials, scenario: Scenario, fault: Fault
) -> None:
    numbers = list(range(len(trials.calm(scenario).calls)))
    seed = SCENARIOS.index(scenario) + FAULTS.index(fault)
    for number in sample(numbers, _CALLS, seed):
        verdict = trials.play(scenario, FaultInjection(fault=fault, faulty_calls=range(number, number + 1)))
        name = trials.calm(scenario).calls[number]
        where = f"call {number}, {name}: {verdict.result.text}"
        assert telling(verdict, name, fault) == [], where
        assert not verdict.is_not_undone, f"nothing failed on the way back, yet it was not gone: {where}"


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("scenario", "fault"), diagonal(SCENARIOS, FAULTS, USUAL_SCENARIOS[::2], shift=1), ids=str
)
def test_a_call_that_always_fails_is_told_of(trials: Trials, scenario: Scenario, fault: Fault) -> None:
    names = list(dict.fromkeys(trials.calm(scenario).calls))
    for name in sample(names, _NAMES, SCENARIOS.index(scenario) + FAULTS.index(fault)):
        verdict = trials.play(scenario, FaultInjection(fault=fault, faulty_calls=ALWAYS, fault_in=name))
        if not verdict.is_not_undone:
            assert telling(verdict, name, fault) == [], f"{name}: {verdict.result.text}"


@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("scenario", "fault"), diagonal(CHANGING, FAULTS, USUAL_CHANGING[::2], shift=2), ids=str
)
def test_a_call_that_fails_on_the_way_back_is_made_up_for_or_told_of(
    trials: Trials, scenario: Scenario, fault: Fault
) -> None:
    """All of the change is done when the read-back fails; then one call of the undo fails too."""
    names = trials.calm(scenario).calls
    last = max(number for number, name in enumerate(names) if name == "Exporter.run_asset_export_task")
    with failing_at(trials.sandbox, last) as counted:
        trials.play(scenario)
    numbers = list(range(last + 1, len(counted)))
    assert numbers, "nothing was taken back"
    for number in sample(numbers, _CALLS, SCENARIOS.index(scenario) + FAULTS.index(fault)):
        with failing_at(trials.sandbox, last):
            verdict = trials.play(
                scenario, FaultInjection(fault=fault, faulty_calls=range(number, number + 1))
            )
        assert not verdict.result.ok
        where = f"call {number}, {counted[number]}: {verdict.result.text}"
        if not verdict.is_not_undone:
            assert differences_in_substance(verdict.before, verdict.after) == [], where


@contextmanager
def failing_at(sandbox: SandboxEditor, number: int) -> Iterator[list[str]]:
    """Let one call raise; the names of all calls, as they are made."""
    names: list[str] = []
    enter = sandbox.enter_call

    def entered(name: str) -> None:
        names.append(name)
        if len(names) == number + 1:
            sandbox.conditions.fault_calls += 1  # it does not get as far as to be counted
            raise RuntimeError(f"{name} failed.")
        enter(name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sandbox, "enter_call", entered)
        yield names


LEFT_WITHOUT_HISTORY = {
    "add_dispatcher: usual",
    "add_dispatcher: with everything",
    "remove_member: dispatcher",
    "rename_variable: dispatcher",
    "add_node: event",
}
"""What no call takes back where the editor's history does not hold graphs: half of a dispatcher is in its
history and half is not; an event that was woken cannot be greyed out again."""


@pytest.mark.timeout(600)
@pytest.mark.parametrize("scenario", thinned(CHANGING, 6), ids=str)
def test_what_the_history_does_not_hold_is_taken_back_by_steps(trials: Trials, scenario: Scenario) -> None:
    """Nobody has published whether the editor's undo covers graph edits of scripts (field notes 8)."""
    names = trials.calm(scenario).calls
    last = max(number for number, name in enumerate(names) if name == "Exporter.run_asset_export_task")
    with failing_at(trials.sandbox, last):
        verdict = trials.play(
            scenario, prepare=lambda sandbox: setattr(sandbox.switches, "records_graph_edits", False)
        )
    assert not verdict.result.ok
    assert verdict.is_not_undone is (str(scenario) in LEFT_WITHOUT_HISTORY), verdict.result.text
    left = differences_in_substance(verdict.before, verdict.after)
    if "as unsaved" in verdict.result.text:
        left = [item for item in left if not item.endswith(" dirty")]
    if not verdict.is_not_undone:
        assert left == [], verdict.result.text
