"""The view of a transcript: virtual rows of their own heights, text that can be selected.

Only rows that are seen are laid out exactly; appending a row costs the same with ten rows as
with ten thousand. Keeps to the end unless the user scrolled up. GUI thread only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QGuiApplication, QHelpEvent, QKeySequence, QPainter, QRegion
from PySide6.QtWidgets import QAbstractItemView, QMenu, QToolButton, QToolTip, QWidget

from blueprint_assistant.ui.chat.rich_text import can_open, open_link
from blueprint_assistant.ui.chat.row_heights import RowHeights
from blueprint_assistant.ui.chat.row_layout import PlacedRow, RowLayout, Selection
from blueprint_assistant.ui.chat.transcript import ROW_ROLE, Transcript, TranscriptRow
from blueprint_assistant.ui.glyphs import glyph_icon
from blueprint_assistant.ui.labels import tooltip, without_mnemonic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QItemSelection, QItemSelectionModel
    from PySide6.QtGui import (
        QContextMenuEvent,
        QFocusEvent,
        QKeyEvent,
        QMouseEvent,
        QPaintEvent,
        QResizeEvent,
    )

__all__ = ["TranscriptView"]

_MARGIN: Final = 8
_WHEEL_STEP: Final = 24
_TOOL_LINE: Final = 26
_MENU_LETTERS: Final = 60
_MAX_PASSES: Final = 24
ModelIndex = QModelIndex | QPersistentModelIndex


class TranscriptView(QAbstractItemView):
    """Shows a `Transcript`. Links are never opened by a click: `link_hovered` tells, the menu opens."""

    link_hovered = Signal(str)

    def __init__(self, transcript: Transcript, parent: QWidget | None = None) -> None:
        """Show the rows of a transcript."""
        super().__init__(parent)
        self._layout = RowLayout()
        self._heights = RowHeights(_MARGIN)
        self._sticks_to_end = True
        self._is_settling = False
        self._selection: tuple[int, Selection] | None = None
        self._drag_anchor: tuple[int, int] | None = None
        self._link = ""
        self._settle_timer = QTimer(self)
        self._settle_timer.setSingleShot(True)
        self._settle_timer.setInterval(0)
        self._settle_timer.timeout.connect(self.settle)
        self._latest = self._latest_button()
        self._prepare_view()
        self.setModel(transcript)

    def _prepare_view(self) -> None:
        self.setObjectName("transcript")
        self.setAccessibleName("Conversation")
        self.setFrameShape(QAbstractItemView.Shape.NoFrame)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.viewport().setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    def _latest_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setText("Latest")
        button.setIcon(glyph_icon("chevron_down", "#ffffff"))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setToolTip("Go to the latest message (End)")
        button.setAccessibleName("Go to the latest message")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(self.scrollToBottom)
        button.hide()
        return button

    # --- rows ----------------------------------------------------------------------------

    def _row(self, number: int) -> TranscriptRow:
        model = self.model()
        row = model.data(model.index(number, 0), ROW_ROLE)
        if not isinstance(row, TranscriptRow):
            raise IndexError(number)
        return row

    @property
    def sticks_to_end(self) -> bool:
        """Whether new rows scroll into view: false after the user scrolled up."""
        return self._sticks_to_end

    def setModel(self, model: QAbstractItemModel | None) -> None:  # noqa: N802 - Qt's name
        """Show another transcript."""
        super().setModel(model)
        self.reset()

    def reset(self) -> None:
        """All rows are new."""
        super().reset()
        self._layout.forget()
        self._selection = None
        self._drag_anchor = None
        self._sticks_to_end = True
        count = self.model().rowCount()
        self._layout.set_width(float(self.viewport().width()))
        self._heights.reset([self._layout.guessed_height(self._row(number)) for number in range(count)])
        self._settle_timer.start()

    def rowsInserted(self, parent: ModelIndex, start: int, end: int) -> None:  # noqa: N802 - Qt's name
        """Take new rows in; layout follows when control returns to the event loop."""
        super().rowsInserted(parent, start, end)
        guesses = [self._layout.guessed_height(self._row(number)) for number in range(start, end + 1)]
        self._heights.insert(start, guesses)
        self._settle_timer.start()

    def dataChanged(  # noqa: N802 - Qt's name
        self, top_left: ModelIndex, bottom_right: ModelIndex, roles: Sequence[int] = ()
    ) -> None:
        """Lay changed rows out again when they are seen."""
        super().dataChanged(top_left, bottom_right, list(roles))
        for number in range(top_left.row(), bottom_right.row() + 1):
            self._heights.invalidate(number)
            if self._selection is not None and self._selection[0] == number:
                self._selection = None
        self._settle_timer.start()

    # --- geometry ------------------------------------------------------------------------

    def settle(self) -> None:
        """Lay out what is seen, then set the scroll range and place. Idempotent."""
        self._settle_timer.stop()
        self._is_settling = True
        height = self.viewport().height()
        offset = self.verticalScrollBar().value()
        for _ in range(_MAX_PASSES):
            if self._sticks_to_end:
                offset = max(0, self._heights.total - height)
            moved, is_settled = self._measure_seen(offset, height)
            offset += moved
            if is_settled:
                break
        bar = self.verticalScrollBar()
        bar.setPageStep(height)
        bar.setSingleStep(_WHEEL_STEP)
        bar.setRange(0, max(0, self._heights.total - height))
        bar.setValue(bar.maximum() if self._sticks_to_end else offset)
        self._sticks_to_end = bar.value() >= bar.maximum()
        self._is_settling = False
        self._place_latest_button()
        self.viewport().update()

    def _measure_seen(self, offset: int, height: int) -> tuple[int, bool]:
        """Make the heights of the rows seen exact; by how much the rows above the edge grew."""
        moved, is_settled = 0, True
        for number in self._heights.between(offset, offset + height):
            if self._heights.is_exact(number):
                continue
            top = self._heights.top(number)
            grown = self._heights.set_exact(number, self._layout.height(number, self._row(number)))
            if grown and top < offset:
                moved += grown
            is_settled = is_settled and not grown
        return moved, is_settled

    def _scrolled(self, value: int) -> None:
        if self._is_settling:
            return
        self._sticks_to_end = value >= self.verticalScrollBar().maximum() - 2
        self._settle_timer.start()
        self.viewport().update()

    def scrollToBottom(self) -> None:  # noqa: N802 - Qt's name
        """Go to the end and stay there."""
        self._sticks_to_end = True
        self.settle()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Lay out for the new width; rows out of sight keep a guess."""
        super().resizeEvent(event)
        width = float(self.viewport().width())
        self._layout.set_width(width)
        self._heights.invalidate_all()
        self.settle()

    def _place_latest_button(self) -> None:
        self._latest.setVisible(not self._sticks_to_end and self.verticalScrollBar().maximum() > 0)
        self._latest.adjustSize()
        area = self.viewport().geometry()
        self._latest.move(
            area.center().x() - self._latest.width() // 2, area.bottom() - self._latest.height() - 10
        )

    def visualRect(self, index: ModelIndex) -> QRect:  # noqa: N802 - Qt's name
        """The row's place in the viewport."""
        if not index.isValid() or not 0 <= index.row() < self._heights.count:
            return QRect()
        top = self._heights.top(index.row()) - self.verticalScrollBar().value()
        return QRect(0, top, self.viewport().width(), self._heights.height(index.row()))

    def indexAt(self, point: QPoint) -> QModelIndex:  # noqa: N802 - Qt's name
        """The row at a place in the viewport, or an invalid index."""
        number = self._heights.at(point.y() + self.verticalScrollBar().value())
        model = self.model()
        return model.index(number, 0) if number >= 0 and model is not None else QModelIndex()

    def scrollTo(  # noqa: N802 - Qt's name
        self,
        index: ModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Bring a row into view."""
        del hint
        if not index.isValid():
            return
        rect, bar = self.visualRect(index), self.verticalScrollBar()
        if rect.top() < 0 or rect.height() > self.viewport().height():
            bar.setValue(bar.value() + rect.top() - _MARGIN)
        elif rect.bottom() > self.viewport().height():
            bar.setValue(bar.value() + rect.bottom() - self.viewport().height() + _MARGIN)

    def horizontalOffset(self) -> int:  # noqa: N802 - Qt's name
        """Rows are as wide as the view."""
        return 0

    def verticalOffset(self) -> int:  # noqa: N802 - Qt's name
        """How far the rows are scrolled."""
        return self.verticalScrollBar().value()

    def isIndexHidden(self, index: ModelIndex) -> bool:  # noqa: N802 - Qt's name
        """No row is hidden."""
        del index
        return False

    def moveCursor(  # noqa: N802 - Qt's name
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Up and Down go from row to row, Home and End to the ends."""
        del modifiers
        last = self._heights.count - 1
        current = self.currentIndex().row()
        steps = QAbstractItemView.CursorAction
        moves = {
            steps.MoveUp: current - 1 if current >= 0 else last,
            steps.MovePrevious: current - 1,
            steps.MoveDown: current + 1,
            steps.MoveNext: current + 1,
            steps.MoveHome: 0,
            steps.MoveEnd: last,
            steps.MovePageUp: max(current - 10, 0),
            steps.MovePageDown: current + 10,
        }
        number = min(max(moves.get(action, current), 0), last)
        return self.model().index(number, 0) if last >= 0 else QModelIndex()

    def setSelection(  # noqa: N802 - Qt's name
        self, rect: QRect, command: QItemSelectionModel.SelectionFlag
    ) -> None:
        """The row under the pointer becomes the selected one."""
        model = self.selectionModel()
        if model is not None:
            model.select(self.indexAt(rect.center()), command)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:  # noqa: N802 - Qt's name
        """The places of the selected rows."""
        region = QRegion()
        for index in selection.indexes():
            region = region.united(QRegion(self.visualRect(index)))
        return region

    # --- painting ------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint the rows in sight."""
        del event
        if self._settle_timer.isActive():
            self.settle()
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        offset = self.verticalScrollBar().value()
        current = self.currentIndex().row() if self.hasFocus() else -1
        for number in self._heights.between(offset, offset + self.viewport().height()):
            painter.save()
            painter.translate(0, self._heights.top(number) - offset)
            chosen = self._selection[1] if self._selection and self._selection[0] == number else None
            height = self._heights.height(number)
            placed = PlacedRow(number, self._row(number), height, chosen, is_current=number == current)
            self._layout.paint(painter, placed)
            painter.restore()
        painter.end()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Start at the newest row, and show where the focus is."""
        if not self.currentIndex().isValid() and self._heights.count:
            self.setCurrentIndex(self.model().index(self._heights.count - 1, 0))
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Take the focus frame away."""
        super().focusOutEvent(event)
        self.viewport().update()

    # --- pointer -------------------------------------------------------------------------

    def _local(self, number: int, point: QPointF) -> QPointF:
        return point - QPointF(0, self._heights.top(number) - self.verticalScrollBar().value())

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Unfold a tool row, or start to select text."""
        number = self.indexAt(event.position().toPoint()).row()
        if event.button() != Qt.MouseButton.LeftButton or number < 0:
            event.accept()
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.setCurrentIndex(self.model().index(number, 0))
        row, local = self._row(number), self._local(number, event.position())
        self._selection = None
        if row.kind == "tool" and local.y() < _TOOL_LINE:
            self._toggle(number)
        else:
            position = self._layout.text_position(number, row, local)
            self._drag_anchor = (number, position) if position >= 0 else None
        self.viewport().update()
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Select while the button is down; else show what can be clicked."""
        if self._drag_anchor is not None and event.buttons() & Qt.MouseButton.LeftButton:
            number, anchor = self._drag_anchor
            here = self._layout.text_position(
                number, self._row(number), self._local(number, event.position())
            )
            if here >= 0:
                self._selection = (number, Selection(anchor, here))
                self.viewport().update()
        else:
            self._show_cursor(event.position())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """The selection is made."""
        self._drag_anchor = None
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Select a word."""
        number = self.indexAt(event.position().toPoint()).row()
        if number >= 0:
            row = self._row(number)
            position = self._layout.text_position(
                number, row, self._local(number, event.position()), exact=True
            )
            if position >= 0:
                self._selection = (number, self._layout.word_at(number, row, position))
                self.viewport().update()
        event.accept()

    def _link_at(self, point: QPointF) -> str:
        number = self.indexAt(point.toPoint()).row()
        if number < 0:
            return ""
        return self._layout.link_at(number, self._row(number), self._local(number, point))

    def _show_cursor(self, point: QPointF) -> None:
        number = self.indexAt(point.toPoint()).row()
        link = self._link_at(point)
        shape = Qt.CursorShape.ArrowCursor
        if number >= 0:
            row, local = self._row(number), self._local(number, point)
            is_tool_line = row.kind == "tool" and local.y() < _TOOL_LINE and row.state != "running"
            if link or is_tool_line:
                shape = Qt.CursorShape.PointingHandCursor
            elif self._layout.text_position(number, row, local, exact=True) >= 0:
                shape = Qt.CursorShape.IBeamCursor
        self.viewport().setCursor(shape)
        if link != self._link:
            self._link = link
            self.link_hovered.emit(link)

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Show where a link leads."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            link = self._link_at(QPointF(event.pos()))
            if link:
                QToolTip.showText(event.globalPos(), tooltip(link), self.viewport())
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    # --- keys, copying -------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Copy, unfold, and move from row to row."""
        number = self.currentIndex().row()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space} and number >= 0:
            self._toggle(number)
        elif event.key() == Qt.Key.Key_End:
            super().keyPressEvent(event)
            self.scrollToBottom()
        else:
            super().keyPressEvent(event)

    def _toggle(self, number: int) -> None:
        model = self.model()
        if isinstance(model, Transcript):
            self._sticks_to_end = False
            model.toggle_expanded(number)

    def copy(self) -> None:
        """Put the selected text, or else the current row, on the clipboard."""
        text = self.selected_text()
        if not text and self.currentIndex().isValid():
            text = self._row(self.currentIndex().row()).plain
        if text:
            QGuiApplication.clipboard().setText(text)

    def selected_text(self) -> str:
        """The text that is selected with the pointer."""
        if self._selection is None:
            return ""
        number, selection = self._selection
        return self._layout.selected_text(number, self._row(number), selection)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """Copy a selection, a row or everything; copy or open a link."""
        index = self.indexAt(event.pos())
        menu = self.build_menu(index, self._link_at(QPointF(event.pos())))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def build_menu(self, index: ModelIndex, link: str) -> QMenu:
        """The context menu of a row."""
        menu = QMenu(self)
        clipboard = QGuiApplication.clipboard()
        selected = self.selected_text()
        copy = menu.addAction("Copy")
        copy.setEnabled(bool(selected))
        copy.triggered.connect(lambda: clipboard.setText(selected))
        if index.isValid():
            words = self._row(index.row())
            menu.addAction("Copy Message").triggered.connect(
                lambda: clipboard.setText(words.text or words.plain)
            )
        model = self.model()
        if isinstance(model, Transcript) and model.rowCount():
            menu.addAction("Copy Conversation").triggered.connect(
                lambda: clipboard.setText(model.plain_text())
            )
        if link:
            menu.addSeparator()
            menu.addAction("Copy Link Address").triggered.connect(lambda: clipboard.setText(link))
            shown = link if len(link) < _MENU_LETTERS else f"{link[: _MENU_LETTERS - 1]}…"
            opens = menu.addAction(without_mnemonic(f"Open {shown} in Browser"))
            opens.setEnabled(can_open(link))
            opens.triggered.connect(lambda: open_link(link))
        return menu
