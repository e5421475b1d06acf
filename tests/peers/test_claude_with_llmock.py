"""ClaudeProvider against llmock: a server, not written by us, that fails in scripted ways."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.providers.base import (
    AuthenticationError,
    BadRequestError,
    CancelToken,
    CompletionRequest,
    ContextOverflowError,
    IncompleteStreamError,
    Message,
    NetworkError,
    OverloadedError,
    ProviderEvent,
    RateLimitError,
    ServerError,
    Stop,
    TextDelta,
    ToolCall,
    ToolSchema,
    Usage,
)
from pressing_stop import is_once_within, seconds_to_stop
from tiers import thinned

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Server

pytestmark = pytest.mark.peer

ADD = ToolSchema(
    "add_component",
    "Add a component.",
    {
        "type": "object",
        "properties": {"blueprint": {"type": "string"}, "component_type": {"type": "string"}},
        "required": ["blueprint", "component_type"],
    },
)
QUESTION = CompletionRequest(
    "claude-sonnet-5-5", "", (Message("user", "Tell me about doors."),), max_tokens=64
)
TASK = CompletionRequest(
    "claude-sonnet-5-5", "", (Message("user", "Add a mesh to BP_Door."),), (ADD,), max_tokens=64
)


def script(server: Server, **behavior: Any) -> None:
    server.request("POST", "/_llmock/scenario", {"behaviors": [behavior]})


def ask(server: Server, request: CompletionRequest = QUESTION, **settings: Any) -> list[ProviderEvent]:
    return list(server.provider("/anthropic", **settings).stream(request, CancelToken()))


def verdict(server: Server) -> dict[str, Any]:
    found: dict[str, Any] = server.request("GET", "/_llmock/verdict")
    return found


def test_an_answer_streams_with_its_usage(llmock: Server) -> None:
    events = ask(llmock)

    assert any(isinstance(event, TextDelta) for event in events)
    (usage,) = [event for event in events if isinstance(event, Usage)]
    assert usage.input_tokens > 0
    assert usage.output_tokens > 0
    assert events[-1] == Stop("end")


def test_a_call_made_from_the_offered_schema_arrives_natively(llmock: Server) -> None:
    (call,) = [event for event in ask(llmock, TASK) if isinstance(event, ToolCall)]

    assert call.name == "add_component"
    assert set(call.parameters) == {"blueprint", "component_type"}


def test_a_rate_limit_is_waited_out_for_as_long_as_the_server_asks(llmock: Server) -> None:
    script(llmock, type="fail", status=429, times=2, retry_after=0.5)

    events = ask(llmock)

    found = verdict(llmock)
    assert events[-1] == Stop("end")
    assert (found["calls"], found["attempts"], found["passed"]) == (1, 3, True), found


def test_a_rate_limit_that_stays_is_reported_with_its_waiting_time(llmock: Server) -> None:
    script(llmock, type="fail", status=429, times=10, retry_after=7.0)

    with pytest.raises(RateLimitError) as caught:
        ask(llmock, max_retries=0)

    assert caught.value.retry_after_s == pytest.approx(7.0)


def test_a_pause_longer_than_a_user_would_wait_is_reported_at_once(llmock: Server) -> None:
    script(llmock, type="fail", status=429, times=10, retry_after=600.0)
    started = time.perf_counter()

    with pytest.raises(RateLimitError) as caught:
        ask(llmock)

    assert caught.value.retry_after_s == pytest.approx(600.0)
    assert time.perf_counter() - started < 60
    assert verdict(llmock)["attempts"] == 1


def test_stop_is_heard_in_a_retry_pause(llmock: Server, measured: Callable[[str, float], None]) -> None:
    ask(llmock)  # the SDK is imported now

    def attempt() -> float:
        script(llmock, type="fail", status=429, times=10, retry_after=20.0)
        may_press_at = time.perf_counter() + 0.5
        elapsed = seconds_to_stop(
            lambda cancel: llmock.provider("/anthropic").stream(QUESTION, cancel),
            lambda: time.perf_counter() >= may_press_at,
        )
        measured("Stop in a retry pause", elapsed)
        return elapsed

    assert is_once_within(1, attempt)


@pytest.mark.parametrize(
    ("status", "error"),
    thinned(
        [
            (400, BadRequestError),
            (401, AuthenticationError),
            (403, AuthenticationError),
            (500, ServerError),
            (502, ServerError),
            (503, OverloadedError),
            (529, OverloadedError),
        ],
        3,
    ),
)
def test_each_status_has_its_own_error(llmock: Server, status: int, error: type[Exception]) -> None:
    script(llmock, type="fail", status=status, times=10)

    with pytest.raises(error):
        ask(llmock, max_retries=0)


def test_an_answer_that_can_never_succeed_is_not_tried_again(llmock: Server) -> None:
    script(llmock, type="fail", status=401, times=10)

    with pytest.raises(AuthenticationError):
        ask(llmock)

    found = verdict(llmock)
    assert (found["attempts"], found["errors"]) == (1, 0), found


def test_a_conversation_that_is_too_long_is_told_apart_from_a_bad_request(llmock: Server) -> None:
    script(
        llmock,
        type="fail",
        status=400,
        code="context_length_exceeded",
        message="This model's maximum context length was exceeded.",
    )

    with pytest.raises(ContextOverflowError):
        ask(llmock)


@pytest.mark.parametrize("kind", ["truncate", "disconnect", "malformed"])
@pytest.mark.parametrize("after", [1, 3])
def test_a_stream_that_breaks_is_an_incomplete_answer(llmock: Server, kind: str, after: int) -> None:
    script(llmock, type="stream_fault", kind=kind, after_chunks=after)

    with pytest.raises(IncompleteStreamError):
        ask(llmock)


def test_a_call_in_a_stream_that_breaks_is_never_handed_over(llmock: Server) -> None:
    script(llmock, type="stream_fault", kind="truncate", after_chunks=3)
    received: list[ProviderEvent] = []

    with pytest.raises(IncompleteStreamError):
        received.extend(llmock.provider("/anthropic").stream(TASK, CancelToken()))

    assert not [event for event in received if isinstance(event, ToolCall)]


def test_a_server_that_falls_silent_ends_with_the_read_timeout(
    llmock: Server, measured: Callable[[str, float], None]
) -> None:
    ask(llmock)
    script(llmock, type="stream_fault", kind="stall", after_chunks=2, stall_seconds=60.0)
    started = time.perf_counter()

    with pytest.raises(NetworkError, match="silent"):
        ask(llmock, timeout_s=1.0)

    elapsed = time.perf_counter() - started
    measured("read timeout of 1 s on a stalled stream", elapsed)
    assert elapsed < 30


def test_stop_is_heard_while_the_server_is_silent(
    llmock: Server, measured: Callable[[str, float], None]
) -> None:
    ask(llmock)

    def attempt() -> float:
        script(llmock, type="slow_first_token", seconds=20.0)
        may_press_at = time.perf_counter() + 0.5
        elapsed = seconds_to_stop(
            lambda cancel: llmock.provider("/anthropic").stream(QUESTION, cancel),
            lambda: time.perf_counter() >= may_press_at,
        )
        measured("Stop while the server is silent", elapsed)
        return elapsed

    assert is_once_within(1, attempt)


def test_arguments_that_are_not_json_arrive_as_a_call_with_the_reason(llmock: Server) -> None:
    script(llmock, type="tool_fault", kind="malformed_arguments")

    (call,) = [event for event in ask(llmock, TASK) if isinstance(event, ToolCall)]

    assert "cannot be read" in call.arguments_error
    assert dict(call.parameters) == {}
