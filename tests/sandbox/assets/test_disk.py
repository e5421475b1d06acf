"""What a project folder survives, and how it looks in git."""

from __future__ import annotations

import difflib
import sys
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.graph.model.blueprint import ImplementedInterface
from sandbox.functions import PRINT
from sandbox.kill_during_saves import kill_often
from tiers import deep
from unreal_sandbox import SandboxEditor
from unreal_sandbox.assets.asset_text import format_asset, parse_asset
from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset, BlueprintContent, ScsNode

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@deep
@pytest.mark.skipif(sys.platform == "win32", reason="kills with SIGKILL")
def test_killing_an_editor_during_its_saves_leaves_whole_projects(tmp_path: Path) -> None:
    assert kill_often(tmp_path / "Project", 15) > 5


# --- git ---------------------------------------------------------------------------------------


def set_pin(unreal: Any, asset: Any) -> None:
    nodes = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, "EventGraph")
    (call,) = nodes.list_nodes_of_class(unreal.K2Node_CallFunction)
    call.find_input_pin("InString").set_pin_value("changed")


def set_class_default(unreal: Any, asset: Any) -> None:
    unreal.get_default_object(asset.generated_class()).set_editor_property("Speed", 7.5)


def set_category(unreal: Any, asset: Any) -> None:
    asset.set_blueprint_variable_category("Speed", unreal.Text("Movement"))


def move_node(unreal: Any, asset: Any) -> None:
    nodes = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, "EventGraph")
    (call,) = nodes.list_nodes_of_class(unreal.K2Node_CallFunction)
    call.set_node_pos(unreal.IntPoint(1234, call.get_node_pos().y))


@pytest.mark.parametrize("change", [set_pin, set_class_default, set_category, move_node])
def test_one_changed_default_is_one_changed_line(tmp_path: Path, change: Callable[[Any, Any], None]) -> None:
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        library = unreal.BlueprintEditorLibrary
        asset = library.create_blueprint_asset_with_parent("/Game/BP_Door", unreal.Actor)
        library.add_member_variable(asset, "Speed", library.get_basic_type_by_name("real"))
        library.compile_blueprint(asset)
        nodes = unreal.BlueprintGraphEditor.get_graph_editor(library.find_event_graph(asset))
        nodes.add_call_function_node(PRINT).find_input_pin("InString").set_pin_value("before")
        asset.set_blueprint_variable_category("Speed", unreal.Text("Old"))
        set_default = unreal.get_default_object(asset.generated_class()).set_editor_property
        set_default("Speed", 1.5)
        (before, after) = (saved_lines(unreal, asset, tmp_path, do) for do in (None, change))
    changes = [line for line in difflib.ndiff(before, after) if line[0] in "+-"]
    assert [line[0] for line in changes] == ["-", "+"]


def saved_lines(
    unreal: Any, asset: Any, folder: Path, change: Callable[[Any, Any], None] | None
) -> list[str]:
    """The lines of the file after a change, a compile and a save."""
    if change is not None:
        change(unreal, asset)
    assert unreal.BlueprintEditorLibrary.compile_blueprint(asset)
    assert unreal.EditorAssetLibrary.save_loaded_asset(asset)
    return (folder / "Content/BP_Door.blueprint.txt").read_text(encoding="utf-8").splitlines()


def test_saving_again_without_a_change_writes_the_same_bytes(tmp_path: Path) -> None:
    file = tmp_path / "Content/BP_Door.blueprint.txt"
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_Door", unreal.Actor)
        editor.save_all()
    first = file.read_bytes()
    for _ in range(2):
        with SandboxEditor(tmp_path) as editor:
            assert editor.install().EditorAssetLibrary.save_asset("/Game/BP_Door", only_if_is_dirty=False)
        assert file.read_bytes() == first


# --- nothing is forgotten ----------------------------------------------------------------------

IN_MEMORY_ONLY = {
    "uid", "is_dirty", "is_on_disk", "is_reloaded", "was_asked_for", "saved_state", "generation",
    "tree_generation", "rebuilt_nodes", "found_graphs", "last_export",
}  # fmt: skip
NOT_UNDONE = {
    "path", "parent_class", "guid", "asset_class", "blueprint_type", "metadata", "compiled", "messages",
    "status", "shapes",
}  # fmt: skip
"""Where it is and what it is, which no transaction covers; what the compiler makes; the shapes go
with the graphs."""


def test_every_part_of_an_asset_is_recorded_in_transactions_or_said_not_to_be() -> None:
    parts = {item.name for item in fields(BlueprintAsset)}
    recorded = {item.name for item in fields(BlueprintContent)}
    assert parts == recorded | NOT_UNDONE | IN_MEMORY_ONLY


def test_every_part_of_an_asset_is_in_its_file(unreal: Any, editor: SandboxEditor) -> None:
    """Each part is changed in turn; the text that is written must not be the same then."""
    library = unreal.BlueprintEditorLibrary
    made = library.create_blueprint_asset_with_parent("/Game/BP_Door", unreal.Actor)
    library.add_member_variable(made, "Speed", library.get_basic_type_by_name("real"))
    library.compile_blueprint(made)
    text = format_asset(editor.blueprints["/game/bp_door"])
    changed = {
        "path": "/Game/BP_Else",
        "parent_class": "/Script/Engine.Pawn",
        "guid": "0" * 32,
        "asset_class": "/Script/UMGEditor.WidgetBlueprint",
        "blueprint_type": "BPTYPE_FunctionLibrary",
        "metadata": {"Owner": "me"},
        "variables": (),
        "components": (),
        "overrides": (ScsNode("Body", "/Script/Engine.SceneComponent", "", properties=(("a", "b"),)),),
        "interfaces": (ImplementedInterface("/Game/BPI_Use.BPI_Use_C"),),
        "defaults": {"Speed": "2.5"},
        "graphs": {},
        "compiled": None,
        "messages": None,
        "status": "error",
        "shapes": {},
    }
    parts = {item.name for item in fields(BlueprintAsset)} - IN_MEMORY_ONLY
    assert changed.keys() == parts
    for name, value in changed.items():
        if value is None or name in {"graphs", "shapes"}:  # these have tests of their own
            continue
        asset = parse_asset(text, 1)
        setattr(asset, name, value)
        assert format_asset(asset) != text, name
