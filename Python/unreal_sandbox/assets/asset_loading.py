"""Assets by path: existence, loading, saving, tags, dirty flags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unreal_sandbox.assets.asset_entries import entry_at, entry_data, tags_of
from unreal_sandbox.assets.asset_library import both, find, is_refused, library, package_path, subsystem
from unreal_sandbox.assets.package_saving import save_assets
from unreal_sandbox.assets.plain_assets import plain_asset
from unreal_sandbox.blueprints.blueprint_objects import BlueprintTarget
from unreal_sandbox.glue.classes import ClassTarget, GeneratedClassTarget

if TYPE_CHECKING:
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.objects import Target

__all__: list[str] = []


@both
def does_asset_exist(editor: EditorState, asset_path: str) -> bool:
    """Whether an asset is there; False too while the registry scans."""
    return _is_plain(editor, asset_path) or find(editor, asset_path) is not None


def _is_plain(editor: EditorState, asset_path: str) -> bool:
    return not editor.is_loading_assets and plain_asset(editor, asset_path) is not None


@both
def do_assets_exist(editor: EditorState, asset_paths: list[str]) -> bool:
    """Whether all are there."""
    return all(does_asset_exist(editor, path) for path in asset_paths)


@both
def load_asset(editor: EditorState, asset_path: str) -> Target | None:
    """An asset; None with a log line when there is none."""
    asset = find(editor, asset_path)
    if asset is None and not editor.is_in_pie and _is_plain(editor, asset_path):
        return plain_asset(editor, asset_path)
    if asset is None:
        editor.write_log(
            "LogEditorAssetSubsystem", "Error", f"LoadAsset failed: '{asset_path}' was not found."
        )
        return None
    return BlueprintTarget(editor, asset)


@both
def load_blueprint_class(editor: EditorState, asset_path: str) -> ClassTarget | None:
    """The generated class of a Blueprint."""
    asset = find(editor, asset_path)
    return None if asset is None or asset.compiled is None else GeneratedClassTarget(editor, asset)


@both
def save_asset(editor: EditorState, asset_to_save: str, only_if_is_dirty: bool) -> bool:
    """Save by path."""
    asset = find(editor, asset_to_save)
    return asset is not None and save_assets(editor, [asset], only_if_dirty=only_if_is_dirty)


@both
def save_loaded_asset(editor: EditorState, asset_to_save: Target, only_if_is_dirty: bool) -> bool:
    """Save a loaded asset."""
    if is_refused(editor) or not isinstance(asset_to_save, BlueprintTarget):
        return False
    return save_assets(editor, [asset_to_save.asset], only_if_dirty=only_if_is_dirty)


@both
def save_loaded_assets(editor: EditorState, assets_to_save: list[Target], only_if_is_dirty: bool) -> bool:
    """Save several."""
    results = [save_loaded_asset(editor, item, only_if_is_dirty) for item in assets_to_save]
    return all(results)


@both
def find_asset_data(editor: EditorState, asset_path: str) -> Any:
    """The registry's entry, an invalid one when there is none."""
    if is_refused(editor):
        return entry_data(editor, None)
    return entry_data(editor, entry_at(editor, package_path(asset_path)))


@both
def get_tag_values(editor: EditorState, asset_path: str) -> dict[str, str]:
    """The registry tags of an asset."""
    asset = find(editor, asset_path)
    return {} if asset is None else tags_of(editor, asset)


@both
def get_path_name_for_loaded_asset(editor: EditorState, loaded_asset: Target) -> str:
    """The path of a loaded asset."""
    return loaded_asset.path()


@library.method()
def get_package_for_object(editor: EditorState, object: Target) -> Target | None:
    """The package of an object."""
    return object.package()


@subsystem.method()
def set_dirty_flag(editor: EditorState, subject: Target, object: Target, dirty_state: bool) -> bool:
    """Set or clear the dirty flag of an asset's package."""
    if not isinstance(object, BlueprintTarget):
        return False
    object.asset.is_dirty = dirty_state
    return True


@library.method()
def get_project_root_asset_directory(editor: EditorState) -> str:
    """The root content folder."""
    return "/Game/"
