"""Tells sentences around a program from its lines. Part of the lexer.

Models write a sentence before and after their code. One is left out where it is certain: no line of
the language has three words behind one another of which two are no words of the language.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

__all__ = ["ends_like_a_sentence", "is_prose"]

_LONGEST: Final = 600
_FEWEST: Final = 3
_QUOTED: Final = re.compile(r"\"[^\"]*\"|(?<!\w)'[^']*'")
_CODE: Final = re.compile(r"@|[\w.]+\s*(?:\(|[-+*/]?=)")
_RUN: Final = re.compile(r"(?:[^\W\d]|`)[\w'\u2019`-]*(?:[ ]+(?:[^\W\d]|`)[\w'\u2019`-]*)+")
_MARKDOWN: Final = re.compile(r"\*\*|> |\* |\d+\. |([-*_=])\1{2,}\s*$")
_EXCLAIMED: Final = re.compile(r"(?:- )?[^\W\d]+[!\u2026]\s*$")
_HEADING: Final = re.compile(r"[^\W\d]\w*:\s*$")
_ASIAN: Final = re.compile(
    r"[^()=\uff08\uff09\uff1d]*[\u3040-\u30ff\u4e00-\u9fff]{2}[^()=\uff08\uff09\uff1d]*[\u3002\uff1a\uff01\uff1f\uff1b:]\s*$"
)
_END: Final = re.compile(r"(?:[\w\"'`)*]|[!?])[.:!?\u2026]+\s*$")
_FIRST: Final = frozenset(
    {
        *("await", "bind", "broadcast", "case", "cast", "class", "def", "default", "elif", "else", "event"),
        *("floating", "for", "from", "func", "function", "goto", "if", "import", "let", "macro", "main"),
        *("match", "on", "return", "sequence", "switch", "timeline", "unbind", "var", "while"),
    }
)
_WORDS: Final = _FIRST | {
    *("a", "an", "and", "array", "as", "breakable", "break", "byte", "continue", "delegate", "end", "enum"),
    *("in", "input", "interface", "is", "map", "node", "none", "not", "object", "of", "or", "pass"),
    *("set", "softclass", "softobject", "struct", "then", "to", "xor"),
}


def is_prose(line: str, *, is_heading: bool) -> bool:
    """Whether a line is certainly no program. `is_heading`: nothing is indented under it."""
    line = line.strip()
    if len(line) > _LONGEST or _CODE.match(line):
        return False
    if _MARKDOWN.match(line) or _EXCLAIMED.match(line) or _ASIAN.match(line):
        return True
    first = line.partition(" ")[0].rstrip(":,.").lower()
    if _HEADING.match(line):
        return is_heading and first not in _FIRST
    is_sentence = any(map(_is_sentence, _RUN.findall(_QUOTED.sub('"', line))))
    return is_sentence and (first not in _FIRST or line.endswith((".", "!", "?")))


def ends_like_a_sentence(line: str) -> bool:
    """Whether a line has a full stop, colon or the like at its end, or is no sentence but a mark."""
    line = line.strip()
    return bool(_END.search(line) or _MARKDOWN.match(line) or _ASIAN.match(line) or _EXCLAIMED.match(line))


def _is_sentence(run: str) -> bool:
    words = [word not in _WORDS for word in run.lower().split()]
    return len(words) >= _FEWEST and any(map(all, pairwise(words)))
