"""Whichever call of the editor fails during a revert, it is done whole or not at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.editor.plan.edit_plan import (
    AddComponentStep,
    AddNodeStep,
    AddVariableStep,
    ConnectPinsStep,
    CreateBlueprintStep,
    EditPlan,
    PinAt,
    RemoveNodesStep,
    SetPinDefaultStep,
)
from blueprint_assistant.editor.plan.member_steps import RenameVariableStep
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.kinds.common_specs import BranchSpec, CallFunctionSpec, VariableGetSpec
from blueprint_assistant.graph.model.blueprint import PinType
from reverts.talks import DOOR, GRAPH, PRINT, build_door
from reverts.turns import artist_edit, exact_state, record
from sandbox_project import open_project
from tiers import is_deep

if TYPE_CHECKING:
    from reverts.turns import Recording
    from sandbox_project import SandboxProject

DOUBLE = PinType("real", "double")
CHEST = "/Game/BP_Chest"
_MOST_CALLS = 5000
_STRIDES = {False: 29, True: 149}
"""Every call would take minutes; the numbers have no small divisors in common with what repeats."""
_FIRST_STRIDES = {False: 97, True: 457}
"""The same for the first tier."""


@dataclass
class Failure:
    """Lets one call of the API fail, the one of a number, and only that one."""

    at: int
    calls: int = 0
    name: str = ""

    def enter_call(self, name: str) -> None:
        self.calls += 1
        if self.calls == self.at:
            self.name = name
            raise RuntimeError(f"{name} failed")


def play(project: SandboxProject, *, is_forgotten: bool) -> Recording:
    """A turn on two Blueprints with a deletion and a rename; forgotten by the editor's history or not."""
    project.create(CHEST)
    turn = record(project)
    printing = next(
        node.name
        for node in project.blueprint(DOOR).find_graph(GRAPH).nodes  # type: ignore[union-attr]
        if node.class_name == "K2Node_CallFunction"
    )
    for path, operations in (
        (
            CHEST,
            (AddVariableStep("Lid", DOUBLE, "3"), AddComponentStep("Box", "/Script/Engine.BoxComponent")),
        ),
        (DOOR, (AddVariableStep("Speed", DOUBLE, "5"), AddNodeStep(GRAPH, "get", VariableGetSpec("Speed")))),
        (DOOR, (RemoveNodesStep(GRAPH, (printing,)), RenameVariableStep("Health", "Life"))),
        (
            DOOR,
            (
                AddNodeStep(GRAPH, "if", BranchSpec(), 300, 300),
                AddNodeStep(GRAPH, "print", CallFunctionSpec(PRINT), 600, 300),
                ConnectPinsStep(GRAPH, PinAt("if", "then"), PinAt("print", "execute")),
                SetPinDefaultStep(GRAPH, PinAt("print", "InString"), "x"),
            ),
        ),
    ):
        turn.editor.apply(EditPlan(path, "AI: step", operations))
    if is_forgotten:
        project.sandbox.transactions.clear()
        artist_edit(project, CHEST)
    return turn


@pytest.mark.parametrize("is_forgotten", [False, True], ids=["by history", "by steps"])
def test_whichever_call_fails_the_revert_is_whole_or_nothing_is_changed(*, is_forgotten: bool) -> None:
    failures, number = 0, 1
    while number < _MOST_CALLS:
        with open_project() as project:
            build_door(project)
            turn = play(project, is_forgotten=is_forgotten)
            strides = _STRIDES if is_deep() else _FIRST_STRIDES
            tried, number = _until_it_works(project, turn, number, strides[is_forgotten])
            failures += tried
            if number == 0:
                break
    else:
        pytest.fail("The revert never ended.")
    assert failures > (2 if is_deep() else 0)


def _until_it_works(project: SandboxProject, turn: Recording, number: int, stride: int) -> tuple[int, int]:
    """Let one call after the other fail until a revert copes; how many did not, and which call is next.

    That is 0 when the revert has fewer calls.
    """
    before, wanted = exact_state(project), {DOOR, CHEST}
    dirty = project.sandbox.dirty_packages
    failures = 0
    while True:
        failure = Failure(number)
        project.sandbox.enter_call = failure.enter_call  # type: ignore[method-assign]
        try:
            turn.revert()
        except AssistantError:
            del project.sandbox.enter_call
            failures += 1
            assert exact_state(project) == before, f"call {number}, {failure.name}"
            assert project.sandbox.dirty_packages == dirty, f"call {number}, {failure.name}"
            number += stride
        else:
            del project.sandbox.enter_call
            assert set(project.editor.list_blueprints()) == wanted
            assert project.blueprint(DOOR).find_variable("Life") is None, f"call {number}, {failure.name}"
            assert project.blueprint(CHEST).find_variable("Lid") is None, f"call {number}, {failure.name}"
            return failures, number + stride if failure.calls >= number else 0


def test_a_file_that_is_read_only_keeps_its_asset_and_the_result_says_so(project: SandboxProject) -> None:
    turn = record(project)
    turn.editor.apply(EditPlan(CHEST, "AI: create", (CreateBlueprintStep("/Script/Engine.Actor"),)))
    project.editor.save(CHEST)
    project.sandbox.switches.read_only_packages.add(CHEST)
    report = turn.revert()
    assert report.gone == ()
    assert CHEST in project.editor.list_blueprints()
    assert any("the editor did not delete it" in line for line in report.left)


def test_a_variable_that_others_use_by_now_stops_the_revert_before_anything_is_touched(
    project: SandboxProject,
) -> None:
    turn = record(project)
    turn.editor.apply(EditPlan(DOOR, "AI: add", (AddVariableStep("Speed", DOUBLE),)))
    project.editor.apply(EditPlan(DOOR, "own", (AddNodeStep(GRAPH, "own", VariableGetSpec("Speed")),)))
    before = exact_state(project)
    with pytest.raises(AssistantError, match="in use"):
        turn.revert()
    assert exact_state(project) == before
    project.editor.apply(EditPlan(DOOR, "own", (RemoveNodesStep(GRAPH, ("K2Node_VariableGet_0",)),)))
    turn.revert()
    assert project.blueprint(DOOR).find_variable("Speed") is None
