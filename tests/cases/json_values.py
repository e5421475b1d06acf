"""JSON values and texts of cases: when they are the same, and how a difference is told.

Outside uses all functions here.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

__all__ = ["Outcome", "but_error", "differs", "fits", "listed", "mentions", "same", "short", "squeeze"]

Outcome = Mapping[str, Any]
"""What an adapter saw. `error` is the text of a refusal; `text` what the model or user reads."""


def same(wanted: Any, actual: Any) -> bool:
    """Equality of JSON values; 320 equals 320.0, but true is no number."""
    if isinstance(wanted, bool) or isinstance(actual, bool):
        return wanted is actual
    if isinstance(wanted, int | float) and isinstance(actual, int | float):
        return math.isclose(wanted, actual, rel_tol=1e-9, abs_tol=1e-9)
    if isinstance(wanted, Mapping) and isinstance(actual, Mapping):
        return wanted.keys() == actual.keys() and all(
            same(value, actual[key]) for key, value in wanted.items()
        )
    if isinstance(wanted, list | tuple) and isinstance(actual, list | tuple):
        return len(wanted) == len(actual) and all(map(same, wanted, actual))
    return bool(wanted == actual)


def squeeze(text: str) -> str:
    """Runs of whitespace become one space, the ends are trimmed."""
    return " ".join(text.split())


def mentions(text: str, word: str) -> bool:
    """Whether a text contains another, letter case ignored."""
    return word.lower() in text.lower()


def fits(wanted: Any, actual: Any) -> bool:
    """Equality; a number is also how many things a list holds, and an object names only what counts."""
    if isinstance(actual, list | tuple) and isinstance(wanted, int) and not isinstance(wanted, bool):
        return len(actual) == wanted
    if isinstance(actual, Mapping) and isinstance(wanted, Mapping):
        return all(key in actual and fits(value, actual[key]) for key, value in wanted.items())
    return same(wanted, actual)


def listed(wanted: Any) -> list[Any]:
    return list(wanted) if isinstance(wanted, list | tuple) else [wanted]


def differs(name: str, wanted: Any, actual: Any) -> str:
    return f"{name} is {short(actual)}, expected {short(wanted)}"


def but_error(outcome: Outcome) -> str:
    return f" (refused: {short(outcome['error'])})" if outcome.get("error") else ""


def short(value: Any, most: int = 300) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= most else f"{text[:most]}…"
