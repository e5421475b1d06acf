"""Event streams of the service as our events."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blueprint_assistant.providers.base import (
    IncompleteStreamError,
    ProviderEvent,
    Stop,
    TextDelta,
    ToolCall,
    Usage,
)
from blueprint_assistant.providers.claude.event_stream import AnswerReader
from providers.wire import message_end, message_start, text_block, tool_block


def read(*events: dict[str, Any]) -> list[ProviderEvent]:
    reader = AnswerReader()
    pieces = [piece for event in events if (piece := reader.feed(event)) is not None]
    return [*pieces, *reader.finish()]


def calls_of(events: list[ProviderEvent]) -> list[ToolCall]:
    return [event for event in events if isinstance(event, ToolCall)]


def test_text_then_a_call_made_of_fragments() -> None:
    fragments = ("", '{"blue', 'print": "/Game/BP_Door"}')

    assert read(
        message_start(),
        *text_block("Compi", "ling."),
        {"type": "ping"},
        *tool_block("toolu_1", "compile", *fragments),
        *message_end("tool_use"),
    ) == [
        TextDelta("Compi"),
        TextDelta("ling."),
        ToolCall("toolu_1", "compile", {"blueprint": "/Game/BP_Door"}),
        Usage(20, 9),
        Stop("tool_calls"),
    ]


def test_a_call_without_fragments_has_no_parameters() -> None:
    events = read(message_start(), *tool_block("toolu_1", "list_blueprints", ""), *message_end("tool_use"))

    assert calls_of(events) == [ToolCall("toolu_1", "list_blueprints", {})]


@pytest.mark.parametrize("arguments", ['{"a": ', '{"a": 1}}', "[1, 2]", '"text"', "null", "[" * 100_000])
def test_unreadable_arguments_are_a_call_with_the_reason(arguments: str) -> None:
    (call,) = calls_of(read(message_start(), *tool_block("t", "x", arguments), *message_end("tool_use")))

    assert call.parameters == {}
    assert "cannot be read" in call.arguments_error
    assert len(call.arguments_error) < 400


@pytest.mark.parametrize(
    ("reason", "stop"),
    [
        ("end_turn", "end"),
        ("stop_sequence", "end"),
        ("max_tokens", "length"),
        ("model_context_window_exceeded", "length"),
        ("refusal", "refusal"),
        ("pause_turn", "pause"),
        ("a_reason_of_tomorrow", "end"),
    ],
)
def test_stop_reasons(reason: str, stop: str) -> None:
    assert read(message_start(), *message_end(reason))[-1] == Stop(stop)  # type: ignore[arg-type]


def test_all_input_tokens_count_however_they_were_cached() -> None:
    start = message_start(
        input_tokens=3, cache_creation_input_tokens=1200, cache_read_input_tokens=180_000, output_tokens=1
    )

    assert read(start, *message_end("end_turn", output_tokens=500))[-2] == Usage(181_203, 500)


def test_totals_at_the_end_replace_those_of_the_start() -> None:
    end = message_end("end_turn", input_tokens=30, output_tokens=7)

    assert read(message_start(input_tokens=20, output_tokens=1), *end)[-2] == Usage(30, 7)


def test_an_answer_without_usage_counts_nothing() -> None:
    assert read({"type": "message_start"}, {"type": "message_stop"}) == [Usage(0, 0), Stop("end")]


ANSWER = [message_start(), *text_block("Hi."), *tool_block("t", "x", "{}"), *message_end("tool_use")]


@pytest.mark.parametrize("length", range(len(ANSWER) - 2))
def test_a_stream_that_ends_early_is_incomplete_wherever_it_ends(length: int) -> None:
    with pytest.raises(IncompleteStreamError):
        read(*ANSWER[:length])


def test_thinking_is_not_shown_as_text() -> None:
    thinking = [
        {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "Hm."}},
        {
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "signature_delta", "signature": "c2ln"},
        },
        {"type": "content_block_stop", "index": 0},
    ]

    assert read(message_start(), *thinking, *message_end("end_turn")) == [Usage(20, 9), Stop("end")]


def test_calls_without_an_id_get_different_ones() -> None:
    events = read(
        message_start(),
        *tool_block("", "a", index=0),
        *tool_block("", "b", index=1),
        *message_end("tool_use"),
    )

    assert len({call.id for call in calls_of(events)}) == 2


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
_KINDS = st.sampled_from(
    [
        "message_start",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "x",
    ]
)
_FIELDS = st.dictionaries(
    st.sampled_from(["index", "delta", "content_block", "message", "usage"]), _JSON, max_size=4
)


@given(st.lists(st.builds(lambda kind, fields: {"type": kind, **fields}, _KINDS, _FIELDS), max_size=6))
def test_nonsense_never_breaks_the_reader(events: list[dict[str, Any]]) -> None:
    result = read(*events, {"type": "message_stop"})

    assert isinstance(result[-1], Stop)
