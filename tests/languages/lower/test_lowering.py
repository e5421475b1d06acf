"""What statements and expressions become, and what is said when they cannot be built."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.editor.plan.edit_plan import AddComponentStep, AddVariableStep
from blueprint_assistant.editor.plan.member_steps import (
    AddDispatcherStep,
    AddFunctionStep,
    AddLocalVariableStep,
)
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.compare.isomorphism import isomorphic
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.model.blueprint import Parameter
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.lower.emitter import ProgramError
from languages.program_building import blueprint_with, built_text, catalog_for

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph

_TYPES = {
    "Health": "double",
    "Score": "int",
    "Lives": "byte",
    "bOpen": "bool",
    "Title": "string",
    "Tag": "name",
    "Label": "text",
    "Start": "Vector",
    "Target": "Actor",
    "Names": "string[]",
    "Mode": "EMovementMode",
}


def _owner() -> Blueprint:
    catalog = default_catalog()
    whole = parse_type("int", catalog)
    steps: list[Any] = [AddVariableStep(name, parse_type(words, catalog)) for name, words in _TYPES.items()]
    steps += [
        AddComponentStep("Box", "/Script/Engine.BoxComponent"),
        AddDispatcherStep("OnDied"),
        AddFunctionStep("Doubled", (Parameter("Value", whole),), (Parameter("Result", whole),)),
        AddLocalVariableStep("Doubled", "Sum", whole),
    ]
    return blueprint_with("/Game/BP_Made", "/Script/Engine.Actor", steps)


def _built(*lines: str) -> Graph:
    return built_text("\n".join(["on BeginPlay()", *(f"  {line}" for line in lines)]), _owner())


def _told(graph: Graph) -> list[str]:
    owner = _owner()
    text = print_program(decompile(graph, owner, catalog_for(owner)))
    return [line.strip() for line in text.splitlines() if line.strip()][1:]


def _calls(graph: Graph) -> list[str]:
    specs = [any_spec_of(node) for node in graph.nodes]
    return [spec.function.rpartition(":")[2] for spec in specs if hasattr(spec, "function")]


@pytest.mark.parametrize(
    ("code", "function"),
    [
        ("Health = Health + 1", "Add_DoubleDouble"),
        ("Score = Score * 2", "Multiply_IntInt"),
        ("Health = Score * Health", "Multiply_DoubleDouble"),
        ("Title = Title + Title", "Concat_StrStr"),
        ('Title = "HP: " + str(Score)', "Concat_StrStr"),
        ('Title = "HP: " + Score', "Concat_StrStr"),
        ("bOpen = Title == Title", "EqualEqual_StrStr"),
        ('bOpen = Tag == "door"', "EqualEqual_NameName"),
        ("bOpen = Target == self", "EqualEqual_ObjectObject"),
        ("bOpen = bOpen and Score > 3", "BooleanAND"),
        ("Start = Start * 2.0", "Multiply_VectorFloat"),
        ("Start = Start * Health", "Multiply_VectorVector"),
        ("bOpen = not bOpen", "Not_PreBool"),
    ],
)
def test_an_operator_is_the_function_for_its_operands(code: str, function: str) -> None:
    """BC-130."""
    assert function in _calls(_built(code))


def test_operands_of_one_operator_share_a_node() -> None:
    graph = _built("Health = Health + Health + Health + 1.0")
    assert _calls(graph) == ["Add_DoubleDouble"]
    assert len(graph.links) == 5


@pytest.mark.parametrize(
    ("code", "function"),
    [
        ("Score = len(Names)", "Array_Length"),
        ("Score = len(Title)", "Len"),
        ("Score = int(Health)", "FTrunc"),
        ("Health = min(Health, 3)", "FMin"),
        ("Score = max(Score, 3)", "Max"),
        ("print(Title)", "PrintString"),
        ("sleep(1.5)", "Delay"),
        ('Names.append("x")', "Array_Add"),
        ("DestroyActor()", "K2_DestroyActor"),
        ("self.DestroyActor()", "K2_DestroyActor"),
        ("Target.DestroyActor()", "K2_DestroyActor"),
        ("Box.SetGenerateOverlapEvents(true)", "SetGenerateOverlapEvents"),
    ],
)
def test_words_of_python_and_short_names_mean_functions(code: str, function: str) -> None:
    assert function in _calls(_built(code))


@pytest.mark.parametrize(
    "code",
    [
        "Health = 1.0 if bOpen else 2.0",
        'Names = ["a", "b"]',
        "Title = Names[0]",
        "Mode = MOVE_Flying",
        "Start = (1, 2.5, 3)",
        "broadcast OnDied()",
    ],
)
def test_a_value_is_read_back_as_it_was_written(code: str) -> None:
    assert _told(_built(code)) == [code]


@pytest.mark.parametrize(
    "code",
    [
        "Health = Start.X",
        "Score = Doubled(4)",
        "Start = (Health, 0.0, 1.0)",
        "bind OnDied += delegate Doubled",
        "Target = SpawnActor(Character, Transform(Location=Start))",
        "Score = select(bOpen, 1, Score)",
        'PrintString(f"{Title} has {Score}")',
        'SetTimerByFunctionName(self, "Doubled", 2.0, bLooping=true)',
    ],
)
def test_what_is_told_of_a_graph_builds_it_again(code: str) -> None:
    """I3."""
    graph = _built(code)
    owner = _owner()
    text = print_program(decompile(graph, owner, catalog_for(owner), is_once=True))
    assert isomorphic(graph, built_text(text, owner)) is not None, text


def test_a_value_that_is_none_is_compared_with_nothing() -> None:
    assert _calls(_built("bOpen = Target == None")) == ["EqualEqual_ObjectObject"]


def test_a_local_variable_is_one_of_its_function() -> None:
    code = "func Doubled(Value: int) -> (Result: int)\n  Sum = Value + Value\n  return Sum"
    graph = built_text(code, _owner(), "Doubled")
    kinds = sorted(type(any_spec_of(node)).__name__ for node in graph.nodes)
    assert kinds.count("LocalVariableSetSpec") == kinds.count("LocalVariableGetSpec") == 1


def test_a_custom_event_has_the_inputs_that_it_declares() -> None:
    graph = built_text("event Hit(Damage: float, By: Actor)\n  Health = Health - Damage", _owner())
    event = next(node for node in graph.nodes if node.class_name == "K2Node_CustomEvent")
    assert [pin.name for pin in event.pins if pin.direction == "output"][2:] == ["Damage", "By"]
    assert len(graph.links) == 4


@pytest.mark.parametrize(
    ("code", "error_code", "what", "fix"),
    [
        (
            'PrintString(InStrng="a")',
            "unknown_pin",
            "PrintString has no input 'InStrng'",
            "InString (string)",
        ),
        ("Helth = 1.0", "unknown_name", "'Helth'", "Health"),
        ("Health = Mana", "unknown_name", "'Mana'", "Add the variable first"),
        ("goto nowhere", "unknown_label", "no label 'nowhere'", "@nowhere:"),
        ("Mode = MOVE_Fly", "unknown_enumerator", "EMovementMode has no value 'MOVE_Fly'", "MOVE_Flying"),
        ("Target = Target + Target", "pin_type_mismatch", "no operator + for", "Convert"),
        (
            "SetActorLocation(Title)",
            "pin_type_mismatch",
            "takes no string for NewLocation",
            "NewLocation (struct",
        ),
        ("break", "graph_error", "no loop", "inside a for loop"),
        ("return 3", "graph_error", "Only a function returns", "end"),
        ("DestroyAktor()", "unknown_function", "DestroyAktor", "DestroyActor()"),
    ],
)
def test_an_error_names_the_line_what_is_wrong_and_what_there_is(
    code: str, error_code: str, what: str, fix: str
) -> None:
    """BC-201: 1.18 of the language."""
    with pytest.raises(ProgramError) as caught:
        _built('PrintString("first")', code)
    assert caught.value.line == 3
    assert what in caught.value.what
    assert re.search(re.escape(fix), f"{caught.value.what} {caught.value.fix}")
    assert caught.value.error.code == error_code


def test_a_long_chain_of_elif_is_built() -> None:
    count = 60
    lines = ["if bOpen:", "  DestroyActor()"]
    for _ in range(count - 1):
        lines += ["elif bOpen:", "  DestroyActor()"]
    graph = _built(*lines)
    assert sum(node.class_name == "K2Node_IfThenElse" for node in graph.nodes) == count


def test_building_many_statements_is_linear_in_them() -> None:
    """Steps are counted, not time: each statement makes the same number."""
    graph = _built(*["Health = Health + 1"] * 300)
    assert len(graph.nodes) == 1 + 3 * 300


def test_several_outputs_of_a_call_are_named_in_order() -> None:
    """1.20: `let (a, b) = Call()`."""
    graph = _built("let (roll, pitch, yaw) = BreakRotator(GetActorRotation())", "Health = pitch")
    assert "Health = BreakRotator(GetActorRotation()).Pitch" in _told(graph)


def test_more_names_than_outputs_are_refused_with_the_outputs() -> None:
    with pytest.raises(ProgramError, match="The outputs are: OutHit, ReturnValue"):
        _built("let (a, b, c) = LineTraceSingle(Start, Start)")
