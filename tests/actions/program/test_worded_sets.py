"""Variables set in words and by calls as tools are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

AROUND = "var bOpen: bool\nvar Score: int\non BeginPlay():\n"


@pytest.mark.parametrize(
    ("lines", "told"),
    thinned(
        [
            (
                "Set bOpen to true\n  set bOpen true\n  set Score to Score + 1",
                "  bOpen = true\n  bOpen = true\n  Score",
            ),
            ("set Score = 3\n  set Score += 2", "  Score = 3\n  Score = Score + 2\n"),
            ('SetVariable("bOpen", true)\n  set_variable(Score, 3)', "  bOpen = true\n  Score = 3\n"),
            ('PrintString(str(GetVariable("Score")))', "  PrintString(Score)\n"),
        ],
        2,
    ),
)
def test_a_variable_is_set_whoever_says_it(tools: Tools, lines: str, told: str) -> None:
    code = f"{AROUND}  {lines}\n"
    tools.do("write_graph", blueprint="BP_Door", code=code)
    assert told in tools.do("read_graph", blueprint="BP_Door")
    tools.done_before("write_graph", blueprint="BP_Door", code=code)


def test_a_name_that_is_no_variable_is_refused(tools: Tools) -> None:
    text = tools.refused("write_graph", blueprint="BP_Door", code=f'{AROUND}  SetVariable("bOpn", true)\n')
    assert "Nearest: bOpen" in text


def test_a_function_of_that_name_is_called(tools: Tools) -> None:
    code = f'func SetVariable(Name: string, Value: bool):\n  pass\n{AROUND}  SetVariable("bOpen", true)\n'
    tools.do("write_graph", blueprint="BP_Door", code=code)
    assert 'SetVariable("bOpen", true)' in tools.do("read_graph", blueprint="BP_Door")
