"""What a conversation may spend, and how its tool calls travel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from blueprint_assistant.errors import ConfigurationError

__all__ = ["ConversationSettings", "ToolMode"]

ToolMode = Literal["auto", "native", "text"]


@dataclass(frozen=True, slots=True)
class ConversationSettings:
    """Limits of a conversation. `auto` sends calls natively when the model takes tools."""

    max_iterations: int = 200
    max_tokens: int = 8192
    tool_mode: ToolMode = "auto"
    max_message_chars: int = 100_000
    max_result_chars: int = 12_000

    def __post_init__(self) -> None:
        """Refuse limits under which nothing can be done."""
        for name in ("max_iterations", "max_tokens", "max_message_chars", "max_result_chars"):
            if getattr(self, name) < 1:
                raise ConfigurationError(f"The setting {name} is less than 1.", "Set it to 1 or more.")
