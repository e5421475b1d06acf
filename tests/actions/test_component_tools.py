from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .conftest import Tools


@pytest.fixture
def mesh(tools: Tools) -> Tools:
    """BP_Door with a root Hinge and a mesh Door_Mesh under it."""
    tools.do("add_component", blueprint="BP_Door", type="Scene", name="Hinge")
    tools.do("add_component", blueprint="BP_Door", type="StaticMesh", name="Door_Mesh")
    return tools


def tree(tools: Tools) -> dict[str, str]:
    return {item.name: item.parent for item in tools.door.components}


def test_a_new_root_takes_the_old_one_under_it(mesh: Tools) -> None:
    text = mesh.do("add_component", blueprint="BP_Door", type="Box", name="Base", is_root=True)
    assert "as root" in text
    assert tree(mesh) == {"Base": "", "Hinge": "Base", "Door_Mesh": "Hinge"}


def test_a_parent_that_has_no_place_in_the_tree_is_refused(mesh: Tools) -> None:
    mesh.do("add_component", blueprint="BP_Door", type="RotatingMovement", name="Spin")
    text = mesh.refused("add_component", blueprint="BP_Door", type="Box", name="Trigger", parent="Spin")
    assert "no place in the tree" in text


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("RelativeLocation", [0, 0, 100], "RelativeLocation of /Game/BP_Door to 0.000000,0.000000,100.0"),
        ("location", "0,0,100", "RelativeLocation"),
        ("relative_location", {"X": 1, "Y": 2, "Z": 3}, "1.000000,2.000000,3.000000"),
        ("Mobility", "EComponentMobility::Movable", "Movable"),
        ("HiddenInGame", "True", "bHiddenInGame of /Game/BP_Door to true"),
        ("hidden_in_game", True, "true"),
        ("CollisionProfileName", "NoCollision", "NoCollision"),
        ("CollisionProfileName", "Projectile", "Project Settings > Collision"),
        ("CollisionEnabled", "QueryOnly", "profile is Custom now"),
        ("bSimulatePhysics", "true", "bSimulatePhysics"),
        ("SimulatePhysics", True, "true"),
        ("bGenerateOverlapEvents", True, "true"),
        ("OverlapEvents", True, "bGenerateOverlapEvents"),
        ("CollisionResponseToAllChannels", "Overlap", "ECR_Overlap"),
        ("bNotifyRigidBodyCollision", True, "true"),
        ("NotifyRigidBody", True, "bNotifyRigidBodyCollision"),
        ("BodyInstance.CollisionEnabled", "NoCollision", "NoCollision"),
    ],
)
def test_a_property_is_set_under_the_names_that_models_use(
    mesh: Tools, name: str, value: Any, shown: str
) -> None:
    given = {"blueprint": "BP_Door", "component_name": "DoorMesh", "property_name": name, "value": value}
    assert shown in mesh.do("set_component_property", **given)
    mesh.done_before("set_component_property", **given)


def test_an_object_property_takes_an_asset_and_none(mesh: Tools) -> None:
    mesh.do("add_component", blueprint="BP_Door", type="ChildActor", name="Child")
    given = {"blueprint": "BP_Door", "component": "Child", "property": "ChildActorClass"}
    mesh.do("set_component_property", **given, value="Pawn")
    assert "None" in mesh.do("set_component_property", **given, value="None")


@pytest.mark.parametrize(
    ("given", "mentioned"),
    [
        ({"component_name": "Dor", "property_name": "Mobility", "value": "Static"}, "Hinge, Door_Mesh"),
        ({"component_name": "Hinge", "property_name": "Mobilty", "value": "Static"}, "Mobility"),
        ({"component_name": "Hinge", "property_name": "Mobility", "value": "Fast"}, "Movable"),
        ({"component_name": "Hinge", "property_name": "CollisionEnabled", "value": "On"}, "no property"),
        ({"component_name": "Door_Mesh", "property_name": "CollisionEnabled", "value": "On"}, "QueryOnly"),
        ({"component_name": "Door_Mesh", "property_name": "OverrideMaterials", "value": "[]"}, "array"),
        ({"component_name": "Door_Mesh", "property_name": "StaticMesh", "value": "/Game/Nothing"}, "Nothing"),
        ({"component_name": "Door_Mesh", "property_name": "RelativeLocation", "value": "up"}, "up"),
        ({"component_name": "Door_Mesh", "property_name": "Mobility"}, "value"),
    ],
)
def test_a_property_that_cannot_be_set_is_refused_and_nothing_changes(
    mesh: Tools, given: dict[str, Any], mentioned: str
) -> None:
    assert mentioned in mesh.refused("set_component_property", blueprint="BP_Door", **given)


def test_a_component_is_removed_and_its_children_move_up(mesh: Tools) -> None:
    mesh.do("add_component", blueprint="BP_Door", type="Box", name="Trigger", parent="Door_Mesh")
    text = mesh.do("remove_component", blueprint="BP_Door", component_name="door mesh")
    assert "Trigger moved up" in text
    assert tree(mesh) == {"Hinge": "", "Trigger": "Hinge"}


@pytest.mark.parametrize(
    ("name", "mentioned"),
    [("Dor", "Its components: Hinge, Door_Mesh"), ("Door_Mesh", "in use"), ("", "component_name")],
)
def test_a_component_that_cannot_be_removed_is_refused_and_nothing_changes(
    mesh: Tools, name: str, mentioned: str
) -> None:
    mesh.do("add_node", blueprint="BP_Door", node_type="GetVariable", variable_name="Door_Mesh")
    assert mentioned in mesh.refused("remove_component", blueprint="BP_Door", component_name=name)
