"""Loops that count down or by steps: whoever spells them, they do what Python and C say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from authoring.running.machine import Machine
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

BEGIN = "on BeginPlay():\n"


def prints(tools: Tools, code: str, **variables: Any) -> list[str]:
    """What a program prints when play begins. Written again, as it is or as it is read, it is there."""
    call = {"blueprint": "BP_Door", "code": code}
    tools.do("write_graph", **call)
    machine = Machine(tools.door, default_catalog(), variables)
    machine.fire("ReceiveBeginPlay")
    tools.done_before("write_graph", **call)
    read = tools.do("read_graph", blueprint="BP_Door").split("\n", 1)[1].partition("\nOther graphs")[0]
    tools.done_before("write_graph", blueprint="BP_Door", code=read)
    return [effect.detail for effect in machine.effects]


HEADS = {
    "for i in range(5, 0, -1):": [5, 4, 3, 2, 1],
    "for i in reversed(range(1, 4)):": [3, 2, 1],
    "for i in reversed(1..3):": [3, 2, 1],
    "for i in 3..1 step -1:": [3, 2, 1],
    "for (int i = 5; i > 2; i--) {": [5, 4, 3],
    "for (let i = 0; i <= 6; i += 3) {": [0, 3, 6],
    "for i in range(0, 10, 4):": [0, 4, 8],
    "for i in 1..6 by 2:": [1, 3, 5],
    "for i in reversed(range(0, 10, 4)):": [8, 4, 0],
    "for i in range(9, 0, -4):": [9, 5, 1],
    "for i in range(Count - 1, -1, -1):": [3, 2, 1, 0],
    "for i in range(0, Count, 2):": [0, 2],
    "for i in range(0, Count + 1, 2):": [0, 2, 4],
    "for i in range(1, None0, 3):": [],
    "for i in range(Count, 9, 3):": [4, 7],
    "for (int i = 10; i >= Count; i = i - 3):": [10, 7, 4],
}


@pytest.mark.parametrize(("head", "numbers"), thinned(HEADS.items(), 2))
def test_a_loop_does_what_its_head_says(tools: Tools, head: str, numbers: list[int]) -> None:
    end = "  }\n" if head.endswith("{") else ""
    head = head.replace("None0", "Count - 4")
    code = f'var Count: int = 4\n{BEGIN}  {head}\n    PrintString(str(i))\n{end}  PrintString("end")\n'
    assert prints(tools, code) == [*map(str, numbers), "end"]


def test_a_loop_that_counts_down_asks_for_its_first_number_once(tools: Tools) -> None:
    body = "  for i in range(Count, 0, -1):\n    Count = 9\n    PrintString(str(i))\n"
    assert prints(tools, f"var Count: int = 3\n{BEGIN}{body}") == ["3", "2", "1"]


@pytest.mark.parametrize(
    ("head", "remedy"),
    thinned(
        [
            ("for i in 5..1:", "for i in range(5, 0, -1):"),
            ("for i in range(5, 1):", "for i in range(5, 1, -1):"),
            ("for i in range(1, 9, -2):", "for i in range(1, 9, 2):"),
            ("for (int i = 0; i < 5; i--):", "Write i++"),
            ("for i in range(0, 5, 0):", "Write a step"),
            ("for i in range(Score, 9, 2):", "Set a variable to it before the loop"),
        ],
        2,
    ),
)
def test_a_loop_that_never_runs_or_never_ends_is_refused_with_one_that_does(
    tools: Tools, head: str, remedy: str
) -> None:
    code = f"var Score: int\n{BEGIN}  {head}\n    Score = Score + i\n"
    assert remedy in tools.refused("write_graph", blueprint="BP_Door", code=code)
