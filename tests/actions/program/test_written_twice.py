"""A program that is written twice changes nothing the second time, nor does what is read of it: of each
example of the documentation, and of kinds of flow."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from actions.conftest import Tools

DOCS: Final = Path(__file__).parents[3] / "docs" / "bluecode.md"
EXAMPLES: Final = re.findall(r"```bluecode\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
MEMBERS: Final = """\
var Health: float
var Age: float
var bSprinting: bool
var Score: int
var Bonus: int
var Names: array of string
var Label: string
var bOpen: bool
var bReady: bool
var Tries: int
var Count: int
var Mode: int
var Items: array of string
var bDone: bool
var Target: Actor
component Trigger: BoxComponent
component Leaf: StaticMeshComponent
component Door: StaticMeshComponent
dispatcher OnDied()
"""
KINDS: Final = {
    "a gate": """\
on Tick(DeltaSeconds)
  let g = node("Gate", bStartClosed=true):
    Exit:
      PrintString("open")
event Open()
  goto g.Open
""",
    "once": """\
on Tick(DeltaSeconds)
  let d = DoOnce():
    Completed:
      PrintString("once")
event Again()
  goto d.Reset
""",
    "a value in a loop that waits": """\
on BeginPlay()
  for i in 0..2:
    let told = Label + "x"
    PrintString(told)
    PrintString(told)
    Delay(1.0)
""",
    "a label in a case before the default": """\
on BeginPlay()
  switch Mode:
    case 0:
      @again:
      Delay(0.5)
      Count += 1
      PrintString("is " + str(Count))
      if Count < 3:
        goto again
      PrintString("zero")
    default:
      PrintString("one")
      PrintString("two")
""",
    "a value that is read at another place than it is named": """\
event Again()
  let size = abs(Score)
  var round: int = 0
  @again:
  round += 1
  Count = size
  if round < 3:
    goto again
  PrintString(size)
""",
    "a return in a branch that is left open": """\
func Tried() -> (Left: int)
  var round: int = 0
  @again:
  round += 1
  Names.append(str(round))
  if round < 3:
    goto again
  if bDone:
    if bOpen:
      return 1
  else:
    PrintString("open")
  PrintString(round)
  return round - 7
""",
    "a function that gives nothing yet": """\
func Price(Of: int) -> (Price: int)
  pass
""",
    "a label": """\
on BeginPlay()
  @again:
  Delay(1.0)
  PrintString("tick")
event Retry()
  goto again
""",
}


def lacking(code: str) -> str:
    """The members that an example uses and does not declare itself."""
    declared = re.findall(r"^(?:\w+ )?(?:var|component|dispatcher) (\w+)", code, re.MULTILINE)
    lines = [line for line in MEMBERS.splitlines() if re.split(r"[ :(]", line)[1] not in declared]
    return "\n".join(lines)


def read(tools: Tools) -> str:
    text = tools.do("read_graph", blueprint="BP_Hero")
    return re.split(r"\nOther graphs|\nNot executed", text.partition(":\n")[2])[0]


def is_not_writable(text: str) -> bool:
    """Whether an example needs the user's hands or a project of its own."""
    return "No call of the editor makes inputs of a custom event" in text


@pytest.mark.parametrize("code", [*EXAMPLES, *KINDS.values()], ids=[*map(str, range(len(EXAMPLES))), *KINDS])
def test_what_is_written_twice_changes_nothing_the_second_time(tools: Tools, code: str) -> None:
    tools.do("create_blueprint", name="BP_Hero", parent_class="Character")
    tools.do("write_graph", blueprint="BP_Hero", code=lacking(code))
    first = tools.call("write_graph", blueprint="BP_Hero", code=code)
    if is_not_writable(first.text):
        return
    assert first.ok, first.text
    tools.done_before("write_graph", blueprint="BP_Hero", code=code)
    told = read(tools)
    if "(empty)" not in told:
        tools.done_before("write_graph", blueprint="BP_Hero", code=told)
    for mode in ("union", "replace"):
        tools.done_before("write_graph", blueprint="BP_Hero", code=code, mode=mode)


def test_an_empty_text_is_read_where_a_new_node_has_another(tools: Tools) -> None:
    code = 'on BeginPlay():\n  PrintString("")\n'
    tools.do("create_blueprint", name="BP_Hero", parent_class="Character")
    tools.do("write_graph", blueprint="BP_Hero", code=code)
    assert 'PrintString("")' in read(tools)
    told = tools.do("write_graph", blueprint="BP_Hero", code="on BeginPlay():\n  PrintString()\n")
    assert 'PrintString("") to PrintString()' in told
