"""`ToolMenus`: extends menus before and after they are registered; string commands only."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.objects import Target, TransientTarget
from unreal_sandbox.glue.structs import StructBase
from unreal_sandbox.menus.menu_registry import MenuCommand, MenuEntry, MenuRecord

if TYPE_CHECKING:
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.names_and_texts import Text

__all__ = ["MenuTarget", "ToolMenuEntryBase"]

menus = UnrealClass("ToolMenus")
menu_methods = UnrealClass("ToolMenu")
entry_methods = UnrealClass("ToolMenuEntry")


class MenuTarget(TransientTarget):
    """A ToolMenu."""

    __slots__ = ("record",)

    def __init__(self, editor: EditorState, record: MenuRecord) -> None:
        super().__init__(editor, "/Script/ToolMenus.ToolMenu", f"ToolMenu_{record.name}")
        self.record = record
        self.fields["menu_name"] = record.name


class ToolMenuEntryBase(StructBase):
    """The wrapper of an entry: label, tooltip and command are only settable by methods."""

    __slots__ = ("_entry",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._entry = MenuEntry("", "", "")

    def copy(self) -> Self:
        """A copy."""
        result = super().copy()
        result._entry = self._entry
        return result

    def _finished(self) -> MenuEntry:
        """The entry with its name, type and owner."""
        values = self._values
        owner = values["owner"]._values["name"]
        return replace(self._entry, name=str(values["name"]), kind=values["type"].name, owner=str(owner))


# --- ToolMenuEntry -----------------------------------------------------------------------------


@entry_methods.method()
def set_label(editor: EditorState, subject: ToolMenuEntryBase, label: Text) -> None:
    """Set the label."""
    subject._entry = replace(subject._entry, label=str(label))


@entry_methods.method()
def get_label(editor: EditorState, subject: ToolMenuEntryBase) -> str:
    """The label."""
    return subject._entry.label


@entry_methods.method()
def set_tool_tip(editor: EditorState, subject: ToolMenuEntryBase, tool_tip: Text) -> None:
    """Set the tooltip."""
    subject._entry = replace(subject._entry, tool_tip=str(tool_tip))


@entry_methods.method()
def get_tool_tip(editor: EditorState, subject: ToolMenuEntryBase) -> str:
    """The tooltip."""
    return subject._entry.tool_tip


@entry_methods.method()
def set_icon(
    editor: EditorState,
    subject: ToolMenuEntryBase,
    style_set_name: str,
    style_name: str,
    small_style_name: str,
) -> None:
    """Set the icon by style set and name."""
    subject._entry = replace(subject._entry, icon=(style_set_name, style_name))


@entry_methods.method()
def set_string_command(
    editor: EditorState,
    subject: ToolMenuEntryBase,
    type: Any,
    custom_type: str,
    string: str,
) -> None:
    """Set what a click runs."""
    subject._entry = replace(subject._entry, command=MenuCommand(type.name, string))


# --- ToolMenus ---------------------------------------------------------------------------------


@menus.method()
def get(editor: EditorState) -> Target:
    """The singleton."""
    return TransientTarget(editor, "/Script/ToolMenus.ToolMenus", "ToolMenus_0")


@menus.method()
def find_menu(editor: EditorState, subject: Target, name: str) -> MenuTarget | None:
    """A registered menu, None before it is."""
    found = editor.menus.find(name)
    return MenuTarget(editor, found) if found is not None and found.is_registered else None


@menus.method()
def is_menu_registered(editor: EditorState, subject: Target, name: str) -> bool:
    """Whether the menu is registered."""
    found = editor.menus.find(name)
    return found is not None and found.is_registered


@menus.method()
def extend_menu(editor: EditorState, subject: Target, name: str) -> MenuTarget:
    """A menu to add to; what is added appears once the menu is registered."""
    return MenuTarget(editor, editor.menus.extend(name))


@menus.method()
def register_menu(
    editor: EditorState,
    subject: Target,
    name: str,
    parent: str,
    type: Any,
    warn_if_already_registered: bool,
) -> MenuTarget:
    """Register a menu; a second time only warns."""
    found = editor.menus.find(name)
    if found is not None and found.is_registered:
        if warn_if_already_registered:
            editor.write_log("LogToolMenus", "Warning", f"Menu already registered : {name}")
        return MenuTarget(editor, found)
    return MenuTarget(editor, editor.menus.register(name))


@menus.method()
def refresh_all_widgets(editor: EditorState, subject: Target) -> None:
    """Build the menus on screen anew."""
    editor.menus.refresh()


@menus.method()
def refresh_menu_widget(editor: EditorState, subject: Target, name: str) -> bool:
    """Build one menu on screen anew."""
    return editor.menus.refresh(name)


@menus.method()
def unregister_owner_by_name(editor: EditorState, subject: Target, owner_name: str) -> None:
    """Remove what an owner added; the screen follows at the next refresh."""
    editor.menus.remove_owner(owner_name)


@menus.method()
def remove_menu(editor: EditorState, subject: Target, menu_name: str) -> None:
    """Remove a menu."""
    editor.menus.menus.pop(menu_name.lower(), None)


@menus.method()
def remove_section(editor: EditorState, subject: Target, menu_name: str, section: str) -> None:
    """Remove a section."""
    found = editor.menus.find(menu_name)
    if found is not None:
        found.sections.pop(section.lower(), None)


@menus.method()
def remove_entry(editor: EditorState, subject: Target, menu_name: str, section: str, name: str) -> None:
    """Remove an entry."""
    found = editor.menus.find(menu_name)
    if found is not None and section.lower() in found.sections:
        found.section(section).entries.pop(name.lower(), None)


@menus.method()
def set_section_label(
    editor: EditorState, subject: Target, menu_name: str, section_name: str, label: Text
) -> None:
    """Label a section."""
    editor.menus.extend(menu_name).section(section_name).label = str(label)


@menus.method()
def set_section_position(
    editor: EditorState,
    subject: Target,
    menu_name: str,
    section_name: str,
    other_section_name: str,
    position_type: Any,
) -> None:
    """Move a section before or after another one; nothing when one of them is missing."""
    found = editor.menus.find(menu_name)
    name, other = section_name.lower(), other_section_name.lower()
    if found is None or name == other or not {name, other} <= found.sections.keys():
        return
    moved = found.sections.pop(name)
    order = list(found.sections)
    order.insert(order.index(other) + (position_type.name != "BEFORE"), name)
    found.sections = {key: moved if key == name else found.sections[key] for key in order}


# --- ToolMenu ----------------------------------------------------------------------------------


@menu_methods.method()
def add_section(
    editor: EditorState,
    subject: MenuTarget,
    section_name: str,
    label: Text,
    insert_name: str,
    insert_type: Any,
    alignment: Any,
) -> None:
    """Add a section, or label the one that is there."""
    section = subject.record.section(section_name)
    if str(label):
        section.label = str(label)


@menu_methods.method()
def add_menu_entry(
    editor: EditorState, subject: MenuTarget, section_name: str, args: ToolMenuEntryBase
) -> None:
    """Add an entry; one of the same name is replaced."""
    entry = args._finished()
    subject.record.section(section_name).entries[entry.name.lower()] = entry


@menu_methods.method()
def add_sub_menu(
    editor: EditorState,
    subject: MenuTarget,
    owner: str,
    section_name: str,
    name: str,
    label: Text,
    tool_tip: Text,
) -> MenuTarget:
    """Add a sub-menu and give it back."""
    entry = MenuEntry(name, "SUB_MENU", owner, str(label), str(tool_tip))
    subject.record.section(section_name).entries[name.lower()] = entry
    record = editor.menus.register(f"{subject.record.name}.{name}")
    record.owner, record.is_fresh_sub_menu = owner, True
    return MenuTarget(editor, record)
