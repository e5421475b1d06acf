"""Trap 22: results in pairs, silent renames, stale handles, no cascade, template names, the root."""

from __future__ import annotations

from typing import Any

import pytest

from unreal_sandbox import StaleObjectError


def _data(door: Any, handle: Any) -> Any:
    return door.unreal.SubobjectDataBlueprintFunctionLibrary.get_data(handle)


def _name(door: Any, handle: Any) -> str:
    library = door.unreal.SubobjectDataBlueprintFunctionLibrary
    return str(library.get_variable_name(_data(door, handle)))


def _template(door: Any, handle: Any) -> Any:
    library = door.unreal.SubobjectDataBlueprintFunctionLibrary
    return library.get_object_for_blueprint(_data(door, handle), door.asset)


def test_adding_gives_a_pair_and_a_failure_raises_nothing(unreal: Any, door: Any) -> None:
    handle, reason = door.add_component(unreal.Actor)
    assert isinstance(reason, unreal.Text)
    assert not reason.is_empty()
    assert handle is not None
    assert not unreal.SubobjectDataBlueprintFunctionLibrary.is_handle_valid(handle)


def test_a_rename_to_a_taken_name_claims_success(unreal: Any, door: Any) -> None:
    body, _ = door.add_component(unreal.StaticMeshComponent)
    lamp, _ = door.add_component(unreal.PointLightComponent, body)
    assert door.subsystem.rename_subobject(lamp, unreal.Text("StaticMesh")) is True
    assert _name(door, lamp) == "PointLight"


def test_a_deletion_makes_every_handle_stale_and_spares_the_children(unreal: Any, door: Any) -> None:
    body, _ = door.add_component(unreal.StaticMeshComponent)
    lamp, _ = door.add_component(unreal.PointLightComponent, body)
    bulb, _ = door.add_component(unreal.SpotLightComponent, lamp)
    template = _template(door, lamp)
    handles = door.handles()
    assert door.subsystem.delete_subobject(handles[0], lamp, door.asset) == 1
    assert door.component_names() == ["StaticMesh", "SpotLight"]
    assert door.subsystem.delete_subobject(handles[0], bulb, door.asset) == 0
    assert door.component_names() == ["StaticMesh", "SpotLight"]
    assert _name(door, bulb) == "None"
    with pytest.raises(StaleObjectError):
        template.get_name()


def test_a_template_is_named_after_its_variable_and_more(unreal: Any, door: Any) -> None:
    handle, _ = door.add_component(unreal.StaticMeshComponent)
    assert _template(door, handle).get_name() == "StaticMesh_GEN_VARIABLE"
    door.subsystem.rename_subobject(handle, unreal.Text("Body"))
    assert _template(door, handle).get_name() == "Body_GEN_VARIABLE"


def test_the_default_root_gives_way_and_comes_back(unreal: Any, door: Any) -> None:
    assert door.component_names() == ["DefaultSceneRoot"]
    body, _ = door.add_component(unreal.StaticMeshComponent)
    assert door.component_names() == ["StaticMesh"]
    door.subsystem.delete_subobject(door.handles()[0], body, door.asset)
    assert door.component_names() == ["DefaultSceneRoot"]
    assert door.subsystem.delete_subobject(door.handles()[0], door.handles()[1], door.asset) == 0
