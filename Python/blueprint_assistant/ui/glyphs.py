"""Small signs, drawn as paths on a 16 by 16 field: node headers, buttons, status. No image files."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPainterPathStroker, QPixmap, QPolygonF

from blueprint_assistant.ui.fonts import editor_font

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["exec_pin_path", "glyph_icon", "glyph_path", "paint_glyph", "pin_path"]

_ICON_PIXELS: Final = 16
_ICON_SCALES: Final = (1, 2, 3)


def _polygon(path: QPainterPath, *points: tuple[float, float]) -> None:
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()


def _rects(path: QPainterPath, rects: Sequence[tuple[float, float, float, float]]) -> None:
    for x, y, width, height in rects:
        path.addRect(QRectF(x, y, width, height))


def _stroked(path: QPainterPath, width: float) -> QPainterPath:
    stroker = QPainterPathStroker()
    stroker.setWidth(width)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return stroker.createStroke(path).simplified()


def _event() -> QPainterPath:
    """A diamond with an arrow leaving to the right."""
    diamond = QPainterPath()
    _polygon(diamond, (8, 0.6), (15.4, 8), (8, 15.4), (0.6, 8))
    arrow = QPainterPath()
    _polygon(arrow, (3.6, 6.8), (8, 6.8), (8, 4.2), (12, 8), (8, 11.8), (8, 9.2), (3.6, 9.2))
    return diamond.subtracted(arrow)


def _function() -> QPainterPath:
    path = QPainterPath()
    path.addText(QPointF(4.0, 13.0), editor_font("subtitle", 18), "f")
    return path


def _macro() -> QPainterPath:
    line = QPainterPath(QPointF(2.5, 13))
    for x, y in ((4.5, 3.5), (8, 11), (11.5, 3.5), (13.5, 13)):
        line.lineTo(x, y)
    return _stroked(line, 2.0)


def _branch() -> QPainterPath:
    path = QPainterPath()
    _rects(path, [(1, 7, 4.5, 2), (5, 2.5, 2, 11), (6.5, 2.5, 4.5, 2), (6.5, 11.5, 4.5, 2)])
    _polygon(path, (11, 0.5), (15, 3.5), (11, 6.5))
    _polygon(path, (11, 9.5), (15, 12.5), (11, 15.5))
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def _sequence() -> QPainterPath:
    path = QPainterPath()
    _rects(path, [(0, 7, 4, 2), (3, 2, 2, 12), (4, 2, 5, 2), (4, 7, 4, 2), (4, 12, 5, 2)])
    _rects(path, [(10.5, 2, 5.5, 2), (10.5, 7, 4, 2), (10.5, 12, 2.5, 2)])
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def _loop() -> QPainterPath:
    line = QPainterPath(QPointF(13.5, 6.5))
    line.arcTo(QRectF(2, 2.5, 12, 10), 10, 245)
    path = _stroked(line, 2.0)
    head = QPainterPath()
    _polygon(head, (7.5, 8.6), (13.2, 12.2), (7.5, 15.8))
    return path.united(head)


def _switch() -> QPainterPath:
    path = QPainterPath()
    _rects(path, [(1, 7, 6, 2), (6, 2, 2, 12), (7, 2, 4, 2), (7, 7, 4, 2), (7, 12, 4, 2)])
    for y in (3, 8, 13):
        _polygon(path, (11, y - 2.2), (14.5, y), (11, y + 2.2))
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def _cast() -> QPainterPath:
    path = QPainterPath()
    _polygon(path, (0, 4), (4, 7.5), (0, 11))
    _rects(path, [(5, 6, 1, 3), (7, 6, 1, 3), (9, 6, 3, 3)])
    _polygon(path, (12, 3), (16, 7.5), (12, 12))
    return path


def _struct() -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(6.5, 5.5, 9, 5), 2.5, 2.5)
    for y in (2.5, 11.5):
        _polygon(path, (1, y), (5.5, y + 1), (1, y + 2))
    return path


def _timeline() -> QPainterPath:
    ring = QPainterPath()
    ring.addEllipse(QRectF(2, 2, 12, 12))
    path = _stroked(ring, 2.0)
    hands = QPainterPath(QPointF(8, 4.8))
    hands.lineTo(8, 8.2)
    hands.lineTo(10.6, 9.8)
    return path.united(_stroked(hands, 1.6))


def _delegate() -> QPainterPath:
    outer = QPainterPath()
    outer.addRoundedRect(QRectF(2, 2, 12, 12), 2, 2)
    inner = QPainterPath()
    inner.addRoundedRect(QRectF(5, 5, 6, 6), 1, 1)
    return outer.subtracted(inner)


def _gate() -> QPainterPath:
    path = QPainterPath()
    _rects(path, [(1, 7, 5, 2), (6.5, 1.5, 2, 13), (9, 7, 3, 2)])
    _polygon(path, (11, 4.2), (15.4, 8), (11, 11.8))
    return path


def _spawn() -> QPainterPath:
    ball = QPainterPath()
    ball.addEllipse(QRectF(1.5, 5, 9.5, 9.5))
    plus = QPainterPath()
    _rects(plus, [(12, 0.8, 1.9, 6.4), (9.7, 3.05, 6.4, 1.9)])
    plus.setFillRule(Qt.FillRule.WindingFill)
    return ball.united(plus)


def _send() -> QPainterPath:
    path = QPainterPath()
    _polygon(path, (1.5, 2), (15, 8), (1.5, 14), (3.6, 8.9), (9.5, 8), (3.6, 7.1))
    return path


def _stop() -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(3.5, 3.5, 9, 9), 1.5, 1.5)
    return path


def _clear() -> QPainterPath:
    path = QPainterPath()
    _rects(path, [(2.5, 3, 11, 1.6), (6, 1.4, 4, 1.6)])
    can = QPainterPath()
    _polygon(can, (3.6, 5.6), (12.4, 5.6), (11.6, 14.6), (4.4, 14.6))
    path.addPath(can)
    return path


def _check() -> QPainterPath:
    line = QPainterPath(QPointF(3, 8.4))
    line.lineTo(6.6, 12)
    line.lineTo(13, 4.4)
    return _stroked(line, 2.2)


def _cross() -> QPainterPath:
    line = QPainterPath(QPointF(4, 4))
    line.lineTo(12, 12)
    line.moveTo(12, 4)
    line.lineTo(4, 12)
    return _stroked(line, 2.2)


def _warning() -> QPainterPath:
    path = QPainterPath()
    _polygon(path, (8, 1.5), (15.2, 14.2), (0.8, 14.2))
    mark = QPainterPath()
    _rects(mark, [(7.1, 6, 1.8, 4.4), (7.1, 11.2, 1.8, 1.8)])
    return path.subtracted(mark)


def _question() -> QPainterPath:
    path = QPainterPath()
    path.addText(QPointF(4.2, 13.4), editor_font("title", 15), "?")
    return path


def _plus() -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QRectF(1, 1, 14, 14))
    sign = QPainterPath()
    _rects(sign, [(7.1, 4, 1.8, 8), (4, 7.1, 8, 1.8)])
    sign.setFillRule(Qt.FillRule.WindingFill)
    return path.subtracted(sign)


def _chevron_down() -> QPainterPath:
    line = QPainterPath(QPointF(4, 6))
    line.lineTo(8, 10)
    line.lineTo(12, 6)
    return _stroked(line, 1.8)


def _chevron_right() -> QPainterPath:
    line = QPainterPath(QPointF(6, 4))
    line.lineTo(10, 8)
    line.lineTo(6, 12)
    return _stroked(line, 1.8)


_PATHS: Final[dict[str, Callable[[], QPainterPath]]] = {
    "event": _event,
    "function": _function,
    "macro": _macro,
    "branch": _branch,
    "sequence": _sequence,
    "loop": _loop,
    "switch": _switch,
    "cast": _cast,
    "struct": _struct,
    "timeline": _timeline,
    "delegate": _delegate,
    "gate": _gate,
    "spawn": _spawn,
    "send": _send,
    "stop": _stop,
    "clear": _clear,
    "check": _check,
    "cross": _cross,
    "warning": _warning,
    "question": _question,
    "plus": _plus,
    "chevron_down": _chevron_down,
    "chevron_right": _chevron_right,
}


@cache
def glyph_path(name: str) -> QPainterPath:
    """The sign of that name on a 16 by 16 field; an empty path for an unknown name."""
    make = _PATHS.get(name)
    return make() if make is not None else QPainterPath()


def glyph_icon(name: str, color: str, disabled: str = "#555555") -> QIcon:
    """The sign as an icon for buttons, sharp on screens of up to three times the density."""
    icon = QIcon()
    for mode, tint in ((QIcon.Mode.Normal, color), (QIcon.Mode.Disabled, disabled)):
        for scale in _ICON_SCALES:
            pixmap = QPixmap(_ICON_PIXELS * scale, _ICON_PIXELS * scale)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(scale, scale)
            painter.fillPath(glyph_path(name), QColor(tint))
            painter.end()
            pixmap.setDevicePixelRatio(scale)
            icon.addPixmap(pixmap, mode)
    return icon


def paint_glyph(painter: QPainter, name: str, at: QPointF, color: QColor | str, size: float = 16.0) -> None:
    """Paint a sign with its upper left corner at a point."""
    painter.save()
    painter.translate(at)
    if size != _ICON_PIXELS:
        painter.scale(size / _ICON_PIXELS, size / _ICON_PIXELS)
    painter.fillPath(glyph_path(name), QColor(color))
    painter.restore()


@cache
def exec_pin_path() -> QPainterPath:
    """The arrow of an exec pin, on 16 by 16."""
    path = QPainterPath()
    _polygon(path, (2.5, 3), (8, 3), (13.5, 8), (8, 13), (2.5, 13))
    return path


@cache
def pin_path(shape: str) -> QPainterPath:
    """The shape of a data pin without its little arrow, on 16 by 16."""
    path = QPainterPath()
    match shape:
        case "array":
            _rects(path, [(2 + 3.6 * x, 2.4 + 3.6 * y, 2.8, 2.8) for x in range(3) for y in range(3)])
        case "set":
            path.addText(QPointF(1.2, 12.2), editor_font("title", 13), "{ }")
        case "map":
            _rects(path, [(5.6, 2.6 + 4 * y, 7, 2.6) for y in range(3)])
        case "delegate":
            path.addRoundedRect(QRectF(2.6, 2.6, 10.8, 10.8), 2, 2)
        case "reference":
            _polygon(path, (7, 1.6), (13.4, 8), (7, 14.4), (0.6, 8))
        case _:
            path.addEllipse(QRectF(2, 3, 10, 10))
    return path
