"""What a function returns is told whole, also where it is what a new function returns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from actions.conftest import Tools

HEAD = "func IsLow(Value: int) -> (bLow: bool, Rank: int, Home: Vector)"


@pytest.mark.parametrize("values", ["false, 0, (0, 0, 0)", "true, 1, (0, 0, 0)"])
def test_a_return_says_its_values_and_is_written_again_as_it_was_read(tools: Tools, values: str) -> None:
    code = f"{HEAD}\n  if Value < 3:\n    return true, 1, (0, 0, 0)\n  else:\n    return {values}\n"
    tools.do("write_graph", blueprint="BP_Door", code=code)
    text = tools.do("read_graph", blueprint="BP_Door", graph_name="IsLow")
    assert code in f"{text}\n"
    tools.done_before("write_graph", blueprint="BP_Door", code=code)


def test_a_return_of_zeros_is_changed_and_changed_back(tools: Tools) -> None:
    head = "func IsLow() -> (bLow: bool)"
    for value in ("false", "true", "false"):
        tools.do("write_graph", blueprint="BP_Door", code=f"{head}\n  return {value}\n")
        text = tools.do("read_graph", blueprint="BP_Door", graph_name="IsLow")
        assert f"{head}\n  return {value}\n" in text
