"""Renaming, copying, deleting, merging and checking out assets by path or by object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unreal_sandbox.assets import asset_changes
from unreal_sandbox.assets.asset_library import both, complain, find, is_refused, package_path
from unreal_sandbox.assets.redirectors import remove_redirector
from unreal_sandbox.assets.source_control import check_out
from unreal_sandbox.blueprints.blueprint_objects import BlueprintTarget

if TYPE_CHECKING:
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.objects import Target

__all__: list[str] = []


def _loaded(target: Target) -> BlueprintTarget | None:
    return target if isinstance(target, BlueprintTarget) else None


@both
def rename_asset(editor: EditorState, source_asset_path: str, destination_asset_path: str) -> bool:
    """Move an asset to another path and leave a redirector; False when the path is taken or bad."""
    asset = find(editor, source_asset_path)
    if asset is None:
        return complain(editor, f"RenameAsset failed: '{source_asset_path}' was not found.")
    return asset_changes.rename(editor, asset, package_path(destination_asset_path))


@both
def rename_loaded_asset(editor: EditorState, source_asset: Target, destination_asset_path: str) -> bool:
    """Move a loaded asset; what is said of `rename_asset` holds."""
    target = _loaded(source_asset)
    if target is None or is_refused(editor):
        return False
    return asset_changes.rename(editor, target.asset, package_path(destination_asset_path))


@both
def duplicate_asset(
    editor: EditorState, source_asset_path: str, destination_asset_path: str
) -> BlueprintTarget | None:
    """Copy an asset to a path, unsaved; None when the path is taken or bad."""
    asset = find(editor, source_asset_path)
    if asset is None:
        complain(editor, f"DuplicateAsset failed: '{source_asset_path}' was not found.")
        return None
    copy = asset_changes.duplicate(editor, asset, package_path(destination_asset_path))
    return None if copy is None else BlueprintTarget(editor, copy)


@both
def duplicate_loaded_asset(
    editor: EditorState, source_asset: Target, destination_asset_path: str
) -> BlueprintTarget | None:
    """Copy a loaded asset to a path."""
    target = _loaded(source_asset)
    if target is None or is_refused(editor):
        return None
    copy = asset_changes.duplicate(editor, target.asset, package_path(destination_asset_path))
    return None if copy is None else BlueprintTarget(editor, copy)


@both
def delete_asset(editor: EditorState, asset_path_to_delete: str) -> bool:
    """Delete an asset or a redirector; refused while a Blueprint derives from it. Not undoable."""
    path = package_path(asset_path_to_delete)
    if path.lower() in editor.redirectors and not editor.is_loading_assets and not is_refused(editor):
        return remove_redirector(editor, path)
    asset = find(editor, asset_path_to_delete)
    return asset is not None and asset_changes.delete(editor, asset)


@both
def delete_loaded_asset(editor: EditorState, asset_to_delete: Target) -> bool:
    """Delete a loaded asset."""
    target = _loaded(asset_to_delete)
    return target is not None and not is_refused(editor) and asset_changes.delete(editor, target.asset)


@both
def delete_loaded_assets(editor: EditorState, assets_to_delete: list[Target]) -> bool:
    """Delete loaded assets, children before their parents; whether all are gone."""
    targets = [item for item in assets_to_delete if isinstance(item, BlueprintTarget)]
    if len(targets) < len(assets_to_delete) or not targets or is_refused(editor):
        return False
    waiting = {item.asset.uid: item.asset for item in targets}
    while waiting:
        ready = [asset for asset in waiting.values() if not asset_changes.children_of(editor, asset)]
        gone = [asset for asset in ready if asset_changes.delete(editor, asset)]
        if not gone:
            return complain(editor, "DeleteLoadedAssets failed: an asset is still in use.")
        for asset in gone:
            del waiting[asset.uid]
    return True


@both
def consolidate_assets(
    editor: EditorState, asset_to_consolidate_to: Target, assets_to_consolidate: list[Target]
) -> bool:
    """Lead every reference to some assets to another one of their class, and delete them."""
    kept = _loaded(asset_to_consolidate_to)
    merged = [item.asset for item in assets_to_consolidate if isinstance(item, BlueprintTarget)]
    if kept is None or len(merged) < len(assets_to_consolidate) or is_refused(editor):
        return False
    return asset_changes.consolidate(editor, kept.asset, merged)


# --- source control ----------------------------------------------------------------------------


@both
def checkout_asset(editor: EditorState, asset_to_checkout: str) -> bool:
    """Check an asset out by path; False without source control and when somebody else has it."""
    asset = find(editor, asset_to_checkout)
    return asset is not None and check_out(editor, asset)


@both
def checkout_loaded_asset(editor: EditorState, asset_to_checkout: Target) -> bool:
    """Check a loaded asset out."""
    target = _loaded(asset_to_checkout)
    return target is not None and not is_refused(editor) and check_out(editor, target.asset)


@both
def checkout_loaded_assets(editor: EditorState, assets_to_checkout: list[Target]) -> bool:
    """Check loaded assets out; whether all could be."""
    results = [checkout_loaded_asset(editor, item) for item in assets_to_checkout]
    return bool(results) and all(results)
