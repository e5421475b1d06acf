from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from blueprint_assistant.actions.manual_steps import ManualStep
from blueprint_assistant.conversation.events import HandStepAsked, HandStepEnded, TurnFinished, TurnStarted
from blueprint_assistant.ui.chat.hand_card import HandCard
from blueprint_assistant.ui.window import AssistantWindow
from ui.test_window import Recorder

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

PASTE = ManualStep(
    "paste", "/Game/BP_Door", "EventGraph", "Click in EventGraph of BP_Door and press Ctrl+V.", "Begin"
)
LINK = ManualStep("other", "/Game/BP_Door", "EventGraph", "In EventGraph of BP_Door: drag from A to B.")


def window_of(qtbot: QtBot, conversation: Recorder, *, done: list[str] | None = None) -> AssistantWindow:
    do = None if done is None else lambda: done.append("done")
    window = AssistantWindow(conversation, do_by_hand=do)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    window.post(TurnStarted("go"))
    return window


def test_a_step_shows_as_a_card_until_it_is_over(qtbot: QtBot) -> None:
    window = window_of(qtbot, Recorder())
    card, status = window.chat.hand_card, window.chat.status
    assert not card.isVisible()
    window.post(HandStepAsked(PASTE))
    assert card.isVisible()
    assert card.sentence.text() == PASTE.sentence
    assert status.state.whole_text == "Waiting for you…"
    window.post(HandStepEnded("done"))
    assert not card.isVisible()
    assert status.state.whole_text == "Thinking…"


def test_the_end_of_a_turn_takes_the_card_away(qtbot: QtBot) -> None:
    window = window_of(qtbot, Recorder())
    window.post(HandStepAsked(PASTE))
    window.post(TurnFinished("error"))
    assert not window.chat.hand_card.isVisible()


def test_in_the_editor_the_text_can_be_copied_again_and_the_step_skipped(qtbot: QtBot) -> None:
    conversation = Recorder()
    window = window_of(qtbot, conversation)
    card = window.chat.hand_card
    card.show_step(PASTE)
    assert not card.do_button.isVisible()
    qtbot.mouseClick(card.copy_button, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(card.skip_button, Qt.MouseButton.LeftButton)
    assert (conversation.copies, conversation.skips) == (1, 1)


def test_in_the_stand_in_a_button_does_it(qtbot: QtBot) -> None:
    done: list[str] = []
    window = window_of(qtbot, Recorder(), done=done)
    card = window.chat.hand_card
    card.show_step(PASTE)
    assert not card.copy_button.isVisible()
    qtbot.mouseClick(card.do_button, Qt.MouseButton.LeftButton)
    assert done == ["done"]


@pytest.mark.parametrize("can_do", [True, False])
def test_what_has_no_text_and_no_way_can_only_be_skipped(qtbot: QtBot, *, can_do: bool) -> None:
    card = HandCard(can_do=can_do)
    qtbot.addWidget(card)
    card.show_step(LINK)
    assert card.skip_button.isVisible()
    assert not card.do_button.isVisible()
    assert not card.copy_button.isVisible()


def test_a_step_in_other_words_replaces_the_words(qtbot: QtBot) -> None:
    card = HandCard()
    qtbot.addWidget(card)
    card.show_step(PASTE)
    card.show_step(LINK)
    assert card.sentence.text() == LINK.sentence
    assert card.accessibleName() == f"Your hand is needed: {LINK.sentence}"
