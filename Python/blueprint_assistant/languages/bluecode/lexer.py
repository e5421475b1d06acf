"""Splits BlueCode into lines of tokens. Part of `bluecode`; outside uses the parser.

One lexer decides for all what is a text, a name, a number: a bracket or `=` in quotes is never seen
by anybody else. Lines inside brackets are joined. Linear, whatever the text.

lark and the standard library's `tokenize` were looked at: neither reads names in back quotes, ranges
(`0..9`), labels and regions beside Python's spellings, nor can say what to write instead.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from blueprint_assistant.languages.ast.syntax_tree import Place
from blueprint_assistant.languages.bluecode.braces import BlockBraces
from blueprint_assistant.languages.bluecode.errors import BlueCodeError
from blueprint_assistant.languages.bluecode.lookalikes import imitated_name, imitated_sign
from blueprint_assistant.languages.bluecode.prose import ends_like_a_sentence, is_prose
from blueprint_assistant.languages.bluecode.quotes import unquoted
from blueprint_assistant.languages.bluecode.token_pattern import TOKEN_PATTERN

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["MOST_ERRORS", "BlueCodeError", "Line", "Token", "TokenKind", "read_lines"]

MAX_CHARACTERS: Final = 400_000
MOST_ERRORS: Final = 20
_TAB: Final = 4

TokenKind = Literal["name", "quoted", "number", "text", "format", "sign", "end"]


class Token(NamedTuple):
    """One token: a text without its quotes, a name, a number or sign as written. Columns count from 1."""

    kind: TokenKind
    text: str
    line: int
    column: int

    def is_sign(self, *signs: str) -> bool:
        """Whether it is one of these signs."""
        return self.kind == "sign" and self.text in signs

    def is_word(self, *words: str) -> bool:
        """Whether it is one of these words, letter case ignored; a name in back quotes never is."""
        return self.kind == "name" and self.text.lower() in words

    @property
    def place(self) -> Place:
        """Where it stands."""
        return Place(self.line, self.column)


@dataclass(frozen=True, slots=True)
class Line:
    """A logical line: its indentation in columns and its tokens, the last of which is an `end`.

    `region` is the text of a line that opens a region (`#[text]`); `#[/]` closes the last one.
    """

    indent: int
    tokens: tuple[Token, ...]
    region: str | None = None
    closes_region: bool = False
    is_unread: bool = False
    """Whether it stands for a line that cannot be read."""

    @property
    def number(self) -> int:
        """The number of its first line in the text."""
        return self.tokens[0].line


_BLANKS: Final = " \t\u00a0\u3000"
_REGION: Final = re.compile(r"\s*#\[(?P<text>.*)\]\s*$")
_FENCE: Final = re.compile(r"\s*(```|~~~)[^`]*$")
_CLOSED_BY: Final = {"(": ")", "[": "]", "{": "}"}
_ASKS: Final = ("if", "elif", "while", "for", "return", "let", "switch", "case", "match")
_DIVISOR: Final = re.compile(r"//\s*(?:[\w.]+|[-(].*)\s*(?:$|[-+*/%<>=!)\],:].*)")


def read_lines(
    text: str, *, has_prose: bool = False, errors: list[BlueCodeError] | None = None
) -> list[Line]:
    """The lines of a program; blank lines, comments and code fences are left out. Raises BlueCodeError.

    `has_prose`: sentences before and behind the program are left out as well, where it is certain.
    With `errors` up to `MOST_ERRORS` are put there, and lines that cannot be read are said to be so.
    """
    if len(text) > MAX_CHARACTERS:
        raise BlueCodeError(
            f"The program has {len(text):,} characters", f"Send up to {MAX_CHARACTERS:,} at once."
        )
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return list(_Lexer(text, has_prose=has_prose, errors=errors).lines())


class _Lexer:
    def __init__(self, text: str, *, has_prose: bool, errors: list[BlueCodeError] | None) -> None:
        self._errors = errors
        self._text = text
        self._at = 0
        self._number = 1
        self._start = 0
        self._indent_sign = ""
        self._has_prose = has_prose
        self._is_after_gap = True
        self._braces = BlockBraces()

    def lines(self) -> Iterator[Line]:
        while self._at < len(self._text):
            start = self._at, self._number
            try:
                yield from self._next_lines()
            except BlueCodeError as error:
                yield from self._unread(error, *start)
        try:
            yield from self._braces.rest()
        except BlueCodeError as error:
            yield from self._unread(error, self._at, self._number)

    def _unread(self, error: BlueCodeError, at: int, number: int) -> Iterator[Line]:
        """Note an error and go on behind the line; raises it when nobody wants to go on."""
        if self._errors is None or len(self._errors) >= MOST_ERRORS:
            raise error
        self._errors.append(error)
        raw = self._text[at : self._line_end(at)]
        self._at, self._number = at, number
        self._next_line(self._line_end(at))
        if raw.strip():
            indent = (len(raw) - len(raw.lstrip(_BLANKS))) * (_TAB if raw.startswith("\t") else 1)
            tokens = Token("name", "pass", number, indent + 1), Token("end", "", number, indent + 1)
            yield from self._braces.lines(Line(indent, tokens, is_unread=True))

    def _next_lines(self) -> Iterator[Line]:
        """The lines that the next line of the text stands for."""
        end = self._line_end(self._at)
        raw = self._text[self._at : end]
        if not raw.strip() or _FENCE.match(raw) or self._is_prose(raw, end):
            self._is_after_gap = True
            self._next_line(end)
            return
        self._is_after_gap = False
        region = _REGION.match(raw)
        if region is not None:
            indent = self._indent(raw)
            token = Token("end", "", self._number, indent + 1)
            said = region["text"].strip(" \t")
            line = Line(indent, (token,), unquoted(said), closes_region=said == "/")
            self._next_line(end)
            yield from self._braces.lines(line)
        elif raw.lstrip(_BLANKS).startswith(("#", "//")):
            self._next_line(end)
        else:
            indent = self._indent(raw)
            tokens = self._tokens()
            if len(tokens) > 1:
                yield from self._braces.lines(Line(indent, tuple(tokens)))

    def _line_end(self, start: int) -> int:
        end = self._text.find("\n", start)
        return len(self._text) if end < 0 else end

    def _is_prose(self, raw: str, end: int) -> bool:
        """Whether a line is a sentence that stands apart from the program."""
        if not self._has_prose or raw[0] in _BLANKS:
            return False
        following = self._text[end + 1 : self._line_end(end + 1)]
        if following.strip() and following[0] in _BLANKS and not raw.rstrip().endswith("."):
            # Something is indented under it: a head that cannot be read, not a sentence.
            return False
        if not is_prose(raw, is_heading=True):
            return False
        is_before_gap = (
            not following.strip() or bool(_FENCE.match(following)) or is_prose(following, is_heading=True)
        )
        if self._is_after_gap and is_before_gap:
            return True
        return (self._is_after_gap or is_before_gap) and ends_like_a_sentence(raw)

    def _next_line(self, end: int) -> None:
        self._at = end + 1
        self._start = self._at
        self._number += 1

    def _indent(self, raw: str) -> int:
        blank = raw[: len(raw) - len(raw.lstrip(_BLANKS))]
        signs = {"\t" if sign == "\t" else " " for sign in blank} | {self._indent_sign} - {""}
        if len(signs) > 1:
            raise self._error("Tabs and blanks are mixed in the indentation", "Indent with blanks only.")
        self._indent_sign = signs.pop() if signs else ""
        return len(blank) * (_TAB if blank.startswith("\t") else 1)

    def _tokens(self) -> list[Token]:
        """The tokens up to the end of the logical line; behind it stands the next one."""
        found: list[Token] = []
        opened: list[Token] = []
        while self._at < len(self._text):
            if self._text[self._at] == "\n":
                self._next_line(self._at)
                if not opened:
                    break
                continue
            token = self._token(found, is_inside=bool(opened))
            if token is None:
                continue
            is_block = token.is_sign("{") and not opened and self._opens_block(found)
            if token.kind == "sign" and not is_block:
                self._count_brackets(token, opened)
            found.append(token)
        if opened:
            first = opened[-1]
            fix = f"Write {_CLOSED_BY[first.text]} where it ends."
            raise self._error(f"The bracket '{first.text}' is never closed", fix, first.line, first.column)
        last = found[-1] if found else Token("end", "", self._number, 1)
        found.append(Token("end", "", last.line, last.column + len(last.text)))
        return found

    def _opens_block(self, before: list[Token]) -> bool:
        """Whether the brace that was just read opens a block."""
        behind = self._text[self._at : self._line_end(self._at)].lstrip(_BLANKS)
        return self._braces.opens(before, is_last=not behind or behind.startswith(("//", "#", "/*")))

    def _count_brackets(self, token: Token, opened: list[Token]) -> None:
        if token.text in _CLOSED_BY:
            opened.append(token)
        elif token.text in ")]}" and opened:
            wanted = _CLOSED_BY[opened.pop().text]
            if token.text != wanted:
                raise self._error(
                    f"'{token.text}' closes another bracket", f"Write {wanted}.", token.line, token.column
                )

    def _token(self, before: list[Token], *, is_inside: bool) -> Token | None:
        match = TOKEN_PATTERN.match(self._text, self._at)
        if match is None:
            raise self._strange()
        kind, text = match.lastgroup, match[0]
        column = self._at - self._start + 1
        line = self._number
        if kind == "comment":
            self._check_slashes(text, before, is_inside=is_inside)
        if kind in ("text", "triple"):
            return Token("text", unquoted(self._text_inside()), line, column)
        self._at = match.end()
        if kind == "blank" and text.endswith("\n"):
            self._next_line(self._at - 1)
        if kind in ("blank", "comment"):
            return None
        if kind == "prefix":
            return self._prefixed(text.lower(), line, column)
        if kind == "quoted":
            return Token("quoted", text[1:-1].replace("``", "`"), line, column)
        if kind == "number":
            return Token("number", _number(text), line, column)
        if kind == "name" and not text.isascii():
            self._check_letters(text, line, column)
        return Token("name" if kind == "name" else "sign", text, line, column)

    def _prefixed(self, prefix: str, line: int, column: int) -> Token:
        """A text with `f` or `r` before it."""
        inner = self._text_inside()
        return Token(
            "format" if "f" in prefix else "text", inner if "r" in prefix else unquoted(inner), line, column
        )

    def _text_inside(self) -> str:
        """What stands between the quotes that are next."""
        start = self._at
        sign = self._text[start]
        if self._text.startswith(sign * 3, start):
            end = self._triple_end(sign * 3, start + 3)
            inner = self._text[start + 3 : end]
            self._at = end + 3
            if "\n" in inner:
                self._number += inner.count("\n")
                self._start = self._text.rfind("\n", start, end) + 1
            return inner
        match = TOKEN_PATTERN.match(self._text, start)
        if match is None:
            raise self._strange()
        if "\n" in match[0]:
            raise self._error("The text is not closed", f"Write {sign} at its end, on the same line.")
        self._at = match.end()
        return match[0][1:-1]

    def _triple_end(self, quotes: str, start: int) -> int:
        at = start
        while (end := self._text.find(quotes, at)) >= 0:
            behind = end
            while behind > start and self._text[behind - 1] == "\\":
                behind -= 1
            if (end - behind) % 2 == 0:
                return end
            at = end + 1
        raise self._error("The text is not closed", f"Write {quotes} at its end.")

    def _check_slashes(self, text: str, before: list[Token], *, is_inside: bool) -> None:
        """`//` behind a value could be Python's whole division, which must not be lost as a comment."""
        if not text.startswith("//") or not before:
            return
        last = before[-1]
        is_value = last.kind != "sign" or last.text in ")]}"
        is_asked = is_inside or before[0].is_word(*_ASKS) or any(token.is_sign("=") for token in before)
        if is_value and is_asked and _DIVISOR.fullmatch(text):
            raise self._error(
                "It is not certain whether // divides or begins a comment",
                "Write FTrunc() around / for a whole division, # before a comment.",
            )

    def _check_letters(self, text: str, line: int, column: int) -> None:
        meant = imitated_name(text)
        if meant:
            raise self._error(
                f"'{text}' has letters of another alphabet that only look like '{meant}'",
                f"Write {meant}; if the name really is so, write it in `back quotes`.",
                line,
                column,
            )

    def _strange(self) -> BlueCodeError:
        sign = self._text[self._at]
        if sign in "\"'":
            return self._error("The text is not closed", f"Write {sign} at its end, on the same line.")
        if sign == "`":
            return self._error("The name in back quotes is not closed", "Write ` at its end.")
        if sign.isdigit():
            return self._error(
                "A number goes over into a name", "Names begin with a letter; write 0.5 or 2e3."
            )
        meant = imitated_sign(sign)
        if meant:
            return self._error(f"'{sign}' is no sign of the language", f"Write {meant} instead.")
        return self._error(f"{sign!a} has no meaning here", "Leave it out, or put it in quotes.")

    def _error(self, what: str, fix: str, line: int = 0, column: int = 0) -> BlueCodeError:
        return BlueCodeError(
            what, fix, line=line or self._number, column=column or max(1, self._at - self._start + 1)
        )


def _number(text: str) -> str:
    if text[:2].lower() == "0x":
        return str(int(text, 16))
    return text.rstrip("fF").replace("_", "")
