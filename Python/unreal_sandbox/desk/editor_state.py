"""The state of one sandbox editor: project, log, switches, ticks, undo buffer, selection.

`SandboxEditor` is this with a control side; the implementations of `unreal` get it as their
first argument.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from blueprint_assistant.graph.rules.schema import Schema
from unreal_sandbox.blueprints.class_catalog import catalog_with
from unreal_sandbox.desk.fault_injection import FaultProgress
from unreal_sandbox.desk.switches import Switches
from unreal_sandbox.desk.ticks import Ticks
from unreal_sandbox.desk.transactions import UndoBuffer
from unreal_sandbox.errors import FatalEditorError
from unreal_sandbox.glue.namespace import types_of
from unreal_sandbox.glue.object_lookup import find_object_target
from unreal_sandbox.menus.menu_registry import MenuRegistry
from unreal_sandbox.menus.menu_scripts import shown_script

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import InputValue
    from unreal_sandbox.assets.project_storage import Storage
    from unreal_sandbox.assets.redirectors import Redirector
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset, ScsNode
    from unreal_sandbox.desk.editor_language import Language
    from unreal_sandbox.desk.fault_injection import FaultInjection
    from unreal_sandbox.glue.namespace import Types
    from unreal_sandbox.glue.objects import Target

__all__ = ["EditorState", "LogLine", "LogSeverity"]

LogSeverity = Literal["Display", "Warning", "Error"]

_NESTED_TICK_S = 1 / 60


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the Output Log. `thread` is the name of the thread that wrote it."""

    category: str
    severity: LogSeverity
    text: str
    thread: str = ""


@dataclass
class EditorState:
    """Everything that the parts of one editor share."""

    engine_version: str = "5.8"
    project_dir: Path | None = None
    switches: Switches = field(default_factory=Switches)
    log: list[LogLine] = field(default_factory=list)
    blueprints: dict[str, BlueprintAsset] = field(default_factory=dict)
    redirectors: dict[str, Redirector] = field(default_factory=dict)
    """What renames left behind, by lower-case package path."""
    subsystem_fields: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Property values of the subsystems, which are one object each, by class name."""
    content_folders: dict[str, str] = field(default_factory=dict)
    """Content folders that were made, lower-case path and path; folders with assets exist without."""
    is_in_pie: bool = False
    is_loading_assets: bool = False
    is_unattended: bool = False
    command_line: str = ""
    interpreter_path: str = ""
    selected_assets: list[str] = field(default_factory=list)
    open_editors: list[str] = field(default_factory=list)
    language: Language = "en"
    """The editor's language: palette names, titles, categories and type texts are in it, half of them."""
    input_actions: dict[str, InputValue] = field(default_factory=dict)
    """The project's Input Action assets: object path and kind of value. They are not modelled otherwise."""
    other_assets: dict[str, str] = field(default_factory=dict)
    """Assets of other kinds, package path and class path. The registry lists them; more is not modelled."""
    action_mappings: list[str] = field(default_factory=list)
    """The project's action mappings, the input of UE 4."""
    axis_mappings: list[str] = field(default_factory=list)
    """The project's axis mappings, the input of UE 4."""
    enabled_plugins: dict[str, str] = field(default_factory=dict)
    """Enabled plugins and their folders."""
    selected_folders: list[str] = field(default_factory=list)
    """Folders selected in the Content Browser."""
    browser_path: str = ""
    """The folder that the Content Browser shows."""
    launched_urls: list[str] = field(default_factory=list)
    """Pages that scripts opened in the browser."""
    play_request: bool | None = None
    """What a script asked for: play to begin or to end with the next frame."""
    selected_subobjects: list[str] = field(default_factory=list)
    """Paths of the templates selected in the component tree."""
    copied_components: tuple[ScsNode, ...] = ()
    """The components of the last copy in a component tree."""
    dialog_answers: list[str] = field(default_factory=list)
    """Answers for the next message dialogs, as `AppReturnType` member names."""
    modal_dialog: str = ""
    """The title of a modal window that waits for the user: until it is empty nothing ticks."""
    is_progress_cancelled: bool = False
    """Whether the user has pressed Cancel in the progress dialog on screen."""
    shown_dialogs: list[tuple[str, str]] = field(default_factory=list)
    """Title and message of the dialogs that were shown."""
    parented_windows: list[tuple[int, str]] = field(default_factory=list)
    """Native windows given to Slate and the search method."""
    violations: list[str] = field(default_factory=list)
    """What the code under test did that the real editor may answer with a crash."""
    refreshed_blueprints: list[str] = field(default_factory=list)
    console_globals: dict[str, object] = field(default_factory=dict)
    """The namespace that menu commands, the console and every `init_unreal.py` share."""
    game_thread_id: int = field(default_factory=threading.get_ident)
    is_finalised: bool = False
    has_crashed: bool = False
    sleep: Callable[[float], None] = time.sleep
    """How the editor lets the seconds of a long operation pass."""
    conditions: FaultProgress = field(default_factory=FaultProgress)
    last_uid: int = 0
    _catalog: Catalog | None = None
    _schema: Schema | None = None

    def __post_init__(self) -> None:
        self.storage: Storage | None = None
        self.ticks = Ticks(lambda text: self.write_log("LogPython", "Error", text))
        self.transactions = UndoBuffer(self.is_alive, self.switches)

    @property
    def faults(self) -> FaultInjection:
        """What happens to the editor. Setting it ends all spells and counts frames from 0 again."""
        return self.conditions.faults

    @faults.setter
    def faults(self, faults: FaultInjection) -> None:
        self.conditions.end_spells(self)
        self.conditions = FaultProgress(faults)

    @cached_property
    def types(self) -> Types:
        """The Python types of `unreal` for this engine version."""
        return types_of(self.engine_version)

    @property
    def catalog(self) -> Catalog:
        """What the engine and the project have: classes, functions, events, structs, enums."""
        if self._catalog is None:
            self._catalog = catalog_with(self.blueprints.values())
        return self._catalog

    @property
    def schema(self) -> Schema:
        """The K2 connection rules over the catalogue."""
        if self._schema is None:
            self._schema = Schema(self.catalog)
        return self._schema

    def classes_changed(self) -> None:
        """Call when a Blueprint class comes, goes or gets another parent."""
        self._catalog = None
        self._schema = None

    @property
    def has_graph_api(self) -> bool:
        """Whether this engine version can edit graphs from Python."""
        return "BlueprintGraphEditor" in self.types.manifest.classes

    @property
    def full_version(self) -> str:
        """The version text, `5.8.1-56057345+++UE5+Release-5.8`."""
        major, minor, *patch = self.engine_version.split(".")
        return f"{major}.{minor}.{patch[0] if patch else 1}-56057345+++UE5+Release-{major}.{minor}"

    @cached_property
    def menus(self) -> MenuRegistry:
        """The menus as registered and extended."""
        return MenuRegistry(lambda entry: shown_script(self, entry))

    def next_uid(self) -> int:
        """A number that no other asset of this editor had."""
        self.last_uid += 1
        return self.last_uid

    def is_alive(self, asset: BlueprintAsset) -> bool:
        """Whether an asset is still part of the project."""
        return self.blueprints.get(asset.path.lower()) is asset

    def find_blueprint(self, path: str) -> BlueprintAsset | None:
        """The Blueprint at a package or object path (`/Game/X` or `/Game/X.X`)."""
        package = path.split(":", 1)[0]
        folder, _, name = package.rpartition("/")
        return self.blueprints.get(f"{folder}/{name.split('.', 1)[0]}".lower())

    def find_object(self, path: str) -> Target | None:
        """The object at a full path, or None."""
        return find_object_target(self, path)

    def write_log(self, category: str, severity: LogSeverity, text: str) -> None:
        """Add a line to the Output Log; safe from any thread."""
        self.log.append(LogLine(category, severity, text, threading.current_thread().name))

    def check_game_thread(self, context: str) -> None:
        """Raise as the glue does when a reflected function is called off the game thread."""
        if self.has_crashed:  # there is no process left that could go on
            raise FatalEditorError(f"{context}: the editor has crashed: {self.violations[-1]}")
        if self.is_finalised:
            raise RuntimeError(f"{context}: the editor has shut down.")
        if threading.get_ident() != self.game_thread_id:
            self.violations.append(f"{context} used on thread {threading.current_thread().name}")
            raise RuntimeError(
                f"{context}: Attempted to access Unreal API from outside the main game thread."
            )

    def crash(self, reason: str) -> FatalEditorError:
        """The error to raise where the real editor would end the process."""
        self.has_crashed = True
        self.violations.append(reason)
        return FatalEditorError(reason)

    def pump_slate(self) -> None:
        """The nested ticks in the middle of a long editor call."""
        for _ in range(self.faults.nested_ticks):
            self.ticks.run_nested(_NESTED_TICK_S)

    def pass_time(self, seconds: float) -> None:
        """Keep the game thread busy; other threads go on."""
        if seconds:
            self.sleep(seconds)

    def enter_call(self, name: str) -> None:
        """Call at the beginning of every call of the API: a fault may end the process."""
        if self.conditions.is_struck_by_call(name):
            raise self.crash(f"Unhandled exception: EXCEPTION_ACCESS_VIOLATION in {name}.")

    def begin_node(self) -> None:
        """Call before a node is built: a fault may end the process."""
        if self.conditions.is_struck_by_node():
            raise self.crash(f"SIGSEGV while node {self.conditions.nodes} was built.")

    def note_nested_change(self, what: str) -> None:
        """Call when something changes: in a nested tick it does so in the middle of another operation.

        Only a tick of the editor's own frame is a safe point [HOSTING 4.1].
        """
        if self.ticks.depth > 1:
            self.violations.append(f"{what} inside a nested tick, in the middle of another operation.")

    def mark_package_dirty(self, asset: BlueprintAsset) -> None:
        """Record the asset in the open transaction, before it changes."""
        self.note_nested_change(f"'{asset.path}' changed")
        self.transactions.record(asset)
        asset.mark_changed()
