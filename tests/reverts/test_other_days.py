"""Turns taken back in an editor that was closed and opened since, and what only hands can bring back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.editor.plan.edit_plan import (
    AddComponentStep,
    AddNodeStep,
    AddVariableStep,
    ConnectPinsStep,
    EditPlan,
    PinAt,
    RemoveNodesStep,
    SetPinDefaultStep,
)
from blueprint_assistant.editor.plan.member_steps import RemoveComponentStep, SetComponentPropertyStep
from blueprint_assistant.editor.revert.revert_plan import RevertError
from blueprint_assistant.graph.kinds.common_specs import BranchSpec, CallFunctionSpec
from blueprint_assistant.graph.model.blueprint import PinType
from reverts.talks import DOOR, GRAPH, PRINT, build_door
from reverts.turns import artist_edit, exact_state, meaning, record
from sandbox_project import SandboxProject
from unreal_sandbox import SandboxEditor

if TYPE_CHECKING:
    from pathlib import Path

    from blueprint_assistant.editor.revert.reversal import Reversal


def test_a_turn_is_taken_back_after_the_project_was_saved_closed_and_opened(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path / "P") as sandbox:
        project = SandboxProject(sandbox)
        build_door(project)
        before = meaning(project)
        reversal = _turn(project)
        project.editor.save(DOOR)
        project.game_thread.stop()
    with SandboxEditor(tmp_path / "P") as sandbox:
        project = SandboxProject(sandbox)
        plan = project.reverter.look_at_revert(reversal)
        assert plan.can_run
        assert "it was saved since" in "".join(plan.blueprints[0].notes)
        report = project.reverter.revert(reversal)
        assert not report.was_by_history
        assert meaning(project) == before
        project.game_thread.stop()


def _turn(project: SandboxProject) -> Reversal:
    turn = record(project)
    turn.editor.apply(
        EditPlan(
            DOOR,
            "AI: step",
            (
                AddVariableStep("Speed", PinType("real", "double"), "5"),
                AddNodeStep(GRAPH, "if", BranchSpec(), 300, 300),
                AddNodeStep(GRAPH, "print", CallFunctionSpec(PRINT), 600, 300),
                ConnectPinsStep(GRAPH, PinAt("if", "then"), PinAt("print", "execute")),
                SetPinDefaultStep(GRAPH, PinAt("print", "InString"), "x"),
            ),
        )
    )
    return turn.reversal


def test_a_removed_component_comes_back_with_what_was_set_on_it(project: SandboxProject) -> None:
    settings = (
        SetComponentPropertyStep("Lamp", "RelativeLocation", "1,2,3"),
        SetComponentPropertyStep("Lamp", "Intensity", "800"),
        SetComponentPropertyStep("Lamp", "bVisible", "false"),
    )
    add = AddComponentStep("Lamp", "/Script/Engine.PointLightComponent", "Mesh")
    project.editor.apply(EditPlan(DOOR, "own", (add, *settings)))
    turn = record(project)
    turn.editor.apply(EditPlan(DOOR, "AI: remove", (RemoveComponentStep("Lamp"),)))
    project.sandbox.transactions.clear()
    turn.revert()
    # Setting them again finds that all is so already.
    report = project.editor.apply(EditPlan(DOOR, "look", settings))
    assert [result.status for result in report.results] == ["unchanged"] * len(settings)
    lamp = project.blueprint(DOOR).find_component("Lamp")
    assert lamp is not None
    assert lamp.parent == "Mesh"


def test_collision_settings_come_back(project: SandboxProject) -> None:
    profile = SetComponentPropertyStep("Mesh", "BodyInstance.CollisionProfileName", "OverlapAll")
    project.editor.apply(EditPlan(DOOR, "own", (profile,)))
    turn = record(project)
    enabled = SetComponentPropertyStep("Mesh", "BodyInstance.CollisionEnabled", "PhysicsOnly")
    turn.editor.apply(EditPlan(DOOR, "AI: collision", (enabled,)))
    project.sandbox.transactions.clear()
    turn.revert()
    report = project.editor.apply(EditPlan(DOOR, "look", (profile,)))
    assert report.results[0].status == "unchanged"


@pytest.fixture
def with_bubble(project: SandboxProject) -> str:
    """A node of the artist's with a comment on it, which only hands can write; its name."""
    graph = project.blueprint(DOOR).find_graph(GRAPH)
    assert graph is not None
    node = next(item for item in graph.nodes if item.class_name == "K2Node_CallFunction")
    draft = project.sandbox.blueprints[DOOR.lower()].graphs[GRAPH]
    kept = draft.node(node.name)
    from dataclasses import replace  # noqa: PLC0415

    from blueprint_assistant.graph.model.blueprint import set_property  # noqa: PLC0415

    draft.replace(replace(kept, properties=set_property(kept.properties, "NodeComment", '"greet first"')))
    project.editor.save(DOOR)
    return node.name


def test_what_no_call_brings_back_is_refused_by_name_and_nothing_is_changed(
    project: SandboxProject, with_bubble: str
) -> None:
    turn = record(project)
    turn.editor.apply(EditPlan(DOOR, "AI: remove", (RemoveNodesStep(GRAPH, (with_bubble,)),)))
    artist_edit(project, DOOR, "UserConstructionScript")
    before = exact_state(project)
    with pytest.raises(RevertError, match=r"the comment of Print String .* cannot be set from Python"):
        turn.revert()
    assert exact_state(project) == before


def test_what_no_call_brings_back_the_editors_undo_does(project: SandboxProject, with_bubble: str) -> None:
    before = exact_state(project)
    turn = record(project)
    turn.editor.apply(EditPlan(DOOR, "AI: remove", (RemoveNodesStep(GRAPH, (with_bubble,)),)))
    plan = project.reverter.look_at_revert(turn.reversal)
    assert plan.can_run
    assert plan.blueprints[0].missing
    turn.revert()
    assert exact_state(project) == before
