"""A turn is taken back in the real window and on the command line, and the project folder follows."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.cli.standalone import StandAlone
from blueprint_assistant.conversation.events import RevertFinished, TurnFinished
from blueprint_assistant.conversation.settings import ConversationSettings
from blueprint_assistant.providers.offline import OfflineProvider
from end_to_end.program import HANG_S, SENTENCE

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt

from blueprint_assistant.cli.windowed import WindowRun

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from blueprint_assistant.conversation.events import ConversationEvent
    from end_to_end.program import Program

ENEMY = "/Game/BP_Enemy"


class Desk:
    """A window on a project that is saved after each turn."""

    def __init__(self, project: Path, qtbot: QtBot) -> None:
        provider = OfflineProvider(0.0)
        self.app = StandAlone(project, provider, ConversationSettings())
        self.events: list[ConversationEvent] = []
        self.app.subscribe(self.events.append)
        self.run = WindowRun(provider, saves=True)
        self.run.attach(self.app)
        self.card = self.run.window.chat.revert_card
        self.qtbot = qtbot
        qtbot.addWidget(self.run.window)
        self.run.window.show()

    def until(self, is_reached: Callable[[], bool]) -> None:
        def tick() -> bool:
            self.run.tick()
            return is_reached()

        self.qtbot.waitUntil(tick, timeout=HANG_S * 1000)

    def ask(self, text: str) -> None:
        first = self.count(TurnFinished)
        box = self.run.window.chat.composer.box
        self.qtbot.keyClicks(box, text)
        self.qtbot.keyClick(box, Qt.Key.Key_Return)
        self.until(lambda: self.count(TurnFinished) > first and not self.run.window.chat.is_busy)

    def press(self, button: object) -> None:
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    def count(self, kind: type[ConversationEvent]) -> int:
        return sum(isinstance(event, kind) for event in self.events)


@pytest.fixture
def desk(tmp_path: Path, qtbot: QtBot) -> Iterator[Desk]:
    opened = Desk(tmp_path / "demo", qtbot)
    yield opened
    opened.app.close()


def test_undo_and_redo_in_the_window_reach_the_project_folder(desk: Desk, tmp_path: Path) -> None:
    desk.ask(SENTENCE)
    files = {path.name for path in (tmp_path / "demo" / "Content").rglob("*") if path.is_file()}
    assert any("BP_Enemy" in name for name in files), files
    desk.until(desk.card.undo_button.isVisible)
    desk.press(desk.card.undo_button)
    desk.until(desk.card.list.isVisible)
    assert f"delete the asset {ENEMY}" in desk.card.list.toPlainText()
    desk.press(desk.card.go_button)
    desk.until(desk.card.redo_button.isVisible)
    assert desk.app.list_blueprints() == ()
    assert desk.run.window.graphs.view(ENEMY, "EventGraph") is None
    desk.press(desk.card.redo_button)
    desk.until(desk.card.list.isVisible)
    desk.press(desk.card.go_button)
    desk.until(lambda: desk.count(RevertFinished) == 2 and desk.card.undo_button.isVisible())
    again = desk.app.read(ENEMY)
    desk.app.close()
    with StandAlone(tmp_path / "demo", OfflineProvider(), ConversationSettings()) as app:
        kept = app.read(ENEMY)
    assert [graph.nodes for graph in kept.graphs] == [graph.nodes for graph in again.graphs]
    assert kept.find_variable("MoveSpeed") is not None


def test_keep_leaves_everything(desk: Desk) -> None:
    desk.ask(SENTENCE)
    before = desk.app.read(ENEMY)
    desk.until(desk.card.undo_button.isVisible)
    desk.press(desk.card.undo_button)
    desk.until(desk.card.list.isVisible)
    desk.press(desk.card.keep_button)
    assert desk.app.read(ENEMY) == before
    assert desk.card.undo_button.isVisible()


def test_a_dry_run_shows_and_draws_what_was_done_and_keeps_nothing(program: Program, tmp_path: Path) -> None:
    project, picture = tmp_path / "demo", tmp_path / "enemy.png"
    done = program.run(
        *("--prompt", SENTENCE, "--dry-run", "--project", str(project), "--picture", str(picture))
    )
    assert done.returncode == 0, done.stderr
    assert "to be done:" in done.stdout
    assert f"{ENEMY} was deleted." in done.stdout
    assert picture.is_file()
    with StandAlone(project, OfflineProvider(), ConversationSettings()) as app:
        assert app.list_blueprints() == ()


def test_a_dry_run_without_a_request_is_refused(program: Program) -> None:
    done = program.run("--dry-run")
    assert done.returncode == 2
    assert "--prompt" in done.stderr
