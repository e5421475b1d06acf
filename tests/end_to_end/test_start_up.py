"""What is loaded before a window is seen or a command answers, and how a process ends."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from typing import TYPE_CHECKING, get_args

import pytest

from blueprint_assistant.cli.command_parsers import command_parser
from blueprint_assistant.cli.standalone import StandAlone
from blueprint_assistant.conversation.events import TurnFinished
from blueprint_assistant.conversation.settings import ConversationSettings
from blueprint_assistant.errors import AssistantError, EditorError
from blueprint_assistant.files import write_whole
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.model.blueprint import Graph
from blueprint_assistant.host.logging import start_logging
from blueprint_assistant.host.providers import build_provider
from blueprint_assistant.host.redaction import redact
from blueprint_assistant.host.secrets import SecretStore
from blueprint_assistant.host.settings import load_settings
from blueprint_assistant.host.user_folders import log_folder
from blueprint_assistant.languages.bluecode.readout import Detail
from blueprint_assistant.languages.bluecode.spans import code_spans
from blueprint_assistant.providers.base import ModelInfo
from blueprint_assistant.providers.claude.claude_models import display_name
from blueprint_assistant.providers.offline import OfflineProvider
from end_to_end.program import ROOT, SENTENCE
from unreal_sandbox import ProjectFolder, ProjectFolderError, ProjectLockedError
from unreal_sandbox.desk.project_lock import ProjectLock

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt

from blueprint_assistant.cli.windowed import WindowRun, _Start
from blueprint_assistant.host.qt import clipboard_text
from blueprint_assistant.ui.appearance import node_appearance

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from end_to_end.program import Program

WATCHED_WINDOW = """
import json, sys
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

app = QApplication(["watched"])

class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and watched.isWidgetType() and watched.isWindow():
            app.removeEventFilter(self)
            print(json.dumps([name for name, it in sys.modules.items() if not hasattr(it, "__path__")]))
            QTimer.singleShot(int(sys.argv[1]), app.closeAllWindows)
        return False

watch = Watch()
app.installEventFilter(watch)

from blueprint_assistant.cli import main
from blueprint_assistant.cli.process_end import leave

leave(main(["run", "--provider", "offline", *sys.argv[2:]]))
"""

WATCHED_COMMAND = """
import json, sys
from blueprint_assistant.cli import main

try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(json.dumps([name for name, it in sys.modules.items() if not hasattr(it, "__path__")]))
"""


def in_rooms(names: list[str], package: str = "blueprint_assistant") -> dict[str, set[str]]:
    """Modules of a package by the room that they are in."""
    rooms: dict[str, set[str]] = defaultdict(set)
    for name in names:
        if name.startswith(f"{package}."):
            rooms[name.split(".")[1]].add(name)
    return dict(rooms)


def command_line(*names: str) -> set[str]:
    return {f"blueprint_assistant.cli.{name}" for name in names}


@pytest.fixture(params=[(), ("--project", "demo")], ids=["in memory", "in a folder"])
def seen_with(request: pytest.FixtureRequest, program: Program) -> list[str]:
    """The modules of a real process at the moment when its window was painted."""
    done = program.run("0", *request.param, command=["-c", WATCHED_WINDOW])
    assert (done.returncode, done.stderr) == (0, "")
    names: list[str] = json.loads(done.stdout)
    return names


def test_a_window_is_seen_before_the_assistant_is_loaded(seen_with: list[str]) -> None:
    rooms = in_rooms(seen_with)
    colors = code_spans.__module__
    assert rooms.pop("ui") & {node_appearance.__module__} == set()
    assert rooms == {
        "cli": command_line(
            "command_parsers",
            "early_messages",
            "interruption",
            "process_end",
            "main",
            "assistant_loading",
            "output_files",
            "run",
            "run_options",
            "terminal",
            "windowed",
        ),
        "conversation": {TurnFinished.__module__, ConversationSettings.__module__},
        "errors": {AssistantError.__module__},
        "files": {write_whole.__module__},
        "graph": {Graph.__module__},
        "host": {
            it.__module__
            for it in (
                build_provider,
                clipboard_text,
                load_settings,
                log_folder,
                redact,
                start_logging,
                SecretStore,
            )
        },
        "languages": {colors, f"{colors.rpartition('.')[0]}.token_pattern"},
        "providers": {ModelInfo.__module__, OfflineProvider.__module__, display_name.__module__},
    }
    assert in_rooms(seen_with, "unreal_sandbox") == {
        "errors": {ProjectFolderError.__module__},
        "desk": {ProjectFolder.__module__, ProjectLock.__module__},
    }
    assert not {name.split(".")[0] for name in seen_with} & {"anthropic", "httpx", "httpx2", "keyring"}


def test_help_is_given_without_what_it_is_about(program: Program) -> None:
    done = program.run("run", "--help", command=["-c", WATCHED_COMMAND])
    assert (done.returncode, done.stderr) == (0, "")
    text, _, names = done.stdout.rstrip().rpartition("\n")
    assert "--base-url" in text
    assert in_rooms(json.loads(names)) == {
        "cli": command_line("command_parsers", "main", "terminal"),
        "errors": {AssistantError.__module__},
        "host": {redact.__module__},
    }
    assert not {"pydantic", "PySide6"} & {name.split(".")[0] for name in json.loads(names)}


def test_a_text_is_checked_without_the_catalogue_and_the_assistant(program: Program) -> None:
    file = ROOT / "tests" / "data" / "t3d" / "door_blueprint.t3d"
    done = program.run("t3d", "check", str(file), command=["-c", WATCHED_COMMAND])
    assert (done.returncode, done.stderr) == (0, "")
    text, _, names = done.stdout.rstrip().rpartition("\n")
    assert "prints back byte for byte" in text
    rooms = in_rooms(json.loads(names))
    assert set(rooms) == {"actions", "cli", "errors", "graph", "host"}
    assert len(rooms["actions"]) == 1, "how counts are said"
    assert default_catalog.__module__ not in rooms["graph"]
    assert not {"pydantic", "PySide6", "unreal_sandbox"} & {name.split(".")[0] for name in json.loads(names)}


def test_the_details_of_the_command_line_are_those_of_the_language() -> None:
    for detail in get_args(Detail):
        parsed = command_parser().parse_args(["code", "read", "--detail", detail, "file"])
        assert parsed.detail == detail


# --- while the assistant is loaded -----------------------------------------------------------


@pytest.fixture
def app(tmp_path: Path) -> Iterator[StandAlone]:
    with StandAlone(tmp_path / "demo", OfflineProvider(0), ConversationSettings()) as made:
        yield made


def open_window(qtbot: QtBot) -> WindowRun:
    run = WindowRun(OfflineProvider(0), saves=True)
    qtbot.addWidget(run.window)
    run.window.show()
    return run


def write(run: WindowRun, qtbot: QtBot, text: str) -> None:
    box = run.window.chat.composer.box
    qtbot.keyClicks(box, text)
    qtbot.keyClick(box, Qt.Key.Key_Return)


def test_a_message_that_is_written_early_is_answered_when_the_assistant_is_there(
    qtbot: QtBot, app: StandAlone
) -> None:
    run = open_window(qtbot)
    write(run, qtbot, SENTENCE)
    run.tick()
    assert not run.window.chat.is_busy
    ended: list[object] = []
    app.subscribe(lambda event: ended.append(event) if isinstance(event, TurnFinished) else None)

    run.attach(app)

    def is_answered() -> bool:
        run.tick()
        return bool(ended) and not run.window.chat.is_busy

    qtbot.waitUntil(is_answered, timeout=30_000)
    assert app.list_blueprints() == ("/Game/BP_Enemy",)


def test_an_early_message_that_is_refused_comes_back_into_the_box(qtbot: QtBot, tmp_path: Path) -> None:
    settings = ConversationSettings(max_message_chars=10)
    with StandAlone(tmp_path / "demo", OfflineProvider(0), settings) as app:
        run = open_window(qtbot)
        write(run, qtbot, "longer than ten letters")
        assert run.window.chat.composer.box.text() == ""
        run.attach(app)
        assert run.window.chat.composer.box.text() == "longer than ten letters"


def test_stop_forgets_an_early_message(qtbot: QtBot, app: StandAlone) -> None:
    run = open_window(qtbot)
    write(run, qtbot, SENTENCE)
    run.window.chat.stop_requested.emit()
    run.attach(app)
    assert not app.conversation.is_busy


def test_the_blueprints_of_a_project_are_shown_one_by_one(qtbot: QtBot, app: StandAlone) -> None:
    for name in ("BP_A", "BP_B", "BP_C"):
        app.conversation.send(f"Create a Blueprint {name}")
        while app.conversation.is_busy:
            app.tick(0.01)
        app.conversation.wait(10)
    run = open_window(qtbot)
    run.attach(app)
    shown = []
    for _ in range(4):
        run.tick()
        shown.append(run.window.graphs.tabs.count())
    assert shown == [1, 2, 3, 3]


def test_what_keeps_the_assistant_from_opening_closes_the_window_and_is_raised(qtbot: QtBot) -> None:
    def open_app(_: type[StandAlone]) -> None:
        raise EditorError("The project cannot be opened.")

    run = open_window(qtbot)
    start = _Start(run, open_app)

    def is_closed() -> bool:
        start.tick()
        return not run.window.isVisible()

    qtbot.waitUntil(is_closed, timeout=60_000)
    with pytest.raises(EditorError, match="cannot be opened"):
        start.raise_error()
    assert run.finish() is None


# --- the end ---------------------------------------------------------------------------------


@pytest.mark.parametrize("after_ms", ["0", "60", "400"])
def test_a_window_that_is_closed_early_ends_well_and_gives_the_project_free(
    program: Program, after_ms: str
) -> None:
    done = program.run(after_ms, "--project", "demo", command=["-c", WATCHED_WINDOW])
    assert (done.returncode, done.stderr) == (0, "")
    ProjectFolder(program.folder / "demo").close()
    log = next((program.folder / "home").rglob("*.log")).read_text(encoding="utf-8")
    assert "Provider: offline" in log


def test_a_folder_that_another_editor_holds_is_told_without_a_window(program: Program) -> None:
    held = ProjectFolder(program.folder / "demo")
    done = program.run("0", "--project", "demo", command=["-c", WATCHED_WINDOW])
    held.close()
    assert done.returncode == 2
    assert ProjectLockedError.code in done.stderr
    assert done.stdout == "", "no window was painted"


def test_a_held_folder_passes_to_the_editor_that_opens_it(tmp_path: Path) -> None:
    folder = ProjectFolder(tmp_path / "demo")
    with StandAlone(folder, OfflineProvider(), ConversationSettings()) as app:
        assert app.list_blueprints() == ()
        with pytest.raises(ProjectFolderError):
            ProjectFolder(tmp_path / "demo")
    ProjectFolder(tmp_path / "demo").close()


def test_leaving_does_all_that_is_to_be_done_at_the_end(program: Program) -> None:
    code = """
import atexit, sys
from blueprint_assistant.cli.process_end import leave
atexit.register(print, "registered")
print("printed")
leave(7)
"""
    done = program.run(command=["-c", code])
    assert (done.returncode, done.stdout, done.stderr) == (7, "printed\nregistered\n", "")


def test_leaving_waits_for_threads_that_python_waits_for(program: Program) -> None:
    code = """
import threading
from blueprint_assistant.cli.process_end import leave
def work():
    threading.main_thread().join()
    print("worked")
threading.Thread(target=work).start()
leave(7)
"""
    done = program.run(command=["-c", code])
    assert (done.returncode, done.stdout, done.stderr) == (7, "worked\n", "")
