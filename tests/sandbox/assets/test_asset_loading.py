"""Assets: creation, look-up, registry, saves, play mode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from unreal_sandbox import NotModelledError

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor


def create(unreal: Any, path: str, parent: Any = None) -> Any:
    return unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent(path, parent or unreal.Actor)


def test_a_taken_path_gives_none(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    assert create(unreal, "/Game/BP_Door") is None
    assert create(unreal, "/game/bp_door") is None
    assert "already exists" in editor.log_text()
    assert door.asset.get_name() == "BP_Door"


@pytest.mark.parametrize(
    "path", ["BP_X", "/Engine/BP_X", "/Game/", "/Game/../BP_X", "/Game/A B", "/Game/BP.X", ""]
)
def test_a_bad_path_gives_none(unreal: Any, path: str) -> None:
    assert create(unreal, path) is None
    assert list(unreal.EditorAssetLibrary.list_assets("/Game")) == []


def test_some_classes_cannot_be_parents(unreal: Any) -> None:
    assert create(unreal, "/Game/BP_A", unreal.Blueprint) is None
    assert create(unreal, "/Game/BP_A", unreal.Class) is None


def test_the_factory_makes_the_same_asset(unreal: Any) -> None:
    factory = unreal.BlueprintFactory()
    factory.set_editor_property("parent_class", unreal.Pawn)
    tools = unreal.AssetToolsHelpers.get_asset_tools()
    asset = tools.create_asset("BP_Made", "/Game/Sub", unreal.Blueprint, factory)
    assert asset.get_path_name() == "/Game/Sub/BP_Made.BP_Made"
    assert asset.get_blueprint_parent_class().get_name() == "Pawn"
    assert tools.create_asset("BP_Made", "/Game/Sub", unreal.Blueprint, factory) is None
    assert tools.create_unique_asset_name("/Game/Sub/BP_Made", "") == ("/Game/Sub/BP_Made1", "BP_Made1")
    assert tools.create_asset("W", "/Game", unreal.WidgetBlueprint, factory) is None


def test_assets_are_found_by_package_and_object_path(unreal: Any, door: Any) -> None:
    library = unreal.EditorAssetLibrary
    for path in ("/Game/BP_Door", "/Game/BP_Door.BP_Door", "/game/bp_door"):
        assert library.does_asset_exist(path)
        assert library.load_asset(path) == door.asset
        assert unreal.load_asset(path) == door.asset
    for path in ("/Game/BP_Do", "/Game/BP_Door.BP_Window", "BP_Door"):
        assert not library.does_asset_exist(path)
        assert library.load_asset(path) is None
    assert library.load_blueprint_class("/Game/BP_Door") == door.asset.generated_class()
    subsystem = unreal.get_editor_subsystem(unreal.EditorAssetSubsystem)
    assert subsystem.does_asset_exist("/Game/BP_Door")
    assert unreal.get_editor_subsystem(unreal.SubobjectDataSubsystem) is None
    assert unreal.get_engine_subsystem(unreal.EditorAssetSubsystem) is None


@pytest.mark.usefixtures("door")
def test_nothing_is_found_while_the_registry_scans(editor: SandboxEditor, unreal: Any) -> None:
    editor.is_loading_assets = True
    registry = unreal.AssetRegistryHelpers.get_asset_registry()
    assert registry.is_loading_assets()
    assert unreal.EditorAssetLibrary.does_asset_exist("/Game/BP_Door") is False
    assert unreal.load_asset("/Game/BP_Door") is None
    assert len(registry.get_assets_by_path("/Game", True)) == 0
    registry.wait_for_completion()
    assert len(registry.get_assets_by_path("/Game", True)) == 1


@pytest.mark.usefixtures("door")
def test_classes_are_loaded_by_exact_path(editor: SandboxEditor, unreal: Any) -> None:
    assert unreal.load_class(None, "/Script/Engine.Actor") == unreal.Actor.static_class()
    assert unreal.load_class(None, "/Game/BP_Door.BP_Door_C").get_name() == "BP_Door_C"
    for path in ("Actor", "/Script/Engine.Actr", "/Game/BP_Door", "/Game/BP_Door.BP_Door"):
        assert unreal.load_class(None, path) is None
    assert "Failed to find object" in editor.log_text()
    assert unreal.load_class(None, "/Script/Engine.StaticMesh", unreal.Actor) is None
    assert unreal.SystemLibrary.static_class().get_path_name() == "/Script/Engine.KismetSystemLibrary"


@pytest.mark.usefixtures("door")
def test_the_registry_filters(unreal: Any) -> None:
    create(unreal, "/Game/Deep/BP_Pawn", unreal.Pawn)
    registry = unreal.AssetRegistryHelpers.get_asset_registry()
    blueprint = unreal.TopLevelAssetPath("/Script/Engine", "Blueprint")
    found = registry.get_assets(
        unreal.ARFilter(package_paths=["/Game"], recursive_paths=True, class_paths=[blueprint])
    )
    assert [str(entry.package_name) for entry in found] == ["/Game/BP_Door", "/Game/Deep/BP_Pawn"]
    assert len(registry.get_assets(unreal.ARFilter(package_paths=["/Game"]))) == 1
    assert len(registry.get_assets_by_class(unreal.TopLevelAssetPath("/Script/Engine", "Texture2D"))) == 0
    entry = found[1]
    assert entry.get_asset().get_name() == "BP_Pawn"
    assert entry.get_tag_value("ParentClass") == "/Script/CoreUObject.Class'/Script/Engine.Pawn'"
    with pytest.raises(AttributeError):
        entry.package_name = "x"
    assert list(registry.get_sub_paths("/Game", True)) == ["/Game/Deep"]
    pawns = unreal.ARFilter(
        class_paths=[unreal.TopLevelAssetPath("/Script/Engine", "Pawn")], recursive_classes=True
    )
    assert len(unreal.AssetRegistryHelpers.get_blueprint_assets(pawns)) == 1


def test_deleting_a_parent_is_refused(unreal: Any, door: Any) -> None:
    create(unreal, "/Game/BP_Child", door.asset.generated_class())
    assert unreal.EditorAssetLibrary.delete_asset("/Game/BP_Door") is False
    assert unreal.EditorAssetLibrary.delete_asset("/Game/BP_Child") is True
    assert unreal.EditorAssetLibrary.delete_asset("/Game/BP_Door") is True
    assert unreal.EditorAssetLibrary.delete_asset("/Game/BP_Door") is False


def test_a_child_blueprint_uses_its_parents_kind(unreal: Any, door: Any) -> None:
    child = create(unreal, "/Game/BP_Child", door.asset.generated_class())
    library = unreal.BlueprintEditorLibrary
    assert library.get_blueprint_parent_class(child) == door.asset.generated_class()
    nodes = unreal.BlueprintGraphEditor.get_graph_editor_by_name(child, "EventGraph")
    assert len(nodes.list_all_nodes()) == 3
    assert library.get_blueprint_for_class(child.generated_class()) == (child, True)
    assert library.get_blueprint_for_class(unreal.Actor) == (None, False)
    assert unreal.MathLibrary.class_is_child_of(child.generated_class(), unreal.Actor)


def test_dirty_packages_come_and_go(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    utils = unreal.EditorLoadingAndSavingUtils
    assert [package.get_name() for package in utils.get_dirty_content_packages()] == ["/Game/BP_Door"]
    assert utils.save_packages([door.asset.get_outermost()], False) is True
    assert len(utils.get_dirty_content_packages()) == 0
    assert unreal.BlueprintEditorLibrary.get_saved_by_engine_version(door.asset).startswith("5.8")
    door.asset.modify()
    assert editor.dirty_packages == ["/Game/BP_Door"]


def test_reading_never_dirties(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    editor.save_all()
    door.nodes.list_all_nodes()
    door.library.list_events(door.asset)
    door.component_names()
    door.nodes.find_event_node("ReceiveTick").find_then_pin().get_pin_value()
    unreal.get_default_object(door.asset.generated_class()).get_editor_property("custom_time_dilation")
    assert editor.dirty_packages == []


def test_saves_are_refused_while_the_game_runs(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    editor.is_in_pie = True
    library = unreal.EditorAssetLibrary
    assert library.save_loaded_asset(door.asset, False) is False
    assert library.does_asset_exist("/Game/BP_Door") is False
    assert unreal.EditorLoadingAndSavingUtils.save_packages([door.asset.get_outermost()], False) is False
    assert create(unreal, "/Game/BP_Two") is None
    assert unreal.get_editor_subsystem(unreal.LevelEditorSubsystem).is_in_play_in_editor() is True
    assert "currently in a play mode" in editor.log_text("LogEditorScripting")


@pytest.mark.usefixtures("door")
def test_saves_can_return_false(editor: SandboxEditor, unreal: Any) -> None:
    editor.switches.saves_fail = True
    assert unreal.EditorAssetLibrary.save_asset("/Game/BP_Door", False) is False
    assert editor.dirty_packages == ["/Game/BP_Door"]


def test_events_and_functions_are_listed(door: Any) -> None:
    events = {str(row.name): row.is_implemented for row in door.library.list_events(door.asset)}
    assert events["ReceiveTick"] is True
    assert events["ReceiveEndPlay"] is False
    door.nodes.add_custom_event_node("Open")
    assert "Open" in [str(row.name) for row in door.library.list_events(door.asset)]
    assert "UserConstructionScript" in [str(row.name) for row in door.library.list_functions(door.asset)]


def test_the_content_browser_selection(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    assert len(unreal.EditorUtilityLibrary.get_selected_assets()) == 0
    editor.selected_assets.append("/Game/BP_Door")
    assert list(unreal.EditorUtilityLibrary.get_selected_assets()) == [door.asset]
    assert str(unreal.EditorUtilityLibrary.get_selected_asset_data()[0].asset_name) == "BP_Door"


def test_assets_of_other_kinds_are_listed_and_take_their_path(editor: SandboxEditor, unreal: Any) -> None:
    editor.other_assets["/Game/T_Door"] = "/Script/Engine.Texture2D"
    editor.input_actions["/Game/Input/IA_Jump.IA_Jump"] = "bool"
    registry = unreal.AssetRegistryHelpers.get_asset_registry()
    texture = unreal.TopLevelAssetPath("/Script/Engine", "Texture2D")
    assert [str(entry.package_name) for entry in registry.get_assets_by_class(texture)] == ["/Game/T_Door"]
    action = unreal.TopLevelAssetPath("/Script/EnhancedInput", "InputAction")
    assert [str(entry.asset_name) for entry in registry.get_assets_by_class(action)] == ["IA_Jump"]
    assert unreal.EditorAssetLibrary.does_asset_exist("/Game/T_Door")
    path = "/Game/T_Door"
    assert unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent(path, unreal.Actor) is None


def test_the_tag_of_an_input_action_says_what_its_value_is(editor: SandboxEditor, unreal: Any) -> None:
    """The header of the engine has it so: UPROPERTY(…, AssetRegistrySearchable) EInputActionValueType."""
    editor.input_actions |= {"/Game/IA_Jump.IA_Jump": "bool", "/Game/IA_Move.IA_Move": "axis2d"}
    registry = unreal.AssetRegistryHelpers.get_asset_registry()
    found = registry.get_assets(unreal.ARFilter(package_paths=["/Game"]))
    assert [entry.get_tag_value("ValueType") for entry in found] == ["Boolean", "Axis2D"]


def test_assets_of_other_kinds_are_loaded_and_held_but_nothing_in_them_is_known(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    editor.other_assets["/Game/SM_Door"] = "/Script/Engine.StaticMesh"
    editor.other_assets["/Game/Sounds/S_Door"] = "/Script/Engine.SoundWave"
    registry = unreal.AssetRegistryHelpers.get_asset_registry()
    assert list(registry.get_sub_paths("/Game", True)) == ["/Game/Sounds"]
    path = "/Game/SM_Door.SM_Door"
    mesh = unreal.load_object(None, path)
    assert isinstance(mesh, unreal.StaticMesh)
    assert (mesh.get_path_name(), mesh.get_name(), str(mesh.get_class().get_name())) == (
        path,
        "SM_Door",
        "StaticMesh",
    )
    for found in (unreal.load_asset("/Game/sm_door"), unreal.EditorAssetLibrary.load_asset(path)):
        assert found == mesh
    assert unreal.load_object(None, "/Game/SM_Door.SM_Gate") is None
    assert unreal.load_object(None, path, unreal.Texture2D) is None
    assert not unreal.EditorAssetLibrary.do_assets_exist([path, "/Game/SM_Gate"])
    with pytest.raises(NotModelledError):
        mesh.get_editor_property("light_map_resolution")
    kind = unreal.BlueprintEditorLibrary.get_object_reference_type(unreal.StaticMesh)
    unreal.BlueprintEditorLibrary.add_member_variable(door.asset, "Mesh", kind)
    unreal.BlueprintEditorLibrary.compile_blueprint(door.asset)
    defaults = unreal.get_default_object(door.asset.generated_class())
    defaults.set_editor_property("Mesh", mesh)
    assert defaults.get_editor_property("Mesh") == mesh
