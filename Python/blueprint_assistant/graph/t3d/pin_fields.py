"""Splits the bracket of a pin into its fields: `(PinId=…,PinName="…",…,)`.

Part of `graph.t3d.graph_text`. Linear in the length of the line, whatever stands in it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from blueprint_assistant.graph.t3d.object_blocks import T3DLine

__all__ = ["Fields", "PinParts", "read_fields", "split_part", "split_pin"]

Fields = dict[str, str]
"""Raw values by name, in written order."""

MAX_BRACKETS = 64

_STRING = r'"(?:[^"\\]++|\\.)*+"'


def _bracket(depth: int) -> str:
    """A bracket with at most so many brackets nested in it."""
    inner = f"|{_bracket(depth - 1)}" if depth else ""
    return rf'\((?:{_STRING}|[^"()]++{inner})*+\)'


# Blanks around a value are not usual: only single ones inside are, as in `ParentPin=Node Pin`.
_VALUE = rf'(?!\s)(?:{_STRING}|[^"(),\s]++|[ ](?![\s"(),])|{_bracket(2)})*+'
_FIELD = re.compile(rf"([\w.]++)=({_VALUE}),", re.DOTALL)
_USUAL = re.compile(
    rf"""\(
    (?P<identity>(?:(?!PinType\.)[\w.]++={_VALUE},)*+)
    (?P<type>(?:PinType\.\w++={_VALUE},)++)
    (?P<values>(?:(?!PersistentGuid=)[\w.]++={_VALUE},)*+)
    (?P<state>PersistentGuid=\w++,(?:b\w++=\w++,)*+)
    \)""",
    re.DOTALL | re.VERBOSE,
)


class PinParts(NamedTuple):
    """A pin's fields as the engine orders them: two parts still text, as few of them differ."""

    fields: Fields
    type_text: str
    state_text: str


def split_pin(line: T3DLine, start: int) -> PinParts | None:
    """The parts of the bracket at `start`; None where the pin is not written in the usual way."""
    match = _USUAL.match(line.text, start)
    if match is None or match.end() != len(line.text):
        return None
    identity, type_text, values, state_text = match.groups()
    fields = dict(_FIELD.findall(identity))
    if values:
        fields.update(_FIELD.findall(values))
    return PinParts(fields, type_text, state_text)


def split_part(text: str) -> Fields:
    """The fields of a part of PinParts."""
    return dict(_FIELD.findall(text))


_NAME = re.compile(r"\s*+([\w.]++)=")
_PLAIN = re.compile(rf'(?:{_STRING}|[^"(),]++)++', re.DOTALL)
_BRACKETED = re.compile(rf'(?:{_STRING}|[^"()]++)++', re.DOTALL)


def read_fields(line: T3DLine, start: int) -> Fields:
    """The fields of the bracket that opens at `start`, in whatever order and spacing.

    Raises T3DError with the column where the text stops making sense.
    """
    text = line.text
    if start >= len(text) or text[start] != "(":
        raise line.error("A pin has no opening bracket", "Copy the nodes again.", offset=start)
    fields: Fields = {}
    position = start + 1
    while position < len(text) and text[position] != ")":
        if text[position] in ", ":
            position += 1
            continue
        match = _NAME.match(text, position)
        if match is None:
            raise line.error("A pin field has no name", "Copy the nodes again.", offset=position)
        end = _value_end(line, match.end())
        fields[match[1]] = text[match.end() : end].strip()
        position = end
    if position >= len(text):
        raise line.error(
            "A pin is cut off: its bracket does not close", "Copy it again, whole.", offset=start
        )
    return fields


def _value_end(line: T3DLine, position: int) -> int:
    """Where the value that starts at `position` ends: at a comma or bracket of this level."""
    text = line.text
    while position < len(text) and text[position] not in ",)":
        if text[position] == "(":
            position = _bracket_end(line, position)
            continue
        match = _PLAIN.match(text, position)
        if match is None:
            raise line.error("A quoted text does not end", "Copy the nodes again.", offset=position)
        position = match.end()
    return position


def _bracket_end(line: T3DLine, position: int) -> int:
    """The position behind the bracket that closes the one at `position`."""
    text, start, depth = line.text, position, 0
    while position < len(text):
        char = text[position]
        if char in "()":
            depth += 1 if char == "(" else -1
            position += 1
            if depth == 0:
                return position
            if depth > MAX_BRACKETS:
                raise line.error("Brackets are nested too deeply", "This is not a pin.", offset=position - 1)
            continue
        match = _BRACKETED.match(text, position)
        if match is None:
            raise line.error("A quoted text does not end", "Copy the nodes again.", offset=position)
        position = match.end()
    raise line.error("A bracket does not close", "Copy the nodes again, whole.", offset=start)
