"""One thin adapter for each kind of case: it turns the input into a call of the product.

An adapter returns what it saw (see `comparison.Outcome`) and decides nothing about right or
wrong. A kind that the product has no part for yet has no adapter here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cases.adapters import (
    blueprint,
    command_line,
    conversation,
    logs,
    panel,
    parsing,
    provider,
    scripts,
    tools,
)

__all__ = ["Adapter", "adapter_for"]

Adapter = Callable[[Mapping[str, Any]], Mapping[str, Any]]

_ADAPTERS: dict[str, Adapter] = {
    **parsing.ADAPTERS,
    **blueprint.ADAPTERS,
    **tools.ADAPTERS,
    **scripts.ADAPTERS,
    **command_line.ADAPTERS,
    **panel.ADAPTERS,
    **conversation.ADAPTERS,
    **provider.ADAPTERS,
    **logs.ADAPTERS,
}


def adapter_for(case: Mapping[str, Any]) -> Adapter | None:
    """The adapter of a case; None when the product has no part for its kind or its service yet."""
    if case["input"].get("api", "claude") != "claude":
        return None
    return _ADAPTERS.get(case["kind"])
