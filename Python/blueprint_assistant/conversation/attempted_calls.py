"""Wishes for a call that stand in a reply as ordinary text. Outside uses the names in `__all__`.

They are never run: the model is told how to write them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.conversation import markup

if TYPE_CHECKING:
    from blueprint_assistant.conversation.call_formats import ToolTypes

__all__ = ["CallProblem", "attempts_in_prose", "tool_named_in"]


@dataclass(frozen=True, slots=True)
class CallProblem:
    """A call that was attempted and cannot be run: `reason` is for the model, `excerpt` its text."""

    reason: str
    excerpt: str


_NAMED = re.compile(
    r"""["']?(?:name|tool|tool_name|function|function_name|action)["']?\s*:\s*["']([\w.-]+)["']"""
)
_BARE_CALL = re.compile(r"^\s*([A-Za-z_]\w*)\(.*\)\s*;?\s*$")
_BARE_OBJECT = re.compile(r"^\s*[\[{].*", re.MULTILINE)


def tool_named_in(text: str, tools: ToolTypes) -> bool:
    """Whether a text names a known tool in the way in which the JSON of a call does."""
    found = _NAMED.search(text)
    return found is not None and found[1].removeprefix("functions.") in tools


def attempts_in_prose(prose: str, fenced: list[str], tools: ToolTypes) -> list[CallProblem]:
    """What looks like the wish for a call in a reply that has none."""
    if fenced:
        return [CallProblem(markup.FENCED, text) for text in fenced[:1]]
    lines = [line for line in prose.splitlines() if line.strip() and not line.lstrip().startswith("```")]
    names = [found[1] if (found := _BARE_CALL.match(line)) else "" for line in lines]
    if lines and all(name in tools for name in names):
        return [CallProblem(markup.UNREADABLE, prose[: markup.EXCERPT_CHARS])]
    for found in _BARE_OBJECT.finditer(prose):
        if tool_named_in(found.group()[: markup.EXCERPT_CHARS], tools):
            return [CallProblem(markup.UNREADABLE, found.group()[: markup.EXCERPT_CHARS])]
    return []
