"""The tokens of one line and where reading stands. Part of the parser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.bluecode.lexer import BlueCodeError

if TYPE_CHECKING:
    from blueprint_assistant.languages.bluecode.lexer import Line, Token

__all__ = ["TokenCursor"]

_SHOWN: Final = 40


class TokenCursor:
    """Looks at tokens and takes them."""

    def __init__(self, line: Line) -> None:
        """Start at the first token."""
        self.line = line
        self._tokens = line.tokens
        self._at = 0

    @property
    def token(self) -> Token:
        """The next token; an `end` when the line is read."""
        return self._tokens[self._at]

    def peek(self, ahead: int = 1) -> Token:
        """A token further on."""
        return self._tokens[min(self._at + ahead, len(self._tokens) - 1)]

    @property
    def is_at_end(self) -> bool:
        """Whether the line is read."""
        return self.token.kind == "end"

    def take(self) -> Token:
        """The next token, which is read now."""
        token = self.token
        if token.kind != "end":
            self._at += 1
        return token

    def go_back(self, token: Token) -> None:
        """Read again from a token on that was taken before."""
        while self._tokens[self._at] is not token:
            self._at -= 1

    def is_sign(self, *signs: str) -> bool:
        """Whether the next token is one of these signs."""
        return self.token.is_sign(*signs)

    def is_word(self, *words: str) -> bool:
        """Whether the next token is one of these words, letter case ignored."""
        return self.token.is_word(*words)

    def is_name(self) -> bool:
        """Whether the next token can be a name."""
        return self.token.kind in ("name", "quoted")

    def skip_sign(self, *signs: str) -> bool:
        """Read one of these signs when it is next."""
        found = self.is_sign(*signs)
        if found:
            self.take()
        return found

    def skip_word(self, *words: str) -> bool:
        """Read one of these words when it is next."""
        found = self.is_word(*words)
        if found:
            self.take()
        return found

    def expect_sign(self, sign: str, after: str) -> Token:
        """Read a sign. Raises BlueCodeError when another token is there."""
        if not self.is_sign(sign):
            raise self.error(f"Expected '{sign}' after {after}, found {self.shown()}", f"Write {sign} here.")
        return self.take()

    def name(self, what: str) -> Token:
        """Read a name. Raises BlueCodeError when none is there."""
        if not self.is_name():
            raise self.error(
                f"Expected {what}, found {self.shown()}", "Names with blanks stand in `back quotes`."
            )
        return self.take()

    def shown(self) -> str:
        """The next token for a message."""
        token = self.token
        if token.kind == "end":
            return "the end of the line"
        text = token.text if len(token.text) <= _SHOWN else f"{token.text[:_SHOWN]}…"
        return f"'{text}'"

    def error(self, what: str, fix: str = "", token: Token | None = None) -> BlueCodeError:
        """An error at a token, by default the next."""
        token = token or self.token
        return BlueCodeError(what, fix, line=token.line, column=token.column)

    def expect_end(self) -> None:
        """Raises BlueCodeError when something is left on the line."""
        self.skip_sign(";")
        if self.is_sign("{", "}"):
            raise self.error("Blocks stand in no braces", "End the line with a colon and indent the block.")
        if not self.is_at_end:
            raise self.error(f"{self.shown()} is too much on this line", "Write one statement in a line.")
