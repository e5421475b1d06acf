"""What a model is told that sends what was refused again, and of a call that cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.conversation.call_values import values_in
from blueprint_assistant.conversation.events import Notice, TurnFinished
from blueprint_assistant.providers.base import Stop, ToolCall, Usage

if TYPE_CHECKING:
    from collections.abc import Callable

    from conversation.conftest import Talk

    StartTalk = Callable[..., Talk]

WRONG = "var Health: float = 100\non BeginPlay():\n  Helth = 5.0\n  PrintString(`Is it?`)\n"


def fence(code: str) -> str:
    return f"```bluecode BP_Door\n{code}```"


def told(talk: Talk, number: int) -> str:
    """The last message of a request."""
    return talk.provider.requests[number].messages[-1].text


def test_each_time_that_a_program_is_refused_alike_something_else_is_said(start_talk: StartTalk) -> None:
    """The error, the lines as they would be right, to leave them out; then the turn ends."""
    trivial = WRONG.replace("= 5.0\n", "=  5.0   # now\n")
    talk = start_talk([fence(WRONG), fence(trivial), fence(WRONG), fence(WRONG), "Never."])
    events = talk.say("Set the Health of BP_Door.")
    assert len(talk.provider.requests) == 4
    assert "Line 3: There is no variable, component or value 'Helth'." in told(talk, 1)
    assert "in place of\n  Helth =  5.0   # now\nwrite\n  Health =  5.0   # now" in told(talk, 2)
    assert "There is no variable" not in told(talk, 2)
    assert "Leave out\n  Helth = 5.0\n" in told(talk, 3)
    assert "answer in plain text" in told(talk, 3)
    assert any(isinstance(event, Notice) for event in events)
    finished = [event for event in events if isinstance(event, TurnFinished)]
    assert finished[0].reason == "limit"


def test_a_program_that_nobody_can_mend_is_asked_for_anew(start_talk: StartTalk) -> None:
    """Small models repeat what they read of themselves: after the second time it is gone."""
    code = "on Tick():\n  Frobnicate(Rotation=1)\n"
    talk = start_talk([fence(code), fence(code), fence(code), "I stop."])
    talk.say("Let BP_Door turn.")
    assert len(talk.provider.requests[1].messages) == 3
    (anew,) = talk.provider.requests[2].messages
    assert anew.text.startswith("Let BP_Door turn.\n(Not so: There is no Blueprint function 'Frobnicate'")
    assert "AddActorLocalRotation(" in talk.provider.requests[2].system
    assert "Leave out" in told(talk, 3)


def test_a_model_that_has_read_a_graph_does_not_lose_what_it_read(start_talk: StartTalk) -> None:
    """What it read counts as shown: a program that leaves it out takes it out."""
    code = "on Tick():\n  Frobnicate(Rotation=1)\n"
    look = '<tool_call>{"name": "read_graph", "parameters": {"blueprint": "BP_Door"}}</tool_call>'
    talk = start_talk([look, fence(code), fence(code), "I stop."])
    talk.say("Let BP_Door turn.")
    assert len(talk.provider.requests[3].messages) == 7


def test_a_condition_that_cannot_be_is_left_out_of_what_the_model_is_shown(start_talk: StartTalk) -> None:
    """Small models ask for classes and members that no request has, and that are not there."""
    code = "on Tick():\n  if Flipper is BP_Flipper:\n    SetActorHiddenInGame(true)\n  SetLifeSpan(3)\n"
    talk = start_talk([fence(code), fence(code), fence(code), "I stop."])
    talk.say("Hide BP_Door.")
    assert "Write it without a condition that is not asked for." in told(talk, 2)
    without = "on Tick():\n  SetActorHiddenInGame(true)\n  SetLifeSpan(3)"
    assert without in talk.provider.requests[2].system
    assert "Leave out with all that stands under it" in told(talk, 3)


def test_code_that_is_there_already_is_not_sent_three_times(start_talk: StartTalk) -> None:
    code = "on Tick():\n  SetLifeSpan(3)\n"
    talk = start_talk([fence(code), "Done.", fence(code), fence(code), "I stop."])
    talk.say("BP_Door shall live three seconds.")
    talk.say("BP_Door shall live for four seconds.")
    assert "the code that is there already does not do it" in told(talk, 4)
    assert [message.role for message in talk.provider.requests[4].messages][-2:] == ["assistant", "user"]


def test_who_calls_natively_is_stopped_by_the_guard(start_talk: StartTalk) -> None:
    """It is not asked anew, so that nothing but the guard ends it: at the third time, as for any call."""
    given = {"blueprint": "BP_Door", "code": "on Tick():\n  SetLifeSpan(3)\n"}
    calls = [
        [ToolCall(str(number), "write_graph", given), Usage(9, 5), Stop("tool_calls")] for number in range(3)
    ]
    talk = start_talk([*calls, "Never."], takes_tools=True)
    events = talk.say("BP_Door shall live three seconds.")
    assert len(talk.provider.requests) == 3
    assert any(isinstance(event, Notice) and "repeated" in event.text for event in events)


def test_a_model_that_only_talks_is_asked_once_whether_it_forgot_to_do_it(start_talk: StartTalk) -> None:
    talk = start_talk(["It has no such event.", "It has none."])
    talk.say("In BP_Door hide it at the start.")
    assert told(talk, 1).startswith("Nothing was changed.")
    assert len(talk.provider.requests) == 2
    asked = start_talk(["It has no events."])
    asked.say("What does BP_Door do?")
    assert len(asked.provider.requests) == 1


def test_an_example_of_the_prompt_is_no_answer(start_talk: StartTalk) -> None:
    """Small models send it when they do not know better; it would be written and called done."""
    copied = fence("on ActorBeginOverlap(OtherActor):\n  Buzz(0.6)\nfunc Buzz(Pitch: float):\n  pass\n")
    talk = start_talk([copied, "Oh."])
    talk.say("Print Bye in BP_Door.")
    assert "`Buzz(0.6)` is an example of how code is written, and not what was asked for: Print Bye" in told(
        talk, 1
    )
    meant = start_talk([copied, "Done."])
    meant.say("BP_Door shall Buzz at 0.6.")
    assert "is an example" not in told(meant, 1)


def test_another_fault_is_told_as_the_first(start_talk: StartTalk) -> None:
    other = WRONG.replace("Helth", "Health").replace("`Is it?`", "Scoer")
    talk = start_talk([fence(WRONG), fence(other), "I stop."])
    talk.say("Set the Health of BP_Door.")
    assert "'Scoer'" in told(talk, 2)


def test_a_program_that_was_mended_is_written(start_talk: StartTalk) -> None:
    right = "var Health: float = 100\non BeginPlay():\n  Health = 5.0\n"
    talk = start_talk([fence(WRONG), fence(WRONG), fence(right), "Done."])
    talk.say("Set the Health of BP_Door.")
    assert "Wrote BeginPlay" in told(talk, 3)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("move_it(BP_Enemy, Health, HitPoints)", {"a": "BP_Enemy", "b": "Health", "c": "HitPoints"}),
        ("move_it(\"BP_Enemy\", c=3, b='x y')", {"a": "BP_Enemy", "c": 3, "b": "x y"}),
        ('{"name": "move_it", "a": "BP_Enemy", "c": tru', {"a": "BP_Enemy", "c": "tru"}),
        ("move_it", {}),
    ],
)
def test_the_values_of_a_call_that_cannot_be_read_are_kept(text: str, found: dict[str, Any]) -> None:
    assert values_in(text, "move_it", ("a", "b", "c")) == found


def test_the_form_of_a_call_holds_the_values_of_the_writer(start_talk: StartTalk) -> None:
    talk = start_talk(
        ['{"name": "rename_variable", "parameters": {"blueprint": "BP_Door", "old_name": "A"', "Oh."]
    )
    talk.say("Rename A.")
    assert '"parameters": {"blueprint": "BP_Door", "old_name": "A", "new_name": "…"}}' in told(talk, 1)
