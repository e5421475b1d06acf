"""Pictures of graphs without a window: what the graph view shows, as an image or a PNG file."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QImageWriter, QPainter
from PySide6.QtWidgets import QApplication

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.files import write_whole
from blueprint_assistant.ui.fonts import editor_font
from blueprint_assistant.ui.graph_scene import GraphScene

if TYPE_CHECKING:
    from pathlib import Path

    from blueprint_assistant.graph.model.blueprint import Graph

__all__ = ["PictureError", "PictureInfo", "render_graph", "render_image"]

_PADDING: Final = 48.0
_EMPTY_SIZE: Final = (640.0, 240.0)
_MIN_SIZE: Final = (320.0, 160.0)
_MAX_PIXELS: Final = 32_000_000
_PNG_QUALITY: Final = 80  # lossless all the same; it only weighs time against size
_MAX_SIDE: Final = 16_000
_kept: list[QCoreApplication] = []  # Qt needs the application that we made to stay alive


class PictureError(AssistantError):
    """A picture cannot be made or written."""

    code = "picture"


@dataclass(frozen=True, slots=True)
class PictureInfo:
    """A written picture. `scale` is the one used: huge graphs are drawn smaller than asked."""

    path: str
    width: int
    height: int
    scale: float


def render_graph(graph: Graph, path: Path, *, scale: float = 2.0) -> PictureInfo:
    """Draw a graph into a PNG file, replacing it whole or not at all.

    `scale` is pixels per graph unit. Works without a display. Raises PictureError when the
    file cannot be written. GUI thread, or the only thread that uses Qt.
    """
    image = render_image(graph, scale)
    try:
        write_whole(path, _png(image))
    except OSError as error:
        reason = error.strerror or str(error)
        raise PictureError(
            f"The picture {path} cannot be written: {reason}.",
            "Name a file in a folder that you may write to, and free the disk if it is full.",
        ) from error
    return PictureInfo(str(path), image.width(), image.height(), image.devicePixelRatio())


def _png(image: QImage) -> bytes:
    """The image in PNG form. Qt's own file writing has no reason for what fails, and replaces devices."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(b"png"))
    writer.setQuality(_PNG_QUALITY)
    if not writer.write(image):
        raise PictureError(f"The picture cannot be made: {writer.errorString()}.", "Use a smaller scale.")
    return bytes(buffer.data().data())


def render_image(graph: Graph, scale: float = 2.0) -> QImage:
    """Draw a graph into an image whose device pixel ratio is the scale used."""
    _ensure_application()
    scene = GraphScene()
    scene.set_graph(graph)
    area = _picture_area(scene.content_rect())
    scale = _possible_scale(area, scale)
    image = QImage(
        math.ceil(area.width() * scale), math.ceil(area.height() * scale), QImage.Format.Format_RGB32
    )
    if image.isNull():
        raise PictureError(
            f"There is no memory for a picture of graph '{graph.name}'.", "Use a smaller scale."
        )
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    scene.render(painter, QRectF(0, 0, image.width(), image.height()), area)
    if not graph.nodes:
        _paint_empty(painter, area, scale)
    painter.end()
    image.setDevicePixelRatio(scale)
    return image


def _picture_area(content: QRectF) -> QRectF:
    if content.isEmpty():
        return QRectF(0, 0, *_EMPTY_SIZE)
    area = content.adjusted(-_PADDING, -_PADDING, _PADDING, _PADDING)
    more_x, more_y = max(0.0, _MIN_SIZE[0] - area.width()), max(0.0, _MIN_SIZE[1] - area.height())
    return area.adjusted(-more_x / 2, -more_y / 2, more_x / 2, more_y / 2)


def _possible_scale(area: QRectF, scale: float) -> float:
    """The wanted scale, or the largest that keeps the image within what Qt and memory allow."""
    largest = min(
        _MAX_SIDE / area.width(),
        _MAX_SIDE / area.height(),
        math.sqrt(_MAX_PIXELS / (area.width() * area.height())),
    )
    return min(scale, largest)


def _paint_empty(painter: QPainter, area: QRectF, scale: float) -> None:
    painter.scale(scale, scale)
    painter.setFont(editor_font("comment", 18))
    painter.setPen(QColor(255, 255, 255, 110))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, "This graph is empty.")


def _ensure_application() -> None:
    """Fonts need an application object. One without a display is made when there is none."""
    existing = QCoreApplication.instance()
    if existing is None:
        _kept.append(QApplication(["blueprint-assistant", "-platform", "offscreen"]))
    elif not isinstance(existing, QGuiApplication):
        raise PictureError(
            "Pictures need a Qt application with fonts, and this process has one without.",
            "Create a QGuiApplication before the first picture.",
        )
