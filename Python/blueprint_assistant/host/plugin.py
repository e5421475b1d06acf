"""The plugin once its panel is wanted: checks that the packages are there, then builds the panel.

Standard library and `unreal` only at the top, because the packages may be missing: `panel`
with all of them is imported when they are there. Game thread only.
"""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

import unreal

from blueprint_assistant.host.dependencies import (
    add_packages_folder,
    advice,
    missing_packages,
    packages_folder,
)

if TYPE_CHECKING:
    from pathlib import Path

    from blueprint_assistant.host.panel import Panel

__all__ = ["Plugin"]


class Plugin:
    """What lies behind the menu entry. Raises nothing that the user must act on: it is logged."""

    def __init__(self, root: Path) -> None:
        """`root` is the plugin's folder."""
        self._root = root
        self._panel: Panel | None = None
        self._is_stopping = False

    def start(self) -> None:
        """Make the packages that were installed for us importable."""
        add_packages_folder(packages_folder())

    def open_panel(self) -> None:
        """Show the panel, building it the first time; or say in the log why it cannot be shown."""
        if self._is_stopping:
            return
        if self._panel is None and not self._can_have_panel():
            return
        # Qt, pydantic and the catalogue load here, when the user asked for the panel.
        from blueprint_assistant.errors import AssistantError  # noqa: PLC0415
        from blueprint_assistant.host.panel import Panel  # noqa: PLC0415

        try:
            if self._panel is None:
                self._panel = Panel(self._root)
            self._panel.show()
        except AssistantError as error:
            unreal.log_error(f"Blueprint AI Assistant cannot open its panel ({error.code}): {error}")

    def tick(self, delta_s: float) -> None:
        """One Slate tick."""
        if self._panel is not None:
            self._panel.tick(delta_s)

    def stop_working(self) -> None:
        """Take no more work and end the running turn. Returns at once."""
        self._is_stopping = True
        if self._panel is not None:
            self._panel.stop_working()

    def stop(self) -> None:
        """Close the panel and end every thread within two seconds. May be called again."""
        self.stop_working()
        panel, self._panel = self._panel, None
        if panel is not None:
            panel.stop()
            # What is left of it must end here: a later collection may run on any thread.
            del panel
            gc.collect()

    def _can_have_panel(self) -> bool:
        if sys.platform == "darwin":
            # The engine's game thread is not AppKit's main thread there, and windows made on it abort.
            unreal.log_error(
                "Blueprint AI Assistant has no panel on macOS yet: run it without Unreal (see its README)."
            )
            return False
        self.start()
        missing = missing_packages(self._root)
        if missing:
            unreal.log_error(advice(missing, unreal.get_interpreter_executable_path(), packages_folder()))
        return not missing
