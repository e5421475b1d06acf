"""Lines that are sent without their event: the whole event is told, and written when they come again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from actions.conftest import Tools

CODE = """\
var Energy: float = 40
var EnergyLeft: float
func Refill():
  Energy = Energy + 10.0
on BeginPlay():
  for i in 1..3:
    PrintString(str(i))
  SetTimerByFunctionName(FunctionName="Refill", Time=2.0, bLooping=true)
on EndPlay():
  PrintString("gone")
"""


@pytest.fixture
def meter(tools: Tools) -> Tools:
    tools.project.create("/Game/BP_Meter")
    tools.do("write_graph", blueprint="BP_Meter", code=CODE)
    return tools


def test_a_line_of_an_event_is_told_and_written_with_the_rest_of_it(meter: Tools) -> None:
    """A small model sent the line alone, then its event with nothing else in it: the loop was lost."""
    line = 'SetTimer(FunctionName="Refill", Time=0.5, bLooping=true)'
    text = meter.refused("write_graph", blueprint="BP_Meter", code=f"{line}\n")
    assert "on BeginPlay()\n" in text
    assert f"      {line}" in text
    assert "Sent once more as it is, it is written so." in text
    meter.do("write_graph", blueprint="BP_Meter", code=f"{line}\n")
    code = meter.do("read_graph", blueprint="BP_Meter")
    assert "Time=0.5" in code
    assert "for i in 1..3:" in code


def test_statements_at_the_margin_below_an_event_are_told_as_its_own(meter: Tools) -> None:
    code = (
        "on BeginPlay():\n  Energy = 5.0\nif Energy < 9:\n  Refill()\n\nPrintString('b')\non Hit():\n  pass\n"
    )
    text = meter.refused("write_graph", blueprint="BP_Meter", code=code)
    assert "Indent it like what stands above it:\n      if Energy < 9:\n" in text
    assert "Line 6: PrintString('b')" in text
    meter.do("write_graph", blueprint="BP_Meter", code=code)
    assert '  if Energy < 9.0:\n    Refill()\n  PrintString("b")' in meter.do(
        "read_graph", blueprint="BP_Meter"
    )


@pytest.mark.parametrize(
    "line", ['PrintString("x")', "Health = 3", "EnergyLeft = 3.0", "Energy = Energy + 1.0\nDelay(1)"]
)
def test_a_line_that_may_be_for_several_or_none_is_not_guessed(meter: Tools, line: str) -> None:
    text = meter.refused("write_graph", blueprint="BP_Meter", code=f"{line}\n")
    assert "Sent once more" not in text
