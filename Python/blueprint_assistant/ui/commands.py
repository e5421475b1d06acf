"""What the panel asks of a conversation. Everything else arrives as conversation events."""

from __future__ import annotations

from typing import Literal, Protocol

__all__ = ["Conversation"]


class Conversation(Protocol):
    """A running conversation. Called on the GUI thread; every method returns at once.

    `send`, `clear` and the reverts raise an AssistantError when that is not possible now, or not like this.
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

    def plan_revert(self, direction: Literal["undo", "redo"]) -> None:
        """Find out what taking the newest turn back, or doing it again, would do; `RevertPlanned` follows."""
        ...

    def revert(self, direction: Literal["undo", "redo"], *, despite_conflicts: bool = False) -> None:
        """Do it; `RevertFinished` follows. With conflicts, edits of the user's own go as well."""
        ...

    def skip_hand_step(self) -> None:
        """Go on without what the user was asked to do by hand."""
        ...

    def copy_hand_step(self) -> None:
        """Put what the user is to paste on the clipboard again."""
        ...
