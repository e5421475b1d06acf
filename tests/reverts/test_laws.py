"""Whatever a turn consists of, and whatever the artist did beside it: a revert leads to the checkpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blueprint_assistant.editor.plan.edit_plan import EditPlan, PlanError, RemoveNodesStep
from reverts.moves import artist_moves, turn_moves
from reverts.talks import DOOR, GRAPH, build_door
from reverts.turns import artist_edit, exact_state, meaning, record
from sandbox_project import open_project
from tiers import deep, examples

if TYPE_CHECKING:
    from reverts.moves import Move
    from sandbox_project import SandboxProject

SETTINGS = settings(
    max_examples=examples(15),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def play(project: SandboxProject, editor: object, moves: list[Move]) -> None:
    """Make the moves that are possible."""
    for move in moves:
        operations = move(project.blueprint(DOOR))
        if operations:
            try:
                editor.apply(EditPlan(DOOR, "AI: move", operations))  # type: ignore[attr-defined]
            except PlanError:
                continue


@SETTINGS
@given(st.lists(turn_moves(), min_size=1, max_size=12))
def test_the_editors_undo_leads_to_the_checkpoint_and_redo_back(moves: list[Move]) -> None:
    with open_project() as project:
        build_door(project)
        before = exact_state(project)
        turn = record(project)
        play(project, turn.editor, moves)
        if not turn.editor.steps or exact_state(project) == before:
            return
        after = exact_state(project)
        done = turn.revert()
        assert exact_state(project) == before
        project.reverter.revert(done.again)
        assert exact_state(project) == after


@SETTINGS
@given(st.lists(turn_moves(), min_size=1, max_size=12))
def test_without_its_history_a_turn_goes_back_to_the_same_meaning(moves: list[Move]) -> None:
    with open_project() as project:
        build_door(project)
        before = meaning(project)
        turn = record(project)
        play(project, turn.editor, moves)
        after = meaning(project)
        project.sandbox.transactions.clear()
        if after == before or not project.reverter.look_at_revert(turn.reversal).can_run:
            return
        done = turn.revert()
        assert meaning(project) == before
        project.sandbox.transactions.clear()
        project.reverter.revert(done.again)
        assert meaning(project) == after


@SETTINGS
@given(st.lists(turn_moves(), min_size=1, max_size=8), st.lists(artist_moves(), min_size=1, max_size=4))
@deep
def test_what_the_artist_does_apart_from_a_turn_stays(moves: list[Move], own: list[Move]) -> None:
    """The artist's edits before a turn that is then taken back, or after it, come to the same."""
    with open_project() as project:
        build_door(project)
        play(project, project.editor, own)
        wanted = meaning(project)
    with open_project() as project:
        build_door(project)
        turn = record(project)
        play(project, turn.editor, moves)
        play(project, project.editor, own)
        plan = project.reverter.look_at_revert(turn.reversal) if turn.editor.steps else None
        if plan is None or not plan.can_run or plan.has_conflicts:
            return
        turn.revert()
        assert meaning(project) == wanted


@SETTINGS
@given(st.lists(turn_moves(), min_size=1, max_size=8))
def test_a_revert_that_is_refused_changes_nothing(moves: list[Move]) -> None:
    with open_project() as project:
        build_door(project)
        turn = record(project)
        play(project, turn.editor, moves)
        own = artist_edit(project, DOOR)
        before = exact_state(project)
        plan = project.reverter.look_at_revert(turn.reversal) if turn.editor.steps else None
        assert exact_state(project) == before
        if plan is not None and plan.can_run:
            turn.revert()
            assert own in {node.name for graph in project.blueprint(DOOR).graphs for node in graph.nodes}
            project.editor.apply(EditPlan(DOOR, "own", (RemoveNodesStep(GRAPH, (own,)),)))
