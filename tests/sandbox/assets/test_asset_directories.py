"""Content folders: made, listed, moved, copied and deleted, in memory and on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from unreal_sandbox import SandboxEditor

if TYPE_CHECKING:
    from pathlib import Path


def create(unreal: Any, path: str) -> Any:
    return unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent(path, unreal.Actor)


def test_a_folder_exists_once_it_is_made(unreal: Any) -> None:
    library = unreal.EditorAssetLibrary
    assert library.does_directory_exist("/Game")
    assert not library.does_directory_exist("/Game/Doors")
    assert library.make_directory("/Game/Doors/Old/") is True
    assert library.does_directory_exist("/game/doors/old")
    assert library.does_directory_exist("/Game/Doors")
    assert not library.does_directory_have_assets("/Game/Doors")
    registry = unreal.AssetRegistryHelpers.get_asset_registry()
    assert list(registry.get_sub_paths("/Game", False)) == ["/Game/Doors"]
    assert list(registry.get_sub_paths("/Game", True)) == ["/Game/Doors", "/Game/Doors/Old"]


@pytest.mark.parametrize("path", ["/Engine/Doors", "Doors", "/Game/../Doors", ""])
def test_a_folder_outside_the_content_is_refused(unreal: Any, path: str) -> None:
    assert unreal.EditorAssetLibrary.make_directory(path) is False


def test_a_listing_with_folders_marks_them(unreal: Any) -> None:
    create(unreal, "/Game/Doors/BP_A")
    create(unreal, "/Game/Doors/Old/BP_B")
    library = unreal.EditorAssetLibrary
    assert list(library.list_assets("/Game/Doors", False, True)) == [
        "/Game/Doors/BP_A.BP_A",
        "/Game/Doors/Old/",
    ]
    assert list(library.list_assets("/Game", True, False)) == [
        "/Game/Doors/BP_A.BP_A",
        "/Game/Doors/Old/BP_B.BP_B",
    ]


def test_a_moved_folder_leaves_redirectors(unreal: Any) -> None:
    asset = create(unreal, "/Game/Doors/Old/BP_B")
    library = unreal.EditorAssetLibrary
    assert library.rename_directory("/Game/Doors", "/Game/Gates") is True
    assert asset.get_path_name() == "/Game/Gates/Old/BP_B.BP_B"
    assert library.find_asset_data("/Game/Doors/Old/BP_B").is_redirector()


@pytest.mark.parametrize("target", ["/Game/Taken", "/Game/Doors/Inside", "/Engine/X"])
def test_a_folder_cannot_move_there(unreal: Any, target: str) -> None:
    create(unreal, "/Game/Doors/BP_A")
    library = unreal.EditorAssetLibrary
    library.make_directory("/Game/Taken")
    assert library.rename_directory("/Game/Doors", target) is False
    assert library.duplicate_directory("/Game/Doors", target) is False
    assert library.does_asset_exist("/Game/Doors/BP_A")


def test_a_copied_folder_has_new_assets(unreal: Any) -> None:
    asset = create(unreal, "/Game/Doors/BP_A")
    library = unreal.EditorAssetLibrary
    assert library.duplicate_directory("/Game/Doors", "/Game/Gates") is True
    assert library.load_asset("/Game/Gates/BP_A") != asset
    assert library.load_asset("/Game/Doors/BP_A") == asset


def test_a_deleted_folder_is_gone_with_its_assets(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        library = unreal.EditorAssetLibrary
        parent = create(unreal, "/Game/Doors/BP_A")
        unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent(
            "/Game/Doors/BP_Child", parent.generated_class()
        )
        library.make_directory("/Game/Doors/Empty")
        editor.save_all()
        assert (tmp_path / "Content" / "Doors" / "Empty").is_dir()
        assert library.delete_directory("/Game/Doors") is True
        assert not library.does_directory_exist("/Game/Doors")
        assert not (tmp_path / "Content" / "Doors").exists()
        assert library.delete_directory("/Game/Doors") is False
        assert library.delete_directory("/Game") is False


def test_a_folder_with_a_parent_of_an_outside_blueprint_stays(unreal: Any) -> None:
    parent = create(unreal, "/Game/Doors/BP_A")
    unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent(
        "/Game/BP_Child", parent.generated_class()
    )
    assert unreal.EditorAssetLibrary.delete_directory("/Game/Doors") is False
    assert unreal.EditorAssetLibrary.does_asset_exist("/Game/Doors/BP_A")


def test_a_made_folder_is_there_again_after_reopening(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path) as editor:
        editor.install().EditorAssetLibrary.make_directory("/Game/Doors")
    with SandboxEditor(tmp_path) as editor:
        assert editor.install().EditorAssetLibrary.does_directory_exist("/Game/Doors")


def test_a_folder_is_saved_whole_or_flat(editor: SandboxEditor, unreal: Any) -> None:
    create(unreal, "/Game/Doors/BP_A")
    create(unreal, "/Game/Doors/Old/BP_B")
    assert unreal.EditorAssetLibrary.save_directory("/Game/Doors", True, False)
    assert editor.dirty_packages == ["/Game/Doors/Old/BP_B"]
    assert unreal.EditorAssetLibrary.save_directory("/Game/Doors")
    assert editor.dirty_packages == []
