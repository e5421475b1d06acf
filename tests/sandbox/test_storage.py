"""Projects on disk: reopened identically, written atomically, one writer at a time."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sandbox.functions import PRINT
from tiers import is_deep
from unreal_sandbox import ProjectFolderError, ProjectLockedError, SandboxEditor
from unreal_sandbox.assets.asset_text import format_asset, parse_asset

ROOT = Path(__file__).parents[2]


def fill(unreal: Any, path: str = "/Game/Enemies/BP_Enemy") -> Any:
    library = unreal.BlueprintEditorLibrary
    asset = library.create_blueprint_asset_with_parent(path, unreal.Pawn)
    library.add_member_variable(asset, "Speed", library.get_basic_type_by_name("real"))
    library.add_member_variable(asset, "Grüße", library.get_basic_type_by_name("string"))
    library.set_blueprint_variable_category(asset, "Speed", unreal.Text('A|"B"'))
    subsystem = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
    actor = subsystem.k2_gather_subobject_data_for_blueprint(asset)[0]
    subsystem.add_new_subobject(
        unreal.AddNewSubobjectParams(
            parent_handle=actor, new_class=unreal.StaticMeshComponent, blueprint_context=asset
        )
    )
    nodes = unreal.BlueprintGraphEditor.get_graph_editor(library.find_event_graph(asset))
    call = nodes.add_call_function_node(PRINT)
    call.find_input_pin("InString").set_pin_value('line\nwith "quotes" and — dash')
    tick = nodes.find_event_node("ReceiveTick")
    tick.find_then_pin().try_create_connection(call.find_execute_pin())
    nodes.add_comment_node("Why", unreal.Vector2D(0, 0))
    library.compile_blueprint(asset)
    defaults = unreal.get_default_object(asset.generated_class())
    defaults.set_editor_property("Speed", 2.5)
    defaults.set_editor_property("Grüße", "hallo\nwelt")
    library.add_member_variable(asset, "Late", library.get_basic_type_by_name("bool"))
    return asset


def test_a_project_reopens_identically(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path / "Game") as editor:
        fill(editor.install())
        assert editor.save_all() is True
        before = editor.blueprints["/game/enemies/bp_enemy"]
    with SandboxEditor(tmp_path / "Game") as editor:
        unreal = editor.install()
        after = editor.blueprints["/game/enemies/bp_enemy"]
        assert after.content() == before.content()
        assert after.shapes == before.shapes
        assert (after.guid, after.status, after.messages) == (before.guid, before.status, before.messages)
        assert before.compiled is not None
        assert after.compiled is not None
        assert after.compiled.variables == before.compiled.variables
        assert editor.dirty_packages == []
        assert format_asset(after) == format_asset(before)
        asset = unreal.load_asset("/Game/Enemies/BP_Enemy")
        assert unreal.get_default_object(asset.generated_class()).get_editor_property("Speed") == 2.5


def test_an_asset_file_is_readable_text_with_a_json_head(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path / "Game") as editor:
        fill(editor.install())
        editor.save_all()
    text = (tmp_path / "Game/Content/Enemies/BP_Enemy.blueprint.txt").read_text(encoding="utf-8")
    head = json.loads(text.split("\n--- graph ")[0])
    assert head["path"] == "/Game/Enemies/BP_Enemy"
    assert [item["name"] for item in head["variables"]] == ["Speed", "Grüße", "Late"]
    assert "Begin Object Class=/Script/Engine.EdGraph" in text
    assert json.loads((tmp_path / "Game/Game.uproject").read_text())["EngineAssociation"] == "5.8"


def test_a_literal_equal_to_the_engines_own_reads_empty_after_a_reload(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path / "Game") as editor:
        unreal = editor.install()
        asset = fill(unreal)
        nodes = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, "EventGraph")
        name = nodes.list_nodes_of_class(unreal.K2Node_CallFunction)[0].get_name()
        path = f"/Game/Enemies/BP_Enemy.BP_Enemy:EventGraph.{name}"
        assert unreal.find_object(None, path).find_input_pin("Duration").get_pin_value() == "2.000000"
        editor.save_all()
    with SandboxEditor(tmp_path / "Game") as editor:
        node = editor.install().find_object(None, path)
        assert node.find_input_pin("Duration").get_pin_value() == ""
        assert node.find_input_pin("InString").get_pin_value().startswith("line\n")


def test_only_what_was_saved_is_there_again(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        fill(unreal)
        assert unreal.EditorAssetLibrary.save_asset("/Game/Enemies/BP_Enemy")
        fill(unreal, "/Game/BP_Unsaved")
    with SandboxEditor(tmp_path) as editor:
        assert list(editor.blueprints) == ["/game/enemies/bp_enemy"]


def test_a_deleted_asset_has_no_file(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        fill(unreal)
        editor.save_all()
        assert unreal.EditorAssetLibrary.delete_asset("/Game/Enemies/BP_Enemy")
    assert list(tmp_path.rglob("*.blueprint.txt")) == []


def test_a_second_editor_on_a_folder_is_refused_and_told_by_whom(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path):
        with pytest.raises(ProjectLockedError, match=rf"process {os.getpid()} on ") as caught:
            SandboxEditor(tmp_path)
        assert caught.value.code == "project_locked"
        assert "Close that editor" in caught.value.fix
    with SandboxEditor(tmp_path):
        pass


def test_a_folder_that_cannot_be_written_gives_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ProjectFolderError, match=r"cannot be used: .*file") as caught:
        SandboxEditor(tmp_path / "file" / "Game")
    assert caught.value.code == "project_folder"
    assert caught.value.fix


def test_a_save_that_fails_leaves_the_old_file_and_the_asset_dirty(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        fill(unreal)
        editor.save_all()
        folder = tmp_path / "Content" / "Enemies"
        (file,) = folder.iterdir()
        before = file.read_text(encoding="utf-8")
        unreal.load_asset("/Game/Enemies/BP_Enemy").modify()
        # Something in the place of the temporary file makes every write fail.
        file.with_name(f"{file.name}.writing").mkdir()
        assert unreal.EditorAssetLibrary.save_asset("/Game/Enemies/BP_Enemy") is False
        assert file.read_text(encoding="utf-8") == before
        assert editor.dirty_packages == ["/Game/Enemies/BP_Enemy"]
        assert "cannot be used" in editor.log_text("LogSavePackage")


@pytest.mark.parametrize("damage", ["{}", "", "not json", "[]", '{"format": 99}', "{\n", "[" * 100_000])
def test_a_damaged_file_is_reported_kept_and_not_overwritten(tmp_path: Path, damage: str) -> None:
    with SandboxEditor(tmp_path) as editor:
        fill(editor.install())
        fill(editor.install(), "/Game/BP_Good")
        editor.save_all()
    file = tmp_path / "Content/Enemies/BP_Enemy.blueprint.txt"
    file.write_text(damage, encoding="utf-8")
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        assert list(editor.blueprints) == ["/game/bp_good"]
        assert "BP_Enemy.blueprint.txt" in editor.log_text("LogLinker")
        library = unreal.BlueprintEditorLibrary
        assert library.create_blueprint_asset_with_parent("/Game/Enemies/BP_Enemy", unreal.Actor) is None
    assert file.read_text(encoding="utf-8") == damage


def test_a_truncated_file_is_reported(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path) as editor:
        fill(editor.install())
        editor.save_all()
    file = tmp_path / "Content/Enemies/BP_Enemy.blueprint.txt"
    text = file.read_text(encoding="utf-8")
    for part in (0.2, 0.5, 0.9):
        file.write_text(text[: int(len(text) * part)], encoding="utf-8")
        with SandboxEditor(tmp_path) as editor:
            assert editor.blueprints == {}
            assert len(editor.storage.unreadable if editor.storage else {}) == 1


def test_text_and_asset_are_the_same_thing() -> None:
    with SandboxEditor() as editor:
        fill(editor.install())
        asset = editor.blueprints["/game/enemies/bp_enemy"]
        text = format_asset(asset)
        assert format_asset(parse_asset(text, 7)) == text


def start(code: str, folder: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'Python'}{os.pathsep}{ROOT / 'tests'}"}
    return subprocess.Popen(
        [sys.executable, "-c", code, str(folder)], env=environment, stdout=subprocess.PIPE, text=True
    )


HOLD = """
import sys
from pathlib import Path
from unreal_sandbox import SandboxEditor
editor = SandboxEditor(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""

SAVE_FOR_EVER = """
import sys
from pathlib import Path
from sandbox.test_storage import fill
from unreal_sandbox import SandboxEditor
editor = SandboxEditor(Path(sys.argv[1]))
unreal = editor.install()
asset = fill(unreal)
editor.save_all()
print("saving", flush=True)
number = 0
while True:
    number += 1
    asset.set_blueprint_variable_category("Speed", unreal.Text("x" * (number % 50)))
    assert unreal.EditorAssetLibrary.save_loaded_asset(asset, False)
"""


def read_line(process: subprocess.Popen[str], wanted: str) -> None:
    assert process.stdout is not None
    assert process.stdout.readline().strip() == wanted


@pytest.mark.skipif(sys.platform == "win32", reason="kills with SIGKILL")
def test_the_lock_of_a_killed_process_is_taken_over(tmp_path: Path) -> None:
    with start(HOLD, tmp_path) as process:
        read_line(process, "open")
        with pytest.raises(ProjectLockedError, match=f"process {process.pid} on "):
            SandboxEditor(tmp_path)
        process.send_signal(signal.SIGKILL)
        process.wait(10)
    with SandboxEditor(tmp_path):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="kills with SIGKILL")
def test_a_kill_in_the_middle_of_saving_leaves_a_whole_project(tmp_path: Path) -> None:
    for delay_ms in (0, 3, 7, 11) if is_deep() else (3,):
        folder = tmp_path / str(delay_ms)
        with start(SAVE_FOR_EVER, folder) as process:
            read_line(process, "saving")
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(delay_ms / 1000)
            process.send_signal(signal.SIGKILL)
            process.wait(10)
        with SandboxEditor(folder) as editor:
            assert editor.storage is not None
            assert editor.storage.unreadable == {}
            asset = editor.blueprints["/game/enemies/bp_enemy"]
            assert [item.name for item in asset.variables] == ["Speed", "Grüße", "Late"]
            assert list(folder.rglob("*.writing")) == []


@pytest.mark.skipif(sys.platform == "win32", reason="locks of POSIX")
def test_a_drive_that_knows_no_locks_is_not_taken_for_another_editor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl  # noqa: PLC0415 - POSIX only

    def refuse(_stream: object, _operation: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(ProjectFolderError, match="No locks available") as caught:
        SandboxEditor(tmp_path)
    assert not isinstance(caught.value, ProjectLockedError)
