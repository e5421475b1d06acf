"""Takes turns of a conversation back and does them again, and tells what comes of it as events.

Runs on the worker thread of the conversation; what the editor does is the reverter's. Outside uses
`TurnReverts`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.conversation.events import (
    ErrorRaised,
    ReversibleTurns,
    RevertFinished,
    RevertPlanned,
)
from blueprint_assistant.conversation.turn_history import TurnHistory
from blueprint_assistant.editor.revert.revert_plan import RevertError
from blueprint_assistant.editor.revert.revert_words import describe_plan, describe_report
from blueprint_assistant.editor.revert.turn_recorder import RecordingEditor
from blueprint_assistant.errors import AssistantError

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.conversation.events import ConversationEvent
    from blueprint_assistant.conversation.turn_history import RevertDirection, TurnEntry
    from blueprint_assistant.editor.protocol import BlueprintEditor
    from blueprint_assistant.editor.revert.reverter import Reverter

__all__ = ["TurnReverts"]

_DONE = {"undo": "undone", "redo": "done again"}


class TurnReverts:
    """The reverts of one conversation. Without a reverter no turn can be taken back.

    `note` is what the model has to know with the user's next message.
    """

    def __init__(self, reverter: Reverter | None, emit: Callable[[ConversationEvent], None]) -> None:
        """Start with no turns."""
        self._reverter = reverter
        self._emit = emit
        self._history = TurnHistory()
        self._notes: list[str] = []

    # --- while a turn runs -----------------------------------------------------------------------

    def recording(self, editor: BlueprintEditor) -> RecordingEditor:
        """The editor for one turn; `keep` takes what it recorded."""
        return RecordingEditor(editor)

    def keep(self, turn: int, text: str, recorded: RecordingEditor) -> None:
        """Remember what a turn changed, and say that it can be taken back."""
        if self._reverter is not None and self._history.add(turn, text, recorded.steps):
            self._emit(self._open_ways())

    def take_notes(self) -> str:
        """What was taken back since the last message, for the model; asked once."""
        notes, self._notes = self._notes, []
        return "\n".join(notes)

    def clear(self) -> None:
        """Forget all turns."""
        self._history.clear()
        self._notes.clear()

    # --- between turns ---------------------------------------------------------------------------

    def plan(self, direction: RevertDirection) -> list[ConversationEvent]:
        """What taking the newest turn back, or doing it again, would do."""
        try:
            reverter, entry = self._reverter_and(direction)
            plan = reverter.look_at_revert(entry.reversal)
        except AssistantError as error:
            return [ErrorRaised(error.code, str(error))]
        text = describe_plan(plan)
        return [RevertPlanned(direction, entry.offer, text, plan.can_run, plan.has_conflicts)]

    def revert(self, direction: RevertDirection, *, despite_conflicts: bool) -> list[ConversationEvent]:
        """Take the newest turn back, or do it again; what is so now."""
        try:
            reverter, entry = self._reverter_and(direction)
        except AssistantError as error:
            return [ErrorRaised(error.code, str(error))]
        try:
            report = reverter.revert(entry.reversal, despite_conflicts=despite_conflicts)
        except AssistantError as error:
            failed = RevertFinished(direction, entry.offer, ok=False)
            return [ErrorRaised(error.code, str(error)), failed]
        self._history.carried_out(direction, report)
        text = describe_report(report)
        self._notes.append(f"(The user has had your turn '{entry.text}' {_DONE[direction]}. {text})")
        done = RevertFinished(
            direction, entry.offer, ok=True, text=text, blueprints=report.blueprints, gone=report.gone
        )
        return [done, self._open_ways()]

    def _reverter_and(self, direction: RevertDirection) -> tuple[Reverter, TurnEntry]:
        entry = self._history.newest(direction)
        if self._reverter is None or entry is None:
            what = "taken back" if direction == "undo" else "done again"
            raise RevertError(
                f"There is no turn that can be {what}.",
                "Only turns of this session that changed something can.",
            )
        return self._reverter, entry

    def _open_ways(self) -> ReversibleTurns:
        newest = (self._history.newest("undo"), self._history.newest("redo"))
        return ReversibleTurns(*(None if entry is None else entry.offer for entry in newest))
