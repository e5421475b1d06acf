"""Asset files that people edit, copy and damage: read where they say what they mean, named where not."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from sandbox.conftest import Blueprint
from unreal_sandbox import SandboxEditor
from unreal_sandbox.assets.asset_text import format_asset

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Head = dict[str, Any]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A project's only asset, /Game/BP_Door, with a variable and a component."""
    with SandboxEditor(tmp_path / "Game") as editor:
        unreal = editor.install()
        asset = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent(
            "/Game/BP_Door", unreal.Actor
        )
        door = Blueprint(unreal, asset)
        door.add_variable("Speed")
        door.add_component(unreal.StaticMeshComponent)
        door.compile()
        assert editor.save_all()
    return tmp_path / "Game" / "Content" / "BP_Door.blueprint.txt"


def opened(file: Path) -> tuple[dict[str, str], dict[str, str]]:
    """The assets of the project as text, and what could not be read."""
    with SandboxEditor(file.parents[1]) as editor:
        assert editor.storage is not None
        return {
            item.path: format_asset(item) for item in editor.blueprints.values()
        }, editor.storage.unreadable


def edit_head(file: Path, change: Callable[[Head], object]) -> None:
    head, separator, graphs = file.read_text(encoding="utf-8").partition("\n--- graph ")
    values = json.loads(head)
    change(values)
    file.write_text(json.dumps(values) + separator + graphs, encoding="utf-8")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_an_editor_of_windows_may_have_written_it(file: Path, encoding: str, line_end: str) -> None:
    before = opened(file)
    text = file.read_text(encoding="utf-8")
    file.write_bytes(text.replace("\n", line_end).encode(encoding))
    assert opened(file) == before


@pytest.mark.parametrize(
    ("change", "sign"),
    [
        (lambda head: head["variables"][0].update(name=5), "'name' in 'variables' cannot be 5"),
        (lambda head: head["variables"][0].update(is_instance_editable="yes"), "cannot be 'yes'"),
        (lambda head: head["variables"][0].update(type="(PinCategory=?)"), "Speed"),
        (lambda head: head["variables"][0].update(colour="red"), "colour"),
        (lambda head: head.update(variables={}), "'variables' is to be a list"),
        (lambda head: head["components"].append("Mesh"), "'components' is to hold an object"),
        (lambda head: head["components"][0].update(properties=[1]), "'properties' is to hold an object"),
        (lambda head: head.update(defaults={"Speed": [300]}), "'defaults.Speed' is to be a text"),
        (lambda head: head.update(parent_class=None), "'parent_class' is to be a text"),
        (lambda head: head.update(status="fine"), "'fine' is none of"),
        (lambda head: head["graphs"][0].update(kind="drawing"), "'drawing' is none of"),
        (lambda head: head.pop("graphs"), "graphs"),
        (lambda head: head.update(format=2), "format 2"),
    ],
)
def test_a_slip_of_the_hand_is_said_and_the_file_stays(
    file: Path, change: Callable[[Head], object], sign: str
) -> None:
    edit_head(file, change)
    edited = file.read_bytes()
    assets, unreadable = opened(file)
    assert assets == {}
    assert sign in unreadable["/game/bp_door"]
    assert str(file) in unreadable["/game/bp_door"]
    assert file.read_bytes() == edited


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff\xfe\x00", b"{", b"null\n--- graph X\n"])
def test_what_is_no_asset_is_said(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    assets, unreadable = opened(file)
    assert (assets, list(unreadable)) == ({}, ["/game/bp_door"])


def test_one_file_that_cannot_be_read_does_not_keep_the_project_shut(file: Path) -> None:
    file.with_name("BP_Folder.blueprint.txt").mkdir()
    assets, unreadable = opened(file)
    assert list(assets) == ["/Game/BP_Door"]
    assert list(unreadable) == ["/game/bp_folder"]


def test_two_files_whose_names_differ_in_letter_case_only_are_not_mixed_up(file: Path) -> None:
    other = file.with_name("bp_door.blueprint.txt")
    if other.exists():
        pytest.skip("this file system does not tell letter case apart")
    shutil.copy(file, other)
    assets, unreadable = opened(file)
    assert (len(assets), list(unreadable)) == (1, ["/game/bp_door"])


def test_only_what_a_killed_write_left_is_removed(file: Path) -> None:
    left = file.with_name("BP_Door.blueprint.txt.writing")
    foreign = file.with_name("notes.writing")
    left.write_text("half")
    foreign.write_text("mine")
    opened(file)
    assert (left.exists(), foreign.exists()) == (False, True)


@pytest.mark.parametrize("kind", ["string", "name", "text"])
@pytest.mark.parametrize("text", ["C:\\temp\\new", '"quoted"', 'say "hi"', "tab\tand\nline", "\\", "日本 🎉"])
def test_a_text_default_reads_back_as_it_was_set(door: Blueprint, kind: str, text: str) -> None:
    door.add_variable("Value", kind)
    door.compile()
    defaults = door.unreal.get_default_object(door.asset.generated_class())
    value = {"string": str, "name": door.unreal.Name, "text": door.unreal.Text}[kind](text)
    defaults.set_editor_property("Value", value)
    assert str(defaults.get_editor_property("Value")) == text
