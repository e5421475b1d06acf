"""What is set and is no variable: refused with the line that makes it, and never left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from actions.conftest import Tools


def refused(tools: Tools, body: str, head: str = "on BeginPlay():") -> str:
    return tools.refused("write_graph", blueprint="BP_Door", code=f"{head}\n{body}\n")


@pytest.mark.parametrize(
    ("line", "declaration"),
    [
        ("Speed = 300", "var Speed: float = 300"),
        ("Tries = 3", "var Tries: int = 3"),
        ("bActive = true", "var bActive: bool = true"),
        ('Title = "Door"', 'var Title: string = "Door"'),
        ("Home = (0, 0, 10)", "var Home: Vector = (0, 0, 10)"),
        ("Target = GetPlayerPawn(0)", "var Target: Pawn"),
        ("Home = GetActorLocation()", "var Home: Vector"),
        ("self.Speed = 300", "var Speed: float = 300"),
        ("Speed += 5", "var Speed: float"),
        ("Tries++", "var Tries: int"),
        ("Tries = 3\n  Tries = Tries + 1", "var Tries: int = 3"),
        ("Speed = 300\n\non Tick(DeltaSeconds):\n  PrintString(Speed)", "var Speed: float = 300"),
    ],
)
def test_a_name_that_is_only_set_is_refused_with_the_variable_that_is_missing(
    tools: Tools, line: str, declaration: str
) -> None:
    assert f"Write {declaration} at the left margin to make it." in refused(tools, f"  {line}")


def test_the_program_with_the_line_that_was_told_is_written(tools: Tools) -> None:
    code = "var Speed: float = 300\n\non BeginPlay():\n  Speed = 300\n"
    assert "made variable Speed" in tools.do("write_graph", blueprint="BP_Door", code=code)


def test_a_name_that_is_read_later_stays_a_name_for_its_value(tools: Tools) -> None:
    code = "on BeginPlay():\n  player = GetPlayerPawn(0)\n  player.AddMovementInput((1, 0, 0))\n"
    tools.do("write_graph", blueprint="BP_Door", code=code)
    assert not tools.door.variables


def test_a_member_that_a_class_of_the_engine_has_not_is_not_advised_to_be_added(tools: Tools) -> None:
    text = refused(tools, "  let p = GetPlayerPawn(0)\n  p.Nope = 3")
    assert "Pawn has no variable or component 'Nope'" in text
    assert "Pawn is a class of the engine" in text
