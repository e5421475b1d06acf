"""Ranks named things by how well they fit a few words. Outside uses WordSearch and search_words.

Not for deciding what a name means (that is exact, see `graph.catalog.name_lookup`) but for offering choices.
Words are English, as C++ names are in an editor of any language. Pure.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.name_lookup import fold, strip_prefix, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["WordSearch", "says_all_of", "search_words"]

_PREFIX_WEIGHT = 0.8
_SYNONYM_WEIGHT = 0.75
_SLIP_WEIGHT = 0.6
_LEAST_COVERAGE = 0.45
"""How much of the query a thing must have, rare words counting more."""
_SHORTEST_PREFIX = 3
_SHORTEST_PART = 4
_SHORTEST_STEM = 4
"""`roll` is not `role`."""
_MOST_WORDS = 12

_EMPTY_WORDS = frozenset(
    {"a", "an", "the", "of", "for", "with", "in", "on", "at", "by", "my", "and", "node", "between"}
)

_SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "alpha": ("opacity",),
    "angle": ("rotation", "rotator"),
    "begin": ("start",),
    "bigger": ("greater", "scale"),
    "brightness": ("intensity",),
    "call": ("invoke",),
    "change": ("set",),
    "collide": ("hit", "overlap", "collision"),
    "collision": ("overlap", "hit"),
    "colour": ("color",),
    "concat": ("append",),
    "condition": ("branch",),
    "copy": ("duplicate",),
    "count": ("length", "num"),
    "delete": ("destroy", "remove"),
    "despawn": ("destroy",),
    "die": ("destroy",),
    "direction": ("forward", "vector"),
    "enable": ("set", "enabled"),
    "every": ("each", "tick"),
    "fade": ("opacity",),
    "find": ("get",),
    "float": ("double",),
    "frame": ("tick",),
    "hide": ("hidden", "visibility"),
    "if": ("branch",),
    "input": ("key", "action"),
    "jump": ("launch",),
    "kill": ("destroy",),
    "later": ("delay", "timer"),
    "length": ("num", "size"),
    "level": ("map",),
    "load": ("open",),
    "log": ("print",),
    "map": ("level",),
    "move": ("location", "offset", "movement"),
    "music": ("sound",),
    "nearest": ("closest",),
    "open": ("load",),
    "parent": ("attach",),
    "pause": ("paused",),
    "play": ("start", "activate"),
    "player": ("pawn", "controller"),
    "position": ("location",),
    "print": ("log",),
    "quit": ("exit",),
    "raycast": ("trace",),
    "remove": ("delete", "destroy"),
    "repeat": ("loop", "timer"),
    "rotate": ("rotation",),
    "say": ("print",),
    "show": ("visibility", "print", "display"),
    "size": ("scale", "length"),
    "smooth": ("interp", "lerp"),
    "sound": ("audio",),
    "spawn": ("create",),
    "speed": ("velocity",),
    "start": ("begin", "play", "activate"),
    "stop": ("deactivate",),
    "teleport": ("location", "teleport"),
    "text": ("string",),
    "touch": ("overlap",),
    "translate": ("offset", "location"),
    "translation": ("offset", "location"),
    "turn": ("rotation",),
    "visible": ("visibility", "hidden"),
    "wait": ("delay",),
    "walk": ("movement",),
}


def search_words(text: str) -> list[str]:
    """The words of a query that say something, in order, without plural endings."""
    found = [_singular(word) for word in words_of(text)]
    useful = [word for word in found if word not in _EMPTY_WORDS]
    return list(dict.fromkeys(useful or found))[:_MOST_WORDS]


def _singular(word: str) -> str:
    return (
        word[:-1] if len(word) > _SHORTEST_PREFIX and word.endswith("s") and not word.endswith("ss") else word
    )


@lru_cache(maxsize=50_000)  # a wrong name is compared anew with each try to plan a program
def says_all_of(text: str, name: str) -> bool:
    """Whether a name has each word of a text, one of the same beginning, or one that means the same."""
    own = [_singular(word) for word in words_of(strip_prefix(name))]
    wanted = search_words(text)
    return bool(wanted) and all(
        any(_is_like(word, other) for word in (said, *_SYNONYMS.get(said, ())) for other in own)
        for said in wanted
    )


def _is_like(word: str, other: str) -> bool:
    """Whether two words are one, the first is the other cut short, or they begin alike: rotate, rotation."""
    shared = min(len(word), len(other)) - 1
    is_cut = len(word) >= _SHORTEST_PREFIX and other.startswith(word)
    return word == other or is_cut or (shared >= _SHORTEST_STEM and word[:shared] == other[:shared])


class WordSearch:
    """Things by the words of their names. Immutable; built once for what does not change."""

    def __init__(self, things: Iterable[Sequence[str]]) -> None:
        """Each thing has one or more names, the first of them its own; the rest help to find it."""
        self._folded: list[tuple[str, ...]] = []
        self._sizes: list[int] = []
        self._by_word: dict[str, list[int]] = {}
        for number, names in enumerate(things):
            plain = [strip_prefix(name) for name in names]
            self._folded.append(tuple(dict.fromkeys(fold(name) for name in (*plain, *names))))
            word_lists = [{_singular(word) for word in words_of(name)} for name in plain]
            self._sizes.append(max(len(word_lists[0]), 1) if word_lists else 1)
            for word in set().union(*word_lists):
                self._by_word.setdefault(word, []).append(number)
        self._words = sorted(self._by_word)

    def rank(self, text: str) -> dict[int, float]:
        """The things that fit, by number, with a score from about 0.45 to 2."""
        wanted = search_words(text)
        if not wanted:
            return {}
        weights = [self._rarity(word) for word in wanted]
        total = sum(weights)
        matched: dict[int, list[float]] = {}
        for word, weight in zip(wanted, weights, strict=True):
            for number, strength in self._matches(word).items():
                row = matched.setdefault(number, [0.0, 0.0])
                row[0] += weight * strength
                row[1] += strength
        scores = {
            number: coverage / total + 0.35 * min(count / self._sizes[number], 1.0)
            for number, (coverage, count) in matched.items()
            if coverage / total >= _LEAST_COVERAGE
        }
        self._add_spelled(fold(text), scores)
        return scores

    def _rarity(self, word: str) -> float:
        return math.log(2 + len(self._folded) / (1 + len(self._by_word.get(word, ()))))

    def _matches(self, word: str) -> dict[int, float]:
        """The things that have the word or what stands for it, each with its best strength."""
        found: dict[int, float] = {}
        for other, strength in self._spellings(word):
            for number in self._by_word[other]:
                found[number] = max(found.get(number, 0.0), strength)
        return found

    def _spellings(self, word: str) -> list[tuple[str, float]]:
        found = [(word, 1.0)] if word in self._by_word else []
        if len(word) >= _SHORTEST_PREFIX:
            start = bisect_left(self._words, word)
            for other in self._words[start:]:
                if not other.startswith(word):
                    break
                found.append((other, _PREFIX_WEIGHT))
        found += [(other, _SYNONYM_WEIGHT) for other in _SYNONYMS.get(word, ()) if other in self._by_word]
        if not found and len(word) > _SHORTEST_PREFIX:
            found = [(other, _SLIP_WEIGHT) for other in get_close_matches(word, self._words, n=3, cutoff=0.8)]
        return found

    def _add_spelled(self, wanted: str, scores: dict[int, float]) -> None:
        """Things whose name holds the whole query, however it is split into words."""
        if len(wanted) < _SHORTEST_PART:
            for number, names in enumerate(self._folded):
                if wanted in names:
                    scores[number] = 2.0
            return
        for number, names in enumerate(self._folded):
            share = max((len(wanted) / len(name) for name in names if wanted in name), default=0.0)
            if share:
                scores[number] = max(scores.get(number, 0.0), 2.0 if share == 1 else 0.9 + 0.4 * share)
