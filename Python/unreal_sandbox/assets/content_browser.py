"""The Content Browser and the selection of actors: `EditorUtilityLibrary`, `EditorActorSubsystem`.

No level is modelled: the selection of actors is empty and stays so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unreal_sandbox.assets.asset_changes import rename
from unreal_sandbox.assets.asset_entries import asset_data
from unreal_sandbox.assets.asset_library import library, package_path
from unreal_sandbox.blueprints.blueprint_objects import BlueprintTarget
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.class_paths import is_child_of
from unreal_sandbox.glue.classes import ClassTarget, GeneratedClassTarget

if TYPE_CHECKING:
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.objects import Target

__all__ = ["library"]

browser = UnrealClass("EditorUtilityLibrary")
actors = UnrealClass("EditorActorSubsystem")


def _selected(editor: EditorState) -> list[BlueprintAsset]:
    found = [editor.find_blueprint(path) for path in editor.selected_assets]
    return [asset for asset in found if asset is not None]


@browser.method()
def get_selected_assets(editor: EditorState) -> list[Target]:
    """The assets selected in the Content Browser, loaded."""
    for asset in _selected(editor):
        asset.was_asked_for = True
    return [BlueprintTarget(editor, asset) for asset in _selected(editor)]


@browser.method()
def get_selected_asset_data(editor: EditorState) -> list[Any]:
    """The registry's entries of the selected assets."""
    return [asset_data(editor, asset) for asset in _selected(editor)]


@browser.method()
def get_selected_assets_of_class(editor: EditorState, asset_class: ClassTarget) -> list[Target]:
    """The selected assets of a class."""
    wanted = asset_class.represented
    return [item for item in get_selected_assets(editor) if is_child_of(editor, item.class_path(), wanted)]


@browser.method()
def get_selected_blueprint_classes(editor: EditorState) -> list[Target]:
    """The generated classes of the selected Blueprints."""
    return [GeneratedClassTarget(editor, asset) for asset in _selected(editor) if asset.compiled is not None]


@browser.method()
def get_current_content_browser_path(editor: EditorState) -> str | None:
    """The folder that the Content Browser shows, None without one."""
    return editor.browser_path or None


@browser.method()
def get_selected_folder_paths(editor: EditorState) -> list[str]:
    """The folders selected beside the assets."""
    return list(editor.selected_folders)


@browser.method()
def get_selected_path_view_folder_paths(editor: EditorState) -> list[str]:
    """The folders selected in the tree: the one that is shown."""
    return [editor.browser_path] if editor.browser_path else []


@browser.method()
def sync_browser_to_folders(editor: EditorState, folder_list: list[str]) -> None:
    """Show folders in the Content Browser."""
    editor.selected_folders = list(folder_list)
    if folder_list:
        editor.browser_path = folder_list[0].rstrip("/").rpartition("/")[0] or folder_list[0]


@library.method()
def sync_browser_to_objects(editor: EditorState, asset_paths: list[str]) -> None:
    """Select assets in the Content Browser; those that do not exist are left out."""
    packages = [package_path(path) for path in asset_paths]
    found = [editor.find_blueprint(path) for path in packages if path]
    editor.selected_assets = [asset.path for asset in found if asset is not None]
    if editor.selected_assets:
        editor.browser_path = editor.selected_assets[0].rpartition("/")[0]


@browser.method("rename_asset")
def browser_rename_asset(editor: EditorState, asset: Target, new_name: str) -> None:
    """Give an asset another name in its folder. Nothing tells when it cannot be: read the name back."""
    if isinstance(asset, BlueprintTarget) and not editor.is_in_pie:
        rename(editor, asset.asset, f"{asset.asset.path.rpartition('/')[0]}/{new_name}")


@browser.method()
def get_selection_set(editor: EditorState) -> list[Target]:
    """The selected actors: none."""
    return []


@actors.method()
def get_selected_level_actors(editor: EditorState, subject: Target) -> list[Target]:
    """The selected actors: none."""
    return []


@actors.method()
def set_selected_level_actors(editor: EditorState, subject: Target, actors_to_select: list[Target]) -> None:
    """Select actors; there are none to give."""


@actors.method()
def select_nothing(editor: EditorState, subject: Target) -> None:
    """Select no actor."""


@actors.method()
def clear_actor_selection_set(editor: EditorState, subject: Target) -> None:
    """Select no actor."""
