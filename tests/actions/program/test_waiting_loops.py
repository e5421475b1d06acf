"""A loop that waits, in an event: written as a jump back behind the wait, with a variable that counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from actions.conftest import Tools

MEMBERS = "var Score: int\nvar Names: array:string\n\n"


def write(tools: Tools, body: str) -> str:
    code = f"{MEMBERS}event Run():\n  {body}\n"
    text = tools.do("write_graph", blueprint="BP_Door", code=code)
    assert "Note: Line 5: a loop does not wait for Delay, so this one goes round by a jump." in text
    assert "already" in tools.done_before("write_graph", blueprint="BP_Door", code=code)
    read = "\n".join(tools.do("read_graph", blueprint="BP_Door").splitlines()[1:-1])
    assert "already" in tools.done_before("write_graph", blueprint="BP_Door", code=read)
    return read.replace("`", "")


def test_a_loop_with_a_condition_asks_it_again_behind_the_wait(tools: Tools) -> None:
    read = write(tools, 'while Score < 10:\n    Delay(2.0)\n    Score = Score + 1\n  PrintString("done")')
    assert (
        "  @check:\n  if Score < 10:\n    await Delay(2.0)\n    Score = Score + 1\n    goto check\n"
        '  else:\n    PrintString("done")'
    ) in read


def test_a_loop_over_numbers_counts_in_a_variable(tools: Tools) -> None:
    read = write(tools, "for i in range(3):\n    PrintString(5 - i)\n    Delay(1.0)")
    assert "  i = 0\n  @check:\n  if i <= 2:\n" in read
    assert "    await Delay(1.0)\n    i = i + 1\n    goto check" in read
    assert tools.door.find_variable("i") is not None


def test_a_loop_over_items_keeps_the_item_over_the_wait(tools: Tools) -> None:
    read = write(tools, "for name in Names:\n    Delay(1.0)\n    PrintString(name)")
    assert "  if nameIndex < Array_Length(Names):\n    name = Names[nameIndex]\n    await Delay(1.0)" in read


def test_loops_in_each_other_and_what_leaves_them(tools: Tools) -> None:
    read = write(
        tools,
        "for i in 0..2:\n    for k in 0..2:\n      if Score > 5:\n        break\n      if Score == 3:\n"
        "        continue\n      Delay(0.5)\n      Score = Score + 1\n    PrintString(i)\n"
        '  PrintString("done")',
    )
    assert read.count("goto ") >= 2
    assert "for " not in read


def test_an_endless_loop_that_waits_goes_round(tools: Tools) -> None:
    read = write(tools, "while true:\n    Delay(1.0)\n    Score = Score + 1")
    assert "  @delay:\n  await Delay(1.0)\n  Score = Score + 1\n  goto delay" in read


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            "while Score < 3:\n    AIMoveTo(GetPlayerPawn(0)):\n      OnSuccess:\n        Score = 1",
            "SetTimer(event Step",
        ),
        ("for i in 0..2:\n    Delay(1.0)\n    sequence:\n      then:\n        Score = 1", "without sequence"),
        (
            "if Score > 1:\n    while Score < 9:\n      Delay(1.0)\n      if Score > 2:\n        break",
            "Write a statement behind the loop",
        ),
    ],
)
def test_a_loop_whose_wait_cannot_be_written_so_is_refused(tools: Tools, body: str, told: str) -> None:
    code = f"{MEMBERS}event Run():\n  {body}\n  PrintString(Score)\n"
    assert told in tools.refused("write_graph", blueprint="BP_Door", code=code)
