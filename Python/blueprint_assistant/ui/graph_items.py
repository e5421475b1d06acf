"""The items of a graph scene: nodes, links. They hold no graph logic, only what to paint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyle, QStyleOptionGraphicsItem, QWidget

from blueprint_assistant.ui.colors import SLATE
from blueprint_assistant.ui.labels import tooltip
from blueprint_assistant.ui.node_paint import DATA_WIDTH, EXEC_WIDTH, OUTLINE, paint_node

if TYPE_CHECKING:
    from PySide6.QtWidgets import QGraphicsSceneHoverEvent

    from blueprint_assistant.ui.node_shape import NodeShape

__all__ = ["LinkGraphicsItem", "NodeGraphicsItem", "link_path"]

COMMENT_LAYER: Final = -1000.0
LINK_LAYER: Final = -1.0
_PER_AREA: Final = 1e-10
_FORWARD_RANGE: Final = 1000.0
_BACKWARD_RANGE: Final = 200.0


def link_path(start: QPointF, end: QPointF, leads: tuple[float, float] = (0.0, 0.0)) -> QPainterPath:
    """The curve of a link, by the editor's default spline settings.

    `leads` is how far it runs straight over its first and its last node. Tangents are Hermite
    ones (a third of them is the Bézier handle): forward dx + dy, each at most 1000; backward
    3 dx + 1.5 dy, each at most 200.
    """
    first, last = start + QPointF(leads[0], 0.0), end - QPointF(leads[1], 0.0)
    dx, dy = last.x() - first.x(), abs(last.y() - first.y())
    if dx >= 0:
        tangent = min(dx, _FORWARD_RANGE) + min(dy, _FORWARD_RANGE)
    else:
        tangent = 3.0 * min(-dx, _BACKWARD_RANGE) + 1.5 * min(dy, _BACKWARD_RANGE)
    handle = QPointF(tangent / 3.0, 0.0)
    path = QPainterPath(start)
    path.lineTo(first)
    path.cubicTo(first + handle, last - handle, last)
    path.lineTo(end)
    return path


def _zoom(painter: QPainter) -> float:
    """Device pixels per graph unit: a dense screen shows texts that are small in logical pixels."""
    return QStyleOptionGraphicsItem.levelOfDetailFromTransform(painter.deviceTransform())


class NodeGraphicsItem(QGraphicsItem):
    """One node. `flash` from 0 to 1 is how much it is highlighted as new."""

    def __init__(self, shape: NodeShape, position: QPointF, depth: int = 0) -> None:
        """Place the measured node. `depth` orders comments among each other."""
        super().__init__()
        self._shape = shape
        self._flash = 0.0
        self.setPos(position)
        self.setAcceptHoverEvents(True)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIsSelectable)
        if shape.appearance.style == "comment":
            # As in the editor: by depth, and of one depth the smaller box in front.
            self.setZValue(COMMENT_LAYER + depth - shape.frame.width() * shape.frame.height() * _PER_AREA)

    @property
    def node_shape(self) -> NodeShape:
        """What is painted."""
        return self._shape

    def set_node_shape(self, shape: NodeShape, position: QPointF) -> None:
        """Show another state of the same node."""
        if shape.bounds != self._shape.bounds:
            self.prepareGeometryChange()
        self._shape = shape
        self.setPos(position)
        self.update()

    @property
    def flash(self) -> float:
        """How much the node is highlighted."""
        return self._flash

    def set_flash(self, flash: float) -> None:
        """Highlight the node as new: 1 fully, 0 not at all."""
        self._flash = flash
        self.update()

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """All that is painted."""
        return self._shape.bounds

    def shape(self) -> QPainterPath:
        """What the pointer hits: a comment only by its bar."""
        path = QPainterPath()
        frame = self._shape.frame
        if self._shape.appearance.style == "comment":
            frame = QRectF(0, 0, frame.width(), self._shape.header)
        path.addRect(frame)
        return path

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint the node, over its highlight."""
        del widget
        if self._flash > 0:
            self._paint_flash(painter)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        paint_node(painter, self._shape, zoom=_zoom(painter), selected=is_selected)

    def _paint_flash(self, painter: QPainter) -> None:
        color = QColor(SLATE["accent_text"])
        painter.setPen(Qt.PenStyle.NoPen)
        for grow, share in ((9.0, 0.16), (6.0, 0.25), (3.0, 0.6)):
            color.setAlphaF(share * self._flash)
            painter.setBrush(color)
            painter.drawRoundedRect(self._shape.frame.adjusted(-grow, -grow, grow, grow), grow + 6, grow + 6)

    def hoverMoveEvent(self, event: QGraphicsSceneHoverEvent) -> None:  # noqa: N802 - Qt's name
        """Say what the pin under the pointer is."""
        shape = self._shape
        spot = next((spot for spot in shape.pins if spot.row.contains(event.pos())), None)
        message = shape.appearance.message
        if spot is not None:
            self.setToolTip(tooltip(spot.pin.tooltip))
        elif message is not None:
            self.setToolTip(tooltip(message.text))
        else:
            self.setToolTip(tooltip(shape.appearance.title))
        super().hoverMoveEvent(event)


class LinkGraphicsItem(QGraphicsItem):
    """One link between two pins, in scene coordinates."""

    def __init__(self, path: QPainterPath, color: str, *, is_exec: bool, is_faded: bool) -> None:
        """Draw a path from `link_path`."""
        super().__init__()
        self._path = path
        self._pen = QPen(QColor(color), EXEC_WIDTH if is_exec else DATA_WIDTH)
        self._pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        self._bounds = self._path.controlPointRect().adjusted(-3, -3, 3, 3)
        self.setZValue(LINK_LAYER)
        if is_faded:
            self.setOpacity(0.45)

    @property
    def path(self) -> QPainterPath:
        """The curve, for tests and hit checks."""
        return self._path

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """The curve's box with room for its width."""
        return self._bounds

    def shape(self) -> QPainterPath:
        """The curve itself, a little wider."""
        stroker = QPainterPathStroker()
        stroker.setWidth(6)
        return stroker.createStroke(self._path)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint the curve; far away with a hairline of the same colour."""
        del option, widget
        zoom = _zoom(painter)
        if zoom < OUTLINE:
            pen = QPen(self._pen.color(), 0)
            painter.setPen(pen)
        else:
            painter.setPen(self._pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(self._path)
