"""Trap 9: a class on a class pin rebuilds its node, and pins taken before are stale."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor

TILE = "/Game/BP_Tile.BP_Tile_C"


@pytest.fixture
def spawn(unreal: Any, door: Any) -> Any:
    """Spawn Actor from Class, in a project with a BP_Tile that exposes two variables on spawn."""
    library = unreal.BlueprintEditorLibrary
    tile = library.create_blueprint_asset_with_parent("/Game/BP_Tile", unreal.Actor)
    for name in ("Row", "Column"):
        library.add_member_variable(tile, name, library.get_basic_type_by_name("int"))
        library.set_blueprint_variable_instance_editable(tile, name, True)
        library.set_blueprint_variable_expose_on_spawn(tile, name, True)
    library.compile_blueprint(tile)
    return door.nodes.create_node_from_name("Game|SpawnActorfromClass", unreal.Vector2D(), [])


def names_of(node: Any) -> list[str]:
    return [str(pin.get_pin_name()) for pin in node.list_input_pins()]


def test_a_class_brings_its_exposed_variables_and_its_type(spawn: Any) -> None:
    before = names_of(spawn)
    assert spawn.find_input_pin("Class").set_pin_value(TILE) is True
    assert names_of(spawn) == [*before, "Instigator", "Row", "Column"]
    assert "BP_Tile" in str(spawn.find_output_pin("ReturnValue").get_pin_type_display_string())


def test_another_class_takes_them_away_with_their_links(door: Any, spawn: Any) -> None:
    spawn.find_input_pin("Class").set_pin_value(TILE)
    count = door.call("/Script/Engine.KismetMathLibrary:RandomInteger")
    assert count.find_result_pin().try_create_connection(spawn.find_input_pin("Row"))
    assert spawn.find_input_pin("Class").set_pin_value("/Script/Engine.Actor") is True
    assert "Row" not in names_of(spawn)
    assert len(count.find_result_pin().list_connected_pins()) == 0
    assert spawn.find_input_pin("Class").set_pin_value("") is True
    assert "Instigator" not in names_of(spawn)


def test_a_link_on_the_class_pin_rebuilds_as_well(unreal: Any, door: Any, spawn: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    tile = unreal.load_class(None, TILE)
    library.add_member_variable(door.asset, "Kind", library.get_class_reference_type(tile))
    door.compile()
    getter = door.nodes.add_get_member_variable_node("Kind")
    assert getter.find_result_pin().try_create_connection(spawn.find_input_pin("Class"))
    assert "Row" in names_of(spawn)
    assert spawn.find_input_pin("Class").break_pin_links() is True
    assert "Row" not in names_of(spawn)


def test_what_is_kept_keeps_its_links_and_values(door: Any, spawn: Any) -> None:
    begin = door.nodes.find_event_node("ReceiveBeginPlay")
    assert begin.find_then_pin().try_create_connection(spawn.find_execute_pin())
    spawn.find_input_pin("Class").set_pin_value(TILE)
    assert len(spawn.find_execute_pin().list_connected_pins()) == 1


def test_pins_taken_before_are_invalid(spawn: Any) -> None:
    old = spawn.find_input_pin("Owner")
    spawn.find_input_pin("Class").set_pin_value(TILE)
    assert not old.is_valid()
    assert old.break_pin_links() is False
    assert spawn.find_input_pin("Owner").is_valid()


def test_or_they_are_found_again_by_name_and_index(editor: SandboxEditor, spawn: Any) -> None:
    editor.switches.pins_after_rebuild = "resolved"
    old = spawn.find_input_pin("Owner")
    spawn.find_input_pin("Class").set_pin_value(TILE)
    assert old.is_valid()
    row = spawn.find_input_pin("Row")
    spawn.find_input_pin("Class").set_pin_value("/Script/Engine.Actor")
    assert not row.is_valid()


def test_or_they_are_another_pin(editor: SandboxEditor, unreal: Any, spawn: Any) -> None:
    editor.switches.pins_after_rebuild = "elsewhere"
    library = unreal.BlueprintEditorLibrary
    gate = library.create_blueprint_asset_with_parent("/Game/BP_Gate", unreal.Actor)
    library.add_member_variable(gate, "Locked", library.get_basic_type_by_name("bool"))
    library.set_blueprint_variable_instance_editable(gate, "Locked", True)
    library.set_blueprint_variable_expose_on_spawn(gate, "Locked", True)
    library.compile_blueprint(gate)
    spawn.find_input_pin("Class").set_pin_value(TILE)
    row = spawn.find_input_pin("Row")
    spawn.find_input_pin("Class").set_pin_value("/Game/BP_Gate.BP_Gate_C")
    assert row.is_valid()
    assert str(row.get_pin_name()) == "Locked"
