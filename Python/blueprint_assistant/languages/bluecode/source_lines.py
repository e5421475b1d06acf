"""The lines of a program while it is read, and the errors at them. Part of the parser."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.languages.bluecode.lexer import BlueCodeError

if TYPE_CHECKING:
    from blueprint_assistant.languages.bluecode.lexer import Line, Token

__all__ = ["Lines", "error_at"]


class Lines:
    """Lines in order; what is read lies behind."""

    def __init__(self, lines: list[Line]) -> None:
        """Start before the first."""
        self._lines = lines
        self._at = 0

    @property
    def at(self) -> int:
        """How many lines lie behind."""
        return self._at

    @property
    def line(self) -> Line | None:
        """The next line; None behind the last."""
        return self._lines[self._at] if self._at < len(self._lines) else None

    @property
    def following(self) -> Line | None:
        """The one behind the next line."""
        return self._lines[self._at + 1] if self._at + 1 < len(self._lines) else None

    def after(self, line: Line) -> Line | None:
        """The one behind a line that is not read yet; None behind the last."""
        at = next(
            (at for at in range(self._at, len(self._lines)) if self._lines[at] is line), len(self._lines)
        )
        return self._lines[at + 1] if at + 1 < len(self._lines) else None

    def take(self) -> Line:
        """The next line, which is read now. There must be one."""
        line = self._lines[self._at]
        self._at += 1
        return line

    def put_back(self, line: Line, first: Token, indent: int) -> None:
        """Read the rest of the line that was taken last, from a token on, as a line of its own."""
        self._at -= 1
        tokens = line.tokens[line.tokens.index(first) :]
        self._lines[self._at] = replace(line, tokens=tokens, indent=indent)


def error_at(line: Line, what: str, fix: str) -> BlueCodeError:
    """An error at the first token of a line."""
    token = line.tokens[0]
    return BlueCodeError(what, fix, line=token.line, column=token.column)
