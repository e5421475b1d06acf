"""Where everything of a node lies: measured once per appearance, in graph units.

Sizes follow the Blueprint editor: rows of 28 units, header of 27 (43 with a subtitle), first exec
pin at 44, 60 or (SET) 28. They were fitted to how nodes and reroutes line up and stack in
clipboard texts of UE 5, so that positions saved by the editor do not overlap here. GUI thread
(font metrics).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF

from blueprint_assistant.ui.fonts import font_metrics, text_width

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from blueprint_assistant.ui.appearance import NodeAppearance
    from blueprint_assistant.ui.fonts import FontRole
    from blueprint_assistant.ui.pin_appearance import PinAppearance, ValueBox

__all__ = ["ICON_WIDTH", "NodeShape", "PinSpot", "ValueSpot", "measure_node"]

ROW: Final = 28.0
ICON_WIDTH: Final = 16.0
_HEADER: Final = 27.0
_SUBTITLE: Final = 16.0
_EDGE: Final = 10.0  # from the node's side to the pin's icon
_GAP: Final = 7.0  # between icon, label and value box
_BETWEEN_SIDES: Final = 22.0
_ABOVE_ROWS: Final = 3.0
_BELOW_ROWS: Final = 3.0
_MIN_WIDTH: Final = 100.0
_FOOTER_LINE: Final = 22.0
_ADD_PIN_SIGN: Final = 20.0
_BAND: Final = 24.0
_VALUE_HEIGHT: Final = 20.0
_COMMENT_SIDES: Final = 24.0
_BUBBLE_GAP: Final = 8.0
_BUBBLE_PAD: Final = 8.0
_SET_TOP: Final = 14.0
_KNOT_WIDTH: Final = 42.0
_KNOT_HEIGHT: Final = 24.0
_MESSAGE_PAD: Final = 7.0
_MESSAGE_LINES: Final = 4
_SHADOW: Final = 10.0
_LONG_SIGN: Final = 3  # letters; longer compact words are set smaller


@dataclass(frozen=True, slots=True)
class ValueSpot:
    """One box of a value: where it is and what it says. A caption (`X`) stands left of its box."""

    rect: QRectF
    text: str
    caption: str = ""


@dataclass(frozen=True, slots=True)
class PinSpot:
    """A pin in its place. `anchor` is where links end; `row` is what the pointer may hit."""

    pin: PinAppearance
    icon: QRectF
    label: QPointF
    anchor: QPointF
    row: QRectF
    values: tuple[ValueSpot, ...] = ()


@dataclass(frozen=True, slots=True)
class NodeShape:
    """A measured node; all places are relative to the node's own corner.

    `frame` is the box itself, `bounds` all that is painted (shadow, bubble, message).
    """

    appearance: NodeAppearance
    frame: QRectF
    bounds: QRectF
    header: float
    pins: tuple[PinSpot, ...]
    sign_pixels: int = 0
    add_pin: QRectF | None = None
    chevron: QRectF | None = None
    band: QRectF | None = None
    bubble: QRectF | None = None
    message: QRectF | None = None
    message_lines: tuple[str, ...] = ()
    title_lines: tuple[str, ...] = ()

    def spot(self, pin_id: str) -> PinSpot | None:
        """The place of a pin, or None when it is not shown."""
        return next((spot for spot in self.pins if spot.pin.id == pin_id), None)

    def lead(self, spot: PinSpot) -> float:
        """How far a link runs from the pin's anchor to the node's side; a reroute has no side."""
        if self.appearance.style == "knot":
            return 0.0
        return self.frame.width() - spot.anchor.x() if spot.pin.is_output else spot.anchor.x()


def measure_node(appearance: NodeAppearance) -> NodeShape:
    """The places of everything that the node shows."""
    match appearance.style:
        case "comment":
            return _measure_comment(appearance)
        case "knot":
            return _measure_knot(appearance)
        case "compact":
            return _measure_compact(appearance)
        case "variable":
            return _measure_variable(appearance)
        case "node":
            return _measure_box(appearance)


def _measure_box(appearance: NodeAppearance) -> NodeShape:
    title = text_width(appearance.title, "title")
    subtitle = text_width(appearance.subtitle, "subtitle")
    glyph = 22.0 if appearance.glyph != "none" else 0.0
    in_title = 30.0 if appearance.title_pin is not None else 0.0
    corner = 20.0 if appearance.is_latent else 0.0
    # The subtitle may run under the delegate pin's side, never under the pin.
    header_width = glyph + max(title, subtitle) + in_title + corner + 2 * _EDGE + 4
    lines = appearance.title.count("\n") + appearance.subtitle.count("\n")
    header = _HEADER + (_SUBTITLE if appearance.subtitle else 0.0) + lines * _SUBTITLE
    left, right = _side_width(appearance.inputs), _right_width(appearance)
    middle = _BETWEEN_SIDES if left and right else 6.0
    width = _rounded(max(_MIN_WIDTH, header_width, left + middle + right))
    pins = _spots(appearance, header + _ABOVE_ROWS, width)
    if appearance.title_pin is not None:
        pins = (*pins, _title_spot(appearance.title_pin, width))
    shape = NodeShape(appearance, QRectF(0, 0, width, 0), QRectF(), header, pins)
    return _finished(shape, header + _ABOVE_ROWS + _rows_height(appearance) + _BELOW_ROWS)


def _measure_variable(appearance: NodeAppearance) -> NodeShape:
    top = _SET_TOP if appearance.title else 1.0
    left, right = _side_width(appearance.inputs), _right_width(appearance)
    middle = _BETWEEN_SIDES if left and right else 12.0
    title = text_width(appearance.title, "title") + 4 * _EDGE if appearance.title else 0.0
    width = _rounded(max(56.0, title, left + middle + right))
    pins = _spots(appearance, top, width)
    shape = NodeShape(appearance, QRectF(0, 0, width, 0), QRectF(), 0.0, pins)
    return _finished(shape, top + _rows_height(appearance) + 1.0)


def _measure_compact(appearance: NodeAppearance) -> NodeShape:
    """The sign floats between the sides; beside an add-pin button it moves up instead of apart."""
    sign = _sign_pixels(appearance.title)
    left, right = _side_width(appearance.inputs), _side_width(appearance.outputs)
    with_sign = left + text_width(appearance.title, "compact", sign) + right + 10.0
    with_button = left + _button_width(appearance) + 4.0
    width = _rounded(max(64.0, with_sign, with_button))
    pins = _spots(appearance, 3.0, width)
    shape = NodeShape(appearance, QRectF(0, 0, width, 0), QRectF(), 0.0, pins, sign_pixels=sign)
    return _finished(shape, 3.0 + _rows_height(appearance) + 3.0)


def _sign_pixels(title: str) -> int:
    """Operators are larger than words, and long words smaller."""
    if len(title) == 1 and not title.isalnum():
        return 34
    return 26 if len(title) <= _LONG_SIGN else 20


def _measure_knot(appearance: NodeAppearance) -> NodeShape:
    frame = QRectF(0, 0, _KNOT_WIDTH, _KNOT_HEIGHT)
    center = frame.center()
    icon = QRectF(center.x() - 8, center.y() - 8, 16, 16)
    pins = tuple(
        PinSpot(pin, icon, center, center + QPointF(5 if pin.is_output else -5, 0), icon)
        for pin in (*appearance.inputs, *appearance.outputs)
    )
    return _finished(NodeShape(appearance, frame, QRectF(), 0.0, pins), _KNOT_HEIGHT)


def _measure_comment(appearance: NodeAppearance) -> NodeShape:
    box = appearance.comment
    width, height = (box.width, box.height) if box is not None else (400, 100)
    pixels = round((box.font_size if box is not None else 18) * 4 / 3)
    lines = tuple(
        piece
        for line in appearance.title.split("\n")
        for piece in _wrapped(line, max(width - _COMMENT_SIDES, 60.0), "comment", pixels)
    )
    header = font_metrics("comment", pixels).height() * len(lines) + 12
    frame = QRectF(0, 0, width, max(height, 1))
    bounds = frame.united(QRectF(0, 0, width, header)).adjusted(-3, -3, 3, 3)
    return NodeShape(appearance, frame, bounds, header, (), sign_pixels=pixels, title_lines=lines)


def _rows_height(appearance: NodeAppearance) -> float:
    """The height of all rows; the add-pin button is one more row on the right."""
    extra = 1 if appearance.add_pin else 0
    return max(len(appearance.inputs), len(appearance.outputs) + extra) * ROW


def _rounded(width: float) -> float:
    return float(round(width))


def _side_width(pins: Sequence[PinAppearance]) -> float:
    return max((_pin_width(pin) for pin in pins), default=0.0)


def _right_width(appearance: NodeAppearance) -> float:
    return max(_side_width(appearance.outputs), _button_width(appearance))


def _button_width(appearance: NodeAppearance) -> float:
    words = appearance.add_pin
    return _EDGE + text_width(words, "label") + _ADD_PIN_SIGN if words else 0.0


def _pin_width(pin: PinAppearance) -> float:
    label = _GAP + text_width(pin.label, "label") if pin.label else 0.0
    value = _GAP + _value_width(pin.value) if pin.value is not None else 0.0
    return _EDGE + ICON_WIDTH + label + value


def _value_width(value: ValueBox) -> float:
    match value.kind:
        case "check":
            return 16.0
        case "color":
            return 40.0
        case "axes":
            return sum(
                text_width(caption, "value") + 4 + _box_width(number) + 5
                for caption, number in zip(value.parts[::2], value.parts[1::2], strict=True)
            )
        case "choice" | "asset":
            return max(50.0, text_width(value.parts[0], "value") + 26.0)
        case "text":
            return _box_width(value.parts[0])


def _box_width(text: str) -> float:
    return max(26.0, text_width(text, "value") + 12.0)


def _spots(appearance: NodeAppearance, top: float, width: float) -> tuple[PinSpot, ...]:
    inputs = (_input_spot(pin, top + index * ROW, width) for index, pin in enumerate(appearance.inputs))
    outputs = (_output_spot(pin, top + index * ROW, width) for index, pin in enumerate(appearance.outputs))
    return (*inputs, *outputs)


def _input_spot(pin: PinAppearance, top: float, width: float) -> PinSpot:
    middle = top + ROW / 2
    icon = QRectF(_EDGE, middle - 8, ICON_WIDTH, 16)
    x = icon.right() + _GAP
    label = QPointF(x, _baseline(middle))
    if pin.label:
        x += text_width(pin.label, "label") + _GAP
    values = tuple(_value_spots(pin.value, x, middle)) if pin.value is not None else ()
    return PinSpot(pin, icon, label, QPointF(icon.left(), middle), QRectF(0, top, width / 2, ROW), values)


def _output_spot(pin: PinAppearance, top: float, width: float) -> PinSpot:
    middle = top + ROW / 2
    icon = QRectF(width - _EDGE - ICON_WIDTH, middle - 8, ICON_WIDTH, 16)
    x = icon.left() - _GAP - text_width(pin.label, "label")
    row = QRectF(width / 2, top, width / 2, ROW)
    return PinSpot(pin, icon, QPointF(x, _baseline(middle)), QPointF(icon.right(), middle), row)


def _title_spot(pin: PinAppearance, width: float) -> PinSpot:
    icon = QRectF(width - _EDGE - ICON_WIDTH + 3, 6, ICON_WIDTH, 16)
    return PinSpot(pin, icon, icon.center(), QPointF(icon.right() - 3, icon.center().y()), icon)


def _baseline(middle: float) -> float:
    metrics = font_metrics("label")
    return middle + (metrics.ascent() - metrics.descent()) / 2


def _value_spots(value: ValueBox, x: float, middle: float) -> Iterable[ValueSpot]:
    top = middle - _VALUE_HEIGHT / 2
    if value.kind == "axes":
        for caption, number in zip(value.parts[::2], value.parts[1::2], strict=True):
            x += text_width(caption, "value") + 4
            box = _box_width(number)
            yield ValueSpot(QRectF(x, top, box, _VALUE_HEIGHT), number, caption)
            x += box + 5
        return
    if value.kind == "check":
        yield ValueSpot(QRectF(x, middle - 8, 16, 16), value.parts[0])
        return
    yield ValueSpot(QRectF(x, top, _value_width(value), _VALUE_HEIGHT), value.parts[0])


def _finished(shape: NodeShape, bottom: float) -> NodeShape:
    """Add what hangs below the rows and around the box, then take the bounds."""
    appearance, width = shape.appearance, shape.frame.width()
    add_pin = chevron = band = None
    if appearance.add_pin:
        top = shape.pins[0].row.top() if shape.pins else shape.header
        label = text_width(appearance.add_pin, "label") + _ADD_PIN_SIGN
        row = top + len(appearance.outputs) * ROW
        add_pin = QRectF(width - label - _EDGE, row + (ROW - _FOOTER_LINE) / 2, label, _FOOTER_LINE)
    if appearance.chevron:
        chevron = QRectF(0, bottom - 4, width, 16)
        bottom += 14
    if appearance.band:
        band = QRectF(1, bottom, width - 2, _BAND)
        bottom += _BAND + 3
    frame = QRectF(0, 0, width, bottom)
    shape = replace(shape, frame=frame, add_pin=add_pin, chevron=chevron, band=band)
    return _with_surroundings(shape)


def _with_surroundings(shape: NodeShape) -> NodeShape:
    appearance, frame = shape.appearance, shape.frame
    bubble = message = None
    lines: tuple[str, ...] = ()
    bounds = frame.adjusted(-_SHADOW, -_SHADOW, _SHADOW, _SHADOW)
    if appearance.bubble:
        bubble = _bubble_rect(appearance.bubble)
        bounds = bounds.united(bubble.adjusted(-2, -2, 2, _BUBBLE_GAP))
    if appearance.message is not None:
        lines = _message_lines(appearance.message.text, max(frame.width(), 220.0) - 2 * _MESSAGE_PAD)
        height = (len(lines) + 1) * font_metrics("bubble").height() + 2 * _MESSAGE_PAD
        message = QRectF(0, frame.bottom() + 4, max(frame.width(), 220.0), height)
        bounds = bounds.united(message.adjusted(-2, -2, 2, 2))
    return replace(shape, bounds=bounds, bubble=bubble, message=message, message_lines=lines)


def _bubble_rect(text: str) -> QRectF:
    height = (text.count("\n") + 1) * font_metrics("bubble").height() + 2 * _BUBBLE_PAD
    return QRectF(0, -height - _BUBBLE_GAP, text_width(text, "bubble") + 2 * _BUBBLE_PAD, height)


def _message_lines(text: str, width: float) -> tuple[str, ...]:
    """The message in at most four lines of the width, the last one cut with `…`."""
    lines = _wrapped(" ".join(text.split()), width, "bubble")
    if len(lines) > _MESSAGE_LINES:
        lines = [*lines[: _MESSAGE_LINES - 1], f"{lines[_MESSAGE_LINES - 1]}…"]
    return tuple(line for line in lines if line)


def _wrapped(text: str, width: float, role: FontRole, pixels: int = 0) -> list[str]:
    """The text broken to the width: at blanks, and inside a word that is too long for a line."""
    lines = [""]
    for word in re.findall(r"\S+\s*", text) or [text]:
        for piece in _pieces(word, width, role, pixels):
            if not lines[-1] or text_width(lines[-1] + piece.rstrip(), role, pixels) <= width:
                lines[-1] += piece
            else:
                lines.append(piece)
    return [line.rstrip() for line in lines]


def _pieces(word: str, width: float, role: FontRole, pixels: int) -> list[str]:
    if text_width(word.rstrip(), role, pixels) <= width:
        return [word]
    pieces = [""]
    for letter in word:
        if pieces[-1] and text_width(pieces[-1] + letter, role, pixels) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces
