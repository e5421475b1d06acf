"""Trap 7: wildcards drop literals, the first link settles the type, A of an operator never keeps one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sandbox.functions import DELAY

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor

MULTIPLY = "Utilities|Operators|Multiply"


def operator(unreal: Any, door: Any, name: str = MULTIPLY) -> Any:
    return door.nodes.create_node_from_name(name, unreal.Vector2D(), [])


@pytest.mark.parametrize("name", ["Utilities|Array|MakeArray", "Utilities|Select", MULTIPLY])
def test_a_literal_on_a_wildcard_is_taken_and_gone(unreal: Any, door: Any, name: str) -> None:
    node = door.nodes.create_node_from_name(name, unreal.Vector2D(), [])
    pin = node.list_input_pins()[0]
    assert pin.set_pin_value("5") is True
    assert pin.get_pin_value() == ""


def test_link_first_literal_second(unreal: Any, door: Any) -> None:
    node = operator(unreal, door)
    node.find_input_pin("B").set_pin_value("2")
    seconds = door.nodes.find_event_node("ReceiveTick").find_output_pin("DeltaSeconds")
    assert seconds.try_create_connection(node.find_input_pin("A"))
    assert node.find_input_pin("B").get_pin_value() in {"", "0.0"}
    assert node.find_input_pin("B").set_pin_value("2") is True
    assert float(node.find_input_pin("B").get_pin_value()) == 2


def test_a_never_keeps_a_literal(unreal: Any, door: Any) -> None:
    node = operator(unreal, door)
    result = node.find_output_pin("ReturnValue")
    assert result.try_create_connection(door.call(DELAY).find_input_pin("Duration"))
    assert "Float" in str(node.find_input_pin("A").get_pin_type_display_string())
    assert node.find_input_pin("A").set_pin_value("4") is True
    assert node.find_input_pin("A").get_pin_value() in {"", "0.0"}
    assert node.find_input_pin("B").set_pin_value("4") is True
    assert float(node.find_input_pin("B").get_pin_value()) == 4


def test_a_settled_array_refuses_another_type(unreal: Any, door: Any) -> None:
    make = door.nodes.create_node_from_name("Utilities|Array|MakeArray", unreal.Vector2D(), [])
    tick = door.nodes.find_event_node("ReceiveTick")
    assert tick.find_output_pin("DeltaSeconds").try_create_connection(make.find_input_pin("[0]"))
    assert door.nodes.add_node_pin(make)
    me = door.nodes.create_node_from_name("Variables|Getareferencetoself", unreal.Vector2D(), [])
    assert me.find_output_pin("self").try_create_connection(make.find_input_pin("[1]")) is False


@pytest.mark.parametrize(("takes", "stored"), [(False, False), (True, True)])
def test_b_of_a_vector_operator_takes_a_number_or_not(
    editor: SandboxEditor, unreal: Any, door: Any, takes: bool, stored: bool
) -> None:
    editor.switches.float_literals_on_vector_operands = takes
    node = operator(unreal, door)
    vector = door.call("/Script/Engine.Actor:GetActorForwardVector")
    assert vector.find_result_pin().try_create_connection(node.find_input_pin("A"))
    assert node.find_input_pin("B").set_pin_value("2.5") is stored
    assert (node.find_input_pin("B").get_pin_value() == "2.5") is stored
