"""Trap 29: a node or a call may end the process, a compile may take long, a wait may end in doubt."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.editor.game_thread import EditorBusyError, GameThread, OutcomeUnknownError
from sandbox.functions import PRINT
from unreal_sandbox import FatalEditorError, FaultInjection, SandboxEditor

if TYPE_CHECKING:
    from pathlib import Path


def test_the_nth_node_ends_the_process_and_no_handler_goes_on(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    editor.faults = FaultInjection(crash_at_node=3)
    built = 0

    def build_on_whatever_happens() -> None:
        nonlocal built
        with unreal.ScopedEditorTransaction("x"):
            for _ in range(10):
                with suppress(Exception):  # what a careless script does
                    door.call(PRINT)
                    built += 1

    with pytest.raises(FatalEditorError):
        build_on_whatever_happens()
    assert built == 2
    assert editor.has_crashed
    with pytest.raises(FatalEditorError):
        unreal.EditorAssetLibrary.list_assets("/Game")
    with pytest.raises(FatalEditorError):
        editor.tick()


@pytest.mark.parametrize("name", ["compile_blueprint", "BlueprintEditorLibrary.compile_blueprint"])
def test_a_chosen_call_ends_the_process(editor: SandboxEditor, door: Any, name: str) -> None:
    editor.faults = FaultInjection(crash_in=name, crash_at_call=2)
    door.call(PRINT)
    assert door.compile() is True
    with pytest.raises(FatalEditorError, match="compile_blueprint"):
        door.compile()


def test_a_crash_leaves_the_files_as_they_were_and_runs_no_shutdown_callback(tmp_path: Path) -> None:
    calls: list[str] = []
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        unreal.register_python_shutdown_callback(lambda: calls.append("shutdown"))
        library = unreal.BlueprintEditorLibrary
        asset = library.create_blueprint_asset_with_parent("/Game/BP_Door", unreal.Actor)
        editor.save_all()
        library.add_member_variable(asset, "Late", library.get_basic_type_by_name("int"))
        editor.faults = FaultInjection(crash_in="save_loaded_asset", crash_at_call=1)
        with pytest.raises(FatalEditorError):
            unreal.EditorAssetLibrary.save_loaded_asset(asset)
    assert calls == []
    with SandboxEditor(tmp_path) as editor:
        assert editor.install().load_asset("/Game/BP_Door") is not None
        assert editor.blueprints["/game/bp_door"].variables == ()


@pytest.mark.parametrize("is_open", [False, True])
def test_a_compile_takes_longer_while_the_assets_editor_is_open(
    editor: SandboxEditor, unreal: Any, door: Any, *, is_open: bool
) -> None:
    passed: list[float] = []
    editor.sleep = passed.append
    editor.faults = FaultInjection(compile_s=2, compile_with_open_editor_s=30)
    if is_open:
        unreal.get_editor_subsystem(unreal.AssetEditorSubsystem).open_editor_for_assets([door.asset])
    door.compile()
    assert passed == [32 if is_open else 2]


def test_a_wait_that_ends_during_a_compile_has_an_unknown_outcome_and_the_compile_counts(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    game_thread = GameThread()
    unreal.register_slate_post_tick_callback(game_thread.tick)
    has_given_up = threading.Event()
    editor.sleep = lambda _: None if has_given_up.wait(10) else pytest.fail("The worker waits for ever.")
    editor.faults = FaultInjection(compile_s=600)
    door.add_variable("Speed")
    caught: list[Exception] = []

    def ask() -> None:
        try:
            game_thread.run("compile", "compile", door.compile, timeout_s=0.2)
        except (EditorBusyError, OutcomeUnknownError) as error:
            caught.append(error)
        has_given_up.set()

    worker = threading.Thread(target=ask)
    worker.start()
    while not has_given_up.is_set():
        editor.tick()
        has_given_up.wait(0.001)
    worker.join(10)
    game_thread.stop()
    # Whether the job began in time depends on the machine; what is said must be what happened.
    assert len(caught) == 1
    is_up_to_date = door.asset.status == unreal.BlueprintStatus.BS_UP_TO_DATE
    assert isinstance(caught[0], OutcomeUnknownError) is is_up_to_date
