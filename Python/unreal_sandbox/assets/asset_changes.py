"""Renames, duplicates, deletes and merges assets. None of it can be undone ([FIELD_NOTES 8]).

A rename changes every reference in memory, leaves a redirector at the old path and, for an asset
that has a file, writes the new file and those of the referencers before the old one goes.
Clearing the undo history is assumed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from unreal_sandbox.assets.asset_creation import path_refusal
from unreal_sandbox.assets.asset_references import is_referring_to, path_changer, redirect_asset
from unreal_sandbox.assets.package_saving import save_assets
from unreal_sandbox.assets.redirectors import add_redirector, follow, remove_redirector, write_redirector
from unreal_sandbox.assets.source_control import is_read_only
from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset, new_guid
from unreal_sandbox.blueprints.compiler import compile_asset
from unreal_sandbox.errors import ProjectFolderError

if TYPE_CHECKING:
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["children_of", "consolidate", "delete", "duplicate", "rename"]

_LOG = "LogEditorAssetSubsystem"


def _refuse(editor: EditorState, reason: str) -> bool:
    editor.write_log(_LOG, "Error", reason)
    return False


def rename(editor: EditorState, asset: BlueprintAsset, new_path: str) -> bool:
    """Move an asset to another package path; whether it is there now."""
    old_path = asset.path
    own_redirector = follow(editor, new_path) is asset
    reason = path_refusal(editor, new_path, may_replace_redirector=own_redirector)
    if asset.is_on_disk and (editor.switches.saves_fail or is_read_only(editor, asset)):
        reason = f"the file of '{old_path}' cannot be written."
    if reason:
        return _refuse(editor, f"RenameAsset failed: '{old_path}' to '{new_path}': {reason}")
    if own_redirector and not remove_redirector(editor, new_path):
        return False
    others = _referencers(editor, asset)
    del editor.blueprints[old_path.lower()]
    asset.path = new_path
    editor.blueprints[new_path.lower()] = asset
    _change_paths(editor, [asset, *others], old_path, new_path)
    editor.open_editors = [new_path if path == old_path else path for path in editor.open_editors]
    editor.selected_assets = [new_path if path == old_path else path for path in editor.selected_assets]
    _write_moved(editor, asset, others, old_path)
    return True


def _referencers(editor: EditorState, asset: BlueprintAsset) -> list[BlueprintAsset]:
    return [
        other
        for other in editor.blueprints.values()
        if other is not asset and is_referring_to(other, asset.path)
    ]


def _change_paths(editor: EditorState, assets: list[BlueprintAsset], old: str, new: str) -> None:
    change = path_changer(old, new)
    for asset in assets:
        redirect_asset(asset, change)
        asset.is_dirty = True
    editor.transactions.clear()
    editor.classes_changed()


def _write_moved(
    editor: EditorState, asset: BlueprintAsset, others: list[BlueprintAsset], old_path: str
) -> None:
    """Leave the redirector; then the files: the new one, the referencers', and only then the old one."""
    was_on_disk = asset.is_on_disk
    redirector = add_redirector(editor, old_path, asset.path)
    if not was_on_disk:
        return
    save_assets(editor, [asset, *(other for other in others if other.is_on_disk)], only_if_dirty=False)
    if asset.is_dirty or not write_redirector(editor, redirector):
        return
    if editor.storage is not None:
        try:
            editor.storage.delete_file(old_path)
        except ProjectFolderError as error:
            editor.write_log(_LOG, "Error", str(error))


def duplicate(editor: EditorState, asset: BlueprintAsset, new_path: str) -> BlueprintAsset | None:
    """A copy at another package path: new identity, new node guids, compiled, not saved."""
    reason = path_refusal(editor, new_path)
    if reason:
        _refuse(editor, f"DuplicateAsset failed: '{asset.path}' to '{new_path}': {reason}")
        return None
    copy = BlueprintAsset(
        editor.next_uid(),
        new_path,
        asset.parent_class,
        asset_class=asset.asset_class,
        blueprint_type=asset.blueprint_type,
        metadata=dict(asset.metadata),
        variables=asset.variables,
        components=asset.components,
        overrides=asset.overrides,
        interfaces=asset.interfaces,
        defaults=dict(asset.defaults),
        compiled=asset.compiled,
        generation=asset.generation,
    )
    for draft in asset.graphs.values():
        graph = draft.freeze()
        nodes = tuple(replace(node, guid=new_guid()) for node in graph.nodes)
        copy.add_graph(replace(graph, nodes=nodes, guid=new_guid()))
    redirect_asset(copy, path_changer(asset.path, new_path))
    editor.blueprints[new_path.lower()] = copy
    editor.classes_changed()
    compile_asset(editor, copy, is_first=True)
    return copy


def children_of(editor: EditorState, asset: BlueprintAsset) -> list[BlueprintAsset]:
    """The Blueprints that derive from an asset directly."""
    return [item for item in editor.blueprints.values() if item.parent_class == asset.class_path]


def delete(editor: EditorState, asset: BlueprintAsset) -> bool:
    """Delete an asset and its file; refused while a Blueprint derives from it or the file is read-only."""
    children = children_of(editor, asset)
    if children:
        return _refuse(editor, f"'{asset.path}' is the parent of '{children[0].path}'.")
    if is_read_only(editor, asset):
        return _refuse(editor, f"DeleteAsset failed: the file of '{asset.path}' is read-only.")
    if editor.storage is not None:
        try:
            editor.storage.delete(asset)
        except ProjectFolderError as error:
            return _refuse(editor, str(error))
    editor.transactions.forget(asset)
    if editor.switches.deleting_clears_undo:
        editor.transactions.clear()
    del editor.blueprints[asset.path.lower()]
    editor.open_editors = [path for path in editor.open_editors if path != asset.path]
    editor.selected_assets = [path for path in editor.selected_assets if path != asset.path]
    editor.classes_changed()
    return True


def consolidate(editor: EditorState, kept: BlueprintAsset, merged: list[BlueprintAsset]) -> bool:
    """Lead every reference to `merged` to `kept` and delete them; only for assets of one class."""
    if not merged or kept in merged or any(item.asset_class != kept.asset_class for item in merged):
        return _refuse(editor, "ConsolidateAssets failed: the assets are not of the same class.")
    if any(is_read_only(editor, item) for item in merged):
        return _refuse(editor, "ConsolidateAssets failed: a file is read-only.")
    if any(kept.parent_class == item.class_path for item in merged):
        return _refuse(editor, "ConsolidateAssets failed: the asset derives from one of the others.")
    for item in merged:
        others = [other for other in _referencers(editor, item) if other not in merged]
        _change_paths(editor, others, item.path, kept.path)
    results = [delete(editor, item) for item in merged]
    return all(results)
