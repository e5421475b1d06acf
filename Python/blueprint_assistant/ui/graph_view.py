"""The Blueprint graph as a view: pan, zoom, fit, and what is new lights up for a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEasingCurve, QEvent, QPoint, QPointF, Qt, QTimer, QVariantAnimation
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QGraphicsView, QLabel, QWidget

from blueprint_assistant.ui.fonts import FontRole, editor_font
from blueprint_assistant.ui.graph_scene import GraphScene

if TYPE_CHECKING:
    from collections.abc import Collection

    from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent, QShowEvent, QWheelEvent

    from blueprint_assistant.graph.model.blueprint import Graph

__all__ = ["GraphView"]

_STEP: Final = 1.15
_SMALLEST: Final = 0.05
_LARGEST: Final = 2.0
_FIT_MARGIN: Final = 40.0
_PAN_BUTTONS: Final = Qt.MouseButton.RightButton | Qt.MouseButton.MiddleButton
_GLIDE_MS: Final = 320
_EMPTY_TEXT: Final = """No graph yet.

Ask for a Blueprint on the left: its graph appears here and grows while the assistant works."""


class GraphView(QGraphicsView):
    """Shows one graph. Right or middle drag pans, the wheel zooms, Home and F fit. GUI thread."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without a graph."""
        super().__init__(parent)
        self._scene = GraphScene(self)
        self.setScene(self._scene)
        self._pan_from: QPoint | None = None
        self._needs_fit = True
        self._is_touched = False
        self._route = (QPointF(), 1.0, QPointF(), 1.0)
        self._prepare_view()
        self._empty = self._overlay_label(
            _EMPTY_TEXT, "bubble", 14, "color: #8a8a8a; background: transparent;"
        )
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setWordWrap(True)
        self._empty.setMargin(16)
        self._mark = self._overlay_label(
            "BLUEPRINT", "compact", 40, "color: rgba(255, 255, 255, 22); background: transparent;"
        )
        self._zoom_text = self._overlay_label(
            "", "title", 13, "color: rgba(255, 255, 255, 90); background: transparent;"
        )
        self._glide = QVariantAnimation(self)
        self._glide.setStartValue(0.0)
        self._glide.setEndValue(1.0)
        self._glide.setDuration(_GLIDE_MS)
        self._glide.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._glide.valueChanged.connect(self._glide_to)
        self._update_overlays()

    def _prepare_view(self) -> None:
        self.setObjectName("graph_view")
        self.setAccessibleName("Blueprint graph")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
        self.setDragMode(QGraphicsView.DragMode.RubberBandDrag)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)

    def _overlay_label(self, text: str, role: FontRole, pixels: int, sheet: str) -> QLabel:
        # A child of the view, not of the viewport: the viewport moves its children when it scrolls.
        label = QLabel(text, self)
        label.setFont(editor_font(role, pixels))
        label.setStyleSheet(sheet)
        label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        return label

    # --- content -------------------------------------------------------------------------

    @property
    def graph_scene(self) -> GraphScene:
        """The scene behind the view."""
        return self._scene

    @property
    def zoom(self) -> float:
        """Pixels per graph unit."""
        return self.transform().m11()

    def set_graph(self, graph: Graph, highlight: Collection[str] = ()) -> None:
        """Show a graph. The first content is fitted.

        Afterwards the view stays where the user put it. While the user has not touched it, it
        glides out so far that highlighted nodes are seen with the rest of the graph.
        """
        had_content = bool(self._scene.graph.nodes)
        self._scene.set_graph(graph, highlight)
        self.setAccessibleDescription(f"{graph.name}: {len(graph.nodes)} nodes, {len(graph.links)} links")
        if graph.nodes and (not had_content or self._needs_fit):
            self.fit()
        elif highlight and not self._is_touched:
            self._follow(highlight)
        self._update_overlays()

    def fit(self) -> None:
        """Zoom and move so that the whole graph is seen, never closer than life size."""
        goal = self._fitted()
        if goal is None:
            return
        self._glide.stop()
        self._needs_fit = not self.isVisible()
        self._is_touched = False
        self._set_zoom(goal[1])
        self.centerOn(goal[0])

    def _fitted(self) -> tuple[QPointF, float] | None:
        """Centre and zoom at which the whole graph is seen; None without a graph."""
        content = self._scene.content_rect()
        if content.isEmpty():
            return None
        area = content.adjusted(-_FIT_MARGIN, -_FIT_MARGIN, _FIT_MARGIN, _FIT_MARGIN)
        port = self.viewport().rect()
        scale = min(port.width() / area.width(), port.height() / area.height(), 1.0)
        return area.center(), max(scale, _SMALLEST)

    def _follow(self, names: Collection[str]) -> None:
        """Glide to the fitted view when one of the nodes is not wholly in sight."""
        seen = self.mapToScene(self.viewport().rect()).boundingRect()
        items = [item for name in names if (item := self._scene.node_item(name)) is not None]
        goal = self._fitted()
        if goal is None or all(seen.contains(item.mapRectToScene(item.node_shape.frame)) for item in items):
            return
        self._glide.stop()
        self._route = (seen.center(), self.zoom, *goal)
        self._glide.start()

    def _glide_to(self, share: float) -> None:
        from_center, from_zoom, to_center, to_zoom = self._route
        self._set_zoom(from_zoom + (to_zoom - from_zoom) * share)
        self.centerOn(from_center + (to_center - from_center) * share)

    # --- zoom and pan --------------------------------------------------------------------

    def _set_zoom(self, zoom: float) -> None:
        self.resetTransform()
        self.scale(zoom, zoom)
        self._update_overlays()

    def zoom_by(self, factor: float, anchor: QPointF) -> None:
        """Zoom, keeping the point under `anchor` (view coordinates) where it is."""
        self._touch()
        zoom = min(max(self.zoom * factor, _SMALLEST), _LARGEST)
        before = self.mapToScene(anchor.toPoint())
        self._set_zoom(zoom)
        after = self.mapToScene(anchor.toPoint())
        center = self.mapToScene(self.viewport().rect().center())
        self.centerOn(center + before - after)

    def _touch(self) -> None:
        """The user moved the view: from now on it stays where it is."""
        self._glide.stop()
        self._is_touched = True

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 - Qt's name
        """Zoom around the pointer."""
        self.zoom_by(_STEP ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Start to pan with the right or middle button."""
        if event.button() & _PAN_BUTTONS:
            self._touch()
            self._pan_from = event.position().toPoint()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            event.accept()
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Pan."""
        if self._pan_from is None:
            super().mouseMoveEvent(event)
            return
        here = event.position().toPoint()
        moved = here - self._pan_from
        self._pan_from = here
        horizontal, vertical = self.horizontalScrollBar(), self.verticalScrollBar()
        horizontal.setValue(horizontal.value() - moved.x())
        vertical.setValue(vertical.value() - moved.y())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Stop panning."""
        if self._pan_from is not None and event.button() & _PAN_BUTTONS:
            self._pan_from = None
            self.viewport().unsetCursor()
            event.accept()
            return
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Home and F fit, plus and minus zoom."""
        center = QPointF(self.viewport().rect().center())
        match event.key():
            case Qt.Key.Key_Home | Qt.Key.Key_F:
                self.fit()
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.zoom_by(_STEP, center)
            case Qt.Key.Key_Minus:
                self.zoom_by(1 / _STEP, center)
            case _:
                super().keyPressEvent(event)

    # --- overlays ------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Fit what came while the view was hidden, once the layout has given it its size."""
        super().showEvent(event)
        if self._needs_fit:
            QTimer.singleShot(0, self, self._fit_if_needed)

    def _fit_if_needed(self) -> None:
        if self._needs_fit and self.isVisible():
            self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Keep the overlays in their corners, and a view that nobody moved fitted."""
        super().resizeEvent(event)
        if self._scene.graph.nodes and not self._is_touched:
            self.fit()
        self._update_overlays()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """A new font changes the overlays' sizes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_mark"):
            self._update_overlays()

    def _update_overlays(self) -> None:
        size = self.size()
        self._zoom_text.setText("Zoom 1:1" if abs(self.zoom - 1) < 0.01 else f"Zoom {self.zoom:.0%}")  # noqa: PLR2004 - a hundredth is not seen
        for label in (self._mark, self._zoom_text):
            label.adjustSize()
        self._mark.move(size.width() - self._mark.width() - 18, size.height() - self._mark.height() - 10)
        self._zoom_text.move(size.width() - self._zoom_text.width() - 14, 10)
        self._empty.setVisible(not self._scene.graph.nodes)
        self._empty.resize(size)
