"""The conversation as the window and the command line see it: send, stop, subscribe, wait.

One worker thread per turn; events are delivered on it, in order. Nothing here knows windows.
"""

from __future__ import annotations

import logging
import re
import threading
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from blueprint_assistant.conversation.agent_loop import TurnLoop
from blueprint_assistant.conversation.events import ErrorRaised, TurnFinished, TurnStarted
from blueprint_assistant.conversation.history import History
from blueprint_assistant.conversation.manual_step_queue import ManualStepQueue, TurnUser
from blueprint_assistant.conversation.settings import ConversationSettings
from blueprint_assistant.conversation.state import ConversationState
from blueprint_assistant.conversation.turn_reverts import TurnReverts
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.providers.base import CancelToken

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.registry import ActionRegistry
    from blueprint_assistant.conversation.events import ConversationEvent, TurnStopReason
    from blueprint_assistant.conversation.turn_history import RevertDirection
    from blueprint_assistant.editor.revert.reverter import Reverter
    from blueprint_assistant.providers.base import Message, Provider

__all__ = [
    "BusyError",
    "ConversationError",
    "ConversationManager",
    "ConversationSettings",
    "EmptyMessageError",
    "MessageTooLongError",
]

_log = logging.getLogger(__name__)
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


class ConversationError(AssistantError):
    """A message cannot be sent now, or not like this: the user acts."""

    code = "conversation_error"


class BusyError(ConversationError):
    """A turn is still running."""

    code = "conversation_busy"


class EmptyMessageError(ConversationError):
    """The message has no text."""

    code = "empty_message"


class MessageTooLongError(ConversationError):
    """The message is longer than the settings allow."""

    code = "message_too_long"


class ConversationManager:
    """One conversation with one model. All methods may be called from any thread."""

    def __init__(
        self,
        provider: Provider,
        registry: ActionRegistry,
        context: ActionContext,
        *,
        settings: ConversationSettings | None = None,
        reverter: Reverter | None = None,
    ) -> None:
        """No thread is started before the first message. Without a reverter turns cannot be taken back."""
        self._provider = provider
        self._registry = registry
        self._context = context
        self._settings = settings or ConversationSettings()
        self._history = History(max_result_chars=self._settings.max_result_chars)
        self._state = ConversationState()
        self._lock = threading.Lock()
        self._subscribers: list[Callable[[ConversationEvent], None]] = []
        self._cancel = CancelToken()
        self.manual_steps = ManualStepQueue()
        """What waits for the user's hands."""
        self._reverts = TurnReverts(reverter, self._emit)
        self._is_busy = False
        self._thread: threading.Thread | None = None
        self._turns = 0

    @property
    def is_busy(self) -> bool:
        """Whether a turn is running."""
        return self._is_busy

    @property
    def messages(self) -> tuple[Message, ...]:
        """The history as it is sent to the model; complete when no turn is running."""
        return self._history.messages

    def subscribe(self, callback: Callable[[ConversationEvent], None]) -> Callable[[], None]:
        """Get every event, on the worker thread of the turn; returns what ends it.

        A callback that raises is logged and gets the next event all the same.
        """
        with self._lock:
            self._subscribers.append(callback)

        def unsubscribe() -> None:
            with self._lock:
                if callback in self._subscribers:
                    self._subscribers.remove(callback)

        return unsubscribe

    def send(self, text: str) -> None:
        """Start a turn and return at once. Raises a ConversationError when that is not possible.

        Halves of characters, which no request and no file can hold, become replacement characters.
        """
        text = _HALF_CHARACTER.sub("\ufffd", text)
        if not text.strip():
            raise EmptyMessageError("The message is empty.", "Say what the Blueprint should do.")
        limit = self._settings.max_message_chars
        if len(text) > limit:
            raise MessageTooLongError(
                f"The message has {len(text)} characters, more than the limit of {limit}.", "Shorten it."
            )
        with self._lock:
            self._start("turn", partial(self._run_turn, text))

    def plan_revert(self, direction: RevertDirection = "undo") -> None:
        """Find out what taking back the newest turn would do, or doing again the one taken back last.

        Returns at once; `RevertPlanned` or `ErrorRaised` follows. Raises BusyError.
        """
        with self._lock:
            self._start("look", partial(self._run_revert, partial(self._reverts.plan, direction)))

    def revert(self, direction: RevertDirection = "undo", *, despite_conflicts: bool = False) -> None:
        """Take the newest turn back, or do again the one that was taken back last.

        Returns at once; `RevertFinished` and `ReversibleTurns` follow, or `ErrorRaised`. Raises BusyError.
        """
        with self._lock:
            revert = partial(self._reverts.revert, direction, despite_conflicts=despite_conflicts)
            self._start("revert", partial(self._run_revert, revert))

    def _start(self, what: str, work: Callable[[CancelToken], None]) -> None:
        """Start a thread of work, the only one. The caller holds the lock. Raises BusyError."""
        if self._is_busy:
            raise BusyError("The assistant is still working.", "Wait for it, or press Stop first.")
        self._is_busy = True
        self._cancel = CancelToken()
        self._turns += what == "turn"
        self._thread = threading.Thread(
            target=_run_after,
            args=(self._thread, partial(work, self._cancel)),
            name=f"blueprint-assistant-{what}-{self._turns}",
            daemon=True,
        )
        self._thread.start()

    def stop(self) -> None:
        """Stop the running turn, if any: at the next stream event, or after the running tool."""
        with self._lock:
            cancel = self._cancel if self._is_busy else None
        if cancel is not None:
            cancel.cancel()

    def clear(self) -> None:
        """Begin anew: no messages, no known nodes, nothing spent. Raises BusyError during a turn."""
        with self._lock:
            if self._is_busy:
                raise BusyError("The assistant is still working.", "Press Stop first.")
            self._history.clear()
            self._state = ConversationState()
            self._context.nodes.clear()
            self._reverts.clear()
            self._context.pastes.clear()
            self._context.scope.clear()
            self._context.known.clear()

    def wait(self, timeout_s: float) -> bool:
        """Wait until the turn is over and its events are delivered; whether that is so."""
        thread = self._thread
        if thread is None:
            return True
        if thread is threading.current_thread():
            return False
        thread.join(timeout_s)
        return not thread.is_alive()

    def _run_turn(self, text: str, cancel: CancelToken) -> None:
        self._emit(TurnStarted(text))
        reason: TurnStopReason = "error"
        recorded = self._reverts.recording(self._context.editor)
        try:
            artist = TurnUser(self.manual_steps, cancel, self._settings, self._emit)
            loop = TurnLoop(
                self._provider,
                self._registry,
                replace(self._context, editor=recorded, artist=artist),
                settings=self._settings,
                history=self._history,
                state=self._state,
                cancel=cancel,
                emit=self._emit,
            )
            reason = loop.run("\n\n".join(part for part in (self._reverts.take_notes(), text) if part))
        except BaseException as error:  # noqa: BLE001 - the outermost place: without an end it stays busy
            _log.exception("The turn failed")
            self._history.close("no answer: internal error")
            self._emit(
                ErrorRaised("internal_error", f"The assistant failed ({type(error).__name__}). See the log.")
            )
        self._reverts.keep(self._turns, text, recorded)
        # Idle before the last event: who reads it may send the next message at once.
        self._is_busy = False
        self._emit(TurnFinished(reason))

    def _run_revert(self, work: Callable[[], list[ConversationEvent]], _: CancelToken) -> None:
        events: list[ConversationEvent] = []
        try:
            events = work()
        except BaseException as error:  # noqa: BLE001 - the outermost place: without an end it stays busy
            _log.exception("The revert failed")
            failure = f"The assistant failed ({type(error).__name__}). See the log."
            events = [ErrorRaised("internal_error", failure)]
        self._is_busy = False  # before the events: who reads them may go on at once
        for event in events:
            self._emit(event)

    def _emit(self, event: ConversationEvent) -> None:
        with self._lock:
            subscribers = tuple(self._subscribers)
        for callback in subscribers:
            try:
                callback(event)
            except Exception:  # noqa: BLE001 - one subscriber must not stop the turn or the others
                _log.exception("A subscriber failed at %s", type(event).__name__)


def _run_after(previous: threading.Thread | None, work: Callable[[], None]) -> None:
    """Work on this thread, once the thread before it is done: it may still deliver its last events."""
    if previous is not None:
        previous.join()
    work()
