"""What write_graph and the BlueCode protocol say of wrong programs, and of hostile ones."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.protocol.protocol_tools import BLUECODE_ACTIONS
from blueprint_assistant.actions.registry import ALL_ACTIONS, ActionRegistry
from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

WRONG = """\
var Health: float = 100
on BeginPlay():
  let x = Foo(3
  PrintString("a", Loudness=3)
  PrintString(x)
  if Helth > 3:
    Bar()

func Heal(Amount: float):
  Health = Wher
"""


def test_all_wrong_statements_are_told_with_place_code_and_remedy(tools: Tools) -> None:
    """1.18, BC-160: lines that cannot be read and lines that cannot be built; nothing is done."""
    text = tools.refused("write_graph", blueprint="BP_Door", code=WRONG)
    assert text.startswith("not_written: Nothing was written.\n")
    assert [line for line in text.splitlines() if "PrintString(x)" in line] == []
    for said in (
        "The bracket '(' is never closed (line 3, column 14). (parse_error)",
        "Line 4: PrintString has no input 'Loudness'. (unknown_pin)",
        '    PrintString("a", Loudness=3)\n                     ^\n  Use one of: InString (string)',
        "Line 6: There is no variable, component or value 'Helth'. (unknown_name)",
        "Line 7: There is no Blueprint function 'Bar'",
        "Line 10: There is no variable, component or value 'Wher'. (unknown_name)",
    ):
        assert said in text
    assert len(text) < 2000  # about 500 tokens


def test_a_handful_is_told(tools: Tools) -> None:
    """1.18: the first ones, and how many more there are."""
    code = "on BeginPlay():\n" + "".join(f"  Foo{number}()\n" for number in range(12))
    text = tools.refused("write_graph", blueprint="BP_Door", code=code)
    assert text.count("(unknown_function)") == 5
    assert text.endswith("7 more faults: mend these first.")


def test_the_protocol_answers_each_error_as_values(tools: Tools) -> None:
    """1.18, BC-170: code, line, column, candidates, pins, fix."""
    tools.registry = ActionRegistry((*ALL_ACTIONS, *BLUECODE_ACTIONS))
    refused = tools.call("bluecode_apply", target="/Game/BP_Door:EventGraph", code=WRONG)
    answer: dict[str, Any] = json.loads(refused.text)
    assert not answer["ok"]
    assert answer["error_code"] == "parse_error"
    errors = answer["errors"]
    assert [error["line"] for error in errors] == [3, 4, 6, 7, 10]
    pin = errors[1]
    assert (pin["error_code"], pin["column"]) == ("unknown_pin", 20)
    assert "InString (string)" in pin["pins"]
    assert pin["suggested_fix"].startswith("Use one of: InString")
    assert errors[2]["candidates"] == ["Health"]


_ENTRIES = {
    "a custom event of an event's name": (
        "event BeginPlay():\n  PrintString('a')\n",
        "on BeginPlay()",
    ),
    "with inputs": ("event Tick(Delta: float):\n  Delay(Delta)\n", "on Tick(DeltaSeconds)"),
    "C++": (
        "virtual void BeginPlay() override\n{\n  Super::BeginPlay();\n  Delay(1);\n}\n",
        "on BeginPlay()",
    ),
    "JavaScript": ("async function BeginPlay() {\n  await Delay(1);\n}\n", "on BeginPlay()"),
    "Python": ("async def begin_play(self):\n  await Delay(1)\n", "on BeginPlay()"),
}


@pytest.mark.parametrize(("code", "head"), _ENTRIES.values(), ids=_ENTRIES.keys())
def test_heads_of_other_languages_are_the_events_that_they_name(tools: Tools, code: str, head: str) -> None:
    tools.do("write_graph", blueprint="BP_Door", code=code)
    assert head in tools.do("read_graph", blueprint="BP_Door")


@pytest.mark.parametrize(
    "code",
    [
        "float Half(float Amount) {\n  return Amount / 2;\n}\n",
        "func Half(Amount: float): float {\n  return Amount / 2;\n}\n",
        "def Half(amount: float) -> float:\n  return amount / 2\n",
        "public static float Half(const float& Amount)\n{\n  return Amount / 2;\n}\n",
    ],
)
def test_heads_of_other_languages_are_functions(tools: Tools, code: str) -> None:
    text = tools.do("write_graph", blueprint="BP_Door", code=code)
    assert "made function Half" in text
    assert "/ 2.0" in tools.do("read_graph", blueprint="BP_Door", graph_name="Half")


def test_a_constructor_is_refused_with_what_to_do(tools: Tools) -> None:
    """No event is made that would never run."""
    code = "class A(Actor):\n  def __init__(self):\n    self.Health = 5\n"
    text = tools.refused("write_graph", blueprint="BP_Door", code=code)
    assert "as var lines at the left margin" in text
    assert "Line 2" in text


_HOSTILE = {
    "brackets": "X = " + "(" * 5000,
    "nested calls": "X = " + "f(" * 3000 + ")" * 3000,
    "nested ifs": "".join("  " * (depth + 1) + "if a:\n" for depth in range(200)),
    "a long line": "  PrintString(" + "a + " * 50_000 + "1)",
    "a million characters": "  " + "a" * 1_000_000,
    "an unclosed text": '  PrintString("' + "a" * 5000,
    "tabs and blanks": "  if a:\n  \tb()",
    "another alphabet": "  \u0420rint(1)",
    "a circle": "  @a:\n  goto a",
    "braces": "  if (a) " + "{" * 3000,
    "many mistakes": "  Foo(1)\n" * 3000,
    "NUL": "  X = \0",
}


@pytest.mark.parametrize("body", thinned(_HOSTILE.values(), 3), ids=_HOSTILE.keys())
def test_hostile_code_is_refused_by_the_tool_and_nothing_changes(tools: Tools, body: str) -> None:
    """Through the tool: a typed error of bounded length, never an internal one."""
    text = tools.refused("write_graph", blueprint="BP_Door", code=f"on BeginPlay():\n{body}\n")
    assert text.startswith(("not_written: ", "parse_error: ", "bad_"))
    assert "internal_error" not in text
    assert len(text) < 3000


def test_a_value_that_does_not_fit_is_converted_then_cast_then_listed_with_the_reason(tools: Tools) -> None:
    """BC-137: nothing is linked that does not fit, and nothing of it is left behind."""
    tools.registry = ActionRegistry((*ALL_ACTIONS, *BLUECODE_ACTIONS))
    tools.do(
        "write_graph",
        blueprint="BP_Door",
        code="var Score: int\nvar Health: float\nvar Hero: Character\nvar Where: Vector\n",
    )
    code = "on BeginPlay():\n  Score = Health\n  Hero = GetPlayerPawn(0)\n  Delay(Where)\n"
    target = "/Game/BP_Door:EventGraph"
    refused = json.loads(tools.refused("bluecode_apply", target=target, code=code))
    assert (refused["error_code"], refused["line"]) == ("pin_type_mismatch", 4)
    answer = json.loads(tools.do("bluecode_apply", target=target, code=code, allow_partial=True))
    (floating,) = answer["floating_nodes"]
    assert floating["line"] == 4
    assert "not compatible with Float" in floating["reason"]
    text = tools.do("read_graph", blueprint="BP_Door")
    assert "Score = FTrunc(Health)" in text
    assert "is Character as character" in text
    assert "Hero = character" in text
    assert "floating:" not in text


def test_what_is_left_out_is_said_with_its_line(tools: Tools) -> None:
    code = "on BeginPlay():\n  super().BeginPlay()\n  Delay(1.0)\n"
    text = tools.do("write_graph", blueprint="BP_Door", code=code)
    assert "Note: Line 2 is left out: Actor is a class of the engine" in text
    assert "Line 3" not in text
