from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy

from blueprint_assistant.conversation.events import (
    ErrorRaised,
    ReversibleTurns,
    RevertFinished,
    RevertPlanned,
    TurnFinished,
    TurnOffer,
    TurnStarted,
)
from blueprint_assistant.ui.chat.revert_card import RevertCard
from blueprint_assistant.ui.window import AssistantWindow
from drawn_graphs import moving_enemy

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from drawn_graphs import GraphBuilder

TURN = TurnOffer(1, "Make an enemy", ("/Game/BP_Enemy", "/Game/AI/BP_Guard"))
LIST = "/Game/BP_Enemy:\n  EventGraph: remove Print String\n  remove the variable Speed"


@pytest.fixture
def card(qtbot: QtBot) -> RevertCard:
    card = RevertCard()
    qtbot.addWidget(card)
    card.resize(420, 60)
    return card


def press(qtbot: QtBot, button: object) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_nothing_is_shown_before_a_turn_changed_something(card: RevertCard) -> None:
    assert not card.isVisible()
    card.set_turns(ReversibleTurns())
    assert not card.isVisible()


def test_a_turn_that_changed_something_can_be_undone(qtbot: QtBot, card: RevertCard) -> None:
    card.set_turns(ReversibleTurns(TURN))
    assert card.isVisible()
    assert card.line.whole_text == "BP_Enemy, BP_Guard: changed by “Make an enemy”"
    assert not card.redo_button.isVisible()
    wishes = QSignalSpy(card.plan_requested)
    press(qtbot, card.undo_button)
    assert wishes.count() == 1
    assert wishes.at(0) == ["undo"]


def test_an_undone_turn_can_be_done_again(qtbot: QtBot, card: RevertCard) -> None:
    card.set_turns(ReversibleTurns(redo=TURN))
    assert card.line.whole_text == "“Make an enemy” was undone."
    assert not card.undo_button.isVisible()
    wishes = QSignalSpy(card.plan_requested)
    press(qtbot, card.redo_button)
    assert wishes.at(0) == ["redo"]


def test_the_list_is_shown_and_keep_leaves_everything(qtbot: QtBot, card: RevertCard) -> None:
    card.set_turns(ReversibleTurns(TURN))
    wishes = QSignalSpy(card.revert_requested)
    card.ask(RevertPlanned("undo", TURN, LIST, can_run=True))
    assert card.list.toPlainText() == LIST
    assert "Make an enemy" in card.question.text()
    assert card.keep_button.hasFocus() or card.keep_button.isVisible()
    assert not card.force_button.isVisible()
    press(qtbot, card.keep_button)
    assert wishes.count() == 0
    assert card.undo_button.isVisible()
    assert not card.list.isVisible()


def test_revert_is_asked_for_once(qtbot: QtBot, card: RevertCard) -> None:
    card.set_turns(ReversibleTurns(TURN))
    card.ask(RevertPlanned("undo", TURN, LIST, can_run=True))
    wishes = QSignalSpy(card.revert_requested)
    press(qtbot, card.go_button)
    press(qtbot, card.go_button)
    assert wishes.count() == 1
    assert wishes.at(0) == ["undo", False]


def test_edits_that_stand_in_the_way_go_only_when_that_is_pressed(qtbot: QtBot, card: RevertCard) -> None:
    card.set_turns(ReversibleTurns(TURN))
    card.ask(RevertPlanned("undo", TURN, LIST, can_run=False, has_conflicts=True))
    assert not card.go_button.isVisible()
    wishes = QSignalSpy(card.revert_requested)
    press(qtbot, card.force_button)
    assert wishes.at(0) == ["undo", True]


def test_while_a_turn_runs_nothing_is_offered(card: RevertCard) -> None:
    card.set_turns(ReversibleTurns(TURN))
    card.set_busy(busy=True)
    assert not card.isVisible()
    card.set_busy(busy=False)
    assert card.isVisible()


class Wishes:
    """A conversation that writes down what it is asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []

    def send(self, text: str) -> None:
        self.asked.append(("send", text))

    def stop(self) -> None:
        self.asked.append(("stop",))

    def clear(self) -> None:
        self.asked.append(("clear",))

    def skip_hand_step(self) -> None:
        self.asked.append(("skip",))

    def copy_hand_step(self) -> None:
        self.asked.append(("copy",))

    def plan_revert(self, direction: str) -> None:
        self.asked.append(("plan", direction))

    def revert(self, direction: str, *, despite_conflicts: bool = False) -> None:
        self.asked.append(("revert", direction, despite_conflicts))


def test_the_window_passes_wishes_on_and_shows_what_came_of_it(qtbot: QtBot, builder: GraphBuilder) -> None:
    moving_enemy(builder)
    blueprint = builder.blueprint()
    conversation = Wishes()
    window = AssistantWindow(conversation)
    qtbot.addWidget(window)
    window.show()
    offer = TurnOffer(1, "Make an enemy", (blueprint.path,))
    window.post(TurnStarted("Make an enemy"))
    window.graphs.show_blueprint(blueprint)
    window.post(ReversibleTurns(offer))
    assert not window.chat.revert_card.isVisible()
    window.post(TurnFinished("end"))
    card = window.chat.revert_card
    press(qtbot, card.undo_button)
    window.post(RevertPlanned("undo", offer, LIST, can_run=True))
    press(qtbot, card.go_button)
    assert conversation.asked == [("plan", "undo"), ("revert", "undo", False)]
    window.post(RevertFinished("undo", offer, ok=True, text="It was deleted.", gone=(blueprint.path,)))
    window.post(ReversibleTurns(redo=offer))
    rows = window.chat.transcript
    assert rows.row(rows.rowCount() - 1).text == "“Make an enemy” was undone.\nIt was deleted."
    assert window.graphs.view(blueprint.path, "EventGraph") is None
    assert card.redo_button.isVisible()


def test_a_revert_that_failed_offers_the_turn_again(qtbot: QtBot) -> None:
    window = AssistantWindow(Wishes())
    qtbot.addWidget(window)
    window.show()
    window.post(ReversibleTurns(TURN))
    card = window.chat.revert_card
    window.post(RevertPlanned("undo", TURN, LIST, can_run=True))
    press(qtbot, card.go_button)
    window.post(ErrorRaised("revert_refused", "Not possible."))
    window.post(RevertFinished("undo", TURN, ok=False))
    assert card.undo_button.isVisible()
    assert not card.list.isVisible()
