"""A model service that plays a script: a real `Provider`, for conversations in tests.

Each request takes the next reply of the script. A reply is a text, a list of events, or an
exception to raise; inside a list, a callable is called when the stream gets there and a
`Pause` waits until Stop is pressed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from threading import Event
from typing import TYPE_CHECKING, Any

from blueprint_assistant.providers.base import (
    Cancelled,
    CancelToken,
    CompletionRequest,
    ModelInfo,
    ProviderEvent,
    Stop,
    TextDelta,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Pause", "ScriptedProvider", "call_text"]

_LONGEST_PAUSE_S = 60.0


@dataclass
class Pause:
    """The service says nothing more. `reached` is set when the stream gets here."""

    reached: Event = field(default_factory=Event)

    def wait(self, cancel: CancelToken) -> None:
        """Wait for Stop, as a provider does that is reading from a slow connection."""
        self.reached.set()
        cancel.wait(_LONGEST_PAUSE_S)
        raise AssertionError("Nobody pressed Stop.")


def call_text(tool: str, /, **parameters: Any) -> str:
    """A tool call as a model writes it in text."""
    return f"<tool_call>{json.dumps({'name': tool, 'parameters': parameters})}</tool_call>"


Step = "ProviderEvent | Pause | Exception | Callable[[], None]"


class ScriptedProvider:
    """Plays its replies in order and keeps the requests that it was sent."""

    name = "Scripted"

    def __init__(
        self,
        replies: Sequence[str | Exception | Sequence[Step]],
        *,
        takes_tools: bool = False,
        chunk_chars: int = 7,
    ) -> None:
        """A text reply is sent in pieces of `chunk_chars` and ends with Stop('end')."""
        self.model = ModelInfo("scripted-1", "Scripted", 10_000, takes_tools)
        self.requests: list[CompletionRequest] = []
        self._replies = list(replies)
        self._chunk_chars = chunk_chars

    @property
    def replies_left(self) -> int:
        """How many replies were not asked for: a script should be used up."""
        return len(self._replies)

    def add(self, *replies: str | Exception | Sequence[Step]) -> None:
        """Put further replies at the end of the script."""
        self._replies += replies

    def stream(self, request: CompletionRequest, cancel: CancelToken) -> Iterator[ProviderEvent]:
        """The next reply of the script."""
        self.requests.append(request)
        if not self._replies:
            raise AssertionError("The script has no more replies.")
        reply = self._replies.pop(0)
        for step in self._steps(reply):
            if cancel.is_cancelled:
                raise Cancelled
            if isinstance(step, Exception):
                raise step
            if isinstance(step, Pause):
                step.wait(cancel)
            elif callable(step):
                step()
            else:
                yield step

    def _steps(self, reply: str | Exception | Sequence[Step]) -> Sequence[Step]:
        if isinstance(reply, Exception):
            return [reply]
        if isinstance(reply, str):
            size = self._chunk_chars
            pieces = [reply[at : at + size] for at in range(0, len(reply), size)]
            return [*(TextDelta(piece) for piece in pieces), Stop("end")]
        return reply
