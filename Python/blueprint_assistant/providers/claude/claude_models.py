"""What is known of Claude's models. Outside uses DEFAULT_CLAUDE_MODEL; the rest is for `claude`.

Words and numbers only: settings name a model long before there is a provider.
"""

from __future__ import annotations

import re

__all__ = ["CLAUDE_MODELS", "DEFAULT_CLAUDE_MODEL", "display_name", "known_window"]

DEFAULT_CLAUDE_MODEL = "claude-sonnet-5-5"
"""The newest Sonnet in the model list of SDK 2.14: its maker's middle of speed, price and skill."""

CLAUDE_MODELS: dict[str, int] = {
    "claude-fable-5": 1_000_000,
    "claude-mythos-5": 1_000_000,
    "claude-opus-5": 1_000_000,
    "claude-sonnet-5": 1_000_000,
    "claude-haiku-5": 1_000_000,
    "claude-": 200_000,
}
"""Context windows in tokens by how a model's id begins, first match wins."""

_UNKNOWN_WINDOW = 200_000
_MODEL_ID = re.compile(r"claude-([a-z]+)-(\d+)(?:-(\d{1,2}))?(?:-\d{8})?")


def known_window(model_id: str) -> int:
    """The context window of a model; an unknown one is taken to have 200 000 tokens."""
    return next(
        (size for start, size in CLAUDE_MODELS.items() if model_id.startswith(start)), _UNKNOWN_WINDOW
    )


def display_name(model_id: str) -> str:
    """What people call a model: `Claude Sonnet 5.5`. An id of another form stays as it is."""
    match = _MODEL_ID.fullmatch(model_id)
    if match is None:
        return model_id
    line, major, minor = match.groups()
    return f"Claude {line.capitalize()} {major}.{minor}" if minor else f"Claude {line.capitalize()} {major}"
