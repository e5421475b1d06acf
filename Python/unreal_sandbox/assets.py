"""Assets by path: `EditorAssetLibrary`, `EditorAssetSubsystem` and `AssetTools`.

The library refuses everything in play mode. Creation, deletion and saves cannot be undone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unreal_sandbox.asset_creation import create_blueprint
from unreal_sandbox.asset_registry import asset_data, tags_of
from unreal_sandbox.binding import UnrealClass
from unreal_sandbox.blueprint_objects import BlueprintTarget
from unreal_sandbox.classes import ClassTarget, GeneratedClassTarget
from unreal_sandbox.errors import NotModelledError, ProjectFolderError
from unreal_sandbox.lookup import find_asset_target
from unreal_sandbox.objects import Target, TransientTarget
from unreal_sandbox.saving import save_assets

if TYPE_CHECKING:
    from collections.abc import Callable

    from unreal_sandbox.blueprint_asset import BlueprintAsset
    from unreal_sandbox.state import EditorState

__all__: list[str] = []

library = UnrealClass("EditorAssetLibrary")
subsystem = UnrealClass("EditorAssetSubsystem")
tools = UnrealClass("AssetTools")
helpers = UnrealClass("AssetToolsHelpers")


def _both(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register a function for the library and, with the subsystem as subject, for the subsystem."""

    def of_subsystem(editor: EditorState, subject: Target, *arguments: Any) -> Any:
        return function(editor, *arguments)

    name = function.__name__
    library.method(name)(function)
    subsystem.method(name)(of_subsystem)
    return function


def _is_refused(editor: EditorState) -> bool:
    if editor.is_in_pie:
        editor.write_log("LogEditorScripting", "Error", "The Editor is currently in a play mode.")
    return editor.is_in_pie


def _find(editor: EditorState, path: str) -> BlueprintAsset | None:
    if _is_refused(editor):
        return None
    found = find_asset_target(editor, path)
    return None if found is None else found.asset


@_both
def does_asset_exist(editor: EditorState, asset_path: str) -> bool:
    """Whether an asset is there; False too while the registry scans."""
    return _find(editor, asset_path) is not None


@_both
def do_assets_exist(editor: EditorState, asset_paths: list[str]) -> bool:
    """Whether all are there."""
    return all(_find(editor, path) is not None for path in asset_paths)


@_both
def load_asset(editor: EditorState, asset_path: str) -> Target | None:
    """An asset; None with a log line when there is none."""
    asset = _find(editor, asset_path)
    if asset is None:
        editor.write_log(
            "LogEditorAssetSubsystem", "Error", f"LoadAsset failed: '{asset_path}' was not found."
        )
        return None
    return BlueprintTarget(editor, asset)


@_both
def load_blueprint_class(editor: EditorState, asset_path: str) -> ClassTarget | None:
    """The generated class of a Blueprint."""
    asset = _find(editor, asset_path)
    return None if asset is None or asset.compiled is None else GeneratedClassTarget(editor, asset)


@_both
def save_asset(editor: EditorState, asset_to_save: str, only_if_is_dirty: bool) -> bool:
    """Save by path."""
    asset = _find(editor, asset_to_save)
    return asset is not None and save_assets(editor, [asset], only_if_dirty=only_if_is_dirty)


@_both
def save_loaded_asset(editor: EditorState, asset_to_save: Target, only_if_is_dirty: bool) -> bool:
    """Save a loaded asset."""
    if _is_refused(editor) or not isinstance(asset_to_save, BlueprintTarget):
        return False
    return save_assets(editor, [asset_to_save.asset], only_if_dirty=only_if_is_dirty)


@_both
def save_loaded_assets(editor: EditorState, assets_to_save: list[Target], only_if_is_dirty: bool) -> bool:
    """Save several."""
    results = [save_loaded_asset(editor, item, only_if_is_dirty) for item in assets_to_save]
    return all(results)


@_both
def save_directory(editor: EditorState, directory_path: str, only_if_is_dirty: bool, recursive: bool) -> bool:
    """Save the assets of a folder."""
    if _is_refused(editor):
        return False
    return save_assets(editor, _in_folder(editor, directory_path, recursive), only_if_dirty=only_if_is_dirty)


def _in_folder(editor: EditorState, folder: str, recursive: bool) -> list[BlueprintAsset]:
    prefix = folder.rstrip("/").lower() + "/"
    return [
        asset
        for key, asset in sorted(editor.blueprints.items())
        if key.startswith(prefix) and (recursive or "/" not in key[len(prefix) :])
    ]


@_both
def list_assets(editor: EditorState, directory_path: str, recursive: bool, include_folder: bool) -> list[str]:
    """The object paths under a folder."""
    if include_folder:
        raise NotModelledError("Listing folders with assets is not modelled in the sandbox.")
    if _is_refused(editor) or editor.is_loading_assets:
        return []
    return [asset.object_path for asset in _in_folder(editor, directory_path, recursive)]


@_both
def does_directory_exist(editor: EditorState, directory_path: str) -> bool:
    """Whether a content folder is there."""
    if _is_refused(editor):
        return False
    return directory_path.rstrip("/") == "/Game" or bool(_in_folder(editor, directory_path, recursive=True))


@library.method()
def does_directory_have_assets(editor: EditorState, directory_path: str, recursive: bool) -> bool:
    """Whether a content folder holds assets."""
    return not _is_refused(editor) and bool(_in_folder(editor, directory_path, recursive))


@_both
def find_asset_data(editor: EditorState, asset_path: str) -> Any:
    """The registry's entry, an invalid one when there is none."""
    return asset_data(editor, _find(editor, asset_path))


@_both
def get_tag_values(editor: EditorState, asset_path: str) -> dict[str, str]:
    """The registry tags of an asset."""
    asset = _find(editor, asset_path)
    return {} if asset is None else tags_of(editor, asset)


@_both
def get_path_name_for_loaded_asset(editor: EditorState, loaded_asset: Target) -> str:
    """The path of a loaded asset."""
    return loaded_asset.path()


@library.method()
def get_package_for_object(editor: EditorState, object: Target) -> Target | None:
    """The package of an object."""
    return object.package()


@_both
def delete_asset(editor: EditorState, asset_path_to_delete: str) -> bool:
    """Delete an asset; refused while a Blueprint derives from it. Not undoable."""
    asset = _find(editor, asset_path_to_delete)
    if asset is None or _has_children(editor, asset):
        return False
    if editor.storage is not None:
        try:
            editor.storage.delete(asset)
        except ProjectFolderError as error:
            editor.write_log("LogEditorAssetSubsystem", "Error", str(error))
            return False
    editor.transactions.forget(asset)
    del editor.blueprints[asset.path.lower()]
    editor.open_editors = [path for path in editor.open_editors if path != asset.path]
    editor.classes_changed()
    return True


def _has_children(editor: EditorState, asset: BlueprintAsset) -> bool:
    children = [item for item in editor.blueprints.values() if item.parent_class == asset.class_path]
    if children:
        editor.write_log(
            "LogEditorAssetSubsystem", "Error", f"'{asset.path}' is the parent of '{children[0].path}'."
        )
    return bool(children)


@_both
def delete_loaded_asset(editor: EditorState, asset_to_delete: Target) -> bool:
    """Delete a loaded asset."""
    return isinstance(asset_to_delete, BlueprintTarget) and delete_asset(editor, asset_to_delete.asset.path)


@subsystem.method()
def set_dirty_flag(editor: EditorState, subject: Target, object: Target, dirty_state: bool) -> bool:
    """Set or clear the dirty flag of an asset's package."""
    if not isinstance(object, BlueprintTarget):
        return False
    object.asset.is_dirty = dirty_state
    return True


# --- AssetTools --------------------------------------------------------------------------------


@helpers.method()
def get_asset_tools(editor: EditorState) -> Target:
    """The asset tools."""
    return TransientTarget(editor, "/Script/AssetTools.AssetTools", "AssetTools_0")


_BLUEPRINT_FACTORY = "BlueprintFactory"


@tools.method(accepts_none=("asset_class",))
def create_asset(
    editor: EditorState,
    subject: Target,
    asset_name: str,
    package_path: str,
    asset_class: ClassTarget | None,
    factory: TransientTarget,
    calling_context: str,
) -> Target | None:
    """Create an asset with a factory; None when it cannot be, as for a taken name."""
    if factory.class_name() != _BLUEPRINT_FACTORY:
        raise NotModelledError(f"unreal.{factory.class_name()} is not modelled in the sandbox.")
    if asset_class is not None and asset_class.name() != "Blueprint":
        editor.write_log("LogAssetTools", "Warning", f"The factory makes no {asset_class.name()}.")
        return None
    parent = factory.fields.get("parent_class")
    parent_path = parent.represented if isinstance(parent, ClassTarget) else "/Script/Engine.Actor"
    asset = create_blueprint(editor, f"{package_path.rstrip('/')}/{asset_name}", parent_path)
    return None if asset is None else BlueprintTarget(editor, asset)


@tools.method()
def create_unique_asset_name(
    editor: EditorState, subject: Target, base_package_name: str, suffix: str
) -> tuple[str, str]:
    """A free package path and its asset name, numbered when needed."""
    base = f"{base_package_name}{suffix}"
    path, number = base, 1
    while editor.find_blueprint(path) is not None:
        path = f"{base}{number}"
        number += 1
    return path, path.rsplit("/", 1)[-1]


@tools.method()
def is_asset_read_only(editor: EditorState, subject: Target, asset_data: Any) -> bool:
    """False: nothing is under source control."""
    return False


@library.method()
def get_project_root_asset_directory(editor: EditorState) -> str:
    """The root content folder."""
    return "/Game/"
