"""Heads as people write them: `DoOnce:` with a block, `on InputKey E:`, `pure func`, `timeline X(…)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.catalog.declarations import function_of
from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

OVERLAP = "on ActorBeginOverlap(OtherActor):\n"


def write(tools: Tools, code: str) -> str:
    """The event graph as it is read when a program is written; written again it is there already."""
    tools.do("write_graph", blueprint="BP_Door", code=code)
    tools.done_before("write_graph", blueprint="BP_Door", code=code)
    return tools.do("read_graph", blueprint="BP_Door").replace("`", "")


@pytest.mark.parametrize(
    ("block", "told"),
    thinned(
        [
            ('  DoOnce:\n    PrintString("a")\n', '  DoOnce()\n  PrintString("a")\n'),
            ('  DoOnce():\n    PrintString("a")\n', '  DoOnce()\n  PrintString("a")\n'),
            (
                '  Delay(1.0):\n    PrintString("a")\n  PrintString("b")\n',
                'await Delay(1.0)\n  PrintString("a")\n  Pr',
            ),
            (
                '  FlipFlop:\n    A:\n      PrintString("a")\n',
                '  FlipFlop():\n    A:\n      PrintString("a")\n',
            ),
            (
                '  for i in 0..3:\n    DoOnce:\n      PrintString("a")\n  PrintString("b")\n',
                "    DoOnce()\n    Print",
            ),
        ],
        2,
    ),
)
def test_a_call_with_a_block_needs_no_brackets_and_with_one_way_no_name(
    tools: Tools, block: str, told: str
) -> None:
    assert told in write(tools, OVERLAP + block)


@pytest.mark.parametrize(
    ("block", "line", "said"),
    thinned(
        [
            # Behind the block is behind it only when the block was done: other languages go on there always.
            ('  DoOnce:\n    PrintString("a")\n  PrintString("b")\n', 3, "then: with DoOnce:"),
            (
                '  if bReady:\n    DoOnce:\n      PrintString("a")\n  PrintString("b")\n',
                4,
                "then: with DoOnce:",
            ),
            ('  FlipFlop:\n    PrintString("a")\n', 3, "Write A: under it"),
            ('  Foo:\n    PrintString("a")\n', 3, "no Blueprint function 'Foo'"),
            ("  timeline Swing(Length=1.0):\n    Update:\n      pass\n", 3, "timeline Swing: with Update:"),
        ],
        2,
    ),
)
def test_a_block_that_could_mean_more_than_one_thing_is_refused(
    tools: Tools, block: str, line: int, said: str
) -> None:
    text = tools.refused("write_graph", blueprint="BP_Door", code=f"var bReady: bool\n{OVERLAP}{block}")
    assert said in text
    assert f"ine {line}" in text


@pytest.mark.parametrize(
    "head", thinned(["on InputKey E:", "on input key E:", "on key E():", "on input E:"], 1)
)
def test_a_key_is_an_input_whatever_word_stands_before_it(tools: Tools, head: str) -> None:
    assert 'on input E()\n  Pressed:\n    PrintString("e")' in write(tools, f'{head}\n  PrintString("e")\n')


def test_a_pure_function_is_declared_so_and_stays_so(tools: Tools) -> None:
    code = "var Health: float\nfunc IsDead() -> (Dead: bool):\n  return Health <= 0.0\n"
    write(tools, code)
    pure = code.replace("func", "pure func")
    write(tools, pure)
    write(tools, code)
    graph = tools.door.find_graph("IsDead")
    assert graph is not None
    assert getattr(function_of(graph), "is_pure", False)
    told = tools.do("read_graph", blueprint="BP_Door", graph_name="IsDead")
    assert "pure func IsDead() -> (Dead: bool)\n  return Health <= 0.0" in told
