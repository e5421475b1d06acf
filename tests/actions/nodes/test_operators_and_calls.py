"""Operators with many inputs, calls through interfaces, calls on several targets, and named pins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of, make_node

if TYPE_CHECKING:
    from actions.conftest import Tools

DOOR = "BP_Door"
MATH = "/Script/Engine.KismetMathLibrary"


def _inputs(tools: Tools, node_id: str = "N1") -> list[str]:
    return [pin.name for pin in tools.node(node_id).visible_pins if pin.direction == "input"]


@pytest.mark.parametrize(
    ("given", "pins"),
    [
        ({"node_type": "Add", "count": 4}, "ABCD"),
        ({"node_type": "Multiply", "count": "3"}, "ABC"),
        ({"node_type": "Operator", "function_name": "+", "num_inputs": 3}, "ABC"),
        ({"node_type": "CallFunction", "function_name": "BooleanAND", "count": 5}, "ABCDE"),
        ({"node_type": "CallFunction", "function_name": "Add_DoubleDouble", "count": 3}, "ABC"),
        ({"node_type": "CallFunction", "function_name": "Concat_StrStr", "count": 3}, "ABC"),
        ({"node_type": "CallFunction", "function_name": "Concat_StrStr", "count": 2}, "AB"),
    ],
)
def test_an_operator_takes_as_many_inputs_as_are_asked_for(
    tools: Tools, given: dict[str, Any], pins: str
) -> None:
    tools.do("add_node", blueprint=DOOR, **given)
    assert _inputs(tools) == list(pins)
    tools.do("build_graph", blueprint=DOOR, nodes=[{"id": "sum", **given}])
    assert _inputs(tools, "N2") == list(pins)


@pytest.mark.parametrize(
    ("given", "mentioned"),
    [
        ({"node_type": "Less", "count": 3}, "takes no further inputs"),
        (
            {"node_type": "CallFunction", "function_name": "PrintString", "count": 3},
            "takes no further inputs",
        ),
        (
            {"node_type": "CallFunction", "function_name": "Less_IntInt", "count": 3},
            "takes no further inputs",
        ),
        ({"node_type": "Add", "count": 27}, "26 inputs at most"),
    ],
)
def test_what_takes_no_more_inputs_is_refused(tools: Tools, given: dict[str, Any], mentioned: str) -> None:
    assert mentioned in tools.refused("add_node", blueprint=DOOR, **given)


def test_the_inputs_of_an_operator_are_read_back(tools: Tools) -> None:
    spec = CallFunctionSpec(f"{MATH}:BooleanOR", 4)
    numbers = iter(f"{number:032X}" for number in range(1, 40))
    node = make_node(
        spec, owner=tools.door, catalog=tools.context.catalog, name="N", new_guid=numbers.__next__
    )
    assert any_spec_of(node) == spec
    assert any_spec_of(
        make_node(
            CallFunctionSpec(spec.function),
            owner=tools.door,
            catalog=tools.context.catalog,
            name="N",
            new_guid=numbers.__next__,
        )
    ) == CallFunctionSpec(spec.function)


def test_linked_and_filled_inputs_beyond_the_second_stay(tools: Tools) -> None:
    tools.do("add_variable", blueprint=DOOR, variable_name="Speed", variable_type="float")
    tools.do(
        "build_graph",
        blueprint=DOOR,
        nodes=[
            {"id": "speed", "node_type": "GetVariable", "variable_name": "Speed"},
            {"id": "sum", "node_type": "Add", "count": 4},
        ],
        links=["speed.Speed -> sum.A", "speed.Speed -> sum.D"],
        values={"sum.C": 2.5},
    )
    assert tools.links() == {"N1.Speed -> N2.A", "N1.Speed -> N2.D"}
    pin = tools.node("N2").find_pin("C")
    assert pin is not None
    assert float(pin.default) == 2.5


def test_the_first_input_of_an_operator_takes_no_value(tools: Tools) -> None:
    tools.do("add_node", blueprint=DOOR, node_type="CallFunction", function_name="Add_DoubleDouble")
    assert "Give the value to B" in tools.refused("set_pin_value", node_id="N1", pin_name="A", value=1)
    tools.do("set_pin_value", node_id="N1", pin_name="B", value=1)


# --- calls -----------------------------------------------------------------------------------------


def test_a_function_of_an_engine_interface_is_called_on_what_implements_it(tools: Tools) -> None:
    """The usual start of Enhanced Input: the mapping context is added to the player's subsystem."""
    tools.do(
        "build_graph",
        blueprint=DOOR,
        nodes=[
            {"id": "start", "node_type": "Event", "event_name": "BeginPlay"},
            {"id": "player", "node_type": "GetPlayerController"},
            {"id": "input", "node_type": "GetSubsystem", "target_class": "EnhancedInputLocalPlayerSubsystem"},
            {
                "id": "add",
                "node_type": "CallFunction",
                "function_name": "AddMappingContext",
                "target_class": "EnhancedInputLocalPlayerSubsystem",
            },
        ],
        links=[
            "start.then -> add.execute",
            "player.ReturnValue -> input.PlayerController",
            "input.ReturnValue -> add.Target",
        ],
    )
    add = next(
        node
        for node in tools.event_graph.nodes
        if node.class_name == "K2Node_CallFunction" and "Mapping" in str(node.properties)
    )
    target = add.find_pin("self")
    assert target is not None
    assert target.type.category == "interface"
    assert tools.call("compile_blueprint", blueprint=DOOR).ok


def test_a_message_to_what_is_no_interface_is_refused(tools: Tools) -> None:
    text = tools.refused(
        "add_node",
        blueprint=DOOR,
        node_type="InterfaceMessage",
        function_name="K2_DestroyActor",
        target_class="Actor",
    )
    assert "no interface" in text


SEVERAL = {
    "nodes": [
        {"id": "left", "node_type": "GetVariable", "variable_name": "Left"},
        {"id": "right", "node_type": "GetVariable", "variable_name": "Right"},
        {
            "id": "hide",
            "node_type": "CallFunction",
            "function_name": "SetVisibility",
            "target_class": "SceneComponent",
        },
    ],
    "links": ["left.Left -> hide.Target", "right.Right -> hide.Target"],
}


def test_a_call_that_gives_nothing_back_is_made_on_several_targets(tools: Tools) -> None:
    for name in ("Left", "Right"):
        tools.do("add_component", blueprint=DOOR, component_type="StaticMesh", component_name=name)
    tools.do("build_graph", blueprint=DOOR, **SEVERAL)
    assert tools.links() == {"N1.Left -> N3.self", "N2.Right -> N3.self"}


def test_a_call_that_gives_something_back_has_one_target(tools: Tools) -> None:
    for name in ("Left", "Right"):
        tools.do("add_component", blueprint=DOOR, component_type="StaticMesh", component_name=name)
    call = {
        "id": "hide",
        "node_type": "CallFunction",
        "function_name": "IsVisible",
        "target_class": "SceneComponent",
    }
    nodes = [*SEVERAL["nodes"][:2], call]
    assert "takes one link" in tools.refused(
        "build_graph", blueprint=DOOR, nodes=nodes, links=SEVERAL["links"]
    )


def test_exec_pins_without_a_name_are_shown_and_linked_by_the_usual_ones(tools: Tools) -> None:
    text = tools.do("add_node", blueprint=DOOR, node_type="Macro", function_name="Increment Int")
    assert "in: execute," in text
    assert "out: then," in text
    tools.do("add_node", blueprint=DOOR, node_type="Event", event_name="BeginPlay")
    tools.do("add_node", blueprint=DOOR, node_type="PrintString")
    linked = tools.do(
        "connect_nodes", source_node="N2", source_pin="then", target_node="N1", target_pin="execute"
    )
    assert linked.startswith("Linked N2.then -> N1.execute.")
    linked = tools.do(
        "connect_nodes", source_node="N1", source_pin="then", target_node="N3", target_pin="execute"
    )
    assert linked.startswith("Linked N1.then -> N3.execute.")


def test_line_ends_of_windows_are_taken_in_a_comment(tools: Tools) -> None:
    tools.do("add_comment_box", blueprint=DOOR, comment="Opens\r\nthe door")
    assert tools.node("N1").find_property("NodeComment") == r'"Opens\nthe door"'
