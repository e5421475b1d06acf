"""One test for each weakness of other text forms that concerns BlueCode, by the name it is known by (I14).

1.19 are those of the first BlueCode, L and W what another plugin loses when it reads and writes, F what its
users report, N those of the engine's own graph language. What `test_known_weaknesses` shows is not repeated.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from blueprint_assistant.editor.plan.member_steps import AddFunctionStep
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds.specs import KnotSpec
from blueprint_assistant.graph.model.blueprint import Graph, Node, Parameter, PinType
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.lower.emitter import ProgramError
from blueprint_assistant.languages.lower.scope import Output
from languages.program_building import blueprint_with, build
from languages.stepwise import Written, written
from languages.test_known_weaknesses import BEGIN

MEMBERS = {
    "Health": "float",
    "Count": "int",
    "bReady": "bool",
    "Names": "array of string",
    "Where": "struct Vector",
    "Other": "Actor",
    "Label": "string",
}


def told(body: str, **more: str) -> str:
    """What the graph of an event with these lines says."""
    return written(BEGIN + body, **MEMBERS, **more).text.replace("`", "")


def function(text: str, *outputs: str) -> str:
    """What the graph of a function says that a program makes."""
    results = tuple(Parameter(name, PinType("int")) for name in outputs)
    owner = blueprint_with(
        "/Game/BP_Made",
        "/Script/Engine.Actor",
        [AddFunctionStep("Pick", (Parameter("Of", PinType("int")),), results)],
    )
    graph = build(parse_program(text), owner, "Pick")
    graphs = tuple(graph if one.name == "Pick" else one for one in owner.graphs)
    return print_program(decompile(graph, replace(owner, graphs=graphs), default_catalog()))


def classes(made: Written) -> list[str]:
    return [node.class_name.removeprefix("K2Node_") for node in made.graph.nodes]


# --- 1.19 ------------------------------------------------------------------------------------------


def test_1_19_2_a_return_is_not_dropped() -> None:
    """I14: in the middle and at the end, with its values."""
    text = function("func Pick(Of)\n  if Of > 3:\n    return 1\n  else:\n    return 2\n", "Which")
    assert [line.strip() for line in text.splitlines() if "return" in line] == ["return 1", "return 2"]


def test_1_19_8_macros_print_with_their_arms() -> None:
    """I14: what stands behind each exec output is said under its name."""
    body = '  FlipFlop():\n    A:\n      PrintString("a")\n    B:\n      PrintString("b")\n'
    text = told(body)
    assert 'A:\n      PrintString("a")\n    B:\n      PrintString("b")' in text
    assert "FlipFlop" in text


def test_1_19_11_what_is_said_of_a_node_counts_where_a_map_says_which_node_it_is() -> None:
    """I14: a statement whose node is known is changed by all that is said of it, values included."""
    made = written(f'{BEGIN}  PrintString("a")\n  PrintString("b")\n')
    second = next(node for node in made.graph.nodes if any(pin.default == "b" for pin in node.pins))
    count = len(made.graph.nodes)
    text = f'{BEGIN}  PrintString("a")\n  PrintString("c", Duration=5.0)\n'
    plan = made.apply(text, source_map={"/body/0": "", "/body/1": second.guid})
    assert [item.kind for item in plan.operations] == ["noop", "update"]
    assert len(made.graph.nodes) == count
    assert made.text == text


# --- reading: L1 to L17 ----------------------------------------------------------------------------


def test_l1_l2_each_loop_has_a_name_of_its_own_and_uses_say_it() -> None:
    """I14: nested loops over the same kind of items do not run together."""
    body = "  for a in Names:\n    for b in Names:\n      PrintString(a + b)\n"
    text = told(body)
    outer, inner = re.findall(r"for (\w+)(?:, \w+)? in Names", text)
    assert outer != inner
    assert re.search(rf"PrintString\(.*{outer}, {inner}\)", text)


def test_l3_what_follows_a_loop_and_a_cast_is_kept() -> None:
    """I14: behind Completed, and behind both ways of a cast."""
    for head in (
        "  for a in Names:\n    PrintString(a)\n",
        "  if Other is Pawn as p:\n    p.AddMovementInput(Where)\n",
    ):
        assert told(head + '  PrintString("after")\n').endswith('  PrintString("after")\n')


def test_l4_the_failed_way_of_a_cast_is_said() -> None:
    """I14."""
    text = told('  if Other is Pawn as p:\n    pass\n  else:\n    PrintString("none")\n')
    assert '  else:\n    PrintString("none")' in text


def test_l5_a_shared_tail_is_said_once_and_for_both_ways() -> None:
    """I14: behind the if, not in its first arm."""
    body = '  if bReady:\n    PrintString("a")\n  else:\n    PrintString("b")\n  PrintString("c")\n'
    assert told(body) == BEGIN + body


def test_l6_loops_and_macros_have_their_blocks() -> None:
    """I14: counting loops and while; macros are those of 1.19 (8)."""
    body = "  for i in 0..3:\n    PrintString(Label)\n  while bReady:\n    bReady = false\n"
    assert told(body).count("\n    ") == 2


def test_l7_a_sequence_is_no_plain_chain() -> None:
    """I14, N: two ways one after the other stay two ways."""
    body = '  sequence:\n    then:\n      PrintString("a")\n    then:\n      PrintString("b")\n'
    assert told(body) == BEGIN + body


def test_l8_functions_are_read() -> None:
    """I14: with inputs, outputs and body; macro graphs are read by the corpus tests."""
    text = function("func Pick(Of)\n  return Of + 1\n", "Which")
    assert text.startswith("func Pick(Of: int) -> (Which: int)")
    assert "return Of + 1" in text


def test_l9_real_numbers_are_numbers() -> None:
    """I14: not texts in quotes."""
    assert "Health = 2.5" in told("  Health = 2.5\n")
    assert "Delay(0.25)" in told("  Delay(0.25)\n")


def test_l11_comments_are_read_and_written() -> None:
    """I14, N: a box around statements, with its text."""
    program = parse_program(f'{BEGIN}  #[Say it]\n  PrintString("a")\n  #[/]\n')
    assert "#[Say it]" in print_program(program)


def test_l12_reroutes_are_no_statements() -> None:
    """I14: a link through a reroute is read as a link."""
    made = written(f'{BEGIN}  PrintString("a")\n')
    plan, builder = made.plan(f'{BEGIN}  PrintString("a")\n  PrintString("b")\n')
    assert plan.step_count
    graph = builder.draft.graph("EventGraph")
    last = next(node for node in graph.nodes if any(pin.default == "b" for pin in node.pins))
    first = next(node for node in graph.nodes if any(pin.default == "a" for pin in node.pins))
    builder.disconnect(Output(first.name, "then"), (last.name, "execute"))
    reroute = builder.add(KnotSpec())
    builder.connect(Output(first.name, "then"), (reroute, "InputPin"))
    builder.connect(Output(reroute, "OutputPin"), (last.name, "execute"))
    made.use(builder.draft.graph("EventGraph"))
    assert "Knot" in classes(made)
    assert made.text == f'{BEGIN}  PrintString("a")\n  PrintString("b")\n'


def test_l13_cases_of_a_switch_on_texts_are_read_back() -> None:
    """I14: with blanks and signs in them."""
    body = (
        '  switch Label:\n    case "a b":\n      PrintString("a")\n    case "c:d":\n      PrintString("c")\n'
    )
    assert told(body) == BEGIN + body


def test_l14_names_with_blanks_are_quoted_and_read_back() -> None:
    """I14: in back quotes."""
    text = written(f"{BEGIN}  `Is Too Much` = true\n", **{"Is Too Much": "bool"}).text
    assert "`Is Too Much` = true" in text
    assert parse_program(text) == parse_program(print_program(parse_program(text)))


@pytest.mark.parametrize("operator", ["xor", "and", "or"])
def test_l15_every_operator_that_is_said_can_be_written(operator: str) -> None:
    """I14."""
    body = f"  bReady = bReady {operator} Count > 3\n"
    assert told(body) == BEGIN + body


def test_l15_nand_and_nor_are_calls_that_can_be_written() -> None:
    """I14."""
    for name in ("BooleanNAND", "BooleanNOR"):
        text = told(f"  bReady = {name}(bReady, bReady)\n")
        assert told(text.removeprefix(BEGIN)) == text


def test_l16_a_result_that_is_used_later_is_no_second_call() -> None:
    """I14: two uses of one executed node."""
    spawn = "  let made = SpawnActor(Character, GetActorTransform())\n"
    made = written(f"{BEGIN}{spawn}  made.Jump()\n  made.StopJumping()\n")
    assert classes(made).count("SpawnActorFromClass") == 1
    assert made.text.count("SpawnActor(") == 1


def test_l17_the_graph_that_is_named_is_read() -> None:
    """I14: of two event graphs each says its own."""
    owner = written(f'{BEGIN}  PrintString("first")\n').owner
    other = Written(replace(owner, graphs=(*owner.graphs, Graph("More"))), "More")
    other.apply('event Shut()\n  PrintString("second")\n')
    assert "first" not in other.text
    assert "second" in other.text


# --- writing: W1 to W10 ----------------------------------------------------------------------------


def test_w1_a_statement_behind_a_branch_hangs_on_all_its_ways() -> None:
    """I14: and the branch stays behind the event."""
    made = written(f'{BEGIN}  if bReady:\n    PrintString("a")\n  PrintString("b")\n', **MEMBERS)
    last = next(node for node in made.graph.nodes if any(pin.default == "b" for pin in node.pins))
    execute = last.find_pin("execute", "input")
    assert execute is not None
    assert len(made.graph.links_of(last.name, execute.id)) == 2
    assert made.text.startswith(f"{BEGIN}  if bReady:")


def test_w3_blocks_hold_several_statements() -> None:
    """I14: in loops and casts, all of them."""
    lines = "".join(f'    PrintString("{number}")\n' for number in range(4))
    assert told("  for a in Names:\n" + lines).count("PrintString") == 4
    assert told("  if Other is Pawn as p:\n" + lines).count("PrintString") == 4


def test_w5_a_name_that_both_arms_give_means_in_each_its_own() -> None:
    """I14: the second arm does not see the first one's."""
    body = """  if bReady:
    let who = GetPlayerPawn(0)
    who.AddMovementInput(Where)
  else:
    let who = GetPlayerPawn(1)
    who.AddMovementInput(Where)
"""
    text = told(body)
    assert re.search(r"else:\n\s+GetPlayerPawn\(1\)\.AddMovementInput", text)


def test_w6_a_function_returns_in_several_places_and_several_values() -> None:
    """I14."""
    body = "  if Of > 3:\n    return 1, 2\n  else:\n    return 3, 4\n"
    text = function(f"func Pick(Of)\n{body}", "One", "Two")
    assert len(re.findall(r"return .*1.*2|return .*3.*4", text)) == 2


def test_w8_what_is_written_anew_takes_nothing_of_other_events() -> None:
    """I14: mode replace is for the events that are named."""
    made = written(f'{BEGIN}  PrintString("a")\n\nevent Shut()\n  PrintString("b")\n')
    made.apply(f'{BEGIN}  PrintString("new")\n', mode="replace")
    assert 'event Shut()\n  PrintString("b")' in made.text
    assert 'PrintString("a")' not in made.text


def test_w9_a_link_of_types_that_do_not_fit_is_refused() -> None:
    """I14: with what the input takes."""
    with pytest.raises(ProgramError) as refused:
        told("  Health = Where\n")
    assert refused.value.error.code == "pin_type_mismatch"


def test_w10_what_follows_a_switch_hangs_on_all_its_ways() -> None:
    """I14: none of its arms is broken."""
    body = """  switch Count:
    case 0:
      PrintString("zero")
    default:
      PrintString("more")
  PrintString("after")
"""
    text = told(body)
    assert text.index('"zero"') < text.index('"after"')
    assert text.endswith('\n  PrintString("after")\n')
    assert text.count("PrintString") == 3


# --- what users of it report -----------------------------------------------------------------------


def test_f_a_real_number_can_be_printed() -> None:
    """I14: it is converted."""
    made = written(f"{BEGIN}  PrintString(Health)\n", **MEMBERS)
    assert any(
        "Conv_DoubleToString" in (node.find_property("FunctionReference") or "") for node in made.graph.nodes
    )


def test_f_inside_a_cast_its_result_is_set_and_called() -> None:
    """I14: a variable of another object, and a function of its class."""
    text = told(
        "  if Other is Pawn as p:\n    p.AutoPossessPlayer = Player0\n    p.AddMovementInput(Where)\n"
    )
    name = re.search(r"is Pawn as (\w+)", text)
    assert name is not None
    assert f"{name[1]}.AutoPossessPlayer = Player0" in text
    assert f"{name[1]}.AddMovementInput(Where)" in text


def test_f_inputs_of_custom_events_are_kept() -> None:
    """I14."""
    text = written("event Hit(Damage: float, By: Actor)\n  PrintString(Damage)\n").text
    assert text.startswith("event Hit(Damage: float, By: Actor)")


def test_f_assets_and_classes_in_branches_are_kept() -> None:
    """I14: the class of a spawned actor, and the path of an asset."""
    text = told(
        "  if bReady:\n    SpawnActor(Character, GetActorTransform())\n"
        '    PlaySound2D("/Engine/EngineSounds/WhiteNoise.WhiteNoise")\n'
    )
    assert "SpawnActor(Character" in text
    assert "WhiteNoise" in text


def test_f_widgets_can_be_created() -> None:
    """I14."""
    assert "CreateWidget" in told("  let w = CreateWidget(UserWidget)\n  w.AddToViewport()\n")


# --- the engine's own graph language ---------------------------------------------------------------


def test_n_third_and_later_operands_are_not_lost() -> None:
    """I14: of operators with many inputs."""
    body = "  bReady = bReady and Count > 1 and Count < 9 and Health > 0.0\n"
    assert told(body) == BEGIN + body


def test_n_floating_nodes_survive_a_write() -> None:
    """I14: nothing is taken out by a union."""
    made = written(f"{BEGIN}  Count = 1\n\nfloating:\n  - GetActorForwardVector()\n", **MEMBERS)
    made.apply(f"{BEGIN}  Count = 1\n  Count = 2\n")
    assert "GetActorForwardVector()" in made.text


def test_n_titles_in_the_editors_language_do_not_count() -> None:
    """I14, I13: what nodes are called on screen changes neither code nor identity."""
    made = written(f'{BEGIN}  PrintString("a")\n')

    def translated(node: Node) -> Node:
        pins = tuple(replace(pin, friendly_name='NSLOCTEXT("", "", "\u6587\u672c")') for pin in node.pins)
        return replace(node, pins=pins)

    before = made.text
    made.use(replace(made.graph, nodes=tuple(map(translated, made.graph.nodes))))
    assert made.text == before
    assert made.apply(before).step_count == 0


def test_n_a_dry_run_and_a_revision_are_there() -> None:
    """I14: planning changes nothing; a stale revision is refused by `test_planning`."""
    made = written(f'{BEGIN}  PrintString("a")\n')
    before = made.graph
    plan, _ = made.plan(f'{BEGIN}  PrintString("b")\n')
    assert made.graph == before
    assert plan.expected_revision.startswith("bcrev:")
    assert plan.plan_hash.startswith("bcplan:")
