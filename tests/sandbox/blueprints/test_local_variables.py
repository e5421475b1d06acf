"""Local variables of function graphs."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def script(door: Any) -> Any:
    return door.unreal.BlueprintGraphEditor.create_and_edit_function_graph(door.asset, "Turn")


@pytest.fixture
def number(door: Any) -> Any:
    return door.library.get_basic_type_by_name("int")


def _names(script: Any) -> list[str]:
    return [str(name) for name in script.list_local_variable_names()]


def test_a_local_variable_has_type_and_default(script: Any, number: Any) -> None:
    assert script.add_local_variable("Steps", number, "3") is True
    assert _names(script) == ["Steps"]
    assert script.get_local_variable_type("steps") == number
    assert script.get_local_variable_default_value("Steps") == "3"
    assert script.get_local_variable_type("Rest") is None
    assert script.get_local_variable_default_value("Rest") is None


def test_a_taken_name_is_numbered_without_a_word(door: Any, script: Any, number: Any) -> None:
    door.add_variable("Speed")
    script.add_graph_input_parameter("Angle", number)
    for name in ("Steps", "Steps", "Angle", "Speed"):
        assert script.add_local_variable(name, number) is True
    assert _names(script) == ["Steps", "Steps_0", "Angle_0", "Speed_0"]


def test_event_graphs_have_none(door: Any, number: Any) -> None:
    assert door.nodes.add_local_variable("Steps", number) is False
    assert _names(door.nodes) == []
    assert door.nodes.remove_local_variable("Steps") is False
    assert door.nodes.add_get_local_variable_node("Steps") is None


def test_a_default_is_checked_against_the_type(door: Any, script: Any, number: Any) -> None:
    script.add_local_variable("Steps", number)
    door.compile()
    assert script.set_local_variable_default_value("Steps", "many") is False
    assert script.get_local_variable_default_value("Steps") == ""
    assert script.set_local_variable_default_value("Steps", "7") is True
    assert script.get_local_variable_default_value("Steps") == "7"
    assert script.set_local_variable_default_value("Rest", "7") is False


def test_nodes_of_a_removed_local_variable_break(door: Any, script: Any, number: Any) -> None:
    script.add_local_variable("Steps", number)
    door.compile()
    setter = script.add_set_local_variable_node("Steps")
    assert setter.find_output_pin("Output_Get").is_valid()
    assert script.find_graph_entry_pin().try_create_connection(setter.find_execute_pin())
    assert door.compile() is True
    assert script.remove_local_variable("Steps") is True
    assert door.compile() is False
    assert '"Steps"' in setter.get_editor_property("error_msg")


def test_another_function_does_not_know_it(door: Any, script: Any, number: Any) -> None:
    script.add_local_variable("Steps", number)
    other = door.unreal.BlueprintGraphEditor.create_and_edit_function_graph(door.asset, "Spin")
    door.compile()
    assert other.add_get_local_variable_node("Steps") is None
    assert door.nodes.add_get_member_variable_node("Steps") is None
