"""The values that flow in a graph while `machine` runs it, and how pins and variables hold them as text.

Vectors are triples (X, Y, Z), rotators triples (Pitch, Yaw, Roll), objects are things, arrays lists. A term
stands for a value that nobody can work out: it is known by how it was made.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.model.object_references import parse_object, split_fields, unquote

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import PinType

__all__ = [
    "CannotFollowError",
    "Term",
    "Thing",
    "WithoutEndError",
    "as_text",
    "has_term",
    "is_triple",
    "parsed",
    "part_of",
    "shown",
    "term",
    "triple",
]

_PARTS = {"x": 0, "y": 1, "z": 2, "pitch": 0, "yaw": 1, "roll": 2}
_TRIPLES = ("Vector", "Rotator")
_LONGEST_SHOWN = 120


class CannotFollowError(Exception):
    """A graph does what the machine does not know: nothing can be said for it."""


class WithoutEndError(CannotFollowError):
    """A graph goes on for longer than anybody waits."""


@dataclass(frozen=True, slots=True)
class Thing:
    """An object of the world, by a name and its class."""

    name: str
    class_path: str


@dataclass(frozen=True, slots=True)
class Term:
    """A value that is not known. Two are the same when they were made in the same way.

    `text` is for readers and may be cut, `digest` says which value it is.
    """

    text: str = field(compare=False)
    digest: str

    def __repr__(self) -> str:
        return self.text


def term(name: str, *given: Any) -> Term:
    """What something of this name makes of these values."""
    made_of = repr([_identity(item) for item in given])
    digest = hashlib.sha1(f"{name} {made_of}".encode("utf-8", "surrogatepass"), usedforsecurity=False)
    text = f"{name}({', '.join(map(shown, given))})" if given else name
    cut = text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
    return Term(cut, digest.hexdigest())


def _identity(value: Any) -> Any:
    match value:
        case Term():
            return f"<{value.digest}>"
        case tuple() | list():
            return [type(value).__name__, *(_identity(item) for item in value)]
        case dict():
            return sorted((str(key).lower(), repr(_identity(item))) for key, item in value.items())
        case _:
            return repr(value)


def shown(value: Any) -> str:
    """A value for a reader."""
    match value:
        case Thing(name, _):
            return name
        case dict():
            return ", ".join(f"{key}={shown(item)}" for key, item in value.items())
        case _:
            return repr(value)


def has_term(value: Any) -> bool:
    """Whether a value is not wholly known."""
    match value:
        case Term():
            return True
        case dict():
            return any(has_term(item) for item in value.values())
        case tuple() | list():
            return any(has_term(item) for item in value)
        case _:
            return False


def triple(first: float = 0.0, second: float = 0.0, third: float = 0.0) -> tuple[float, float, float]:
    """A vector or rotator."""
    return float(first), float(second), float(third)


def is_triple(kind: PinType) -> bool:
    """Whether values of a type are vectors or rotators."""
    return (
        kind.category == "struct"
        and kind.subcategory_object is not None
        and kind.subcategory_object.name in _TRIPLES
    )


def part_of(name: str) -> int:
    """Where a part stands in a triple: `Yaw`, or the last word of a split pin's name."""
    part = name.rpartition("_")[2].lower()
    if part not in _PARTS:
        raise CannotFollowError(f"the part {name} of a struct")
    return _PARTS[part]


def parsed(kind: PinType, text: str) -> Any:
    """A value from its text form, the type's own value for an empty one."""
    if kind.container == "array":
        item = replace(kind, container="none")
        return [parsed(item, unquote(value)) for _, value in split_fields(text)]
    if kind.container != "none":
        return _unread(text)
    match kind.category:
        case "bool":
            return text.lower() == "true"
        case "int" | "int64" | "byte":
            return int(float(text)) if _is_number(text) else text or 0
        case "real":
            return float(text or 0)
        case "string" | "name" | "text":
            return _parsed_text(kind, text)
        case "struct" if is_triple(kind):
            return _triple(text)
        case "object" | "class" | "interface" | "softobject" | "softclass":
            return _thing(text)
        case _:
            return _unread(text)


def _parsed_text(kind: PinType, text: str) -> str:
    if kind.category == "text":
        return _localized(text)
    return "" if kind.category == "name" and text == "None" else text


def _unread(text: str) -> Any:
    """What the machine does not look into: the text says it."""
    return text if text.strip("()") else None


def _thing(text: str) -> Thing | None:
    ref = parse_object(text)
    return None if ref is None else Thing(ref.name, ref.path)


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
            raise CannotFollowError(f"{shown(value)} as a text")
