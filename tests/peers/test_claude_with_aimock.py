"""ClaudeProvider against aimock: scripted answers from a server not written by us."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.providers.base import (
    AuthenticationError,
    CancelToken,
    CompletionRequest,
    ContextOverflowError,
    IncompleteStreamError,
    Message,
    OverloadedError,
    ProviderEvent,
    RateLimitError,
    Stop,
    TextDelta,
    ToolCall,
    ToolResult,
    ToolSchema,
    Usage,
)
from pressing_stop import is_once_within, seconds_to_stop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conftest import Server

pytestmark = pytest.mark.peer

CREATE = ToolSchema(
    "create_blueprint",
    "Create a Blueprint.",
    {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
)


def ask(*messages: Message, tools: tuple[ToolSchema, ...] = ()) -> CompletionRequest:
    return CompletionRequest("claude-sonnet-5-5", "You build Blueprints.", messages, tools, max_tokens=256)


def user(text: str) -> Message:
    return Message("user", text)


def events_of(server: Server, request: CompletionRequest, **settings: Any) -> list[ProviderEvent]:
    return list(server.provider(**settings).stream(request, CancelToken()))


def text_of(events: list[ProviderEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def bodies(server: Server) -> list[dict[str, Any]]:
    return [entry["body"] for entry in server.request("GET", "/__aimock/journal")]


def test_text_arrives_in_pieces_then_usage_then_the_stop(aimock: Server) -> None:
    events = events_of(aimock, ask(user("say hello")))

    assert text_of(events) == "Hello, artist. This answer comes in several pieces."
    assert sum(isinstance(event, TextDelta) for event in events) > 1
    assert events[-2:] == [Usage(input_tokens=21, output_tokens=12), Stop("end")]


def test_the_first_piece_arrives_while_the_server_still_writes(
    aimock: Server, measured: Callable[[str, float], None]
) -> None:
    events_of(aimock, ask(user("say hello")))  # the SDK is imported now

    def attempt() -> float:
        started = time.perf_counter()
        stream = aimock.provider().stream(ask(user("be slow")), CancelToken())
        first = next(stream)
        elapsed = time.perf_counter() - started
        measured("first piece of a slow answer (a piece each 400 ms)", elapsed)
        stream.close()  # type: ignore[attr-defined]
        assert isinstance(first, TextDelta)
        return elapsed

    assert is_once_within(3, attempt)


def test_a_native_call_arrives_whole_and_its_result_goes_back_in_the_services_own_form(
    aimock: Server,
) -> None:
    request = ask(user("make a door"), tools=(CREATE,))

    events = events_of(aimock, request)
    (call,) = [event for event in events if isinstance(event, ToolCall)]
    answer = Message("assistant", text_of(events), calls=(call,))
    result = Message("user", results=(ToolResult(call.id, call.name, "Created /Game/BP_Door.", ok=True),))
    second = events_of(aimock, ask(user("make a door"), answer, result, tools=(CREATE,)))

    assert (call.name, dict(call.parameters)) == (
        "create_blueprint",
        {"name": "BP_Door", "parent_class": "Actor"},
    )
    assert events[-1] == Stop("tool_calls")
    assert (text_of(second), second[-2:]) == ("Done: BP_Door exists.", [Usage(77, 6), Stop("end")])
    first_sent, second_sent = aimock.request("GET", "/__aimock/journal")
    assert first_sent["path"] == "/v1/messages"
    assert "temperature" not in json.dumps(first_sent["body"])
    assert call.id in json.dumps(second_sent["body"])
    assert "Created /Game/BP_Door." in json.dumps(second_sent["body"])


def test_two_calls_of_one_answer_both_arrive_in_order(aimock: Server) -> None:
    events = events_of(aimock, ask(user("two at once"), tools=(CREATE,)))

    calls = [event for event in events if isinstance(event, ToolCall)]
    assert [dict(call.parameters) for call in calls] == [{"name": "BP_A"}, {"name": "BP_B"}]
    assert len({call.id for call in calls}) == 2


def test_stop_in_the_middle_of_an_answer_ends_it_at_once(
    aimock: Server, measured: Callable[[str, float], None]
) -> None:
    def attempt() -> float:
        heard: list[ProviderEvent] = []

        def start(cancel: CancelToken) -> Iterator[ProviderEvent]:
            for event in aimock.provider().stream(ask(user("be slow")), cancel):
                heard.append(event)
                yield event

        elapsed = seconds_to_stop(start, lambda: bool(heard))
        measured("Stop in the middle of an answer", elapsed)
        return elapsed

    assert is_once_within(1, attempt)


def test_an_answer_that_is_cut_is_an_error_and_not_an_answer(aimock: Server) -> None:
    with pytest.raises(IncompleteStreamError):
        events_of(aimock, ask(user("be cut")))


def test_a_connection_lost_in_the_middle_is_an_incomplete_answer(aimock: Server) -> None:
    with pytest.raises(IncompleteStreamError):
        events_of(aimock, ask(user("break off")))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("limit me", RateLimitError),
        ("who am I", AuthenticationError),
        ("too long", ContextOverflowError),
        ("overload", OverloadedError),
        ("there is no such fixture", Exception),
    ],
)
def test_each_refusal_has_its_own_error_with_a_next_step(
    aimock: Server, text: str, error: type[Exception]
) -> None:
    with pytest.raises(error) as caught:
        events_of(aimock, ask(user(text)), max_retries=0)

    assert getattr(caught.value, "fix", "")
