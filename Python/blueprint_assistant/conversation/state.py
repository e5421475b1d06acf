"""What a conversation keeps from turn to turn, apart from its messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["ConversationState"]


@dataclass(slots=True)
class ConversationState:
    """The Blueprints worked on, as last seen, newest last, and what was spent. Worker thread only."""

    blueprints: dict[str, Blueprint] = field(default_factory=dict)
    total_input_tokens: int = 0
    total_output_tokens: int = 0
    _calls: int = 0

    def new_call_id(self) -> str:
        """An id for a call that came without one, unique in the conversation."""
        self._calls += 1
        return f"call_{self._calls}"
