"""Claude through the official `anthropic` SDK. Outside uses `ClaudeProvider`.

The SDK is imported by the first request, on that request's own thread: it takes seconds, and
Stop must be heard meanwhile, as well as in a silent connection and in the SDK's retry pauses.
"""

from __future__ import annotations

import logging
import queue
import socket
import threading
import traceback
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from blueprint_assistant.errors import ProviderError
from blueprint_assistant.providers.base import (
    BadEndpointError,
    MissingKeyError,
    MissingPackageError,
    ModelInfo,
    ProviderEvent,
)
from blueprint_assistant.providers.claude.claude_models import (
    DEFAULT_CLAUDE_MODEL,
    display_name,
    known_window,
)
from blueprint_assistant.providers.claude.event_stream import AnswerReader
from blueprint_assistant.providers.claude.request_body import message_body
from blueprint_assistant.providers.claude.service_errors import (
    Endpoint,
    error_of_answer,
    error_of_failure,
    retry_after_s,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import SecretStr

    from blueprint_assistant.providers.base import CancelToken, CompletionRequest

__all__ = ["CLAUDE_ADDRESS", "ClaudeProvider"]

_log = logging.getLogger(__name__)

CLAUDE_ADDRESS = "https://api.anthropic.com"
"""The service's own address, used unless a base URL is set."""

_CONNECT_TIMEOUT_S = 10.0
_LONGEST_PAUSE_S = 30.0
_STREAM_TYPE = "text/event-stream"


@dataclass(frozen=True)
class ClaudeProvider:
    """Claude, or another service that speaks its Messages protocol at `base_url`.

    `api_key` is any holder of a secret text with `get_secret_value()`; it is only opened for
    a request. `timeout_s` bounds every silence of the service, `max_retries` is the SDK's.
    """

    api_key: SecretStr | None
    model_id: str = DEFAULT_CLAUDE_MODEL
    base_url: str | None = None
    timeout_s: float = 180.0
    max_retries: int = 2
    context_window: int | None = None
    takes_tools: bool = True

    @property
    def name(self) -> str:
        """What the user calls it."""
        return "Claude"

    @property
    def model(self) -> ModelInfo:
        """The model in use; an unknown one is taken to have a window of 200 000 tokens."""
        window = self.context_window or known_window(self.model_id)
        return ModelInfo(self.model_id, display_name(self.model_id), window, self.takes_tools)

    def stream(self, request: CompletionRequest, cancel: CancelToken) -> Iterator[ProviderEvent]:
        """Send the request. A missing or unusable key raises here, before any network."""
        service = Endpoint(
            _without_endpoint(self.base_url or CLAUDE_ADDRESS), request.model, self._opened_key()
        )
        cancel.raise_if_cancelled()
        return _receive(_Exchange(self, service, message_body(request)), cancel)

    def _opened_key(self) -> str:
        key = self.api_key.get_secret_value().strip() if self.api_key is not None else ""
        if not key:
            raise MissingKeyError(
                "No Claude API key is set.",
                "Set it in the assistant's settings or in the environment variable ANTHROPIC_API_KEY; "
                "a local server takes any text.",
            )
        if not (key.isascii() and key.isprintable()) or " " in key:
            raise MissingKeyError(
                "The Claude API key holds characters that no key has.",
                "Copy it again, without quotes or line breaks around it, into the settings or into "
                "ANTHROPIC_API_KEY.",
            )
        return key


def _receive(exchange: _Exchange, cancel: CancelToken) -> Iterator[ProviderEvent]:
    """The events of an exchange, on the caller's thread; Stop raises Cancelled at once."""
    forget = cancel.on_cancel(exchange.abort)
    thread = threading.Thread(target=exchange.run, name="blueprint-assistant-claude", daemon=True)
    thread.start()
    try:
        # Every wait of the exchange has its time limit, so something always arrives here.
        while (item := exchange.inbox.get()) is not None:
            cancel.raise_if_cancelled()
            if isinstance(item, ProviderError):
                raise item
            yield item
        cancel.raise_if_cancelled()
    finally:
        forget()
        exchange.abort()


@dataclass(eq=False)
class _Exchange:
    """One request on its own thread: `run` there, `abort` from anywhere, `inbox` for the caller.

    The inbox ends with None or with an error.
    """

    provider: ClaudeProvider
    service: Endpoint
    body: dict[str, Any] = field(repr=False)
    inbox: queue.SimpleQueue[ProviderEvent | ProviderError | None] = field(default_factory=queue.SimpleQueue)
    _reader: AnswerReader = field(init=False, repr=False)
    _sockets: list[socket.socket] = field(default_factory=list)
    _is_aborted: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._reader = AnswerReader(self.service.key)

    def run(self) -> None:
        """Send, and put events and the end into the inbox. Never raises."""
        try:
            self._send()
            self.inbox.put(None)
        except _Aborted:
            pass
        except ProviderError as error:
            self.inbox.put(_detached(error))
        except Exception as error:  # noqa: BLE001 - the outermost frame of this thread
            self.inbox.put(_detached(self._failure(error)))

    def abort(self) -> None:
        """Wake the caller and close the connection. Never blocks; a second call does nothing."""
        with self._lock:
            if self._is_aborted:
                return
            self._is_aborted = True
            sockets = list(self._sockets)
        self.inbox.put(None)
        for connection in sockets:
            _shut(connection)

    def _send(self) -> None:
        anthropic = _import_sdk()
        # One client per request: its connection belongs to this exchange alone, and making it
        # costs 20 ms.
        hooks = {"request": [self._watch], "response": [self._limit_pause]}
        with anthropic.DefaultHttpxClient(event_hooks=hooks) as http_client:
            try:
                self._read(anthropic, http_client)
            except anthropic.APIStatusError as error:
                headers = error.response.headers
                raise error_of_answer(self.service, error.status_code, error.body, headers) from None

    def _read(self, anthropic: Any, http_client: Any) -> None:
        client = anthropic.Anthropic(
            api_key=self.service.key,
            base_url=self.service.address,
            timeout=anthropic.Timeout(self.provider.timeout_s, connect=_CONNECT_TIMEOUT_S),
            max_retries=self.provider.max_retries,
            http_client=http_client,
        )
        with client.messages.create(**self.body, stream=True) as stream:
            self._require_stream(stream.response)
            for event in stream:
                if (text := self._reader.feed(event.to_dict(warnings=False))) is not None:
                    self.inbox.put(text)
        for item in self._reader.finish():
            self.inbox.put(item)

    def _require_stream(self, response: Any) -> None:
        """A page, or JSON, with status 200 is not an answer: say what it is instead."""
        kind = response.headers.get("content-type", _STREAM_TYPE)
        if _STREAM_TYPE in kind:
            return
        response.read()
        try:
            body = response.json()
        except ValueError:
            body = response.text
        error = error_of_answer(self.service, response.status_code, body)
        what = error.what if body else f"{self.service.shown} answers with '{self.service.clean(kind)}'."
        raise BadEndpointError(what, error.fix)

    def _watch(self, request: Any) -> None:
        """Before a request is sent: have its connections reported."""
        if self._is_aborted:
            raise _Aborted
        request.extensions["trace"] = self._trace

    def _trace(self, event: str, info: dict[str, Any]) -> None:
        if not event.endswith((".connect_tcp.complete", ".start_tls.complete")):
            return
        connection = info["return_value"].get_extra_info("socket")
        with self._lock:
            self._sockets.append(connection)
            is_late = self._is_aborted
        if is_late:
            _shut(connection)

    def _limit_pause(self, response: Any) -> None:
        """After an answer: no retry when the service wants a longer pause than a user would wait."""
        pause_s = retry_after_s(response.headers)
        if self._is_aborted or (pause_s or 0.0) > _LONGEST_PAUSE_S:
            response.headers["x-should-retry"] = "false"

    def _failure(self, error: Exception) -> ProviderError:
        has_started, timeout_s = self._reader.has_started, self.provider.timeout_s
        known = error_of_failure(self.service, error, has_started=has_started, timeout_s=timeout_s)
        if known is not None:
            return known
        text = "".join(traceback.format_exception(error)).replace(self.service.key, "[key]")
        _log.error("A Claude request failed in an unforeseen way:\n%s", text)
        return ProviderError(
            f"The request to Claude failed in an unforeseen way ({type(error).__name__}).",
            "Try again; the log has the details for a bug report.",
        )


class _Aborted(BaseException):
    """Ends an exchange between two tries; not an Exception, which the SDK would try again."""


def _detached(error: ProviderError) -> ProviderError:
    """The error without the frames and exceptions behind it, which hold the request and its key."""
    error.__cause__ = error.__context__ = None
    return error.with_traceback(None)


def _import_sdk() -> Any:
    try:
        import anthropic  # noqa: PLC0415 - takes seconds, so only a request pays for it
    except ImportError as error:
        raise MissingPackageError(
            f"The package 'anthropic' cannot be loaded ({type(error).__name__}: {error}).",
            "Install the requirements again, or use the offline recipes.",
        ) from None
    # At DEBUG the SDK and its transport log whole requests and headers, ours and the server's.
    for name in ("anthropic", "httpx", "httpx2", "httpcore", "httpcore2"):
        logger = logging.getLogger(name)
        logger.setLevel(max(logger.level, logging.INFO))
    return anthropic


def _shut(connection: socket.socket) -> None:
    """End a connection under a thread that waits on it; closing alone would not wake that thread."""
    with suppress(OSError):
        # The plain socket's method: the TLS one would first forget its state under the reader.
        socket.socket.shutdown(connection, socket.SHUT_RDWR)


def _without_endpoint(address: str) -> str:
    """The base URL that the SDK wants, from whichever form of it a user pastes."""
    address = address.strip().rstrip("/")
    for ending in ("/messages", "/v1"):
        address = address.removesuffix(ending).rstrip("/")
    return address
