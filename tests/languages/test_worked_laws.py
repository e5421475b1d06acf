"""The laws of writing on the worked programs of the language: what is put in is there, once."""

from __future__ import annotations

from typing import Any, Final

import pytest

from blueprint_assistant.languages.lower.lowering import ProgramError
from languages.stepwise import Written
from languages.test_worked_programs import EXAMPLES, owner_of

_SAME = pytest.mark.parametrize("example", EXAMPLES, ids=[example["id"] for example in EXAMPLES])


def _made(example: dict[str, Any]) -> tuple[Written, str]:
    """The Blueprint of an example with its program in it, and the program."""
    text = example["bluecode"].replace("main()", "on BeginPlay()")
    graph = "ClampLow" if text.startswith("func ClampLow") else "EventGraph"
    made = Written(owner_of(example), graph)
    made.apply(text)
    return made, text


@_SAME
def test_i2_what_is_read_is_there(example: dict[str, Any]) -> None:
    """I1 and I2: what is read of a program that was put in plans nothing."""
    made, _ = _made(example)
    plan, _ = made.plan(made.text)
    assert plan.step_count == 0
    assert {operation.kind for operation in plan.operations} <= {"noop"}


_IN_OTHER_WORDS: Final = {
    "ex18": "DestroyActor(target) is told as a method of the class",
    "ex19": "the palette's name of a node, and a call in a value that is told as a statement of its own",
    "ex21": "value(…) and select(…) have other words when told, and a text literal is made by a node",
    "ex22": "a node in the flow of several entries is told in the first",
    "ex24": "a timeline is told as node(…)",
    "ex25": "a getter that nothing takes, written as value(…)",
}
"""Programs whose words are not those of the reading: the tools put them into these words first."""


@_SAME
def test_i2_what_is_put_in_is_there(example: dict[str, Any]) -> None:
    """I2: the program as it was written, put in once more, plans nothing."""
    made, text = _made(example)
    try:
        is_there = made.plan(text)[0].step_count == 0
    except ProgramError as error:
        is_there = False
        assert error.error.code == "would_replace_link"  # noqa: PT017 - an error is one way of not being there
    assert is_there == (example["id"] not in _IN_OTHER_WORDS)


@_SAME
def test_replacing_a_program_by_itself_keeps_every_node(example: dict[str, Any]) -> None:
    made, _ = _made(example)
    names, text = {node.name for node in made.graph.nodes}, made.text
    made.apply(text, mode="replace")
    assert made.text == text
    assert {node.name for node in made.graph.nodes} == names
