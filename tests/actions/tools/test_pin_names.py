"""A name that the nodes of a member have for a fixed pin: refused at once, whatever makes the member."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

HEALTH = {"blueprint": "BP_Door", "variable_name": "Health", "variable_type": "float"}


@pytest.mark.parametrize("name", thinned(["then", "execute", "Self", "returnvalue", "Output_Get"], 2))
@pytest.mark.parametrize(
    ("tool", "parameters"),
    [
        ("add_variable", {"variable_name": "NAME", "variable_type": "int"}),
        ("write_graph", {"code": "var `NAME`: int = 3\n"}),
        ("write_graph", {"code": "func Count():\n  var `NAME`: int = 3\n"}),
        ("write_graph", {"code": "func Count(`NAME`: int):\n  pass\n"}),
        ("rename_variable", {"old_name": "Health", "new_name": "NAME"}),
        ("add_function", {"function_name": "Count", "inputs": [{"name": "NAME", "type": "int"}]}),
    ],
)
def test_a_name_of_a_fixed_pin_is_refused_by_every_tool(
    tools: Tools, tool: str, parameters: dict[str, Any], name: str
) -> None:
    tools.do("add_variable", **HEALTH)
    if name == "Output_Get" and ("inputs" in parameters or "Count(" in str(parameters.get("code"))):
        return  # no node of a function has such a pin
    told = tools.refused(tool, blueprint="BP_Door", **_named(parameters, name))
    assert f"'{name}' cannot be the name of a" in told


def test_an_output_may_be_called_return_value(tools: Tools) -> None:
    code = "func Half(A: float) -> (ReturnValue: float):\n  return A / 2\n"
    tools.do("write_graph", blueprint="BP_Door", code=code)


def _named(part: Any, name: str) -> Any:
    if isinstance(part, dict):
        return {key: _named(value, name) for key, value in part.items()}
    if isinstance(part, list):
        return [_named(item, name) for item in part]
    return part.replace("NAME", name)
