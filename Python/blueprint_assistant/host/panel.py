"""The panel inside the editor: assistant and window around one tick. Outside uses Panel.

The composition root of the editor's side. Game thread only.
"""

from __future__ import annotations

import logging
import queue
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import unreal

from blueprint_assistant.host.assistant import Assistant, WindowCommands
from blueprint_assistant.host.logging import start_logging
from blueprint_assistant.host.providers import build_provider
from blueprint_assistant.host.qt import QtHost, clipboard_text, set_clipboard_text
from blueprint_assistant.host.secrets import SecretStore
from blueprint_assistant.host.settings import load_settings
from blueprint_assistant.ui.window import AssistantWindow

if TYPE_CHECKING:
    from blueprint_assistant.conversation.events import ConversationEvent

__all__ = ["Panel"]

_PUMP_MS = 3
_EVENTS_PER_TICK = 200

_log = logging.getLogger(__name__)


class Panel:
    """Everything that exists from the first opening of the panel to the end of the editor."""

    def __init__(self, root: Path) -> None:
        """Build it all; the window is shown by `show`. Raises ConfigurationError for settings and Qt."""
        project = _full(unreal.Paths.project_dir())
        settings = load_settings(plugin_folder=root, project_folder=project)
        self._log_lines: queue.SimpleQueue[tuple[int, str]] = queue.SimpleQueue()
        self._events: queue.SimpleQueue[ConversationEvent] = queue.SimpleQueue()
        self._is_ticking = False
        self._is_stopped = False
        self._qt = QtHost(_adopt_window)
        with ExitStack() as undo:
            self._log_writer = start_logging(
                settings,
                _full(unreal.Paths.project_log_dir()),
                mirror=lambda level, text: self._log_lines.put((level, text)),
            )
            undo.callback(self._log_writer.stop)
            self._qt.ensure_app()
            undo.callback(self._qt.shutdown)
            provider = build_provider(settings, SecretStore())
            self._assistant = Assistant(
                provider,
                settings.conversation(),
                hold=_reason_to_wait,
                clipboard=clipboard_text,
                write_clipboard=set_clipboard_text,
                memory_file=_saved_folder() / "memories.json",
            )
            self._forget = self._assistant.conversation.subscribe(self._events.put)
            self._window = AssistantWindow(
                WindowCommands(self._assistant),
                model_label=f"{provider.name} · {provider.model.display_name}",
                on_close="hide",
            )
            self._restore_window()
            undo.pop_all()
        _log.info("The panel is built: project %s, provider %s", project, provider.name)

    def show(self) -> None:
        """Show the window, or bring it to the front."""
        self._qt.show(self._window)

    def tick(self, delta_s: float) -> None:
        """Run editor jobs, hand events to the window, mirror the log, let Qt work.

        A tick inside a tick (a progress dialog pumps the editor) only reaches the queue, which
        counts it.
        """
        self._assistant.tick(delta_s)
        if self._is_ticking or self._is_stopped:
            return
        self._is_ticking = True
        try:
            self._drain()
            self._qt.pump(_PUMP_MS)
        finally:
            self._is_ticking = False

    def stop_working(self) -> None:
        """Refuse work and end the running turn. Returns at once."""
        self._assistant.stop_working()

    def stop(self) -> None:
        """End the turn's thread, delete the window, write the log to its end. May be called again."""
        if self._is_stopped:
            return
        self._is_stopped = True
        self._assistant.stop()
        self._forget()
        self._drain()
        self._save_window()
        self._qt.shutdown()
        self._log_writer.stop()
        self._mirror_log()

    def _restore_window(self) -> None:
        with suppress(OSError):
            self._window.restore_state(_window_file().read_bytes())

    def _save_window(self) -> None:
        """Keep place and size for the next start. Losing them is no reason to keep the editor open."""
        file = _window_file()
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(self._window.save_state())
        except OSError as error:
            _log.warning("The window's place cannot be kept in %s: %s", file, error.strerror or error)

    def _drain(self) -> None:
        for _ in range(_EVENTS_PER_TICK):
            try:
                event = self._events.get_nowait()
            except queue.Empty:
                break
            self._window.post(event)
        self._mirror_log()

    def _mirror_log(self) -> None:
        """Warnings and errors into the editor's log, from the game thread as all calls of `unreal`."""
        while True:
            try:
                level, text = self._log_lines.get_nowait()
            except queue.Empty:
                return
            tell = unreal.log_error if level >= logging.ERROR else unreal.log_warning
            tell(f"Blueprint AI Assistant: {text}")


def _full(path: str) -> Path:
    """Unreal's paths are relative to the engine's binary."""
    return Path(unreal.Paths.convert_relative_path_to_full(path))


def _saved_folder() -> Path:
    return _full(unreal.Paths.project_saved_dir()) / "BlueprintAIAssistant"


def _window_file() -> Path:
    return _saved_folder() / "window.json"


def _adopt_window(handle: int) -> None:
    # The main window: the active one may be a popup that closes and takes ours with it.
    unreal.parent_external_window_to_slate(handle, unreal.SlateParentWindowSearchMethod.MAIN_WINDOW)


def _reason_to_wait() -> str:
    """Why changes must wait although the editor ticks; empty when they need not."""
    registry = unreal.AssetRegistryHelpers.get_asset_registry()
    return "the editor is still looking for assets" if registry.is_loading_assets() else ""
