"""The Content Browser, play from a script, worlds, plugins, paths, and what objects are asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from unreal_sandbox import FatalEditorError, NotModelledError, SandboxEditor, StaleObjectError

# --- Content Browser -----------------------------------------------------------------------------


def test_the_browser_shows_what_it_is_told(unreal: Any, door: Any) -> None:
    library = unreal.EditorUtilityLibrary
    assert library.get_current_content_browser_path() is None
    unreal.EditorAssetLibrary.sync_browser_to_objects(["/Game/BP_Door.BP_Door", "/Game/BP_None"])
    assert list(library.get_selected_assets()) == [door.asset]
    assert library.get_current_content_browser_path() == "/Game"
    library.sync_browser_to_folders(["/Game/Doors"])
    assert list(library.get_selected_folder_paths()) == ["/Game/Doors"]
    assert list(library.get_selected_path_view_folder_paths()) == ["/Game"]
    assert list(library.get_selected_assets_of_class(unreal.WidgetBlueprint)) == []
    assert list(library.get_selected_blueprint_classes()) == [door.asset.generated_class()]


def test_a_rename_in_the_browser_tells_nothing(unreal: Any, door: Any) -> None:
    unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_Two", unreal.Actor)
    unreal.EditorUtilityLibrary.rename_asset(door.asset, "BP_Two")
    assert door.asset.get_name() == "BP_Door"
    unreal.EditorUtilityLibrary.rename_asset(door.asset, "BP_Gate")
    assert door.asset.get_path_name() == "/Game/BP_Gate.BP_Gate"


def test_no_actor_is_selected(unreal: Any) -> None:
    actors = unreal.get_editor_subsystem(unreal.EditorActorSubsystem)
    actors.select_nothing()
    assert list(actors.get_selected_level_actors()) == []
    assert list(unreal.EditorUtilityLibrary.get_selection_set()) == []
    with pytest.raises(NotModelledError):
        actors.get_all_level_actors()


# --- play ----------------------------------------------------------------------------------------


def test_play_begins_with_the_next_frame(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    levels = unreal.get_editor_subsystem(unreal.LevelEditorSubsystem)
    worlds = unreal.get_editor_subsystem(unreal.UnrealEditorSubsystem)
    assert worlds.get_game_world() is None
    assert levels.editor_request_begin_play() is None
    assert levels.is_in_play_in_editor() is False
    editor.tick()
    assert levels.is_in_play_in_editor() is True
    assert worlds.get_game_world().get_class().get_name() == "World"
    assert len(door.nodes.list_all_nodes()) == 0
    levels.editor_request_end_play()
    editor.tick()
    assert worlds.get_game_world() is None
    assert worlds.get_editor_world().get_name() == "Untitled"


# --- dialogs -------------------------------------------------------------------------------------


def test_a_suppressable_warning_is_answered_like_a_message(editor: SandboxEditor, unreal: Any) -> None:
    warn = unreal.EditorDialog.show_suppressable_warning_dialog
    editor.dialog_answers += ["OK", "CANCEL"]
    assert warn("Save", "Save now?", "SuppressSave") is True
    assert warn("Save", "Save now?", "SuppressSave") is False
    editor.is_unattended = True
    assert warn("Save", "Save now?", "SuppressSave", default_value=False) is False
    editor.is_unattended = False
    with pytest.raises(FatalEditorError):
        warn("Save", "Save now?", "SuppressSave")


# --- plugins -------------------------------------------------------------------------------------


def test_a_plugins_descriptor_is_read(editor: SandboxEditor, unreal: Any, tmp_path: Path) -> None:
    content = {"Version": 3, "VersionName": "0.3", "Description": "Helps"}
    (tmp_path / "Helper.uplugin").write_text(json.dumps(content), encoding="utf-8")
    editor.enabled_plugins |= {"Helper": str(tmp_path), "Broken": str(tmp_path / "no")}
    library = unreal.PluginBlueprintLibrary
    assert library.is_plugin_mounted("helper") is True
    assert library.is_plugin_mounted("Other") is False
    assert library.get_plugin_version("Helper") == 3
    assert library.get_plugin_version_name("Helper") == "0.3"
    assert library.get_plugin_description("Helper") == "Helps"
    assert library.get_plugin_content_dir("Helper") == f"{tmp_path}/Content/"
    assert library.get_plugin_descriptor_file_path("Helper") == f"{tmp_path}/Helper.uplugin"
    assert library.get_plugin_mounted_asset_path("Helper") == "/Helper/"
    assert library.get_plugin_version("Broken") is None
    assert library.get_plugin_content_dir("Other") is None
    path = unreal.SoftObjectPath("/Helper/BP_A.BP_A")
    assert library.get_plugin_name_for_object_path(path) == "Helper"
    assert library.get_plugin_name_for_object_path(unreal.SoftObjectPath("/Game/BP_A.BP_A")) is None


# --- paths ---------------------------------------------------------------------------------------


def test_paths_are_taken_apart_and_put_together(unreal: Any) -> None:
    paths = unreal.Paths
    assert paths.split("/a/b.c/d.txt") == ("/a/b.c", "d", "txt")
    assert paths.set_extension("/a/b", "txt") == "/a/b.txt"
    assert paths.change_extension("/a/b", "txt") == "/a/b"
    assert paths.change_extension("/a/b.c", ".txt") == "/a/b.txt"
    assert paths.remove_duplicate_slashes("/a//b///c") == "/a/b/c"
    assert paths.collapse_relative_directories("/a/b/../c/./d") == "/a/c/d"
    assert paths.collapse_relative_directories("../a") is None
    assert paths.make_path_relative_to("/a/b/c.txt", "/a/d/") == "../b/c.txt"
    assert paths.make_path_relative_to("/a/b/c.txt", "/a/d") == "b/c.txt"
    assert paths.is_same_path("/a/../B", "/b") is True
    assert paths.is_drive("C:") is True
    assert paths.is_drive("/a") is False
    assert paths.validate_path("/a/b")[0] is True
    refused, reason = paths.validate_path("C:/a|b")
    assert refused is False
    assert "|" in str(reason)
    assert paths.is_restricted_path("/a/NoRedist/b") is True
    first, second = (paths.create_temp_filename("/a", "x") for _ in range(2))
    assert first != second
    assert first.startswith("/a/x")
    assert first.endswith(".tmp")


def test_standard_names_are_relative_to_the_binary(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path / "Game") as editor:
        paths = editor.install().Paths
        config = paths.convert_relative_path_to_full(paths.source_config_dir())
        assert Path(config) == (tmp_path / "Game" / "Config").resolve()
        engine = paths.convert_relative_path_to_full(paths.engine_source_dir())
        assert paths.make_standard_filename(f"{engine}Runtime") == "../../../Engine/Source/Runtime"
        assert paths.make_standard_filename("/elsewhere/x") == "/elsewhere/x"
        assert paths.is_project_file_path_set() is True
        with pytest.raises(NotModelledError):
            paths.set_project_file_path("/x.uproject")


# --- objects and classes -------------------------------------------------------------------------


def test_interfaces_of_engine_classes_are_known(unreal: Any, door: Any) -> None:
    library = unreal.SystemLibrary
    interface = unreal.load_class(None, "/Script/Engine.Interface_AssetUserData")
    assert library.does_class_implement_interface(unreal.ActorComponent, interface) is True
    assert library.does_class_implement_interface(unreal.GameplayStatics, interface) is False
    assert library.does_implement_interface(door.asset, interface) is False


def test_an_objects_file_is_known_once_it_is_saved(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        asset = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_A", unreal.Actor)
        assert unreal.SystemLibrary.get_system_path(asset) == ""
        editor.save_all()
        assert Path(unreal.SystemLibrary.get_system_path(asset)).is_file()


def test_small_questions_have_answers(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    library = unreal.SystemLibrary
    library.print_string(None, "Hello there")
    assert editor.log_text("LogBlueprintUserMessages") == "Hello there"
    library.launch_url("https://example.org")
    assert editor.launched_urls == ["https://example.org"]
    assert library.get_build_configuration() == "Development"
    assert library.load_asset_blocking(door.asset) == door.asset
    assert unreal.MathLibrary.select_class(unreal.Actor, unreal.Pawn, False) == unreal.Pawn.static_class()


# --- the registry --------------------------------------------------------------------------------


def test_dependencies_come_from_files_and_only_when_asked_for(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    child = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent(
        "/Game/BP_Child", door.asset.generated_class()
    )
    registry = unreal.AssetRegistryHelpers.get_asset_registry()
    hard = unreal.AssetRegistryDependencyOptions(include_hard_package_references=True)
    assert registry.get_dependencies("/Game/BP_Child", hard) is None
    assert registry.get_referencers("/Game/BP_Door", hard) is None
    editor.save_all()
    found = [str(name) for name in registry.get_dependencies("/Game/BP_Child", hard)]
    assert "/Game/BP_Door" in found
    assert "/Script/Engine" in found
    assert list(registry.get_dependencies("/Game/BP_Child", unreal.AssetRegistryDependencyOptions())) == []
    assert [str(name) for name in registry.get_referencers("/Game/BP_Door", hard)] == ["/Game/BP_Child"]
    unreal.BlueprintEditorLibrary.reparent_blueprint(child, unreal.Actor)
    assert [str(name) for name in registry.get_referencers("/Game/BP_Door", hard)] == ["/Game/BP_Child"]
    editor.save_all()
    assert list(registry.get_referencers("/Game/BP_Door", hard)) == []


def test_derived_classes_are_native_and_blueprint_ones(unreal: Any, door: Any) -> None:
    registry = unreal.AssetRegistryHelpers.get_asset_registry()
    actor = unreal.TopLevelAssetPath("/Script/Engine", "Actor")
    pawn = unreal.TopLevelAssetPath("/Script/Engine", "Pawn")
    found = registry.get_derived_class_names([actor], unreal.Set(unreal.TopLevelAssetPath))
    assert unreal.TopLevelAssetPath("/Game/BP_Door", "BP_Door_C") in found
    assert pawn in found
    excluded = unreal.Set.cast(unreal.TopLevelAssetPath, [pawn])
    assert pawn not in registry.get_derived_class_names([actor], excluded)
    assert door.asset.get_name() == "BP_Door"


def test_entries_are_filtered_again_and_told_loaded(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        for name in ("BP_A", "BP_B"):
            unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent(f"/Game/{name}", unreal.Actor)
        editor.save_all()
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        registry = unreal.AssetRegistryHelpers.get_asset_registry()
        everything = registry.get_all_assets()
        only_a = unreal.ARFilter(package_names=["/Game/BP_A"])
        kept = registry.run_assets_through_filter(everything, only_a)
        dropped = registry.use_filter_to_exclude_assets(everything, only_a)
        assert [str(item.asset_name) for item in kept] == ["BP_A"]
        assert [str(item.asset_name) for item in dropped] == ["BP_B"]
        assert kept[0].is_asset_loaded() is False
        assert len(registry.get_in_memory_assets(unreal.ARFilter())) == 0
        kept[0].get_asset()
        assert kept[0].is_asset_loaded() is True
        assert len(registry.get_in_memory_assets(unreal.ARFilter())) == 1
        path = kept[0].to_soft_object_path()
        assert registry.k2_get_asset_by_object_path(path).asset_name == "BP_A"
        assert not registry.get_asset_by_object_path("/Game/BP_A").is_valid()
        assert kept[0].get_export_text_name() == "/Script/Engine.Blueprint'/Game/BP_A.BP_A'"
        assert unreal.AssetRegistryHelpers.get_full_name(kept[0]) == "Blueprint /Game/BP_A.BP_A"
        assert editor.dirty_packages == []


# --- packages ------------------------------------------------------------------------------------


def test_reloading_brings_back_what_is_on_disk(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        library, utils = unreal.EditorAssetLibrary, unreal.EditorLoadingAndSavingUtils
        asset = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_A", unreal.Actor)
        mode = unreal.ReloadPackagesInteractionMode
        assert utils.reload_packages([asset.get_outermost()], mode.ASSUME_POSITIVE)[0] is False
        library.set_metadata_tag(asset, "Author", "Mia")
        editor.save_all()
        library.set_metadata_tag(asset, "Author", "Ada")
        done, reason = utils.reload_packages([asset.get_outermost()], mode.ASSUME_NEGATIVE)
        assert done is False
        assert "unsaved changes" in str(reason)
        editor.dialog_answers.append("YES")
        done, reason = utils.reload_packages([asset.get_outermost()])
        assert done is True
        assert reason.is_empty()
        with pytest.raises(StaleObjectError):
            asset.get_name()
        assert library.get_metadata_tag(library.load_asset("/Game/BP_A"), "Author") == "Mia"
        assert editor.dirty_packages == []


def test_a_save_with_a_dialog_depends_on_the_answer(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    utils = unreal.EditorLoadingAndSavingUtils
    editor.dialog_answers += ["CANCEL", "YES"]
    assert utils.save_dirty_packages_with_dialog(False, True) is False
    assert utils.save_packages_with_dialog([door.asset.get_outermost()], True) is True
    assert utils.save_packages_with_dialog([door.asset.get_outermost()], True) is True
    assert editor.dirty_packages == []
    with pytest.raises(NotModelledError):
        utils.reload_packages([door.asset.get_outermost()])


@pytest.mark.parametrize("clears", [False, True])
def test_a_deletion_may_end_the_undo_history(
    editor: SandboxEditor, unreal: Any, door: Any, *, clears: bool
) -> None:
    editor.switches.deleting_clears_undo = clears
    unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_Two", unreal.Actor)
    with unreal.ScopedEditorTransaction("add"):
        door.add_variable("Speed")
    unreal.EditorAssetLibrary.delete_asset("/Game/BP_Two")
    unreal.SystemLibrary.execute_console_command(None, "TRANSACTION UNDO")
    assert (door.library.get_member_variable_type(door.asset, "Speed") is not None) is clears


def test_an_object_is_loaded_over_a_redirector(unreal: Any, door: Any) -> None:
    unreal.EditorAssetLibrary.rename_asset("/Game/BP_Door", "/Game/BP_Gate")
    assert unreal.load_object(None, "/Game/BP_Door.BP_Door") == door.asset
    assert unreal.load_object(None, "/Game/BP_Door.BP_Door", follow_redirectors=False) is None
    assert unreal.load_class(None, "/Game/BP_Door.BP_Door_C") is None
    assert unreal.load_class(None, "/Game/BP_Gate.BP_Gate_C") == door.asset.generated_class()
