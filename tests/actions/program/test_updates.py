"""An edit does what it says: an entry becomes what the program says, and nothing else changes unseen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.editor.plan.edit_plan import EditPlan, PinAt, SetPinDefaultStep

if TYPE_CHECKING:
    from actions.conftest import Tools

DOOR: Final = "/Game/BP_Door"
ENEMY: Final = """\
var Health: float = 100.0
var Score: int
var Value: int = 5

on BeginPlay():
  Health = 100.0
  PrintString("ready")
on Tick(DeltaSeconds):
  AddActorLocalRotation(MakeRotator(Yaw=90 * DeltaSeconds))
on AnyDamage(Damage):
  Health = Health - Damage
  PrintString(Health)
  if Health <= 0:
    PrintString("dead")
    DestroyActor()
on ActorBeginOverlap(OtherActor):
  Score = Score + 10
  PrintString("got it")
  Delay(1.0)
  PrintString("again")
"""
EDITS: Final = {
    "another value": "on Tick(DeltaSeconds):\n  AddActorLocalRotation(MakeRotator(Yaw=180 * DeltaSeconds))\n",
    "under a condition": """\
on AnyDamage(Damage):
  Health = Health - Damage
  if Health < 20:
    PrintString(Health)
  if Health <= 0:
    PrintString("dead")
    DestroyActor()
""",
    "a statement less": "on BeginPlay():\n  Health = 100.0\n",
    "three times": """\
on AnyDamage(Damage):
  Health = Health - Damage
  PrintString(Health)
  if Health <= 0:
    for i in range(3):
      PrintString("dead")
    DestroyActor()
""",
    "a variable for a number": """\
on ActorBeginOverlap(OtherActor):
  Score = Score + Value
  PrintString("got it")
  Delay(1.0)
  PrintString("again")
""",
    "another order": """\
on ActorBeginOverlap(OtherActor):
  PrintString("got it")
  Delay(1.0)
  Score = Score + 10
  PrintString("again")
""",
    "out of a condition": """\
on AnyDamage(Damage):
  Health = Health - Damage
  PrintString(Health)
  PrintString("dead")
  DestroyActor()
""",
    "the other way round": """\
on AnyDamage(Damage):
  Health = Health - Damage
  PrintString(Health)
  if Health > 0:
    PrintString("hit")
  else:
    PrintString("dead")
    DestroyActor()
""",
    "into a function": """\
on AnyDamage(Damage):
  TakeHit(Damage)
func TakeHit(Amount: float):
  Health = Health - Amount
  PrintString(Health)
  if Health <= 0:
    PrintString("dead")
    DestroyActor()
""",
    "into an event of its own": """\
on BeginPlay():
  Prepare()
event Prepare():
  Health = 100.0
  PrintString("ready")
""",
    "something quite different": "on BeginPlay():\n  Delay(0.5)\n  for i in 0..2:\n    Score = Score + i\n",
}


def write(tools: Tools, code: str, **more: str) -> str:
    return tools.do("write_graph", blueprint="BP_Door", code=code, **more)


def read(tools: Tools, graph_name: str = "") -> str:
    """Read with tools that nobody else uses: who writes is shown nothing by it."""
    fresh = tools.project.new_context()
    return ActionRegistry().call("read_graph", {"blueprint": "BP_Door", "graph_name": graph_name}, fresh).text


def entries(text: str) -> dict[str, str]:
    """The entries of a reading by their heads."""
    parts = [part.strip() for part in text.partition(":\n")[2].partition("Other graphs")[0].split("\n\n")]
    return {part.partition("\n")[0].partition("(")[0]: part for part in parts}


@pytest.mark.parametrize("edit", EDITS)
def test_an_entry_becomes_what_the_program_says_and_others_stay(tools: Tools, edit: str) -> None:
    write(tools, ENEMY)
    before = entries(read(tools))
    write(tools, EDITS[edit])
    after = entries(read(tools))
    program = EDITS[edit]
    named = [head for head in (*before, *after) if f"{head.split()[-1].removeprefix('Receive')}(" in program]
    write(tools, "".join(f"{head}():\n  pass\n" for head in before if head in named))
    # What the same program makes of nothing is what is there.
    write(tools, program)
    wanted = entries(read(tools))
    assert {head: after[head] for head in named if head in after} == {
        head: wanted[head] for head in named if head in wanted
    }
    assert {head: text for head, text in after.items() if head not in named} == {
        head: text for head, text in before.items() if head not in named
    }
    tools.done_before("write_graph", blueprint="BP_Door", code=program)


def test_the_result_says_what_went_and_what_is_otherwise(tools: Tools) -> None:
    write(tools, 'on BeginPlay():\n  PrintString("a")\n  Delay(1.0)\n  PrintString("b")\n')
    text = write(tools, 'on BeginPlay():\n  PrintString("a", Duration=5.0)\n  PrintString("b")\n')
    assert 'Changed: PrintString("a") to PrintString("a", Duration=5.0).' in text
    assert "Taken out: await Delay(1.0)." in text
    assert "Still there" not in text


def test_what_was_never_shown_stays_and_is_named_however_often_it_is_sent(tools: Tools) -> None:
    write(tools, 'on BeginPlay():\n  PrintString("old")\n')
    tools.context = tools.project.new_context()
    code = 'on BeginPlay():\n  PrintString("new")\n'
    assert 'Still there, not in your code: PrintString("old"). To take it out, read_graph' in write(
        tools, code
    )
    text = tools.done_before("write_graph", blueprint="BP_Door", code=code)
    assert 'Still there, not in your code: PrintString("old").' in text
    assert 'PrintString("old")\n  PrintString("new")' in read(tools)
    tools.do("read_graph", blueprint="BP_Door")
    assert 'Taken out: PrintString("old").' in write(tools, code)


def test_only_the_event_that_was_read_counts_as_shown(tools: Tools) -> None:
    write(tools, 'on BeginPlay():\n  PrintString("a")\non Tick(DeltaSeconds):\n  PrintString("t")\n')
    tools.context = tools.project.new_context()
    tools.do("read_graph", blueprint="BP_Door", entry="BeginPlay")
    text = write(tools, 'on BeginPlay():\n  PrintString("b")\non Tick(DeltaSeconds):\n  PrintString("u")\n')
    assert 'Changed: PrintString("a") to PrintString("b").' in text
    assert 'Still there, not in your code: PrintString("t").' in text


def test_what_tools_made_is_known_to_who_called_them(tools: Tools) -> None:
    tools.do("add_node", blueprint="BP_Door", node_type="Event", event_name="BeginPlay")
    tools.do("add_node", blueprint="BP_Door", node_type="PrintString")
    tools.do("connect_nodes", source_node="N1", source_pin="then", target_node="N2", target_pin="execute")
    text = write(tools, "on BeginPlay():\n  Delay(1.0)\n")
    assert "Taken out: PrintString" in text


def test_pass_takes_an_event_out_and_leaves_a_custom_event_that_is_called(tools: Tools) -> None:
    write(
        tools,
        "on BeginPlay():\n  Shut()\non Tick(DeltaSeconds):\n  Health = 1\n"
        'event Shut():\n  PrintString("shut")\n'
        'event Idle():\n  PrintString("idle")\nvar Health: float\n',
    )
    text = write(tools, "on Tick(DeltaSeconds):\n  pass\nevent Idle():\n  pass\nevent Shut():\n  pass\n")
    assert "Taken out with its event: Idle, Tick." in text
    assert set(entries(read(tools))) == {"on BeginPlay", "event Shut"}
    text = tools.done_before("write_graph", blueprint="BP_Door", code="on Tick(DeltaSeconds):\n  pass\n")
    assert "There is no Tick; an event without statements is not made." in text


def test_a_value_that_both_changed_is_a_conflict_and_other_values_are_not(tools: Tools) -> None:
    write(tools, 'on BeginPlay():\n  PrintString("a")\n  PrintString("b")\n')
    call = next(
        node for node in tools.event_graph.nodes if any(pin.default_value == "a" for pin in node.pins)
    )

    def artist(pin: str, value: str) -> None:
        step = SetPinDefaultStep("EventGraph", PinAt(call.name, pin), value)
        tools.project.editor.apply(EditPlan(DOOR, "by the user", (step,)))

    artist("Duration", "7.0")
    write(tools, 'on BeginPlay():\n  PrintString("c")\n  PrintString("b")\n')
    assert 'PrintString("c", Duration=7.0)' in read(tools)
    artist("InString", "mine")
    refused = tools.refused(
        "write_graph", blueprint="BP_Door", code='on BeginPlay():\n  PrintString("d")\n  PrintString("b")\n'
    )
    assert "merge_conflict" in refused
    assert "The user has changed" in refused


def test_the_nodes_of_statements_that_stay_are_the_same_nodes(tools: Tools) -> None:
    write(tools, 'on BeginPlay():\n  PrintString("a")\n  Delay(1.0)\n')
    names = {node.name: node.guid for node in tools.event_graph.nodes}
    write(tools, 'on BeginPlay():\n  for i in 0..2:\n    PrintString("a")\n  Delay(1.0)\n')
    after = {node.name: node.guid for node in tools.event_graph.nodes}
    assert names.items() <= after.items()


@pytest.mark.parametrize("mode", ["union", "append", "replace"])
def test_the_other_modes_are_what_they_were(tools: Tools, mode: str) -> None:
    write(tools, 'on BeginPlay():\n  PrintString("a")\n')
    write(tools, 'on BeginPlay():\n  PrintString("b")\n', mode=mode)
    assert ('PrintString("a")' in read(tools)) is (mode != "replace")
    assert 'PrintString("b")' in read(tools)


CALLED: Final = """\
func F(W: string) -> (X: bool):
  PrintString(W)
  return true
on BeginPlay():
  if F("a"):
    PrintString("y")
"""


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("func F() -> (X: bool):\n  return true\n", "func F() -> (X: bool):\n  return true\n"),
        (
            "func F(A: bool) -> (X: bool):\n  if A:\n    return true\n  else:\n    return false\n",
            "func F(A: bool) -> (X: bool):\n  return A\n",
        ),
        (
            CALLED,
            "func F(W: string) -> (X: bool):\n  return len(W) > 1\n",
        ),
        (
            'var T: TimerHandle\non BeginPlay():\n  T = SetTimer("Tock", 1.0, true)\nevent Tock():\n  pass\n',
            'on BeginPlay():\n  T = SetTimer("Tock", 2.0, true)\n',
        ),
    ],
    ids=["the same return", "one return for two", "a function and its call", "a value that is a call"],
)
def test_nothing_of_the_program_itself_is_said_to_stay(tools: Tools, first: str, second: str) -> None:
    assert "Still there" not in write(tools, first)
    assert "Still there" not in write(tools, second)
    tools.done_before("write_graph", blueprint="BP_Door", code=second)
