"""What is said of calls in the words of tools: `RemoveNode("PrintString")`, `CallEvent(Die)`. Of calls.

Models mix what a program says with what tools do. The names are those of no function that an actor can call.
"""

from __future__ import annotations

from typing import Final

from blueprint_assistant.graph.catalog.name_lookup import words_of

__all__ = ["CALLING", "said_of_tool_word"]

_TAKING_OUT: Final = frozenset({"remove", "delete", "erase"})
_OF_CODE: Final = frozenset({"node", "nodes", "statement", "statements", "line", "lines", "code", "event"})
_ADDING: Final = frozenset({"add", "create", "insert", "spawn"})
CALLING: Final = frozenset(
    {"event", "callevent", "callfunction", "callcustomevent", "triggerevent", "customevent", "executeevent"}
)
"""Calls of an event or function whose name is the first value, folded."""


def said_of_tool_word(name: str) -> str:
    """What to write in place of a tool's word; empty for any other name."""
    words = set(words_of(name))
    if name.replace("_", "").lower() in CALLING:
        return "An event or function is called by its own name."
    if not words & _OF_CODE:
        return ""
    if words & _TAKING_OUT:
        return "To take a statement out, write its event without it, and leave this line away."
    if words & _ADDING:
        return "Nodes are made by the statements themselves: write the call."
    return ""
