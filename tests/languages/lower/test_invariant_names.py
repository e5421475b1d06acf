"""A name without let is taken where its value stays what it is; elsewhere both ways are told."""

from __future__ import annotations

import pytest

from blueprint_assistant.editor.plan.edit_plan import AddComponentStep, AddVariableStep
from blueprint_assistant.graph.compare.isomorphism import isomorphic
from blueprint_assistant.graph.model.blueprint import PinType
from blueprint_assistant.languages.lower.emitter import ProgramError
from languages.program_building import blueprint_with, built_text

OWNER = blueprint_with(
    "/Game/BP_Test",
    "/Script/Engine.Actor",
    [
        AddVariableStep("Speed", PinType("real", "double")),
        AddVariableStep("Out", PinType("real", "double")),
        AddComponentStep("Lamp", "/Script/Engine.PointLightComponent"),
    ],
)
TWICE = "  Lamp.SetIntensity(part)\n  Out = part\n"


def program(value: str, *, let: str = "") -> str:
    return f"on Tick(DeltaSeconds)\n  {let}part = {value}\n{TWICE}"


@pytest.mark.parametrize(
    "value",
    [
        "DeltaSeconds * 2",
        "SafeDivide(DeltaSeconds, 3)",
        "Clamp(DeltaSeconds, 0.0, 1.0)",
        "Max(DeltaSeconds, Abs(DeltaSeconds - 1)) / 2",
        "1.0 if DeltaSeconds > 0.1 else 2.0",
        "Sin(DeltaSeconds)",
    ],
)
def test_a_value_of_inputs_and_plain_functions_needs_no_let(value: str) -> None:
    named = built_text(program(value), OWNER)
    assert isomorphic(named, built_text(program(value, let="let "), OWNER)) is not None


@pytest.mark.parametrize(
    "value",
    [
        "Speed * 2",
        "RandomFloat()",
        "DeltaSeconds * RandomFloatInRange(0, 1)",
        "GetGameTimeInSeconds()",
        "Lamp.Intensity * 2",
        "GetDistanceTo(self)",
    ],
)
def test_what_may_be_another_value_later_is_not_guessed(value: str) -> None:
    with pytest.raises(ProgramError, match="var part: float") as caught:
        built_text(program(value), OWNER)
    assert caught.value.line == 2
    assert "let part" in str(caught.value)


def test_a_name_of_a_steady_value_is_steady_only_when_it_is_written_out() -> None:
    with pytest.raises(ProgramError, match="var part: float"):
        built_text(f"on Tick(DeltaSeconds)\n  let now = Speed\n  part = now * 2\n{TWICE}", OWNER)
