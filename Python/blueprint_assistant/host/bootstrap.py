"""What runs while the editor starts. Outside uses start, stop and open_panel.

Imports the standard library and `unreal` only: everything heavier waits until the panel is
opened. Game thread only; nothing raised here reaches the editor.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import unreal

from blueprint_assistant.host import menus

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.host.plugin import Plugin

__all__ = ["DISABLED_VARIABLE", "open_panel", "reason_not_to_start", "start", "stop"]

DISABLED_VARIABLE = "BLUEPRINT_AI_DISABLED"

_NO_EDITOR_SWITCHES = re.compile(r"(?:^|\s)-(run=\S+|game|server|unattended)(?=\s|$)", re.IGNORECASE)


class _Session:
    """The plugin from the editor's start to its end: the callbacks, and the panel once it is opened."""

    def __init__(self) -> None:
        self._root = ""
        self._tick_handle: object | None = None
        self._shutdown_handle: object | None = None
        self._has_menus = False
        self._plugin: Plugin | None = None
        self._told: set[str] = set()

    @property
    def is_running(self) -> bool:
        return bool(self._root)

    def start(self, root: str) -> None:
        self._tick_handle = unreal.register_slate_post_tick_callback(self.tick)
        self._shutdown_handle = unreal.register_python_shutdown_callback(self.end)
        self._root = root

    def tick(self, delta_s: float) -> None:
        """One Slate tick. The editor keeps a callback that raised, so each failure is told once."""
        try:
            if not self._has_menus:
                self._has_menus = True
                menus.register()
            if self._plugin is not None:
                self._plugin.tick(delta_s)
        except Exception:  # noqa: BLE001 - the outermost loop
            self._tell_once(_trace())

    def open_panel(self) -> None:
        """Show the panel; the first time this loads everything that it needs."""
        if not self._root:
            unreal.log_warning("Blueprint AI Assistant is not running in this editor.")
            return
        try:
            if self._plugin is None:
                from pathlib import Path  # noqa: PLC0415 - start-up does not need it

                from blueprint_assistant.host.plugin import Plugin  # noqa: PLC0415 - only when asked for

                plugin = Plugin(Path(self._root))
                plugin.start()
                self._plugin = plugin
            self._plugin.open_panel()
        except Exception:  # noqa: BLE001 - the outermost loop
            _tell(f"Blueprint AI Assistant cannot open its panel.\n{_trace()}")

    def stop(self) -> None:
        """Stop while the editor goes on. May be called more than once."""
        self.end()
        shutdown_handle, self._shutdown_handle = self._shutdown_handle, None
        if shutdown_handle is not None:
            self._safely(lambda: unreal.unregister_python_shutdown_callback(shutdown_handle))

    def end(self) -> None:
        """Let go of everything: no new work, no ticks, no menus, then windows and threads.

        The editor calls this while it goes down, so it leaves the list of shutdown callbacks alone.
        """
        self._root = ""
        plugin, self._plugin = self._plugin, None
        if plugin is not None:
            self._safely(plugin.stop_working)
        tick_handle, self._tick_handle = self._tick_handle, None
        if tick_handle is not None:
            self._safely(lambda: unreal.unregister_slate_post_tick_callback(tick_handle))
        if self._has_menus:
            self._has_menus = False
            self._safely(menus.unregister)
        if plugin is not None:
            self._safely(plugin.stop)

    def _safely(self, action: Callable[[], object]) -> None:
        """While the editor closes, parts of it are gone already: one failure must not keep the rest."""
        try:
            action()
        except Exception:  # noqa: BLE001 - the outermost loop
            self._tell_once(_trace())

    def _tell_once(self, text: str) -> None:
        if text not in self._told:
            self._told.add(text)
            _tell(f"Blueprint AI Assistant: {text}")


def _trace() -> str:
    import traceback  # noqa: PLC0415 - only when something is wrong

    return traceback.format_exc()


def _tell(text: str) -> None:
    """An error into the editor's log, without the keys that a traceback may quote."""
    from blueprint_assistant.host.redaction import redact  # noqa: PLC0415 - only when something is wrong

    unreal.log_error(redact(text))


_session = _Session()


def start(root: str) -> None:
    """Begin: the menu entry appears with the first tick. `root` is the plugin's folder.

    Does nothing when it runs already, and says why it does nothing where there is no editor.
    """
    if _session.is_running:
        return
    reason = reason_not_to_start(unreal.SystemLibrary.get_command_line(), os.environ)
    # Not every version lets Python ask; the command line says it as well.
    is_unattended = getattr(unreal.SystemLibrary, "is_unattended", None)
    if not reason and is_unattended is not None and is_unattended():
        reason = "the editor runs unattended"
    if reason:
        unreal.log(f"Blueprint AI Assistant is not started: {reason}.")
        return
    _session.start(root)


def open_panel() -> None:
    """Show the panel. The menu entry calls this."""
    _session.open_panel()


def stop() -> None:
    """End it; the editor's shutdown calls this too. A later start begins anew."""
    _session.stop()


def reason_not_to_start(command_line: str, environment: os._Environ[str] | dict[str, str]) -> str:
    """Why there is nobody to open a panel: a commandlet, a game, no wish for it. Empty when there is.

    Slate callbacks must not be registered where Slate does not run: the editor dies of it.
    """
    if environment.get(DISABLED_VARIABLE, "").strip().lower() not in ("", "0", "false", "no"):
        return f"{DISABLED_VARIABLE} is set"
    switch = _NO_EDITOR_SWITCHES.search(re.sub(r'"[^"]*"', '""', command_line))
    return f"the command line has -{switch[1]}" if switch else ""
