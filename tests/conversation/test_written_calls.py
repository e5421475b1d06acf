"""A reply in the form in which the prompt lists the tools is the call that it says, where that is certain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.conversation.parsing import StreamFilter

if TYPE_CHECKING:
    from collections.abc import Callable

REGISTRY = ActionRegistry()
RENAME = ("rename_variable", {"blueprint": "BP_Enemy", "old_name": "Health", "new_name": "HitPoints"})


def read(text: str, *, is_cut: bool = False) -> tuple[list[tuple[str, dict[str, Any]]], int]:
    """The calls of a reply, and how many problems it has."""
    stream = StreamFilter(
        REGISTRY.parameter_types(), runs_programs=True, required=REGISTRY.required_parameters()
    )
    stream.feed(text)
    reply = stream.finish(is_cut=is_cut)
    return [(call.name, dict(call.parameters)) for call in reply.calls], len(reply.problems)


@pytest.mark.parametrize(
    "text",
    [
        "rename_variable(BP_Enemy, Health, HitPoints)",
        'rename_variable("BP_Enemy", "Health", "HitPoints")',
        "- rename_variable(blueprint=BP_Enemy, old_name='Health', new_name=HitPoints);",
        "rename_variable(BP_Enemy, Health, new_name=HitPoints)",
        "```\nrename_variable(BP_Enemy, Health, HitPoints)\n```",
        "`rename_variable(BP_Enemy, Health, HitPoints)`",
    ],
)
def test_a_reply_that_is_one_call_in_the_form_of_the_prompt_is_that_call(text: str) -> None:
    assert read(text) == ([RENAME], 0)


def test_several_lines_are_several_calls_with_their_types() -> None:
    calls, problems = read(
        'set_pin_value(N1, Duration, 3)\nadd_node(BP_Door, Branch, x=320, y="64")\ncompile_blueprint(BP_Door)'
    )
    assert problems == 0
    assert [name for name, _ in calls] == ["set_pin_value", "add_node", "compile_blueprint"]
    assert calls[1][1]["x"] == 320


@pytest.mark.parametrize(
    "text",
    [
        "rename_variable(BP_Enemy, Health)",  # one is missing
        "rename_variable(BP_Enemy, Health, HitPoints, Open)",  # one has no place
        "rename_variable(BP_Enemy, Health, to=HitPoints)",
        "rename_variable(BP_Enemy, old_name=Health, HitPoints)",
        "rename_variable(BP_Enemy, f(Health), HitPoints)",
    ],
)
def test_a_call_whose_values_have_no_certain_place_is_told_and_not_run(text: str) -> None:
    calls, problems = read(text)
    assert calls == []
    assert problems == 1


@pytest.mark.parametrize(
    "text",
    [
        "I will use rename_variable(BP_Enemy, Health, HitPoints)",
        "rename_variable(BP_Enemy, Health, HitPoints)\nIs that right?",
        "open_door(BP_Enemy)",
    ],
)
def test_a_call_beside_other_words_is_not_run(text: str) -> None:
    assert read(text)[0] == []


def test_a_reply_that_was_cut_is_not_run() -> None:
    assert read("rename_variable(BP_Enemy, Health, HitPoints)", is_cut=True)[0] == []


def test_the_call_is_carried_out_in_a_conversation(start_talk: Callable[..., Any]) -> None:
    talk = start_talk(["add_variable(BP_Door, Health, float)", "Done."])
    talk.say("Add a float Health.")
    assert [item.name for item in talk.door.variables] == ["Health"]
