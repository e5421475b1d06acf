"""Puts git's conflict lines into a text, around what a case names.

Outside uses with_conflict, and node_named for the node that the text has to be about.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from cases.adapters.members import UnknownMemberError, require_known

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["node_named", "with_conflict"]

_STYLES = ("merge", "diff3", "zdiff3")
_PIN = re.compile(r"\bpin\s+\"?(?P<pin>\w+)\"?", re.IGNORECASE)
_LINK = re.compile(r"\blinks?\b|\bLinkedTo\b", re.IGNORECASE)
_PROPERTY = re.compile(r"^(?:the )?(?:property\s+)?(?P<name>[A-Z]\w+)\b(?:\s+(?:of|on|in)\b.*)?$")
_WHOLE = re.compile(
    r"\b(?:whole|entire)\b|^(?:an?|the)\s+(?:node|object|block)\b|^two nodes\b", re.IGNORECASE
)
_EVERYTHING = re.compile(r"\b(?:file|text|everything|all of it)\b", re.IGNORECASE)
_FIRST_OR_LAST = re.compile(r"\b(first|last) line\b", re.IGNORECASE)
_EVENT = re.compile(r"\bevent\b|\bbegin ?play\b|\bfirst node\b", re.IGNORECASE)
_IS_EVENT = re.compile(r"^Begin Object Class=\S*(?:Event|InputKey|InputAction)\b")
_NODE = re.compile(r"\b(?:of|on|in)\s+(?:an?|the)\s+(?P<node>.+)$", re.IGNORECASE)
_ANY_NODE = frozenset(
    {"node", "event", "object", "block", "graph", "text", "file", "copied node", "first node"}
)


def node_named(conflict: Mapping[str, Any]) -> str:
    """The node that the place is in, by its description; empty where any will do."""
    found = _NODE.search(conflict["around"])
    return found["node"] if found and found["node"].lower() not in _ANY_NODE else ""


def with_conflict(text: str, conflict: Mapping[str, Any]) -> str:
    """The text with two sides (and in the styles diff3 and zdiff3 the base) of one of its places."""
    require_known(conflict, ("around", "ours", "theirs", "base", "style"), "conflict")
    style = conflict.get("style") or "merge"
    if style not in _STYLES:
        raise UnknownMemberError(f"a conflict of style {style}")
    lines = text.splitlines()
    first, last = _place(lines, conflict["around"])
    here = lines[first:last] or [_new_property(conflict["around"])]
    marked = ["<<<<<<< HEAD", *_changed(here, conflict.get("ours"), 16)]
    if style != "merge":
        marked += [
            "||||||| merged common ancestors",
            *(_changed(here, conflict.get("base"), 0) if lines[first:last] else ()),
        ]
    marked += ["=======", *_changed(here, conflict.get("theirs"), 32), ">>>>>>> feature"]
    return "\n".join([*lines[:first], *marked, *lines[last:]]) + "\n"


# --- where ---------------------------------------------------------------------------------------


def _place(lines: list[str], around: str) -> tuple[int, int]:
    """The lines that a description means, as first and last but one."""
    line = _FIRST_OR_LAST.search(around)
    if line:
        return (0, 1) if line[1].lower() == "first" else (len(lines) - 1, len(lines))
    start, end = _block(lines, around)
    pin = _PIN.search(around)
    if pin:
        return _line(lines, start, end, f'PinName="{pin["pin"]}"', around)
    if _LINK.search(around):
        return _line(lines, start, end, "LinkedTo=(", around)
    found = _PROPERTY.match(around.strip())
    if found and not _WHOLE.search(around):
        sign = f"{found['name']}="
        if any(line.strip().startswith(sign) for line in lines[start:end]):
            return _line(lines, start, end, sign, around)
        at = _line(lines, start, end, "NodeGuid=", around)[0]
        return at, at
    if _EVERYTHING.search(around):
        return 0, len(lines)
    if _WHOLE.search(around):
        return start, end
    raise UnknownMemberError(f"a conflict around {around!r}")


def _block(lines: list[str], around: str) -> tuple[int, int]:
    """The node that is meant: the event at the top, else the one that the text is about."""
    starts = [index for index, line in enumerate(lines) if line.startswith("Begin Object")]
    events = [start for start in starts if _IS_EVENT.search(lines[start])]
    others = [start for start in starts if start not in events]
    start = (events or others)[0] if _EVENT.search(around) else (others or events)[0]
    return start, next(index for index in range(start, len(lines)) if lines[index] == "End Object") + 1


def _line(lines: list[str], start: int, end: int, sign: str, around: str) -> tuple[int, int]:
    found = [index for index in range(start, end) if sign in lines[index]]
    if not found:
        raise UnknownMemberError(f"no line for a conflict around {around!r}")
    return found[0], found[0] + 1


def _new_property(around: str) -> str:
    """A property that neither base nor text has, and both sides give the node."""
    found = _PROPERTY.match(around.strip())
    assert found is not None
    return f"   {found['name']}="


# --- what ----------------------------------------------------------------------------------------

_NUMBER = re.compile(r"(?<==)-?\d{1,6}$")
_LINKS = re.compile(r",LinkedTo=\([^)]*\)")
_DEFAULT = re.compile(r',DefaultValue="(?:\\.|[^"\\])*"')
_AFTER_DEFAULT = re.compile(r",(?:AutogeneratedDefaultValue|LinkedTo|PersistentGuid)=")
_VALUE = re.compile(r"^(\s*\w+=).*$")


def _changed(lines: list[str], value: Any, further: int) -> list[str]:
    """One side: the lines with a value; where none is given with positions moved, or a link cut."""
    if value is not None:
        return [_with_value(line, str(value)) for line in lines]
    if len(lines) == 1 and further and "LinkedTo=(" in lines[0]:
        return lines if further % 32 else [_LINKS.sub("", lines[0])]
    return [_NUMBER.sub(lambda found: str(int(found[0]) + further), line) for line in lines]


def _with_value(line: str, value: str) -> str:
    if "CustomProperties Pin" in line:
        bare = _DEFAULT.sub("", line)
        at = _AFTER_DEFAULT.search(bare)
        return bare if at is None else f'{bare[: at.start()]},DefaultValue="{value}"{bare[at.start() :]}'
    return _VALUE.sub(lambda found: found[1] + value, line) if _VALUE.match(line) else line
