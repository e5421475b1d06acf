"""Blocks in braces and statements behind semicolons, as C, C++ and JavaScript write them. Part of the lexer.

`if (x) { a(); b(); }` becomes the lines that indentation would say. A brace opens a block only behind the
head of one; all others are those of maps and sets.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.bluecode.errors import BlueCodeError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from blueprint_assistant.languages.bluecode.lexer import Line, Token

__all__ = ["BlockBraces"]

_HEADS: Final = (
    *("if", "elif", "elseif", "else", "for", "foreach", "while", "switch", "match", "case", "default"),
    *("on", "event", "func", "function", "def", "void", "macro", "class", "main", "sequence", "then", "do"),
)
_ALONE: Final = ("else", "default", "then", "do", "sequence")
_BEFORE_VALUES: Final = (
    *("in", "is", "not", "and", "or", "xor", "return", "await", "if", "elif", "else", "while", "for", "to"),
    *("as", "from", "case", "switch"),
)
_TYPED_HEAD: Final = 2


@dataclass
class _Open:
    """A block that is open: its brace and the indentation of its head."""

    brace: Token
    indent: int


class BlockBraces:
    """Takes the lines of tokens in order and gives the lines of statements. Raises BlueCodeError."""

    def __init__(self) -> None:
        """No block is open."""
        self._open: list[_Open] = []
        self._held: Line | None = None
        """The last line: a brace that stands alone below it opens its block."""

    def opens(self, before: Sequence[Token], *, is_last: bool) -> bool:
        """Whether a brace behind these tokens of its line opens a block; `is_last`: nothing is behind it."""
        if not before:
            return is_last and self._held is not None and _is_head(self._held.tokens[:-1])
        return _is_head([token for token in before if not token.is_sign("}", ";")])

    def lines(self, line: Line) -> Iterator[Line]:
        """The lines that are certain now, of those until this one."""
        for made in self._split(line):
            if self._held is not None:
                yield self._held
            self._held = made

    def rest(self) -> Iterator[Line]:
        """The last line. Raises BlueCodeError when a block is still open."""
        if self._open:
            raise _error(
                self._open[-1].brace, "The block in braces is never closed", "Write } where it ends."
            )
        if self._held is not None:
            yield self._held

    def _split(self, line: Line) -> Iterator[Line]:
        """The lines that one line stands for."""
        if line.region is not None:
            yield replace(line, indent=self._place(line.indent))
            return
        *rest, end = line.tokens
        indent = line.indent
        part: list[Token] = []
        depth = 0
        for token in rest:
            opens = token.is_sign("{") and not depth and self.opens(part, is_last=token is rest[-1])
            if depth == 0 and (opens or token.is_sign("}", ";")):
                closing = end._replace(line=token.line, column=token.column)
                if opens:
                    indent = yield from self._opened(line, part, token, closing, indent)
                elif token.text == ";":
                    indent = yield from self._ended(line, part, closing, indent)
                else:
                    yield from self._made(line, part, closing, indent)
                    indent = self._closed(token)
                part = []
                continue
            if token.is_sign("(", "[", "{"):
                depth += 1
            elif token.is_sign(")", "]", "}"):
                depth -= depth > 0
            part.append(token)
        yield from self._made(line, part, end, indent)

    def _opened(
        self, line: Line, part: list[Token], token: Token, closing: Token, indent: int
    ) -> Generator[Line, None, int]:
        """A block begins: its head ends with a colon."""
        colon = token._replace(text=":")
        if part:
            head = part if part[-1].is_sign(":") else [*part, colon]
            yield from self._made(line, head, closing, indent)
            place = self._place(indent)
        else:
            held = self._held or line
            self._held, place = replace(held, tokens=(*held.tokens[:-1], colon, held.tokens[-1])), held.indent
        self._open.append(_Open(token, place))
        return place + 1

    def _ended(
        self, line: Line, part: list[Token], closing: Token, indent: int
    ) -> Generator[Line, None, int]:
        """A statement ends. Behind `if x:` it is in the block, and so is the next one of the line."""
        at = next((number for number, token in enumerate(part) if token.is_sign(":")), -1)
        if not part or not part[0].is_word(*_HEADS) or not 0 <= at < len(part) - 1:
            yield from self._made(line, part, closing, indent)
            return indent
        inner = part[at + 1]
        yield from self._made(line, part[: at + 1], closing._replace(column=inner.column), indent)
        yield from self._made(line, part[at + 1 :], closing, indent + 1)
        return self._place(indent) + 1

    def _closed(self, token: Token) -> int:
        """How far in what follows a closing brace is."""
        if not self._open:
            raise _error(token, "'}' closes no block", "Leave it out.")
        return self._open.pop().indent

    def _place(self, indent: int) -> int:
        """An indentation inside of the blocks that are open: at least one more than their heads."""
        return max(indent, self._open[-1].indent + 1) if self._open else indent

    def _made(self, line: Line, tokens: list[Token], end: Token, indent: int) -> Iterator[Line]:
        if tokens:
            yield replace(line, tokens=(*tokens, end), indent=self._place(indent))


def _is_head(tokens: Sequence[Token]) -> bool:
    """Whether these are the head of a block, without its colon or with it."""
    if not tokens or (tokens[-1].kind == "sign" and not tokens[-1].is_sign(")", "]", ":")):
        return False
    first, last = tokens[0], tokens[-1]
    if first.is_word(*_HEADS):
        return first.is_word(*_ALONE) if len(tokens) == 1 else not last.is_word(*_BEFORE_VALUES)
    if last.is_word("override", "const", "final"):
        last = next((token for token in reversed(tokens) if token.kind != "name"), last)
    at = next((number for number, token in enumerate(tokens) if token.kind != "name"), 0)
    return at >= _TYPED_HEAD and tokens[at].is_sign("(") and (last.is_sign(")") or tokens[-2].is_sign(":"))


def _error(token: Token, what: str, fix: str) -> BlueCodeError:
    return BlueCodeError(what, fix, line=token.line, column=token.column)
