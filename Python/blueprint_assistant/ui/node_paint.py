"""Paints one measured node. Pure painting: everything to decide is in `NodeShape`.

Below a zoom of `DETAIL` labels and value boxes are left out, below `TITLES` the titles too, and
below `OUTLINE` only the box and its header remain, as the editor does with far-away graphs.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen, QRadialGradient

from blueprint_assistant.ui.colors import SLATE
from blueprint_assistant.ui.fonts import editor_font, font_metrics, text_width
from blueprint_assistant.ui.glyphs import exec_pin_path, glyph_path, paint_glyph, pin_path

if TYPE_CHECKING:
    from blueprint_assistant.ui.appearance import NodeAppearance
    from blueprint_assistant.ui.node_shape import NodeShape, PinSpot, ValueSpot

__all__ = ["DATA_WIDTH", "DETAIL", "EXEC_WIDTH", "OUTLINE", "TITLES", "paint_node"]

DETAIL: Final = 0.4
TITLES: Final = 0.26
OUTLINE: Final = 0.16
EXEC_WIDTH: Final = 3.0
DATA_WIDTH: Final = 1.8
_RADIUS: Final = 6.0
_BODY: Final = QColor(13, 13, 14, 226)
_BORDER: Final = QColor(0, 0, 0)
_TITLE: Final = QColor(238, 238, 238)
_SUBTITLE: Final = QColor(237, 237, 165, 150)
_LABEL: Final = QColor(212, 212, 212)
_VALUE: Final = QColor(222, 222, 222)
_CAPTION: Final = QColor(150, 150, 150)
_BOX: Final = QColor(12, 12, 12, 200)
_BOX_BORDER: Final = QColor(88, 88, 88)
_MESSAGE: Final = {"error": QColor("#a31515"), "warning": QColor("#a87000"), "note": QColor("#2f5f8f")}
_MESSAGE_WORD: Final = {"error": "ERROR!", "warning": "WARNING!", "note": "NOTE"}
_FADED: Final = 0.45


def paint_node(painter: QPainter, shape: NodeShape, *, zoom: float, selected: bool = False) -> None:
    """Paint the node at its own origin. `zoom` is device pixels per graph unit."""
    appearance = shape.appearance
    if appearance.is_faded:
        painter.setOpacity(painter.opacity() * _FADED)
    if zoom < OUTLINE:
        _paint_outline(painter, shape)
    else:
        _paint_whole(painter, shape, zoom)
    if appearance.is_faded:
        painter.setOpacity(painter.opacity() / _FADED)
    if zoom >= DETAIL:
        _paint_surroundings(painter, shape)
    if selected and appearance.style != "comment":
        _paint_selection(painter, shape)


def _paint_outline(painter: QPainter, shape: NodeShape) -> None:
    color = QColor(shape.appearance.color)
    if shape.appearance.style == "comment":
        _paint_comment(painter, shape, 0.0)
        return
    painter.fillRect(shape.frame, QColor(20, 20, 20))
    painter.fillRect(QRectF(0, 0, shape.frame.width(), shape.header or shape.frame.height()), color)


def _paint_whole(painter: QPainter, shape: NodeShape, zoom: float) -> None:
    match shape.appearance.style:
        case "comment":
            _paint_comment(painter, shape, zoom)
            return
        case "knot":
            _paint_knot(painter, shape)
            return
        case "node":
            _paint_box(painter, shape)
        case "variable":
            _paint_glossy(painter, shape, _glossy_radius(shape))
        case "compact":
            _paint_glossy(painter, shape, 12.0)
    if zoom >= TITLES:
        _paint_title(painter, shape)
    if zoom >= DETAIL:
        _paint_footer(painter, shape)
    for spot in shape.pins:
        _paint_pin(painter, spot, shape.frame.width(), zoom)


def _glossy_radius(shape: NodeShape) -> float:
    return 8.0 if shape.appearance.title else min(14.0, shape.frame.height() / 2)


# --- bodies ----------------------------------------------------------------------------------


def _paint_shadow(painter: QPainter, frame: QRectF, radius: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for grow, alpha in ((5.0, 14), (3.0, 26), (1.5, 48)):
        painter.setBrush(QColor(0, 0, 0, alpha))
        painter.drawRoundedRect(
            frame.adjusted(-grow, -grow + 1.5, grow, grow + 1.5), radius + grow, radius + grow
        )


def _paint_box(painter: QPainter, shape: NodeShape) -> None:
    frame = shape.frame
    _paint_shadow(painter, frame, _RADIUS)
    painter.setPen(QPen(_BORDER, 1.0))
    painter.setBrush(_BODY)
    painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
    header = QRectF(1, 1, frame.width() - 2, shape.header - 1)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_header_brush(shape.appearance.color, frame.width(), shape.header))
    painter.drawPath(_top_rounded(header, _RADIUS - 1))
    gleam = QLinearGradient(0, 1, 0, 5)
    gleam.setColorAt(0, QColor(255, 255, 255, 64))
    gleam.setColorAt(1, QColor(255, 255, 255, 0))
    painter.setBrush(gleam)
    painter.drawPath(_top_rounded(QRectF(1, 1, frame.width() - 2, 6), _RADIUS - 1))
    painter.fillRect(QRectF(1, shape.header - 0.5, frame.width() - 2, 1), QColor(0, 0, 0, 150))


def _header_brush(color: str, width: float, height: float) -> QBrush:
    """The colour spills in from the upper left and is almost gone at the right."""
    base = QColor(color)
    spill = QLinearGradient(QPointF(0, 0), QPointF(width, height * 1.6))
    spill.setColorAt(0.0, base.lighter(112))
    spill.setColorAt(0.45, base)
    end = QColor(base)
    end.setAlpha(46)
    spill.setColorAt(1.0, end)
    return QBrush(spill)


def _top_rounded(rect: QRectF, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(rect.adjusted(0, 0, 0, radius), radius, radius)
    lower = QPainterPath()
    lower.addRect(QRectF(rect.left() - 1, rect.bottom(), rect.width() + 2, radius + 2))
    return path.subtracted(lower)


def _paint_glossy(painter: QPainter, shape: NodeShape, radius: float) -> None:
    """The glassy body of variables and operators, tinted by type."""
    frame = shape.frame
    _paint_shadow(painter, frame, radius)
    body = frame.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setPen(QPen(_BORDER, 1.0))
    painter.setBrush(QColor(22, 22, 23, 232))
    painter.drawRoundedRect(body, radius, radius)
    tint = QColor(shape.appearance.color)
    spill = QRadialGradient(QPointF(frame.width() / 2, frame.height() / 2), max(frame.width() * 0.55, 1.0))
    tint.setAlpha(84)
    spill.setColorAt(0.0, tint)
    tint.setAlpha(12)
    spill.setColorAt(1.0, tint)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(spill)
    inner = body.adjusted(1, 1, -1, -1)
    painter.drawRoundedRect(inner, radius - 1, radius - 1)
    gloss = QLinearGradient(0, 0, 0, frame.height())
    gloss.setColorAt(0.0, QColor(255, 255, 255, 52))
    gloss.setColorAt(0.46, QColor(255, 255, 255, 14))
    gloss.setColorAt(0.5, QColor(0, 0, 0, 30))
    gloss.setColorAt(1.0, QColor(0, 0, 0, 76))
    painter.setBrush(gloss)
    painter.drawRoundedRect(inner, radius - 1, radius - 1)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(255, 255, 255, 42), 1.0))
    painter.drawRoundedRect(inner, radius - 1, radius - 1)


def _paint_comment(painter: QPainter, shape: NodeShape, zoom: float) -> None:
    box = shape.appearance.comment
    color = QColor(box.color if box is not None else "#ffffff")
    opacity = box.opacity if box is not None else 1.0
    body, bar = QColor(color), QColor(color)
    body.setAlphaF(0.10 + 0.16 * opacity)
    bar = bar.darker(165)
    bar.setAlphaF(0.35 + 0.45 * opacity)
    painter.setPen(QPen(QColor(0, 0, 0, 120), 1.0))
    painter.setBrush(body)
    painter.drawRoundedRect(shape.frame, 4, 4)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(bar)
    painter.drawPath(_top_rounded(QRectF(0, 0, shape.frame.width(), shape.header), 4))
    if zoom < OUTLINE:
        return
    painter.setFont(editor_font("comment", shape.sign_pixels))
    area = QRectF(12, 0, max(shape.frame.width() - 12, 20), shape.header)
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    _paint_shadowed(painter, area, flags, "\n".join(shape.title_lines), QColor(240, 240, 240))


def _paint_knot(painter: QPainter, shape: NodeShape) -> None:
    if not shape.pins:
        return
    pin = shape.pins[0].pin
    painter.setPen(QPen(QColor(0, 0, 0, 160), 1.0))
    painter.setBrush(QColor(pin.color))
    painter.drawEllipse(shape.frame.center(), 6.0, 6.0)


# --- texts of the box ------------------------------------------------------------------------


def _paint_title(painter: QPainter, shape: NodeShape) -> None:
    match shape.appearance.style:
        case "compact":
            _paint_sign(painter, shape)
        case "variable":
            painter.setFont(editor_font("title"))
            area = QRectF(0, 4, shape.frame.width(), 20)
            _paint_shadowed(painter, area, Qt.AlignmentFlag.AlignCenter, shape.appearance.title, _TITLE)
        case _:
            _paint_header_text(painter, shape)


def _paint_shadowed(
    painter: QPainter, area: QRectF, flags: Qt.AlignmentFlag, text: str, color: QColor
) -> None:
    painter.setPen(QColor(0, 0, 0, 180))
    painter.drawText(area.translated(1, 1), flags, text)
    painter.setPen(color)
    painter.drawText(area, flags, text)


def _paint_sign(painter: QPainter, shape: NodeShape) -> None:
    """The big sign, centred in what the two sides leave free."""
    text = shape.appearance.title
    left = max((_right_end(spot) for spot in shape.pins if not spot.pin.is_output), default=0.0)
    right = min((spot.icon.left() for spot in shape.pins if spot.pin.is_output), default=shape.frame.width())
    bottom = shape.frame.height()
    half = text_width(text, "compact", shape.sign_pixels) / 2
    if shape.add_pin is not None and (left + right) / 2 + half > shape.add_pin.left():
        bottom = shape.add_pin.top() + 4
    painter.setFont(editor_font("compact", shape.sign_pixels))
    painter.setPen(QColor(255, 255, 255, 150))
    painter.drawText(QRectF(left, 0, right - left, bottom), Qt.AlignmentFlag.AlignCenter, text)


def _right_end(spot: PinSpot) -> float:
    return spot.values[-1].rect.right() if spot.values else spot.icon.right()


def _paint_header_text(painter: QPainter, shape: NodeShape) -> None:
    appearance = shape.appearance
    x = 11.0
    if appearance.glyph != "none":
        paint_glyph(painter, appearance.glyph, QPointF(x - 2, 5.5), _glyph_color(appearance))
        x += 20.0
    flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
    title = QRectF(x, 5, shape.frame.width() - x, shape.header)
    painter.setFont(editor_font("title"))
    _paint_shadowed(painter, title, flags, appearance.title, _TITLE)
    if appearance.subtitle:
        lines = appearance.title.count("\n") + 1
        top = 5 + lines * font_metrics("title").height() + 1
        painter.setFont(editor_font("subtitle"))
        area = QRectF(x, top, shape.frame.width() - x, shape.header)
        _paint_shadowed(painter, area, flags, appearance.subtitle, _SUBTITLE)
    if appearance.is_latent:
        corner = QPointF(shape.frame.width() - 22, 5)
        paint_glyph(painter, "timeline", corner, QColor(235, 235, 235, 210), 14.4)


def _glyph_color(appearance: NodeAppearance) -> QColor:
    if appearance.glyph != "function":
        return QColor(240, 240, 240)
    is_pure = not any(pin.shape == "exec" for pin in (*appearance.inputs, *appearance.outputs))
    return QColor("#aaeda0") if is_pure else QColor("#74bff2")


def _paint_footer(painter: QPainter, shape: NodeShape) -> None:
    if shape.add_pin is not None:
        _paint_add_pin(painter, shape.add_pin, shape.appearance.add_pin)
    if shape.chevron is not None:
        painter.save()
        painter.translate(shape.chevron.center() - QPointF(8, 8))
        if shape.appearance.chevron == "up":
            painter.translate(16, 16)
            painter.rotate(180)
        painter.fillPath(glyph_path("chevron_down"), QColor(190, 190, 190))
        painter.restore()
    if shape.band is not None:
        _paint_band(painter, shape.band, shape.appearance.band)


def _paint_add_pin(painter: QPainter, area: QRectF, words: str) -> None:
    painter.setFont(editor_font("label"))
    painter.setPen(_LABEL)
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    painter.drawText(area, flags, words)
    sign = QPointF(area.right() - 15, area.center().y() - 7)
    paint_glyph(painter, "plus", sign, QColor(205, 205, 205), 13.6)


@cache
def _stripes(color: str) -> QBrush:
    stripes = QLinearGradient(0, 0, 9, 9)
    stripes.setSpread(QLinearGradient.Spread.RepeatSpread)
    tint, gap = QColor(color), QColor(20, 20, 20, 210)
    for place, part in ((0.0, tint), (0.5, tint), (0.51, gap), (1.0, gap)):
        stripes.setColorAt(place, part)
    return QBrush(stripes)


def _paint_band(painter: QPainter, area: QRectF, words: str) -> None:
    painter.fillRect(area, _stripes("#5a5c12" if words == "Development Only" else "#4a4a4a"))
    painter.setFont(editor_font("label"))
    _paint_shadowed(painter, area, Qt.AlignmentFlag.AlignCenter, words, QColor(232, 232, 232))


# --- pins ------------------------------------------------------------------------------------


def _paint_pin(painter: QPainter, spot: PinSpot, width: float, zoom: float) -> None:
    if spot.pin.is_linked:
        _paint_link_end(painter, spot, width)
    _paint_icon(painter, spot)
    if zoom < DETAIL:
        return
    if spot.pin.label:
        painter.setFont(editor_font("label"))
        painter.setPen(_LABEL)
        painter.drawText(spot.label, spot.pin.label)
    if spot.pin.value is not None:
        for value in spot.values:
            _paint_value(painter, spot.pin.value.kind, value)


def _paint_link_end(painter: QPainter, spot: PinSpot, width: float) -> None:
    """The last bit of a link, over the body: links themselves run behind nodes."""
    edge = QPointF(width if spot.pin.is_output else 0.0, spot.anchor.y())
    is_exec = spot.pin.shape == "exec"
    painter.setPen(QPen(QColor(spot.pin.color), EXEC_WIDTH if is_exec else DATA_WIDTH))
    painter.drawLine(spot.anchor, edge)


def _paint_icon(painter: QPainter, spot: PinSpot) -> None:
    pin = spot.pin
    color = QColor(pin.color)
    painter.save()
    painter.translate(spot.icon.topLeft())
    if pin.shape == "exec":
        painter.setPen(QPen(QColor(255, 255, 255), 1.4))
        painter.setBrush(QColor(255, 255, 255) if pin.is_linked else Qt.BrushStyle.NoBrush)
        painter.drawPath(exec_pin_path())
        painter.restore()
        return
    path = pin_path(pin.shape)
    if pin.shape in {"array", "set"}:
        painter.fillPath(path, color)
    elif pin.shape == "map":
        painter.fillPath(path, QColor(pin.value_color))
        for row in range(3):
            painter.fillRect(QRectF(1.8, 2.6 + 4 * row, 2.8, 2.6), color)
    else:
        painter.setPen(QPen(color, 2.0))
        painter.setBrush(color if pin.is_linked else QColor(8, 8, 8, 200))
        painter.drawPath(path)
        if pin.shape == "data":
            painter.fillPath(_pin_arrow(), color)
    painter.restore()


@cache
def _pin_arrow() -> QPainterPath:
    path = QPainterPath(QPointF(14.0, 5.4))
    path.lineTo(16.6, 8)
    path.lineTo(14.0, 10.6)
    path.closeSubpath()
    return path


def _paint_value(painter: QPainter, kind: str, spot: ValueSpot) -> None:
    if kind == "color":
        painter.setPen(QPen(_BOX_BORDER, 1.0))
        painter.setBrush(QColor(spot.text))
        painter.drawRoundedRect(spot.rect.adjusted(0, 2, 0, -2), 3, 3)
        return
    painter.setPen(QPen(_BOX_BORDER, 1.0))
    painter.setBrush(_BOX)
    painter.drawRoundedRect(spot.rect, 3, 3)
    if kind == "check":
        if spot.text == "true":
            paint_glyph(painter, "check", spot.rect.topLeft(), SLATE["accent_text"])
        return
    painter.setFont(editor_font("value"))
    if spot.caption:
        painter.setPen(_CAPTION)
        area = QRectF(spot.rect.left() - 24, spot.rect.top(), 20, spot.rect.height())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, spot.caption)
    painter.setPen(_VALUE)
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    painter.drawText(spot.rect.adjusted(6, 0, -2, 0), flags, spot.text)
    if kind in {"choice", "asset"}:
        sign = QPointF(spot.rect.right() - 17, spot.rect.center().y() - 7)
        paint_glyph(painter, "chevron_down", sign, QColor(190, 190, 190), 14.4)


# --- around the box --------------------------------------------------------------------------


def _paint_surroundings(painter: QPainter, shape: NodeShape) -> None:
    appearance = shape.appearance
    if shape.bubble is not None:
        _paint_bubble(painter, shape.bubble, appearance.bubble)
    if shape.message is not None and appearance.message is not None:
        color = _MESSAGE[appearance.message.severity]
        painter.setPen(QPen(color.lighter(140), 1.0))
        painter.setBrush(color)
        painter.drawRoundedRect(shape.message, 4, 4)
        painter.setFont(editor_font("title"))
        painter.setPen(QColor(255, 255, 255))
        area = shape.message.adjusted(7, 5, -7, -5)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        painter.drawText(area, flags, _MESSAGE_WORD[appearance.message.severity])
        painter.setFont(editor_font("bubble"))
        body = area.adjusted(0, font_metrics("title").height() + 1, 0, 0)
        painter.drawText(body, flags, "\n".join(shape.message_lines))


def _paint_bubble(painter: QPainter, area: QRectF, text: str) -> None:
    painter.setPen(QPen(QColor(0, 0, 0, 190), 1.0))
    painter.setBrush(QColor(70, 70, 70, 225))
    path = QPainterPath()
    path.addRoundedRect(area, 4, 4)
    tip = QPainterPath(QPointF(area.left() + 14, area.bottom() - 0.5))
    tip.lineTo(area.left() + 19, area.bottom() + 6)
    tip.lineTo(area.left() + 24, area.bottom() - 0.5)
    tip.closeSubpath()
    painter.drawPath(path.united(tip))
    painter.setFont(editor_font("bubble"))
    painter.setPen(QColor(228, 228, 228))
    flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    painter.drawText(area.adjusted(8, 0, -8, 0), flags, text)


def _paint_selection(painter: QPainter, shape: NodeShape) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor("#f1b000"), 2.5))
    painter.drawRoundedRect(shape.frame.adjusted(-1.5, -1.5, 1.5, 1.5), _RADIUS + 2, _RADIUS + 2)
