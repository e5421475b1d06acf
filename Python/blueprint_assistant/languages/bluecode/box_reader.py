"""Comment boxes around whole entries, as text: `#[what they do]` at the margin. Part of printer and parser.

The line stands before the one entry that it is about; with `#[/]` behind the last of several.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from blueprint_assistant.languages.bluecode.quotes import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from blueprint_assistant.languages.ast.syntax_tree import Entry
    from blueprint_assistant.languages.bluecode.lexer import Line

__all__ = ["CLOSING", "BoxReader", "boxed", "opening"]

CLOSING = "#[/]"


def opening(text: str) -> str:
    """The line that opens a box; blanks at its ends and a text that would close it in another spelling."""
    said = quoted(text, "").replace('\\"', '"')
    if said == "/":
        return "#[\\x2f]"
    bare = said.lstrip(" ")
    front = "\\x20" * (len(said) - len(bare))
    return f"#[{front}{bare.rstrip(' ')}" + "\\x20" * (len(bare) - len(bare.rstrip(" "))) + "]"


def boxed(entries: Iterable[Entry], said: Callable[[Entry], str]) -> Iterator[str]:
    """The texts of entries, with the lines of the boxes that they stand in."""
    for text, group in groupby(entries, key=lambda entry: entry.box):
        blocks = [said(entry) for entry in group]
        if text:
            blocks[0] = f"{opening(text)}\n{blocks[0]}"
            if len(blocks) > 1:
                blocks[-1] = f"{blocks[-1]}\n{CLOSING}"
        yield from blocks


class BoxReader:
    """Which box each entry stands in: the one before it, and all up to the line that closes it."""

    def __init__(self) -> None:
        """No entry is read yet."""
        self._open: tuple[int, str] | None = None
        self._found: dict[int, str] = {}

    def has_read(self, line: Line, number: int, *, opens: bool) -> bool:
        """Whether a line opens or closes a box; `number` entries stand before it."""
        if opens:
            self._open = number, line.region or ""
            self._found[number] = line.region or ""
            return True
        if self._open is None or not line.closes_region:
            return False
        first, text = self._open
        self._found |= dict.fromkeys(range(first, number), text)
        self._open = None
        return True

    def around(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """The entries with their boxes."""
        for number, entry in enumerate(entries):
            text = self._found.get(number, "")
            yield replace(entry, box=text) if text else entry
