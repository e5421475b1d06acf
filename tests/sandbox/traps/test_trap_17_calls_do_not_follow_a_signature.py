"""Trap 17: calls stay as they were when a signature changes; the compile error names the parameter."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def called(door: Any) -> Any:
    """The editor of a function with the input Angle, and a call of it behind BeginPlay."""
    number = door.library.get_basic_type_by_name("int")
    script = door.unreal.BlueprintGraphEditor.create_and_edit_function_graph(door.asset, "Turn")
    script.add_graph_input_parameter("Angle", number)
    door.compile()
    call = door.call("Turn")
    event = door.library.add_event_override(door.asset, "ReceiveBeginPlay", door.unreal.IntPoint(0, 0))
    assert event.find_then_pin().try_create_connection(call.find_execute_pin())
    assert door.compile() is True
    return script, call


def _inputs(node: Any) -> list[str]:
    return [str(pin.get_pin_name()) for pin in node.list_input_pins()]


def test_a_new_input_is_missing_on_the_call_and_the_compile_says_so(door: Any, called: Any) -> None:
    script, call = called
    script.add_graph_input_parameter("Speed", door.library.get_basic_type_by_name("real"))
    assert _inputs(call) == ["execute", "self", "Angle"]
    assert door.compile() is False
    assert "Could not find a pin for the parameter Speed of Turn" in call.get_editor_property("error_msg")
    assert _inputs(call) == ["execute", "self", "Angle"]


def test_a_removed_input_stays_on_the_call_and_the_compile_says_so(door: Any, called: Any) -> None:
    script, call = called
    assert script.remove_graph_input_parameter("Angle")
    assert "Angle" in _inputs(call)
    assert door.compile() is False
    assert "named Angle doesn't match any parameters of function Turn" in call.get_editor_property(
        "error_msg"
    )


def test_an_input_of_another_type_under_the_same_name_is_an_error(door: Any, called: Any) -> None:
    script, call = called
    script.remove_graph_input_parameter("Angle")
    script.add_graph_input_parameter("Angle", door.library.get_basic_type_by_name("string"))
    assert door.compile() is False
    assert "Angle" in call.get_editor_property("error_msg")


def test_a_new_output_is_missing_as_well(door: Any, called: Any) -> None:
    script, call = called
    script.add_graph_output_parameter("Done", door.library.get_basic_type_by_name("bool"))
    assert door.compile() is False
    assert "parameter Done of Turn" in call.get_editor_property("error_msg")


def test_refreshing_the_editor_window_does_not_help(door: Any, called: Any) -> None:
    script, call = called
    script.add_graph_input_parameter("Speed", door.library.get_basic_type_by_name("real"))
    door.library.refresh_open_editors_for_blueprint(door.asset)
    assert "Speed" not in _inputs(call)


def test_a_call_made_anew_after_the_compile_is_right(door: Any, called: Any) -> None:
    script, call = called
    script.add_graph_input_parameter("Speed", door.library.get_basic_type_by_name("real"))
    door.compile()
    (source,) = call.find_execute_pin().list_connected_pins()
    door.nodes.remove_nodes([call])
    fresh = door.call("Turn")
    assert source.try_create_connection(fresh.find_execute_pin())
    assert _inputs(fresh) == ["execute", "self", "Angle", "Speed"]
    assert door.compile() is True


def test_a_removed_function_leaves_its_calls_broken(door: Any, called: Any) -> None:
    _, call = called
    door.library.remove_function_graph(door.asset, "Turn")
    assert door.compile() is False
    assert 'Could not find a function named "Turn"' in call.get_editor_property("error_msg")
