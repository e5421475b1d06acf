"""The editor's font (Roboto, packaged beside this file) and its sizes. GUI thread only."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, Literal

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

__all__ = ["FontRole", "editor_font", "font_metrics", "load_fonts", "text_width"]

FontRole = Literal["title", "subtitle", "label", "value", "compact", "comment", "bubble", "code", "body"]

_FOLDER: Final = Path(__file__).with_name("fonts")
_FILES: Final = ("Roboto-Regular.ttf", "Roboto-Bold.ttf", "Roboto-Italic.ttf")
_FAMILIES: Final = ["Roboto", "Segoe UI", "Helvetica Neue", "Noto Sans", "DejaVu Sans", "sans-serif"]
_CODE_FAMILIES: Final = ["Consolas", "Menlo", "DejaVu Sans Mono", "Noto Sans Mono", "monospace"]
# Unreal's points at 96 dots per inch: 10 pt bold titles, 9 pt labels, 20 pt compact signs.
_PIXELS: Final[dict[FontRole, int]] = {
    "title": 13,
    "subtitle": 12,
    "label": 12,
    "value": 12,
    "compact": 26,
    "comment": 24,
    "bubble": 12,
    "code": 12,
    "body": 13,
}


@cache
def load_fonts() -> bool:
    """Make the packaged font known to Qt; whether all of it was found. Needs a QGuiApplication.

    Without it the system's own sans-serif is used and texts are some pixels wider.
    """
    return all(QFontDatabase.addApplicationFont(str(_FOLDER / name)) >= 0 for name in _FILES)


@cache
def editor_font(role: FontRole, pixels: int = 0) -> QFont:
    """The font of a role, at its own size unless `pixels` names another. Do not change it."""
    load_fonts()
    font = QFont()
    font.setFamilies(_CODE_FAMILIES if role == "code" else _FAMILIES)
    font.setPixelSize(pixels or _PIXELS[role])
    font.setBold(role in {"title", "compact", "comment"})
    font.setItalic(role == "subtitle")
    # Graphs are zoomed: hinted widths would differ between zoom levels.
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


@cache
def font_metrics(role: FontRole, pixels: int = 0) -> QFontMetricsF:
    """The metrics of `editor_font` with the same arguments."""
    return QFontMetricsF(editor_font(role, pixels))


def text_width(text: str, role: FontRole, pixels: int = 0) -> float:
    """The width in pixels of the widest line of a text."""
    metrics = font_metrics(role, pixels)
    return max((metrics.horizontalAdvance(line) for line in text.split("\n")), default=0.0)
