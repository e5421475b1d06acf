"""Every tool call of the catalogue, and every artist's request as one turn, is taken back and done again.

By the editor's own undo that is exact, names and GUIDs included. Where its history is gone, nodes are made
anew: then the graphs are alike, with the same places, members and signatures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from artist_requests.plans import read_plans
from artist_requests.runner import set_up
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.editor.revert.revert_plan import RevertError
from reverts.turns import exact_state, meaning, record
from sandbox_project import open_project
from tiers import first_of_each, thinned
from tool_scenarios import SCENARIOS, open_stage

if TYPE_CHECKING:
    from artist_requests.plans import Plan
    from reverts.turns import Recording
    from sandbox_project import SandboxProject
    from tool_scenarios import Scenario

CHANGING = [item for item in SCENARIOS if item.outcome == "changed"]
PLANS = read_plans()


def verb_of(scenario: Scenario) -> str:
    """`add` of add_variable: tools of one verb go back in much the same way."""
    return scenario.tool.partition("_")[0]


@pytest.mark.parametrize("scenario", first_of_each(CHANGING, verb_of), ids=str)
def test_every_tool_call_goes_back_and_comes_back(scenario: Scenario) -> None:
    with open_stage() as stage:
        before = exact_state(stage.project)
        turn = record(stage.project, stage.context)
        stage.context = turn.context
        result = stage.run(scenario)
        assert result.ok, result.text
        if not turn.editor.steps:  # it compiled what was not compiled: nothing to take back
            assert exact_state(stage.project) == before
            return
        _go_back_and_forth(stage.project, turn, before)


@pytest.mark.parametrize("plan", thinned(PLANS.values(), 2), ids=PLANS)
def test_every_request_goes_back_and_comes_back(plan: Plan) -> None:
    with open_project() as project:
        set_up(project, plan)
        before = exact_state(project)
        turn = record(project)
        for call in plan.calls:
            ActionRegistry().call(call.tool, call.arguments, turn.context)
        if turn.editor.steps:
            _go_back_and_forth(project, turn, before)


def _go_back_and_forth(project: SandboxProject, turn: Recording, before: object) -> None:
    """Back by the editor's undo, again, back without its history, and again."""
    after, meant = exact_state(project), meaning(project)
    has_created = after.keys() != before.keys()
    done = turn.revert()
    assert done.was_by_history or has_created
    assert exact_state(project) == before
    meant_before = meaning(project)
    again = project.reverter.revert(done.again)
    assert meaning(project) == meant
    if not has_created:
        assert exact_state(project) == after
    project.sandbox.transactions.clear()
    look = project.reverter.look_at_revert(again.again)
    if not any(item.steps for item in look.blueprints):  # an event is greyed out again by the undo alone
        with pytest.raises(RevertError, match="no call greys it out again"):
            project.reverter.revert(again.again)
        return
    back = project.reverter.revert(again.again)
    assert not back.was_by_history
    assert meaning(project) == meant_before
    project.sandbox.transactions.clear()
    project.reverter.revert(back.again)
    assert meaning(project) == meant
