"""Functions and variables of other Blueprints and of parents, as they were compiled."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def key(unreal: Any) -> Any:
    """Another Blueprint with the compiled function Turn(Angle) and variable Weight."""
    library = unreal.BlueprintEditorLibrary
    asset = library.create_blueprint_asset_with_parent("/Game/BP_Key", unreal.Actor)
    script = unreal.BlueprintGraphEditor.create_and_edit_function_graph(asset, "Turn")
    script.add_graph_input_parameter("Angle", library.get_basic_type_by_name("int"))
    library.add_member_variable(asset, "Weight", library.get_basic_type_by_name("real"))
    library.compile_blueprint(asset)
    return asset


TURN = "/Game/BP_Key.BP_Key_C:Turn"


def _pins(pins: Any) -> list[str]:
    return [str(pin.get_pin_name()) for pin in pins]


def _run(door: Any, node: Any) -> None:
    event = door.nodes.find_event_node("ReceiveBeginPlay")
    assert event.find_then_pin().try_create_connection(node.find_execute_pin())


@pytest.mark.usefixtures("key")
def test_a_function_of_another_blueprint_is_called_by_its_path(door: Any) -> None:
    for path in (TURN, TURN.replace(":", ".")):
        assert _pins(door.call(path).list_input_pins()) == ["execute", "self", "Angle"]


@pytest.mark.usefixtures("key")
def test_without_a_target_such_a_call_does_not_compile(unreal: Any, door: Any) -> None:
    library = door.library
    library.add_member_variable(
        door.asset, "Key", library.get_object_reference_type(unreal.load_class(None, "/Game/BP_Key.BP_Key_C"))
    )
    door.compile()
    call = door.call(TURN)
    _run(door, call)
    assert door.compile() is False
    getter = door.nodes.add_get_member_variable_node("Key")
    assert getter.find_output_pin("Key").try_create_connection(call.find_self_pin())
    assert door.compile() is True


def test_a_function_that_its_class_was_not_compiled_with_is_a_ghost(unreal: Any, door: Any, key: Any) -> None:
    unreal.BlueprintEditorLibrary.add_function_graph(key, "Spin")
    assert not door.call(TURN.replace("Turn", "Spin")).list_all_pins()
    unreal.BlueprintEditorLibrary.compile_blueprint(key)
    assert door.call(TURN.replace("Turn", "Spin")).list_all_pins()


def test_a_changed_signature_breaks_callers_when_both_are_compiled(unreal: Any, door: Any, key: Any) -> None:
    call = door.call(TURN)
    _run(door, call)
    script = unreal.BlueprintGraphEditor.get_graph_editor_by_name(key, "Turn")
    script.add_graph_input_parameter("Speed", door.library.get_basic_type_by_name("real"))
    door.compile()
    assert "parameter Speed" not in call.get_editor_property("error_msg")
    unreal.BlueprintEditorLibrary.compile_blueprint(key)
    assert door.compile() is False
    assert "parameter Speed of Turn" in call.get_editor_property("error_msg")


def test_a_private_function_cannot_be_called_from_outside(unreal: Any, door: Any, key: Any) -> None:
    call = door.call(TURN)
    _run(door, call)
    unreal.BlueprintGraphEditor.get_graph_editor_by_name(key, "Turn").set_function_is_private()
    unreal.BlueprintEditorLibrary.compile_blueprint(key)
    assert door.compile() is False
    assert "is private" in call.get_editor_property("error_msg")


@pytest.mark.usefixtures("key")
def test_variables_of_another_class_have_a_target(door: Any) -> None:
    getter = door.nodes.add_get_member_variable_node("Weight", "/Game/BP_Key.BP_Key_C")
    assert _pins(getter.list_all_pins()) == ["self", "Weight"]
    setter = door.nodes.add_set_member_variable_node("Weight", "/Game/BP_Key.BP_Key_C")
    assert set(_pins(setter.list_all_pins())) == {"execute", "Weight", "self", "then", "Output_Get"}
    assert door.nodes.add_get_member_variable_node("Height", "/Game/BP_Key.BP_Key_C") is None
    assert door.nodes.add_get_member_variable_node("Weight") is None


def test_a_child_has_the_members_of_its_parent(unreal: Any, key: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    child = library.create_blueprint_asset_with_parent("/Game/BP_Child", key.generated_class())
    nodes = unreal.BlueprintGraphEditor.get_graph_editor_by_name(child, "EventGraph")
    assert _pins(nodes.add_get_member_variable_node("Weight").list_all_pins()) == ["Weight"]
    call = nodes.add_call_function_node("Turn")
    assert _pins(call.list_input_pins()) == ["execute", "self", "Angle"]
    event = nodes.find_event_node("ReceiveBeginPlay")
    assert event.find_then_pin().try_create_connection(call.find_execute_pin())
    assert library.compile_blueprint(child) is True
    assert library.add_member_variable(child, "weight", library.get_basic_type_by_name("int")) is False
    assert library.add_function_graph(child, "Turn").get_name() == "Turn_0"


def test_a_library_function_is_called_from_anywhere_without_a_target(unreal: Any, door: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    asset = library.create_blueprint_asset_with_parent("/Game/BFL_Maths", unreal.BlueprintFunctionLibrary)
    script = unreal.BlueprintGraphEditor.create_and_edit_function_graph(asset, "Twice")
    script.add_graph_output_parameter("Result", library.get_basic_type_by_name("int"))
    library.compile_blueprint(asset)
    call = door.call("/Game/BFL_Maths.BFL_Maths_C:Twice")
    assert _pins(call.list_all_pins()) == ["execute", "then", "Result"]
    _run(door, call)
    assert door.compile() is True
