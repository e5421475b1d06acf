"""`super().F()`: the call of the parent in an override, read and written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

HEAD = "func Heat(Amount: float) -> (Left: float):\n"


@pytest.fixture
def heat(tools: Tools) -> Tools:
    """BP_Child, which derives from BP_Door with its function Heat and its BeginPlay."""
    tools.do("add_function", blueprint="BP_Door", name="Heat", inputs="Amount: float", outputs="Left: float")
    tools.do("write_graph", blueprint="BP_Door", code='on BeginPlay():\n  PrintString("base")\n')
    tools.do("create_blueprint", name="BP_Child", parent_class="BP_Door")
    return tools


def told(tools: Tools, graph: str) -> str:
    return tools.do("read_graph", blueprint="BP_Child", graph_name=graph)


@pytest.mark.parametrize(
    "said",
    thinned(
        [
            "super().Heat(Amount * 2)",
            "super.Heat(Amount * 2)",
            "Super::Heat(Amount * 2)",
            "Parent.Heat(Amount * 2)",
            'node("/Script/BlueprintGraph.K2Node_CallParentFunction", Amount=Amount * 2)',
        ],
        2,
        is_one_value=True,
    ),
)
def test_the_call_that_an_override_has_is_written_and_read(heat: Tools, said: str) -> None:
    text = heat.do("override_function", blueprint="BP_Child", function_name="Heat")
    assert "Parent: Heat" in text
    code = f'{HEAD}  PrintString("hot")\n  return {said}\n'
    heat.do("write_graph", blueprint="BP_Child", code=code, mode="replace")
    read = told(heat, "Heat")
    assert "let heat2 = super().Heat(Amount * 2.0)\n  return heat2" in read
    written = read.partition("\n")[2].partition("\nOther")[0]
    for again in (code, written):
        given = {"blueprint": "BP_Child", "code": again, "mode": "replace"}
        assert "All of it is in /Game/BP_Child already" in heat.do("write_graph", **given)
    assert "0 errors" in heat.do("compile_blueprint", blueprint="BP_Child")


def test_what_is_not_overridden_yet_says_how(heat: Tools) -> None:
    code = f"{HEAD}  return super().Heat(Amount) * 2\n"
    text = heat.refused("write_graph", blueprint="BP_Child", code=code)
    assert "Use override_function with function_name Heat first" in text
    text = heat.refused("write_graph", blueprint="BP_Child", code="on BeginPlay():\n  super().Heet()\n")
    assert "Nearest: Heat" in text


def test_an_event_calls_a_parent_blueprint_and_never_a_class_of_the_engine(heat: Tools) -> None:
    code = 'on BeginPlay():\n  super().BeginPlay()\n  PrintString("child")\n'
    assert "Add Call to Parent Function" in heat.refused("write_graph", blueprint="BP_Child", code=code)
    assert "is left out: Actor is a class of the engine" in heat.do(
        "write_graph", blueprint="BP_Door", code=code
    )
