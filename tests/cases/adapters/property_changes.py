"""Reads what a case changes of a node: `EnabledState=Disabled`, `Table="/Game/DT_B.DT_B" in place of DT_A`.

Outside uses read_changes.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

from cases.adapters.members import UnknownMemberError

__all__ = ["PropertyChange", "read_changes"]


@dataclass(frozen=True)
class PropertyChange:
    """A property (or a field of a pin) with its value before, None for not written, and after."""

    name: str
    before: str | None
    after: str
    pin: str = ""


_INSTEAD = re.compile(
    r"\s+(?:in place of|instead of|where (?:the other|it) has|rather than|not)\s+", re.IGNORECASE
)
_ASSIGNMENT = re.compile(r"(?:^|[,;]\s*|\s+and\s+)(?=[A-Za-z_]\w*(?:\(\d+\))?\s*=)")
_PIN = re.compile(
    r"\s*(?:of|on) (?:the )?pin\s+(\"?)([\w ]+?)\1\s*$|^(?:the )?pin\s+(\w+):?\s+", re.IGNORECASE
)
_NOTE = re.compile(r"\s+\([^()=\"]*\)$|\s+without\s+\w+$")
_NOTHING = frozenset({"nothing", "none", "no such property", "its absence", ""})
_WORD = re.compile(r"[\w.+-]+")


def read_changes(text: str) -> list[PropertyChange]:
    """The changes that a text says. Raises UnknownMemberError where it says no `Name=value`."""
    return [_change(part) for part in _assignments(text)]


def _assignments(text: str) -> list[str]:
    """The `Name=value` parts, with commas inside brackets and quotes left alone."""
    cuts = [found.start() for found in _ASSIGNMENT.finditer(text) if _depth(text[: found.start()]) == 0]
    if not cuts:
        raise UnknownMemberError(f"{text!r} says no Name=value")
    parts = [text[start:end].strip(" ,;") for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True)]
    parts = [re.sub(r"^and\s+", "", part) for part in parts]
    # `Constant=(G=0.9) in place of G=0.5` is one change: what follows "in place of" is its old value.
    joined: list[str] = []
    for part in parts:
        if joined and _INSTEAD.search(f"{joined[-1]} ") and _INSTEAD.split(f"{joined[-1]} ")[-1] == "":
            joined[-1] = f"{joined[-1]} {part}"
        else:
            joined.append(part)
    return joined


def _depth(text: str) -> int:
    outside = re.sub(r'"(?:\\.|[^"\\])*"?', "", text)
    return outside.count("(") - outside.count(")")


def _change(text: str) -> PropertyChange:
    text = _NOTE.sub("", text)
    new, *old = _INSTEAD.split(text, maxsplit=1)
    pin = ""
    found = _PIN.search(new)
    if found:
        pin = found[2] or found[3]
        new = f"{new[: found.start()]}{new[found.end() :]}".strip()
    name, equals, after = (part.strip() for part in new.partition("="))
    if not equals or not name:
        raise UnknownMemberError(f"{text!r} says no Name=value")
    return PropertyChange(name, _before(name, after, old[0].strip()) if old else None, after, pin)


def _before(name: str, after: str, old: str) -> str | None:
    """The value before: whole, a member of a struct, or the name that stands in the new value."""
    if old.lower() in _NOTHING:
        return None
    key, equals, value = (part.strip() for part in old.partition("="))
    if equals and key == name:
        return value
    if equals:
        member = re.compile(rf"\b{re.escape(key)}=[^,()]+")
        if member.search(after):
            return member.sub(f"{key}={value}", after)
    bare, quote = after.strip('"'), '"' if after.startswith('"') else ""
    if _WORD.fullmatch(bare) or not _WORD.fullmatch(old):
        return old if old.startswith(('"', "(")) else f"{quote}{old}{quote}"
    near = difflib.get_close_matches(old, _parts(after), n=1, cutoff=0.3)
    if not near:
        raise UnknownMemberError(f"{after} holds nothing like {old}")
    return re.sub(rf"(?<![A-Za-z0-9_]){re.escape(near[0])}(?![A-Za-z0-9_])", old, after)


def _parts(value: str) -> list[str]:
    return re.findall(r"\w+", value)
