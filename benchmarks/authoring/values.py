"""The values that flow in a graph while `machine` runs it, and how pins and variables hold them as text.

Vectors are triples (X, Y, Z), rotators triples (Pitch, Yaw, Roll), objects are things.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.model.object_references import split_fields, unquote

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import PinType

__all__ = ["CannotFollowError", "Thing", "as_text", "parsed", "part_of", "triple"]

_PARTS = {"x": 0, "y": 1, "z": 2, "pitch": 0, "yaw": 1, "roll": 2}
_TRIPLES = ("Vector", "Rotator")


class CannotFollowError(Exception):
    """A graph does what the machine does not know: nothing can be said for it."""


@dataclass(frozen=True, slots=True)
class Thing:
    """An object of the world, by a name and its class."""

    name: str
    class_path: str


def triple(first: float = 0.0, second: float = 0.0, third: float = 0.0) -> tuple[float, float, float]:
    """A vector or rotator."""
    return float(first), float(second), float(third)


def part_of(name: str) -> int:
    """Where a part stands in a triple: `Yaw`, or the last word of a split pin's name."""
    part = name.rpartition("_")[2].lower()
    if part not in _PARTS:
        raise CannotFollowError(f"the part {name} of a struct")
    return _PARTS[part]


def parsed(kind: PinType, text: str) -> Any:
    """A value from its text form, the type's own value for an empty one."""
    if kind.container != "none":
        return _unread(kind, text)
    match kind.category:
        case "bool":
            return text.lower() == "true"
        case "int" | "int64" | "byte":
            return int(float(text)) if _is_number(text) else text or 0
        case "real":
            return float(text or 0)
        case "string":
            return text
        case "name":
            return "" if text == "None" else text
        case "text":
            return _localized(text)
        case "struct" if kind.subcategory_object is not None and kind.subcategory_object.name in _TRIPLES:
            return _triple(text)
        case "object" | "class" | "interface" | "softobject" | "softclass":
            return Thing(text, text) if text not in ("", "None") else None
        case _:
            return _unread(kind, text)


def _unread(kind: PinType, text: str) -> Any:
    """What the machine does not look into: the text says it."""
    return text if text.strip("()") else [] if kind.container == "array" else None


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[+-]?\d+(\.\d+)?", text) is not None


def _localized(text: str) -> str:
    """What `NSLOCTEXT("a", "b", "text")` shows."""
    quoted = re.findall(r'"((?:[^"\\]|\\.)*)"', text)
    return unquote(f'"{quoted[-1]}"') if quoted and "(" in text else unquote(text)


def _triple(text: str) -> tuple[float, float, float]:
    """`1,2,3` in the order of the triple, or `(X=1,Y=2)`."""
    if "=" in text:
        parts = [0.0, 0.0, 0.0]
        for name, value in split_fields(text):
            parts[part_of(name)] = float(value)
        return triple(*parts)
    return triple(*(float(part) for part in text.strip("() ").split(",") if part.strip()))


def as_text(value: Any) -> str:
    """What Unreal shows of a value in a text."""
    match value:
        case bool():
            return "true" if value else "false"
        case float():
            return f"{value:.6f}".rstrip("0") + "0" * value.is_integer()
        case Thing(name, _):
            return name
        case int() | str():
            return str(value)
        case _:
            raise CannotFollowError(f"{value} as a text")
