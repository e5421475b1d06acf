"""Sums of rotators, for which the engine has functions and no operators."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from actions.conftest import Tools


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("Turn + GetActorRotation()", "ComposeRotators(Turn, GetActorRotation())"),
        ("(0, 90, 0) + Turn", "ComposeRotators((0, 90, 0), Turn)"),
        ("Turn - GetActorRotation()", "NormalizedDeltaRotator(Turn, GetActorRotation())"),
        (
            "Turn + MakeRotator(0, 0, 90) + GetActorRotation()",
            "ComposeRotators(ComposeRotators(Turn, MakeRotator(Yaw=90.0)), GetActorRotation())",
        ),
        ("Turn * 2.0", "Turn * 2.0"),
    ],
)
def test_rotators_are_added_by_the_function_that_turns_by_one_then_the_other(
    tools: Tools, value: str, told: str
) -> None:
    code = f"var Turn: Rotator\n\non BeginPlay():\n  Turn = {value}\n"
    tools.do("write_graph", blueprint="BP_Door", code=code)
    assert f"  Turn = {told}\n" in tools.do("read_graph", blueprint="BP_Door")
    tools.done_before("write_graph", blueprint="BP_Door", code=code)


def test_a_rotator_and_a_number_have_no_sum(tools: Tools) -> None:
    code = "var Turn: Rotator\nvar Speed: float\n\non BeginPlay():\n  Turn = Turn + Speed\n"
    assert "no operator +" in tools.refused("write_graph", blueprint="BP_Door", code=code)
