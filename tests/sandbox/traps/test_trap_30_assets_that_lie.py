"""Trap 30: saves that return False, `load_asset` None while scanning, `does_asset_exist` falsely False."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unreal_sandbox import SandboxEditor

if TYPE_CHECKING:
    from pathlib import Path


def test_nothing_is_found_by_path_while_the_registry_scans(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    editor.is_loading_assets = True
    library = unreal.EditorAssetLibrary
    assert library.does_asset_exist("/Game/BP_Door") is False
    assert library.load_asset("/Game/BP_Door") is None
    assert unreal.load_asset("/Game/BP_Door") is None
    assert not library.find_asset_data("/Game/BP_Door").is_valid()
    assert list(library.list_assets("/Game")) == []
    assert unreal.load_object(None, "/Game/BP_Door.BP_Door") == door.asset
    registry = unreal.AssetRegistryHelpers.get_asset_registry()
    assert registry.is_loading_assets() is True
    registry.wait_for_completion()
    assert library.does_asset_exist("/Game/BP_Door") is True


def test_a_path_that_is_not_found_may_be_taken(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    editor.is_loading_assets = True
    create = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent
    assert unreal.EditorAssetLibrary.does_asset_exist("/Game/BP_Door") is False
    assert create("/Game/BP_Door", unreal.Actor) is None
    assert door.asset.get_name() == "BP_Door"


def test_a_save_returns_false_and_raises_nothing(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    library, packages = unreal.EditorAssetLibrary, [door.asset.get_outermost()]
    assert library.save_loaded_asset(door.asset, False) is True
    editor.switches.saves_fail = True
    door.asset.modify()
    assert library.save_loaded_asset(door.asset, False) is False
    assert library.save_asset("/Game/BP_Door") is False
    assert library.save_directory("/Game") is False
    assert unreal.EditorLoadingAndSavingUtils.save_packages(packages, False) is False
    assert editor.dirty_packages == ["/Game/BP_Door"]


def test_a_read_only_file_keeps_its_content(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        asset = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_A", unreal.Actor)
        editor.save_all()
        assert editor.storage is not None
        before = editor.storage.path_of("/Game/BP_A").read_bytes()
        editor.switches.read_only_packages = {"/Game/BP_A"}
        unreal.EditorAssetLibrary.set_metadata_tag(asset, "Author", "Mia")
        assert unreal.EditorAssetLibrary.save_loaded_asset(asset) is False
        assert editor.storage.path_of("/Game/BP_A").read_bytes() == before
        assert editor.dirty_packages == ["/Game/BP_A"]


def test_a_save_by_a_path_that_does_not_exist_is_false(unreal: Any) -> None:
    assert unreal.EditorAssetLibrary.save_asset("/Game/BP_None") is False
