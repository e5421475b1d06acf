"""Undo and redo of whole turns, as a card over the composer: what can go back, what that will do, the choice.

Values in, signals out; it decides nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from blueprint_assistant.ui.chat.card_button import card_button
from blueprint_assistant.ui.chat.status_bar import ElidedLabel
from blueprint_assistant.ui.fonts import editor_font

if TYPE_CHECKING:
    from blueprint_assistant.conversation.events import ReversibleTurns, RevertPlanned, TurnOffer

__all__ = ["RevertCard"]

RevertDirection = Literal["undo", "redo"]

_MOST_LINES: Final = 9
_QUESTIONS: Final[dict[RevertDirection, str]] = {
    "undo": "Undo the turn “{}”? This will be done:",
    "redo": "Do the turn “{}” again? This will be done:",
}
_GO: Final[dict[RevertDirection, str]] = {"undo": "Revert", "redo": "Do again"}


class RevertCard(QFrame):
    """Hidden while no turn can be taken back; a line with the buttons; or the question with its list."""

    plan_requested = Signal(str)
    """The direction, `undo` or `redo`: the list is wanted."""
    revert_requested = Signal(str, bool)
    """The direction, and whether the artist's own edits that stand in the way go as well."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent)
        self.setObjectName("revert_card")
        self._turns: ReversibleTurns | None = None
        self._direction: RevertDirection = "undo"
        self._is_busy = False
        self.line = ElidedLabel("", self)
        self.undo_button = card_button(
            "Undo turn", "See what taking this turn back would do, then decide", self
        )
        self.redo_button = card_button(
            "Redo turn", "See what doing the undone turn again would do, then decide", self
        )
        self.question = QLabel("", self)
        self.question.setTextFormat(Qt.TextFormat.PlainText)
        self.question.setWordWrap(True)
        self.question.setProperty("role", "title")
        self.list = self._list()
        self.keep_button = card_button("Keep", "Leave everything as it is", self)
        self.force_button = card_button(
            "Revert, my edits too", "Also take back the edits of yours that stand in the way", self
        )
        self.go_button = card_button("Revert", "Do what the list says", self)
        self._arrange()
        self._connect()
        self.clear()

    def _list(self) -> QPlainTextEdit:
        box = QPlainTextEdit(self)
        box.setReadOnly(True)
        box.setFont(editor_font("label"))
        box.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        box.setTabChangesFocus(True)
        box.setAccessibleName("What will be done")
        box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        return box

    def _arrange(self) -> None:
        offer = QHBoxLayout()
        offer.setSpacing(8)
        offer.addWidget(self.line, 1)
        offer.addWidget(self.redo_button)
        offer.addWidget(self.undo_button)
        answers = QHBoxLayout()
        answers.setSpacing(8)
        answers.addStretch(1)
        for button in (self.keep_button, self.force_button, self.go_button):
            answers.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 12, 6)
        column.setSpacing(6)
        column.addLayout(offer)
        column.addWidget(self.question)
        column.addWidget(self.list)
        column.addLayout(answers)

    def _connect(self) -> None:
        self.undo_button.clicked.connect(lambda: self.plan_requested.emit("undo"))
        self.redo_button.clicked.connect(lambda: self.plan_requested.emit("redo"))
        self.keep_button.clicked.connect(self.show_offer)
        self.go_button.clicked.connect(lambda: self._go(despite_conflicts=False))
        self.force_button.clicked.connect(lambda: self._go(despite_conflicts=True))

    def _go(self, *, despite_conflicts: bool) -> None:
        for button in (self.keep_button, self.go_button, self.force_button):
            button.setEnabled(False)
        self.revert_requested.emit(self._direction, despite_conflicts)

    # --- what is shown ---------------------------------------------------------------------------

    def clear(self) -> None:
        """Nothing can be taken back."""
        self._turns = None
        self.hide()

    def set_turns(self, turns: ReversibleTurns) -> None:
        """What can be taken back and done again now."""
        self._turns = turns
        self.show_offer()

    def set_busy(self, *, busy: bool) -> None:
        """While a turn runs nothing is offered: it would be refused."""
        self._is_busy = busy
        self.show_offer()

    def show_offer(self) -> None:
        """The line with the buttons; hidden while there is nothing to offer."""
        turns = self._turns
        undo, redo = (None, None) if turns is None else (turns.undo, turns.redo)
        self.line.set_whole_text(_offer_words(undo, redo))
        self._show_parts(is_question=False)
        self.undo_button.setVisible(undo is not None)
        self.redo_button.setVisible(redo is not None)
        self.setVisible(not self._is_busy and (undo is not None or redo is not None))

    def ask(self, plan: RevertPlanned) -> None:
        """The list of what will be done, and the choice."""
        self._direction = plan.direction
        self.question.setText(
            _QUESTIONS[plan.direction].format(plan.turn.text)
            if plan.can_run
            else f"“{plan.turn.text}” cannot be taken back."
        )
        self.list.setPlainText(plan.text)
        self._fit_list(plan.text)
        self.go_button.setText(_GO[plan.direction])
        self._show_parts(is_question=True)
        self.go_button.setVisible(plan.can_run)
        self.force_button.setVisible(plan.has_conflicts)
        for button in (self.keep_button, self.go_button, self.force_button):
            button.setEnabled(True)
        self.show()
        self.keep_button.setFocus()

    def _show_parts(self, *, is_question: bool) -> None:
        offer: tuple[QWidget, ...] = (self.line, self.undo_button, self.redo_button)
        answers = (self.keep_button, self.go_button, self.force_button)
        for widget in offer:
            widget.setVisible(not is_question)
        for widget in (self.question, self.list, *answers):
            widget.setVisible(is_question)

    def _fit_list(self, text: str) -> None:
        height = QFontMetricsF(self.list.font()).lineSpacing()
        lines = min(max(text.count("\n") + 1, 2) + 1, _MOST_LINES)
        self.list.setFixedHeight(round(lines * height + 2 * self.list.document().documentMargin() + 4))


def _offer_words(undo: TurnOffer | None, redo: TurnOffer | None) -> str:
    if undo is None:
        return "" if redo is None else f"“{redo.text}” was undone."
    names = ", ".join(path.rsplit("/", 1)[-1] for path in undo.blueprints)
    return f"{names}: changed by “{undo.text}”"
