"""Another parent, replaced variable references, unused variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from unreal_sandbox import StaleObjectError

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor


# --- parents ---------------------------------------------------------------------------------------


def test_a_new_parent_brings_its_events_and_a_new_class(unreal: Any, door: Any) -> None:
    old_class = door.asset.generated_class()
    door.library.reparent_blueprint(door.asset, unreal.Pawn)
    assert door.library.get_blueprint_parent_class(door.asset) == unreal.Pawn.static_class()
    with pytest.raises(StaleObjectError):
        old_class.get_name()
    assert unreal.MathLibrary.class_is_child_of(door.asset.generated_class(), unreal.Pawn)
    assert door.library.add_event_override(door.asset, "ReceivePossessed", unreal.IntPoint(0, 0)) is not None


def test_a_parent_with_a_root_of_its_own_replaces_the_default_root(unreal: Any, door: Any) -> None:
    assert "DefaultSceneRoot" in door.component_names()
    door.library.reparent_blueprint(door.asset, unreal.Character)
    assert "DefaultSceneRoot" not in door.component_names()
    door.library.reparent_blueprint(door.asset, unreal.Actor)
    assert "DefaultSceneRoot" in door.component_names()


def test_a_parent_that_cannot_be_changes_nothing(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    child = door.library.create_blueprint_asset_with_parent("/Game/BP_Child", door.asset.generated_class())
    for bad in (child.generated_class(), door.asset.generated_class(), unreal.Class.static_class()):
        door.library.reparent_blueprint(door.asset, bad)
        assert door.library.get_blueprint_parent_class(door.asset) == unreal.Actor.static_class()
    assert "keeps its parent" in editor.log_text("LogBlueprintEditorLib")


def test_events_that_the_new_parent_does_not_have_break(unreal: Any, door: Any) -> None:
    door.library.reparent_blueprint(door.asset, unreal.Pawn)
    event = door.library.add_event_override(door.asset, "ReceivePossessed", unreal.IntPoint(0, 0))
    assert door.compile() is True
    door.library.reparent_blueprint(door.asset, unreal.Actor)
    assert door.compile() is False
    assert "ReceivePossessed" in event.get_editor_property("error_msg")


# --- variables -------------------------------------------------------------------------------------


def test_references_go_over_to_the_other_variable(door: Any) -> None:
    door.add_variable("Old")
    door.add_variable("New")
    door.compile()
    getter = door.nodes.add_get_member_variable_node("Old")
    setter = door.nodes.add_set_member_variable_node("Old")
    event = door.nodes.find_event_node("ReceiveBeginPlay")
    assert event.find_then_pin().try_create_connection(setter.find_execute_pin())
    assert getter.find_output_pin("Old").try_create_connection(setter.find_input_pin("Old"))
    door.library.replace_variable_references(door.asset, "Old", "New")
    assert getter.find_output_pin("New").list_connected_pins()
    assert not getter.find_output_pin("Old").is_valid()
    door.nodes.remove_member_variable("Old")
    assert door.compile() is True


def test_references_to_a_variable_of_another_type_break(door: Any) -> None:
    door.add_variable("Old")
    door.add_variable("New", "string")
    door.compile()
    setter = door.nodes.add_set_member_variable_node("Old")
    event = door.nodes.find_event_node("ReceiveBeginPlay")
    assert event.find_then_pin().try_create_connection(setter.find_execute_pin())
    door.library.replace_variable_references(door.asset, "Old", "New")
    assert door.compile() is False


def test_an_unknown_new_name_changes_nothing(door: Any) -> None:
    door.add_variable("Old")
    door.compile()
    getter = door.nodes.add_get_member_variable_node("Old")
    door.library.replace_variable_references(door.asset, "Old", "New")
    assert getter.find_output_pin("Old").is_valid()


def test_only_variables_without_a_node_are_removed(door: Any) -> None:
    for name in ("Used", "Idle", "Spare"):
        door.add_variable(name)
    door.library.add_event_dispatcher(door.asset, "OnOpened")
    door.compile()
    door.nodes.add_get_member_variable_node("Used")
    assert door.library.remove_unused_variables(door.asset) == 2
    assert list(door.asset.list_member_variable_names(False)) == ["Used", "OnOpened"]
    assert door.library.remove_unused_variables(door.asset) == 0
