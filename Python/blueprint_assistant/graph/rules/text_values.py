"""The words of a localised text, in whatever form the editor writes it. Outside uses `shown_words`."""

from __future__ import annotations

import re
from typing import Final

from blueprint_assistant.graph.model.object_references import unquote

__all__ = ["shown_words"]

_LITERAL: Final = r'"((?:[^"\\]|\\.)*+)"'
_LOCALIZED: Final = re.compile(
    rf"\s*(?:NSLOCTEXT\(\s*{_LITERAL}\s*,|LOCTEXT\()\s*{_LITERAL}\s*,\s*{_LITERAL}\s*\)\s*", re.DOTALL
)
_INVARIANT: Final = re.compile(rf"\s*INVTEXT\(\s*{_LITERAL}\s*\)\s*", re.DOTALL)


def shown_words(text: str) -> str:
    """What players see of `NSLOCTEXT("Space", "Key", "Words")` or its like; another text as it is."""
    while "TEXT(" in text and (match := _LOCALIZED.fullmatch(text) or _INVARIANT.fullmatch(text)):
        text = unquote(f'"{match[match.lastindex or 1]}"')
    return text
