"""Names for what a graph leaves nameless: outputs of nodes, labels. Part of `languages`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["NamePool", "short_member_name"]

_FALLBACK: Final = "value"
_RESERVED: Final = frozenset(
    {
        *("and", "as", "await", "bind", "break", "broadcast", "case", "cast", "continue", "def", "default"),
        *("delegate", "elif", "else", "end", "event", "false", "floating", "for", "from", "func", "goto"),
        *("if", "in", "is", "let", "macro", "main", "none", "not", "on", "or", "pass", "return", "self"),
        *("sequence", "super", "switch", "then", "timeline", "true", "while", "xor", "node", "value"),
    }
)


class NamePool:
    """Gives each name once. Names of the Blueprint's own members are never given."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        """`taken` are names that mean something already; letter case does not tell names apart."""
        self._taken = {*(name.lower() for name in taken), *_RESERVED}

    def new(self, wish: str) -> str:
        """A name like `wish` that nothing else has."""
        stem = re.sub(r"\W+", "", wish) or _FALLBACK
        if stem[0].isdigit():
            stem = f"n{stem}"
        stem = stem[0].lower() + stem[1:]
        name, number = stem, 2
        while name.lower() in self._taken:
            name, number = f"{stem}{number}", number + 1
        self._taken.add(name.lower())
        return name


def short_member_name(name: str) -> str:
    """What a function's result is about: `PlayerPawn` of `GetPlayerPawn`, whatever is in front of it."""
    bare = name.removeprefix("K2_").removeprefix("BP_")
    return re.sub(r"^(?:Get|Make|Create|Find|Spawn|Conv_)(?=[A-Z])", "", bare) or bare
