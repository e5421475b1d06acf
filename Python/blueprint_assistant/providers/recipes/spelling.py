"""Mends small spelling mistakes in the words that the recipes know. Outside uses `mended`."""

from __future__ import annotations

import re
from difflib import get_close_matches

__all__ = ["mended"]

_LIKENESS = 0.84
_WORD = re.compile(r"(?<![\w.\u27e6])(?<!called )(?<!named )(?<!lueprint )[A-Za-z][a-z]{4,}(?![\w\u27e7])")

_KNOWN_WORDS = """
about actor actors actual after again along amplitude another anything around audio axis backward
backwards before begin between blueprint blueprints bobbing boolean build called camera capsule character
clockwise collides collision component components constantly contains controller could create created
creates default degrees destroy destroyed destroys direction disappear disappears display displays double
downward downwards enemies enemy every flies float floats forward forwards frame frames generate given
gives giving having health height hovers include includes including integer itself light lights location
locations makes making mesh meshes message meters metres motion moves moving named needs never nothing
number oscillates other overlap overlaps parent period pitch player please point position print printing
prints right rotate rotated rotates rotating rotation rotator score second seconds should skeletal
something speed sphere spinning spins spring start starts static string their there these thing things
those tick touch touches toward towards transform units unless until upward upwards variable variables
vector velocity vertical vertically wants when where which while without world would
"""
_KNOWN = _KNOWN_WORDS.split()


def mended(text: str) -> tuple[str, list[str]]:
    """The text with mistyped known words put right, and what was changed. Names keep as they are."""
    changes: list[str] = []

    def mend(match: re.Match[str]) -> str:
        word = match[0]
        if word.lower() in _KNOWN:
            return word
        near = get_close_matches(word.lower(), _candidates(word.lower()), n=1, cutoff=_LIKENESS)
        if not near:
            return word
        changes.append(f"'{word}' was read as '{near[0]}'")
        return near[0]

    return _WORD.sub(mend, text), changes


def _candidates(word: str) -> list[str]:
    """Known words that a slip of the finger could turn into it: not those that differ by an ending only."""
    return [
        known
        for known in _KNOWN
        if known[0] == word[0] and abs(len(known) - len(word)) <= 1 and not _is_inflected(word, known)
    ]


def _is_inflected(word: str, known: str) -> bool:
    short, long = sorted((word, known), key=len)
    return long.startswith(short) or (short[:-1] == long[: len(short) - 1] and len(short) == len(long))
