from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tiers import deep, thinned

if TYPE_CHECKING:
    from actions.conftest import Tools


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
    thinned(
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
        6,
    ),
)
def test_a_property_is_set_under_the_names_that_models_use(
    mesh: Tools, name: str, value: Any, shown: str
) -> None:
    given = {"blueprint": "BP_Door", "component_name": "door_mesh", "property_name": name, "value": value}
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
        ({"component_name": "Door_Mesh", "property_name": "OverrideMaterials", "value": ["M_No"]}, "M_No"),
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
    text = mesh.do("remove_component", blueprint="BP_Door", component_name="door_mesh")
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


# --- the rows of the tool reference --------------------------------------------------------------

PREFIX = "BodyInstance."
FLAGS = [(True, "true"), ("false", "false"), ("True", "true"), (0, "false"), ("yes", "true")]


@pytest.fixture(params=["en", pytest.param("it", marks=deep)])
def wall(tools: Tools, request: pytest.FixtureRequest) -> Tools:
    """BP_Door with a box whose collision is off, in an editor of two languages."""
    tools.project.sandbox.language = request.param
    tools.do("add_component", blueprint="BP_Door", type="BoxCollision", name="Wall")
    return tools


def template(tools: Tools) -> Any:
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    subsystem = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
    asset = unreal.EditorAssetLibrary.load_asset(tools.door.path)
    library = unreal.SubobjectDataBlueprintFunctionLibrary
    for handle in subsystem.k2_gather_subobject_data_for_blueprint(asset):
        data = subsystem.k2_find_subobject_data_from_handle(handle)
        if str(library.get_variable_name(data)) == "Wall":
            return library.get_object_for_blueprint(data, asset)
    raise AssertionError("There is no component Wall.")


@pytest.mark.parametrize(
    ("value", "profile"),
    [
        ("NoCollision", "NoCollision"),
        ("overlapall", "OverlapAll"),
        ("BlockAll", "BlockAll"),
        ("Projectile", "Projectile"),
        ("BlockAllDynamic", "BlockAllDynamic"),
        ("Pawn", "Pawn"),
    ],
)
def test_the_row_collision_profile_name(wall: Tools, value: str, profile: str) -> None:
    given = {"blueprint": "BP_Door", "component": "Wall", "property": "CollisionProfileName", "value": value}
    text = wall.do("set_component_property", **given)
    assert str(template(wall).get_collision_profile_name()) == profile
    assert ("Project Settings > Collision" in text) == (profile == "Projectile")
    wall.done_before("set_component_property", **given)


@pytest.mark.parametrize("spelled", ["{}", "ECollisionEnabled::{}"])
@pytest.mark.parametrize(
    "value", thinned(["NoCollision", "QueryOnly", "PhysicsOnly", "QueryAndPhysics"], 2, is_one_value=True)
)
def test_the_row_collision_enabled(wall: Tools, value: str, spelled: str) -> None:
    given = {"blueprint": "BP_Door", "component": "Wall", "property": "CollisionEnabled"}
    other = "PhysicsOnly" if value != "PhysicsOnly" else "NoCollision"
    wall.do("set_component_property", **given, value=other)
    wall.do("set_component_property", **given, value=spelled.format(value))
    held = str(template(wall).get_collision_enabled().name)
    assert held.replace("_", "") == value.upper()
    wall.done_before("set_component_property", **given, value=value.lower())


@pytest.mark.parametrize("spelled", ["{}", "ECR_{}", "ECollisionResponse::ECR_{}"])
@pytest.mark.parametrize("value", ["Block", "Overlap", "Ignore"])
def test_the_row_collision_response_to_all_channels(wall: Tools, value: str, spelled: str) -> None:
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    given = {"blueprint": "BP_Door", "component": "Wall", "property": "CollisionResponseToAllChannels"}
    other = "Ignore" if value != "Ignore" else "Block"
    wall.do("set_component_property", **given, value=other)
    wall.do("set_component_property", **given, value=spelled.format(value))
    for channel in (unreal.CollisionChannel.ECC_PAWN, unreal.CollisionChannel.ECC_CAMERA):
        response = template(wall).get_collision_response_to_channel(channel)
        assert str(response.name).endswith(value.upper())
    wall.done_before("set_component_property", **given, value=value)


@pytest.mark.parametrize(("value", "kept"), thinned(FLAGS, 2))
@pytest.mark.parametrize(
    ("name", "property_name"),
    [
        ("bSimulatePhysics", f"{PREFIX}bSimulatePhysics"),
        ("SimulatePhysics", f"{PREFIX}bSimulatePhysics"),
        ("bGenerateOverlapEvents", "bGenerateOverlapEvents"),
        ("OverlapEvents", "bGenerateOverlapEvents"),
        ("bNotifyRigidBodyCollision", f"{PREFIX}bNotifyRigidBodyCollision"),
        ("NotifyRigidBody", f"{PREFIX}bNotifyRigidBodyCollision"),
    ],
)
def test_the_rows_of_flags(wall: Tools, name: str, property_name: str, value: Any, kept: str) -> None:
    given = {"blueprint": "BP_Door", "component": "Wall", "property": name}
    wall.do("set_component_property", **given, value="false" if kept == "true" else "true")
    text = wall.do("set_component_property", **given, value=value)
    assert f"Wall.{property_name.removeprefix(PREFIX)} of /Game/BP_Door to {kept}" in text
    if property_name == "bGenerateOverlapEvents":
        read = template(wall).get_editor_property("generate_overlap_events")
    else:
        body = template(wall).get_editor_property("body_instance")
        flag = "simulate_physics" if "Simulate" in name else "notify_rigid_body_collision"
        read = body.get_editor_property(flag)
    assert read is (kept == "true")
    wall.done_before("set_component_property", **given, value=value)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("CollisionEnabled", "On", "QueryOnly"),
        ("CollisionResponseToAllChannels", "Pass", "ECR_Ignore"),
        ("SimulatePhysics", "often", "true or false"),
        ("CollisionProfileName", ["A"], "Send it as text"),
        ("NotifyRigidBody", "", "true or false"),
    ],
)
def test_a_collision_value_that_is_none_is_refused(wall: Tools, name: str, value: Any, said: str) -> None:
    given = {"blueprint": "BP_Door", "component": "Wall", "property": name, "value": value}
    assert said in wall.refused("set_component_property", **given)


@pytest.mark.parametrize(
    ("written", "class_name"),
    thinned(
        [
            ("StaticMesh", "StaticMeshComponent"),
            ("StaticMeshComponent", "StaticMeshComponent"),
            ("UStaticMeshComponent", "StaticMeshComponent"),
            ("static mesh", "StaticMeshComponent"),
            ("/Script/Engine.StaticMeshComponent", "StaticMeshComponent"),
            ("SkeletalMesh", "SkeletalMeshComponent"),
            ("SphereCollision", "SphereComponent"),
            ("BoxCollision", "BoxComponent"),
            ("CapsuleCollision", "CapsuleComponent"),
            ("Sphere", "SphereComponent"),
            ("PointLight", "PointLightComponent"),
            ("SpotLight", "SpotLightComponent"),
            ("Camera", "CameraComponent"),
            ("SpringArm", "SpringArmComponent"),
            ("Audio", "AudioComponent"),
            ("Arrow", "ArrowComponent"),
            ("TextRender", "TextRenderComponent"),
            ("Widget", "WidgetComponent"),
            ("Scene", "SceneComponent"),
            ("ProjectileMovement", "ProjectileMovementComponent"),
            ("RotatingMovement", "RotatingMovementComponent"),
        ],
        8,
    ),
)
def test_the_suffix_of_a_component_class_may_be_left_out(tools: Tools, written: str, class_name: str) -> None:
    given = {"blueprint": "BP_Door", "component_type": written, "component_name": "Part"}
    assert f"({class_name})" in tools.do("add_component", **given)
    tools.done_before("add_component", **given)


def test_the_root_is_replaced_and_what_hung_under_it_follows(tools: Tools) -> None:
    assert tree(tools) == {"DefaultSceneRoot": ""}
    tools.do("add_component", blueprint="BP_Door", type="Box", name="First", is_root=True)
    assert tree(tools) == {"First": ""}
    tools.do("add_component", blueprint="BP_Door", type="Arrow", name="Tip", parent="First")
    tools.do("add_component", blueprint="BP_Door", type="Sphere", name="Second", is_root="true")
    assert tree(tools) == {"Second": "", "First": "Second", "Tip": "First"}


def test_an_inherited_root_stays_the_root(tools: Tools) -> None:
    tools.do("create_blueprint", name="BP_Hero", parent_class="Character")
    text = tools.refused("add_component", blueprint="BP_Hero", type="Box", name="Base", is_root=True)
    assert "of its parent class and stays the root" in text
    assert "hangs" not in tools.do("add_component", blueprint="BP_Hero", type="Box", name="Base")


def test_components_in_use_are_named_with_the_nodes_that_use_them(mesh: Tools) -> None:
    mesh.do("add_node", blueprint="BP_Door", node_type="GetVariable", variable_name="Door_Mesh")
    text = mesh.refused("remove_component", blueprint="BP_Door", component_name="Door_Mesh")
    assert "N1 Get Door Mesh in EventGraph" in text
