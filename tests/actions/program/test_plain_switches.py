"""A switch that no call of the editor makes is made of what it can make, and does the same."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from authoring.running.machine import Machine
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from tiers import deep
from users_hands import UsersClipboard, UsersHands

if TYPE_CHECKING:
    from actions.conftest import Tools

TEXTS = """\
var State: string
var Mode: int
on BeginPlay():
  switch State:
    case "Idle":
      PrintString("idle")
      break
    case "Run":
      PrintString("run")
    default:
      PrintString("other")
  PrintString("end")
"""
NUMBERS = """\
var State: string
var Mode: int
on BeginPlay():
  switch Mode:
    case 1:
      PrintString("one")
    case 4:
      PrintString("four")
    default:
      PrintString("other")
"""


def prints(tools: Tools, **variables: Any) -> list[str]:
    machine = Machine(tools.door, default_catalog(), variables)
    machine.fire("ReceiveBeginPlay")
    return [effect.detail for effect in machine.effects]


def classes(tools: Tools) -> set[str]:
    return {node.class_name for node in tools.event_graph.nodes}


def write(tools: Tools, code: str) -> None:
    tools.do("write_graph", blueprint="BP_Door", code=code)
    tools.done_before("write_graph", blueprint="BP_Door", code=code)


def test_cases_with_names_become_ifs(tools: Tools) -> None:
    write(tools, TEXTS)
    assert prints(tools, State="Idle") == ["idle", "end"]
    assert prints(tools, State="Run") == ["run", "end"]
    assert prints(tools, State="Fly") == ["other", "end"]


def test_numbers_between_the_cases_are_the_default(tools: Tools) -> None:
    write(tools, NUMBERS)
    assert [prints(tools, Mode=mode) for mode in (1, 3, 4)] == [["one"], ["other"], ["four"]]


@deep
def test_a_switch_that_only_lacks_its_default_gets_one_that_does_nothing(tools: Tools) -> None:
    write(tools, "var Mode: int\non BeginPlay():\n  switch Mode:\n    case 0:\n      PrintString('a')\n")
    assert "K2Node_SwitchInteger" in classes(tools)


@deep
def test_an_enum_with_a_default_becomes_ifs_and_one_without_a_switch(tools: Tools) -> None:
    code = "var C: ECollisionChannel\non BeginPlay():\n  switch C:\n    case Visibility:\n      pass\n"
    write(tools, f"{code}    default:\n      PrintString('d')\n")
    assert "K2Node_SwitchEnum" not in classes(tools)
    assert "if C == ECC_Visibility:" in tools.do("read_graph", blueprint="BP_Door")


def test_a_switch_that_is_there_stays_one(tools: Tools) -> None:
    hands = UsersHands(tools.project.sandbox)
    tools.context = replace(tools.context, artist=hands, clipboard=UsersClipboard())
    tools.do("add_variable", blueprint="BP_Door", variable_name="State", variable_type="string")
    nodes = [
        {"id": "start", "node_type": "Event", "event_name": "BeginPlay"},
        {"id": "switch", "node_type": "SwitchString", "names": ["open", "shut"]},
        {"id": "state", "node_type": "GetVariable", "variable_name": "State"},
    ]
    links = ["start.then -> switch.execute", "state.State -> switch.Selection"]
    tools.do("build_graph", blueprint="BP_Door", nodes=nodes, links=links)
    code = "on BeginPlay():\n  switch State:\n    case 'open':\n      PrintString('o')\n"
    write(tools, f"{code}    case 'shut':\n      PrintString('s')\n    default:\n      PrintString('d')\n")
    assert len(hands.asked) == 1
    assert "K2Node_IfThenElse" not in classes(tools)


@deep
def test_a_value_that_each_if_would_work_out_anew_is_refused(tools: Tools) -> None:
    code = "on BeginPlay():\n  switch RandomInteger(3):\n    case 1:\n      PrintString('a')\n"
    assert "write switch with that variable" in tools.refused("write_graph", blueprint="BP_Door", code=code)


def test_a_switch_that_asks_the_same_for_other_cases_is_another_one(tools: Tools) -> None:
    plain = 'on Tick():\n  switch Mode:\n    case 0:\n      PrintString("0")\n    default:\n      pass\n'
    write(tools, NUMBERS + plain)
    assert prints(tools, Mode=4) == ["four"]
