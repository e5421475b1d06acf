"""The catalogue of tool calls knows every tool, and each call does on a calm day what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.actions.arguments import read_arguments
from blueprint_assistant.actions.registry import ALL_ACTIONS, ActionRegistry
from tool_scenarios import SCENARIOS, open_stage
from tools_under_stress.trials import Trials, differences, facts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.actions.base import Action
    from tool_scenarios import Scenario


@pytest.fixture(scope="module")
def trials() -> Iterator[Trials]:
    with open_stage() as stage:
        trials = Trials(stage)
        yield trials
        trials.reset()


@pytest.mark.parametrize("action", ALL_ACTIONS, ids=lambda action: action.tool_name)
def test_every_tool_has_its_scenarios(action: type[Action]) -> None:
    mine = [item for item in SCENARIOS if item.tool == action.tool_name]
    outcomes = {item.outcome for item in mine}
    assert outcomes & {"changed", "read", "unchanged"}, "a usual call is missing"
    if "blueprint" in action.model_fields or action.effect == "mutate":
        assert "refused" in outcomes, "a call that is refused is missing"
    accepted = [item.parameters for item in mine if item.outcome != "refused"]
    given = {name for item in accepted for name in read_arguments(action, item).model_fields_set}
    missing = action.model_fields.keys() - given
    assert not missing, f"parameters that no call has: {', '.join(missing)}"


def test_every_scenario_is_of_a_tool_and_has_a_name_of_its_own() -> None:
    assert {item.tool for item in SCENARIOS} <= set(ActionRegistry().names)
    assert len({str(item) for item in SCENARIOS}) == len(SCENARIOS)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_a_scenario_comes_out_as_it_says(trials: Trials, scenario: Scenario) -> None:
    trials.reset()
    before = facts_of(trials.sandbox)
    calm = trials.calm(scenario)
    changed = differences(before, calm.facts)
    if scenario.outcome == "changed":
        assert changed
    elif scenario.tool == "compile_blueprint" and calm.result.ok:
        # The editor marks what it compiles as changed.
        assert changed in ([], ["/game/doors/bp_door dirty"])
    elif scenario.outcome == "not yet" or (scenario.tool == "open_blueprint" and calm.result.ok):
        assert changed == ["open editors"]
    else:
        assert changed == []


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_a_call_is_one_named_step_of_the_undo_history_or_none(trials: Trials, scenario: Scenario) -> None:
    trials.reset()
    before = facts_of(trials.sandbox)["undo history"]
    after = trials.calm(scenario).facts["undo history"]
    assert isinstance(before, tuple)
    assert isinstance(after, tuple)
    added = after[len(before) :]
    assert after[: len(before)] == before
    if scenario.outcome == "changed" and scenario.tool not in {"create_blueprint", "compile_blueprint"}:
        assert len(added) == 1
        assert added[0].startswith("AI: ")
    else:
        assert added == ()
