"""What an unfolded tool row shows: parameters, code in colours, result. Outside uses tool_document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.ui.chat.code_colors import color_code, units
from blueprint_assistant.ui.chat.rich_text import plain_document

if TYPE_CHECKING:
    from PySide6.QtGui import QTextDocument

    from blueprint_assistant.ui.chat.transcript import TranscriptRow

__all__ = ["MAX_RESULT_LINES", "tool_document"]

MAX_RESULT_LINES: Final = 400
_MAX_LETTERS: Final = 20_000


def tool_document(row: TranscriptRow, width: float) -> QTextDocument:
    """The parameters, the code and the result, of very long ones the beginning. GUI thread."""
    code = _beginning(row.code)
    before = f"{row.parameters}\n\n" if row.parameters else ""
    parts = [part for part in (row.parameters, code, _beginning(row.text)) if part]
    document = plain_document("\n\n".join(parts), width, "code")
    if code:
        color_code(document, code, units(before))
    return document


def _beginning(text: str) -> str:
    shown = "\n".join(text.split("\n", MAX_RESULT_LINES)[:MAX_RESULT_LINES])[:_MAX_LETTERS]
    if len(shown) == len(text):
        return text
    return f"{shown}\n… {len(text) - len(shown):,} more letters: copy the row to get all"
