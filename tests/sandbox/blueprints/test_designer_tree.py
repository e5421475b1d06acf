"""Widgets of the designer: members for graphs, no components for scripts, whole in the export."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.graph.catalog.widget_tree import widgets_of
from blueprint_assistant.graph.t3d.graph_text import decode_t3d, parse_blueprint_t3d
from unreal_sandbox import SandboxEditor

if TYPE_CHECKING:
    from pathlib import Path

MENU, BUTTON = "/Game/WBP_Menu", "/Script/UMG.Button"


def make_menu(editor: SandboxEditor, unreal: Any) -> Any:
    menu = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent(MENU, unreal.UserWidget)
    editor.add_widget(MENU, BUTTON, "QuitButton")
    return menu


def export(unreal: Any, asset: Any, folder: Path) -> str:
    task = unreal.AssetExportTask()
    values = {"object": asset, "exporter": unreal.ObjectExporterT3D(), "filename": str(folder / "menu.T3D")}
    for name, value in {**values, "automated": True, "prompt": False, "replace_identical": True}.items():
        task.set_editor_property(name, value)
    assert unreal.Exporter.run_asset_export_task(task)
    return decode_t3d((folder / "menu.T3D").read_bytes())


def test_the_export_holds_the_tree(editor: SandboxEditor, unreal: Any, tmp_path: Path) -> None:
    menu = make_menu(editor, unreal)
    text = export(unreal, menu, tmp_path)
    (button,) = widgets_of(parse_blueprint_t3d(text))
    assert (button.name, button.class_path, button.parent) == ("QuitButton", BUTTON, "CanvasPanel_0")
    assert "SimpleConstructionScript" not in text


def test_scripts_see_no_component(editor: SandboxEditor, unreal: Any) -> None:
    menu = make_menu(editor, unreal)
    subsystem = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
    assert len(subsystem.k2_gather_subobject_data_for_blueprint(menu)) == 1


def test_a_widget_is_a_member_under_the_name_of_its_blueprint(editor: SandboxEditor, unreal: Any) -> None:
    menu = make_menu(editor, unreal)
    library = unreal.BlueprintEditorLibrary
    nodes = unreal.BlueprintGraphEditor.get_graph_editor(library.find_event_graph(menu))
    assert nodes.create_node_from_name("Variables|WBPMenu|GetQuitButton", unreal.Vector2D(), []) is None
    assert library.compile_blueprint(menu) is True
    getter = nodes.create_node_from_name("Variables|WBPMenu|GetQuitButton", unreal.Vector2D(), [])
    assert getter.find_output_pin("QuitButton").get_pin_type().export_text().count("/Script/UMG.Button") == 1
    assert nodes.create_node_from_name("Variables|Default|GetQuitButton", unreal.Vector2D(), []) is None
    assert library.compile_blueprint(menu) is True


def test_the_tree_is_kept_with_the_project(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path / "project") as editor:
        make_menu(editor, editor.install())
        editor.save_all()
    with SandboxEditor(tmp_path / "project") as editor:
        unreal = editor.install()
        text = export(unreal, unreal.load_asset(MENU), tmp_path)
        assert [item.name for item in widgets_of(parse_blueprint_t3d(text))] == ["QuitButton"]


def test_only_a_widget_blueprint_has_a_designer(editor: SandboxEditor, unreal: Any) -> None:
    make_menu(editor, unreal)
    unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_Door", unreal.Actor)
    with pytest.raises(KeyError):
        editor.add_widget("/Game/BP_Door", BUTTON, "QuitButton")
    with pytest.raises(KeyError):
        editor.add_widget(MENU, "/Script/Engine.StaticMeshComponent", "Mesh")
