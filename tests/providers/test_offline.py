"""The offline recipes as a provider: streamed, stoppable, stateless, deterministic."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.providers.base import (
    Cancelled,
    CancelToken,
    CompletionRequest,
    Message,
    ProviderEvent,
    Stop,
    TextDelta,
    ToolResult,
    Usage,
)
from blueprint_assistant.providers.offline import OfflineProvider
from blueprint_assistant.providers.recipes.replies import next_reply
from pressing_stop import is_once_within, seconds_to_stop

if TYPE_CHECKING:
    from collections.abc import Iterator

SENTENCE = "Create a Blueprint called BP_Enemy with a mesh that moves forward"
CALLED = Message("assistant", "Here I go. <tool_call>{}</tool_call>")
CREATED = "Created /Game/BP_Enemy (parent Actor)."


def events_of(*messages: Message, pace_s: float = 0.0) -> list[ProviderEvent]:
    request = CompletionRequest("offline-recipes", "", messages)
    return list(OfflineProvider(pace_s).stream(request, CancelToken()))


def text_of(events: list[ProviderEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def results(*texts: str, name: str = "create_blueprint", status: str = "ok") -> Message:
    blocks = [f'<tool_result name="{name}" status="{status}">\n{text}\n</tool_result>' for text in texts]
    return Message("user", "\n".join(blocks))


def test_a_reply_is_text_in_small_pieces_with_calls_in_tags_then_usage_and_stop() -> None:
    events = events_of(Message("user", SENTENCE))

    pieces = [event.text for event in events if isinstance(event, TextDelta)]
    calls = [piece for piece in pieces if "<tool_call>" in piece]
    body = json.loads(calls[0].strip().removeprefix("<tool_call>").removesuffix("</tool_call>"))
    assert len(pieces) > 5
    assert body == {"name": "create_blueprint", "parameters": {"name": "BP_Enemy", "parent_class": "Actor"}}
    assert events[-2:] == [Usage(0, 0), Stop("end")]
    assert not OfflineProvider().model.takes_tools


def test_the_same_history_always_gives_the_same_reply() -> None:
    history = (
        Message("user", SENTENCE),
        Message("assistant", "x <tool_call>{}</tool_call>"),
        results(CREATED),
    )

    assert events_of(*history) == events_of(*history)
    assert "add_component" in text_of(events_of(*history))


def test_results_may_come_as_values_as_well_as_text() -> None:
    as_values = Message("user", results=(ToolResult("c1", "create_blueprint", CREATED, ok=True),))

    by_values = next_reply((Message("user", SENTENCE), CALLED, as_values))
    by_text = next_reply((Message("user", SENTENCE), CALLED, results(CREATED)))

    assert by_values == by_text
    assert by_values.calls[0].name == "add_component"


def test_node_ids_are_read_from_the_results() -> None:
    script = (
        Message("user", "Create BP_Enemy that prints 'hi' on begin play"),
        CALLED,
        results(CREATED),
        CALLED,
        results(
            "N7: Event BeginPlay (K2Node_Event) in EventGraph of /Game/BP_Enemy\nout: then",
            "N12: Print String (K2Node_CallFunction) in EventGraph of /Game/BP_Enemy",
            name="add_node",
        ),
    )

    calls = next_reply(script).calls

    assert [call.name for call in calls] == ["set_pin_value", "connect_nodes"]
    assert calls[0].parameters["node_id"] == "N12"
    assert (calls[1].parameters["source_node"], calls[1].parameters["target_node"]) == ("N7", "N12")


@pytest.mark.parametrize(
    "answer",
    [
        results("unknown_class: There is no class 'X'.", status="error"),
        Message("user", "no results at all"),
        results("Something happened.", name="add_node"),
    ],
)
def test_a_failure_or_a_missing_result_ends_the_work_honestly(answer: Message) -> None:
    history = (
        Message("user", "Create BP_Enemy that prints 'hi' on begin play"),
        CALLED,
        results(CREATED),
        CALLED,
        answer,
    )

    reply = next_reply(history)

    assert not reply.calls
    assert "I stop here" in reply.text
    assert "1 Blueprint" in reply.text
    assert "Compiled" not in reply.text


def test_a_compile_error_is_told_and_not_called_done() -> None:
    history = (
        Message("user", "Create BP_Enemy"),
        CALLED,
        results(CREATED),
        CALLED,
        results(
            "compile_errors: Compiled /Game/BP_Enemy: error, 1 errors",
            name="compile_blueprint",
            status="error",
        ),
    )

    assert "does not compile" in next_reply(history).text


def test_a_new_request_after_a_stopped_one_starts_anew() -> None:
    history = (
        Message("user", SENTENCE),
        CALLED,
        results(CREATED),
        Message("assistant", "(stopped by the user)"),
        Message("user", "Add a camera to BP_Enemy"),
    )

    assert [call.name for call in next_reply(history).calls] == ["get_blueprint_info"]


def test_what_it_is_said_to_is_the_blueprint_of_the_last_results() -> None:
    history = (
        Message("user", SENTENCE),
        CALLED,
        results(CREATED.replace("/Game/", "/Game/Foes/")),
        Message("assistant", "Done."),
        Message("user", "Now add a camera to it"),
    )

    assert next_reply(history).calls[0].parameters["blueprint"] == "/Game/Foes/BP_Enemy"


def test_a_request_that_is_too_long_is_refused() -> None:
    reply = next_reply((Message("user", SENTENCE + " and has a mesh" * 1000),))

    assert (reply.calls, reply.reason) == ((), "refusal")


def test_an_empty_history_is_refused() -> None:
    assert next_reply(()).reason == "refusal"


def test_stop_is_heard_between_two_pieces() -> None:
    request = CompletionRequest("offline-recipes", "", (Message("user", "help"),))

    def attempt() -> float:
        heard: list[ProviderEvent] = []

        def start(cancel: CancelToken) -> Iterator[ProviderEvent]:
            for event in OfflineProvider(pace_s=5.0).stream(request, cancel):
                heard.append(event)
                yield event

        return seconds_to_stop(start, lambda: bool(heard))

    assert is_once_within(0.2, attempt)


def test_stop_before_the_start_says_nothing() -> None:
    cancel = CancelToken()
    cancel.cancel()
    request = CompletionRequest("offline-recipes", "", (Message("user", SENTENCE),))

    with pytest.raises(Cancelled):
        next(iter(OfflineProvider().stream(request, cancel)))
