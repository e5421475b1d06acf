"""What went wrong between us and Claude, as our errors. The one place that maps it.

Outside uses `Endpoint`, `error_of_answer`, `error_of_failure` and `retry_after_s`. Pure: status,
body, headers and exception chains in, errors out. Transport exceptions are told apart by class
name: which HTTP library carries the requests is the SDK's own choice.
"""

from __future__ import annotations

import re
import socket
import ssl
import time
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit, urlunsplit

from blueprint_assistant.providers.base import (
    AuthenticationError,
    BadEndpointError,
    BadRequestError,
    ContextOverflowError,
    IncompleteStreamError,
    NetworkError,
    NotFoundError,
    OverloadedError,
    QuotaError,
    RateLimitError,
    ServerError,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blueprint_assistant.errors import ProviderError

__all__ = ["Endpoint", "error_of_answer", "error_of_failure", "retry_after_s"]

_Cause = Literal[
    "key", "quota", "rate", "overloaded", "model", "overflow", "request", "silence", "server", "endpoint"
]

_LONGEST_DETAIL = 300
_OVERFLOW = re.compile(
    r"prompt is too long|context (length|window|size|limit)|maximum context|context_length_exceeded"
    r"|exceed_context_size|too many (input )?tokens|input length and `max_tokens` exceed",
    re.IGNORECASE,
)
_NO_CREDIT = re.compile(r"credit balance|insufficient_quota|billing", re.IGNORECASE)
_NOT_RUN = "Nothing of its last step was run. Send the message again."
_CHECK_ADDRESS = "Check the base URL in the settings; it is the part before /v1/messages."


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where requests go, and the key that no text may show."""

    address: str
    model: str
    key: str = field(repr=False)

    @property
    def shown(self) -> str:
        """The address without user name and password."""
        try:
            parts = urlsplit(self.address)
        except ValueError:
            return self.clean(self.address.rpartition("@")[2])
        return self.clean(urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2])))

    def clean(self, text: str) -> str:
        """Foreign text on one line, shortened, without the key."""
        line = " ".join(text.split())
        if self.key:
            line = line.replace(self.key, "[key]")
        return line if len(line) <= _LONGEST_DETAIL else f"{line[:_LONGEST_DETAIL]}…"


def error_of_answer(
    service: Endpoint, status: int, body: Any, headers: Mapping[str, str] | None = None
) -> ProviderError:
    """The error behind an answer of the service; `body` is its JSON value, or its text."""
    kind, detail = _error_of_body(body)
    error, what, fix = _ANSWERS[_cause(status, kind, detail)]
    wait_s = retry_after_s(headers or {})
    said = f" It said: {service.clean(detail)}" if detail else ""
    pause = "in a minute" if wait_s is None else f"in {max(1, round(wait_s))} s"
    return error(
        f"Claude at {service.shown} ({status}) {what.format(model=service.model)}.{said}",
        fix.format(pause=pause),
        retry_after_s=wait_s,
    )


def error_of_failure(
    service: Endpoint, failure: BaseException, *, has_started: bool, timeout_s: float
) -> ProviderError | None:
    """The error behind an exception of the SDK or its transport that carries no answer.

    None for an exception that neither of them raises: that one is a bug of ours.
    """
    chain = list(_chain(failure))
    names = {cls.__name__ for error in chain for cls in type(error).__mro__}
    if not names & _FORESEEN:
        return None
    if names & {"UnsupportedProtocol", "InvalidURL"}:
        return BadEndpointError(f"'{service.shown}' is not the address of a service.", _CHECK_ADDRESS)
    if has_started:
        return IncompleteStreamError(_how_it_broke(service, names, timeout_s), _NOT_RUN)
    if names & {"JSONDecodeError", "UnicodeDecodeError"}:
        what = f"{service.shown} sends something that is not Claude's protocol."
        return BadEndpointError(what, _CHECK_ADDRESS)
    for test, what, fix in _FAILURES:
        if any(isinstance(error, test) for error in chain):
            return NetworkError(what.format(address=service.shown), fix)
    if "ConnectTimeout" in names:
        what = f"No connection to {service.shown} came about in time."
        return NetworkError(what, "Check the network connection and the address, then try again.")
    if "TimeoutException" in names:
        what = f"{service.shown} did not answer within {timeout_s:.0f} seconds."
        return NetworkError(what, "Try again, or raise the timeout in the settings.")
    what = f"The connection to {service.shown} failed."
    return NetworkError(what, "Check the network connection and the address, then try again.")


def retry_after_s(headers: Mapping[str, str]) -> float | None:
    """The waiting time that an answer names, in seconds or as a date; None when it names none."""
    values = {name.lower(): value for name, value in headers.items()}
    for name, per_second in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            return max(0.0, float(values[name]) / per_second)
        except (KeyError, ValueError):
            continue
    try:
        return max(0.0, parsedate_to_datetime(values["retry-after"]).timestamp() - time.time())
    except (KeyError, ValueError, TypeError, IndexError):
        return None


def _how_it_broke(service: Endpoint, names: set[str], timeout_s: float) -> str:
    if "TimeoutException" in names:
        return f"{service.shown} fell silent for {timeout_s:.0f} seconds in the middle of its answer."
    if names & {"JSONDecodeError", "UnicodeDecodeError"}:
        return f"{service.shown} sent an answer that is damaged in the middle."
    return f"The connection to {service.shown} broke in the middle of an answer."


def _cause(status: int, kind: str, detail: str) -> _Cause:
    """What lies behind an answer: its text where that says more, then its status, then its type."""
    if status in _CLIENT_STATUS and (kind == "billing_error" or _NO_CREDIT.search(detail)):
        return "quota"
    if status in _CLIENT_STATUS and (_OVERFLOW.search(detail) or _OVERFLOW.search(kind)):
        return "overflow"
    if status == _NOT_FOUND and not kind:
        return "endpoint"
    cause = _BY_STATUS.get(status) or _BY_KIND.get(kind)
    return cause or ("server" if kind or status >= _SERVER_STATUS else "endpoint")


def _error_of_body(body: Any) -> tuple[str, str]:
    """Kind and message of an error body: Anthropic's shape, other JSON, or plain text."""
    if isinstance(body, str):
        is_page = "<html" in body.lower() or "<!doctype" in body.lower()
        return "", "a web page" if is_page else body
    if not isinstance(body, dict):
        return "", ""
    error = body.get("error")
    if isinstance(error, dict):
        return str(error.get("type") or ""), str(error.get("message") or "")
    return "", str(error or body.get("detail") or body.get("message") or "")


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


_FORESEEN = frozenset(
    {
        "APIConnectionError",
        "HTTPError",
        "InvalidURL",
        "JSONDecodeError",
        "OSError",
        "UnicodeDecodeError",
    }
)

_NOT_FOUND = 404
_SERVER_STATUS = 500
# A stream that began well (200) can still carry an error event.
_CLIENT_STATUS = frozenset({200, *range(400, 500)})

_BY_STATUS: dict[int, _Cause] = {
    400: "request",
    401: "key",
    402: "quota",
    403: "key",
    404: "model",
    405: "endpoint",
    408: "silence",
    413: "overflow",
    422: "request",
    429: "rate",
    504: "silence",
    529: "overloaded",
}

_BY_KIND: dict[str, _Cause] = {
    "authentication_error": "key",
    "permission_error": "key",
    "rate_limit_error": "rate",
    "overloaded_error": "overloaded",
    "not_found_error": "model",
    "invalid_request_error": "request",
    "timeout_error": "silence",
}

_ANSWERS: dict[_Cause, tuple[type[ProviderError], str, str]] = {
    "key": (
        AuthenticationError,
        "refuses the key",
        "Check the key in the settings or in ANTHROPIC_API_KEY.",
    ),
    "quota": (
        QuotaError,
        "says that the account has no credit left",
        "Add credit to the account or use another key.",
    ),
    "rate": (RateLimitError, "takes no more requests now", "Try again {pause}."),
    "overloaded": (OverloadedError, "is overloaded", "Try again {pause}."),
    "model": (
        NotFoundError,
        "does not know the model '{model}'",
        "Choose another model in the settings.",
    ),
    "overflow": (
        ContextOverflowError,
        "says that the conversation is too long for '{model}'",
        "Start a new conversation, or choose a model with a larger context window.",
    ),
    "request": (
        BadRequestError,
        "refuses the request",
        "Start a new conversation; when it persists, choose another model.",
    ),
    "silence": (NetworkError, "did not answer in time", "Try again {pause}."),
    "server": (ServerError, "failed", "Try again {pause}; when it persists, choose another model."),
    "endpoint": (BadEndpointError, "does not answer as Claude does", _CHECK_ADDRESS),
}

_FAILURES: tuple[tuple[type[BaseException], str, str], ...] = (
    (
        ssl.SSLError,
        "No secure connection to {address} can be made.",
        "Check the address (https or http), this computer's clock, and a company proxy's certificate.",
    ),
    (
        socket.gaierror,
        "The name in {address} cannot be found.",
        "Check the address for typing errors, and the network connection.",
    ),
    (
        ConnectionRefusedError,
        "Nothing answers at {address}.",
        "Start the service there, or check the base URL in the settings.",
    ),
)
