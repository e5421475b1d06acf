"""Replies that are nothing but calls as the prompt lists the tools. Outside uses calls_in_lines.

    rename_variable(BP_Enemy, Health, HitPoints)

The prompt has a line `rename_variable(blueprint, old_name, new_name; …)`: a model that answers in that form
means it. Certain only where every line is such a call of a known tool, each of its values has a parameter by
name or is one of the required ones in order, and none of these is missing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from blueprint_assistant.conversation.call_formats import ParsedCall, typed_value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from blueprint_assistant.conversation.call_formats import ToolTypes

__all__ = ["calls_in_lines"]

_CALL = re.compile(r"\s*(?:[-*]\s+)?`?([A-Za-z_]\w*)\((.*)\)`?\s*;?\s*")
_VALUE = re.compile(
    r"""\s*(?:(?P<key>\w+)\s*(?:=|:)\s*)?"""
    r"""(?:"(?P<double>[^"\\]*)"|'(?P<single>[^'\\]*)'|(?P<bare>[^\s"'(){}\[\],;=][^"'(){}\[\],;=]*))\s*"""
)


def calls_in_lines(text: str, tools: ToolTypes, required: Mapping[str, Sequence[str]]) -> list[ParsedCall]:
    """The calls that make up all of a text; none where one of its lines is anything else.

    `required` are the parameters that each tool needs, in the order of the prompt.
    """
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("```")]
    found = [_call(line, tools, required) for line in lines]
    calls = [call for call in found if call is not None]
    return calls if len(calls) == len(found) else []


def _call(line: str, tools: ToolTypes, required: Mapping[str, Sequence[str]]) -> ParsedCall | None:
    head = _CALL.fullmatch(line)
    if head is None or head[1] not in tools:
        return None
    name, types = head[1], tools[head[1]]
    given = _values(head[2])
    if given is None:
        return None
    needed = required.get(name, ())
    by_place = [value for key, value in given if not key]
    named = [(key, value) for key, value in given if key]
    if len(by_place) > len(needed):
        return None
    pairs = [*zip(needed, by_place, strict=False), *named]
    parameters: dict[str, Any] = {}
    for key, value in pairs:
        if key in parameters or key not in types:
            return None
        parameters[key] = typed_value(value, types[key])
    return ParsedCall(name, parameters) if set(needed) <= set(parameters) else None


def _values(text: str) -> list[tuple[str, str]] | None:
    """The values between brackets with their names, empty where they have none; None where they are others.

    A value by place stands behind no named one.
    """
    if not text.strip():
        return []
    found: list[tuple[str, str]] = []
    at = 0
    while True:
        value = _VALUE.match(text, at)
        if value is None:
            return None
        key = value["key"] or ""
        if found and found[-1][0] and not key:
            return None
        said = next(part for part in (value["double"], value["single"], value["bare"]) if part is not None)
        found.append((key, said if value["bare"] is None else said.strip()))
        at = value.end()
        if at == len(text):
            return found
        if text[at] not in ",;":
            return None
        at += 1
