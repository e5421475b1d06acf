"""What the pieces of a BlueCode text are, for colouring it. Outside uses code_spans.

The lexer's own pattern, so that what looks like a text is one. Never raises: a text that is still
being written has pieces too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from blueprint_assistant.languages.bluecode.token_pattern import TOKEN_PATTERN

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Span", "SpanKind", "code_spans"]

SpanKind = Literal["keyword", "call", "text", "number", "comment", "name"]

_WORDS: Final = """
and as await bind break broadcast case cast component continue def default elif else end event false floating
for func from goto if in input is let macro main none not null on or pass return self sequence switch then
timeline true var while
"""
_KEYWORDS: Final = frozenset(_WORDS.split())


class Span(NamedTuple):
    """A piece of a text: where it starts, in characters from 0, how long it is, what it is."""

    start: int
    length: int
    kind: SpanKind


def code_spans(text: str) -> Iterator[Span]:
    """The pieces that have a colour, in order; signs and blanks have none. Linear."""
    at, end = 0, len(text)
    while at < end:
        found = TOKEN_PATTERN.match(text, at)
        if found is None:
            at += 1
            continue
        kind = _kind(found.lastgroup or "", found.group(), text, found.end())
        if kind is not None:
            yield Span(at, found.end() - at, kind)
        at = found.end()


def _kind(group: str, piece: str, text: str, behind: int) -> SpanKind | None:
    match group:
        case "comment":
            return "comment"
        case "number":
            return "number"
        case "text" | "triple" | "prefix":
            return "text"
        case "quoted":
            return "name"
        case "name" if piece.lower() in _KEYWORDS:
            return "keyword"
        case "name":
            return "call" if text.startswith("(", behind) else "name"
        case _:
            return None
