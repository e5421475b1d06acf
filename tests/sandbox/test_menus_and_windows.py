"""Menus, dialogs, native windows, paths and plugins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from unreal_sandbox import FatalEditorError, SandboxEditor

TOOLS = "LevelEditor.MainMenu.Tools"


def add_entry(
    unreal: Any, menu: Any, name: str = "Open", section: str = "Assistant", code: str = "x = 1"
) -> None:
    entry = unreal.ToolMenuEntry(
        name=name, owner=unreal.ToolMenuOwner("Assistant"), type=unreal.MultiBlockType.MENU_ENTRY
    )
    entry.set_label("Blueprint AI Assistant")
    entry.set_tool_tip(unreal.Text("Open the panel"))
    entry.set_string_command(unreal.ToolMenuStringCommandType.PYTHON, "", code)
    menu.add_menu_entry(section, entry)


def test_an_entry_appears_after_the_refresh_and_its_command_runs_in_the_console(
    editor: SandboxEditor, unreal: Any
) -> None:
    menus = unreal.ToolMenus.get()
    menu = menus.extend_menu(TOOLS)
    menu.add_section("Assistant", "AI")
    add_entry(unreal, menu, code="import unreal; shared = unreal.SystemLibrary.get_game_name()")
    with pytest.raises(KeyError):
        editor.click(TOOLS, "Open")
    menus.refresh_all_widgets()
    assert editor.menus.refresh_count == 1
    shown = editor.menus.shown(TOOLS)
    assert [(item.name, item.label, item.tool_tip) for item in shown] == [
        ("Open", "Blueprint AI Assistant", "Open the panel")
    ]
    editor.click(TOOLS, "open")
    assert editor.console_globals["shared"] == "Sandbox"


def test_a_command_that_raises_is_logged(editor: SandboxEditor, unreal: Any) -> None:
    menus = unreal.ToolMenus.get()
    add_entry(unreal, menus.extend_menu(TOOLS), code="1/0")
    menus.refresh_all_widgets()
    editor.click(TOOLS, "Open")
    assert "ZeroDivisionError" in editor.log_text("LogPython")


def test_a_menu_can_be_extended_before_it_is_registered(editor: SandboxEditor, unreal: Any) -> None:
    menus = unreal.ToolMenus.get()
    name = "AssetEditor.BlueprintEditor.ToolBar"
    assert menus.find_menu(name) is None
    add_entry(unreal, menus.extend_menu(name))
    assert menus.find_menu(name) is None
    assert not menus.is_menu_registered(name)
    editor.menus.register(name)
    assert menus.find_menu(name).menu_name == name
    assert [item.name for item in editor.menus.shown(name)] == ["Open"]


def test_an_owner_is_removed_with_everything(editor: SandboxEditor, unreal: Any) -> None:
    menus = unreal.ToolMenus.get()
    menu = menus.extend_menu(TOOLS)
    add_entry(unreal, menu)
    menu.add_sub_menu("Assistant", "Assistant", "More", "More …")
    menus.refresh_all_widgets()
    assert len(editor.menus.shown(TOOLS)) == 2
    menus.unregister_owner_by_name("assistant")
    menus.refresh_all_widgets()
    assert editor.menus.shown(TOOLS) == []
    assert menus.find_menu(f"{TOOLS}.More") is None


def test_an_entry_of_the_same_name_is_replaced(editor: SandboxEditor, unreal: Any) -> None:
    menus = unreal.ToolMenus.get()
    for _ in range(2):
        add_entry(unreal, menus.extend_menu(TOOLS))
    menus.refresh_all_widgets()
    assert len(editor.menus.shown(TOOLS)) == 1


def test_a_nameless_section_of_a_fresh_sub_menu_shows_nothing(editor: SandboxEditor, unreal: Any) -> None:
    menus = unreal.ToolMenus.get()
    sub_menu = menus.extend_menu(TOOLS).add_sub_menu("Assistant", "Assistant", "More", "More")
    add_entry(unreal, sub_menu, section="")
    menus.refresh_all_widgets()
    assert editor.menus.shown(f"{TOOLS}.More") == []
    add_entry(unreal, sub_menu, section="Own")
    menus.refresh_all_widgets()
    assert len(editor.menus.shown(f"{TOOLS}.More")) == 1


def test_a_section_moves_before_or_after_another(editor: SandboxEditor, unreal: Any) -> None:
    menus = unreal.ToolMenus.get()
    menu = menus.find_menu(TOOLS)
    for name in ("One", "Two", "Three"):
        add_entry(unreal, menu, name=name, section=name)

    def names() -> list[str]:
        menus.refresh_all_widgets()
        return [item.name for item in editor.menus.shown(TOOLS)]

    kind = unreal.ToolMenuInsertType
    menus.set_section_position(TOOLS, "Three", "One", kind.BEFORE)
    assert names() == ["Three", "One", "Two"]
    menus.set_section_position(TOOLS, "Three", "Two", kind.AFTER)
    menus.set_section_position(TOOLS, "Three", "Nowhere", kind.BEFORE)
    assert names() == ["One", "Two", "Three"]


def test_dialogs_give_scripted_answers_and_wait_for_ever_without(editor: SandboxEditor, unreal: Any) -> None:
    editor.dialog_answers.append("YES")
    show = unreal.EditorDialog.show_message
    answer = show("Install", "Install Qt?", unreal.AppMsgType.YES_NO)
    assert answer == unreal.AppReturnType.YES
    assert editor.shown_dialogs == [("Install", "Install Qt?")]
    with pytest.raises(FatalEditorError):
        show("Install", "Install Qt?", unreal.AppMsgType.YES_NO)


def test_a_dialog_inside_a_tick_ends_the_process(editor: SandboxEditor, unreal: Any) -> None:
    editor.dialog_answers.append("OK")
    kind = unreal.AppMsgType.OK
    unreal.register_slate_post_tick_callback(lambda _: unreal.EditorDialog.show_message("a", "b", kind))
    with pytest.raises(FatalEditorError):
        editor.tick()


def test_native_windows_are_named_by_an_int(editor: SandboxEditor, unreal: Any) -> None:
    method = unreal.SlateParentWindowSearchMethod.MAIN_WINDOW
    unreal.parent_external_window_to_slate(4711, method)
    assert editor.parented_windows == [(4711, "MAIN_WINDOW")]
    for wrong in ("4711", 1.0, True, None):
        with pytest.raises(TypeError):
            unreal.parent_external_window_to_slate(wrong)


def test_paths_are_relative_until_converted(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path / "Game") as editor:
        unreal = editor.install()
        saved = unreal.Paths.project_saved_dir()
        assert unreal.Paths.is_relative(saved)
        full = unreal.Paths.convert_relative_path_to_full(saved)
        assert Path(full) == (tmp_path / "Game" / "Saved").resolve()
        assert unreal.Paths.convert_relative_path_to_full(unreal.Paths.get_project_file_path()).endswith(
            "/Game/Game.uproject"
        )
        assert unreal.Paths.file_exists(unreal.Paths.get_project_file_path())


def test_plugins_and_the_process(editor: SandboxEditor, unreal: Any) -> None:
    editor.enabled_plugins["BlueprintAIAssistant"] = "/somewhere"
    library = unreal.PluginBlueprintLibrary
    assert list(library.get_enabled_plugin_names()) == ["BlueprintAIAssistant"]
    assert library.get_plugin_base_dir("BlueprintAIAssistant") == "/somewhere"
    assert library.get_plugin_base_dir("Other") is None
    editor.is_unattended = True
    assert unreal.SystemLibrary.is_unattended() is True
    assert "Sandbox.uproject" in unreal.SystemLibrary.get_command_line()
    assert unreal.is_editor() is True
    assert Path(unreal.get_interpreter_executable_path()).exists()
    assert unreal.SystemLibrary.get_engine_version() == "5.8.1-56057345+++UE5+Release-5.8"
    assert unreal.SystemLibrary.get_platform_user_dir().endswith("Documents/")
    assert unreal.BlueprintEditorLibrary.get_current_engine_version().startswith("5.8.1-")


def test_asset_editors_open_and_close(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    editors = unreal.get_editor_subsystem(unreal.AssetEditorSubsystem)
    assert editors.open_editor_for_assets([door.asset]) is True
    assert editors.close_all_editors_for_asset(door.asset) == 1
    assert editors.close_all_editors_for_asset(door.asset) == 0
    unreal.BlueprintEditorLibrary.refresh_open_editors_for_blueprint(door.asset)
    assert editor.refreshed_blueprints == ["/Game/BP_Door"]
