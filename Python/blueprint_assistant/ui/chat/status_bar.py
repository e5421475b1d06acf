"""The line under the composer: what happens now, how full the context window is, the reminder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QSizePolicy, QWidget

from blueprint_assistant.ui.colors import SLATE
from blueprint_assistant.ui.fonts import editor_font
from blueprint_assistant.ui.labels import tooltip

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent

__all__ = ["DISCLAIMER", "ElidedLabel", "StatusBar", "short_count", "usage_text"]

DISCLAIMER: Final = "AI can make mistakes. Always verify results."
_THOUSAND: Final = 1000
_MILLION: Final = 1_000_000
_HALF: Final = 0.5
_MOST: Final = 0.8


def short_count(tokens: int) -> str:
    """A count in few letters: 950, 1.2K, 200K, 1M."""
    if tokens < _THOUSAND:
        return str(tokens)
    value, unit = (tokens / _THOUSAND, "K") if tokens < _MILLION - _THOUSAND / 2 else (tokens / _MILLION, "M")
    text = f"{value:.1f}" if value < 100 else f"{value:.0f}"  # noqa: PLR2004 - three digits are enough
    return text.removesuffix(".0") + unit


def usage_text(tokens: int, window: int) -> str:
    """How full the context window is: `1.2K / 200K (0.6 %)`."""
    if window <= 0:
        return short_count(tokens)
    return f"{short_count(tokens)} / {short_count(window)} ({100 * tokens / window:.1f} %)"


class ElidedLabel(QLabel):
    """One line that ends in `…` where there is no room, instead of pushing its neighbours away."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        """Show a text."""
        super().__init__(parent)
        self._whole = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.set_whole_text(text)

    @property
    def whole_text(self) -> str:
        """The text without cuts."""
        return self._whole

    def set_whole_text(self, text: str) -> None:
        """Show another text, cut to the width there is."""
        self._whole = " ".join(text.split())
        self._cut()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Cut again."""
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        shown = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, max(self.width(), 0))
        self.setText(shown)
        self.setToolTip(tooltip(self._whole) if shown != self._whole else "")


class _Dot(QWidget):
    """The coloured dot before the state."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(10, 10)
        self.color = SLATE["green"]

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint it."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.color))
        painter.drawEllipse(1, 1, 8, 8)
        painter.end()


class StatusBar(QFrame):
    """State, context usage and the reminder that results must be verified."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start ready, without usage."""
        super().__init__(parent)
        self.setObjectName("status_bar")
        self._dot = _Dot(self)
        self.state = ElidedLabel("", self)
        self.usage = QLabel("", self)
        self.usage.setToolTip("Tokens of the last request / the model's context window")
        self.reminder = ElidedLabel(DISCLAIMER, self)
        self.reminder.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.reminder.setProperty("role", "muted")
        for label in (self.state, self.usage, self.reminder):
            label.setFont(editor_font("label"))
        grid = QGridLayout(self)
        grid.setContentsMargins(10, 5, 10, 5)
        grid.setHorizontalSpacing(7)
        grid.setVerticalSpacing(2)
        grid.addWidget(self._dot, 0, 0)
        grid.addWidget(self.state, 0, 1)
        grid.addWidget(self.usage, 0, 2)
        grid.addWidget(self.reminder, 1, 0, 1, 3)
        grid.setColumnStretch(1, 1)
        self.show_ready()

    def show_ready(self) -> None:
        """Nothing runs."""
        self._show("Ready", SLATE["green"])

    def show_thinking(self) -> None:
        """The model works."""
        self._show("Thinking…", SLATE["accent_text"])

    def show_running(self, tool: str) -> None:
        """A tool works."""
        self._show(f"Running {tool}…", SLATE["yellow"])

    def show_waiting(self) -> None:
        """A tool waits for the user's hands."""
        self._show("Waiting for you…", SLATE["yellow"])

    def show_stopping(self) -> None:
        """Stop was pressed."""
        self._show("Stopping…", SLATE["yellow"])

    def show_failed(self) -> None:
        """The last turn ended with an error."""
        self._show("Stopped by an error", SLATE["red"])

    def _show(self, text: str, color: str) -> None:
        self.state.set_whole_text(text)
        self.state.setAccessibleName(f"Status: {text}")
        self._dot.color = color
        self._dot.update()

    def set_usage(self, tokens: int, window: int) -> None:
        """Show how full the context window is: green, yellow from a half, red from four fifths.

        Nothing is shown for a provider that counts no tokens.
        """
        if tokens <= 0:
            self.clear_usage()
            return
        self.usage.setText(f"Context: {usage_text(tokens, window)}")
        share = tokens / window if window > 0 else 0.0
        color = SLATE["green"] if share < _HALF else SLATE["yellow"] if share <= _MOST else SLATE["red"]
        self.usage.setStyleSheet(f"color: {color};")
        self.usage.setAccessibleName(self.usage.text())

    def clear_usage(self) -> None:
        """Forget the usage, with the history."""
        self.usage.clear()
