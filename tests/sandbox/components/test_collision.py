"""The collision of component templates, and what follows a component's new name."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def template(unreal: Any, door: Any) -> Any:
    """The template of a new static mesh component."""
    handle, _ = door.add_component(unreal.StaticMeshComponent)
    library = unreal.SubobjectDataBlueprintFunctionLibrary
    data = door.subsystem.k2_find_subobject_data_from_handle(handle)
    return library.get_object_for_blueprint(data, door.asset)


def test_a_profile_sets_what_collides(unreal: Any, template: Any) -> None:
    template.set_collision_profile_name("OverlapAll")
    assert template.get_collision_profile_name() == "OverlapAll"
    assert template.get_collision_enabled() == unreal.CollisionEnabled.QUERY_ONLY
    channel = unreal.CollisionChannel.ECC_PAWN
    assert template.get_collision_response_to_channel(channel).name == "ECR_OVERLAP"


def test_any_other_setting_makes_the_profile_custom(unreal: Any, template: Any) -> None:
    template.set_collision_enabled(unreal.CollisionEnabled.NO_COLLISION)
    assert template.get_collision_profile_name() == "Custom"
    assert template.get_collision_enabled() == unreal.CollisionEnabled.NO_COLLISION


def test_flags_of_the_body_are_read_from_its_struct(template: Any) -> None:
    template.set_simulate_physics(True)
    template.set_notify_rigid_body_collision(True)
    body = template.get_editor_property("body_instance")
    assert body.get_editor_property("simulate_physics") is True
    assert body.notify_rigid_body_collision is True


def test_wrong_arguments_are_refused(template: Any) -> None:
    with pytest.raises(TypeError):
        template.set_collision_enabled("QueryOnly")
    with pytest.raises(TypeError):
        template.set_simulate_physics()
    with pytest.raises(TypeError):
        template.set_collision_profile_name("NoCollision", True, 3)


def test_a_getter_follows_the_new_name_of_its_component(unreal: Any, door: Any) -> None:
    handle, _ = door.add_component(unreal.StaticMeshComponent)
    door.subsystem.rename_subobject(handle, unreal.Text("Mesh"))
    door.compile()
    node = door.nodes.add_get_member_variable_node("Mesh")
    door.subsystem.rename_subobject(handle, unreal.Text("Panel"))
    assert door.compile()
    assert node.find_output_pin("Panel").is_valid()
    assert not node.find_output_pin("Mesh").is_valid()
