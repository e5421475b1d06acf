"""The turns that can be taken back, and those that were: the undo and redo of a conversation.

Only values, kept in memory and bounded. Worker thread only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from blueprint_assistant.conversation.events import TurnOffer
from blueprint_assistant.editor.revert.reversal import reversal_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blueprint_assistant.editor.revert.reversal import Reversal
    from blueprint_assistant.editor.revert.revert_plan import RevertReport
    from blueprint_assistant.editor.revert.turn_recorder import RecordedStep

__all__ = ["RevertDirection", "TurnEntry", "TurnHistory"]

RevertDirection = Literal["undo", "redo"]

_TITLE_CHARS = 40
_MAX_TURNS = 10
_MAX_STATES = 2000
"""Of states of Blueprints, each with tables of its own although they share their nodes."""


@dataclass(frozen=True, slots=True)
class TurnEntry:
    """One turn that changed something: what takes it back, or what does it again after that."""

    number: int
    text: str
    reversal: Reversal

    @property
    def offer(self) -> TurnOffer:
        """The same for the user."""
        return TurnOffer(self.number, self.text, tuple(change.path for change in self.reversal.changes))


class TurnHistory:
    """The newest turns, as many as memory allows."""

    def __init__(self) -> None:
        """Start with none."""
        self._undo: list[TurnEntry] = []
        self._redo: list[TurnEntry] = []

    def add(self, number: int, text: str, steps: Sequence[RecordedStep]) -> bool:
        """Keep a turn that ended; whether it changed anything. What was taken back before stays so then."""
        if not steps:
            return False
        text = " ".join(text.split())
        short = text if len(text) <= _TITLE_CHARS else text[: _TITLE_CHARS - 1] + "…"
        self._undo.append(TurnEntry(number, short, reversal_of(f"AI: undo '{short}'", steps)))
        self._redo.clear()
        self._forget_old()
        return True

    def newest(self, direction: RevertDirection) -> TurnEntry | None:
        """The turn that is to be taken back, or done again, next."""
        stack = self._undo if direction == "undo" else self._redo
        return stack[-1] if stack else None

    def carried_out(self, direction: RevertDirection, report: RevertReport) -> None:
        """The newest turn of a direction was taken back, or done again: now the other way is open."""
        source, target = (self._undo, self._redo) if direction == "undo" else (self._redo, self._undo)
        entry = source.pop()
        if report.again.changes:
            target.append(TurnEntry(entry.number, entry.text, report.again))

    def clear(self) -> None:
        """Forget all."""
        self._undo.clear()
        self._redo.clear()

    def _forget_old(self) -> None:
        del self._undo[:-_MAX_TURNS]
        while len(self._undo) > 1 and sum(_states(item) for item in self._undo) > _MAX_STATES:
            del self._undo[0]


def _states(entry: TurnEntry) -> int:
    return 2 * len(entry.reversal.changes) + 2 * len(entry.reversal.history.expected)
