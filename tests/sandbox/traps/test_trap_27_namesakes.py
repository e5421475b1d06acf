"""Trap 27: of two members of one name the wrong class's is taken, unless the declaring class is given."""

from __future__ import annotations

from typing import Any

import pytest

NAME = "Variables|Default|GetRow"


@pytest.fixture
def other(unreal: Any, door: Any) -> Any:
    """BP_Grid and the door both have a compiled variable Row."""
    library = unreal.BlueprintEditorLibrary
    asset = library.create_blueprint_asset_with_parent("/Game/BP_Grid", unreal.Actor)
    for blueprint in (asset, door.asset):
        library.add_member_variable(blueprint, "Row", library.get_basic_type_by_name("int"))
        library.compile_blueprint(blueprint)
    return asset


@pytest.mark.usefixtures("other")
def test_the_other_classes_getter_is_made_without_a_word(unreal: Any, door: Any) -> None:
    node = door.nodes.create_node_from_name(NAME, unreal.Vector2D(), [])
    assert node.find_output_pin("Row").is_valid()
    assert "BP_Grid" in str(node.find_self_pin().get_pin_type_display_string())


def test_the_declaring_class_decides(unreal: Any, door: Any, other: Any) -> None:
    own = door.nodes.create_node_from_name(NAME, unreal.Vector2D(), [], door.asset.generated_class())
    assert not own.find_self_pin().is_valid()
    grid = door.nodes.create_node_from_name(NAME, unreal.Vector2D(), [], other.generated_class())
    assert grid.find_self_pin().is_valid()


@pytest.mark.usefixtures("other")
def test_a_declaring_class_without_the_member_is_a_miss(unreal: Any, door: Any) -> None:
    assert door.nodes.create_node_from_name(NAME, unreal.Vector2D(), [], unreal.Pawn) is None


@pytest.mark.usefixtures("other")
def test_the_wrong_getter_is_an_error_only_when_it_runs(unreal: Any, door: Any) -> None:
    getter = door.nodes.create_node_from_name(NAME, unreal.Vector2D(), [])
    assert door.compile() is True
    switch = door.nodes.create_node_from_name(
        "Utilities|FlowControl|Switch|SwitchonInt", unreal.Vector2D(), []
    )
    assert getter.find_output_pin("Row").try_create_connection(switch.find_input_pin("Selection"))
    begin = door.nodes.find_event_node("ReceiveBeginPlay")
    assert begin.find_then_pin().try_create_connection(switch.find_execute_pin())
    assert door.compile() is False
    assert list(door.nodes.list_nodes_with_errors()) == [getter]
