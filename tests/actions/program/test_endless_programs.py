"""Loops and calls that never end, and loops over what their body changes: refused with the line to write."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

MEMBERS = "var Count: int = 0\nvar bDone: bool = false\nvar Names: array:string\n\n"
EVENT = "event Run():\n"


def refused(tools: Tools, code: str) -> str:
    return tools.refused("write_graph", blueprint="BP_Door", code=MEMBERS + code)


def written(tools: Tools, code: str) -> str:
    return tools.do("write_graph", blueprint="BP_Door", code=MEMBERS + code)


@pytest.mark.parametrize(
    ("code", "remedy"),
    [
        ('while Count < 10:\n    PrintString("x")', "Write in it Count = Count + 1."),
        ("while Count > 0:\n    let n = Count * 2\n    PrintString(n)", "Write in it Count = Count - 1."),
        ("while not bDone:\n    Count = Count + 1", "Write in it bDone = true."),
        ("while Names.length > 0:\n    PrintString(Names[0])", "Set Names in it."),
        ("for n in Names:\n    Names = []", "Write Names.clear() behind the loop."),
        ("while true:\n    Count = Count + 1", "SetTimer(event Step, 1.0, true)"),
        (
            "for n in Names:\n    Names.append(n)",
            "let NamesBefore = Names before the loop, and for n in NamesBefore:",
        ),
        ('for n, i in Names:\n    if n == "a":\n      Names.remove(n)', "Write for n, i in reversed(Names):"),
        ("for n in reversed(Names):\n    Array_Clear(Names)", "Write Names.clear() behind the loop."),
        ("for i in 5..1:\n    PrintString(i)", "To count down write for i in range(5, 0, -1):"),
        ("for i in range(0):\n    PrintString(i)", "Leave it out"),
    ],
)
def test_a_loop_that_cannot_do_what_it_says_is_refused(tools: Tools, code: str, remedy: str) -> None:
    assert remedy in refused(tools, f"{EVENT}  {code}\n")


@pytest.mark.parametrize(
    "code",
    thinned(
        [
            "while Count < 10:\n    Count = Count + 1",
            "while Count < 10:\n    Grow()\n\nevent Grow():\n  Count = Count + 1",
            "for n in reversed(Names):\n    Names.remove(n)",
            "for n in Names:\n    Names.remove(n)\n    break",
            "for n in Names:\n    PrintString(n)\n  Names.clear()",
            "let NamesBefore = Names\n  for n in NamesBefore:\n    Names.append(n)",
            "for i in 3..3:\n    PrintString(i)",
        ],
        3,
    ),
)
def test_a_loop_that_may_end_is_written(tools: Tools, code: str) -> None:
    written(tools, f"{EVENT}  {code}\n")


def test_a_parameter_does_not_change_in_a_loop(tools: Tools) -> None:
    told = refused(tools, "func Run(n: int):\n  while n > 0:\n    Count = Count + 1\n")
    assert "Write let nLeft = n before it, ask for nLeft, and set that in it." in told
    code = "func Run(n: int):\n  let nLeft = n\n  while nLeft > 0:\n    Count = Count + 1\n    nLeft -= 1\n"
    written(tools, code)


@pytest.mark.parametrize(
    "code",
    [
        "event Ping():\n  Pong()\n\nevent Pong():\n  Ping()\n",
        "event Ping():\n  if bDone:\n    Ping()\n  else:\n    Count = 1\n    Ping()\n",
        "func Down(A: int) -> (B: int):\n  return Down(A - 1) + 1\n",
    ],
)
def test_a_call_of_itself_on_every_way_is_refused(tools: Tools, code: str) -> None:
    assert "calls itself" in refused(tools, code)


@pytest.mark.parametrize(
    "code",
    thinned(
        [
            "func Down(A: int) -> (B: int):\n  if A <= 0:\n    return 0\n  return Down(A - 1) + 1\n",
            "event Again():\n  Delay(1.0)\n  Again()\n",
            "event Again():\n  SetTimer(event Again, 1.0)\n",
            "event Again():\n  if not bDone:\n    Again()\n",
        ],
        2,
    ),
)
def test_a_call_of_itself_that_may_end_is_written(tools: Tools, code: str) -> None:
    written(tools, code)


def test_a_circle_is_found_by_way_of_what_is_there_already(tools: Tools) -> None:
    written(tools, 'event Ping():\n  PrintString("a")\n\nevent Pong():\n  Ping()\n')
    assert "Ping calls itself by way of Pong" in refused(tools, "event Ping():\n  Pong()\n")
