"""Functions that are called alike are told apart by what they are given: nothing is cut off in silence."""

from __future__ import annotations

import pytest

from blueprint_assistant.editor.plan.edit_plan import AddVariableStep
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.model.blueprint import ObjectRef, PinType
from blueprint_assistant.languages.lower.emitter import ProgramError
from languages.program_building import blueprint_with, built_text

VECTOR = PinType("struct", subcategory_object=ObjectRef("/Script/CoreUObject.Vector"))
ROTATOR = PinType("struct", subcategory_object=ObjectRef("/Script/CoreUObject.Rotator"))
COLOUR = PinType("struct", subcategory_object=ObjectRef("/Script/CoreUObject.LinearColor"))
REAL = PinType("real", "double")
INT = PinType("int")
OWNER = blueprint_with(
    "/Game/BP_Test",
    "/Script/Engine.Actor",
    [
        AddVariableStep(name, kind)
        for names, kind in (
            ("Speed Out", REAL),
            ("Count Whole", INT),
            ("From To", VECTOR),
            ("Turn Turned", ROTATOR),
            ("Red Green", COLOUR),
            ("Shown", PinType("text")),
        )
        for name in names.split()
    ],
)


def functions(value: str, into: str = "Out") -> list[str]:
    """The functions that are called for a value, in graph order, without conversions."""
    graph = built_text(f"on BeginPlay():\n  {into} = {value}\n", OWNER)
    specs = (any_spec_of(node) for node in graph.nodes)
    names = [spec.function.rpartition(":")[2] for spec in specs if isinstance(spec, CallFunctionSpec)]
    return [name for name in names if not name.startswith("Conv_")]


@pytest.mark.parametrize(
    ("value", "into", "function"),
    [
        ("Clamp(Speed, 0, 100)", "Out", "FClamp"),
        ("Clamp(Count, 0, 100)", "Whole", "Clamp"),
        ("Clamp(Count, 0, 99.5)", "Out", "FClamp"),
        ("Clamp(Value=Speed, Min=0, Max=1)", "Out", "FClamp"),
        ("Max(Speed, 1)", "Out", "FMax"),
        ("Max(Count, 1)", "Whole", "Max"),
        ("Min(Count, Speed)", "Out", "FMin"),
        ("Lerp(0, 1, Speed)", "Out", "Lerp"),
        ("Lerp(From, To, 0.5)", "From", "VLerp"),
        ("Lerp(Turn, Turned, 0.5, true)", "Turn", "RLerp"),
        ("Lerp(Red, Green, Speed)", "Red", "LinearColorLerp"),
        ("Distance(From, To)", "Out", "Vector_Distance"),
        ("Wrap(Speed, 0, 360)", "Out", "FWrap"),
        ("Sign(Speed)", "Out", "SignOfFloat"),
        ("Sign(Count)", "Whole", "SignOfInteger"),
        ("FClamp(Count, 0, 1)", "Out", "FClamp"),
    ],
)
def test_the_types_of_the_values_choose(value: str, into: str, function: str) -> None:
    assert functions(value, into) == [function]


def test_a_conversion_to_text_is_that_of_the_value() -> None:
    graph = built_text("on BeginPlay():\n  Shown = ToText(Count, MinimumIntegralDigits=2)\n", OWNER)
    specs = (any_spec_of(node) for node in graph.nodes)
    assert CallFunctionSpec("/Script/Engine.KismetTextLibrary:Conv_IntToText") in specs


def test_a_value_that_no_relative_takes_is_refused_by_the_function_of_that_name() -> None:
    with pytest.raises(ProgramError, match="Clamp"):
        built_text("on BeginPlay():\n  Whole = Clamp(From, 0, 1)\n", OWNER)


def test_a_family_is_told_by_titles_and_has_no_strangers() -> None:
    catalog = default_catalog()
    assert {info.name for info in catalog.function_family("clamp")} == {"Clamp", "ClampInt64", "FClamp"}
    assert catalog.function_family("PrintString") == ()
    # Both take radians or degrees as the same type: the name alone decides.
    assert functions("Sin(Speed)") == ["Sin"]


def test_a_static_function_of_another_class_is_found_by_its_name() -> None:
    found = default_catalog().find_function("CreateLevelSequencePlayer", "/Script/Engine.Actor")
    assert found.path == "/Script/LevelSequence.LevelSequencePlayer:CreateLevelSequencePlayer"
