"""Tick callbacks, nested ticks, and the game thread."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from unreal_sandbox import FatalEditorError, SandboxEditor, Switches

if TYPE_CHECKING:
    from collections.abc import Callable


def on_another_thread(function: Callable[[], object]) -> BaseException | None:
    caught: list[BaseException] = []

    def run() -> None:
        try:
            function()
        except BaseException as error:  # noqa: BLE001 - whatever it is goes to the caller
            caught.append(error)

    thread = threading.Thread(target=run, name="worker")
    thread.start()
    thread.join(10)
    assert not thread.is_alive()
    return caught[0] if caught else None


def test_callbacks_run_in_order_once_per_tick_with_the_delta(editor: SandboxEditor, unreal: Any) -> None:
    calls: list[tuple[str, float]] = []
    unreal.register_slate_post_tick_callback(lambda delta: calls.append(("post", delta)))
    unreal.register_slate_pre_tick_callback(lambda delta: calls.append(("pre", delta)))
    editor.tick(0.25)
    editor.tick(0.5)
    assert calls == [("pre", 0.25), ("post", 0.25), ("pre", 0.5), ("post", 0.5)]


def test_a_callback_that_raises_is_logged_and_stays(editor: SandboxEditor, unreal: Any) -> None:
    calls: list[float] = []

    def broken(delta: float) -> None:
        calls.append(delta)
        raise ValueError("broken tick")

    unreal.register_slate_post_tick_callback(broken)
    editor.tick()
    editor.tick()
    assert len(calls) == 2
    assert editor.log_text("LogPython").count("ValueError: broken tick") == 2


def test_a_callback_may_unregister_itself_and_others(editor: SandboxEditor, unreal: Any) -> None:
    calls: list[str] = []
    handles: list[object] = []

    def first(_: float) -> None:
        calls.append("first")
        for handle in handles:
            unreal.unregister_slate_post_tick_callback(handle)

    handles.append(unreal.register_slate_post_tick_callback(first))
    handles.append(unreal.register_slate_post_tick_callback(lambda _: calls.append("second")))
    editor.tick()
    editor.tick()
    assert calls == ["first"]


def test_a_wrong_handle_is_a_type_error_and_an_old_one_is_ignored(unreal: Any) -> None:
    handle = unreal.register_slate_pre_tick_callback(lambda _: None)
    with pytest.raises(TypeError):
        unreal.unregister_slate_post_tick_callback(handle)
    with pytest.raises(TypeError):
        unreal.unregister_slate_pre_tick_callback(3)
    unreal.unregister_slate_pre_tick_callback(handle)
    unreal.unregister_slate_pre_tick_callback(handle)
    with pytest.raises(TypeError):
        unreal.register_slate_post_tick_callback("not callable")


def test_the_core_ticker_stops_when_its_callable_does_not_say_true(
    editor: SandboxEditor, unreal: Any
) -> None:
    calls: list[float] = []
    unreal.register_ticker_callback(lambda delta: calls.append(delta) or len(calls) < 2)
    for _ in range(4):
        editor.tick()
    assert len(calls) == 2


@pytest.mark.parametrize("operation", ["compile", "save"])
def test_compile_and_save_re_enter_the_tick_callbacks(
    editor: SandboxEditor, unreal: Any, door: Any, operation: str
) -> None:
    calls: list[int] = []
    unreal.register_slate_post_tick_callback(lambda _: calls.append(editor.ticks.depth))
    if operation == "compile":
        door.compile()
    else:
        unreal.EditorAssetLibrary.save_loaded_asset(door.asset, False)
    assert len(calls) == 2
    assert editor.ticks.nested_count == 2


def test_a_job_in_a_tick_sees_itself_entered_again(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    depths: list[int] = []

    def job(_: float) -> None:
        depths.append(len(depths))
        if len(depths) == 1:
            door.compile()

    unreal.register_slate_post_tick_callback(job)
    editor.tick()
    assert len(depths) == 3


def test_a_ticker_does_not_run_inside_an_operation(unreal: Any, door: Any) -> None:
    calls: list[float] = []
    unreal.register_ticker_callback(calls.append)
    door.compile()
    assert calls == []


def test_a_call_off_the_game_thread_raises_the_editors_words(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    asset, library = door.asset, unreal.BlueprintEditorLibrary
    error = on_another_thread(lambda: library.compile_blueprint(asset))
    assert isinstance(error, RuntimeError)
    assert (
        str(error)
        == "BlueprintEditorLibrary: Attempted to access Unreal API from outside the main game thread."
    )
    assert on_another_thread(unreal.Paths.project_dir) is not None
    assert any("BlueprintEditorLibrary used on thread worker" in line for line in editor.violations)


@pytest.mark.parametrize(
    "use",
    [
        lambda door: door.asset.get_name(),
        lambda door: door.asset.status,
        lambda door: door.asset.get_editor_property("status"),
        lambda door: door.unreal.load_asset("/Game/BP_Door"),
        lambda door: door.unreal.AssetExportTask(),
        lambda door: door.unreal.register_slate_post_tick_callback(print),
    ],
)
def test_objects_properties_and_module_functions_are_guarded_too(
    door: Any, use: Callable[[Any], object]
) -> None:
    assert isinstance(on_another_thread(lambda: use(door)), RuntimeError)


def test_logging_works_on_any_thread_and_keeps_the_threads_name(editor: SandboxEditor, unreal: Any) -> None:
    assert on_another_thread(lambda: unreal.log_warning("from afar")) is None
    line = editor.log[-1]
    assert (line.severity, line.text, line.thread) == ("Warning", "from afar", "worker")


@pytest.mark.parametrize(("daemon", "is_noted"), [(False, True), (True, False)])
def test_a_thread_that_would_hang_the_exit_is_noted(*, daemon: bool, is_noted: bool) -> None:
    editor = SandboxEditor()
    may_end = threading.Event()
    thread = threading.Thread(target=may_end.wait, args=(10,), name="lingering", daemon=daemon)
    thread.start()
    editor.shutdown()
    may_end.set()
    thread.join(10)
    assert any("lingering" in line for line in editor.violations) is is_noted


def test_a_handle_dropped_on_a_worker_is_noted(editor: SandboxEditor, door: Any) -> None:
    box = [door.graph]
    on_another_thread(box.clear)
    assert any("EdGraph dropped on thread worker" in line for line in editor.violations)


def test_the_thread_that_installs_is_the_game_thread() -> None:
    editor = SandboxEditor()
    module: list[Any] = []
    assert on_another_thread(lambda: module.append(editor.install())) is None
    with pytest.raises(RuntimeError, match="outside the main game thread"):
        module[0].EditorAssetLibrary.list_assets("/Game")
    editor.uninstall()


def test_registering_a_tick_without_slate_ends_the_process() -> None:
    with SandboxEditor(switches=Switches(slate_is_initialised=False)) as editor:
        unreal = editor.install()
        with pytest.raises(FatalEditorError):
            unreal.register_slate_post_tick_callback(lambda _: None)
        assert editor.has_crashed


def test_nothing_is_called_while_a_package_is_written(editor: SandboxEditor, unreal: Any) -> None:
    calls: list[float] = []
    unreal.register_slate_post_tick_callback(calls.append)
    editor.ticks.is_suspended = True
    editor.tick()
    editor.ticks.is_suspended = False
    assert calls == []
