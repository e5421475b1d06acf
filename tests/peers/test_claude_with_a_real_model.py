"""ClaudeProvider against a small real model behind llama.cpp's own server.

It proves the protocol, not the model: real tokens, real counts, a real tool call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.providers.base import (
    CancelToken,
    CompletionRequest,
    Message,
    ProviderEvent,
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

pytestmark = pytest.mark.model

MODEL = "qwen2.5-coder-0.5b-instruct"
CREATE = ToolSchema(
    "create_blueprint",
    "Creates a new Blueprint asset.",
    {
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "Name of the Blueprint, such as BP_Door"},
            "parent_class": {"type": "string", "description": "Parent class, such as Actor"},
        },
        "required": ["name", "parent_class"],
    },
)
SYSTEM = "You build Unreal Blueprints by calling tools. Call one tool, then wait for its result."
TASK = Message("user", "Create a Blueprint called BP_Enemy whose parent class is Actor.")


def ask(
    server: Server, *messages: Message, tools: tuple[ToolSchema, ...] = (), limit: int = 120
) -> list[ProviderEvent]:
    request = CompletionRequest(MODEL, SYSTEM, messages, tools, max_tokens=limit)
    return list(server.provider(timeout_s=90.0).stream(request, CancelToken()))


def usage_of(events: list[ProviderEvent]) -> Usage:
    (usage,) = [event for event in events if isinstance(event, Usage)]
    return usage


def test_text_streams_with_true_token_counts(model_server: Server) -> None:
    events = ask(model_server, Message("user", "Count from one to five in words."), limit=40)

    pieces = [event for event in events if isinstance(event, TextDelta)]
    assert len(pieces) > 3
    assert 0 < usage_of(events).output_tokens <= 40
    assert isinstance(events[-1], Stop)


def test_an_answer_that_reaches_the_token_limit_says_so(model_server: Server) -> None:
    events = ask(model_server, Message("user", "Count from one to fifty in words."), limit=12)

    assert events[-1] == Stop("length")
    assert usage_of(events).output_tokens == 12


def test_input_counts_include_what_the_server_had_cached(model_server: Server) -> None:
    question = Message("user", "Name three parts of a door in one short line.")

    first, again = (usage_of(ask(model_server, question, limit=16)) for _ in range(2))

    # The second time the server reports nearly all of the prompt as cached, apart from input_tokens.
    assert first.input_tokens == again.input_tokens > 20


def test_a_tool_call_and_its_result_travel_natively(model_server: Server) -> None:
    events = ask(model_server, TASK, tools=(CREATE,))

    (call, *_) = [event for event in events if isinstance(event, ToolCall)]
    assert (call.name, call.arguments_error) == ("create_blueprint", "")
    assert call.parameters["name"] == "BP_Enemy"
    assert events[-1] == Stop("tool_calls")
    result = ToolResult(call.id, call.name, "Created /Game/BP_Enemy (parent Actor).", ok=True)
    history = (TASK, Message("assistant", calls=(call,)), Message("user", results=(result,)))
    second = ask(model_server, *history, tools=(CREATE,))
    assert usage_of(second).input_tokens > usage_of(events).input_tokens


def test_stop_ends_an_answer_of_a_busy_model(
    model_server: Server, measured: Callable[[str, float], None]
) -> None:
    request = CompletionRequest(
        MODEL, "", (Message("user", "Write a long story about a door."),), max_tokens=400
    )

    def attempt() -> float:
        heard: list[ProviderEvent] = []

        def start(cancel: CancelToken) -> Iterator[ProviderEvent]:
            for event in model_server.provider(timeout_s=90.0).stream(request, cancel):
                heard.append(event)
                yield event

        elapsed = seconds_to_stop(start, lambda: bool(heard))
        measured("Stop of a real model", elapsed)
        return elapsed

    assert is_once_within(1, attempt)
