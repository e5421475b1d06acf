"""The component tree: results in pairs, silent renames, stale handles, roots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from unreal_sandbox import StaleObjectError

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor


def data_of(unreal: Any, handle: Any) -> Any:
    return unreal.SubobjectDataBlueprintFunctionLibrary.get_data(handle)


def name_of(unreal: Any, handle: Any) -> str:
    library = unreal.SubobjectDataBlueprintFunctionLibrary
    return str(library.get_variable_name(data_of(unreal, handle)))


def test_a_new_actor_has_a_default_root(unreal: Any, door: Any) -> None:
    library = unreal.SubobjectDataBlueprintFunctionLibrary
    actor, root = door.handles()
    assert library.is_actor(data_of(unreal, actor))
    assert library.is_default_scene_root(data_of(unreal, root))
    assert library.is_root_component(data_of(unreal, root))
    assert library.get_parent_handle(data_of(unreal, root)) == actor


def test_adding_gives_a_handle_and_an_empty_text(unreal: Any, door: Any) -> None:
    handle, reason = door.add_component(unreal.PointLightComponent, door.handles()[1])
    assert reason.is_empty()
    assert name_of(unreal, handle) == "PointLight"
    assert door.component_names() == ["DefaultSceneRoot", "PointLight"]


def test_a_refused_class_gives_an_empty_handle_and_the_reason(unreal: Any, door: Any) -> None:
    for kind in (unreal.Actor, unreal.Pawn):
        handle, reason = door.add_component(kind)
        assert "is not a component class" in str(reason)
        assert not unreal.SubobjectDataBlueprintFunctionLibrary.is_handle_valid(handle)
    assert door.component_names() == ["DefaultSceneRoot"]


def test_the_first_scene_component_on_the_actor_takes_the_default_roots_place(unreal: Any, door: Any) -> None:
    handle, _ = door.add_component(unreal.StaticMeshComponent)
    assert door.component_names() == ["StaticMesh"]
    library = unreal.SubobjectDataBlueprintFunctionLibrary
    assert library.is_root_component(data_of(unreal, handle))
    door.add_component(unreal.PointLightComponent)
    light = door.handles()[2]
    assert name_of(unreal, library.get_parent_handle(data_of(unreal, light))) == "StaticMesh"


def test_a_component_without_a_place_leaves_the_root_alone(unreal: Any, door: Any) -> None:
    door.add_component(unreal.RotatingMovementComponent)
    assert door.component_names() == ["DefaultSceneRoot", "RotatingMovement"]


def test_names_are_numbered_when_taken(unreal: Any, door: Any) -> None:
    root = door.handles()[1]
    for _ in range(3):
        door.add_component(unreal.PointLightComponent, root)
    assert door.component_names() == ["DefaultSceneRoot", "PointLight", "PointLight_0", "PointLight_1"]


def test_a_rename_that_clashes_fails_without_a_word(unreal: Any, door: Any) -> None:
    handle, _ = door.add_component(unreal.StaticMeshComponent)
    assert door.subsystem.rename_subobject(handle, unreal.Text("Body")) is True
    assert name_of(unreal, handle) == "Body"
    for taken in ("CustomTimeDilation", "ReceiveTick", "with space", ""):
        assert door.subsystem.rename_subobject(handle, unreal.Text(taken)) is True
        assert name_of(unreal, handle) == "Body"
        assert door.subsystem.is_valid_rename(handle, unreal.Text(taken)) is None
    assert door.subsystem.is_valid_rename(handle, unreal.Text("Torso")) == ""


def test_the_template_is_named_after_the_variable(unreal: Any, door: Any) -> None:
    handle, _ = door.add_component(unreal.StaticMeshComponent)
    door.subsystem.rename_subobject(handle, unreal.Text("Body"))
    library = unreal.SubobjectDataBlueprintFunctionLibrary
    template = library.get_object_for_blueprint(data_of(unreal, handle), door.asset)
    assert template.get_name() == "Body_GEN_VARIABLE"
    assert template.get_class().get_name() == "StaticMeshComponent"
    assert isinstance(template, unreal.SceneComponent)
    template.set_editor_property("relative_rotation", unreal.Rotator(yaw=90.0))
    assert template.get_editor_property("RelativeRotation").yaw == 90.0


def test_deleting_does_not_cascade_and_makes_every_handle_stale(unreal: Any, door: Any) -> None:
    body, _ = door.add_component(unreal.StaticMeshComponent)
    light, _ = door.add_component(unreal.PointLightComponent, body)
    handles = door.handles()
    template = unreal.SubobjectDataBlueprintFunctionLibrary.get_object(data_of(unreal, body))
    assert door.subsystem.delete_subobject(handles[0], body, door.asset) == 1
    assert door.component_names() == ["PointLight"]
    library = unreal.SubobjectDataBlueprintFunctionLibrary
    for stale in (*handles, light):
        assert not library.is_handle_valid(stale)
        assert door.subsystem.k2_find_subobject_data_from_handle(stale) is None
        assert str(library.get_variable_name(data_of(unreal, stale))) == "None"
    with pytest.raises(StaleObjectError):
        template.get_name()


def test_deleting_the_last_root_brings_the_default_one_back(unreal: Any, door: Any) -> None:
    body, _ = door.add_component(unreal.StaticMeshComponent)
    assert door.subsystem.delete_subobject(door.handles()[0], body, door.asset) == 1
    assert door.component_names() == ["DefaultSceneRoot"]
    root = door.handles()[1]
    assert door.subsystem.delete_subobject(door.handles()[0], root, door.asset) == 0


def test_of_several_deletions_only_the_first_counts(unreal: Any, door: Any) -> None:
    root = door.handles()[1]
    first, _ = door.add_component(unreal.PointLightComponent, root)
    second, _ = door.add_component(unreal.PointLightComponent, root)
    assert door.subsystem.delete_subobjects(door.handles()[0], [first, second], door.asset) == 1


def test_a_new_scene_root_replaces_the_default_one(unreal: Any, door: Any) -> None:
    actor, root = door.handles()
    light, _ = door.add_component(unreal.PointLightComponent, root)
    body, _ = door.add_component(unreal.StaticMeshComponent, root)
    assert door.subsystem.make_new_scene_root(actor, body, door.asset) is True
    assert door.component_names() == ["StaticMesh", "PointLight"]
    assert not unreal.SubobjectDataBlueprintFunctionLibrary.is_handle_valid(light)


def test_moving_refuses_circles(unreal: Any, door: Any) -> None:
    body, _ = door.add_component(unreal.StaticMeshComponent)
    light, _ = door.add_component(unreal.PointLightComponent, body)
    lamp, _ = door.add_component(unreal.SpotLightComponent, body)
    assert door.subsystem.attach_subobject(light, lamp) is True
    assert door.subsystem.attach_subobject(lamp, light) is False
    params = unreal.ReparentSubobjectParams(new_parent_handle=body, blueprint_context=door.asset)
    assert door.subsystem.reparent_subobject(params, lamp) is True


def test_a_character_brings_its_native_components(unreal: Any) -> None:
    library = unreal.SubobjectDataBlueprintFunctionLibrary
    asset = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent(
        "/Game/BP_Hero", unreal.Character
    )
    subsystem = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
    handles = subsystem.k2_gather_subobject_data_for_blueprint(asset)
    assert [name_of(unreal, handle) for handle in handles[1:]] == [
        "CapsuleComponent",
        "ArrowComponent",
        "Mesh",
        "CharacterMovement",
    ]
    assert library.is_native_component(data_of(unreal, handles[1]))
    assert subsystem.delete_subobject(handles[0], handles[1], asset) == 0


def test_a_child_blueprint_inherits_the_tree(unreal: Any, door: Any) -> None:
    door.add_component(unreal.StaticMeshComponent)
    door.compile()
    child = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent(
        "/Game/BP_Child", door.asset.generated_class()
    )
    handles = door.subsystem.k2_gather_subobject_data_for_blueprint(child)
    assert [name_of(unreal, handle) for handle in handles[1:]] == ["StaticMesh"]
    assert unreal.SubobjectDataBlueprintFunctionLibrary.is_inherited_component(data_of(unreal, handles[1]))


def test_a_component_variable_needs_a_compile(unreal: Any, door: Any) -> None:
    door.add_component(unreal.StaticMeshComponent)
    assert door.nodes.add_get_member_variable_node("StaticMesh") is None
    door.compile()
    assert door.nodes.add_get_member_variable_node("StaticMesh") is not None


def test_components_cannot_be_added_while_the_game_runs(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    actor = door.handles()[0]
    editor.is_in_pie = True
    _, reason = door.add_component(unreal.StaticMeshComponent, actor)
    assert not reason.is_empty()
    editor.is_in_pie = False
    assert door.component_names() == ["DefaultSceneRoot"]
