"""What a model service is to the rest: a request in, a stream of events out, typed errors.

Worker thread only. A provider never retries what its SDK retried already, and ends every
stream with exactly one `Stop`, or raises a ProviderError subclass.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

from blueprint_assistant.errors import ProviderError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

__all__ = [
    "AuthenticationError",
    "BadEndpointError",
    "BadRequestError",
    "CancelToken",
    "Cancelled",
    "CompletionRequest",
    "ContextOverflowError",
    "IncompleteStreamError",
    "Message",
    "MissingKeyError",
    "MissingPackageError",
    "ModelInfo",
    "NetworkError",
    "NotFoundError",
    "OverloadedError",
    "Provider",
    "ProviderEvent",
    "QuotaError",
    "RateLimitError",
    "ServerError",
    "Stop",
    "StopReason",
    "TextDelta",
    "ToolCall",
    "ToolResult",
    "ToolSchema",
    "Usage",
]

StopReason = Literal["end", "tool_calls", "length", "refusal", "pause"]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that the model wants. `arguments_error` says why its arguments could not be read."""

    id: str
    name: str
    parameters: Mapping[str, Any]
    arguments_error: str = ""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The answer to a call."""

    call_id: str
    name: str
    text: str
    ok: bool


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the history. A user message holds text or tool results, never both."""

    role: Literal["user", "assistant"]
    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    results: tuple[ToolResult, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolSchema:
    """A tool as offered natively: JSON schema of its parameters."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CompletionRequest:
    """One request. `tools` is empty when calls travel as text."""

    model: str
    system: str
    messages: tuple[Message, ...]
    tools: tuple[ToolSchema, ...] = ()
    max_tokens: int = 8192


@dataclass(frozen=True, slots=True)
class TextDelta:
    """More visible text."""

    text: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one request. `input_tokens` counts all input, cached or not."""

    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class Stop:
    """The end of a stream."""

    reason: StopReason


ProviderEvent = TextDelta | ToolCall | Usage | Stop


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A model and what it takes. `takes_tools` is whether calls may travel natively."""

    id: str
    display_name: str
    context_window: int
    takes_tools: bool


class Cancelled(Exception):  # noqa: N818 - an outcome, not an error
    """The user pressed Stop."""


@dataclass(eq=False)
class CancelToken:
    """Stop, as seen by the worker. `on_cancel` callbacks run at once in the cancelling thread."""

    _event: threading.Event = field(default_factory=threading.Event)
    _callbacks: list[Callable[[], None]] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def is_cancelled(self) -> bool:
        """Whether Stop was pressed."""
        return self._event.is_set()

    def cancel(self) -> None:
        """Stop: set the flag and run the callbacks, once."""
        with self._lock:
            if self._event.is_set():
                return
            self._event.set()
            callbacks = list(self._callbacks)
        for callback in callbacks:
            callback()

    def raise_if_cancelled(self) -> None:
        """Raise Cancelled when Stop was pressed."""
        if self._event.is_set():
            raise Cancelled

    def wait(self, seconds: float) -> None:
        """Sleep that Stop interrupts by raising Cancelled."""
        if self._event.wait(seconds):
            raise Cancelled

    def on_cancel(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Run `callback` on Stop (now, if that was before); returns what takes it back."""
        with self._lock:
            is_late = self._event.is_set()
            if not is_late:
                self._callbacks.append(callback)
        if is_late:
            callback()

        def forget() -> None:
            with self._lock:
                if callback in self._callbacks:
                    self._callbacks.remove(callback)

        return forget


class Provider(Protocol):
    """A model service."""

    @property
    def name(self) -> str:
        """What the user calls it: `Claude`."""
        ...

    @property
    def model(self) -> ModelInfo:
        """The model in use."""
        ...

    def stream(self, request: CompletionRequest, cancel: CancelToken) -> Iterator[ProviderEvent]:
        """Send the request; raises ProviderError or Cancelled. Blocking, worker thread only."""
        ...


class MissingKeyError(ProviderError):
    """No key is set: the user acts."""

    code = "missing_key"


class MissingPackageError(ProviderError):
    """The provider's package is not installed: the user acts."""

    code = "missing_package"


class AuthenticationError(ProviderError):
    """The service refuses the key."""

    code = "authentication"


class RateLimitError(ProviderError):
    """Too many requests; try again later."""

    code = "rate_limit"


class QuotaError(ProviderError):
    """The account's credit or plan is used up: waiting does not help, the user acts."""

    code = "quota"


class OverloadedError(ProviderError):
    """The service is overloaded; try again later."""

    code = "overloaded"


class ServerError(ProviderError):
    """The service failed."""

    code = "server"


class BadRequestError(ProviderError):
    """The service refuses the request as it is."""

    code = "bad_request"


class ContextOverflowError(BadRequestError):
    """The request is longer than the model's context window."""

    code = "context_overflow"


class NotFoundError(ProviderError):
    """The service does not know the model."""

    code = "not_found"


class BadEndpointError(ProviderError):
    """Something answers, but not this protocol."""

    code = "bad_endpoint"


class NetworkError(ProviderError):
    """The service cannot be reached, or the connection broke."""

    code = "network"


class IncompleteStreamError(NetworkError):
    """The stream ended before the model had finished."""

    code = "incomplete"
