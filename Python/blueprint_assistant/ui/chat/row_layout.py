"""Measures and paints transcript rows. Documents are made when a row is first seen and kept.

Heights are exact for a width; nothing is made for rows that nobody looks at.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFontMetricsF,
    QPainter,
    QPalette,
    QPen,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)

from blueprint_assistant.ui.chat.rich_text import markdown_document, plain_document
from blueprint_assistant.ui.chat.tool_document import MAX_RESULT_LINES, tool_document
from blueprint_assistant.ui.colors import SLATE
from blueprint_assistant.ui.fonts import editor_font, font_metrics
from blueprint_assistant.ui.glyphs import paint_glyph

if TYPE_CHECKING:
    from blueprint_assistant.ui.chat.transcript import TranscriptRow

__all__ = ["PlacedRow", "RowLayout", "Selection"]

_SIDE: Final = 12.0
_PAD: Final = 8.0
_GAP: Final = 5.0  # between rows, half above and half below
_TOOL_HEIGHT: Final = 26.0
_TOOL_INDENT: Final = 26.0
_BAR: Final = 3.0
_MAX_BUBBLE: Final = 0.86
_KEPT_DOCUMENTS: Final = 160
_LETTERS_PER_LINE_PX: Final = 7.0
_MAX_LINE_LETTERS: Final = 400
_LINE_HEIGHT: Final = 19.0
_STATE_COLOR: Final = {
    "running": SLATE["accent_text"],
    "ok": SLATE["green"],
    "failed": SLATE["red"],
    "stopped": SLATE["yellow"],
}
_STATE_GLYPH: Final = {"running": "loop", "ok": "check", "failed": "cross", "stopped": "stop"}
_TOOL_COLOR: Final = "#e8c468"


@dataclass(frozen=True, slots=True)
class Selection:
    """Selected text of one row's document, as positions in it."""

    start: int
    end: int

    @property
    def is_empty(self) -> bool:
        """Whether nothing is selected."""
        return self.start == self.end


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row to paint: its number, its height in pixels, what of it is selected, whether it has focus."""

    number: int
    row: TranscriptRow
    height: int
    selection: Selection | None = None
    is_current: bool = False


class RowLayout:
    """Documents, heights and painting of rows at one width. GUI thread only."""

    def __init__(self) -> None:
        """Start without a width; `set_width` comes first."""
        self._width = 0.0
        self._documents: OrderedDict[int, tuple[TranscriptRow, float, QTextDocument]] = OrderedDict()

    def set_width(self, width: float) -> None:
        """Lay out for another width in pixels."""
        if width != self._width:
            self._width = width
            self._documents.clear()

    def forget(self) -> None:
        """Drop all documents, after the rows were cleared."""
        self._documents.clear()

    # --- measuring -----------------------------------------------------------------------

    def height(self, number: int, row: TranscriptRow) -> int:
        """The exact height of a row."""
        if row.kind == "tool":
            body = self._result_height(number, row)
            return round(_TOOL_HEIGHT + body)
        document = self.document(number, row)
        size = document.size().height() if document is not None else 0.0
        return round(size + 2 * _PAD + _GAP)

    def guessed_height(self, row: TranscriptRow) -> int:
        """A cheap height for rows that are not seen: right for tool rows, near for texts."""
        if row.kind == "tool" and not row.is_expanded:
            return round(_TOOL_HEIGHT)
        per_line = max((self._width - 4 * _SIDE) / _LETTERS_PER_LINE_PX, 10.0)
        text = row.text + row.code
        lines = text.count("\n") + len(text) / per_line + 1
        return round(min(lines, MAX_RESULT_LINES) * _LINE_HEIGHT + 2 * _PAD + _GAP)

    def _result_height(self, number: int, row: TranscriptRow) -> float:
        document = self.document(number, row)
        return 0.0 if document is None else document.size().height() + 2 * _PAD

    def document(self, number: int, row: TranscriptRow) -> QTextDocument | None:
        """The document of a row; None for a tool row that is folded."""
        if row.kind == "tool" and not row.is_expanded:
            return None
        width = self._text_width(row)
        kept = self._documents.get(number)
        if kept is not None and kept[0] == row and kept[1] == width:
            self._documents.move_to_end(number)
            return kept[2]
        document = _make_document(row, width)
        self._documents[number] = (row, width, document)
        while len(self._documents) > _KEPT_DOCUMENTS:
            self._documents.popitem(last=False)
        return document

    def _text_width(self, row: TranscriptRow) -> float:
        whole = max(self._width - 2 * _SIDE - 2 * _PAD, 40.0)
        if row.kind == "tool":
            return max(whole - _TOOL_INDENT, 40.0)
        if row.kind in {"notice", "error"}:
            return max(whole - 22.0, 40.0)
        if row.kind == "user":
            longest = max((_line_width(line) for line in row.text.split("\n")[:200]), default=0.0)
            return min(max(longest + 2, 24.0), whole * _MAX_BUBBLE)
        return whole

    def text_origin(self, row: TranscriptRow) -> QPointF:
        """Where the document starts inside the row."""
        if row.kind == "tool":
            return QPointF(_SIDE + _TOOL_INDENT + _PAD, _TOOL_HEIGHT + _PAD)
        if row.kind == "user":
            return QPointF(self._width - _SIDE - _PAD - self._text_width(row), _PAD + _GAP / 2)
        if row.kind in {"notice", "error"}:
            return QPointF(_SIDE + _PAD + 22.0, _PAD + _GAP / 2)
        return QPointF(_SIDE + _PAD, _PAD + _GAP / 2)

    # --- looking up ----------------------------------------------------------------------

    def text_position(self, number: int, row: TranscriptRow, point: QPointF, *, exact: bool = False) -> int:
        """The text position under a point inside the row, or -1."""
        document = self.document(number, row)
        if document is None:
            return -1
        accuracy = Qt.HitTestAccuracy.ExactHit if exact else Qt.HitTestAccuracy.FuzzyHit
        return document.documentLayout().hitTest(point - self.text_origin(row), accuracy)

    def link_at(self, number: int, row: TranscriptRow, point: QPointF) -> str:
        """The link under a point inside the row, or empty."""
        document = self.document(number, row)
        if document is None:
            return ""
        return document.documentLayout().anchorAt(point - self.text_origin(row))

    def selected_text(self, number: int, row: TranscriptRow, selection: Selection) -> str:
        """The selected words, with plain line breaks."""
        document = self.document(number, row)
        if document is None:
            return ""
        cursor = QTextCursor(document)
        cursor.setPosition(selection.start)
        cursor.setPosition(selection.end, QTextCursor.MoveMode.KeepAnchor)
        return cursor.selection().toPlainText()

    def word_at(self, number: int, row: TranscriptRow, position: int) -> Selection:
        """The word around a text position."""
        document = self.document(number, row)
        if document is None:
            return Selection(position, position)
        cursor = QTextCursor(document)
        cursor.setPosition(position)
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
        return Selection(cursor.selectionStart(), cursor.selectionEnd())

    # --- painting ------------------------------------------------------------------------

    def paint(self, painter: QPainter, placed: PlacedRow) -> None:
        """Paint the row with its upper left corner at the origin."""
        row = placed.row
        if row.kind == "tool":
            self._paint_tool(painter, row, placed.height, is_current=placed.is_current)
        else:
            self._paint_background(painter, row, placed.height, is_current=placed.is_current)
        document = self.document(placed.number, row)
        if document is not None:
            self._paint_document(painter, document, row, placed.selection)

    def _paint_background(
        self, painter: QPainter, row: TranscriptRow, height: float, *, is_current: bool
    ) -> None:
        frame = QRectF(_SIDE, _GAP / 2, self._width - 2 * _SIDE, height - _GAP)
        painter.setPen(Qt.PenStyle.NoPen)
        match row.kind:
            case "user":
                width = self._text_width(row) + 2 * _PAD
                frame = QRectF(self._width - _SIDE - width, _GAP / 2, width, height - _GAP)
                painter.setBrush(QColor("#123a63"))
                painter.drawRoundedRect(frame, 8, 8)
            case "error":
                _paint_signed(painter, frame, "#3a1717", SLATE["red"], "cross")
            case "notice":
                _paint_signed(painter, frame, SLATE["panel"], SLATE["yellow"], "warning")
            case "assistant" | "tool":
                pass
        if is_current:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(SLATE["accent"]), 1.0))
            painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _paint_tool(self, painter: QPainter, row: TranscriptRow, height: float, *, is_current: bool) -> None:
        line = QRectF(_SIDE, 1, self._width - 2 * _SIDE, _TOOL_HEIGHT - 2)
        painter.setPen(QPen(QColor(SLATE["accent"]), 1.0) if is_current else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(SLATE["panel"]))
        painter.drawRoundedRect(QRectF(_SIDE, 1, line.width(), height - 2), 4, 4)
        color = QColor(_STATE_COLOR[row.state])
        painter.fillRect(QRectF(_SIDE, 3, _BAR, height - 6), color)
        y = line.center().y() - 7
        paint_glyph(painter, _STATE_GLYPH[row.state], QPointF(_SIDE + 9, y), color, 14)
        right = line.right() - 8
        if row.state != "running":
            chevron = "chevron_down" if row.is_expanded else "chevron_right"
            paint_glyph(painter, chevron, QPointF(right - 14, y), SLATE["muted"], 14)
            right -= 22
        self._paint_tool_text(painter, row, QRectF(_SIDE + 30, 0, right - _SIDE - 30, _TOOL_HEIGHT))

    def _paint_tool_text(self, painter: QPainter, row: TranscriptRow, area: QRectF) -> None:
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        name_font, text_font = editor_font("title"), editor_font("label")
        name_width = QFontMetricsF(name_font).horizontalAdvance(row.tool)
        painter.setFont(name_font)
        painter.setPen(QColor(_TOOL_COLOR))
        painter.drawText(area, flags, _elided(row.tool, "title", area.width()))
        rest = area.adjusted(name_width + 10, 0, 0, 0)
        words = _tool_words(row)
        if rest.width() > 30:  # noqa: PLR2004 - less holds no word
            painter.setFont(text_font)
            painter.setPen(QColor("#e08a8a" if row.state == "failed" else SLATE["muted"]))
            painter.drawText(rest, flags, _elided(words, "label", rest.width()))

    def _paint_document(
        self, painter: QPainter, document: QTextDocument, row: TranscriptRow, selection: Selection | None
    ) -> None:
        painter.save()
        painter.translate(self.text_origin(row))
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette.setColor(QPalette.ColorRole.Text, QColor(_text_color(row)))
        if selection is not None and not selection.is_empty:
            mark = QAbstractTextDocumentLayout.Selection()
            mark.cursor = QTextCursor(document)
            mark.cursor.setPosition(selection.start)
            mark.cursor.setPosition(selection.end, QTextCursor.MoveMode.KeepAnchor)
            mark.format = QTextCharFormat()
            mark.format.setBackground(QColor(SLATE["accent"]))
            mark.format.setForeground(QColor(SLATE["bright"]))
            context.selections = [mark]
        document.documentLayout().draw(painter, context)
        painter.restore()


def _make_document(row: TranscriptRow, width: float) -> QTextDocument:
    if row.kind == "assistant":
        return markdown_document(row.text, width)
    if row.kind == "tool":
        return tool_document(row, width)
    return plain_document(row.text, width)


def _tool_words(row: TranscriptRow) -> str:
    """What stands beside a tool's name: its parameters, how long it took, or its result in short."""
    if row.state == "running":
        return _in_short(row)
    if row.is_expanded:
        return f"{row.elapsed_s:.2f} s"
    first = " ".join(row.text.split("\n", 1)[0].split())
    return first or _in_short(row)


def _in_short(row: TranscriptRow) -> str:
    # Painted again and again while a tool runs: no more of long code is looked at than a line shows.
    return " ".join([row.parameters, *row.code[:_MAX_LINE_LETTERS].split()])


def _text_color(row: TranscriptRow) -> str:
    match row.kind:
        case "user":
            return SLATE["bright"]
        case "error":
            return "#ffb4b4"
        case "notice":
            return "#b8b8b8"
        case "tool":
            return "#b8b8b8"
        case "assistant":
            return "#d6d6d6"


def _line_width(line: str) -> float:
    return font_metrics("body").horizontalAdvance(line[:_MAX_LINE_LETTERS])


def _elided(text: str, role: str, width: float) -> str:
    metrics = font_metrics("title" if role == "title" else "label")
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(width, 0.0))


def _paint_signed(painter: QPainter, frame: QRectF, fill: str, color: str, glyph: str) -> None:
    painter.setBrush(QColor(fill))
    painter.drawRoundedRect(frame, 4, 4)
    painter.fillRect(QRectF(frame.left(), frame.top() + 2, _BAR, frame.height() - 4), QColor(color))
    paint_glyph(painter, glyph, frame.topLeft() + QPointF(10, _PAD + 1), color, 14)
