"""`Reverter`: what the conversation needs of an editor to take turns back, and the same for any thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from blueprint_assistant.editor.game_thread import GameThread
    from blueprint_assistant.editor.revert.reversal import Reversal
    from blueprint_assistant.editor.revert.revert_plan import RevertPlan, RevertReport

__all__ = ["GameThreadReverter", "Reverter"]


class Reverter(Protocol):
    """Takes back what plans changed. Raises EditorError with a reason; then nothing is changed."""

    def look_at_revert(self, reversal: Reversal, *, despite_conflicts: bool = False) -> RevertPlan:
        """What a revert would do now. Touches nothing."""
        ...

    def revert(self, reversal: Reversal, *, despite_conflicts: bool = False) -> RevertReport:
        """Do it, and say what is so now. `despite_conflicts` lets go of edits that stand in the way."""
        ...


class GameThreadReverter:
    """A Reverter for any thread; also raises the queue's errors."""

    def __init__(self, reverter: Reverter, game_thread: GameThread) -> None:
        """`reverter` is only ever touched inside jobs of `game_thread`."""
        self._reverter = reverter
        self._game_thread = game_thread

    def look_at_revert(self, reversal: Reversal, *, despite_conflicts: bool = False) -> RevertPlan:
        """Look in one job."""
        return self._game_thread.run(
            f"look what takes back '{reversal.title}'",
            "read",
            lambda: self._reverter.look_at_revert(reversal, despite_conflicts=despite_conflicts),
        )

    def revert(self, reversal: Reversal, *, despite_conflicts: bool = False) -> RevertReport:
        """Do it in one job, so that nothing is changed in between. It may compile."""
        return self._game_thread.run(
            reversal.title,
            "compile",
            lambda: self._reverter.revert(reversal, despite_conflicts=despite_conflicts),
        )
