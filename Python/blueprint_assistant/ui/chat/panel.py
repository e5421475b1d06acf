"""The chat panel: header, transcript (or welcome), composer, status bar. It only passes things on."""

from __future__ import annotations

from typing import Final, assert_never

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from blueprint_assistant.conversation.events import (
    AssistantText,
    ContextUsage,
    ConversationEvent,
    ErrorRaised,
    HandStepAsked,
    HandStepEnded,
    Notice,
    ReversibleTurns,
    RevertFinished,
    RevertPlanned,
    TextDelta,
    ToolFinished,
    ToolStarted,
    TurnFinished,
    TurnStarted,
    TurnStopReason,
)
from blueprint_assistant.ui.chat.composer import Composer
from blueprint_assistant.ui.chat.hand_card import HandCard
from blueprint_assistant.ui.chat.revert_card import RevertCard
from blueprint_assistant.ui.chat.status_bar import ElidedLabel, StatusBar
from blueprint_assistant.ui.chat.transcript import ToolState, Transcript
from blueprint_assistant.ui.chat.transcript_view import TranscriptView
from blueprint_assistant.ui.chat.welcome import Welcome
from blueprint_assistant.ui.colors import SLATE
from blueprint_assistant.ui.glyphs import glyph_icon

__all__ = ["ChatPanel", "HeaderBar"]

_END_NOTES: Final[dict[TurnStopReason, str]] = {
    "stopped": "Stopped. What was done so far stays; send a message to go on.",
    "limit": "The assistant reached its limit of steps for one message. Say “go on” to let it continue.",
    "refusal": "Nothing was changed.",
}
_PARTLY_DONE: Final = "Not all of it was done."


class HeaderBar(QFrame):
    """Who answers, and the buttons for the whole conversation."""

    clear_requested = Signal()
    stop_requested = Signal()

    def __init__(self, model_label: str, parent: QWidget | None = None) -> None:
        """Show the provider and model as given."""
        super().__init__(parent)
        self.setObjectName("header_bar")
        self.model_label = ElidedLabel(model_label, self)
        self.model_label.setProperty("role", "title")
        self.model_label.setAccessibleName(f"Provider and model: {model_label}")
        self.clear_button = self._button("Clear", "clear", "Clear the conversation")
        self.stop_button = self._button("Stop", "stop", "Stop the assistant (Esc in the message box)")
        line = QHBoxLayout(self)
        line.setContentsMargins(12, 6, 8, 6)
        line.setSpacing(6)
        line.addWidget(self.model_label, 1)
        line.addWidget(self.clear_button)
        line.addWidget(self.stop_button)
        self.clear_button.clicked.connect(self.clear_requested)
        self.stop_button.clicked.connect(self.stop_requested)
        self.set_state(busy=False, has_rows=False)

    def _button(self, text: str, glyph: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setIcon(glyph_icon(glyph, SLATE["foreground"]))
        button.setIconSize(QSize(14, 14))
        button.setToolButtonStyle(button.toolButtonStyle().ToolButtonTextBesideIcon)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        return button

    def set_model(self, label: str) -> None:
        """Name another provider and model."""
        self.model_label.set_whole_text(label)
        self.model_label.setAccessibleName(f"Provider and model: {label}")

    def set_state(self, *, busy: bool, has_rows: bool) -> None:
        """A conversation is cleared only between turns, a turn is stopped only while it runs."""
        self.clear_button.setEnabled(has_rows and not busy)
        self.stop_button.setEnabled(busy)


class ChatPanel(QWidget):
    """Shows a conversation's events and tells what the user wants. GUI thread only."""

    submitted = Signal(str)
    stop_requested = Signal()
    clear_requested = Signal()

    def __init__(
        self, model_label: str = "", parent: QWidget | None = None, *, can_do_by_hand: bool = False
    ) -> None:
        """Start with the welcome page. `can_do_by_hand` as for `HandCard`."""
        super().__init__(parent)
        self.setObjectName("chat_panel")
        self.hand_card = HandCard(self, can_do=can_do_by_hand)
        self.revert_card = RevertCard(self)
        self.header = HeaderBar(model_label, self)
        self.transcript = Transcript(self)
        self.view = TranscriptView(self.transcript, self)
        self.welcome = Welcome(self)
        self.composer = Composer(self)
        self.status = StatusBar(self)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.welcome)
        self._pages.addWidget(self.view)
        self._has_failed = self._has_changed = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        cards = (self.hand_card, self.revert_card)
        for widget in (self.header, self._pages, *cards, self.composer, self.status):
            column.addWidget(widget, 1 if widget is self._pages else 0)
        self.setFocusProxy(self.composer)
        self.setTabOrder(self.composer.box, self.composer.send_button)
        self.setTabOrder(self.composer.send_button, self.composer.stop_button)
        self.setTabOrder(self.composer.stop_button, self.view)
        self.setTabOrder(self.view, self.header.clear_button)
        self.setTabOrder(self.header.clear_button, self.header.stop_button)
        self._connect()

    def _connect(self) -> None:
        self.composer.submitted.connect(self.submitted)
        self.composer.stop_requested.connect(self._request_stop)
        self.header.stop_requested.connect(self._request_stop)
        self.header.clear_requested.connect(self.clear_requested)
        self.welcome.example_chosen.connect(self._take_example)
        self.transcript.rowsInserted.connect(self._show_page)
        self.transcript.modelReset.connect(self._show_page)

    @property
    def is_busy(self) -> bool:
        """Whether a turn runs."""
        return self.composer.is_busy

    def clear(self) -> None:
        """Show the welcome page again."""
        self.transcript.clear()
        self.revert_card.clear()
        self.status.clear_usage()
        self.status.show_ready()
        self._set_busy(busy=False)

    def post(self, event: ConversationEvent) -> None:  # noqa: C901 - one case per kind of event
        """Show one event of the conversation."""
        match event:
            case TurnStarted(text):
                self._start_turn(text)
            case TextDelta(text):
                self.transcript.append_text(text)
            case AssistantText(text):
                self.transcript.finish_text(text)
            case ToolStarted(call_id, name, parameters):
                self.transcript.start_tool(call_id, name, parameters)
                self.status.show_running(name)
            case HandStepAsked() | HandStepEnded():
                self._show_hand_step(event)
            case ToolFinished():
                self._finish_tool(event)
            case ContextUsage():
                self.status.set_usage(event.input_tokens + event.output_tokens, event.context_window)
            case Notice(text):
                self.transcript.add_notice(text)
            case ErrorRaised(_, text):
                self._has_failed = True
                self.transcript.add_error(text)
            case ReversibleTurns() | RevertPlanned() | RevertFinished():
                self._show_revert(event)
            case TurnFinished(reason):
                self._finish_turn(reason)
            case _:
                assert_never(event)

    def _show_hand_step(self, event: HandStepAsked | HandStepEnded) -> None:
        if isinstance(event, HandStepAsked):
            self.hand_card.show_step(event.step)
            self.status.show_waiting()
        else:
            self.hand_card.clear()
            self.status.show_thinking()

    def _show_revert(self, event: ReversibleTurns | RevertPlanned | RevertFinished) -> None:
        match event:
            case ReversibleTurns():
                self.revert_card.set_turns(event)
            case RevertPlanned():
                self.revert_card.ask(event)
            case RevertFinished():
                self._finish_revert(event)
            case _:
                assert_never(event)

    def _start_turn(self, text: str) -> None:
        self._has_failed = self._has_changed = False
        self.transcript.add_user(text)
        self._set_busy(busy=True)
        self.status.show_thinking()
        self.view.scrollToBottom()

    def _finish_tool(self, event: ToolFinished) -> None:
        self._has_changed = self._has_changed or event.has_changed
        state: ToolState = "ok" if event.ok else "stopped" if event.was_stopped else "failed"
        self.transcript.finish_tool(
            event.call_id, event.name, state=state, text=event.text, elapsed_s=event.elapsed_s
        )
        self.status.show_thinking()

    def _finish_turn(self, reason: TurnStopReason) -> None:
        self.hand_card.clear()
        self.transcript.end_turn()
        note = _PARTLY_DONE if reason == "refusal" and self._has_changed else _END_NOTES.get(reason)
        if note is not None:
            self.transcript.add_notice(note)
        self._set_busy(busy=False)
        if self._has_failed:
            self.status.show_failed()
        else:
            self.status.show_ready()

    def _finish_revert(self, event: RevertFinished) -> None:
        if event.ok:
            what = "undone" if event.direction == "undo" else "done again"
            self.transcript.add_notice(f"“{event.turn.text}” was {what}.\n{event.text}")
        self.revert_card.show_offer()

    def _request_stop(self) -> None:
        self.status.show_stopping()
        self.stop_requested.emit()

    def _take_example(self, words: str) -> None:
        self.composer.set_text(words)
        self.composer.box.setFocus()

    def _set_busy(self, *, busy: bool) -> None:
        self.composer.set_busy(busy=busy)
        self.revert_card.set_busy(busy=busy)
        self.header.set_state(busy=busy, has_rows=self.transcript.rowCount() > 0)

    def _show_page(self) -> None:
        has_rows = self.transcript.rowCount() > 0
        self._pages.setCurrentWidget(self.view if has_rows else self.welcome)
        self.header.set_state(busy=self.is_busy, has_rows=has_rows)
