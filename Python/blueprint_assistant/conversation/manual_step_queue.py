"""Waits for the user's hands in the middle of a tool call. Outside uses ManualStepQueue and TurnUser.

The desk belongs to the conversation: there the window says that a step is skipped. The artist is
the tool's side of it, for one turn, on the turn's thread.
"""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.conversation.events import HandStepAsked, HandStepEnded

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.actions.manual_steps import ManualStep, ManualStepAnswer, ManualStepCheck
    from blueprint_assistant.conversation.events import ConversationEvent
    from blueprint_assistant.conversation.settings import ConversationSettings
    from blueprint_assistant.providers.base import CancelToken

__all__ = ["ManualStepQueue", "TurnUser"]

_REST = 10
"""How many times as long as a look took the next one waits: a large Blueprint must not slow the editor."""


class ManualStepQueue:
    """The step that waits for the user now, if any. Any thread."""

    def __init__(self) -> None:
        """Nothing waits."""
        self._lock = threading.Lock()
        self._step: ManualStep | None = None
        self._is_skipped = False
        self._wake = threading.Event()

    @property
    def step(self) -> ManualStep | None:
        """What waits."""
        with self._lock:
            return self._step

    def skip(self) -> None:
        """The user does not do it; without a waiting step nothing happens."""
        with self._lock:
            if self._step is not None:
                self._is_skipped = True
                self._wake.set()

    def look_now(self) -> None:
        """Look at once whether it was done."""
        self._wake.set()

    def put(self, step: ManualStep | None) -> None:
        """Another step waits, or none."""
        with self._lock:
            self._step = step
            self._is_skipped = False
            self._wake.clear()

    def put_words(self, step: ManualStep) -> None:
        """The step that waits, in other words."""
        with self._lock:
            self._step = step

    def sleep(self, seconds: float) -> bool:
        """Wait for so long, or until somebody wants something; whether the step is skipped."""
        self._wake.wait(seconds)
        with self._lock:
            self._wake.clear()
            return self._is_skipped


class TurnUser:
    """The `Artist` of one turn: tells the user what to do, and looks until it is done."""

    def __init__(
        self,
        desk: ManualStepQueue,
        cancel: CancelToken,
        settings: ConversationSettings,
        emit: Callable[[ConversationEvent], None],
    ) -> None:
        """`settings` say how long to wait and how often to look."""
        self._desk = desk
        self._cancel = cancel
        self._settings = settings
        self._emit = emit

    def wait(self, step: ManualStep, look: Callable[[], ManualStepCheck]) -> ManualStepAnswer:
        """Ask and wait. Stop and skip are heard at once; a look that is under way is finished first."""
        forget = self._cancel.on_cancel(self._desk.look_now)
        self._desk.put(step)
        self._emit(HandStepAsked(step))
        answer: ManualStepAnswer = "stopped"
        try:
            answer = self._wait(step, look)
        finally:
            forget()
            self._desk.put(None)
            self._emit(HandStepEnded(answer))
        return answer

    def _wait(self, step: ManualStep, look: Callable[[], ManualStepCheck]) -> ManualStepAnswer:
        deadline = time.monotonic() + self._settings.hand_wait_s
        while True:
            started = time.monotonic()
            seen = look()
            if seen.is_done:
                return "done"
            if seen.sentence and seen.sentence != step.sentence:
                step = replace(step, sentence=seen.sentence)
                self._desk.put_words(step)
                self._emit(HandStepAsked(step))
            now = time.monotonic()
            if self._cancel.is_cancelled:
                return "stopped"
            if now >= deadline:
                return "timed_out"
            pause = max(self._settings.hand_look_s, _REST * (now - started))
            is_skipped = self._desk.sleep(min(pause, deadline - now))
            if self._cancel.is_cancelled:
                return "stopped"
            if is_skipped:
                return "skipped"
