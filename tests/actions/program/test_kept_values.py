"""A name says what its value was where it was named: what may change becomes a variable, or is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

MEMBERS = "var Health: float = 100\nvar Count: int\nvar Names: array:string\n\n"
JUMP = "\n\nevent Jump():\n  SetActorLocation((0, 0, 9))"
HURT = "event Hurt():\n  {}\n  Health = 0\n  PrintString(old)\n"


@pytest.fixture
def tools(tools: Tools) -> Tools:
    """The small project, with a few variables."""
    tools.do("write_graph", blueprint="BP_Door", code=MEMBERS)
    return tools


def write(tools: Tools, code: str, **parameters: str) -> str:
    return tools.do("write_graph", blueprint="BP_Door", code=code, **parameters)


def read(tools: Tools, graph: str = "EventGraph") -> str:
    told: str = tools.do("read_graph", blueprint="BP_Door", graph_name=graph)
    return "\n".join(told.splitlines()[1:-1])


def kept(tools: Tools) -> set[str]:
    return {item.name for item in tools.door.variables if item.category == "Kept Values"}


@pytest.mark.parametrize("line", ["var old: float = Health", "let old = Health", "float old = Health"])
def test_a_value_that_changes_before_its_use_is_kept_in_a_variable(tools: Tools, line: str) -> None:
    text = write(tools, HURT.format(line))
    assert "made variable old (double)" in text
    assert "Note: Made variable old for line 2" in text
    assert "  old = Health\n  Health = 0.0\n  PrintString(old)" in read(tools)


@pytest.mark.parametrize("line", ["var old: float = Health", "let old = Health\n  old = old + 1"])
def test_a_function_keeps_it_in_a_local_variable(tools: Tools, line: str) -> None:
    code = f'func Hurt():\n  PrintString("x")\n  {line}\n  Health = 0\n  PrintString(old)\n'
    write(tools, code)
    tools.done_before("write_graph", blueprint="BP_Door", code=code)
    assert not kept(tools)
    assert "  var old: float\n" in read(tools, "Hurt")
    assert "  old = Health\n" in read(tools, "Hurt")


@pytest.mark.parametrize(
    ("body", "name"),
    thinned(
        [
            ("let at = GetGameTimeInSeconds()\n  Delay(2.0)\n  PrintString(at)", "at"),
            ("let heads = RandomBool()\n  if heads:\n    Count = 1\n  if not heads:\n    Count = 2", "heads"),
            ("let first = Names[0]\n  Names.remove(first)\n  PrintString(first)", "first"),
            (
                "let where = GetActorLocation()\n  AddActorWorldOffset((0, 0, 9))\n  PrintString(where)",
                "where",
            ),
            ("let old = Health * 2\n  Heal()\n  PrintString(old)\n\nevent Heal():\n  Health = 100", "old"),
            ("let hp = Health\n  for i in 0..2:\n    PrintString(hp)\n    Health = Health - 1", "hp"),
            ("let n = 3\n  n = n + 1\n  PrintString(n)", "n"),
            ("int whole = Health / 3\n  PrintString(whole)", "whole"),
            ("let (x, y, z) = BreakVector(GetActorLocation())\n  Jump()\n  PrintString(x)" + JUMP, "x"),
            ("let at = BreakVector(GetActorLocation())\n  Jump()\n  PrintString(at.X)" + JUMP, "atX"),
            ('for i in range(len(Names)):\n    Names.append("x")', "iLast"),
            ("for i in 0..RandomIntegerInRange(1, 6):\n    PrintString(i)", "iLast"),
        ],
        4,
    ),
)
def test_whatever_may_give_another_value_later_is_kept(tools: Tools, body: str, name: str) -> None:
    write(tools, f"event Run():\n  {body}\n")
    assert kept(tools) == {name}
    assert f"  {name} = " in read(tools)
    tools.done_before("write_graph", blueprint="BP_Door", code=f"event Run():\n  {body}\n")


@pytest.mark.parametrize(
    "body",
    thinned(
        [
            "let pawn = GetPlayerPawn(0)\n  SetActorLocation((0, 0, 0))\n  pawn.AddMovementInput((0, 1, 0))",
            "let at = GetActorLocation()\n  PrintString(at)\n  PrintString(at)\n  SetActorLocation(at)",
            "let heads = RandomBool()\n  if heads:\n    Count = 1\n  else:\n    Count = 2",
            "let old = Health\n  if old > 3:\n    Health = 0\n  else:\n    PrintString(old)",
            "let half = Health / 2\n  Health = half",
            "let n = 3\n  PrintString(n)\n  Delay(1.0)\n  PrintString(n)",
        ],
        3,
    ),
)
def test_a_value_that_stays_what_it_is_needs_no_variable(tools: Tools, body: str) -> None:
    write(tools, f"event Run():\n  {body}\n")
    assert not kept(tools)


def test_the_same_program_applied_again_changes_nothing(tools: Tools) -> None:
    code = "\n".join(HURT.format("let old = Health").replace("Hurt", name) for name in ("One", "Two"))
    write(tools, code)
    assert kept(tools) == {"old", "old2"}
    assert "already" in tools.done_before("write_graph", blueprint="BP_Door", code=code)
    text = read(tools)
    assert "already" in tools.done_before("write_graph", blueprint="BP_Door", code=text)


def test_a_variable_of_that_name_keeps_what_it_has(tools: Tools) -> None:
    write(tools, "var old: string\n")
    write(tools, HURT.format("let old = Health"))
    assert kept(tools) == {"old2"}
    assert "PrintString(old2)" in read(tools)


def test_what_a_graph_works_out_twice_is_written_back_as_it_is(tools: Tools) -> None:
    """One node that is asked before and behind a change is what the artist has made: no new program."""
    calls = ("PrintString", "SetActorLocation", "PrintString", "GetDisplayName")
    tools.do("add_node", blueprint="BP_Door", node_type="Event", event_name="BeginPlay")
    for name in calls:
        tools.do("add_node", blueprint="BP_Door", node_type="CallFunction", function_name=name)
    links = ("N1.then N2.execute", "N2.then N3.execute", "N3.then N4.execute")
    for link in (*links, "N5.ReturnValue N2.InString", "N5.ReturnValue N4.InString"):
        (start, out), (end, into) = (part.split(".") for part in link.split())
        ends = {"source_node": start, "source_pin": out, "target_node": end, "target_pin": into}
        tools.do("connect_nodes", **ends)
    tools.do("compile_blueprint", blueprint="BP_Door")
    text = read(tools)
    assert "let " in text
    tools.done_before("write_graph", blueprint="BP_Door", code=text)
    write(tools, f'{text}\n  PrintString("more")\n')
    assert not kept(tools)
    assert "let " in read(tools)


def test_what_would_change_a_value_that_the_graph_has_is_refused_by_a_union(tools: Tools) -> None:
    write(tools, "event Run():\n  let at = GetActorLocation()\n  PrintString(at)\n  PrintString(at)\n")
    lines = read(tools).splitlines()
    code = "\n".join([*lines[:-1], "  SetActorLocation((0, 0, 9))", lines[-1]])
    told = tools.refused("write_graph", blueprint="BP_Door", code=code, mode="union")
    assert "is worked out again at each use, and may be another at line 5" in told
    write(tools, code)
    assert len(kept(tools)) == 1


def test_a_value_that_is_not_used_is_said(tools: Tools) -> None:
    text = write(tools, 'event Run():\n  let d = GetActorLocation()\n  PrintString("a")\n')
    assert "Note: Line 2: nothing uses d: its nodes float." in text
