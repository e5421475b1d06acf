"""The entries in the editor's menus. Outside uses register and unregister.

Standard library and `unreal` only. Game thread, first tick or later.
"""

from __future__ import annotations

import unreal

__all__ = ["OWNER", "TOOLS_MENU", "register", "unregister"]

OWNER = "BlueprintAIAssistant"
TOOLS_MENU = "LevelEditor.MainMenu.Tools"
_SECTION = "BlueprintAIAssistant"

# The console runs this text in globals that all plugins share: it leaves no name in them.
_OPEN_PANEL = "__import__('blueprint_assistant.host.bootstrap', fromlist=['open_panel']).open_panel()"


def register() -> None:
    """Put our entries into the menus; entries of an earlier call are replaced."""
    registry = unreal.ToolMenus.get()
    registry.unregister_owner_by_name(OWNER)
    # Entries need a section with a name of our own: those of the Tools menu differ between versions.
    menu = registry.extend_menu(TOOLS_MENU)
    menu.add_section(_SECTION, "Blueprint AI")
    menu.add_menu_entry(_SECTION, _panel_entry())
    registry.refresh_all_widgets()


def unregister() -> None:
    """Take our entries out of the menus again."""
    registry = unreal.ToolMenus.get()
    registry.unregister_owner_by_name(OWNER)
    registry.refresh_all_widgets()


def _panel_entry() -> unreal.ToolMenuEntry:
    entry = unreal.ToolMenuEntry(
        name="BlueprintAIAssistant.OpenPanel",
        owner=unreal.ToolMenuOwner(OWNER),
        type=unreal.MultiBlockType.MENU_ENTRY,
    )
    entry.set_label("Blueprint AI Assistant")
    entry.set_tool_tip("Say what a Blueprint should do, and watch it being built.")
    entry.set_icon("EditorStyle", "ClassIcon.Blueprint")
    entry.set_string_command(unreal.ToolMenuStringCommandType.PYTHON, "", _OPEN_PANEL)
    return entry
