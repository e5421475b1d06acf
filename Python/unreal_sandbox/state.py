"""The state of one sandbox editor: project, log, switches, ticks, undo buffer, selection.

`SandboxEditor` is this with a control side; the implementations of `unreal` get it as their
first argument.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from blueprint_assistant.graph.schema import Schema
from unreal_sandbox.errors import FatalEditorError
from unreal_sandbox.lookup import find_object_target
from unreal_sandbox.menu_registry import MenuRegistry
from unreal_sandbox.namespace import types_of
from unreal_sandbox.project_classes import catalog_with
from unreal_sandbox.switches import Switches
from unreal_sandbox.ticks import Ticks
from unreal_sandbox.transactions import UndoBuffer

if TYPE_CHECKING:
    from pathlib import Path

    from blueprint_assistant.graph.catalog import Catalog
    from unreal_sandbox.blueprint_asset import BlueprintAsset
    from unreal_sandbox.namespace import Types
    from unreal_sandbox.objects import Target
    from unreal_sandbox.storage import Storage

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
    is_in_pie: bool = False
    is_loading_assets: bool = False
    is_unattended: bool = False
    command_line: str = ""
    interpreter_path: str = ""
    selected_assets: list[str] = field(default_factory=list)
    open_editors: list[str] = field(default_factory=list)
    enabled_plugins: dict[str, str] = field(default_factory=dict)
    """Enabled plugins and their folders."""
    dialog_answers: list[str] = field(default_factory=list)
    """Answers for the next message dialogs, as `AppReturnType` member names."""
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
    last_uid: int = 0
    _catalog: Catalog | None = None
    _schema: Schema | None = None

    def __post_init__(self) -> None:
        self.storage: Storage | None = None
        self.ticks = Ticks(lambda text: self.write_log("LogPython", "Error", text))
        self.transactions = UndoBuffer(self.is_alive, self.switches)

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
        return MenuRegistry()

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
        if self.has_crashed or self.is_finalised:
            gone = "crashed" if self.has_crashed else "shut down"
            raise RuntimeError(f"{context}: the editor has {gone}.")
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
        """The nested tick in the middle of a long editor call."""
        self.ticks.run_nested(_NESTED_TICK_S)

    def mark_package_dirty(self, asset: BlueprintAsset) -> None:
        """Record the asset in the open transaction, before it changes."""
        self.transactions.record(asset)
        asset.mark_changed()
