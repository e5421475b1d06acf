"""The real window on the stand-in editor: typed into, watched, stopped, closed, opened again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.cli.standalone import StandAlone
from blueprint_assistant.conversation.events import ToolFinished, TurnFinished
from blueprint_assistant.conversation.settings import ConversationSettings
from blueprint_assistant.graph.kinds.common_specs import EventSpec
from blueprint_assistant.graph.kinds.node_factory import is_ghost, spec_of
from blueprint_assistant.providers.offline import OfflineProvider
from end_to_end.program import HANG_S
from tiers import deep, thinned

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt

from blueprint_assistant.cli.windowed import WindowRun

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot

    from blueprint_assistant.conversation.events import ConversationEvent
    from blueprint_assistant.graph.model.blueprint import Blueprint

ROOT = Path(__file__).parents[2]
SENTENCE = (
    "Create a Blueprint called BP_Enemy that is an Actor with a StaticMesh component"
    " and moves forward every tick."
)


class Desk:
    """A window on a project, and what happened in it."""

    def __init__(self, project: Path, qtbot: QtBot, pace_s: float) -> None:
        provider = OfflineProvider(pace_s)
        self.app = StandAlone(project, provider, ConversationSettings())
        self.events: list[ConversationEvent] = []
        self.app.subscribe(self.events.append)
        self.run = WindowRun(provider, saves=True)
        self.run.attach(self.app)
        self.qtbot = qtbot
        qtbot.addWidget(self.run.window)
        self.run.window.show()

    def type_and_send(self, text: str) -> None:
        box = self.run.window.chat.composer.box
        self.qtbot.keyClicks(box, text)
        self.qtbot.keyClick(box, Qt.Key.Key_Return)

    def until(self, is_reached: Callable[[], bool]) -> None:
        def tick() -> bool:
            self.run.tick()
            return is_reached()

        self.qtbot.waitUntil(tick, timeout=HANG_S * 1000)

    def count(self, kind: type[ConversationEvent]) -> int:
        return sum(isinstance(event, kind) for event in self.events)

    def shown(self) -> list[str]:
        """The rows of the transcript."""
        rows = self.run.window.chat.transcript
        return [str(rows.data(rows.index(number))) for number in range(rows.rowCount())]

    def rest(self) -> str:
        """Wait for the end of the turn as the window shows it; how it ended."""
        self.until(lambda: self.count(TurnFinished) > 0 and not self.run.window.chat.is_busy)
        last = self.events[-1]
        assert isinstance(last, TurnFinished)
        return last.reason


@pytest.fixture
def open_desk(tmp_path: Path, qtbot: QtBot) -> Iterator[Callable[..., Desk]]:
    desks: list[Desk] = []

    def open_it(pace_s: float = 0.0) -> Desk:
        desks.append(Desk(tmp_path / "demo", qtbot, pace_s))
        return desks[-1]

    yield open_it
    for desk in desks:
        desk.app.close()


def shown_nodes(desk: Desk) -> int:
    return len(desk.run.window.graphs.current_view().graph_scene.graph.nodes)


def read_again(project: Path) -> tuple[Blueprint, ...]:
    with StandAlone(project, OfflineProvider(), ConversationSettings()) as app:
        return app.read_all()


def test_the_graph_grows_while_the_agent_works_and_the_project_is_kept(
    open_desk: Callable[..., Desk], tmp_path: Path
) -> None:
    desk = open_desk()
    seen: set[int] = set()
    desk.type_and_send(SENTENCE)
    desk.until(lambda: bool(seen.add(shown_nodes(desk))) or desk.count(TurnFinished) > 0)
    assert desk.rest() == "end"
    assert len(seen) > 3, "the view must show the states in between"
    assert shown_nodes(desk) == 8
    desk.app.close()
    (blueprint,) = read_again(tmp_path / "demo")
    assert blueprint.status == "up_to_date"
    assert {component.class_path for component in blueprint.components} == {
        "/Script/Engine.StaticMeshComponent"
    }


@pytest.mark.parametrize("steps", thinned([4, 1, 9], 1))
def test_stop_ends_the_agent_between_two_steps_and_the_project_is_consistent(
    open_desk: Callable[..., Desk], tmp_path: Path, steps: int
) -> None:
    desk = open_desk(0.01)
    desk.type_and_send(SENTENCE)
    desk.until(lambda: desk.count(ToolFinished) >= steps)
    desk.qtbot.mouseClick(desk.run.window.chat.composer.stop_button, Qt.MouseButton.LeftButton)
    assert desk.rest() == "stopped"
    done = desk.count(ToolFinished)
    desk.run.tick()
    assert desk.count(ToolFinished) == done
    on_screen = shown_nodes(desk)
    desk.app.close()
    blueprints = read_again(tmp_path / "demo")
    assert len(blueprints) == 1
    graph = blueprints[0].graphs[0]
    assert len(graph.nodes) == on_screen
    for link in graph.links:
        assert graph.pin(link.source) is not None
        assert graph.pin(link.target) is not None


def test_a_stopped_turn_can_be_followed_by_another(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk(0.01)
    desk.type_and_send(SENTENCE)
    desk.until(lambda: desk.count(ToolFinished) >= 2)
    desk.qtbot.mouseClick(desk.run.window.chat.composer.stop_button, Qt.MouseButton.LeftButton)
    assert desk.rest() == "stopped"
    desk.events.clear()
    desk.type_and_send('Add to BP_Enemy: print "hello" on begin play')
    assert desk.rest() == "end"
    graph = desk.run.window.graphs.current_view().graph_scene.graph
    begin = next(node for node in graph.nodes if spec_of(node) == EventSpec("ReceiveBeginPlay"))
    assert not is_ghost(begin)


@pytest.mark.parametrize("steps", thinned([4, 1, 9], 1))
def test_closing_the_window_in_a_turn_keeps_what_is_done(
    open_desk: Callable[..., Desk], tmp_path: Path, steps: int
) -> None:
    desk = open_desk(0.01)
    desk.type_and_send(SENTENCE)
    desk.until(lambda: desk.count(ToolFinished) >= steps)
    desk.run.window.close()
    assert desk.run.finish() is None
    assert not desk.app.conversation.is_busy
    # A call that closing kept from being done is told as stopped, and counts for nothing.
    finished = [event for event in desk.events if isinstance(event, ToolFinished)]
    made = sum(event.name == "add_node" and event.has_changed for event in finished)
    desk.app.close()
    (blueprint,) = read_again(tmp_path / "demo")
    assert sum(not is_ghost(node) for node in blueprint.graphs[0].nodes) == made


def test_a_project_that_cannot_be_written_at_the_end_is_told(
    open_desk: Callable[..., Desk], tmp_path: Path
) -> None:
    desk = open_desk()
    (tmp_path / "demo" / "Content" / "BP_Enemy.blueprint.txt.writing").mkdir()
    desk.type_and_send(SENTENCE)
    assert desk.rest() == "end"
    assert "was not saved" in desk.shown()[-1]
    problem = desk.run.finish()
    assert problem is not None
    assert problem.code == "not_saved"


def test_each_turn_saves_and_names_only_what_it_changed(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk()
    said = []
    for request in ("Create a Blueprint BP_A", "Create a Blueprint BP_B", "write me a poem"):
        desk.events.clear()
        before = len(desk.shown())
        desk.type_and_send(request)
        desk.rest()
        said.append([row for row in desk.shown()[before:] if "Saved" in row])
    assert said == [["Notice: Saved /Game/BP_A."], ["Notice: Saved /Game/BP_B."], []]


@pytest.mark.parametrize(
    "line",
    # Qt lays a single line of that length out for seconds.
    [pytest.param("make a door\n", id="lines"), pytest.param("x", id="one line", marks=deep)],
)
def test_a_message_that_is_refused_comes_back_into_the_box(open_desk: Callable[..., Desk], line: str) -> None:
    desk = open_desk()
    box = desk.run.window.chat.composer.box
    box.setPlainText((line * 200_000)[:200_000])
    desk.qtbot.keyClick(box, Qt.Key.Key_Return)
    assert len(box.toPlainText()) == 200_000
    assert "200000 characters" in desk.shown()[-1]
    assert not desk.run.window.chat.is_busy


def test_what_is_asked_before_the_window_knows_of_the_turn_is_answered(
    open_desk: Callable[..., Desk],
) -> None:
    desk = open_desk(0.01)
    desk.type_and_send(SENTENCE)
    desk.run.window.chat.clear_requested.emit()
    assert "still working" in desk.shown()[-1]
    desk.type_and_send("Create a Blueprint BP_B")
    assert "still working" in desk.shown()[-1]
    assert desk.run.window.chat.composer.box.toPlainText() == "Create a Blueprint BP_B"
    assert desk.rest() == "end"


def test_a_file_that_cannot_be_read_is_named_in_the_window(
    open_desk: Callable[..., Desk], tmp_path: Path
) -> None:
    content = tmp_path / "demo" / "Content"
    content.mkdir(parents=True)
    (content / "BP_Broken.blueprint.txt").write_text("damaged")
    desk = open_desk()
    assert ["BP_Broken.blueprint.txt" in row for row in desk.shown()] == [True]


@pytest.fixture
def display() -> Iterator[str]:
    """A virtual screen of its own."""
    missing = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
    if missing or not sys.platform.startswith("linux"):
        pytest.skip(f"no virtual screen here: {', '.join(missing) or sys.platform}")
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
        pass_fds=[writer],
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    with os.fdopen(reader) as answer:
        number = answer.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait(10)


def test_a_user_types_into_the_window_on_a_real_screen(display: str, tmp_path: Path) -> None:
    environment = {**os.environ, "DISPLAY": display, "PYTHONPATH": str(ROOT / "Python")}
    environment.pop("QT_QPA_PLATFORM", None)
    environment.pop("ANTHROPIC_API_KEY", None)

    def x(*arguments: str) -> str:
        return subprocess.run(
            ["xdotool", *arguments], env=environment, capture_output=True, text=True, timeout=60, check=True
        ).stdout.strip()

    with subprocess.Popen(
        [sys.executable, "-m", "blueprint_assistant", "run", "--project", str(tmp_path / "demo")],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        window = x("search", "--sync", "--onlyvisible", "--name", "Blueprint AI Assistant").splitlines()[0]
        x("windowfocus", "--sync", window)
        x("type", "--delay", "2", SENTENCE)
        x("key", "Return")
        saved = tmp_path / "demo" / "Content"
        deadline = time.monotonic() + HANG_S
        while not any(saved.glob("BP_Enemy*")) and time.monotonic() < deadline and program.poll() is None:
            time.sleep(0.05)
        x("key", "ctrl+q")
        try:
            _, errors = program.communicate(timeout=HANG_S)
        except subprocess.TimeoutExpired:
            program.kill()
            raise
    assert program.returncode == 0, errors
    assert "Traceback" not in errors
    (blueprint,) = read_again(tmp_path / "demo")
    assert blueprint.name == "BP_Enemy"
    assert blueprint.status == "up_to_date"
