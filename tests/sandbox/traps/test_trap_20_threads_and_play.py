"""Trap 20: off the game thread everything raises; in play mode graphs look empty and saves do nothing."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from sandbox.functions import PRINT
from unreal_sandbox import FatalEditorError, FaultInjection, SandboxEditor

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

WORDS = "Attempted to access Unreal API from outside the main game thread."


@pytest.mark.parametrize(
    "use",
    [
        lambda unreal, _: unreal.Paths.project_dir(),
        lambda unreal, _: unreal.load_asset("/Game/BP_Door"),
        lambda unreal, door: unreal.BlueprintEditorLibrary.compile_blueprint(door),
        lambda unreal, _: unreal.ScopedSlowTask(1).make_dialog(),
        lambda _, door: door.get_editor_property("status"),
    ],
)
def test_another_thread_gets_a_runtime_error_and_changes_nothing(
    editor: SandboxEditor, unreal: Any, door: Any, use: Callable[[Any, Any], object]
) -> None:
    caught: list[Exception] = []
    asset = door.asset

    def run() -> None:
        try:
            use(unreal, asset)
        except Exception as error:  # noqa: BLE001 - whatever it is goes to the test
            caught.append(error)

    before = editor.dirty_packages
    worker = threading.Thread(target=run)
    worker.start()
    worker.join(10)
    assert [type(error) for error in caught] == [RuntimeError]
    assert WORDS in str(caught[0])
    assert editor.dirty_packages == before


def test_in_play_mode_a_full_graph_looks_empty_and_takes_no_node(editor: SandboxEditor, door: Any) -> None:
    door.call(PRINT)
    editor.faults = FaultInjection(playing=range(1, 3))
    editor.tick()
    assert len(door.nodes.list_all_nodes()) == 4
    editor.tick()
    assert list(door.nodes.list_all_nodes()) == []
    assert door.call(PRINT) is None
    editor.tick()
    editor.tick()
    assert len(door.nodes.list_all_nodes()) == 4


@pytest.mark.parametrize("claims", [False, True])
def test_in_play_mode_a_save_writes_nothing_whatever_it_says(tmp_path: Path, *, claims: bool) -> None:
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_Door", unreal.Actor)
        editor.switches.saves_in_pie_claim_success = claims
        editor.is_in_pie = True
        assert unreal.EditorLoadingAndSavingUtils.save_dirty_packages(True, True) is claims
        assert unreal.EditorAssetLibrary.save_asset("/Game/BP_Door") is False
        assert editor.dirty_packages == ["/Game/BP_Door"]
        assert list(tmp_path.rglob("*.blueprint.txt")) == []


@pytest.mark.parametrize("crashes", [True, False])
def test_compiling_in_play_mode_ends_the_process_or_is_refused(
    editor: SandboxEditor, door: Any, *, crashes: bool
) -> None:
    editor.switches.compile_in_pie_crashes = crashes
    editor.is_in_pie = True
    if crashes:
        with pytest.raises(FatalEditorError):
            door.compile()
    else:
        assert door.compile() is False
