"""Pin types and paths in the words of a model: `array:object:Actor`, `Actor` for a class path."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import PinType, TerminalType

__all__ = ["short", "type_words"]

_PLAIN = {"real": "float", "bool": "bool", "byte": "byte"}
_REFERENCES = {
    "object": "object",
    "class": "class",
    "softobject": "softobject",
    "softclass": "softclass",
    "interface": "interface",
}


def short(path: str) -> str:
    """The last part of a path, of a generated class the Blueprint's name."""
    return re.split(r"[./:]", path)[-1].removesuffix("_C") if path else ""


def type_words(kind: PinType) -> str:
    """A type as the descriptions of add_variable and add_function write it."""
    inner = _terminal(kind)
    if kind.container == "map" and kind.value is not None:
        return f"map:{inner},{_terminal(kind.value)}"
    return inner if kind.container == "none" else f"{kind.container}:{inner}"


def _terminal(kind: PinType | TerminalType) -> str:
    ref = kind.subcategory_object
    if kind.category in _REFERENCES:
        word = _REFERENCES[kind.category]
        return word if ref is None else f"{word}:{short(ref.path)}"
    if ref is not None:
        return short(ref.path)
    return _PLAIN.get(kind.category, kind.category)
