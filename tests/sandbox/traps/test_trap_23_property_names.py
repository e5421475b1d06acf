"""Trap 23: an empty `nodes`, protected properties, names without the b, Text for Text, enum names."""

from __future__ import annotations

from typing import Any

import pytest

from unreal_sandbox import ScriptError


def _component(door: Any) -> Any:
    handle, _ = door.add_component(door.unreal.StaticMeshComponent)
    library = door.unreal.SubobjectDataBlueprintFunctionLibrary
    return library.get_object_for_blueprint(library.get_data(handle), door.asset)


def test_the_nodes_of_a_graph_are_silently_empty(door: Any) -> None:
    assert list(door.graph.get_editor_property("nodes")) == []
    assert list(door.graph.get_editor_property("Nodes")) == []
    assert len(door.nodes.list_all_nodes()) == 3


@pytest.mark.parametrize(
    "name",
    ["ubergraph_pages", "UbergraphPages", "simple_construction_script", "new_variables", "function_graphs"],
)
def test_what_a_blueprint_is_made_of_is_protected(door: Any, name: str) -> None:
    with pytest.raises(ScriptError, match="is protected and cannot be read"):
        door.asset.get_editor_property(name)
    with pytest.raises(ScriptError, match="is protected and cannot be set"):
        door.asset.set_editor_property(name, None)


def test_a_property_that_does_not_exist_is_refused_in_other_words(door: Any) -> None:
    with pytest.raises(ScriptError, match="Failed to find property 'graphs'"):
        door.asset.get_editor_property("graphs")


def test_a_bool_property_has_no_leading_b_in_python(unreal: Any, door: Any) -> None:
    template = _component(door)
    template.set_editor_property("cast_shadow", False)
    assert template.get_editor_property("CastShadow") is False
    template.set_editor_property("hidden_in_game", True)
    assert template.get_editor_property("bHiddenInGame") is True
    with pytest.raises(ScriptError, match="Failed to find property"):
        template.get_editor_property("b_hidden_in_game")
    with pytest.raises(TypeError):
        template.set_editor_property("hidden_in_game", 1)
    assert isinstance(template, unreal.SceneComponent)


def test_a_text_parameter_takes_no_str(unreal: Any, door: Any) -> None:
    handle, _ = door.add_component(unreal.StaticMeshComponent)
    with pytest.raises(TypeError, match="'str' as 'Text'"):
        door.subsystem.rename_subobject(handle, "Body")


def test_an_enum_has_upper_case_entries_and_no_leading_e(unreal: Any, door: Any) -> None:
    assert door.asset.get_editor_property("status") == unreal.BlueprintStatus.BS_UP_TO_DATE
    for name in ("EBlueprintStatus", "EComponentMobility"):
        assert not hasattr(unreal, name)
    assert unreal.ComponentMobility.MOVABLE.name == "MOVABLE"
    with pytest.raises(AttributeError):
        _ = unreal.ComponentMobility.Movable
    template = _component(door)
    template.set_editor_property("mobility", unreal.ComponentMobility.STATIC)
    with pytest.raises(TypeError):
        template.set_editor_property("mobility", 0)
