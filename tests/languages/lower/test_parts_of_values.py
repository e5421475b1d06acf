"""Parts of split pins and the tolerance of comparisons, as a reading tells them, are written again."""

from __future__ import annotations

import pytest

from blueprint_assistant.languages.lower.emitter import ProgramError
from languages.stepwise import written

BEGIN = "on BeginPlay()\n"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("PrintString(Size.Size_X)", "PrintString(BreakVector(Size).X)"),
        ("PrintString(Size.X)", "PrintString(BreakVector(Size).X)"),
        ("PrintString(GetActorLocation().ReturnValue_Y)", "PrintString(BreakVector(GetActorLocation()).Y)"),
        (
            "SetActorLocation(NewLocation_X=1.5, NewLocation_Z=Size.Z, bSweep=true)",
            "SetActorLocation(MakeVector(1.5, Z=BreakVector(Size).Z), true)",
        ),
        ("SetActorRotation(NewRotation_Yaw=90.0)", "SetActorRotation(MakeRotator(Yaw=90.0))"),
    ],
)
def test_the_part_of_a_split_pin_is_the_field_of_its_struct(said: str, told: str) -> None:
    assert written(f"{BEGIN}  {said}\n", Size="Vector").text == f"{BEGIN}  {told}\n"


def test_a_part_that_there_is_not_is_refused() -> None:
    for said in ("PrintString(Size.Size_W)", "SetActorLocation(NewLocation_W=1.0)"):
        with pytest.raises(ProgramError):
            written(f"{BEGIN}  {said}\n", Size="Vector")


@pytest.mark.parametrize("kind", ["Vector", "Rotator", "Quat"])
def test_a_comparison_has_its_tolerance_as_a_pin_that_is_shown(kind: str) -> None:
    """Whatever the function calls its third parameter: that of Quat is Tolerance."""
    name = f"EqualEqual_{kind}{kind}"
    text = f'{BEGIN}  if {name}(Left, Right, 0.5):\n    PrintString("a")\n'
    made = written(text, Left=kind, Right=kind)
    assert made.text == text
    (node,) = (node for node in made.graph.nodes if node.class_name == "K2Node_PromotableOperator")
    pin = node.find_pin("ErrorTolerance", "input")
    assert pin is not None
    assert (pin.is_hidden, pin.type.category, pin.default_value) == (False, "real", "0.500000")
    assert node.find_pin("Tolerance") is None
    plain = f'{BEGIN}  if Left == Right:\n    PrintString("a")\n'
    assert written(plain, Left=kind, Right=kind).text == plain


def test_a_comparison_takes_neither_a_third_operand_nor_a_tolerance_of_another_type() -> None:
    for said in (
        "Less_IntInt(1, 2, 3)",
        "EqualEqual_VectorVector(Left, Right, Left)",
        "EqualEqual_VectorVector(Left, Right, C=Left)",
        'node("CallFunction|/Script/Engine.KismetMathLibrary:Less_IntInt|3")',
    ):
        with pytest.raises(ProgramError):
            written(f'{BEGIN}  if {said}:\n    PrintString("a")\n', Left="Vector", Right="Vector")
