"""The card of a step by hand in the real window on the stand-in editor."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.cli.standalone import StandAlone
from blueprint_assistant.conversation.events import ToolFinished
from blueprint_assistant.conversation.settings import ConversationSettings
from scripted_provider import ScriptedProvider, call_text

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from blueprint_assistant.cli.windowed import WindowRun
from blueprint_assistant.host.qt import clipboard_text, set_clipboard_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot

CREATE = call_text("create_blueprint", name="BP_Door")
HIT = call_text(
    "add_node", blueprint="BP_Door", node_type="CustomEvent", event_name="Hit", inputs="Damage: float"
)
DEADLINE_MS = 60_000


class Desk:
    """A window with a scripted conversation, ticked while the test waits."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        provider = ScriptedProvider([CREATE, HIT, "Done."])
        settings = ConversationSettings(hand_wait_s=3600.0, hand_look_s=0.01)
        self.app = StandAlone(
            None, provider, settings, clipboard=clipboard_text, write_clipboard=set_clipboard_text
        )
        self.results: list[ToolFinished] = []
        self.app.subscribe(self._keep)
        self.run = WindowRun(provider, saves=False)
        self.run.attach(self.app)
        qtbot.addWidget(self.run.window)
        self.run.window.show()

    def _keep(self, event: Any) -> None:
        if isinstance(event, ToolFinished):
            self.results.append(event)

    def until(self, is_reached: Callable[[], bool]) -> None:
        def check() -> bool:
            self.run.tick()
            return is_reached()

        self.qtbot.waitUntil(check, timeout=DEADLINE_MS)

    def ask(self) -> None:
        composer = self.run.window.chat.composer
        composer.set_text("Add an event with an input.")
        composer.submit()
        self.until(self.run.window.chat.hand_card.isVisible)


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[Desk]:
    found = Desk(qtbot)
    yield found
    found.run.finish()
    found.app.close()


def test_the_button_of_the_card_pastes_and_the_turn_goes_on(desk: Desk) -> None:
    desk.ask()
    card = desk.run.window.chat.hand_card
    assert card.sentence.text() == "Click in EventGraph of BP_Door and press Ctrl+V (Cmd+V on a Mac)."
    assert "K2Node_CustomEvent" in QGuiApplication.clipboard().text()
    desk.qtbot.mouseClick(card.do_button, Qt.MouseButton.LeftButton)
    desk.until(lambda: not desk.run.window.chat.is_busy)
    assert [result.ok for result in desk.results] == [True, True]
    assert not card.isVisible()


def test_skip_goes_on_without_it(desk: Desk) -> None:
    desk.ask()
    desk.qtbot.mouseClick(desk.run.window.chat.hand_card.skip_button, Qt.MouseButton.LeftButton)
    desk.until(lambda: not desk.run.window.chat.is_busy)
    assert [result.ok for result in desk.results] == [True, False]
    assert "the user skipped it" in desk.results[-1].text


def test_what_was_overwritten_can_be_copied_again(desk: Desk) -> None:
    desk.ask()
    QGuiApplication.clipboard().setText("something else")
    desk.run.window.chat.hand_card.copy_requested.emit()
    assert "K2Node_CustomEvent" in QGuiApplication.clipboard().text()
    desk.qtbot.mouseClick(desk.run.window.chat.composer.stop_button, Qt.MouseButton.LeftButton)
    desk.until(lambda: not desk.run.window.chat.is_busy)
    assert desk.results[-1].was_stopped
