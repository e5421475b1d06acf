"""The values in the text of a call that cannot be read, for the form in which it is to be written.

Outside uses values_in. What is not closed, or of no known place, is left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from blueprint_assistant.conversation.json_text import JsonTextError, read_json

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["values_in"]

_VALUE = r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|[^\s,(){}\[\]\"']+"
_NAMED = re.compile(rf"(\w+)\s*=\s*({_VALUE})")


def values_in(text: str, name: str, parameters: Sequence[str]) -> dict[str, Any]:
    """The values that a text gives the parameters of a tool: by place in brackets, or by name."""
    if not name:
        return {}
    bracketed = re.search(rf"{re.escape(name)}\s*\(([^()]*)\)", text)
    if bracketed is None:
        return _by_name(text, parameters)
    found: dict[str, Any] = {}
    for number, part in enumerate(re.findall(rf"(?:\w+\s*=\s*)?(?:{_VALUE})", bracketed[1])):
        named = _NAMED.fullmatch(part.strip())
        if named is not None:
            found[named[1]] = _plain(named[2])
        elif number < len(parameters):
            found[parameters[number]] = _plain(part.strip())
    return found


def _by_name(text: str, parameters: Sequence[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key in parameters:
        given = re.search(rf"[\"']?\b{re.escape(key)}[\"']?\s*[:=]\s*({_VALUE})", text)
        if given is not None:
            found[key] = _plain(given[1])
    return found


def _plain(text: str) -> Any:
    """A value without its quotes; what is no JSON is a text."""
    if text[:1] == "'":
        return text.strip("'")
    try:
        return read_json(text)
    except JsonTextError:
        return text
