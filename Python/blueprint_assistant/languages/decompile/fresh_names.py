"""Names for what a graph leaves nameless: outputs of nodes, labels. Part of `languages`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["FreshNames", "short_member_name"]

_FALLBACK: Final = "value"
_RESERVED: Final = frozenset(
    {
        *("and", "as", "await", "bind", "break", "broadcast", "case", "cast", "continue", "def", "default"),
        *("delegate", "elif", "else", "end", "event", "false", "floating", "for", "from", "func", "goto"),
        *("if", "in", "is", "let", "macro", "main", "none", "not", "on", "or", "pass", "return", "self"),
        *("sequence", "super", "switch", "then", "timeline", "true", "while", "xor", "node", "value"),
    }
)


class FreshNames:
    """Gives each name once. Names of the Blueprint's own members are never given."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        """`taken` are names that mean something already; letter case does not tell names apart."""
        self._taken = {*(name.lower() for name in taken), *_RESERVED}

    def new(self, wish: str) -> str:
        """A name like `wish` that nothing else has."""
        stem = re.sub(r"\W+", "", wish) or _FALLBACK
        if stem[0].isdigit():
            stem = f"n{stem}"
        stem = stem.lower() if stem.isupper() else stem[0].lower() + stem[1:]
        name, number = stem, 2
        while name.lower() in self._taken:
            name, number = f"{stem}{number}", number + 1
        self._taken.add(name.lower())
        return name


def short_member_name(name: str) -> str:
    """What a function's result is about, in one word if that says enough: `pawn` of `GetPlayerPawn`.

    What is done and where from is left out, so `AllActorsOfClass` is about actors; kinds of values say
    too little alone: `forwardVector`, `hitResult`.
    """
    bare = name.removeprefix("K2_").removeprefix("BP_")
    operator, mark, types = bare.partition("_")
    if mark and operator in _OPERATORS and types:
        return _OPERATORS[operator]
    bare = re.sub(r"^(?:Get|Make|Create|Find|Spawn|Break|Conv_)(?=[A-Z])", "", bare) or bare
    words = re.findall(r"[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z0-9]+", bare)
    if not words:
        return bare
    cut = next((at for at, word in enumerate(words) if at and word in _BEFORE_MORE), len(words))
    words = words[:cut]
    wanted = 1 if words[-1].lower() not in _WEAK else 2
    return "".join(word if word.isupper() else word.capitalize() for word in words[-wanted:])


_OPERATORS: Final = {
    **dict.fromkeys(("Add", "Concat"), "Sum"),
    "Subtract": "Difference",
    "Multiply": "Product",
    "Divide": "Quotient",
    "Percent": "Remainder",
    **dict.fromkeys(("EqualEqual", "NotEqual", "Less", "LessEqual", "Greater", "GreaterEqual"), "Test"),
    "Not": "Test",
}
_BEFORE_MORE: Final = frozenset(
    {"Of", "From", "For", "With", "By", "At", "In", "To", "As", "On", "Using", "Ex", "and", "And"}
)
_WEAK: Final = frozenset(
    {
        *("single", "multi", "float", "double", "int", "int64", "integer", "bool", "boolean", "byte", "d"),
        *("vector", "rotator", "transform", "string", "text", "name", "object", "objects", "value", "result"),
        *("class", "index", "id", "type", "data", "info", "3", "2", "ex", "up", "ui"),
    }
)
