"""Trap 19: compile, save and progress dialogs run the tick callbacks again, inside themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from unreal_sandbox import FaultInjection

if TYPE_CHECKING:
    from collections.abc import Callable

    from unreal_sandbox import SandboxEditor


def compile_it(unreal: Any, asset: Any) -> None:
    unreal.BlueprintEditorLibrary.compile_blueprint(asset)


def save_it(unreal: Any, asset: Any) -> None:
    unreal.EditorAssetLibrary.save_loaded_asset(asset, False)


def show_progress(unreal: Any, _: Any) -> None:
    with unreal.ScopedSlowTask(2, "Working") as task:
        task.make_dialog(True)
        task.enter_progress_frame(1, "half")


@pytest.mark.parametrize("operation", [compile_it, save_it, show_progress])
@pytest.mark.parametrize("nested", [0, 1, 3])
def test_a_callback_is_entered_inside_its_own_job(
    editor: SandboxEditor, unreal: Any, door: Any, operation: Callable[[Any, Any], None], nested: int
) -> None:
    editor.faults = FaultInjection(nested_ticks=nested)
    entered: list[bool] = []
    running: list[bool] = []

    def callback(_: float) -> None:
        entered.append(bool(running))
        if not running:
            running.append(True)
            operation(unreal, door.asset)
            running.clear()

    unreal.register_slate_post_tick_callback(callback)
    editor.tick()
    assert entered == [False] + [True] * (2 * nested)


def test_a_callback_without_a_guard_does_its_job_again_and_again(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    editor.faults = FaultInjection(nested_ticks=1)
    done: list[int] = []

    def job_after_job(_: float) -> None:
        done.append(len(done))
        if len(done) < 20:
            door.compile()

    unreal.register_slate_post_tick_callback(job_after_job)
    editor.tick()
    assert len(done) > 20


def test_a_generator_that_is_advanced_from_the_tick_is_found_running(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    def steps() -> Any:
        while True:
            door.compile()
            yield

    job = steps()
    unreal.register_slate_post_tick_callback(lambda _: next(job))
    editor.tick()
    assert "ValueError: generator already executing" in editor.log_text("LogPython")


def test_a_progress_dialog_that_does_not_show_runs_no_ticks(editor: SandboxEditor, unreal: Any) -> None:
    calls: list[float] = []
    unreal.register_slate_post_tick_callback(calls.append)
    with unreal.ScopedSlowTask(3, unreal.Text("quiet")) as task:
        task.enter_progress_frame()
        editor.is_in_pie = True
        task.make_dialog()
        task.enter_progress_frame()
    assert calls == []


def test_the_user_can_cancel_a_progress_dialog_and_nothing_stops_by_itself(
    editor: SandboxEditor, unreal: Any
) -> None:
    steps = 0
    with unreal.ScopedSlowTask(5) as task:
        task.make_dialog_delayed(1.0, can_cancel=True)
        assert task.should_cancel() is False
        editor.is_progress_cancelled = True
        for _ in range(5):
            task.enter_progress_frame()
            steps += 1
        assert task.should_cancel() is True
    assert steps == 5
