from __future__ import annotations

import itertools
import logging
import threading
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.conversation.events import (
    AssistantText,
    ContextUsage,
    ErrorRaised,
    Notice,
    TextDelta,
    ToolFinished,
    ToolStarted,
    TurnFinished,
    TurnStarted,
)
from blueprint_assistant.conversation.manager import BusyError, EmptyMessageError, MessageTooLongError
from blueprint_assistant.conversation.settings import ConversationSettings
from blueprint_assistant.errors import ConfigurationError
from blueprint_assistant.providers.base import (
    BadRequestError,
    ContextOverflowError,
    NetworkError,
    RateLimitError,
    Stop,
    ToolCall,
    Usage,
)
from scripted_provider import Pause, call_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.conversation.events import ConversationEvent

    from .conftest import Talk

    StartTalk = Callable[..., Talk]

ADD_SPEED = {"blueprint": "BP_Door", "variable_name": "Speed", "variable_type": "float"}


def finished(events: list[ConversationEvent]) -> list[ToolFinished]:
    return [event for event in events if isinstance(event, ToolFinished)]


def last_reason(events: list[ConversationEvent]) -> str:
    assert isinstance(events[-1], TurnFinished)
    return events[-1].reason


# --- the loop -----------------------------------------------------------------------------------


def test_a_turn_runs_the_calls_of_a_text_and_ends_with_plain_text(start_talk: StartTalk) -> None:
    talk = start_talk([f"I add it.\n{call_text('add_variable', **ADD_SPEED)}", "Speed is there now."])
    events = talk.say("Give the door a speed.")
    assert talk.door.find_variable("Speed") is not None
    assert [type(event) for event in events if not isinstance(event, TextDelta)] == [
        TurnStarted,
        AssistantText,
        ContextUsage,
        ToolStarted,
        ToolFinished,
        AssistantText,
        ContextUsage,
        TurnFinished,
    ]
    assert last_reason(events) == "end"
    result = finished(events)[0]
    assert result.ok
    assert result.has_changed
    assert result.blueprint is not None
    assert talk.provider.replies_left == 0


def test_what_was_not_compiled_is_told_whatever_the_model_claims(start_talk: StartTalk) -> None:
    add = call_text("add_node", blueprint="BP_Door", node_type="PrintString")
    talk = start_talk([add, "All done and compiled!"])
    notices = [event.text for event in talk.say("Print something.") if isinstance(event, Notice)]
    assert notices == ["/Game/BP_Door was changed and has not been compiled since."]


def test_what_was_compiled_needs_no_word(start_talk: StartTalk) -> None:
    add = call_text("add_node", blueprint="BP_Door", node_type="PrintString")
    talk = start_talk([add, call_text("compile_blueprint", blueprint="BP_Door"), "Done."])
    assert not [event for event in talk.say("Print something.") if isinstance(event, Notice)]


def test_visible_text_equals_its_deltas_and_holds_no_markup(start_talk: StartTalk) -> None:
    talk = start_talk([f"One.\n{call_text('get_blueprint_info', blueprint='BP_Door')}\nTwo.", "Three."])
    events = talk.say("look")
    assert "".join(event.text for event in events if isinstance(event, TextDelta)) == "One.\n\nTwo.Three."
    assert [event.text for event in events if isinstance(event, AssistantText)] == ["One.\n\nTwo.", "Three."]


def test_text_mode_sends_results_as_text_and_no_tools(start_talk: StartTalk) -> None:
    talk = start_talk([call_text("add_variable", **ADD_SPEED), "Done."])
    talk.say("go")
    first, second = talk.provider.requests
    assert first.tools == ()
    assert "- add_variable(" in first.system
    assert second.messages[-1].role == "user"
    assert second.messages[-1].text.startswith(
        '<tool_result name="add_variable" status="ok">\nAdded variable'
    )
    assert second.messages[-2].text == call_text("add_variable", **ADD_SPEED)


def test_native_mode_offers_tools_and_answers_every_call_by_its_id(start_talk: StartTalk) -> None:
    calls = [
        ToolCall("a", "add_variable", ADD_SPEED),
        ToolCall("b", "get_blueprint_info", {"blueprint": "X"}),
    ]
    talk = start_talk([[*calls, Usage(50, 5), Stop("tool_calls")], "Done."], takes_tools=True)
    talk.say("go")
    first, second = talk.provider.requests
    assert {tool.name for tool in first.tools} >= {"add_variable", "add_node"}
    assert "<tool_call>" not in first.system
    assert [call.id for call in second.messages[-2].calls] == ["a", "b"]
    assert [(item.call_id, item.ok) for item in second.messages[-1].results] == [("a", True), ("b", False)]


def test_tool_mode_text_keeps_a_model_that_takes_tools_on_text(start_talk: StartTalk) -> None:
    talk = start_talk(["Hello."], takes_tools=True, settings=ConversationSettings(tool_mode="text"))
    talk.say("hi")
    assert talk.provider.requests[0].tools == ()


def test_a_native_model_that_writes_calls_as_text_is_understood(start_talk: StartTalk) -> None:
    talk = start_talk([call_text("add_variable", **ADD_SPEED), "Done."], takes_tools=True)
    assert finished(talk.say("go"))[0].ok


def test_working_state_of_the_next_request_names_nodes_and_blueprints(start_talk: StartTalk) -> None:
    tick = call_text("add_node", blueprint="BP_Door", node_type="Event", event_name="Tick")
    talk = start_talk([tick, "Done."])
    talk.say("go")
    assert "/Game/BP_Door (parent Actor" not in talk.provider.requests[0].system
    assert "N1=Event Tick" in talk.provider.requests[1].system


def test_equal_calls_in_one_answer_run_once_and_each_gets_a_result(start_talk: StartTalk) -> None:
    branch = {"blueprint": "BP_Door", "node_type": "Branch"}
    calls = [ToolCall("a", "add_node", branch), ToolCall("b", "add_node", dict(reversed(branch.items())))]
    talk = start_talk([[*calls, Stop("tool_calls")], "Done."], takes_tools=True)
    events = talk.say("go")
    assert len(finished(events)) == 1
    assert talk.project.undo_history() == ["AI: add Branch"]
    assert [result.call_id for result in talk.provider.requests[1].messages[-1].results] == ["a", "b"]


def test_a_look_is_taken_again_after_a_change_in_the_same_answer(start_talk: StartTalk) -> None:
    look = call_text("get_blueprint_info", blueprint="BP_Door")
    talk = start_talk([f"{look}{look}{call_text('add_variable', **ADD_SPEED)}{look}", "Done."])
    results = finished(talk.say("go"))
    assert [result.name for result in results] == ["get_blueprint_info", "add_variable", "get_blueprint_info"]
    assert "Speed" in results[-1].text


# --- calls that are not run -------------------------------------------------------------------


def test_arguments_that_cannot_be_read_are_answered_with_an_error_and_not_run(start_talk: StartTalk) -> None:
    broken = ToolCall("a", "add_variable", {}, arguments_error="The JSON is incomplete.")
    talk = start_talk([[broken, Stop("length")], "Sorry."], takes_tools=True)
    before = talk.project.state()
    events = talk.say("go")
    assert talk.project.state() == before
    result = talk.provider.requests[1].messages[-1].results[0]
    assert (result.call_id, result.ok) == ("a", False)
    assert "incomplete" in result.text
    assert not finished(events)[0].ok


def test_a_text_call_that_was_cut_is_answered_with_an_error_and_not_run(start_talk: StartTalk) -> None:
    cut = [
        TextDelta('<tool_call>{"name": "add_variable", "parameters": {"blueprint": "BP_'),
        Stop("length"),
    ]
    talk = start_talk([cut, "Sorry."])
    before = talk.project.state()
    talk.say("go")
    assert talk.project.state() == before
    answer = talk.provider.requests[1].messages[-1].text
    assert 'status="error"' in answer
    assert "malformed_tool_call" in answer
    assert "cut" in answer


def test_a_wrong_tool_name_and_wrong_arguments_are_answered_not_raised(start_talk: StartTalk) -> None:
    talk = start_talk([call_text("fly", high=True) + call_text("add_variable", blueprint="BP_Door"), "Oh."])
    unknown, missing = finished(talk.say("go"))
    assert "unknown_tool" in unknown.text
    assert "add_node" in unknown.text
    assert "variable_name" in missing.text


def test_while_the_game_plays_the_model_is_told_and_calls_are_answered_with_the_reason(
    start_talk: StartTalk,
) -> None:
    talk = start_talk([call_text("add_variable", **ADD_SPEED), "Stop playing first."])
    before = talk.project.state()
    talk.project.sandbox.is_in_pie = True
    events = talk.say("go")
    talk.project.sandbox.is_in_pie = False
    assert "no changes now: the game is playing in the editor" in talk.provider.requests[0].system
    assert "the game is playing in the editor" in finished(events)[0].text
    assert not finished(events)[0].ok
    assert last_reason(events) == "end"
    assert talk.project.state() == before


def test_an_editor_that_shuts_down_during_a_turn_ends_it_in_order(start_talk: StartTalk) -> None:
    talk = start_talk([call_text("add_variable", **ADD_SPEED), "It is gone."])
    before = talk.project.state()
    talk.manager.subscribe(
        lambda event: talk.project.game_thread.stop() if isinstance(event, ToolStarted) else None
    )
    events = talk.say("go")
    assert finished(events)[0].text.startswith("editor_stopping:")
    assert last_reason(events) == "end"
    assert talk.project.state() == before


# --- ends ---------------------------------------------------------------------------------------


def test_the_iteration_limit_ends_the_turn_with_a_notice(start_talk: StartTalk) -> None:
    calls = [call_text("add_variable", **{**ADD_SPEED, "variable_name": f"V{n}"}) for n in range(3)]
    talk = start_talk(calls, settings=ConversationSettings(max_iterations=2))
    events = talk.say("go")
    assert last_reason(events) == "limit"
    assert any(isinstance(event, Notice) and "2" in event.text for event in events)
    assert talk.manager.messages[-1].role == "assistant"


def test_the_same_calls_three_times_without_a_change_end_the_turn(start_talk: StartTalk) -> None:
    look = call_text("get_blueprint_info", blueprint="BP_Door")
    talk = start_talk([look] * 10)
    events = talk.say("go")
    assert last_reason(events) == "limit"
    assert len(talk.provider.requests) == 3
    assert "same as before" in talk.provider.requests[2].messages[-1].text
    assert any(isinstance(event, Notice) for event in events)


def test_a_refusal_ends_the_turn_and_its_calls_are_not_run(start_talk: StartTalk) -> None:
    talk = start_talk([[ToolCall("a", "add_variable", ADD_SPEED), Stop("refusal")]], takes_tools=True)
    before = talk.project.state()
    events = talk.say("something bad")
    assert last_reason(events) == "refusal"
    assert talk.project.state() == before
    assert talk.manager.messages[-1].text == "(declined)"


def test_a_pause_goes_on_with_the_next_request(start_talk: StartTalk) -> None:
    talk = start_talk([[TextDelta("Let me see."), Stop("pause")], "Done."])
    events = talk.say("go")
    assert last_reason(events) == "end"
    assert talk.provider.requests[1].messages[-1].text == "Let me see."


@pytest.mark.parametrize(("stop", "notice"), [("length", "cut"), ("end", "")])
def test_a_long_answer_that_was_cut_says_so(start_talk: StartTalk, stop: Any, notice: str) -> None:
    talk = start_talk([[TextDelta("Once upon a time"), Stop(stop)]])
    notices = [event.text for event in talk.say("tell") if isinstance(event, Notice)]
    assert [notice in text for text in notices] == ([True] if notice else [])


def test_an_empty_answer_is_noticed_and_the_next_turn_works(start_talk: StartTalk) -> None:
    talk = start_talk([[Stop("end")], "Hello."])
    assert any(isinstance(event, Notice) for event in talk.say("hi"))
    assert last_reason(talk.say("hi again")) == "end"


# --- errors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "error", [NetworkError("No connection."), RateLimitError("Too many."), ContextOverflowError("Too long.")]
)
def test_a_provider_error_is_reported_and_the_next_send_works(
    start_talk: StartTalk, error: Exception
) -> None:
    talk = start_talk([call_text("add_variable", **ADD_SPEED), error, "Here I am."])
    events = talk.say("go")
    assert last_reason(events) == "error"
    raised = next(event for event in events if isinstance(event, ErrorRaised))
    assert raised.code == error.code  # type: ignore[attr-defined]
    assert last_reason(talk.say("again")) == "end"
    roles = [message.role for message in talk.provider.requests[-1].messages]
    assert roles[0] == roles[-1] == "user"
    assert all(one != other for one, other in itertools.pairwise(roles))


def test_what_the_service_refuses_as_it_is_leaves_the_history(start_talk: StartTalk) -> None:
    talk = start_talk(["Hello.", BadRequestError("Malformed."), "Better."])
    talk.say("hi")
    talk.say("poison")
    talk.say("again")
    assert [message.text for message in talk.provider.requests[-1].messages] == ["hi", "Hello.", "again"]


def test_a_stream_without_an_end_is_an_error_not_an_answer(start_talk: StartTalk) -> None:
    talk = start_talk([[TextDelta("Half an ans")]])
    events = talk.say("hi")
    assert last_reason(events) == "error"
    assert any(isinstance(event, ErrorRaised) and event.code == "incomplete" for event in events)


def test_a_bug_in_the_provider_ends_the_turn_with_an_error_and_is_logged(
    start_talk: StartTalk, caplog: pytest.LogCaptureFixture
) -> None:
    talk = start_talk([RuntimeError("boom"), "Hello."])
    with caplog.at_level(logging.ERROR):
        events = talk.say("hi")
    assert last_reason(events) == "error"
    assert "boom" in caplog.text
    assert "boom" not in "".join(event.text for event in events if isinstance(event, ErrorRaised))
    assert last_reason(talk.say("hi")) == "end"


# --- stop ---------------------------------------------------------------------------------------


def stop_when_reached(talk: Talk, pause: Pause, text: str) -> list[ConversationEvent]:
    talk.manager.send(text)
    talk.project.tick_until(pause.reached.wait)
    talk.manager.stop()
    talk.project.tick_until(talk.manager.wait)
    return talk.events


def test_stop_during_the_stream_keeps_what_was_said_and_the_next_turn_works(start_talk: StartTalk) -> None:
    pause = Pause()
    talk = start_talk([[TextDelta("I begin with "), pause], "Hello."])
    events = stop_when_reached(talk, pause, "go")
    assert last_reason(events) == "stopped"
    assert talk.manager.messages[-1].text == "I begin with\n(stopped by the user)"
    assert last_reason(talk.say("again")) == "end"


def test_stop_before_the_answer_leaves_a_valid_history(start_talk: StartTalk) -> None:
    pause = Pause()
    talk = start_talk([[pause], "Hello."])
    stop_when_reached(talk, pause, "go")
    assert [message.role for message in talk.manager.messages] == ["user", "assistant"]
    talk.say("again")
    assert talk.provider.replies_left == 0


def test_stop_lets_the_running_call_finish_and_answers_the_others(start_talk: StartTalk) -> None:
    calls = [ToolCall(str(n), "add_variable", {**ADD_SPEED, "variable_name": f"V{n}"}) for n in range(3)]
    talk = start_talk([[*calls, Stop("tool_calls")]], takes_tools=True)

    def stop_at_first(event: ConversationEvent) -> None:
        if isinstance(event, ToolStarted):
            talk.manager.stop()

    talk.manager.subscribe(stop_at_first)
    events = talk.say("go")
    assert last_reason(events) == "stopped"
    assert [variable.name for variable in talk.door.variables] == ["V0"]
    results = talk.manager.messages[-2].results
    assert [(result.call_id, result.ok) for result in results] == [("0", True), ("1", False), ("2", False)]
    assert "not run" in results[1].text
    assert talk.manager.messages[-1].role == "assistant"


def test_stop_without_a_turn_does_nothing(start_talk: StartTalk) -> None:
    talk = start_talk(["Hello."])
    talk.manager.stop()
    assert last_reason(talk.say("hi")) == "end"


# --- the outside --------------------------------------------------------------------------------


def test_a_second_message_while_busy_an_empty_one_and_a_huge_one_are_refused(start_talk: StartTalk) -> None:
    pause = Pause()
    talk = start_talk([[pause]], settings=ConversationSettings(max_message_chars=100))
    with pytest.raises(EmptyMessageError):
        talk.manager.send("  \n")
    with pytest.raises(MessageTooLongError, match="100"):
        talk.manager.send("x" * 101)
    talk.manager.send("go")
    talk.project.tick_until(pause.reached.wait)
    assert talk.manager.is_busy
    with pytest.raises(BusyError):
        talk.manager.send("and more")
    talk.manager.stop()
    talk.project.tick_until(talk.manager.wait)
    assert not talk.manager.is_busy


def test_a_subscriber_that_raises_is_logged_and_the_turn_goes_on(
    start_talk: StartTalk, caplog: pytest.LogCaptureFixture
) -> None:
    talk = start_talk(["Hello."])

    def fail(event: ConversationEvent) -> None:
        raise RuntimeError(type(event).__name__)

    talk.manager.subscribe(fail)
    later: list[ConversationEvent] = []
    talk.manager.subscribe(later.append)
    assert last_reason(talk.say("hi")) == "end"
    assert later == talk.events
    assert "A subscriber failed at TurnStarted" in caplog.text


def test_an_ended_subscription_gets_nothing_more(start_talk: StartTalk) -> None:
    talk = start_talk(["Hello.", "Bye."])
    seen: list[ConversationEvent] = []
    unsubscribe = talk.manager.subscribe(seen.append)
    talk.say("hi")
    unsubscribe()
    unsubscribe()
    count = len(seen)
    talk.say("hi")
    assert len(seen) == count


def test_the_next_message_can_be_sent_from_the_last_event(start_talk: StartTalk) -> None:
    talk = start_talk(["First.", "Second."])
    both = threading.Event()
    ends: list[ConversationEvent] = []

    def send_again(event: ConversationEvent) -> None:
        if isinstance(event, TurnFinished):
            ends.append(event)
            if len(ends) == 1:
                talk.manager.send("two")
            else:
                both.set()

    talk.manager.subscribe(send_again)
    talk.manager.send("one")
    talk.project.tick_until(both.wait)
    talk.project.tick_until(talk.manager.wait)
    turns = [event for event in talk.events if isinstance(event, TurnStarted | TurnFinished)]
    assert [type(event) for event in turns] == [TurnStarted, TurnFinished, TurnStarted, TurnFinished]


def test_events_come_from_a_named_worker_thread(start_talk: StartTalk) -> None:
    talk = start_talk(["Hello."])
    names: set[str] = set()
    talk.manager.subscribe(lambda _: names.add(threading.current_thread().name))
    talk.say("hi")
    assert names == {"blueprint-assistant-turn-1"}


def test_usage_is_summed_up_and_estimated_where_the_service_reports_none(start_talk: StartTalk) -> None:
    talk = start_talk([[TextDelta("Hello."), Usage(100, 7), Stop("end")], "Hello again, dear user."])
    talk.say("hi")
    talk.say("hi")
    first, second = (event for event in talk.events if isinstance(event, ContextUsage))
    assert (first.input_tokens, first.output_tokens, first.context_window) == (100, 7, 10_000)
    assert second.input_tokens > 500
    assert second.output_tokens == 5
    assert second.total_input_tokens == 100 + second.input_tokens


def test_settings_under_which_nothing_can_be_done_are_refused() -> None:
    with pytest.raises(ConfigurationError, match="max_iterations"):
        ConversationSettings(max_iterations=0)
