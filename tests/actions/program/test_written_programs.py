"""What models write is built as it is meant: early returns, dispatchers of parents, events with inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from artist_requests.looks import overlaps
from artist_requests.node_words import words_of
from blueprint_assistant.actions.program.apply_code import apply_code
from blueprint_assistant.actions.program.code_plan import plan_code
from blueprint_assistant.actions.program.node_lines import CodeLines, line_of_step
from blueprint_assistant.actions.program.plan_values import CodeRequest
from blueprint_assistant.actions.program.statement_faults import NotWrittenError
from blueprint_assistant.editor.plan.edit_plan import AddNodeStep, ConnectPinsStep, MoveNodesStep
from blueprint_assistant.languages.merge.program_plan import PlanOptions

if TYPE_CHECKING:
    from actions.conftest import Tools
    from blueprint_assistant.languages.merge.program_plan import MergeMode


def write(tools: Tools, code: str, **rest: str) -> str:
    return tools.do("write_graph", blueprint="BP_Door", code=code, **rest)


def read(tools: Tools) -> str:
    return tools.do("read_graph", blueprint="BP_Door").replace("`", "")


EARLY = """\
var bIsDead: bool
on AnyDamage(Damage):
  if bIsDead:
    return
  PrintString("ouch")
"""


def test_a_return_ends_the_way_through_an_event(tools: Tools) -> None:
    write(tools, EARLY)
    text = read(tools)
    assert "  if bIsDead:\n    end\n  PrintString(" in text or "else:\n    PrintString(" in text
    assert not any("FunctionResult" in node.class_name for node in tools.event_graph.nodes)
    tools.done_before("write_graph", blueprint="BP_Door", code=EARLY)


def test_a_return_out_of_a_loop_of_an_event_is_refused(tools: Tools) -> None:
    text = tools.refused(
        "write_graph", blueprint="BP_Door", code="on BeginPlay():\n  for i in range(3):\n    return\n"
    )
    assert "Line 3" in text
    assert "break" in text


def test_an_event_returns_no_value(tools: Tools) -> None:
    text = tools.refused("write_graph", blueprint="BP_Door", code="on BeginPlay():\n  return 3\n")
    assert "Line 2" in text


def test_a_dispatcher_is_bound_at_the_class_that_declares_it(tools: Tools) -> None:
    code = (
        "var Player: LevelSequencePlayer\n"
        "on BeginPlay():\n  bind Player.OnFinished += event Over\n  bind OnDestroyed += delegate Gone\n"
        "event Over():\n  PrintString('over')\n"
        "func Gone(DestroyedActor: Actor):\n  PrintString('gone')\n"
    )
    assert "up to date, 0 errors" in write(tools, code)
    words = {words_of(node) for node in tools.event_graph.nodes}
    assert "bind dispatcher MovieSceneSequencePlayer.OnFinished" in words
    assert "bind dispatcher Actor.OnDestroyed" in words
    tools.done_before("write_graph", blueprint="BP_Door", code=code)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("event Gone(Who: Actor):\n  pass\n", ("Line 1", "func Gone(Who: Actor):", "delegate Gone")),
        ("event Fine():\n  pass\nevent Gone(Who: Actr):\n  pass\n", ("Line 3", "Actr")),
        ("event Gone(Who):\n  pass\n", ("Line 1", "Who")),
    ],
)
def test_an_event_that_cannot_be_made_is_refused_with_its_line(
    tools: Tools, code: str, said: tuple[str, ...]
) -> None:
    text = tools.refused("write_graph", blueprint="BP_Door", code=code)
    assert all(part in text for part in said), text


def test_a_value_that_is_linked_elsewhere_is_linked_anew_when_an_event_is_replaced(tools: Tools) -> None:
    tools.do("add_variable", blueprint="BP_Door", variable_name="Health", variable_type="float")
    tools.do(
        "build_graph",
        blueprint="BP_Door",
        nodes=[
            {"id": "start", "node_type": "Event", "event_name": "BeginPlay"},
            {"id": "keep", "node_type": "SetVariable", "variable_name": "Health"},
            {"id": "zero", "node_type": "LessEqual"},
            {"id": "dead", "node_type": "Branch"},
            {"id": "show", "node_type": "PrintString"},
        ],
        links=[
            "start.then -> keep.execute",
            "keep.then -> dead.execute",
            "keep.Output_Get -> zero.A",
            "zero.ReturnValue -> dead.Condition",
            "dead.True -> show.execute",
        ],
    )
    code = 'on BeginPlay():\n  Health = 5\n  if Health <= 0:\n    PrintString("dead")\n'
    write(tools, code, mode="replace")
    assert '  Health = 5\n  if Health <= 0:\n    PrintString("dead")' in read(tools).replace(".0", "")
    words = [words_of(node) for node in tools.event_graph.nodes]
    assert words.count("get Health") == 1


def test_classes_of_the_project_are_read_by_their_names(tools: Tools) -> None:
    tools.do("create_blueprint", name="BP_Key", path="/Game/Items")
    code = (
        "var Key: BP_Key\n"
        "on ActorBeginOverlap(OtherActor):\n  if OtherActor is BP_Key as found:\n    Take(found)\n"
        "func Take(What: BP_Key):\n  Key = What\n"
    )
    write(tools, code)
    assert "if OtherActor is BP_Key" in read(tools)
    told = tools.do("read_graph", blueprint="BP_Door", graph_name="Take")
    assert "func Take(What: BP_Key)" in told
    tools.done_before("write_graph", blueprint="BP_Door", code=code)


def test_a_step_that_the_editor_refuses_is_told_with_its_line(tools: Tools) -> None:
    """BC-160. What the user does between plan and edit only the editor sees."""
    tools.do("add_variable", blueprint="BP_Door", variable_name="Speed", variable_type="float")
    code = "on BeginPlay():\n  Delay(1.0)\n  PrintString(str(Speed + 1.0))\n"
    plan = plan_code(tools.context, tools.door, CodeRequest(code))
    steps = [step for group in plan.graphs for step in group.steps if not isinstance(step, MoveNodesStep)]
    lines = [(type(step).__name__, line_of_step(plan, step)) for step in steps]
    assert {line for _, line in lines} == {2, 3}
    assert [line for name, line in lines if name == "SetPinDefaultStep"] == [2, 3]
    tools.do("remove_member", blueprint="BP_Door", name="Speed")
    before = tools.project.state()
    with pytest.raises(NotWrittenError) as caught:
        apply_code(tools.context, tools.door, plan, "write_graph")
    assert "Line 3: " in caught.value.what
    assert "Speed" in caught.value.what
    assert tools.project.state() == before


def lines_of(tools: Tools, code: str, mode: MergeMode = "union") -> dict[str, int]:
    """The lines of a program by the nodes of the event graph, once it is written."""
    plan = plan_code(tools.context, tools.door, CodeRequest(code, options=PlanOptions(mode)))
    done = apply_code(tools.context, tools.door, plan, "write_graph")
    known = CodeLines(done.after, plan, done.names)
    return {node.name: known.of("EventGraph", node.name) for node in tools.event_graph.nodes}


def test_a_line_is_of_the_node_that_was_written_for_it_and_of_no_other_like_it(tools: Tools) -> None:
    code = 'on BeginPlay():\n  PrintString("x")\n'
    before = lines_of(tools, code)
    assert sorted(filter(None, before.values())) == [2]
    after = lines_of(tools, code, "append")
    assert {name: line for name, line in after.items() if line} == {(after.keys() - before).pop(): 2}


def test_a_statement_in_the_words_of_another_language_has_its_line(tools: Tools) -> None:
    lines = lines_of(tools, "on BeginPlay():\n  SetTimer(Beep, 1.0)\nevent Beep():\n  PrintString('x')\n")
    said = {words_of(node): lines[node.name] for node in tools.event_graph.nodes}
    assert said["call KismetSystemLibrary.K2_SetTimerDelegate"] == 2
    assert said["call KismetSystemLibrary.PrintString"] == 4


def test_the_result_of_a_class_is_called_like_it_without_its_prefix(tools: Tools) -> None:
    tools.do("create_blueprint", name="WBP_EndScreen", path="/Game/UI", parent_class="UserWidget")
    write(
        tools,
        "on BeginPlay():\n  let w = CreateWidget(WBP_EndScreen)\n  w.AddToViewport()\n  w.SetVisibility()\n",
    )
    assert "let screen = CreateWidget(WBP_EndScreen)" in read(tools)


def test_steps_call_new_nodes_by_their_keys_never_by_names_that_the_editor_may_not_choose(
    tools: Tools,
) -> None:
    code = (
        "var Health: float\n"
        "on BeginPlay():\n  SetTimerByEvent(event Tock, 1.0)\n  PrintString(Health)\n"
        "event Tock():\n  Fall(Health)\n"
        "func Fall(Far: float):\n  PrintString(Far)\n"
    )
    plan = plan_code(tools.context, tools.door, CodeRequest(code))
    for group in plan.graphs:
        there = tools.door.find_graph(group.graph)
        known = {node.name for node in there.nodes} if there is not None else set()
        keys = {step.key for step in group.steps if isinstance(step, AddNodeStep)}
        links = [step for step in group.steps if isinstance(step, ConnectPinsStep)]
        used = {end.node for step in links for end in (step.source, step.target)}
        made_with_the_function = {name for name in used if name.startswith("K2Node_Function")}
        assert used - known - made_with_the_function <= keys
        # A conversion is a step of its own, with a place of its own.
        functions = [str(getattr(step, "spec", "")) for step in group.steps if isinstance(step, AddNodeStep)]
        assert any("Conv_DoubleToString" in text for text in functions)
    assert "up to date, 0 errors" in write(tools, code)
    assert [pair for graph in tools.door.graphs for pair in overlaps(graph)] == []


ANEW = """\
component Panel: StaticMesh
on BeginPlay():
  Swing(Panel.RelativeLocation)
  SetActorHiddenInGame(true)
  Panel.SetVectorParameterValueOnMaterials("Color", (1, 0, 0))
func Swing(Where: vector):
  PrintString("swing")
"""


def test_what_stays_when_an_event_is_written_anew_are_the_same_nodes(tools: Tools) -> None:
    """Own functions, variables of components, inherited functions and structs are known again."""
    write(tools, ANEW)
    before = {node.guid for node in tools.event_graph.nodes}
    assert tools.done_before("write_graph", blueprint="BP_Door", code=ANEW, mode="replace")
    more = ANEW.replace("true)", "false)").replace("  Swing(", "  Delay(1.0)\n  Swing(")
    text = write(tools, more, mode="replace")
    assert "taken out" not in text
    assert before < {node.guid for node in tools.event_graph.nodes}


def test_an_input_action_is_known_again_by_its_name(tools: Tools) -> None:
    """BC-082."""
    tools.project.sandbox.input_actions["/Game/Input/IA_Use.IA_Use"] = "bool"
    code = (
        "var Key: Actor\n"
        "on input IA_Use:\n  Started:\n    Key = GetActorOfClass(Actor)\n    PrintString(str(Key))\n"
    )
    write(tools, code)
    tools.done_before("write_graph", blueprint="BP_Door", code=code)
    tools.done_before("write_graph", blueprint="BP_Door", code=code, mode="replace")
