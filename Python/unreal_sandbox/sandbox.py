"""`SandboxEditor`: the control side of the stand-in editor, which scripts do not see."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Self
from weakref import WeakSet

from unreal_sandbox.assets.package_saving import save_assets
from unreal_sandbox.assets.project_storage import Storage
from unreal_sandbox.assets.redirectors import load_redirectors
from unreal_sandbox.blueprints.blueprint_objects import GraphTarget
from unreal_sandbox.blueprints.designer_tree import add_widget
from unreal_sandbox.blueprints.implemented_interfaces import add_interface
from unreal_sandbox.desk.editor_state import EditorState, LogLine
from unreal_sandbox.desk.fault_injection import FaultInjection, FaultProgress, run_frame
from unreal_sandbox.desk.play_control import answer_play_request
from unreal_sandbox.desk.play_events import announce_play
from unreal_sandbox.desk.project_folder import ProjectFolder
from unreal_sandbox.desk.switches import Switches
from unreal_sandbox.glue.namespace import types_of
from unreal_sandbox.glue.strict_module import StrictModule
from unreal_sandbox.glue.system_library import execute_console_command, run_python
from unreal_sandbox.graphs.graph_clipboard import copy_nodes
from unreal_sandbox.graphs.node_comments import comment_node
from unreal_sandbox.graphs.pasting import paste_text
from unreal_sandbox.menus.menu_contexts import context_objects
from unreal_sandbox.menus.menu_scripts import run_script

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType, TracebackType

    from unreal_sandbox.menus.menu_registry import MenuCommand

__all__ = ["LogLine", "SandboxEditor", "Switches"]

_MODULE = StrictModule()
_NAME = "unreal"
_ASKED_FOR_FIRST = ("AssetRegistryHelpers", "AssetRegistry", "ARFilter", "AssetData")
"""Types that take a tenth of a second to build: whoever opens a project lists what is in it."""


def _held(project: Path | ProjectFolder | None) -> ProjectFolder | None:
    """The folder, held by this process. Raises ProjectFolderError."""
    return project if isinstance(project, ProjectFolder | None) else ProjectFolder(Path(project))


class SandboxEditor(EditorState):
    """One editor with one project, in memory or in a folder.

    A folder is locked until `shutdown`: a second editor on it is refused. Install it to let
    scripts `import unreal`; the thread that does so is the game thread.
    """

    def __init__(
        self,
        project_dir: Path | ProjectFolder | None = None,
        engine_version: str = "5.8",
        *,
        switches: Switches | None = None,
        faults: FaultInjection | None = None,
        command_line: str = "UnrealEditor Sandbox.uproject",
    ) -> None:
        """Open the project folder when there is one, else make it. Raises ProjectFolderError.

        A folder that is held already passes to this editor, which gives it free.
        """
        project = _held(project_dir)
        super().__init__(
            engine_version=engine_version,
            project_dir=None if project is None else project.path,
            switches=switches or Switches(),
            conditions=FaultProgress(faults or FaultInjection()),
            command_line=command_line,
            interpreter_path=sys.executable,
        )
        self.console_globals["__name__"] = "__main__"
        self._foreign_threads = WeakSet(threading.enumerate())
        if project is not None:
            self.storage = Storage(project)
            try:
                self._open_project(self.storage)
            except BaseException:
                self.storage.close()
                raise

    @property
    def is_in_pie(self) -> bool:
        """Whether the game plays in the editor. Setting it tells the play delegates."""
        return self._is_in_pie

    @is_in_pie.setter
    def is_in_pie(self, value: bool) -> None:
        was_in_pie, self._is_in_pie = getattr(self, "_is_in_pie", False), value
        if value != was_in_pie:
            announce_play(self, has_begun=value)

    def _open_project(self, storage: Storage) -> None:
        for asset in storage.read_all(self.next_uid):
            self.blueprints[asset.path.lower()] = asset
        load_redirectors(self)
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

    @staticmethod
    def prepare(engine_version: str = "5.8") -> None:
        """Do ahead what the first editor and its scripts would wait for. Any thread, before an editor.

        Modules can `import unreal` from now on; they get nothing of it before an editor is installed.
        """
        sys.modules.setdefault(_NAME, _MODULE)
        types = types_of(engine_version)
        for name in _ASKED_FOR_FIRST:
            types.find(name)

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
        """One frame of the editor, when the faults let it through."""
        self.check_game_thread("Slate")
        answer_play_request(self)
        run_frame(self, delta_s)

    def shutdown(self) -> None:
        """Call the shutdown callbacks and end: every later call fails. A second time does nothing.

        After a crash no callback is called.
        """
        if self.is_finalised:
            return
        if not self.has_crashed:
            self.ticks.run_shutdown()
            self._note_threads_that_hang_the_exit()
        self.is_finalised = True
        if self.storage is not None:
            self.storage.close()

    def _note_threads_that_hang_the_exit(self) -> None:
        """Python waits for these at its end, and with it the editor [HOSTING 3.5]."""
        for thread in set(threading.enumerate()) - set(self._foreign_threads):
            if not thread.daemon and thread is not threading.current_thread():
                self.violations.append(f"The thread {thread.name} still runs at shutdown and is no daemon.")

    def click(self, menu: str, entry: str, *, blueprint: str = "") -> None:
        """Click an entry that is on screen. Raises KeyError when there is none of that name.

        `blueprint` is the package path of the Blueprint whose editor the menu is in; script entries
        get it, and the selection of a Content Browser menu, as their context.
        """
        self.check_game_thread("Slate")
        for item in self.menus.shown(menu):
            if item.name.lower() == entry.lower():
                if item.script is not None:
                    run_script(self, item, context_objects(self, menu, blueprint))
                else:
                    self._run_command(item.command)
                return
        raise KeyError(f"The menu '{menu}' shows no entry '{entry}'.")

    def _run_command(self, command: MenuCommand) -> None:
        if command.kind == "PYTHON":
            run_python(self, command.text)
        elif command.kind == "COMMAND":
            execute_console_command(self, None, command.text, None)

    def paste(self, graph_path: str, text: str, at: tuple[int, int] = (0, 0)) -> tuple[str, ...]:
        """Paste clipboard text as Ctrl+V does, with its middle at the cursor; the nodes that arrived.

        `graph_path` is `/Game/BP_Door.BP_Door:EventGraph`. Most of what is lost on the way leaves no
        message, as in the editor. Raises KeyError when there is no such graph.
        """
        self.check_game_thread("Slate")
        graph = self.find_object(graph_path)
        if not isinstance(graph, GraphTarget):
            raise KeyError(f"The project has no graph '{graph_path}'.")
        return paste_text(graph, text, at)

    def comment(self, graph_path: str, node: str, text: str) -> None:
        """Type a node's comment as the user does. Raises KeyError or GraphError when it is not there."""
        self.check_game_thread("Slate")
        graph = self.find_object(graph_path)
        if not isinstance(graph, GraphTarget):
            raise KeyError(f"The project has no graph '{graph_path}'.")
        comment_node(graph, node, text)

    def copy(self, nodes: Iterable[object]) -> str:
        """What Ctrl+C puts on the clipboard for nodes of one graph, given as scripts hold them."""
        self.check_game_thread("Slate")
        return copy_nodes(nodes)

    def add_widget(self, path: str, class_path: str, name: str) -> None:
        """Put a widget into a widget Blueprint, as the artist does in the designer. Raises KeyError."""
        self.check_game_thread("Slate")
        add_widget(self, path, class_path, name)

    def add_interface(self, path: str, class_path: str) -> bool:
        """Add an interface to a Blueprint, as the artist does in Class Settings. Raises KeyError."""
        self.check_game_thread("Slate")
        return add_interface(self, path, class_path)

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
