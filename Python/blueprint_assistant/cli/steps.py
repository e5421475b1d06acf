"""Prints a conversation's events for people at a terminal, each step as it happens."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from blueprint_assistant.conversation.events import (
    AssistantText,
    ContextUsage,
    ErrorRaised,
    HandStepAsked,
    HandStepEnded,
    Notice,
    ReversibleTurns,
    RevertFinished,
    RevertPlanned,
    TextDelta,
    ToolFinished,
    ToolStarted,
    TurnFinished,
    TurnStarted,
)

if TYPE_CHECKING:
    from blueprint_assistant.actions.manual_steps import ManualStepAnswer
    from blueprint_assistant.cli.terminal import Terminal
    from blueprint_assistant.conversation.events import ConversationEvent, TurnStopReason

__all__ = ["StepPrinter"]

_ENDINGS: dict[TurnStopReason, str] = {
    "stopped": "Stopped.",
    "limit": "Stopped at the limit of steps.",
    "error": "The turn ended with an error.",
}


_ANSWERS: dict[ManualStepAnswer, str] = {
    "done": "Done: the stand-in editor did it itself.",
    "skipped": "Skipped: the stand-in editor has no way to do it.",
    "stopped": "Not done.",
    "timed_out": "Nobody did it.",
}
_REVERTED = {"undo": "undone", "redo": "done again"}


class StepPrinter:
    """Turns events into lines on a terminal."""

    def __init__(self, terminal: Terminal) -> None:
        """Print there."""
        self._terminal = terminal
        self._is_in_text = False
        self._has_changed = False

    def __call__(self, event: ConversationEvent) -> None:
        """Print one event."""
        match event:
            case TurnStarted(text):
                self._has_changed = False
                self._line(f"> {text}")
            case TextDelta(text):
                self._stream(text)
            case AssistantText() | ContextUsage() | ToolStarted():
                pass  # the deltas were printed; a call is printed with its result
            case ToolFinished():
                self._tool(event)
            case HandStepAsked() | HandStepEnded():
                self._by_hand(event)
            case Notice(text):
                self._line(f"  note: {text}")
            case ErrorRaised(code, text):
                self._end_text()
                self._terminal.complain(f"error ({code}): {text}")
            case ReversibleTurns() | RevertPlanned() | RevertFinished():
                self._reverting(event)
            case TurnFinished(reason):
                self._end_text()
                self._ending(reason)
            case _:
                assert_never(event)

    def _by_hand(self, event: HandStepAsked | HandStepEnded) -> None:
        if isinstance(event, HandStepAsked):
            self._line(f"  by hand {event.step.sentence}")
        else:
            self._line(f"          {_ANSWERS[event.answer]}")

    def _reverting(self, event: ReversibleTurns | RevertPlanned | RevertFinished) -> None:
        match event:
            case ReversibleTurns():
                pass  # whoever offers it says so
            case RevertPlanned(_, _, text):
                self._lines("  to be done:", text)
            case RevertFinished(direction, _, ok, text):
                if ok:
                    self._lines(f"  {_REVERTED[direction]}:", text)
            case _:
                assert_never(event)

    def _lines(self, head: str, text: str) -> None:
        self._line(head)
        for line in text.splitlines():
            self._line(f"    {line}")

    def _ending(self, reason: TurnStopReason) -> None:
        if reason == "refusal":
            self._line("Not all of it was done." if self._has_changed else "Nothing was changed.")
        elif reason != "end":
            self._line(_ENDINGS[reason])

    def _tool(self, event: ToolFinished) -> None:
        self._has_changed = self._has_changed or event.has_changed
        mark = "ok     " if event.ok else "stopped" if event.was_stopped else "failed "
        lines = event.text.splitlines() or [""]
        self._line(f"  {mark} {event.name}: {lines[0]}")
        for line in lines[1:] if not event.ok else ():
            self._line(f"          {line}")

    def _stream(self, text: str) -> None:
        self._is_in_text = True
        self._terminal.say(text, end="")

    def _end_text(self) -> None:
        if self._is_in_text:
            self._is_in_text = False
            self._terminal.say("")

    def _line(self, text: str) -> None:
        self._end_text()
        self._terminal.say(text)
