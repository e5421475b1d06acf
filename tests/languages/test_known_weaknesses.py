"""What other tools for graphs as text are known to get wrong, and this one must not."""

from __future__ import annotations

import pytest

from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.languages.ast.syntax_tree import Program
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.lower.emitter import ProgramError
from languages.stepwise import written

BEGIN = "on BeginPlay()\n"


def read_again(text: str, **variables: str) -> str:
    """What the graph that a program makes says."""
    return written(text, **variables).text


def test_letter_case_of_texts_counts() -> None:
    """I14, BC-085: "One" is not "one"; both are there afterwards."""
    made = written(f'{BEGIN}  PrintString("One")\n')
    made.apply(f'{BEGIN}  PrintString("one")\n')
    assert made.text.count("PrintString") == 2


def test_equal_statements_stay_as_many_as_they_are() -> None:
    """I14: three equal lines are three nodes; saying them again adds none."""
    text = BEGIN + '  PrintString("again")\n' * 3
    made = written(text)
    assert made.text == text
    assert made.apply(text).step_count == 0
    assert made.text == text


@pytest.mark.parametrize(
    "body",
    [
        '  if bReady:\n    PrintString("a")\n  else:\n    PrintString("b")\n',
        '  if bReady:\n    PrintString("a")\n  else:\n    PrintString("b")\n  PrintString("both")\n',
        '  if bReady:\n    PrintString("a")\n  PrintString("behind the branch")\n',
        '  sequence:\n    then:\n      PrintString("a")\n    then:\n      PrintString("b")\n',
        '  switch Count:\n    default:\n      PrintString("b")\n    case 0:\n      PrintString("a")\n',
        '  for _ in 0..9:\n    PrintString("a")\n  PrintString("done")\n',
        '  while bReady:\n    bReady = false\n  PrintString("done")\n',
    ],
)
def test_every_way_keeps_its_statements(body: str) -> None:
    """I14, BC-003, BC-026: arms, what follows them and what follows loops is read as it was written."""
    assert read_again(BEGIN + body, bReady="bool", Count="int") == BEGIN + body


def test_an_expression_keeps_all_its_operands() -> None:
    """I14, BC-027: the third operand of + is not lost, and precedence is that of mathematics."""
    body = "  Count = Count + Count + Count * (Count + 2)\n"
    assert read_again(BEGIN + body, Count="int") == BEGIN + body


def test_what_a_node_with_exec_pins_gives_is_read_as_a_reference() -> None:
    """I14: the result of a call is a name, never a quoted title."""
    text = f"{BEGIN}  let timer = K2_SetTimer(Time=1.0)\n  Handle = timer\n"
    told = read_again(text, Handle="struct TimerHandle")
    _, call, taken = told.splitlines()
    name = taken.rpartition(" = ")[2].strip()
    assert call.strip().startswith((f"let {name} = ", f"{name} = ")), told
    assert '"' not in taken


def test_several_entries_stay_apart() -> None:
    """I14: they are not merged under one main()."""
    text = f'{BEGIN}  PrintString("a")\n\nevent Blink()\n  PrintString("b")\n'
    told = parse_program(read_again(text)).entries
    bodies = {entry.name: print_program(Program((entry,))) for entry in told}
    assert {name: body.splitlines()[1:] for name, body in bodies.items()} == {
        "BeginPlay": ['  PrintString("a")'],
        "Blink": ['  PrintString("b")'],
    }


def test_writing_an_event_again_makes_no_second_one() -> None:
    """I14: there is one BeginPlay afterwards, however it is spelled."""
    made = written(f'{BEGIN}  PrintString("a")\n')
    made.apply('on BeginPlay()\n  PrintString("a")\n  PrintString("b")\n')
    assert [node.class_name for node in made.graph.nodes].count("K2Node_Event") == 1
    assert made.text == f'{BEGIN}  PrintString("a")\n  PrintString("b")\n'


def test_mathematics_is_that_of_this_engine() -> None:
    """I14: real numbers are double; no function of old engines is made."""
    graph = written(f"{BEGIN}  Speed = Speed * 2.5\n", Speed="float").graph
    functions = [
        spec.function for node in graph.nodes if isinstance(spec := any_spec_of(node), CallFunctionSpec)
    ]
    assert not [function for function in functions if "FloatFloat" in function]


def test_the_remainder_is_read() -> None:
    """I14: % is an operator."""
    assert read_again(f"{BEGIN}  Count = Count % 3\n", Count="int") == f"{BEGIN}  Count = Count % 3\n"


def test_a_call_inside_an_expression_runs() -> None:
    """I14: a node with exec pins that stands in an expression is linked before the statement."""
    made = written(f"{BEGIN}  Handle = K2_SetTimer(Time=1.0)\n", Handle="struct TimerHandle")
    call = next(node for node in made.graph.nodes if node.class_name == "K2Node_CallFunction")
    execute = call.find_pin("execute", "input")
    assert execute is not None
    assert any(link.target.node == call.name and link.target.pin == execute.id for link in made.graph.links)


def test_what_was_not_written_is_not_said() -> None:
    """I14: pins that nobody touched are not printed with a value."""
    assert read_again(f'{BEGIN}  PrintString("a")\n') == f'{BEGIN}  PrintString("a")\n'


def test_a_wrong_statement_leaves_the_graph_as_it_is() -> None:
    """I14, BC-160: nothing is half-done, and the line is named."""
    made = written(f'{BEGIN}  PrintString("a")\n')
    before = made.graph
    with pytest.raises(ProgramError) as refused:
        made.apply(f'{BEGIN}  PrintString("a")\n  PrintString("b")\n  Nonsense("c")\n')
    assert refused.value.line == 4
    assert made.graph == before


def test_two_plans_that_do_something_else_have_other_hashes() -> None:
    """I14, BC-152: the hash covers values and the place where a statement goes."""
    made = written(f'{BEGIN}  PrintString("a")\n  PrintString("z")\n')
    texts = [
        f'{BEGIN}  PrintString("b")\n',
        f'{BEGIN}  PrintString("c")\n',
        f'{BEGIN}  PrintString("b")\n  PrintString("z")\n',
        f'{BEGIN}  PrintString("b")\n  PrintString("a")\n',
    ]
    hashes = [made.plan(text)[0].plan_hash for text in texts]
    assert len(set(hashes)) == len(texts)
    assert [made.plan(text)[0].plan_hash for text in texts] == hashes


def test_text_in_quotes_is_text_whatever_it_looks_like() -> None:
    """I14, BC-029: quotes in texts, brackets and = in them end nothing."""
    for said in (r"say \"hi\"", "a = b", "f(x, y=1)", "# no comment", "// none", "if x:", r"back\\slash"):
        text = f'{BEGIN}  PrintString("{said}")\n'
        assert print_program(parse_program(text)) == text
        assert read_again(text) == text
