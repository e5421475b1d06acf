"""What turns cost in tokens, by what they are spent on.

Outside uses Cost, cost_of, median_cost, said_in and token_counter.
"""

from __future__ import annotations

import json
import statistics
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.errors import AssistantError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from authoring.talking import MadeCall, Talk

__all__ = ["Cost", "cost_of", "median_cost", "said_in", "token_counter"]


@dataclass(frozen=True, slots=True)
class Cost:
    """Tokens of one turn: what was read (calls and results), the calls that change, and their results."""

    read: float
    write: float
    receipt: float

    @property
    def total(self) -> float:
        """All of it."""
        return self.read + self.write + self.receipt

    def __str__(self) -> str:
        return f"read {self.read:g}, write {self.write:g}, receipt {self.receipt:g}, together {self.total:g}"


@cache
def token_counter() -> tuple[str, Callable[[str], int]]:
    """How tokens are counted: by a real tokenizer without network, or a quarter of the characters."""
    try:
        encoding = import_module("bpe_openai").get_encoding("o200k_base")
    except ImportError:
        return "characters / 4", lambda text: len(text) // 4
    return "o200k_base", lambda text: len(encoding.encode(text))


def said_in(tool: str, parameters: Mapping[str, Any]) -> str:
    """What a model says to make a call."""
    return f"{tool} {json.dumps(dict(parameters), ensure_ascii=False)}"


def cost_of(turn: Talk) -> Cost:
    """What a turn cost beside its prompt and what was only said."""
    _, count = token_counter()
    reads = [call for call in turn.calls if _is_reading(call.tool)]
    writes = [call for call in turn.calls if not _is_reading(call.tool)]
    return Cost(
        sum(count(_said(call)) + count(call.text) for call in reads),
        sum(count(_said(call)) for call in writes),
        sum(count(call.text) for call in writes),
    )


def median_cost(turns: Iterable[Talk]) -> Cost | None:
    """The turn in the middle, part by part and as a whole; None of no turns."""
    costs = [cost_of(turn) for turn in turns]
    if not costs:
        return None
    parts = ([getattr(cost, name) for cost in costs] for name in ("read", "write", "receipt"))
    return Cost(*map(statistics.median, parts))


def _said(call: MadeCall) -> str:
    return said_in(call.tool, call.parameters)


@cache
def _is_reading(tool: str) -> bool:
    try:
        return ActionRegistry().resolve(tool).effect == "read"
    except AssistantError:
        return False
