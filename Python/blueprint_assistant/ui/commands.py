"""What the panel asks of a conversation. Everything else arrives as conversation events."""

from __future__ import annotations

from typing import Protocol

__all__ = ["Conversation"]


class Conversation(Protocol):
    """A running conversation. Called on the GUI thread; every method returns at once.

    `send` and `clear` raise an AssistantError when that is not possible now, or not like this.
    """

    def send(self, text: str) -> None:
        """Start a turn with the user's message. Only called while no turn is running."""
        ...

    def stop(self) -> None:
        """Ask the running turn to stop; its `TurnFinished` follows."""
        ...

    def clear(self) -> None:
        """Forget the history. Only called while no turn is running."""
        ...
