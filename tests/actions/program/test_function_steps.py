"""Functions of a program that are there already get the inputs and outputs of its head; calls follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.catalog.declarations import function_of

if TYPE_CHECKING:
    from actions.conftest import Tools
    from blueprint_assistant.graph.model.blueprint import Function

SAY = "func Say(Word: string) -> (Long: bool):\n  PrintString(Word)\n  return len(Word) > 3\n"


def write(tools: Tools, code: str, **rest: str) -> str:
    return tools.do("write_graph", blueprint="BP_Door", code=code, **rest)


def declared(tools: Tools, name: str) -> Function:
    graph = tools.door.find_graph(name)
    assert graph is not None
    found = function_of(graph)
    assert found is not None
    return found


def test_new_inputs_and_outputs_of_a_function_are_made(tools: Tools) -> None:
    write(tools, SAY)
    more = "func Say(Word: string, Times: int) -> (Long: bool, Count: int):\n  PrintString(Word)\n"
    text = write(tools, f"{more}  return len(Word) > 3, Times + 1\n")
    assert "made input Times, output Count of Say" in text
    assert [item.name for item in declared(tools, "Say").inputs] == ["Word", "Times"]
    assert [item.name for item in declared(tools, "Say").outputs] == ["Long", "Count"]
    told = tools.do("read_graph", blueprint="BP_Door", graph_name="Say")
    assert "func Say(Word: string, Times: int) -> (Long: bool, Count: int)" in told
    assert told.count("PrintString(Word)") == 1


def test_what_a_program_that_only_adds_leaves_out_stays_and_is_told(tools: Tools) -> None:
    write(tools, SAY)
    before = declared(tools, "Say")
    text = write(tools, 'func Say():\n  PrintString("also")\n', mode="union")
    assert "The input Word of Say, which the code leaves out, stayed" in text
    assert declared(tools, "Say") == before


CALLED = """
func Say(Word: string, Times: int) -> (Long: bool):
  PrintString(Word)
  return Times > 3

on BeginPlay():
  if Say("hello", 4):
    PrintString("long")
  Say("again", Count + 1)
"""


def test_a_head_says_the_inputs_and_outputs_and_calls_follow(tools: Tools) -> None:
    write(tools, f"var Count: int\n{CALLED}")
    head = "func Say(Times: float, Text: string) -> (Long: bool, Number: int):\n"
    body = "  PrintString(Text)\n  return Times > 3, 2\n"
    text = write(tools, head + body, mode="replace")
    assert "took out Word of Say" in text
    assert [item.name for item in declared(tools, "Say").inputs] == ["Times", "Text"]
    assert "  PrintString(Text)\n  return Times > 3" in tools.do(
        "read_graph", blueprint="BP_Door", graph_name="Say"
    )
    told = tools.do("read_graph", blueprint="BP_Door")
    assert 'Say(4.0, "hello")' in told
    assert 'Say(Count + 1, "again")' in told
    tools.done_before("write_graph", blueprint="BP_Door", code=head + body, mode="replace")
    text = write(tools, "func Say(Text: string):\n  PrintString(Text)\n", mode="replace")
    assert "Condition of Branch in EventGraph had a value of Say that is gone" in text
    told = tools.do("read_graph", blueprint="BP_Door")
    assert 'Say("again")' in told
    assert "Count" not in told  # what only the input that is gone used
    assert "0 errors" in tools.do("compile_blueprint", blueprint="BP_Door")


def test_a_program_that_changes_a_head_and_its_calls_is_one_step(tools: Tools) -> None:
    write(tools, 'func Say(Text: string):\n  PrintString(Text)\n\non BeginPlay():\n  Say("a")\n  Say("b")\n')
    code = "func Say(Text: string, Speed: float) -> (Fast: bool):\n  return Speed > 3\n\n"
    text = write(tools, f'{code}on BeginPlay():\n  if Say("c", 7):\n    PrintString("fast")\n')
    assert "made input Speed, output Fast of Say" in text
    assert "Still there" not in text
    assert 'Taken out: Say("a")' in text or 'Taken out: Say("b")' in text
    told = tools.do("read_graph", blueprint="BP_Door")
    assert 'Say("c", 7.0)\n' in told
    assert told.count("Say(") == 1
    assert 'PrintString("fast")' in told
    assert "PrintString" not in tools.do("read_graph", blueprint="BP_Door", graph_name="Say")


def test_a_head_that_leaves_out_what_its_statements_use_is_refused_with_the_head(tools: Tools) -> None:
    write(tools, SAY)
    code = "func Say() -> (Long: bool):\n  PrintString(Word)\n  return true\n"
    text = tools.refused("write_graph", blueprint="BP_Door", code=code, mode="replace")
    assert "Write func Say(Word: string) -> (Long: bool):" in text


def test_a_head_without_brackets_says_nothing_of_the_signature(tools: Tools) -> None:
    write(tools, SAY)
    before = declared(tools, "Say")
    write(tools, 'func Say:\n  PrintString("also")\n  return true\n', mode="replace")
    assert declared(tools, "Say") == before


def test_other_blueprints_that_call_it_are_named(tools: Tools) -> None:
    write(tools, SAY)
    tools.do("create_blueprint", name="BP_Lamp")
    tools.do("write_graph", blueprint="BP_Lamp", code='var Door: BP_Door\non BeginPlay():\n  Door.Say("a")\n')
    text = write(tools, "func Say(Word: string, More: int) -> (Long: bool):\n  return true\n", mode="replace")
    assert "1 node in BP_Lamp (Say) uses Say, which does not follow there" in text


def test_an_output_without_a_name_is_the_only_one_that_there_is(tools: Tools) -> None:
    write(tools, SAY)
    code = "func Say(Word: string) -> bool:\n  PrintString(Word)\n  return len(Word) > 3\n"
    tools.done_before("write_graph", blueprint="BP_Door", code=code)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("\nfunc Say(Word: int):\n  pass\n", ("Line 2: ", "input Word", "string")),
        ("func Say(Word: string) -> (Long: int):\n  return 1\n", ("Line 1: ", "output Long", "bool")),
        ("func Say(Word: string, More):\n  pass\n", ("Line 1: ", "type of More")),
        ("var A: int\nfunc A():\n  pass\n", ("Line 2: ", "'A'")),
    ],
)
def test_a_signature_that_cannot_be_is_refused_with_its_line(
    tools: Tools, code: str, said: tuple[str, ...]
) -> None:
    write(tools, SAY)
    text = tools.refused("write_graph", blueprint="BP_Door", code=code, mode="union")
    assert all(part in text for part in said), text


def test_a_function_that_is_bound_keeps_its_signature_and_says_why(tools: Tools) -> None:
    code = "func Heard():\n  pass\n\non BeginPlay():\n  K2_SetTimerDelegate(delegate Heard, 0.5)\n"
    write(tools, code)
    text = tools.refused("write_graph", blueprint="BP_Door", code="func Heard(More: int):\n  pass\n")
    assert "Line 1: " in text
    assert "in use" in text


@pytest.mark.parametrize(("first", "then"), [("event", "func"), ("func", "event")])
def test_a_name_that_is_there_is_meant_whatever_word_is_before_it(
    tools: Tools, first: str, then: str
) -> None:
    """BC-082: nothing else can be called so."""
    write(tools, f'{first} Go():\n  PrintString("one")\n')
    write(tools, f'{then} Go():\n  PrintString("one")\n  PrintString("two")\n')
    place = {"graph_name": "Go"} if first == "func" else {}
    told = tools.do("read_graph", blueprint="BP_Door", **place)
    assert f'{first} Go()\n  PrintString("one")\n  PrintString("two")' in told
