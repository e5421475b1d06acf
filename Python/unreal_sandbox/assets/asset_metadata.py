"""Metadata tags, registry tags, referencers: what is known about an asset besides its content.

Metadata tags are written at once, dirty the package and are saved with it. Undo does not take them
back (assumed). The registry does not list them: its tags are those of the class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unreal_sandbox.assets.asset_entries import asset_data, tags_of
from unreal_sandbox.assets.asset_library import both, complain, find, is_refused, library, subsystem
from unreal_sandbox.assets.asset_references import saved_referencers
from unreal_sandbox.blueprints.blueprint_objects import BlueprintTarget
from unreal_sandbox.errors import NotModelledError
from unreal_sandbox.glue.class_paths import is_child_of

if TYPE_CHECKING:
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.classes import ClassTarget
    from unreal_sandbox.glue.objects import Target

__all__: list[str] = []


def _asset_of(editor: EditorState, target: Target) -> BlueprintAsset | None:
    if is_refused(editor):
        return None
    if not isinstance(target, BlueprintTarget):
        raise NotModelledError("Metadata tags of other objects than assets are not modelled in the sandbox.")
    return target.asset


def _own_key(asset: BlueprintAsset, tag: str) -> str:
    """The tag as it is written already; names are compared without letter case."""
    return next((key for key in asset.metadata if key.lower() == tag.lower()), tag)


@both
def get_metadata_tag(editor: EditorState, object: Target, tag: str) -> str:
    """A metadata tag, empty when it is not there."""
    asset = _asset_of(editor, object)
    return "" if asset is None else asset.metadata.get(_own_key(asset, tag), "")


@both
def get_metadata_tag_values(editor: EditorState, object: Target) -> dict[str, str]:
    """All metadata tags."""
    asset = _asset_of(editor, object)
    return {} if asset is None else dict(asset.metadata)


@both
def set_metadata_tag(editor: EditorState, object: Target, tag: str, value: str) -> None:
    """Write a metadata tag."""
    asset = _asset_of(editor, object)
    if asset is None:
        return
    if tag.lower() == "none":
        complain(editor, "SetMetadataTag failed: the tag has no name.")
        return
    asset.metadata[_own_key(asset, tag)] = value
    asset.is_dirty = True


@both
def remove_metadata_tag(editor: EditorState, object: Target, tag: str) -> None:
    """Remove a metadata tag."""
    asset = _asset_of(editor, object)
    if asset is not None and asset.metadata.pop(_own_key(asset, tag), None) is not None:
        asset.is_dirty = True


def _with_tag(editor: EditorState, tag: str, value: str) -> list[str]:
    if is_refused(editor) or editor.is_loading_assets:
        return []
    return [
        asset.object_path
        for _, asset in sorted(editor.blueprints.items())
        if any(
            key.lower() == tag.lower() and item.lower() == value.lower()
            for key, item in tags_of(editor, asset).items()
        )
    ]


@library.method()
def list_asset_by_tag_value(editor: EditorState, tag_name: str, tag_value: str) -> list[str]:
    """The object paths of the assets whose registry tag has a value."""
    return _with_tag(editor, tag_name, tag_value)


@subsystem.method()
def list_assets_by_tag_value(
    editor: EditorState, subject: Target, tag_name: str, tag_value: str
) -> list[str]:
    """The object paths of the assets whose registry tag has a value."""
    return _with_tag(editor, tag_name, tag_value)


@subsystem.method()
def get_all_assets_by_meta_data_tags(
    editor: EditorState, subject: Target, required_tags: list[str], allowed_classes: list[ClassTarget | None]
) -> list[Any]:
    """The entries of the assets that have all these metadata tags and are of one of the classes."""
    wanted = {tag.lower() for tag in required_tags}
    return [
        asset_data(editor, asset)
        for _, asset in sorted(editor.blueprints.items())
        if wanted <= {key.lower() for key in asset.metadata}
        and (
            not allowed_classes
            or any(
                item is not None and is_child_of(editor, asset.asset_class, item.represented)
                for item in allowed_classes
            )
        )
    ]


@both
def find_package_referencers_for_asset(
    editor: EditorState, asset_path: str, load_assets_to_confirm: bool
) -> list[str]:
    """The packages that refer to an asset, as they are on disk: what is not saved does not count."""
    asset = find(editor, asset_path)
    if asset is None:
        complain(editor, f"FindPackageReferencersForAsset failed: '{asset_path}' was not found.")
        return []
    return saved_referencers(editor, asset.path)
