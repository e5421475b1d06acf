"""`SandboxEditor`: the control side of the stand-in editor, which scripts do not see."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Self

from unreal_sandbox.namespace import StrictModule
from unreal_sandbox.saving import save_assets
from unreal_sandbox.state import EditorState, LogLine
from unreal_sandbox.storage import Storage
from unreal_sandbox.switches import Switches
from unreal_sandbox.system import execute_console_command, run_python

if TYPE_CHECKING:
    from types import ModuleType, TracebackType

    from unreal_sandbox.menu_registry import MenuCommand

__all__ = ["LogLine", "SandboxEditor", "Switches"]

_MODULE = StrictModule()
_NAME = "unreal"


class SandboxEditor(EditorState):
    """One editor with one project, in memory or in a folder.

    A folder is locked until `shutdown`: a second editor on it is refused. Install it to let
    scripts `import unreal`; the thread that does so is the game thread.
    """

    def __init__(
        self,
        project_dir: Path | None = None,
        engine_version: str = "5.8",
        *,
        switches: Switches | None = None,
        command_line: str = "UnrealEditor Sandbox.uproject",
    ) -> None:
        """Open the project folder when there is one, else make it. Raises ProjectFolderError."""
        super().__init__(
            engine_version=engine_version,
            project_dir=None if project_dir is None else Path(project_dir),
            switches=switches or Switches(),
            command_line=command_line,
            interpreter_path=sys.executable,
        )
        self.console_globals["__name__"] = "__main__"
        if self.project_dir is not None:
            self.storage = Storage(self.project_dir)
            try:
                self._open_project(self.storage)
            except BaseException:
                self.storage.close()
                raise

    def _open_project(self, storage: Storage) -> None:
        for asset in storage.read_all(self.next_uid):
            self.blueprints[asset.path.lower()] = asset
        for reason in storage.unreadable.values():
            self.write_log("LogLinker", "Error", f"Failed to load {reason}")

    def __enter__(self) -> Self:
        """Install."""
        self.install()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Shut down and uninstall."""
        self.shutdown()
        self.uninstall()

    def install(self) -> ModuleType:
        """Put the strict module in `sys.modules['unreal']`; the calling thread is the game thread.

        The module object is the same for every editor, so that a module that imported it at its
        top speaks to whichever editor is installed.
        """
        self.game_thread_id = threading.get_ident()
        _MODULE.use(self.types)
        self.types.bind(self)
        sys.modules[_NAME] = _MODULE
        self.console_globals[_NAME] = _MODULE
        return _MODULE

    def uninstall(self) -> None:
        """Take the module away again when it is this editor's."""
        if not self.types.is_bound_to(self):
            return
        self.types.bind(None)
        if (
            _MODULE.__dict__["__sandbox_types__"] is self.types
        ):  # an editor of another version may have come in between
            sys.modules.pop(_NAME, None)

    def tick(self, delta_s: float = 1 / 60) -> None:
        """One frame of the editor."""
        self.check_game_thread("Slate")
        self.ticks.run(delta_s)

    def shutdown(self) -> None:
        """Call the shutdown callbacks and end: every later call fails. A second time does nothing."""
        if self.is_finalised:
            return
        self.ticks.run_shutdown()
        self.is_finalised = True
        if self.storage is not None:
            self.storage.close()

    def click(self, menu: str, entry: str) -> None:
        """Click an entry that is on screen. Raises KeyError when there is none of that name."""
        self.check_game_thread("Slate")
        for item in self.menus.shown(menu):
            if item.name.lower() == entry.lower():
                self._run_command(item.command)
                return
        raise KeyError(f"The menu '{menu}' shows no entry '{entry}'.")

    def _run_command(self, command: MenuCommand) -> None:
        if command.kind == "PYTHON":
            run_python(self, command.text)
        elif command.kind == "COMMAND":
            execute_console_command(self, None, command.text, None)

    def save_all(self) -> bool:
        """Save every dirty asset; whether all could be."""
        return save_assets(self, list(self.blueprints.values()), only_if_dirty=True)

    @property
    def dirty_packages(self) -> list[str]:
        """The package paths with unsaved changes."""
        return [asset.path for asset in self.blueprints.values() if asset.is_dirty]

    def log_text(self, category: str = "") -> str:
        """The log as text, of one category or all."""
        return "\n".join(line.text for line in self.log if category in {"", line.category})
