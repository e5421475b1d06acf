"""BlueCode in code fences: what is a call of write_graph, what is only shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.conversation.events import AssistantText, ToolFinished
from blueprint_assistant.conversation.fenced_programs import (
    fence_of,
    how_to_address,
    is_program,
    joined_programs,
    meant_programs,
    program_call,
    wants_change,
)
from blueprint_assistant.conversation.history import reply_text
from blueprint_assistant.conversation.manager import ConversationManager
from blueprint_assistant.conversation.parsing import ParsedCall, StreamFilter
from sandbox_project import open_project
from scripted_provider import ScriptedProvider, call_text

if TYPE_CHECKING:
    from blueprint_assistant.conversation.events import ConversationEvent
    from blueprint_assistant.conversation.parsing import ParsedReply

CODE = 'on BeginPlay():\n  PrintString("Hello")'
FENCE = f"```bluecode BP_Door\n{CODE}\n```"
CALL = ParsedCall("write_graph", {"blueprint": "BP_Door", "code": CODE})


def parsed(text: str, *, size: int = 1000, runs_programs: bool = True, is_cut: bool = False) -> ParsedReply:
    stream = StreamFilter(ActionRegistry().parameter_types(), runs_programs=runs_programs)
    for at in range(0, len(text), size):
        stream.feed(text[at : at + size])
    return stream.finish(is_cut=is_cut)


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_a_fence_that_names_a_blueprint_is_a_call_however_it_arrives(size: int) -> None:
    reply = parsed(f"I write it.\n\n{FENCE}\n\nDone.", size=size)

    assert reply.items == (CALL,)
    assert reply.prose == "I write it.\n\nDone."


@pytest.mark.parametrize(
    "info", ["bluecode /Game/BP_Door", "BlueCode BP_Door", 'bluecode "BP_Door"', "bluecode blueprint=BP_Door"]
)
def test_the_name_is_read_as_models_write_it(info: str) -> None:
    call = program_call(info, CODE)

    assert call is not None
    assert call.parameters["blueprint"] in ("BP_Door", "/Game/BP_Door")


def test_several_fences_are_several_calls() -> None:
    other = FENCE.replace("BP_Door", "BP_Lamp")

    assert [call.parameters["blueprint"] for call in parsed(f"{FENCE}\n{other}").calls] == [
        "BP_Door",
        "BP_Lamp",
    ]


def test_programs_for_one_blueprint_that_follow_each_other_are_one() -> None:
    """An event in one fence, the function that it calls in the next: neither is right alone."""
    caller = ParsedCall("write_graph", {"blueprint": "BP_Door", "code": "on Tick():\n  Swing()"})
    called = ParsedCall("write_graph", {"blueprint": "BP_Door", "code": "func Swing():\n  pass"})
    other = ParsedCall("write_graph", {"blueprint": "BP_Gate", "code": CODE})
    look = ParsedCall("read_graph", {"blueprint": "BP_Door"})
    whole = f"{caller.parameters['code']}\n{called.parameters['code']}"
    (joined,) = joined_programs([caller, called])
    assert joined == replace(caller, parameters={"blueprint": "BP_Door", "code": whole})
    for apart in ([caller, other], [caller, look, called], [CALL, CALL], [look, caller], []):
        assert [*joined_programs(apart)] == apart


def test_a_fence_that_only_the_end_closes_is_whole_but_not_when_the_answer_was_cut() -> None:
    open_fence = FENCE.removesuffix("\n```")

    assert parsed(open_fence).items == (CALL,)
    (problem,) = parsed(open_fence, is_cut=True).problems
    assert "cut" in problem.reason


def test_a_fence_whose_first_line_is_code_names_no_blueprint() -> None:
    """A small model wrote the head of its event there."""
    reply = parsed('```bluecode Patrol():\n  PrintString("on my way")\n```')

    assert reply.items == ()
    assert "on my way" in reply.shown_programs[0]


@pytest.mark.parametrize(
    "text", [f"```bluecode\n{CODE}\n```", f"```\n{CODE}\n```", f"```python\n{CODE}\n```", CODE]
)
def test_code_that_names_no_blueprint_is_shown_and_no_call(text: str) -> None:
    reply = parsed(text)

    assert reply.items == ()
    assert reply.prose == text
    assert reply.shown_programs == (CODE,)


@pytest.mark.parametrize(
    ("info", "text"),
    [
        ("python", "def on_begin():\n    pass"),
        ("cpp", "on BeginPlay():"),
        ("", "On Monday (or later) I will do it."),
        ("", "The event Door():"),
        ("json", '{"on": 1}'),
    ],
)
def test_other_code_and_plain_words_are_no_program(info: str, text: str) -> None:
    assert not is_program(info, text)


def test_where_calls_travel_natively_a_fence_is_text() -> None:
    reply = parsed(FENCE, runs_programs=False)

    assert reply.items == ()
    assert reply.prose == FENCE


def test_the_history_repeats_a_program_as_the_fence_that_it_was() -> None:
    assert reply_text(parsed(FENCE), as_fences=True) == FENCE
    assert reply_text(parsed(FENCE)).startswith('<tool_call>{"name": "write_graph"')


def test_what_a_fence_cannot_say_is_written_as_json() -> None:
    assert fence_of(CALL) == FENCE
    assert fence_of(replace(CALL, parameters={**CALL.parameters, "mode": "replace"})) is None
    assert fence_of(replace(CALL, parameters={**CALL.parameters, "code": 'PrintString("```")'})) is None
    assert fence_of(replace(CALL, name="read_graph")) is None


def test_the_reminder_names_the_blueprint_of_the_request() -> None:
    assert "```bluecode BP_Lamp " in how_to_address(
        "in bp_lamp: print it", ["/Game/BP_Door", "/Game/BP_Lamp"]
    )


def _talk(*replies: str, takes_tools: bool = False) -> list[ConversationEvent]:
    provider = ScriptedProvider(replies, takes_tools=takes_tools)
    provider.model = replace(provider.model, context_window=100_000)
    events: list[ConversationEvent] = []
    with open_project() as project:
        project.create("/Game/BP_Door")
        manager = ConversationManager(provider, ActionRegistry(), project.new_context())
        manager.subscribe(events.append)
        manager.send("In BP_Door: print Hello at the start.")
        project.tick_until(manager.wait)
    assert provider.replies_left == 0
    return events


def _finished(events: list[ConversationEvent]) -> list[ToolFinished]:
    return [event for event in events if isinstance(event, ToolFinished)]


def test_a_fence_writes_the_graph_and_is_not_shown() -> None:
    events = _talk(FENCE, "It prints Hello.")

    (done,) = _finished(events)
    assert (done.name, done.ok, done.has_changed) == ("write_graph", True, True)
    assert [event.text for event in events if isinstance(event, AssistantText)] == ["It prints Hello."]


def test_an_event_and_the_function_that_it_calls_may_stand_in_two_fences() -> None:
    calling = "```bluecode BP_Door\non BeginPlay():\n  Swing()\n```\n"
    events = _talk(f"{calling}```bluecode BP_Door\nfunc Swing():\n  PrintString('x')\n```", "Done.")
    (done,) = _finished(events)
    assert done.ok, done.text


def test_a_program_that_was_only_shown_is_asked_for_again_and_then_written() -> None:
    events = _talk(f"```blueprint\n{CODE}\n```", FENCE, "It prints Hello.")

    reminder, done = _finished(events)
    assert not reminder.ok
    assert "```bluecode BP_Door" in reminder.text
    assert done.has_changed


def test_a_bare_fence_is_for_the_one_blueprint_in_question() -> None:
    """Small models forget its name, and it costs them their first try."""
    events = _talk(f"```bluecode\n{CODE}\n```", "It prints Hello.")

    (done,) = _finished(events)
    assert (done.name, done.ok, done.has_changed) == ("write_graph", True, True)


def test_two_bare_fences_are_two_programs() -> None:
    shown = f"```bluecode\n{CODE}\n```\n\n```bluecode\nfunc Swing():\n  pass\n```"

    calls = meant_programs(parsed(shown).shown_programs, shown, "In BP_Door: add it.", "BP_Door")
    assert [call.parameters["code"] for call in calls] == [CODE, "func Swing():\n  pass"]


@pytest.mark.parametrize(
    ("shown", "request_"),
    [
        (f"I would write:\n```bluecode\n{CODE}\n```", "Print Hello at the start."),
        (f"```bluecode\n{CODE}\n```\nIt prints Hello.", "Print Hello at the start."),
        (f"```bluecode\n{CODE}\n```", "How would I print Hello?"),
        (f"```bluecode\n{CODE}\n```", "Zeig mir den Code dazu."),
        (f"```blueprint\n{CODE}\n```", "Print Hello at the start."),
        ("Done.", "Print Hello at the start."),
    ],
)
def test_code_that_may_be_meant_to_be_seen_is_not_run(shown: str, request_: str) -> None:
    assert meant_programs(parsed(shown).shown_programs, shown, request_, "BP_Door") == ()


@pytest.mark.parametrize(
    ("request_", "is_change"),
    [
        ("In BP_Door: hide it.", True),
        ("Do not print it any more.", True),
        ("Look at the player.", True),
        ("In BP_Door, what happens at the start", False),
        ("Do you know BP_Door", False),
        ("Can it open?", False),
        ("Show me the code of BP_Door", False),
    ],
)
def test_who_asks_wants_no_change(request_: str, is_change: bool) -> None:
    assert wants_change(request_) == is_change


def test_a_model_that_goes_on_showing_code_is_reminded_twice_and_then_left_alone() -> None:
    shown = f"It is this:\n```bluecode\n{CODE}\n```"

    assert len(_finished(_talk(shown, shown, shown))) == 2


def test_code_after_a_look_is_an_answer() -> None:
    events = _talk(call_text("read_graph", blueprint="BP_Door"), f"It would be:\n```bluecode\n{CODE}\n```")

    assert [event.name for event in _finished(events)] == ["read_graph"]


def test_a_model_that_calls_natively_may_show_code() -> None:
    assert _finished(_talk(f"```bluecode\n{CODE}\n```", takes_tools=True)) == []


def test_the_members_of_a_blueprint_that_the_user_names_stand_in_the_prompt() -> None:
    provider = ScriptedProvider(["It has a handle."])
    with open_project() as project:
        context = project.new_context()
        for name in ("BP_Door", "BP_Doors", "BP_Lamp"):
            project.create(f"/Game/{name}")
            member = {"blueprint": name, "variable_name": f"Handle{name}", "variable_type": "float"}
            assert ActionRegistry().call("add_variable", member, context).ok
        added = ActionRegistry().call(
            "add_function", {"blueprint": "BP_Door", "function_name": "Knock"}, context
        )
        assert added.ok
        manager = ConversationManager(provider, ActionRegistry(), context)
        manager.send("What has bp_door?")
        project.tick_until(manager.wait)
    (request,) = provider.requests
    assert "HandleBP_Door: float; functions Knock)" in request.system
    assert "HandleBP_Doors" not in request.system
    assert "HandleBP_Lamp" not in request.system


def _told_after(reply: str) -> str:
    """The last message that a model gets after its reply."""
    provider = ScriptedProvider([reply, "Done."])
    provider.model = replace(provider.model, context_window=100_000)
    with open_project() as project:
        project.create("/Game/BP_Door")
        manager = ConversationManager(provider, ActionRegistry(), project.new_context())
        manager.send("In BP_Door: print Hello at the start.")
        project.tick_until(manager.wait)
    return provider.requests[-1].messages[-1].text


def test_a_model_that_writes_calls_as_text_is_told_how_to_go_on() -> None:
    assert "If this was all, answer in plain text now." in _told_after(FENCE)
    refused = _told_after(FENCE.replace("PrintString", "PrintStrin"))
    assert "Send the whole program again, corrected and without these remarks." in refused
    assert "If this was all" not in refused
    looked = _told_after(call_text("read_graph", blueprint="BP_Door"))
    assert "If this was all" not in looked
    assert "Send the whole program" not in looked
