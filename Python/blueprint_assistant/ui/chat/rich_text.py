"""Markdown of a model as a document that can do no harm.

HTML in it is shown as text, nothing is loaded from files or the network, links are only text
with a colour until somebody asks to open one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QUrl
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextOption,
)

from blueprint_assistant.ui.chat.code_colors import color_code
from blueprint_assistant.ui.colors import SLATE
from blueprint_assistant.ui.fonts import editor_font

if TYPE_CHECKING:
    from PySide6.QtCore import QObject
    from PySide6.QtGui import QTextBlock

__all__ = ["ClosedDocument", "can_open", "markdown_document", "open_link", "plain_document"]

_FEATURES: Final = QTextDocument.MarkdownFeature(
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub.value
    | QTextDocument.MarkdownFeature.MarkdownNoHTML.value
)
_HEADING_PIXELS: Final = {1: 20, 2: 17, 3: 15}
_CODE_COLOR: Final = "#d7c9a8"
_INDENT: Final = 22.0
_LINE_PERCENT: Final = 118
_MAX_SHOWN: Final = 200_000  # letters of one message; longer ones are cut for display only
_ITEM: Final = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s")
_BLOCK: Final = re.compile(r"\s*(?:[-*+]\s|\d{1,9}[.)]\s|[|>#]|```|~~~|---|===)")
_COLORED: Final = frozenset({"", "bluecode", "blueprint", "python", "py"})
"""What a fence says of code that is in the colours of BlueCode; models write it as Python."""
_SCHEMES: Final = frozenset({"http", "https"})


class ClosedDocument(QTextDocument):
    """A document that loads nothing: no image, no style sheet, from nowhere."""

    def loadResource(self, kind: int, name: QUrl | str) -> Any:  # noqa: N802 - Qt's name
        """Never anything, whatever is asked for."""
        del kind, name
        return None


def markdown_document(text: str, width: float, parent: QObject | None = None) -> QTextDocument:
    """The message laid out for a width in pixels."""
    document = _empty_document(parent)
    document.setMarkdown(_with_breaks(_shown(text)), _FEATURES)
    _replace_images(document)
    _restyle(document)
    document.setTextWidth(width)
    return document


def plain_document(
    text: str, width: float, role: str = "body", parent: QObject | None = None
) -> QTextDocument:
    """Text as it is, in the font of a role, laid out for a width in pixels."""
    document = _empty_document(parent)
    document.setDefaultFont(editor_font("code" if role == "code" else "body"))
    document.setPlainText(_shown(text))
    document.setTextWidth(width)
    return document


def can_open(link: str) -> bool:
    """Whether a link leads to a web page; nothing else is ever opened."""
    url = QUrl(link, QUrl.ParsingMode.StrictMode)
    return url.isValid() and url.scheme().lower() in _SCHEMES and bool(url.host())


def open_link(link: str) -> bool:
    """Open a web page in the user's browser, because the user asked to; whether that was done."""
    return can_open(link) and QDesktopServices.openUrl(QUrl(link))


def _shown(text: str) -> str:
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}\n\n… (shortened for display)"


def _with_breaks(text: str) -> str:
    """The text with its own line breaks kept, which Markdown would join into one line.

    Models (and people) break lines to be seen. A line after a list item that is neither
    indented nor an item starts a paragraph.
    """
    lines: list[str] = []
    is_code = False
    for line in text.split("\n"):
        is_fence = line.lstrip().startswith(("```", "~~~"))
        before = lines[-1] if lines else ""
        if not (is_code or is_fence) and line.strip() and before.strip():
            if _ITEM.match(before) and not _ITEM.match(line) and not line.startswith((" ", "\t")):
                lines.append("")
            elif not _BLOCK.match(before) and not _BLOCK.match(line):
                lines[-1] = before.rstrip() + "  "
        is_code = is_code != is_fence
        lines.append(line)
    return "\n".join(lines)


def _empty_document(parent: QObject | None) -> QTextDocument:
    document = ClosedDocument(parent)
    document.setUndoRedoEnabled(False)
    document.setDocumentMargin(0)
    document.setIndentWidth(_INDENT)
    document.setDefaultFont(editor_font("body"))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    document.setDefaultTextOption(option)
    return document


def _replace_images(document: QTextDocument) -> None:
    """Put an image's words in its place: nothing is fetched, nothing is drawn."""
    block = document.begin()
    while block.isValid():
        for start, length, image in reversed(_images_of(block)):
            cursor = QTextCursor(document)
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            words = QTextCharFormat()
            words.setForeground(QColor(SLATE["muted"]))
            cursor.insertText(f"[image: {image}]", words)
        block = block.next()


def _images_of(block: QTextBlock) -> list[tuple[int, int, str]]:
    found: list[tuple[int, int, str]] = []
    fragment = block.begin()
    while not fragment.atEnd():
        piece = fragment.fragment()
        fmt = piece.charFormat()
        if fmt.isImageFormat():
            image = fmt.toImageFormat()
            title = image.property(QTextCharFormat.Property.ImageAltText) or image.name()
            found.append((piece.position(), piece.length(), str(title)))
        fragment += 1
    return found


def _restyle(document: QTextDocument) -> None:
    """Give headings, code and links the panel's sizes and colours."""
    block = document.begin()
    cursor = QTextCursor(document)
    while block.isValid():
        _restyle_block(block, cursor)
        block = block.next()


def _restyle_block(block: QTextBlock, cursor: QTextCursor) -> None:
    fmt = block.blockFormat()
    level = fmt.headingLevel()
    is_code = _is_code(block)
    shape = QTextBlockFormat()
    shape.setTopMargin(4.0 if level else 0.0)
    shape.setBottomMargin(2.0 if block.textList() is not None else 6.0)
    if is_code:
        shape.setBackground(QColor(SLATE["input"]))
        shape.setNonBreakableLines(False)
        shape.setLeftMargin(8)
        shape.setBottomMargin(0.0 if _is_code(block.next()) else 8.0)
    else:
        shape.setLineHeight(_LINE_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    cursor.setPosition(block.position())
    cursor.mergeBlockFormat(shape)
    for start, length, piece in _pieces_of(block):
        style = _piece_style(piece, level, is_code=is_code)
        if style is None:
            continue
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(style)
    if is_code and str(fmt.property(QTextFormat.Property.BlockCodeLanguage) or "").lower() in _COLORED:
        color_code(block.document(), block.text(), block.position())


def _is_code(block: QTextBlock) -> bool:
    """Whether a block is part of a code listing, fenced or indented."""
    if not block.isValid():
        return False
    fmt = block.blockFormat()
    return fmt.hasProperty(QTextCharFormat.Property.BlockCodeFence) or fmt.nonBreakableLines()


def _pieces_of(block: QTextBlock) -> list[tuple[int, int, QTextCharFormat]]:
    pieces: list[tuple[int, int, QTextCharFormat]] = []
    fragment = block.begin()
    while not fragment.atEnd():
        piece = fragment.fragment()
        pieces.append((piece.position(), piece.length(), piece.charFormat()))
        fragment += 1
    return pieces


def _piece_style(piece: QTextCharFormat, level: int, *, is_code: bool) -> QTextCharFormat | None:
    """The piece's whole new format, or None to leave it as Markdown made it."""
    style = QTextCharFormat(piece)
    if is_code or piece.fontFixedPitch():
        style.setFont(editor_font("code"))
        style.setForeground(QColor(_CODE_COLOR))
        return style
    if level:
        # The relative size that Markdown headings get would win over a size in pixels.
        style.clearProperty(QTextCharFormat.Property.FontSizeAdjustment.value)
        style.setFont(editor_font("title", _HEADING_PIXELS.get(level, 13)))
        style.setForeground(QColor(SLATE["bright"]))
        return style
    if piece.isAnchor():
        style.setForeground(QColor(SLATE["accent_text"]))
        return style
    return None
