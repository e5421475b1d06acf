"""Goes on where the machine knows nothing: what is not known becomes a term, and a choice by it is drawn.

Outside uses Imagination. The same question gets the same answer, so that two graphs that say the same
behave the same, whatever the answer is.
"""

from __future__ import annotations

import zlib
from collections import Counter
from typing import Any

from authoring.running.values import Term, term

__all__ = ["Imagination"]


class Imagination:
    """The answers of one run. Another seed gives others."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._made: Counter[str] = Counter()
        self.not_known: set[str] = set()

    def choice(self, value: Any, options: int) -> int:
        """Which of some ways a value that is not known leads."""
        digest = value.digest if isinstance(value, Term) else repr(value)
        return zlib.crc32(f"{self._seed} {digest}".encode("utf-8", "surrogatepass")) % options

    def fresh(self, name: str) -> Term:
        """A value that something gave that may give another one each time."""
        self._made[name] += 1
        return term(name, self._made[name])
