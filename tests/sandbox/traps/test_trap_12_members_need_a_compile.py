"""Trap 12: a new member is unknown to graphs until the Blueprint was compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor


@pytest.fixture
def fresh(door: Any) -> Any:
    """A Blueprint with one member of every kind that no compile has seen."""
    door.add_variable("Speed")
    door.nodes.add_custom_event_node("Open")
    door.library.add_event_dispatcher(door.asset, "OnOpened")
    door.unreal.BlueprintGraphEditor.create_and_edit_function_graph(door.asset, "Turn")
    return door


def _entries(door: Any) -> set[str]:
    return {str(name) for name in door.nodes.list_available_nodes([])}


def test_before_the_compile_nodes_are_none_or_have_no_pins(fresh: Any) -> None:
    assert fresh.nodes.add_get_member_variable_node("Speed") is None
    assert fresh.nodes.add_set_member_variable_node("Speed") is None
    assert fresh.nodes.add_dispatcher_event_node("OnOpened") is None
    assert not fresh.call("Open").list_all_pins()
    assert not fresh.call("Turn").list_all_pins()


def test_after_the_compile_they_are_there(fresh: Any) -> None:
    assert fresh.compile() is True
    assert fresh.nodes.add_get_member_variable_node("Speed") is not None
    assert fresh.nodes.add_set_member_variable_node("Speed") is not None
    assert fresh.nodes.add_dispatcher_event_node("OnOpened") is not None
    assert fresh.call("Open").find_execute_pin().is_valid()
    assert fresh.call("Turn").find_execute_pin().is_valid()


def test_the_palette_has_no_entry_before_the_compile(fresh: Any) -> None:
    assert "Variables|Default|GetSpeed" not in _entries(fresh)
    fresh.compile()
    assert "Variables|Default|GetSpeed" in _entries(fresh)


def test_the_switch_knows_members_at_once(editor: SandboxEditor, fresh: Any) -> None:
    editor.switches.members_are_known_before_compile = True
    assert fresh.nodes.add_get_member_variable_node("Speed") is not None
    assert fresh.call("Turn").find_execute_pin().is_valid()


def test_local_variables_and_inputs_wait_for_the_compile_too(door: Any) -> None:
    number = door.library.get_basic_type_by_name("int")
    script = door.unreal.BlueprintGraphEditor.create_and_edit_function_graph(door.asset, "Turn")
    script.add_local_variable("Steps", number)
    script.add_graph_input_parameter("Angle", number)
    assert script.add_get_local_variable_node("Steps") is None
    assert script.add_get_local_variable_node("Angle") is None
    assert script.set_local_variable_default_value("Steps", "3") is False
    door.compile()
    assert script.add_get_local_variable_node("Steps").find_output_pin("Steps").is_valid()
    assert script.add_get_local_variable_node("Angle").find_output_pin("Angle").is_valid()
    assert script.add_set_local_variable_node("Angle") is None
    assert script.set_local_variable_default_value("Steps", "3") is True


def test_a_removed_member_is_gone_at_once(fresh: Any) -> None:
    fresh.compile()
    fresh.nodes.remove_member_variable("Speed")
    fresh.library.remove_function_graph(fresh.asset, "Turn")
    assert fresh.nodes.add_get_member_variable_node("Speed") is None
    assert not fresh.call("Turn").list_all_pins()
