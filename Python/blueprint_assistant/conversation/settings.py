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
    bluecode_tools: bool = False
    """Whether the model is shown the tools of the BlueCode protocol instead of those that work by node."""
    max_message_chars: int = 100_000
    max_result_chars: int = 12_000
    hand_wait_s: float = 120.0
    """How long a tool waits for what only the user's hands can do."""
    hand_look_s: float = 0.5
    """How long it rests between two looks whether that was done."""

    def __post_init__(self) -> None:
        """Refuse limits under which nothing can be done."""
        for name in ("max_iterations", "max_tokens", "max_message_chars", "max_result_chars"):
            if getattr(self, name) < 1:
                raise ConfigurationError(f"The setting {name} is less than 1.", "Set it to 1 or more.")
        if self.hand_wait_s < 0 or self.hand_look_s <= 0:
            raise ConfigurationError(
                "A wait for the user's hands is negative.", "Set it to 0 or more seconds."
            )
