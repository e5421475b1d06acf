"""The error of BlueCode as a text: what, where, what to write. Part of `bluecode`."""

from __future__ import annotations

from typing import Final

from blueprint_assistant.errors import TextError

__all__ = ["BlueCodeError"]

_EXCERPT: Final = 120


class BlueCodeError(TextError):
    """A program that cannot be read, with line, column and what to write instead.

    `reason` is what failed without the place; `pointer` how many characters of the excerpt stand
    before the one that is meant; `others` are further lines that cannot be read.
    """

    code = "parse_error"

    def __init__(
        self, what: str, fix: str = "", *, line: int = 0, column: int = 0, excerpt: str = ""
    ) -> None:
        """Keep what failed beside the sentence that names the place."""
        super().__init__(what, fix, line=line, column=column, excerpt=excerpt)
        self.reason = what
        self.others: tuple[BlueCodeError, ...] = ()
        self.pointer = max(0, column - 1)

    @property
    def errors(self) -> tuple[BlueCodeError, ...]:
        """All that is wrong with the text, in the order of the lines."""
        return self, *self.others

    def show_line(self, text: str) -> None:
        """Take the excerpt from the text that was read."""
        if not self.line:
            return
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n", self.line)
        line = lines[self.line - 1] if self.line <= len(lines) else ""
        start = 0 if self.column <= _EXCERPT else self.column - _EXCERPT // 2
        # A tab or an unprintable sign is as wide as the blank that keeps the caret in its place.
        part = line[start : start + _EXCERPT]
        self.excerpt = "".join(sign if sign.isprintable() else " " for sign in part).rstrip()
        self.pointer = max(0, self.column - 1 - start)

    @property
    def pointed(self) -> str:
        """The line with a caret under the place; empty when it is not known."""
        return f"{self.excerpt}\n{' ' * self.pointer}^" if self.excerpt else ""

    def for_model(self) -> str:
        """The sentences, and under them the line with a caret."""
        said = super().for_model()
        return f"{said}\n{self.pointed}" if self.excerpt else said
