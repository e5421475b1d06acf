"""Where the user writes: Enter sends, Shift+Enter breaks the line, Up brings earlier messages back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from blueprint_assistant.ui.fonts import editor_font
from blueprint_assistant.ui.glyphs import glyph_icon

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QResizeEvent

__all__ = ["Composer", "MessageBox"]

_MAX_LINES: Final = 6
_MIN_LINES: Final = 2
_MAX_HISTORY: Final = 100


class MessageBox(QPlainTextEdit):
    """The text box. It only knows keys and its own height."""

    submit_pressed = Signal()
    previous_pressed = Signal()
    next_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self.setObjectName("message_box")
        self.setFont(editor_font("body"))
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setPlaceholderText("Describe what Blueprint to create or modify…")
        self.setAccessibleName("Message to the assistant")
        self.document().documentLayout().documentSizeChanged.connect(self._fit_height)
        self._fit_height()

    def text(self) -> str:
        """What is written."""
        return self.toPlainText()

    def _fit_height(self) -> None:
        """Grow with the text from two to six lines, then scroll."""
        # QPlainTextEdit measures its document in lines, wrapped ones counted.
        lines = max(round(self.document().size().height()), 1)
        shown = min(max(lines, _MIN_LINES), _MAX_LINES)
        margins = self.contentsMargins()
        edges = 2 * round(self.document().documentMargin()) + margins.top() + margins.bottom() + 8
        self.setFixedHeight(shown * self.fontMetrics().lineSpacing() + edges)
        is_long = lines > _MAX_LINES
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAsNeeded if is_long else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Another width wraps lines elsewhere."""
        super().resizeEvent(event)
        self._fit_height()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Enter sends; with Shift it breaks the line. Up and Down leave an empty box for earlier texts."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.textCursor().insertBlock()
                self.ensureCursorVisible()
            else:
                self.submit_pressed.emit()
            event.accept()
            return
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and event.key() == Qt.Key.Key_Up and self.textCursor().blockNumber() == 0:
            self.previous_pressed.emit()
        elif (
            plain
            and event.key() == Qt.Key.Key_Down
            and self.textCursor().blockNumber() == self.document().blockCount() - 1
        ):
            self.next_pressed.emit()
        super().keyPressEvent(event)


class Composer(QFrame):
    """Text box and Send button, which is a Stop button while a turn runs.

    `submitted` carries the text with outer blanks removed, never an empty one, never while busy.
    """

    submitted = Signal(str)
    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start idle and empty."""
        super().__init__(parent)
        self.setObjectName("composer")
        self._is_busy = False
        self._history: list[str] = []
        self._place: int | None = None
        self.box = MessageBox(self)
        self.send_button = self._button("Send", "send", "send_button", "Send the message (Enter)")
        self.stop_button = self._button("Stop", "stop", "stop_button", "Stop the assistant (Esc)")
        self.stop_button.hide()
        self._arrange()
        self.box.submit_pressed.connect(self.submit)
        self.box.previous_pressed.connect(self._show_previous)
        self.box.next_pressed.connect(self._show_next)
        self.box.textChanged.connect(self._text_changed)
        self.send_button.clicked.connect(self.submit)
        self.stop_button.clicked.connect(self.stop_requested)
        self.setFocusProxy(self.box)
        self._update_buttons()

    def _button(self, text: str, glyph: str, name: str, tip: str) -> QPushButton:
        button = QPushButton(glyph_icon(glyph, "#ffffff"), text, self)
        button.setObjectName(name)
        button.setToolTip(tip)
        button.setAccessibleName(f"{text} button")
        button.setIconSize(QSize(14, 14))
        button.setAutoDefault(False)
        button.setMinimumWidth(84)
        return button

    def _arrange(self) -> None:
        buttons = QVBoxLayout()
        buttons.setSpacing(0)
        buttons.addWidget(self.send_button)
        buttons.addWidget(self.stop_button)
        buttons.addStretch(1)
        line = QHBoxLayout(self)
        line.setContentsMargins(10, 8, 10, 8)
        line.setSpacing(8)
        line.addWidget(self.box, 1)
        line.addLayout(buttons)

    @property
    def is_busy(self) -> bool:
        """Whether a turn runs, so that nothing can be sent."""
        return self._is_busy

    def set_busy(self, *, busy: bool) -> None:
        """Show Stop in the place of Send while a turn runs. Writing stays possible."""
        self._is_busy = busy
        had_focus = self.send_button.hasFocus() or self.stop_button.hasFocus()
        self.send_button.setVisible(not busy)
        self.stop_button.setVisible(busy)
        self._update_buttons()
        if had_focus:
            (self.stop_button if busy else self.box).setFocus(Qt.FocusReason.OtherFocusReason)

    def set_text(self, text: str) -> None:
        """Put a text into the box and the cursor behind it."""
        self.box.setPlainText(text)
        self.box.moveCursor(self.box.textCursor().MoveOperation.End)

    def submit(self) -> None:
        """Send what is written, if there is something and no turn runs."""
        text = self.box.text().strip()
        if not text or self._is_busy:
            return
        if not self._history or self._history[-1] != text:
            self._history = [*self._history, text][-_MAX_HISTORY:]
        self._place = None
        self.box.clear()
        self.submitted.emit(text)

    # --- history -------------------------------------------------------------------------

    def _show_previous(self) -> None:
        if not self._history or (self._place is None and self.box.text()):
            return
        place = len(self._history) if self._place is None else self._place
        self._show(max(place - 1, 0))

    def _show_next(self) -> None:
        if self._place is None:
            return
        if self._place + 1 >= len(self._history):
            self._place = None
            self.box.clear()
        else:
            self._show(self._place + 1)

    def _show(self, place: int) -> None:
        self.set_text(self._history[place])
        self._place = place

    def _text_changed(self) -> None:
        """A text that was edited is a new one, no longer a place in the history."""
        if self._place is not None and self.box.text() != self._history[self._place]:
            self._place = None
        self._update_buttons()

    def _update_buttons(self) -> None:
        self.send_button.setEnabled(not self._is_busy and bool(self.box.text().strip()))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Escape stops a running turn."""
        if event.key() == Qt.Key.Key_Escape and self._is_busy:
            self.stop_requested.emit()
            event.accept()
            return
        super().keyPressEvent(event)
