"""Plans that a worker prepares, while the artist goes on editing."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.editor.plan.edit_plan import (
    AddNodeStep,
    AddVariableStep,
    CompileBlueprintStep,
    ConnectPinsStep,
    CreateBlueprintStep,
    EditPlan,
    PinAt,
    PlanError,
    SetPinDefaultStep,
)
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, CustomEventSpec, EventSpec
from blueprint_assistant.graph.model.blueprint import PinType
from sandbox_project import SandboxProject, open_project

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

    from blueprint_assistant.editor.plan.edit_plan import ApplyReport, EditOperation

DOOR = "/Game/BP_Door"
GRAPH = "EventGraph"
PRINT = CallFunctionSpec("/Script/Engine.KismetSystemLibrary:PrintString")


@pytest.fixture
def project() -> Iterator[SandboxProject]:
    with open_project() as opened:
        opened.create(DOOR)
        yield opened


@pytest.fixture
def worker() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1, "worker") as pool:
        yield pool


def edit(project: SandboxProject, *steps: EditOperation) -> ApplyReport:
    return project.editor.apply(EditPlan(DOOR, "AI: test", steps))


def nodes(project: SandboxProject) -> list[str]:
    graph = project.blueprint(DOOR).find_graph(GRAPH)
    assert graph is not None
    return [node.name for node in graph.nodes]


def as_the_artist(project: SandboxProject, change: Callable[[], None]) -> None:
    """Change something on the game thread at once: the worker's job waits for a tick."""
    assert threading.get_ident() == project.sandbox.game_thread_id
    change()


def add_by_hand(_: SandboxProject) -> None:
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    asset = unreal.EditorAssetLibrary.load_asset(DOOR)
    hands = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, GRAPH)
    hands.add_branch_node()


def wait_for_a_job(project: SandboxProject) -> None:
    for _ in range(2000):
        if project.game_thread._jobs:
            return
        threading.Event().wait(0.002)
    pytest.fail("the worker asked for nothing")


def finish(project: SandboxProject, future: Future[ApplyReport]) -> ApplyReport:
    done = threading.Event()
    future.add_done_callback(lambda _: done.set())
    project.tick_until(done.wait)
    return future.result()


def test_what_the_artist_adds_between_preparing_and_changing_is_kept(
    project: SandboxProject, worker: ThreadPoolExecutor
) -> None:
    before = nodes(project)
    future = worker.submit(edit, project, AddNodeStep(GRAPH, "p", PRINT))
    wait_for_a_job(project)
    as_the_artist(project, lambda: add_by_hand(project))
    report = finish(project, future)
    assert len(nodes(project)) == len(before) + 2
    assert report.before is not None
    # The plan was tried anew, on what the artist had made of it.
    assert len(report.before.graphs[0].nodes) == len(before) + 1
    assert report.node_of("p") in nodes(project)


def test_it_is_done_although_the_artist_changes_something_before_every_tick(
    project: SandboxProject, worker: ThreadPoolExecutor
) -> None:
    before = nodes(project)
    future = worker.submit(edit, project, AddNodeStep(GRAPH, "p", PRINT))
    changes = 0
    while not future.done():
        if project.game_thread._jobs:
            add_by_hand(project)
            changes += 1
        project.sandbox.tick()
        threading.Event().wait(0.002)
    assert future.result().node_of("p") in nodes(project)
    assert len(nodes(project)) == len(before) + changes + 1
    assert changes > 2


def test_a_step_on_what_the_artist_has_removed_meanwhile_is_refused(
    project: SandboxProject, worker: ThreadPoolExecutor
) -> None:
    made = edit(
        project, AddNodeStep(GRAPH, "begin", EventSpec("ReceiveBeginPlay")), AddNodeStep(GRAPH, "p", PRINT)
    )
    begin, shown = made.node_of("begin"), made.node_of("p")
    link = ConnectPinsStep(GRAPH, PinAt(begin, "then"), PinAt(shown, "execute"))
    future = worker.submit(edit, project, AddNodeStep(GRAPH, "q", PRINT, 600), link)
    wait_for_a_job(project)
    as_the_artist(project, lambda: project.delete_node(DOOR, GRAPH, shown))
    before = project.state()
    with pytest.raises(PlanError, match="was removed meanwhile"):
        finish(project, future)
    assert project.state() == before


def test_a_parent_that_changes_meanwhile_counts_too(
    project: SandboxProject, worker: ThreadPoolExecutor
) -> None:
    child = "/Game/BP_Child"
    parent = f"{DOOR}.BP_Door_C"
    project.editor.apply(EditPlan(child, "set up", (CreateBlueprintStep(parent),)))
    call = AddNodeStep(GRAPH, "call", CallFunctionSpec(f"{parent}:Swing"))
    plan = EditPlan(child, "AI: test", (call,))
    project.editor.read_blueprint(child)
    future = worker.submit(project.editor.apply, plan)
    with pytest.raises(PlanError):
        finish(project, future)  # there is no such event yet
    edit(project, AddNodeStep(GRAPH, "swing", CustomEventSpec("Swing")), CompileBlueprintStep())
    report = finish(project, worker.submit(project.editor.apply, plan))
    assert report.has_changed


def test_an_unchanged_blueprint_is_the_very_same_value(project: SandboxProject) -> None:
    first = project.editor.read_blueprint(DOOR)
    assert project.editor.read_blueprint(DOOR) is first
    add_by_hand(project)
    second = project.editor.read_blueprint(DOOR)
    assert second != first
    assert second.graphs[1] is first.graphs[1]


def test_the_default_of_a_variable_counts_as_a_change(project: SandboxProject) -> None:
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    edit(project, AddVariableStep("Speed", PinType("real", "double"), "1"))
    first = project.editor.read_blueprint(DOOR)
    asset = unreal.EditorAssetLibrary.load_asset(DOOR)
    defaults = unreal.get_default_object(unreal.BlueprintEditorLibrary.generated_class(asset))
    defaults.set_editor_property("Speed", 2.0)
    second = project.editor.read_blueprint(DOOR)
    assert (first.variables[0].default, second.variables[0].default) == ("1.000000", "2.000000")


def test_reading_and_trying_out_are_done_off_the_game_thread(
    project: SandboxProject, worker: ThreadPoolExecutor
) -> None:
    """The jobs only look and change: what they take does not grow by what a plan has to be tried for."""
    made = edit(project, AddNodeStep(GRAPH, "p", PRINT)).node_of("p")
    seen: list[str] = []
    snapshots = project.editor._editor.snapshots
    understand = snapshots.understand

    def noted(raw: object) -> object:
        seen.append(threading.current_thread().name)
        return understand(raw)  # type: ignore[arg-type]

    snapshots.understand = noted  # type: ignore[method-assign, assignment]
    plan = EditPlan(DOOR, "AI: test", (SetPinDefaultStep(GRAPH, PinAt(made, "InString"), "Hi"),))

    def read_and_change() -> ApplyReport:
        project.editor.read_blueprint(DOOR)
        return project.editor.apply(plan)

    report = finish(project, worker.submit(read_and_change))
    assert report.has_changed
    # Read, tried, and then the one look in the job that has changed it: what it made must be checked there.
    assert [name.startswith("worker") for name in seen] == [True, True, False]
