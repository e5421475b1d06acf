"""The asset registry: entries of the project's assets and of nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unreal_sandbox.binding import UnrealClass
from unreal_sandbox.blueprint_objects import BlueprintTarget
from unreal_sandbox.class_paths import is_child_of, native_parent
from unreal_sandbox.classes import NativeClassTarget
from unreal_sandbox.errors import NotModelledError
from unreal_sandbox.objects import Target, TransientTarget

if TYPE_CHECKING:
    from collections.abc import Iterable

    from unreal_sandbox.blueprint_asset import BlueprintAsset
    from unreal_sandbox.state import EditorState
    from unreal_sandbox.structs import StructBase

__all__ = ["asset_data", "tags_of"]

helpers = UnrealClass("AssetRegistryHelpers")
registry = UnrealClass("AssetRegistry")
data_methods = UnrealClass("AssetData")
filter_methods = UnrealClass("ARFilter")

_BLUEPRINT = "/Script/Engine.Blueprint"


def asset_data(editor: EditorState, asset: BlueprintAsset | None) -> Any:
    """The entry of an asset; an invalid one for None."""
    types = editor.types
    kind = types.get("AssetData")
    if asset is None:
        return kind()
    class_path = types.get("TopLevelAssetPath")("/Script/Engine", "Blueprint")
    entry = kind(asset.path, asset.path.rsplit("/", 1)[0], asset.name, class_path)
    entry._values["asset_class"] = types.to_python("Name", "Blueprint")
    return entry


def tags_of(editor: EditorState, asset: BlueprintAsset) -> dict[str, str]:
    """The registry tags of a Blueprint."""

    def quoted(path: str) -> str:
        kind = "CoreUObject.Class" if path.startswith("/Script/") else "Engine.BlueprintGeneratedClass"
        return f"/Script/{kind}'{path}'"

    return {
        "ParentClass": quoted(asset.parent_class),
        "NativeParentClass": quoted(native_parent(editor, asset.parent_class)),
        "GeneratedClass": quoted(asset.class_path),
        "BlueprintType": "BPTYPE_Normal",
    }


@helpers.method()
def get_asset_registry(editor: EditorState) -> Target:
    """The registry."""
    return TransientTarget(editor, "/Script/AssetRegistry.AssetRegistry", "AssetRegistry_0")


@registry.method()
def is_loading_assets(editor: EditorState, subject: Target) -> bool:
    """Whether the first scan still runs."""
    return editor.is_loading_assets


def _entries(editor: EditorState, assets: Iterable[BlueprintAsset], *, only_on_disk: bool) -> list[Any]:
    if editor.is_loading_assets:
        return []
    return [asset_data(editor, asset) for asset in assets if asset.is_on_disk or not only_on_disk]


def _under(editor: EditorState, path: str, *, recursive: bool) -> list[BlueprintAsset]:
    prefix = path.rstrip("/").lower() + "/"
    return [
        asset
        for key, asset in sorted(editor.blueprints.items())
        if key.startswith(prefix) and (recursive or "/" not in key[len(prefix) :])
    ]


_UNMODELLED_FILTERS = (
    "class_names",
    "recursive_class_paths_exclusion_set",
    "recursive_classes_exclusion_set",
    "soft_object_paths",
)


def _refuse_unmodelled(query: Any) -> None:
    for name in _UNMODELLED_FILTERS:
        if len(getattr(query, name)):
            raise NotModelledError(f"ARFilter.{name} is not modelled in the sandbox.")


def _matches(editor: EditorState, asset: BlueprintAsset, query: Any) -> bool:
    if len(query.package_names) and asset.path not in [str(name) for name in query.package_names]:
        return False
    folders = [str(path) for path in query.package_paths]
    if folders and not any(
        asset in _under(editor, path, recursive=query.recursive_paths) for path in folders
    ):
        return False
    return _is_class_wanted(editor, query)


def _is_class_wanted(editor: EditorState, query: Any) -> bool:
    wanted = [f"{item.package_name}.{item.asset_name}" for item in query.class_paths]
    if not wanted:
        return True
    if query.recursive_classes:
        return any(is_child_of(editor, _BLUEPRINT, path) for path in wanted)
    return _BLUEPRINT.lower() in [path.lower() for path in wanted]


@registry.method()
def get_assets(
    editor: EditorState, subject: Target, filter: StructBase, skip_ar_filtered_assets: bool
) -> list[Any]:
    """The assets that a filter keeps; empty while the first scan runs."""
    query: Any = filter
    _refuse_unmodelled(query)
    found = [asset for _, asset in sorted(editor.blueprints.items()) if _matches(editor, asset, query)]
    return _entries(editor, found, only_on_disk=query.include_only_on_disk_assets)


@registry.method()
def get_all_assets(editor: EditorState, subject: Target, include_only_on_disk_assets: bool) -> list[Any]:
    """Every asset."""
    found = [asset for _, asset in sorted(editor.blueprints.items())]
    return _entries(editor, found, only_on_disk=include_only_on_disk_assets)


@registry.method()
def get_assets_by_path(
    editor: EditorState,
    subject: Target,
    package_path: str,
    recursive: bool,
    include_only_on_disk_assets: bool,
) -> list[Any]:
    """The assets of a folder."""
    found = _under(editor, package_path, recursive=recursive)
    return _entries(editor, found, only_on_disk=include_only_on_disk_assets)


@registry.method()
def get_assets_by_class(
    editor: EditorState, subject: Target, class_path_name: Any, search_sub_classes: bool
) -> list[Any]:
    """The assets of a class."""
    wanted = f"{class_path_name.package_name}.{class_path_name.asset_name}"
    is_wanted = (
        is_child_of(editor, _BLUEPRINT, wanted)
        if search_sub_classes
        else wanted.lower() == _BLUEPRINT.lower()
    )
    found = [asset for _, asset in sorted(editor.blueprints.items())] if is_wanted else []
    return _entries(editor, found, only_on_disk=False)


@registry.method()
def get_assets_by_package_name(
    editor: EditorState,
    subject: Target,
    package_name: str,
    include_only_on_disk_assets: bool,
    skip_ar_filtered_assets: bool,
) -> list[Any]:
    """The assets of a package."""
    asset = editor.find_blueprint(package_name)
    return _entries(editor, [asset] if asset else [], only_on_disk=include_only_on_disk_assets)


@registry.method()
def get_asset_by_object_path(
    editor: EditorState, subject: Target, object_path: str, include_only_on_disk_assets: bool
) -> Any:
    """The entry of an object path, an invalid one when there is none."""
    return asset_data(editor, None if editor.is_loading_assets else editor.find_blueprint(object_path))


@registry.method()
def get_sub_paths(editor: EditorState, subject: Target, base_path: str, recurse: bool) -> list[str]:
    """The folders under a folder."""
    prefix = base_path.rstrip("/") + "/"
    found: dict[str, None] = {}
    for asset in editor.blueprints.values():
        if asset.path.startswith(prefix):
            parts = asset.path[len(prefix) :].split("/")[:-1]
            depth = len(parts) if recurse else min(1, len(parts))
            found |= {prefix + "/".join(parts[: number + 1]): None for number in range(depth)}
    return sorted(found)


@registry.method()
def get_ancestor_class_names(editor: EditorState, subject: Target, class_path_name: Any) -> list[Any]:
    """The ancestors of a class, nearest first."""
    path = f"{class_path_name.package_name}.{class_path_name.asset_name}"
    kind = editor.types.get("TopLevelAssetPath")
    return [kind(*ancestor.rsplit(".", 1)) for ancestor in editor.catalog.ancestors(path)[1:]]


@registry.method()
def wait_for_completion(editor: EditorState, subject: Target) -> None:
    """Let the first scan end."""
    editor.is_loading_assets = False


# --- one entry ---------------------------------------------------------------------------------


def _asset_of(editor: EditorState, data: Any) -> BlueprintAsset | None:
    return editor.find_blueprint(str(data.package_name))


@data_methods.method()
def is_valid(editor: EditorState, subject: Any) -> bool:
    """Whether the entry names an asset."""
    return not subject.package_name.is_none()


@data_methods.method()
def is_u_asset(editor: EditorState, subject: Any) -> bool:
    """Whether the entry is the main asset of its package."""
    return is_valid(editor, subject)


@data_methods.method()
def is_redirector(editor: EditorState, subject: Any) -> bool:
    """False: there are no redirectors."""
    return False


@data_methods.method()
def is_asset_loaded(editor: EditorState, subject: Any) -> bool:
    """Whether the asset is in memory; here they all are."""
    return _asset_of(editor, subject) is not None


@data_methods.method()
def get_asset(editor: EditorState, subject: Any) -> Target | None:
    """The asset, loaded."""
    asset = _asset_of(editor, subject)
    return None if asset is None else BlueprintTarget(editor, asset)


@data_methods.method()
def get_class(editor: EditorState, subject: Any) -> Target | None:
    """The class of the asset."""
    return NativeClassTarget(editor, _BLUEPRINT) if is_valid(editor, subject) else None


@data_methods.method()
def get_full_name(editor: EditorState, subject: Any) -> str:
    """Class and path."""
    asset = _asset_of(editor, subject)
    return "" if asset is None else f"Blueprint {asset.object_path}"


@data_methods.method()
def get_tag_value(editor: EditorState, subject: Any, tag_name: str) -> str | None:
    """One registry tag, or None."""
    asset = _asset_of(editor, subject)
    tags = {} if asset is None else tags_of(editor, asset)
    return next((value for key, value in tags.items() if key.lower() == tag_name.lower()), None)


@helpers.method("is_valid")
def helpers_is_valid(editor: EditorState, asset_data: Any) -> bool:
    """Whether the entry names an asset."""
    return is_valid(editor, asset_data)


@helpers.method("get_asset")
def helpers_get_asset(editor: EditorState, asset_data: Any) -> Target | None:
    """The asset, loaded."""
    return get_asset(editor, asset_data)


@helpers.method("get_tag_value")
def helpers_get_tag_value(editor: EditorState, asset_data: Any, tag_name: str) -> str | None:
    """One registry tag, or None."""
    return get_tag_value(editor, asset_data, tag_name)


@helpers.method()
def create_asset_data(editor: EditorState, asset: Target, allow_blueprint_class: bool) -> Any:
    """The entry of a loaded asset."""
    return asset_data(editor, asset.asset if isinstance(asset, BlueprintTarget) else None)


def _blueprint_assets(editor: EditorState, query: Any) -> list[Any]:
    """Blueprints whose generated class is, or with `recursive_classes` derives from, a class."""
    _refuse_unmodelled(query)
    wanted = [f"{item.package_name}.{item.asset_name}" for item in query.class_paths]
    folders = [str(path) for path in query.package_paths]
    found = []
    for _, asset in sorted(editor.blueprints.items()):
        is_inside = not folders or any(
            asset in _under(editor, path, recursive=query.recursive_paths) for path in folders
        )
        fits = not wanted or any(
            is_child_of(editor, asset.class_path, path)
            if query.recursive_classes
            else asset.parent_class == path
            for path in wanted
        )
        if is_inside and fits:
            found.append(asset)
    return _entries(editor, found, only_on_disk=False)


@helpers.method("get_blueprint_assets")
def helpers_get_blueprint_assets(editor: EditorState, filter: Any) -> list[Any]:
    """The Blueprints by their parent class."""
    return _blueprint_assets(editor, filter)


@filter_methods.method()
def get_blueprint_assets(editor: EditorState, subject: Any) -> list[Any]:
    """The Blueprints by their parent class."""
    return _blueprint_assets(editor, subject)
