"""What only the user's hands can do now, as a card over the composer: one sentence and its buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from blueprint_assistant.ui.chat.card_button import card_button
from blueprint_assistant.ui.fonts import editor_font

if TYPE_CHECKING:
    from blueprint_assistant.actions.manual_steps import ManualStep, ManualStepKind

__all__ = ["HandCard"]

_DO: Final[dict[ManualStepKind, str]] = {"paste": "Paste", "comment": "Set comment", "other": ""}
"""What the stand-in editor can do in the user's place; it has no graph to click in."""


class HandCard(QFrame):
    """Shows one step and tells what the user wants. Hidden while there is none.

    With `can_do` it has a button that does the step, else one that copies its text again.
    """

    do_requested = Signal()
    copy_requested = Signal()
    skip_requested = Signal()

    def __init__(self, parent: QWidget | None = None, *, can_do: bool = False) -> None:
        """Start hidden."""
        super().__init__(parent)
        self.setObjectName("hand_card")
        self._can_do = can_do
        self.title = QLabel("Your hand is needed", self)
        self.title.setProperty("role", "title")
        self.sentence = QLabel("", self)
        self.sentence.setFont(editor_font("body"))
        self.sentence.setWordWrap(True)
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)
        self.do_button = card_button("Paste", "Do it in the stand-in editor, as Ctrl+V in a graph does", self)
        self.copy_button = card_button("Copy again", "Put the text on the clipboard again", self)
        self.skip_button = card_button("Skip", "Go on without it; nothing is changed", self)
        self.do_button.clicked.connect(self.do_requested)
        self.copy_button.clicked.connect(self.copy_requested)
        self.skip_button.clicked.connect(self.skip_requested)
        self._arrange()
        self.hide()

    def _arrange(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        for button in (self.skip_button, self.copy_button, self.do_button):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(6)
        column.addWidget(self.title)
        column.addWidget(self.sentence)
        column.addLayout(buttons)

    def show_step(self, step: ManualStep) -> None:
        """Show a step, or the same one in other words."""
        self.sentence.setText(step.sentence)
        self.setAccessibleName(f"Your hand is needed: {step.sentence}")
        words = _DO[step.kind]
        self.do_button.setText(words)
        self.do_button.setVisible(self._can_do and bool(words))
        self.copy_button.setVisible(not self._can_do and bool(step.clipboard))
        self.show()

    def clear(self) -> None:
        """Nothing waits any more."""
        self.hide()
        self.sentence.clear()
