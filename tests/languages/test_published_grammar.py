"""The published grammar of the protocol keeps parsing, and makes the nodes that it says."""

from __future__ import annotations

import re

import pytest

from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.languages.ast.syntax_tree import Assign, Call, Do, Identifier, Let
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.decompile.node_identity import semantic_key
from blueprint_assistant.languages.lower.emitter import ProgramError
from languages.stepwise import written

BEGIN = "on BeginPlay()\n"


def classes(text: str, **variables: str) -> list[str]:
    """The classes of the nodes that a program makes, sorted."""
    return sorted(node.class_name.removeprefix("K2Node_") for node in written(text, **variables).graph.nodes)


@pytest.mark.parametrize("text", ["main()\n  Jump()\n  end\n", "main:\n  Jump()\n", "main()\n  Jump()\n"])
def test_main_end_and_return_are_no_calls(text: str) -> None:
    """BC-014, BC-021: `main` is the entry that is meant, `end` and `return` end a flow."""
    (entry,) = parse_program(text).entries
    assert entry.kind == "main"
    calls = [item for item in entry.body if isinstance(item, Do)]
    assert [call.call.callee for call in calls] == [Identifier("Jump")]
    (other,) = parse_program("func F()\n  return\n").entries
    assert [type(item).__name__ for item in other.body] == ["Return"]


@pytest.mark.parametrize(
    "call",
    [
        'PrintString("a", Duration=5.0)',
        'PrintString(InString="a", Duration=5.0)',
        'PrintString(Duration=5.0, InString="a")',
        'KismetSystemLibrary.PrintString("a", Duration=5.0)',
        'PrintString(in_string="a", duration=5)',
    ],
)
def test_a_call_is_a_node_by_name_with_values_by_pin_or_place(call: str) -> None:
    """BC-022, BC-130: however the call is spelled, it is the same node."""
    assert written(f"{BEGIN}  {call}\n").text == f'{BEGIN}  PrintString("a", Duration=5.0)\n'


def test_a_dotted_name_narrows_the_class() -> None:
    """BC-022: a name that only another class has is not found there."""
    with pytest.raises(ProgramError) as refused:
        written(f'{BEGIN}  GameplayStatics.PrintString("a")\n')
    assert refused.value.line == 2


@pytest.mark.parametrize("word", ["node", "action", "exec"])
def test_node_makes_any_node_with_exec_pins(word: str) -> None:
    """BC-023: by the name that the editor's menu shows, with its synonyms."""
    assert classes(f'{BEGIN}  {word}("Print String", InString="a")\n') == ["CallFunction", "Event"]


@pytest.mark.parametrize("word", ["value", "pure"])
def test_value_makes_a_node_that_is_not_in_the_flow(word: str) -> None:
    """BC-024, BC-132: its output is taken, nothing executes it."""
    graph = written(f'{BEGIN}  Where = {word}("Get Actor Location")\n', Where="struct Vector").graph
    get = next(node for node in graph.nodes if node.class_name == "K2Node_CallFunction")
    assert any_spec_of(get) == CallFunctionSpec("/Script/Engine.Actor:K2_GetActorLocation")
    assert not any(pin.is_exec for pin in get.pins)
    assert sum(link.source.node == get.name for link in graph.links) == 1


def test_an_equals_sign_sets_a_variable_only_where_it_stands_alone() -> None:
    """BC-025: not inside calls, comparisons and texts."""
    body = (
        parse_program(
            f'{BEGIN}  Name = "a = b"\n  PrintString(InString="x=y")\n  Same = A == 3\n  Less = B <= 3\n'
        )
        .entries[0]
        .body
    )
    assert [type(item) for item in body] == [Assign, Do, Assign, Assign]
    text = f"{BEGIN}  Same = Count == 3\n"
    assert classes(text, Same="bool", Count="int").count("VariableSet") == 1


@pytest.mark.parametrize("pin", ["alias", "as", "_alias"])
def test_an_alias_names_the_node_and_is_no_pin(pin: str) -> None:
    """BC-028, BC-140: the name can be used like one that let gives."""
    (entry,) = parse_program(f"{BEGIN}  Spawn(1, {pin}=made)\n  Other(made)\n").entries
    first = entry.body[0]
    assert isinstance(first, Do | Let)
    assert first.name == "made"
    call = first.call if isinstance(first, Do) else first.value
    assert isinstance(call, Call)
    assert [argument.pin for argument in call.arguments] == [""]


def test_values_of_every_form_are_read_and_printed() -> None:
    """BC-131, BC-050: texts are quoted, all else is bare."""
    text = (
        f'{BEGIN}  F("text", 1, -0.5, true, false, None, (1, 2, 3), [1, 2], Name)\n'
        '  G("/Game/Door.Door", Pin="(X=1.0)")\n'
    )
    assert print_program(parse_program(text)) == text


def test_text_on_a_text_pin_stays_text_and_a_bare_call_is_a_call() -> None:
    """BC-133: quoting decides."""
    quoted = written(f'{BEGIN}  PrintString("GetActorLabel()")\n')
    assert len(quoted.graph.nodes) == 2
    called = written(f"{BEGIN}  PrintString(GetDisplayName(self))\n")
    assert len(called.graph.nodes) == 4


def test_format_text_gets_its_arguments_from_its_text() -> None:
    """BC-144: Format first, then the pins that it makes."""
    text = f'{BEGIN}  PrintText(FormatText(Format="{{HP}} of {{Most}}", HP=Health, Most=Score))\n'
    made = written(text, Health="int", Score="int")
    node = next(node for node in made.graph.nodes if node.class_name == "K2Node_FormatText")
    assert node.find_pin("Most", "input") is not None
    assert node.find_pin("HP", "input") is not None
    assert made.text == text


def test_a_node_grows_as_many_pins_as_it_needs() -> None:
    """BC-143: Make Array and operators with many operands."""
    text = f"{BEGIN}  Numbers = [1, 2, 3, 4]\n  Count = Count + 1 + 2 + 3\n"
    made = written(text, Numbers="array of int", Count="int")
    assert made.text == text


def test_a_pin_that_there_is_not_is_an_error_with_the_pins_of_the_call() -> None:
    """BC-145, `unknown_pin` of 1.18: nothing is made up."""
    with pytest.raises(ProgramError) as refused:
        written(f'{BEGIN}  PrintString("a", Loudness=3)\n')
    assert refused.value.line == 2
    assert "Duration" in str(refused.value)


def test_entries_come_first_by_what_they_are_then_what_none_leads_to() -> None:
    """BC-049: the order of a program does not depend on the order in which it was written."""
    parts = [
        "event Zoom()\n  DestroyActor()",
        "on Tick()\n  DestroyActor()",
        "event Aim()\n  DestroyActor()",
    ]
    floating = "floating:\n  - DestroyActor()\n  - GetActorForwardVector()"
    orders = [parts, parts[::-1], [parts[1], parts[0], parts[2]]]
    texts = {written("\n\n".join([*order, floating]) + "\n").text for order in orders}
    assert len({re.sub(r"\s+", " ", text) for text in texts}) == 1
    (text,) = texts
    assert text.index("floating:") > max(text.index(part.splitlines()[0]) for part in parts)


def test_what_a_node_is_is_said_in_words_of_no_language() -> None:
    """BC-071: semantic keys."""
    graph = written(
        f'{BEGIN}  if bReady:\n    Count = Count + 1\n    PrintString("a")\n', bReady="bool", Count="int"
    ).graph
    keys = {semantic_key(node) for node in graph.nodes}
    assert {"set:Count", "get:Count", "get:bReady", "control:branch"} <= keys
    assert "call:/Script/Engine.KismetSystemLibrary::PrintString" in keys
