"""Our history in the service's own form."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from blueprint_assistant.providers.base import CompletionRequest, Message, ToolCall, ToolResult, ToolSchema
from blueprint_assistant.providers.claude.request_body import message_body

CALL = ToolCall("toolu_1", "compile_blueprint", {"blueprint": "BP_Door"})
RESULT = ToolResult("toolu_1", "compile_blueprint", "Compiled.", ok=True)


def turns(*messages: Message) -> list[dict[str, Any]]:
    body = message_body(CompletionRequest("claude-x", "", messages))
    result: list[dict[str, Any]] = body["messages"]
    return result


def text(value: str) -> dict[str, str]:
    return {"type": "text", "text": value}


def assert_accepted(messages: list[dict[str, Any]]) -> None:
    """Every rule that the service enforces on `messages`."""
    assert [turn["role"] for turn in messages] == [("user", "assistant")[i % 2] for i in range(len(messages))]
    assert messages[-1]["role"] == "user"
    open_calls: list[str] = []
    for turn in messages:
        blocks = turn["content"]
        assert blocks
        assert all(block["text"].strip() for block in blocks if block["type"] == "text")
        results = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        assert results == open_calls
        assert [block["type"] for block in blocks[: len(results)]] == ["tool_result"] * len(results)
        open_calls = [block["id"] for block in blocks if block["type"] == "tool_use"]
    assert not open_calls
    json.dumps(messages, ensure_ascii=False).encode()


def test_the_body_holds_model_system_limit_and_tools_and_no_sampling() -> None:
    tool = ToolSchema("compile_blueprint", "Compile.", {"type": "object", "properties": {}})
    request = CompletionRequest("claude-x", "Be brief.", (Message("user", "hi"),), (tool,), max_tokens=99)

    assert message_body(request) == {
        "model": "claude-x",
        "max_tokens": 99,
        "system": "Be brief.",
        "messages": [{"role": "user", "content": [text("hi")]}],
        "tools": [
            {
                "name": "compile_blueprint",
                "description": "Compile.",
                "input_schema": {"type": "object", "properties": {}},
            }
        ],
    }


def test_a_call_and_its_result_become_tool_use_and_tool_result() -> None:
    sent = turns(
        Message("user", "go"),
        Message("assistant", "Compiling.", calls=(CALL,)),
        Message("user", results=(RESULT,)),
    )

    assert sent[1]["content"] == [
        text("Compiling."),
        {"type": "tool_use", "id": "toolu_1", "name": "compile_blueprint", "input": {"blueprint": "BP_Door"}},
    ]
    assert sent[2]["content"] == [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "Compiled."}]


def test_a_failed_result_is_marked() -> None:
    failed = ToolResult("toolu_1", "compile_blueprint", "unknown_blueprint: …", ok=False)

    sent = turns(
        Message("user", "go"), Message("assistant", calls=(CALL,)), Message("user", results=(failed,))
    )

    assert sent[2]["content"][0]["is_error"] is True


def test_results_stand_before_text_that_came_earlier() -> None:
    sent = turns(
        Message("user", "go"),
        Message("assistant", calls=(CALL,)),
        Message("user", "wait"),
        Message("user", results=(RESULT,)),
    )

    assert [block["type"] for block in sent[2]["content"]] == ["tool_result", "text"]


def test_neighbours_of_one_role_are_merged() -> None:
    assert turns(Message("user", "first"), Message("user", "second")) == [
        {"role": "user", "content": [text("first"), text("second")]}
    ]


def test_blank_messages_are_left_out() -> None:
    assert turns(Message("user", "hi"), Message("assistant", " \n"), Message("user", "go on")) == [
        {"role": "user", "content": [text("hi"), text("go on")]}
    ]


def test_a_history_that_ends_with_the_assistant_is_continued_by_the_user() -> None:
    sent = turns(Message("user", "Make a door."), Message("assistant", "I start with the mesh.  \n"))

    assert sent[1]["content"] == [text("I start with the mesh.")]
    assert sent[2] == {"role": "user", "content": [text("Continue.")]}


def test_a_call_that_was_stopped_before_its_result_is_answered_as_not_run() -> None:
    sent = turns(
        Message("user", "go"), Message("assistant", calls=(CALL,)), Message("user", "something else")
    )

    assert sent[2]["content"][0] == {
        "type": "tool_result",
        "tool_use_id": "toolu_1",
        "content": "This call was not run.",
        "is_error": True,
    }
    assert_accepted(sent)


def test_a_result_whose_call_was_forgotten_becomes_text() -> None:
    assert turns(Message("user", results=(RESULT,))) == [{"role": "user", "content": [text("Compiled.")]}]


def test_ids_of_other_providers_are_put_into_the_accepted_characters() -> None:
    call, result = ToolCall("call:1/a", "x", {}), ToolResult("call:1/a", "x", "ok", ok=True)

    sent = turns(
        Message("user", "go"), Message("assistant", calls=(call,)), Message("user", results=(result,))
    )

    assert sent[1]["content"][0]["id"] == sent[2]["content"][0]["tool_use_id"] == "call_1_a"


def test_a_lone_surrogate_is_replaced_so_that_the_request_can_be_encoded() -> None:
    call = ToolCall("c", "x", {"text": "bad \ud800", "more": ["\udfff"]})

    assert_accepted(turns(Message("user", "door \ud83d"), Message("assistant", calls=(call,))))


_TEXTS = st.sampled_from(["", " ", "hello", "a\n"])
_IDS = st.sampled_from(["c1", "c2", "c3"])
_CALLS = st.lists(_IDS, unique=True, max_size=2).map(lambda ids: tuple(ToolCall(i, "x", {}) for i in ids))
_RESULTS = st.lists(_IDS, unique=True, max_size=2).map(
    lambda ids: tuple(ToolResult(i, "x", "done", ok=True) for i in ids)
)
_MESSAGES = st.one_of(
    st.builds(Message, st.just("user"), _TEXTS),
    st.builds(lambda results: Message("user", results=results), _RESULTS),
    st.builds(lambda words, calls: Message("assistant", words, calls=calls), _TEXTS, _CALLS),
)


@given(st.lists(_MESSAGES, max_size=8))
def test_every_history_becomes_one_that_the_service_accepts(messages: list[Message]) -> None:
    assert_accepted(turns(*messages))
