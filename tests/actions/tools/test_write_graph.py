"""write_graph and read_graph on the sandbox: whole programs, receipts, errors with their lines."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.actions.tools.write_graph import WriteGraph
from blueprint_assistant.conversation.prompt import BLUECODE_EXAMPLES
from users_hands import UsersClipboard, UsersHands

if TYPE_CHECKING:
    from actions.conftest import Tools

HELLO = """\
on BeginPlay():
    PrintString("Hello")
"""
DOOR = """\
var IsOpen: bool = false  # whether it stands open
var Speed: float = 90.0
component Zone: BoxCollision
component Panel: StaticMesh

on Zone.OnComponentBeginOverlap(OtherActor):
    if OtherActor is Character as Player:
        IsOpen = true
        Open(90.0)

on Zone.OnComponentEndOverlap(OtherActor):
    IsOpen = false
    Open(0.0)

func Open(Angle: float):
    Panel.SetRelativeRotation(MakeRotator(Yaw=Angle))
"""


def write(tools: Tools, code: str, **parameters: str) -> str:
    return tools.do("write_graph", blueprint="BP_Door", code=code, **parameters)


def read(tools: Tools, **parameters: str | int) -> str:
    return tools.do("read_graph", blueprint="BP_Door", **parameters).replace("`", "")


def test_an_event_with_a_call_is_written_in_one_transaction_and_compiled(tools: Tools) -> None:
    assert write(tools, HELLO).splitlines() == [
        "Wrote BeginPlay in /Game/BP_Door: 1 node, 1 link new.",
        "Compiled /Game/BP_Door: up to date, 0 errors, 0 warnings.",
    ]
    assert tools.project.undo_history() == ["AI: write EventGraph"]
    assert "on BeginPlay()\n  PrintString(" in read(tools)


def test_members_functions_and_several_events_are_written_in_one_call(tools: Tools) -> None:
    text = write(tools, DOOR)
    assert "made variable IsOpen (bool), variable Speed (double), component Zone (BoxComponent)" in text
    assert "function Open." in text
    assert "up to date, 0 errors" in text
    assert len(text) < 2000  # about 500 tokens
    assert [item.name for item in tools.door.variables] == ["IsOpen", "Speed"]
    events = read(tools)
    assert "    Open(90.0)" in events
    assert "  IsOpen = false" in events
    assert "Panel.SetRelativeRotation(MakeRotator(Yaw=Angle))" in read(tools, graph_name="Open")
    assert tools.project.undo_history() == ["AI: write EventGraph, Open"]


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(HELLO, id="a default written out"),
        pytest.param(DOOR, id="members, events, a function"),
        pytest.param("func Add(A: int, B: int) -> (Sum: int):\n  return A + B\n", id="a result"),
        pytest.param(
            "event Shut():\n  PrintString(InString='x')\non BeginPlay():\n  Shut()\n", id="named pins"
        ),
        pytest.param("on BeginPlay():\n  for i in range(3):\n    PrintString(str(i))\n", id="Python's words"),
    ],
)
def test_the_same_call_again_changes_nothing(tools: Tools, code: str) -> None:
    """BC-082, BC-085."""
    write(tools, code)
    assert tools.done_before("write_graph", blueprint="BP_Door", code=code).startswith("All of it is in")


def test_what_is_new_is_put_before_the_next_statement_that_both_have(tools: Tools) -> None:
    """BC-083, BC-084."""
    write(tools, 'on BeginPlay():\n  PrintString("one")\n  PrintString("three")\n')
    text = write(tools, 'on BeginPlay():\n  PrintString("two")\n  PrintString("three")\n', mode="union")
    assert "1 node" in text
    assert '  PrintString("one")\n  PrintString("two")\n  PrintString("three")' in read(tools)


def test_what_is_behind_a_new_statement_makes_room_for_it(tools: Tools) -> None:
    write(tools, 'on BeginPlay():\n    Delay(1.0)\n    PrintString("b")\n    PrintString("c")')
    before = {node.name: node for node in tools.event_graph.nodes}
    write(tools, 'on BeginPlay():\n    Delay(1.0)\n    PrintString("a")\n    PrintString("b")', mode="union")
    row = [node for node in tools.event_graph.nodes if node.class_name == "K2Node_CallFunction"]
    new = next(node for node in row if node.name not in before)
    old = [node for node in row if node is not new]
    assert [node.x - before[node.name].x > 0 for node in old] == [False, True, True]
    assert {node.y for node in row} == {before[old[0].name].y}
    assert old[0].x < new.x < old[1].x < old[2].x


JUMP = """\
on ActorBeginOverlap(OtherActor):
  if OtherActor is a Character:
    Jump()
  else:
    PrintString("ignored")
"""


def test_what_only_the_class_asked_about_can_do_is_done_by_it(tools: Tools) -> None:
    write(tools, JUMP)
    assert ".Jump()" in read(tools)
    (jump,) = [
        node for node in tools.event_graph.nodes if "Jump" in str(node.find_property("FunctionReference"))
    ]
    target = jump.find_pin("self")
    assert target is not None
    (link,) = tools.event_graph.links_of(jump.name, target.id)
    assert tools.event_graph.node(link.node).class_name == "K2Node_DynamicCast"
    assert write(tools, JUMP).startswith("All of it is in /Game/BP_Door already")


@pytest.mark.parametrize(
    "code",
    [
        JUMP.replace('"ignored")', '"ignored")\n    Jump()'),  # where it is none
        JUMP.replace("Jump()", "pass") + "  Jump()",  # behind
        JUMP.replace("a Character", "a Pawn"),  # a class that cannot either
    ],
)
def test_elsewhere_it_is_a_function_that_there_is_not(tools: Tools, code: str) -> None:
    text = tools.refused("write_graph", blueprint="BP_Door", code=code)
    assert "There is no Blueprint function 'Jump' that" in text


def test_what_no_entry_leads_to_stays_in_the_function_that_it_is_written_in(tools: Tools) -> None:
    write(tools, "func Open():\n  pass")
    before = len(tools.event_graph.nodes)
    code = 'func Open():\n  PrintString("on")\nfloating:\n  PrintString("off")'
    assert "2 nodes" in write(tools, code)
    assert len(tools.event_graph.nodes) == before
    graph = tools.door.find_graph("Open")
    assert graph is not None
    assert sum(node.class_name == "K2Node_CallFunction" for node in graph.nodes) == 2
    assert write(tools, code).startswith("All of it is in /Game/BP_Door already")
    assert write(tools, 'floating:\n  PrintString("alone")', graph_name="Open").startswith("Wrote ")
    assert len(tools.event_graph.nodes) == before


def test_a_name_that_is_nothing_leads_to_the_functions_that_have_it_in_theirs(tools: Tools) -> None:
    text = tools.refused(
        "write_graph", blueprint="BP_Door", code="on BeginPlay():\n  Timer.Start(1.0, True, Go)"
    )
    assert "There is no variable, component or value 'Timer'." in text
    assert "Call a function instead: SetTimer(FunctionName, Time, bLooping), ClearTimer(" in text


def test_a_variable_that_is_there_gets_the_value_that_is_declared(tools: Tools) -> None:
    write(tools, "var Speed: float = 90.0\n")
    assert "default of Speed" in write(tools, "var Speed: float = 45.0\n")
    speed = tools.door.find_variable("Speed")
    assert speed is not None
    assert float(speed.default) == 45


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ('on BeginPlay():\n  PrintStrin("x")\n', ("Line 2", 'PrintStrin("x")', "PrintString")),
        ('on BeginPlay():\n  PrintString(Text="x")\n', ("Line 2", "Text", "InString")),
        ("on BeginPlay():\n  if :\n", ("line 2", "if :")),
        ('PrintString("x")\n', ("Line 1", "on BeginPlay():")),
        ("var Speed float\n", ("Line 1", "Write: var Speed: float")),
        ("var Speed: flot\n", ("Line 1", "flot")),
        ("func Add(A):\n  return\n", ("Line 1", "type of A")),
        (f"{HELLO}{HELLO}", ("Line 3", "twice")),
        ("# nothing\n", ("on BeginPlay():",)),
    ],
)
def test_wrong_code_is_refused_with_its_line_and_changes_nothing(
    tools: Tools, code: str, said: tuple[str, ...]
) -> None:
    text = tools.refused("write_graph", blueprint="BP_Door", code=code)
    assert all(part in text for part in said), text


def test_an_error_in_the_last_event_leaves_members_and_the_other_events_unmade(tools: Tools) -> None:
    """BC-160."""
    text = tools.refused("write_graph", blueprint="BP_Door", code=f"{DOOR}\non BeginPlay():\n  Fly()\n")
    assert "Line 19" in text


def test_a_compile_error_is_told_with_the_line_of_its_statement(tools: Tools) -> None:
    """BC-201."""
    code = 'on BeginPlay():\n  PrintString("a")\n  StaticMeshComponent.SetStaticMesh()\n'
    result = tools.call("write_graph", blueprint="BP_Door", code=code)
    assert not result.ok
    assert result.has_changed
    assert "(line 3)" in result.text


def test_replace_writes_an_event_anew_and_leaves_the_others(tools: Tools) -> None:
    write(tools, f"{HELLO}event Shut():\n  PrintString('shut')\n")
    write(tools, "on BeginPlay():\n  Delay(1.0)\n", mode="replace")
    code = read(tools)
    assert "on BeginPlay()\n  await Delay(1.0)" in code
    assert 'PrintString("shut")' in code
    assert "PrintString()" not in code
    again = "on BeginPlay():\n  Delay(1.0)\n"
    tools.done_before("write_graph", blueprint="BP_Door", code=again, mode="replace")


@pytest.mark.parametrize("code", BLUECODE_EXAMPLES.values(), ids=BLUECODE_EXAMPLES)
def test_the_examples_of_the_system_prompt_are_right(tools: Tools, code: str) -> None:
    write(tools, "component Steam: PointLight\n")  # what an example speaks of
    write(tools, code)


def test_a_vector_times_numbers_and_a_function_of_the_parent_class_are_read_as_they_are_written(
    tools: Tools,
) -> None:
    write(tools, "on Tick(Delta):\n  AddActorWorldOffset(GetActorForwardVector() * 200.0 * Delta)\n")
    assert "  AddActorWorldOffset((GetActorForwardVector() * 200.0) * DeltaSeconds)" in read(tools)


def test_what_only_pasting_makes_is_pasted_and_the_rest_is_written_by_itself(tools: Tools) -> None:
    hands = UsersHands(tools.project.sandbox)
    tools.context = replace(tools.context, artist=hands, clipboard=UsersClipboard())
    code = """\
var Health: float = 100.0
on BeginPlay():
  Hurt(5.0)
event Hurt(Damage: float):
  Health = Health - Damage
"""
    text = write(tools, code)
    assert len(hands.asked) == 1
    assert "up to date, 0 errors" in text
    assert "event Hurt(Damage: float)\n  Health = Health - Damage" in read(tools)
    tools.done_before("write_graph", blueprint="BP_Door", code=code)
    assert len(hands.asked) == 1


def test_an_event_that_runs_on_the_server_is_pasted_so_and_other_marks_are_refused_with_what_to_click(
    tools: Tools,
) -> None:
    code = '@server @reliable event Fire(Aim: Vector)\n  PrintString("a")\n'
    refused = tools.refused("write_graph", blueprint="BP_Door", code=code.replace("Aim: Vector", ""))
    assert "choose Replicates in the details of the event" in refused
    disabled = 'on BeginPlay()\n  @disabled PrintString("a")\n'
    refused = tools.refused("write_graph", blueprint="BP_Door", code=disabled)
    assert "A new node cannot be made @disabled from here." in refused
    assert "choose its Enabled State" in refused
    tools.context = replace(
        tools.context, artist=UsersHands(tools.project.sandbox), clipboard=UsersClipboard()
    )
    write(tools, code)
    assert code in read(tools)


def test_one_event_is_read_alone_and_an_unknown_one_is_refused(tools: Tools) -> None:
    write(tools, DOOR)
    text = read(tools, entry="Zone.OnComponentEndOverlap")
    assert "OnComponentBeginOverlap" not in text
    assert "IsOpen = false" in text
    assert "OnComponentEndOverlap" in tools.refused("read_graph", blueprint="BP_Door", entry="OnComponentEnd")


def test_long_code_is_read_in_parts(tools: Tools) -> None:
    lines = [f'  PrintString("number {number} of a long list of words")' for number in range(200)]
    write(tools, "\n".join(["on BeginPlay():", *lines]))
    first = read(tools)
    assert len(first) < 6500
    line = int(first.rpartition("first_line ")[2].partition(".")[0])
    rest = read(tools, first_line=line)
    assert '"number 199 of' in rest
    shown = first.count("PrintString") + rest.count("PrintString")
    assert shown == 200


@pytest.mark.parametrize("code", [HELLO.replace("\n", "\\n"), HELLO.splitlines()])
def test_escaped_line_ends_and_lists_of_lines_are_read_as_they_are_meant(tools: Tools, code: object) -> None:
    text = tools.do("write_graph", blueprint="BP_Door", code=code)
    assert text.startswith("Wrote BeginPlay")


def test_the_description_stays_short() -> None:
    assert len(WriteGraph.__doc__ or "") < 450


def test_an_event_by_another_name_is_the_one_that_is_there(tools: Tools) -> None:
    """BC-082: the same program again changes nothing, though it says Start and Wait."""
    code = 'on Start():\n  PrintString("A")\n  Wait(2.0)\n  PrintString("B")\n'
    write(tools, code)
    tools.done_before("write_graph", blueprint="BP_Door", code=code)
    assert read(tools).count("Delay") == 1


@pytest.mark.parametrize(
    "call",
    [
        'SetTimer("Pulse", 1.0, true)',
        "SetTimer(Pulse, 1.0, True)",
        "SetTimer(self.Pulse, 1.0, True)",
        "K2_SetTimer(FunctionName=Pulse, Time=1.0, bLooping=True)",
        "SetTimerByFunctionName(Time=1.0, bLooping=True, FunctionName=Pulse)",
    ],
)
def test_a_timer_calls_a_function_that_is_named_as_other_languages_do(tools: Tools, call: str) -> None:
    tools.do("add_function", blueprint="BP_Door", function_name="Pulse")
    write(tools, f"on BeginPlay():\n  {call}\n")
    assert 'SetTimer(FunctionName="Pulse", Time=1.0, bLooping=true)' in read(tools)


def test_a_timer_calls_an_event_that_is_named_and_nobody_else(tools: Tools) -> None:
    write(tools, "on BeginPlay():\n  SetTimer(Beep, 1.0)\nevent Beep():\n  PrintString('x')\n")
    assert "SetTimerDelegate(event Beep, 1.0)" in read(tools)
    text = tools.refused("write_graph", blueprint="BP_Door", code="on Tick():\n  SetTimer(Bep, 1.0, True)\n")
    assert "There is no variable, component or value 'Bep'" in text


def test_what_an_event_gives_is_found_where_it_is_missed(tools: Tools) -> None:
    code = "on BeginPlay():\n  OtherActor.K2_DestroyActor()\n"
    text = tools.refused("write_graph", blueprint="BP_Door", code=code)
    assert "It comes from an event: on ActorBeginOverlap(OtherActor):" in text
