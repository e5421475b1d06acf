"""Local variables of functions: declared by write_graph, read by read_graph, set and used in between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.declarations import functions_of

if TYPE_CHECKING:
    from actions.conftest import Tools
    from blueprint_assistant.graph.model.blueprint import Variable

SUM = """\
func Sum(Limit: int) -> (Total: int)
  var Count: int = 3
  var Label: string = "sum"
  for i in 0..Limit:
    Count = Count + i
  PrintString(Label)
  return Count
"""


def write(tools: Tools, code: str) -> str:
    return tools.do("write_graph", blueprint="BP_Door", code=code)


def read(tools: Tools) -> str:
    return tools.do("read_graph", blueprint="BP_Door", graph_name="Sum").partition("\n")[2]


def variables(tools: Tools) -> dict[str, Variable]:
    (function,) = (item for item in functions_of(tools.door) if item.name == "Sum")
    return {item.name: item for item in function.local_variables}


def test_local_variables_are_declared_and_read_back(tools: Tools) -> None:
    assert "0 errors" in write(tools, SUM)
    assert {name: str(item.type) for name, item in variables(tools).items()} == {
        "Count": "int",
        "Label": "string",
    }
    assert variables(tools)["Count"].default == "3"
    assert not [item for item in tools.door.variables if item.name in ("Count", "Label")]
    assert read(tools).startswith(SUM.partition("  for")[0])


def test_the_same_again_changes_nothing(tools: Tools) -> None:
    write(tools, SUM)
    before = tools.door
    write(tools, SUM)
    write(tools, read(tools).split("Other graphs")[0])
    assert tools.door == before


def test_another_beginning_is_a_change_and_another_type_is_refused(tools: Tools) -> None:
    write(tools, SUM)
    write(tools, SUM.replace("= 3", "= 4"))
    assert variables(tools)["Count"].default == "4"
    text = tools.refused("write_graph", blueprint="BP_Door", code=SUM.replace("Count: int", "Count: float"))
    assert "Line 2" in text
    assert "Count already: int" in text


def test_a_value_that_is_no_literal_is_set_first(tools: Tools) -> None:
    code = SUM.replace("var Count: int = 3", "var Count: int = Limit * 2")
    assert "0 errors" in write(tools, code)
    assert "  Count = Limit * 2\n" in read(tools)
