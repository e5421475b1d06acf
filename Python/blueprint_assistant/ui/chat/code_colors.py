"""Colours for BlueCode in documents. Outside uses `color_code`."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor

from blueprint_assistant.languages.bluecode.spans import code_spans
from blueprint_assistant.ui.colors import SLATE

if TYPE_CHECKING:
    from PySide6.QtGui import QTextDocument

    from blueprint_assistant.languages.bluecode.spans import SpanKind

__all__ = ["color_code", "units"]

_MAX_COLORED: Final = 8_000  # letters: a document with more pieces is slow to lay out

_COLORS: Final[dict[SpanKind, str]] = {
    # A text and a number look like the pins that carry them; keywords like the wires of the flow.
    "keyword": SLATE["bright"],
    "call": "#7fb8e8",
    "text": "#e88ac8",
    "number": "#8fd18a",
    "comment": SLATE["muted"],
    "name": "#d7c9a8",
}


def color_code(document: QTextDocument, code: str, start: int) -> None:
    """Colour code that stands in a document from a position on. GUI thread."""
    cursor = QTextCursor(document)
    style = QTextCharFormat()
    code = code[:_MAX_COLORED]
    places = list(accumulate(map(units, code), initial=start))
    for first, length, kind in code_spans(code):
        style.setForeground(QColor(_COLORS[kind]))
        cursor.setPosition(places[first])
        cursor.setPosition(places[first + length], QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(style)


def units(text: str) -> int:
    """How many positions of a document a text takes, which counts letters beyond U+FFFF as two."""
    return len(text) + sum(letter > "\uffff" for letter in text)
