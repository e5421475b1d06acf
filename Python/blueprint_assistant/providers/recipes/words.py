"""English as the recipes read it: protected quotes, numbers, units, and clauses that words are taken from.

Pure. Outside uses `ClauseWords`, `plain_english` and the patterns. Letter case is kept for names and
ignored for everything else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "NUMBER",
    "PLACE",
    "ClauseWords",
    "Quotes",
    "Rest",
    "digits_for_number_words",
    "number_text",
    "plain_english",
]

NUMBER = r"[-+]?(?:\d{1,9}\.\d{1,9}|\d{1,9}|\.\d{1,9})"
"""A number that Unreal can hold, after number words have become digits."""

PLACE = r"\u27e6\d+\u27e7"
"""What stands for a quoted text or a list of numbers while clauses are split."""

_CURLY = {
    "\u201c": '"',
    "\u201d": '"',
    "\u201e": '"',
    "\u00ab": '"',
    "\u00bb": '"',
    "\u2018": "'",
    "\u2019": "'",
}
_DASHES = {"\u2013": "-", "\u2014": " - ", "\u2212": "-", "\u00a0": " ", "\u2026": "..."}
_PLAIN = str.maketrans({**_CURLY, **_DASHES, "\u27e6": "(", "\u27e7": ")"})
_LOWER = str.maketrans({chr(code): chr(code + 32) for code in range(65, 91)})

_QUOTED = re.compile(r'"([^"\n]*)"|`([^`\n]*)`|(?<![A-Za-z0-9])\'([^\'\n]+)\'(?![A-Za-z0-9])')
_TUPLE = re.compile(
    rf"\(\s*(?:[A-Za-z]+\s*=\s*)?{NUMBER}(?:\s*,\s*(?:[A-Za-z]+\s*=\s*)?{NUMBER}){{1,3}}\s*\)"
)
_LIST = re.compile(rf"(?<![\w.]){NUMBER}(?:\s*,\s*{NUMBER}){{2,3}}(?![\w.])")
_THOUSANDS = re.compile(r"(?<![\w.])\d{1,3}(?:,\d{3})+(?![\d,])")


def plain_english(text: str) -> str:
    """The text with typewriter quotes and dashes, single blanks, and digits for number words."""
    text = text.translate(_PLAIN)
    text = _THOUSANDS.sub(lambda match: match[0].replace(",", ""), text)
    return re.sub(r"[ \t\r\f\v]+", " ", text).strip()


class Quotes:
    """Texts that are taken out of a request before it is split, and put back into what was found."""

    def __init__(self) -> None:
        """Start without any."""
        self._texts: list[str] = []
        self._originals: list[str] = []

    def protect(self, text: str) -> str:
        """The text with a place in front of each quoted text, vector and list of numbers."""
        text = _QUOTED.sub(lambda m: self._place(next(g for g in m.groups() if g is not None), m[0]), text)
        text = _TUPLE.sub(lambda m: self._place(m[0].strip("()"), m[0]), text)
        return _LIST.sub(lambda m: self._place(m[0], m[0]), text)

    def _place(self, text: str, original: str) -> str:
        self._texts.append(text)
        self._originals.append(original)
        return f"\u27e6{len(self._texts) - 1}\u27e7"

    def text_of(self, place: str) -> str:
        """The text behind a place, without its quotes; a text that is no place stays as it is."""
        match = re.fullmatch(r"\u27e6(\d+)\u27e7", place.strip())
        return self._texts[int(match[1])] if match else place

    def restore(self, text: str) -> str:
        """The text as it was written."""
        return re.sub(r"\u27e6(\d+)\u27e7", lambda match: self._originals[int(match[1])], text)


@dataclass(frozen=True, slots=True)
class Rest:
    """Words that stay over: as written without filling words, and all of them in small letters."""

    text: str
    words: tuple[str, ...]


@dataclass
class ClauseWords:
    """One clause. Patterns take words out of it; what nobody took is the rest.

    Patterns are matched without letter case, at word boundaries, anywhere in what is left.
    """

    text: str

    def __post_init__(self) -> None:
        """Keep a lower-case twin of the same length."""
        self._low = self.text.translate(_LOWER)

    @property
    def low(self) -> str:
        """What is left, lower case; taken words are blanks."""
        return self._low

    def find(self, pattern: str) -> re.Match[str] | None:
        """The first match in what is left."""
        return re.search(_bounded(pattern), self._low)

    def take(self, pattern: str) -> re.Match[str] | None:
        """The first match in what is left, which is then taken."""
        match = self.find(pattern)
        if match is not None:
            self.blank(*match.span())
        return match

    def blank(self, start: int, end: int) -> None:
        """Take what stands at a place."""
        # The bar keeps words apart that were not neighbours.
        self._low = self._low[:start] + "|" * (end - start) + self._low[end:]

    def copy(self) -> ClauseWords:
        """The clause as it is now, to try something on."""
        copied = ClauseWords(self.text)
        copied._low = self._low
        return copied

    def become(self, other: ClauseWords) -> None:
        """Take over what was taken from a copy."""
        self._low = other._low

    def original(self, match: re.Match[str], group: int | str = 0) -> str:
        """A matched text in the letter case in which it was written."""
        start, end = match.span(group)
        return self.text[start:end]

    def rest(self) -> tuple[Rest, ...]:
        """Groups of neighbouring words that nobody took; groups of mere filling words are left away."""
        return tuple(_rest_of(self.text, self._low))


def _bounded(pattern: str) -> str:
    return rf"(?<![\w.])(?:{pattern})(?![\w])"


def _rest_of(text: str, low: str) -> Iterator[Rest]:
    for match in re.finditer(r"[^|]+", low):
        words = [
            text[match.start() + word.start() : match.start() + word.end()]
            for word in re.finditer(r"[^\s,;:.!?()|]+(?:[.:]\w+)*", match[0])
        ]
        kept = [word for word in words if word.translate(_LOWER) not in _FILLERS]
        if kept:
            yield Rest(" ".join(kept), tuple(word.translate(_LOWER) for word in words))


_FILLING_WORDS = """
a an the it its it's this that these those which who and or but so then also too well as just please
is are be being been will would shall should must can could may might do does has have to
of in on at by with for into i i'd i'll we you me my your our us he she they them there here some
simply always constantly continuously continually steadily smoothly gently nicely automatically
forever endlessly permanently keeps keep kept keeping starts start begins begin let lets let's make makes
making have having need needs want wants like gets get getting going gonna own itself new thing things
very really quite bit - = + & actually basically maybe perhaps ok okay hi hello hey thanks thank plus
time while around about
"""
_FILLERS = frozenset(_FILLING_WORDS.split())

_SMALL_NUMBERS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen
"""
_ROUND_NUMBERS = "twenty thirty forty fifty sixty seventy eighty ninety"
_UNITS = {word: number for number, word in enumerate(_SMALL_NUMBERS.split())}
_TENS = {word: 10 * number for number, word in enumerate(_ROUND_NUMBERS.split(), start=2)} | {"fourty": 40}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
_NUMBER_WORD = "|".join([*sorted(_UNITS, key=len, reverse=True), *_TENS, *_SCALES])
_NUMBER_WORDS = re.compile(
    rf"(?<![\w-])(?:a\s+(?=(?:{'|'.join(_SCALES)})\b))?(?:{_NUMBER_WORD})"
    rf"(?:(?:(?<=hundred)\s+and\s+|(?<=thousand)\s+and\s+|[\s-]+)(?:{_NUMBER_WORD})){{0,9}}"
    r"(?:\s+and\s+a\s+half)?(?![\w-])",
    re.IGNORECASE,
)
_HALVES = (
    (re.compile(r"\b(?:half\s+an?|an?\s+half)\b(?=\s+[a-z])", re.IGNORECASE), "0.5"),
    (re.compile(r"\ba\s+quarter\s+of\s+an?\b", re.IGNORECASE), "0.25"),
    (re.compile(r"\ba\s+couple\s+of\b", re.IGNORECASE), "2"),
)


def digits_for_number_words(text: str) -> str:
    """`two hundred and fifty units` as `250 units`. Quoted texts must be protected before."""
    for pattern, digits in _HALVES:
        text = pattern.sub(digits, text)
    return _NUMBER_WORDS.sub(_digits, text)


def _digits(match: re.Match[str]) -> str:
    words = re.split(r"[\s-]+", match[0].translate(_LOWER))
    has_half = words[-3:] == ["and", "a", "half"]
    total = current = 0
    for word in words[: -3 if has_half else None]:
        if word in _SCALES:
            current = max(current, 1) * _SCALES[word]
            if word != "hundred":
                total, current = total + current, 0
        else:
            current += _UNITS.get(word, 0) + _TENS.get(word, 0)
    value = total + current + (0.5 if has_half else 0)
    return number_text(value)


def number_text(value: float) -> str:
    """A number as short text: `300`, `0.5`, `78.54`."""
    return f"{round(value, 4):.10g}"
