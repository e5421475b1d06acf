"""Answers and exceptions as our errors."""

from __future__ import annotations

import json
import socket
import ssl
from email.utils import formatdate
from time import time
from typing import TYPE_CHECKING

import pytest

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
from blueprint_assistant.providers.claude.service_errors import (
    Endpoint,
    error_of_answer,
    error_of_failure,
    retry_after_s,
)

if TYPE_CHECKING:
    from blueprint_assistant.errors import ProviderError

KEY = "sk-ant-secret-0123456789"
SERVICE = Endpoint("https://user:word@example.test/claude", "claude-x", KEY)


def body(kind: str, message: str) -> dict[str, object]:
    return {"type": "error", "error": {"type": kind, "message": message}}


@pytest.mark.parametrize(
    ("status", "answer", "error"),
    [
        (401, body("authentication_error", "invalid x-api-key"), AuthenticationError),
        (403, body("permission_error", "not allowed"), AuthenticationError),
        (401, {"error": {"message": "No auth", "type": "invalid_request_error"}}, AuthenticationError),
        (404, body("not_found_error", "model: claude-x"), NotFoundError),
        (404, {"detail": "Not Found"}, BadEndpointError),
        (404, "<html>404</html>", BadEndpointError),
        (405, "", BadEndpointError),
        (400, body("invalid_request_error", "messages: roles must alternate"), BadRequestError),
        (422, {"detail": [{"msg": "field required"}]}, BadRequestError),
        (
            400,
            body("invalid_request_error", "prompt is too long: 3 tokens > 2 maximum"),
            ContextOverflowError,
        ),
        (
            400,
            {"error": {"code": 400, "message": "too big", "type": "exceed_context_size_error"}},
            ContextOverflowError,
        ),
        (
            400,
            body("invalid_request_error", "input length and `max_tokens` exceed context limit: 9 + 9 > 10"),
            ContextOverflowError,
        ),
        (413, body("request_too_large", "Request exceeds the maximum size"), ContextOverflowError),
        (429, body("rate_limit_error", "slow down"), RateLimitError),
        (400, body("invalid_request_error", "Your credit balance is too low"), QuotaError),
        (402, body("billing_error", "pay"), QuotaError),
        (529, body("overloaded_error", "Overloaded"), OverloadedError),
        (200, body("overloaded_error", "Overloaded"), OverloadedError),
        (200, body("api_error", "Internal server error"), ServerError),
        (500, body("api_error", "Internal server error"), ServerError),
        (502, "<html>Bad gateway</html>", ServerError),
        (504, body("timeout_error", "timed out"), NetworkError),
        (200, "<!doctype html><title>Log in</title>", BadEndpointError),
        (200, {"error": "Unexpected endpoint or method. (POST /chat)"}, BadEndpointError),
    ],
)
def test_each_answer_has_its_error_and_a_next_step(
    status: int, answer: object, error: type[ProviderError]
) -> None:
    found = error_of_answer(SERVICE, status, answer)

    assert type(found) is error
    assert found.what
    assert found.fix.endswith(".")
    assert "example.test" in found.what
    assert "word" not in str(found)


def test_the_services_own_words_are_kept_on_one_short_line_without_the_key() -> None:
    found = error_of_answer(SERVICE, 401, body("authentication_error", f"bad key\n{KEY} " + "x" * 5000))

    assert "bad key [key] xxx" in str(found)
    assert len(str(found)) < 600


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"Retry-After": "0.5"}, 0.5),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after": "soon"}, None),
        ({"retry-after": ""}, None),
        ({}, None),
    ],
)
def test_waiting_times(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after_s(headers) == seconds


def test_a_waiting_time_may_be_a_date() -> None:
    seconds = retry_after_s({"Retry-After": formatdate(time() + 30, usegmt=True)})

    assert seconds == pytest.approx(30, abs=2)


class APIConnectionError(Exception):
    """Named like the SDK's."""


class TimeoutException(Exception):  # noqa: N818
    """Named like the transport's."""


def wrapped(cause: BaseException) -> BaseException:
    error = APIConnectionError("Connection error.")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("cause", "words"),
    [
        (ConnectionRefusedError(111, "refused"), "Nothing answers at"),
        (socket.gaierror(-2, "Name or service not known"), "name in"),
        (ssl.SSLCertVerificationError(1, "CERTIFICATE_VERIFY_FAILED"), "secure connection"),
        (TimeoutException(), "within 60 seconds"),
        (OSError(101, "Network is unreachable"), "failed"),
    ],
)
def test_each_failure_to_connect_says_what_to_look_at(cause: BaseException, words: str) -> None:
    found = error_of_failure(SERVICE, wrapped(cause), has_started=False, timeout_s=60)

    assert type(found) is NetworkError
    assert words in found.what
    assert found.fix


@pytest.mark.parametrize("cause", [TimeoutException(), json.JSONDecodeError("x", "y", 0), OSError("lost")])
def test_whatever_ends_an_answer_in_its_middle_leaves_it_incomplete(cause: BaseException) -> None:
    found = error_of_failure(SERVICE, wrapped(cause), has_started=True, timeout_s=60)

    assert type(found) is IncompleteStreamError


def test_an_exception_of_nobody_we_know_is_not_blamed_on_the_network() -> None:
    assert error_of_failure(SERVICE, KeyError("x"), has_started=False, timeout_s=60) is None
