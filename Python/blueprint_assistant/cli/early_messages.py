"""The conversation of a window that is shown before its assistant is there. Outside uses EarlyMessages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from blueprint_assistant.ui.commands import Conversation

__all__ = ["EarlyMessages"]


class EarlyMessages:
    """Hands everything on to a conversation (the `Conversation` of `ui.commands`). GUI thread.

    Before there is one messages wait, and all else finds nothing to do: there is no turn yet.
    """

    def __init__(self) -> None:
        """Wait for the conversation."""
        self._conversation: Conversation | None = None
        self._waiting: list[str] = []

    def connect(self, conversation: Conversation) -> tuple[str, ...]:
        """Hand everything on to this conversation from now on; the messages that waited for it."""
        self._conversation = conversation
        waiting, self._waiting = tuple(self._waiting), []
        return waiting

    def send(self, text: str) -> None:
        """Start a turn with the user's message, as soon as there is a conversation."""
        if self._conversation is None:
            self._waiting.append(text)
        else:
            self._conversation.send(text)

    def stop(self) -> None:
        """Stop the running turn, or forget the messages that wait."""
        self._waiting.clear()
        if self._conversation is not None:
            self._conversation.stop()

    def clear(self) -> None:
        """Forget the history."""
        if self._conversation is not None:
            self._conversation.clear()

    def plan_revert(self, direction: Literal["undo", "redo"]) -> None:
        """Find out what taking the newest turn back, or doing it again, would do."""
        if self._conversation is not None:
            self._conversation.plan_revert(direction)

    def revert(self, direction: Literal["undo", "redo"], *, despite_conflicts: bool = False) -> None:
        """Take the newest turn back, or do it again."""
        if self._conversation is not None:
            self._conversation.revert(direction, despite_conflicts=despite_conflicts)

    def skip_hand_step(self) -> None:
        """Go on without what the user was asked to do."""
        if self._conversation is not None:
            self._conversation.skip_hand_step()

    def copy_hand_step(self) -> None:
        """Put what the user is to paste on the clipboard again."""
        if self._conversation is not None:
            self._conversation.copy_hand_step()
