"""The menus of one editor as its control side sees them: what is extended, shown and clicked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from unreal_sandbox.menus.menu_scripts import ScriptEntryTarget

__all__ = ["MenuCommand", "MenuEntry", "MenuRecord", "MenuRegistry", "MenuSection"]

# Menus that the level editor has registered by the time scripts run.
_AT_START = (
    "ContentBrowser.AssetContextMenu",
    "LevelEditor.LevelEditorToolBar.PlayToolBar",
    "LevelEditor.MainMenu",
    "LevelEditor.MainMenu.Edit",
    "LevelEditor.MainMenu.File",
    "LevelEditor.MainMenu.Help",
    "LevelEditor.MainMenu.Tools",
    "LevelEditor.MainMenu.Window",
)


@dataclass(frozen=True, slots=True)
class MenuCommand:
    """What a click does: `kind` is COMMAND, PYTHON or CUSTOM."""

    kind: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """One entry. `owner` is what it can be removed by."""

    name: str
    kind: str
    owner: str
    label: str = ""
    tool_tip: str = ""
    command: MenuCommand = MenuCommand()
    icon: tuple[str, str] = ("", "")
    script: ScriptEntryTarget | None = None
    """The object of a script entry."""


@dataclass
class MenuSection:
    """A section with its entries by name."""

    name: str
    label: str = ""
    entries: dict[str, MenuEntry] = field(default_factory=dict)


@dataclass
class MenuRecord:
    """A menu, perhaps only extended so far and not registered by its owner yet."""

    name: str
    is_registered: bool = False
    owner: str = ""
    is_fresh_sub_menu: bool = False
    sections: dict[str, MenuSection] = field(default_factory=dict)

    def section(self, name: str) -> MenuSection:
        """The section of that name, made when needed."""
        return self.sections.setdefault(name.lower(), MenuSection(name))

    def shown_entries(self) -> list[MenuEntry]:
        """The entries on screen. Those in a nameless section of a fresh sub-menu never appear."""
        return [
            entry
            for section in self.sections.values()
            if not (self.is_fresh_sub_menu and section.name in {"", "None"})
            for entry in section.entries.values()
        ]


class MenuRegistry:
    """All menus by name. What is on screen is what the last refresh built."""

    def __init__(self, show_script: Callable[[MenuEntry], MenuEntry | None] = lambda _: None) -> None:
        """`show_script` gives a script entry as it is to be seen now, None while it hides."""
        self._show_script = show_script
        self.menus: dict[str, MenuRecord] = {}
        self.refresh_count = 0
        self._shown: dict[str, list[MenuEntry]] = {}
        for name in _AT_START:
            self.register(name)

    def find(self, name: str) -> MenuRecord | None:
        """The menu of that name, registered or only extended."""
        return self.menus.get(name.lower())

    def extend(self, name: str) -> MenuRecord:
        """The menu of that name, as a placeholder when nobody registered it yet."""
        return self.menus.setdefault(name.lower(), MenuRecord(name))

    def register(self, name: str) -> MenuRecord:
        """Register a menu, as the window that owns it does; entries of a placeholder appear."""
        menu = self.extend(name)
        menu.is_registered = True
        self._build(menu)
        return menu

    def refresh(self, name: str = "") -> bool:
        """Build what is on screen anew, of one menu or all."""
        self.refresh_count += 1
        wanted = [menu for key, menu in self.menus.items() if name.lower() in {"", key}]
        for menu in wanted:
            self._build(menu)
        return bool(wanted)

    def _build(self, menu: MenuRecord) -> None:
        if menu.is_registered:
            self._shown[menu.name.lower()] = menu.shown_entries()

    def shown(self, name: str) -> list[MenuEntry]:
        """The entries of a menu that are on screen now."""
        entries = self._shown.get(name.lower(), ())
        seen = [entry if entry.script is None else self._show_script(entry) for entry in entries]
        return [entry for entry in seen if entry is not None]

    def remove_owner(self, owner: str) -> None:
        """Remove every entry and menu of an owner."""
        wanted = owner.lower()
        for menu in self.menus.values():
            for section in menu.sections.values():
                section.entries = {
                    key: entry for key, entry in section.entries.items() if entry.owner.lower() != wanted
                }
        self.menus = {
            key: menu for key, menu in self.menus.items() if menu.owner.lower() != wanted or not menu.owner
        }
