from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.graph.catalog.declarations import function_of

if TYPE_CHECKING:
    from actions.conftest import Tools
    from blueprint_assistant.graph.model.blueprint import Function


def function(tools: Tools, name: str) -> Function:
    graph = tools.door.find_graph(name)
    assert graph is not None
    found = function_of(graph)
    assert found is not None
    return found


def test_a_function_is_added_and_its_entry_can_be_linked(tools: Tools) -> None:
    text = tools.do("add_function", blueprint="BP_Door", function_name="Open")
    assert text.splitlines()[0] == "Added function Open to /Game/BP_Door."
    assert "N1" in text
    tools.do("add_node", blueprint="BP_Door", node_type="PrintString", graph_name="Open")
    tools.do("connect_nodes", source_node="N1", source_pin="then", target_node="N2", target_pin="execute")
    assert tools.project.undo_history()[0] == "AI: add function Open"


@pytest.mark.parametrize(
    ("inputs", "outputs"),
    [
        (
            [{"name": "Amount", "type": "float", "default": 5}, {"name": "Who", "type": "object:Actor"}],
            [{"name": "Done", "type": "bool"}],
        ),
        ("Amount: float = 5, Who: object:Actor", "Done: bool"),
        ({"Amount": {"type": "float", "default": "5"}, "Who": "Actor"}, {"Done": "bool"}),
        (["Amount: float = 5", "Actor Who"], ["bool Done"]),
        (
            [{"param_name": "Amount", "param_type": "float", "value": 5}, "Who: Actor"],
            {"name": "Done", "type": "bool"},
        ),
    ],
)
def test_parameters_are_taken_in_the_forms_that_models_send(tools: Tools, inputs: Any, outputs: Any) -> None:
    text = tools.do("add_function", blueprint="BP_Door", name="TakeHit", inputs=inputs, outputs=outputs)
    made = function(tools, "TakeHit")
    assert [f"{item.name}: {item.type}" for item in made.inputs] == ["Amount: double", "Who: object Actor"]
    assert float(made.inputs[0].default) == 5
    assert [f"{item.name}: {item.type}" for item in made.outputs] == ["Done: bool"]
    assert "N2" in text


def test_pure_and_access_are_set_and_the_category_is_told_to_be_out_of_reach(tools: Tools) -> None:
    text = tools.do(
        "add_function",
        blueprint="BP_Door",
        function_name="GetSpeed",
        outputs="Speed: float",
        is_pure="true",
        access_specifier="Private",
        category="Stats",
    )
    assert "category cannot be set" in text
    made = function(tools, "GetSpeed")
    assert made.is_pure
    assert made.access == "private"


def test_an_equal_function_is_success_without_a_change(tools: Tools) -> None:
    given = {"blueprint": "BP_Door", "function_name": "Open", "inputs": "Angle: float"}
    tools.do("add_function", **given)
    assert "exists already" in tools.done_before("add_function", **given)


@pytest.mark.parametrize(
    ("given", "mentioned"),
    [
        ({"function_name": "Open", "inputs": "Angle: float"}, "another signature"),
        ({"function_name": "Health"}, "already has a variable"),
        ({"function_name": "Shut", "inputs": "Angle"}, "Angle"),
        ({"function_name": "Shut", "inputs": "Angle: flaot"}, "float"),
        ({"function_name": "Shut", "inputs": [{"name": "Angle"}]}, "no type"),
        ({"function_name": "Shut", "inputs": 5}, "cannot be read"),
        ({"function_name": "Shut", "outputs": "Done: bool = true"}, "default"),
        ({"function_name": "Shut", "access_specifier": "Hidden"}, "Protected"),
        ({"function_name": "Shut.It"}, "cannot be in the name"),
        ({}, "function_name"),
    ],
)
def test_a_function_that_cannot_be_added_is_refused_and_nothing_changes(
    tools: Tools, given: dict[str, Any], mentioned: str
) -> None:
    tools.do("add_function", blueprint="BP_Door", function_name="Open")
    tools.do("add_variable", blueprint="BP_Door", name="Health", type="float")
    assert mentioned in tools.refused("add_function", blueprint="BP_Door", **given)
