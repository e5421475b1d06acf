"""Every request of an artist is done in BlueCode: one write_graph a Blueprint, read back as it was said."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import pytest

from artist_requests.plans import read_requests
from artist_requests.programs import read_programs
from artist_requests.pythonic import in_python
from artist_requests.runner import run_plan, set_up
from blueprint_assistant.actions.program.declared_members import read_declarations
from blueprint_assistant.actions.registry import ActionRegistry
from sandbox_project import open_project
from tiers import thinned

if TYPE_CHECKING:
    from artist_requests.plans import Call, Plan
    from artist_requests.runner import Outcome
    from blueprint_assistant.actions.base import ActionContext

PROGRAMS = read_programs()
REQUESTS = read_requests()

_LONGEST_RESULT_TOKENS = 500
_ABOUT_A_GRAPH = ("Other graphs:", "Not executed:", "More:")

each_program = pytest.mark.parametrize("plan", thinned(PROGRAMS.values(), 4), ids=PROGRAMS)


@cache
def outcome_of(plan_id: str) -> Outcome:
    """What a program comes to; it is carried out once for all tests of a process."""
    return run_plan(PROGRAMS[plan_id])


def test_every_request_has_a_program() -> None:
    assert set(PROGRAMS) == set(REQUESTS)


@each_program
def test_every_call_is_done_and_compiles_clean(plan: Plan) -> None:
    outcome = outcome_of(plan.id)
    assert outcome.refused == []
    assert outcome.messages == []


@each_program
def test_the_features_are_there(plan: Plan) -> None:
    assert outcome_of(plan.id).missing == []


@each_program
def test_the_graphs_come_back_from_their_text(plan: Plan) -> None:
    assert outcome_of(plan.id).faults_of_text == []


@each_program
def test_an_artist_would_leave_it_like_this(plan: Plan) -> None:
    assert outcome_of(plan.id).faults_of_looks == []


@each_program
def test_nothing_ticks_without_a_reason(plan: Plan) -> None:
    outcome = outcome_of(plan.id)
    ticking = [
        place
        for place in outcome.flow.places("event ReceiveTick")
        if place.blueprint in outcome.changed and outcome.flow.ways.get(place)
    ]
    assert bool(ticking) == bool(plan.tick)


@each_program
def test_one_call_writes_a_blueprint(plan: Plan) -> None:
    written = Counter(call.arguments["blueprint"] for call in plan.calls if call.tool == "write_graph")
    assert [name for name, count in written.items() if count > 1] == []


@each_program
def test_receipts_are_short(plan: Plan) -> None:
    edits = [item for item in outcome_of(plan.id).done if item.result.has_changed]
    longest = max(edits, key=lambda item: item.tokens, default=None)
    assert longest is None or longest.tokens <= _LONGEST_RESULT_TOKENS, longest.result.text


@each_program
def test_a_program_that_is_sent_again_changes_nothing(plan: Plan) -> None:
    """BC-082."""
    with open_project() as project:
        set_up(project, plan)
        registry, context = ActionRegistry(), project.new_context()
        for call in plan.calls:
            assert registry.call(call.tool, call.arguments, context).ok
        before = project.blueprints()
        for call in plan.calls:
            if call.tool == "write_graph":
                again = registry.call(call.tool, call.arguments, context).text
                assert again.startswith("All of it is in"), again
        after = project.blueprints()
        assert {path: item.graphs for path, item in after.items()} == {
            path: item.graphs for path, item in before.items()
        }


# --- what is read says the same --------------------------------------------------------------------


@each_program
def test_what_is_read_back_is_there_already_and_does_the_same_in_another_project(plan: Plan) -> None:
    with open_project() as project:
        set_up(project, plan)
        registry, context = ActionRegistry(), project.new_context()
        for call in plan.calls:
            assert registry.call(call.tool, call.arguments, context).ok
        told = {name: _told(registry, context, name) for name in _written(plan)}
        for name, code in told.items():
            path = _path(context, name)
            before = project.blueprint(path).graphs
            for mode in ("union", "replace"):
                call = {"blueprint": name, "code": code, "mode": mode}
                again = registry.call("write_graph", call, context)
                assert again.text.startswith(f"All of it is in {path} already"), f"{again.text}\n{code}"
                assert project.blueprint(path).graphs == before
    other = plan.model_copy(update={"calls": tuple(_with_code(call, told) for call in plan.calls)})
    outcome = run_plan(other)
    assert outcome.refused == []
    assert outcome.messages == []
    assert outcome.missing == []
    assert outcome.faults_of_looks == []


def _written(plan: Plan) -> list[str]:
    names = [call.arguments["blueprint"] for call in plan.calls if call.tool == "write_graph"]
    return list(dict.fromkeys(names))


def _told(registry: ActionRegistry, context: ActionContext, name: str) -> str:
    """All graphs of a Blueprint as read_graph tells them, with comment boxes."""
    owner = context.editor.read_blueprint(_path(context, name))
    parts = []
    for graph in owner.graphs:
        if graph.kind == "delegate":
            continue
        told = registry.call("read_graph", {"blueprint": name, "graph_name": graph.name}, context)
        lines = told.text.splitlines()[1:]
        parts += [line for line in lines if not line.startswith(_ABOUT_A_GRAPH) and line != "(empty)"]
    return "\n".join(parts) + "\n"


def _path(context: ActionContext, name: str) -> str:
    return next(path for path in context.editor.list_blueprints() if path.endswith(f"/{name}"))


def _with_code(call: Call, told: dict[str, str]) -> Call:
    """The call with its own declarations, and with what was read in place of the rest."""
    if call.tool != "write_graph":
        return call
    code = call.arguments["code"]
    declared, _ = read_declarations(code)
    lines = code.splitlines()
    members = [lines[item.line - 1] for item in declared]
    text = "\n".join([*members, told[call.arguments["blueprint"]]])
    return call.model_copy(update={"arguments": {**call.arguments, "code": text}})


@pytest.mark.parametrize(
    "plan_id",
    thinned(["A01", "A04", "A06", "A07", "A11", "A13", "A16", "A20", "A22", "A25", "A30"], 2),
)
def test_a_program_in_the_spelling_of_python_does_the_same(plan_id: str) -> None:
    plan = PROGRAMS[plan_id]
    calls = [
        call.model_copy(update={"arguments": {**call.arguments, "code": in_python(call.arguments["code"])}})
        if "code" in call.arguments
        else call
        for call in plan.calls
    ]
    outcome = run_plan(plan.model_copy(update={"calls": tuple(calls)}))
    assert outcome.refused == []
    assert outcome.messages == []
    assert outcome.missing == []


@pytest.mark.parametrize("plan_id", ["A01", "A06", "A14"])
def test_a_program_that_leaves_something_out_is_found_out(plan_id: str) -> None:
    plan = PROGRAMS[plan_id]
    calls = tuple(call for call in plan.calls if call.tool != "write_graph")
    assert run_plan(plan.model_copy(update={"calls": calls or plan.calls[:1]})).missing
