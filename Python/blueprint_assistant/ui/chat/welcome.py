"""What stands in an empty conversation: a greeting and three requests to click."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from blueprint_assistant.ui.colors import HEADERS, SLATE
from blueprint_assistant.ui.fonts import editor_font, font_metrics

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent

__all__ = ["EXAMPLES", "Welcome"]

EXAMPLES: Final = (
    (
        "Create a Blueprint called BP_Enemy that is an Actor with a StaticMesh component "
        "and moves forward every tick."
    ),
    "Make BP_Coin, an Actor with a StaticMesh that rotates every tick and bobs up and down.",
    (
        'Create BP_Greeter, an Actor that prints "Hello, level!" on begin play '
        "and destroys itself after 5 seconds."
    ),
)
_MAX_WIDTH: Final = 460


class _Emblem(QWidget):
    """Two nodes and a link: what this is about, at a glance."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(112, 56)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint it."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor("#ffffff"), 2.4))
        painter.drawLine(42, 32, 70, 32)
        for x, color in ((2, HEADERS["event"]), (68, HEADERS["function"])):
            painter.setPen(QPen(QColor("#000000"), 1.0))
            painter.setBrush(QColor("#101011"))
            painter.drawRoundedRect(QRectF(x + 0.5, 8.5, 41, 38), 5, 5)
            painter.fillRect(QRectF(x + 1.5, 10, 39, 11), QColor(color))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#ffffff"))
        for x in (31, 74):
            painter.drawPolygon([QPoint(x, 28), QPoint(x + 7, 32), QPoint(x, 36)])
        painter.end()


class _Example(QPushButton):
    """A request to click. Its words are wrapped, which a plain button cannot."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self.setProperty("role", "example")
        self.setAccessibleName(f"Example: {words}")
        self.setToolTip("Put this request into the message box")
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFont(editor_font("body"))

    def _text_area(self) -> QRectF:
        return QRectF(self.rect()).adjusted(14, 9, -14, -9)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Be as high as the wrapped words."""
        super().resizeEvent(event)
        self.setFixedHeight(self.heightForWidth(self.width()))

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Some width, and the height that the words then need."""
        return QSize(_MAX_WIDTH, self.heightForWidth(_MAX_WIDTH))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Narrow panels wrap more."""
        return QSize(160, self.heightForWidth(160))

    def heightForWidth(self, width: int) -> int:  # noqa: N802 - Qt's name
        """The height of the wrapped words."""
        area = QRectF(0, 0, max(width - 28, 40), 10_000)
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
        return round(font_metrics("body").boundingRect(area, flags, self.words).height()) + 20

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint the button, then the words over it."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(QColor(SLATE["bright" if self.underMouse() else "foreground"]))
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self._text_area(), flags, self.words)
        painter.end()


class Welcome(QScrollArea):
    """The first thing a user sees. `example_chosen` carries the words of a clicked example."""

    example_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show the greeting and the examples."""
        super().__init__(parent)
        self.setObjectName("welcome")
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        self.setStyleSheet("QScrollArea#welcome, QWidget#welcome_body { background: transparent; }")
        body = QWidget()
        body.setObjectName("welcome_body")
        column = QVBoxLayout(body)
        column.setContentsMargins(18, 18, 18, 18)
        column.setSpacing(8)
        column.addStretch(2)
        column.addWidget(_Emblem(body), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._heading("What should your Blueprint do?", body))
        column.addWidget(self._words("Say it in plain words, or start with one of these:", body))
        column.addSpacing(6)
        self.examples = tuple(self._example(words, body) for words in EXAMPLES)
        for button in self.examples:
            column.addWidget(button)
        column.addStretch(3)
        self.setWidget(body)

    def _heading(self, text: str, parent: QWidget) -> QLabel:
        label = QLabel(text, parent)
        label.setProperty("role", "title")
        label.setFont(editor_font("title", 19))
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        label.setWordWrap(True)
        return label

    def _words(self, text: str, parent: QWidget) -> QLabel:
        label = QLabel(text, parent)
        label.setProperty("role", "muted")
        label.setFont(editor_font("body"))
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        label.setWordWrap(True)
        return label

    def _example(self, words: str, parent: QWidget) -> QPushButton:
        button = _Example(words, parent)
        button.clicked.connect(lambda: self.example_chosen.emit(words))
        return button
