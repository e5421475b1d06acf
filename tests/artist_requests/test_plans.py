"""Every artist's request has a plan in tool calls that does what was asked, as far as tools can."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from artist_requests.plans import read_plans, read_requests
from artist_requests.runner import run_plan
from blueprint_assistant.actions.registry import ActionRegistry
from tiers import thinned

if TYPE_CHECKING:
    from artist_requests.plans import Plan
    from artist_requests.runner import Outcome

PLANS = read_plans()
REQUESTS = read_requests()

each_plan = pytest.mark.parametrize("plan", thinned(PLANS.values(), 4), ids=PLANS)


@cache
def outcome_of(plan_id: str) -> Outcome:
    """What a plan comes to; it is carried out once for all tests of a process."""
    return run_plan(PLANS[plan_id])


@each_plan
def test_all_needs_of_the_request_are_answered(plan: Plan) -> None:
    shown = {item.need for item in plan.expected} | {item.need for item in plan.gaps if item.need}
    assert shown == set(REQUESTS[plan.id].needs)


@each_plan
def test_every_call_is_done(plan: Plan) -> None:
    assert outcome_of(plan.id).refused == []


@each_plan
def test_what_was_changed_compiles_without_errors_or_warnings(plan: Plan) -> None:
    assert outcome_of(plan.id).messages == []


@each_plan
def test_the_features_are_there(plan: Plan) -> None:
    assert outcome_of(plan.id).missing == []


@each_plan
def test_the_features_were_not_there_before(plan: Plan) -> None:
    assert outcome_of(plan.id).there_before == [item for item in plan.expected if item.held_before]


@each_plan
def test_nothing_is_unsaved_beyond_what_was_changed(plan: Plan) -> None:
    outcome = outcome_of(plan.id)
    assert outcome.unsaved == outcome.changed


@each_plan
def test_the_graphs_come_back_from_their_text(plan: Plan) -> None:
    assert outcome_of(plan.id).faults_of_text == []


@each_plan
def test_an_artist_would_leave_it_like_this(plan: Plan) -> None:
    assert outcome_of(plan.id).faults_of_looks == []


@each_plan
def test_nothing_ticks_without_a_reason(plan: Plan) -> None:
    outcome = outcome_of(plan.id)
    events = outcome.flow.places("event ReceiveTick")
    ticking = [
        place for place in events if place.blueprint in outcome.changed and outcome.flow.ways.get(place)
    ]
    assert bool(ticking) == bool(plan.tick)


@each_plan
def test_calls_use_tools_by_name_and_results_are_short(plan: Plan) -> None:
    known = ActionRegistry().names
    assert {call.tool for call in plan.calls} <= set(known)
    edits = [item for item in outcome_of(plan.id).done if item.result.has_changed]
    longest = max(edits, key=lambda item: item.tokens, default=None)
    assert longest is None or longest.tokens < 500, longest.result.text


@pytest.mark.parametrize("plan_id", ["A01", "A06", "A14"])
def test_a_plan_that_leaves_something_out_is_found_out(plan_id: str) -> None:
    plan = PLANS[plan_id]
    builds = [number for number, call in enumerate(plan.calls) if call.tool == "build_graph"]
    for left_out in builds:
        calls = tuple(call for number, call in enumerate(plan.calls) if number != left_out)
        assert run_plan(plan.model_copy(update={"calls": calls})).missing
