"""Programs that only repeat an example of the system prompt, as small models do. Outside uses copied_line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from blueprint_assistant.conversation.prompt import TELLING_LINES

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["copied_line"]

_COPIED = "`{line}` is an example of how code is written, and not what was asked for: {request}"
_LONGEST_REQUEST = 200


def copied_line(code: object, request: str, members: Iterable[str]) -> str:
    """Why a program is none that a request means; empty for one that may be.

    `members` are the names of what the Blueprints in question have: who has a Steam may turn it off.
    """
    if not isinstance(code, str):
        return ""
    known = {word.lower() for text in (request, *members) for word in re.findall(r"\w+", text)}
    lines = {line.strip() for line in code.splitlines()}
    found = next((line for line in lines if TELLING_LINES.get(line, "").lower() not in {"", *known}), "")
    return _COPIED.format(line=found, request=request[:_LONGEST_REQUEST]) if found else ""
