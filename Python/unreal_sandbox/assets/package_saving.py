"""Saving packages: pumps Slate around the write and clears the dirty flag.

In play mode saves are refused, or claimed (`Switches.saves_in_pie_claim_success`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from unreal_sandbox.assets.source_control import is_read_only
from unreal_sandbox.errors import ProjectFolderError
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.objects import PackageTarget

if TYPE_CHECKING:
    from collections.abc import Iterable

    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["save_assets"]

utils = UnrealClass("EditorLoadingAndSavingUtils")


def save_assets(editor: EditorState, assets: Iterable[BlueprintAsset], *, only_if_dirty: bool) -> bool:
    """Save; whether all that had to be saved are on disk now."""
    wanted = [asset for asset in assets if asset.is_dirty or not only_if_dirty]
    if editor.is_in_pie and editor.switches.saves_in_pie_claim_success:
        return True
    if editor.is_in_pie or editor.switches.saves_fail:
        editor.write_log("LogFileHelpers", "Error", "The package cannot be saved now.")
        return False
    editor.note_nested_change("A package saved")
    editor.pump_slate()
    results = [_save(editor, asset) for asset in wanted if editor.is_alive(asset)]
    editor.pump_slate()
    return all(results)


def _save(editor: EditorState, asset: BlueprintAsset) -> bool:
    if is_read_only(editor, asset):
        editor.write_log("LogSavePackage", "Error", f"The file of '{asset.path}' is read-only.")
        return False
    if editor.conditions.save_fails():
        editor.write_log("LogSavePackage", "Error", f"The package '{asset.path}' could not be saved.")
        return False
    editor.ticks.is_suspended = True  # no callback runs while a package is being written
    try:
        if editor.storage is not None:
            editor.storage.write(asset)
    except ProjectFolderError as error:
        editor.write_log("LogSavePackage", "Error", str(error))
        return False
    finally:
        editor.ticks.is_suspended = False
    asset.mark_saved()
    return True


@utils.method()
def save_packages(
    editor: EditorState, packages_to_save: list[PackageTarget | None], only_dirty: bool
) -> bool:
    """Save packages; whether all could be."""
    found = [editor.find_blueprint(item.path()) for item in packages_to_save if item is not None]
    if not found or any(asset is None for asset in found):
        return False
    return save_assets(editor, [asset for asset in found if asset is not None], only_if_dirty=only_dirty)


@utils.method()
def save_dirty_packages(editor: EditorState, save_map_packages: bool, save_content_packages: bool) -> bool:
    """Save every dirty asset; whether all could be."""
    if not save_content_packages:
        return True
    return save_assets(editor, list(editor.blueprints.values()), only_if_dirty=True)


@utils.method()
def get_dirty_content_packages(editor: EditorState) -> list[PackageTarget]:
    """The packages with unsaved changes."""
    return [PackageTarget(editor, asset.path) for asset in editor.blueprints.values() if asset.is_dirty]


@utils.method()
def get_dirty_map_packages(editor: EditorState) -> list[PackageTarget]:
    """None: there are no levels."""
    return []
