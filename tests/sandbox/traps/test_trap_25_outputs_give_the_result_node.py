"""Trap 25: `add_graph_output_parameter` gives the result node, which is not there before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor


@pytest.fixture
def script(door: Any) -> Any:
    return door.unreal.BlueprintGraphEditor.create_and_edit_function_graph(door.asset, "Turn")


def _classes(script: Any) -> list[str]:
    return [str(node.get_class().get_name()) for node in script.list_all_nodes()]


def test_a_new_function_has_an_entry_and_no_result_node(script: Any) -> None:
    assert _classes(script) == ["K2Node_FunctionEntry"]


def test_an_output_comes_back_as_the_result_node_an_input_as_its_pin(door: Any, script: Any) -> None:
    number = door.library.get_basic_type_by_name("int")
    node = script.add_graph_output_parameter("Steps", number)
    assert node.get_class().get_name() == "K2Node_FunctionResult"
    assert not hasattr(node, "get_pin_name")
    assert node.find_input_pin("Steps").is_valid()
    pin = script.add_graph_input_parameter("Angle", number)
    assert pin.get_pin_name() == "Angle"
    assert pin.get_owning_node().get_class().get_name() == "K2Node_FunctionEntry"


def test_a_second_output_comes_to_the_same_node(door: Any, script: Any) -> None:
    number = door.library.get_basic_type_by_name("int")
    first = script.add_graph_output_parameter("Steps", number)
    assert script.add_graph_output_parameter("Rest", number) == first
    assert _classes(script).count("K2Node_FunctionResult") == 1


def test_every_result_node_gets_a_later_output(door: Any, script: Any) -> None:
    number = door.library.get_basic_type_by_name("int")
    script.add_graph_output_parameter("Steps", number)
    other = script.add_return_node()
    assert other.find_input_pin("Steps").is_valid()
    script.add_graph_output_parameter("Rest", number)
    assert other.find_input_pin("Rest").is_valid()
    assert script.remove_graph_output_parameter("Steps") is True
    assert not other.find_input_pin("Steps").is_valid()
    assert script.remove_graph_output_parameter("Steps") is False


@pytest.mark.parametrize("is_linked", [True, False])
def test_the_first_result_node_is_linked_to_a_bare_entry_or_not(
    editor: SandboxEditor, door: Any, script: Any, *, is_linked: bool
) -> None:
    editor.switches.first_return_node_is_linked = is_linked
    node = script.add_graph_output_parameter("Steps", door.library.get_basic_type_by_name("int"))
    assert bool(node.find_execute_pin().list_connected_pins()) is is_linked


def test_an_unlinked_result_compiles_with_a_warning_only(
    editor: SandboxEditor, door: Any, script: Any
) -> None:
    editor.switches.first_return_node_is_linked = False
    node = script.add_graph_output_parameter("Steps", door.library.get_basic_type_by_name("int"))
    assert door.compile() is True
    status = door.asset.get_editor_property("status")
    assert status == door.unreal.BlueprintStatus.BS_UP_TO_DATE_WITH_WARNINGS
    assert list(script.list_nodes_with_warnings()) == [node]


def test_event_graphs_have_neither(door: Any) -> None:
    number = door.library.get_basic_type_by_name("int")
    assert door.nodes.add_graph_output_parameter("Steps", number) is None
    assert not door.nodes.add_graph_input_parameter("Angle", number).is_valid()
    assert door.nodes.add_return_node() is None
