"""The asset registry: queries over the entries of the project's assets and redirectors.

Dependencies are those of the files: an asset that was never saved has none, and what changed since
the last save does not count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unreal_sandbox.assets.asset_directories import folders_under
from unreal_sandbox.assets.asset_entries import AssetEntry, entries, entry_at, entry_data
from unreal_sandbox.assets.asset_references import saved_dependencies, saved_referencers
from unreal_sandbox.errors import NotModelledError
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.class_paths import is_child_of
from unreal_sandbox.glue.objects import Target, TransientTarget

if TYPE_CHECKING:
    from collections.abc import Iterable

    from unreal_sandbox.desk.editor_state import EditorState

__all__: list[str] = []

helpers = UnrealClass("AssetRegistryHelpers")
registry = UnrealClass("AssetRegistry")
filter_methods = UnrealClass("ARFilter")


@helpers.method()
def get_asset_registry(editor: EditorState) -> Target:
    """The registry."""
    return TransientTarget(editor, "/Script/AssetRegistry.AssetRegistry", "AssetRegistry_0")


# --- the scan ----------------------------------------------------------------------------------


@registry.method()
def is_loading_assets(editor: EditorState, subject: Target) -> bool:
    """Whether the first scan still runs."""
    return editor.is_loading_assets


@registry.method()
def wait_for_completion(editor: EditorState, subject: Target) -> None:
    """Let the first scan end."""
    editor.is_loading_assets = False


@registry.method()
def wait_for_package(editor: EditorState, subject: Target, package_name: str) -> None:
    """Let the first scan end."""
    editor.is_loading_assets = False


@registry.method()
def search_all_assets(editor: EditorState, subject: Target, synchronous_search: bool) -> None:
    """Scan everything: a synchronous search ends the first scan."""
    if synchronous_search:
        editor.is_loading_assets = False


@registry.method()
def is_search_all_assets(editor: EditorState, subject: Target) -> bool:
    """True: the editor scans everything at its start."""
    return True


@registry.method()
def is_search_async(editor: EditorState, subject: Target) -> bool:
    """True: the editor scans beside its other work."""
    return True


@registry.method()
def prioritize_search_path(editor: EditorState, subject: Target, path_to_prioritize: str) -> None:
    """Nothing to see of it."""


# --- filters -----------------------------------------------------------------------------------


_UNMODELLED_FILTERS = ("class_names", "recursive_classes_exclusion_set")


def _refuse_unmodelled(query: Any) -> None:
    for name in _UNMODELLED_FILTERS:
        if len(getattr(query, name)):
            raise NotModelledError(f"ARFilter.{name} is not modelled in the sandbox.")


def _path_of(top_level: Any) -> str:
    return f"{top_level.package_name}.{top_level.asset_name}"


def _is_under(path: str, folder: str, *, recursive: bool) -> bool:
    prefix = folder.rstrip("/").lower() + "/"
    return path.lower().startswith(prefix) and (recursive or "/" not in path[len(prefix) :])


def _is_place_wanted(entry: AssetEntry, query: Any) -> bool:
    names = [str(name).lower() for name in query.package_names]
    if names and entry.path.lower() not in names:
        return False
    objects = [str(item._values["path_string"]).lower() for item in query.soft_object_paths]
    if objects and entry.object_path.lower() not in objects:
        return False
    folders = [str(path) for path in query.package_paths]
    return not folders or any(
        _is_under(entry.path, folder, recursive=query.recursive_paths) for folder in folders
    )


def _is_class_wanted(editor: EditorState, class_path: str, query: Any) -> bool:
    wanted = [_path_of(item) for item in query.class_paths]
    if not wanted:
        return True
    if not query.recursive_classes:
        return class_path.lower() in [path.lower() for path in wanted]
    excluded = [_path_of(item) for item in query.recursive_class_paths_exclusion_set]
    if any(is_child_of(editor, class_path, path) for path in excluded):
        return False
    return any(is_child_of(editor, class_path, path) for path in wanted)


def _matches(editor: EditorState, entry: AssetEntry, query: Any) -> bool:
    if query.include_only_on_disk_assets and not entry.is_on_disk:
        return False
    return _is_place_wanted(entry, query) and _is_class_wanted(editor, entry.class_path, query)


def _found(editor: EditorState, items: Iterable[AssetEntry], *, only_on_disk: bool = False) -> list[Any]:
    return [entry_data(editor, item) for item in items if item.is_on_disk or not only_on_disk]


# --- assets ------------------------------------------------------------------------------------


@registry.method()
def get_assets(editor: EditorState, subject: Target, filter: Any, skip_ar_filtered_assets: bool) -> list[Any]:
    """The assets that a filter keeps; empty while the first scan runs."""
    _refuse_unmodelled(filter)
    return _found(editor, (item for item in entries(editor) if _matches(editor, item, filter)))


@registry.method()
def get_in_memory_assets(
    editor: EditorState, subject: Target, filter: Any, skip_ar_filtered_assets: bool
) -> list[Any]:
    """The loaded assets that a filter keeps."""
    _refuse_unmodelled(filter)
    loaded = (item for item in entries(editor) if item.asset is not None and item.asset.is_loaded)
    return _found(editor, (item for item in loaded if _matches(editor, item, filter)))


@registry.method()
def get_all_assets(editor: EditorState, subject: Target, include_only_on_disk_assets: bool) -> list[Any]:
    """Every asset."""
    return _found(editor, entries(editor), only_on_disk=include_only_on_disk_assets)


@registry.method()
def get_assets_by_path(
    editor: EditorState,
    subject: Target,
    package_path: str,
    recursive: bool,
    include_only_on_disk_assets: bool,
) -> list[Any]:
    """The assets of a folder."""
    return get_assets_by_paths(editor, subject, [package_path], recursive, include_only_on_disk_assets)


@registry.method()
def get_assets_by_paths(
    editor: EditorState,
    subject: Target,
    package_paths: list[str],
    recursive: bool,
    include_only_on_disk_assets: bool,
) -> list[Any]:
    """The assets of several folders."""
    found = [
        item
        for item in entries(editor)
        if any(_is_under(item.path, folder, recursive=recursive) for folder in package_paths)
    ]
    return _found(editor, found, only_on_disk=include_only_on_disk_assets)


@registry.method()
def has_assets(editor: EditorState, subject: Target, package_path: str, recursive: bool) -> bool:
    """Whether a folder has assets."""
    return any(_is_under(item.path, package_path, recursive=recursive) for item in entries(editor))


@registry.method()
def get_assets_by_class(
    editor: EditorState, subject: Target, class_path_name: Any, search_sub_classes: bool
) -> list[Any]:
    """The assets of a class."""
    wanted = _path_of(class_path_name)
    found = [
        item
        for item in entries(editor)
        if item.class_path.lower() == wanted.lower()
        or (search_sub_classes and is_child_of(editor, item.class_path, wanted))
    ]
    return _found(editor, found)


@registry.method()
def get_assets_by_package_name(
    editor: EditorState,
    subject: Target,
    package_name: str,
    include_only_on_disk_assets: bool,
    skip_ar_filtered_assets: bool,
) -> list[Any]:
    """The assets of a package."""
    entry = entry_at(editor, package_name)
    return _found(editor, [entry] if entry else [], only_on_disk=include_only_on_disk_assets)


def _by_object_path(editor: EditorState, path: str, *, only_on_disk: bool) -> Any:
    package, dot, name = path.partition(".")
    entry = entry_at(editor, package)
    fits = entry is not None and dot and name.lower() == entry.name.lower()
    if entry is None or not fits or (only_on_disk and not entry.is_on_disk):
        return entry_data(editor, None)
    return entry_data(editor, entry)


@registry.method()
def get_asset_by_object_path(
    editor: EditorState, subject: Target, object_path: str, include_only_on_disk_assets: bool
) -> Any:
    """The entry of an object path (`/Game/X.X`), an invalid one when there is none."""
    return _by_object_path(editor, object_path, only_on_disk=include_only_on_disk_assets)


@registry.method()
def k2_get_asset_by_object_path(
    editor: EditorState,
    subject: Target,
    object_path: Any,
    include_only_on_disk_assets: bool,
    skip_ar_filtered_assets: bool,
) -> Any:
    """The entry of a soft path, an invalid one when there is none."""
    path = str(object_path._values["path_string"])
    return _by_object_path(editor, path, only_on_disk=include_only_on_disk_assets)


def _split_by_filter(editor: EditorState, asset_data_list: list[Any], query: Any, *, keep: bool) -> list[Any]:
    _refuse_unmodelled(query)
    found = []
    for data in asset_data_list:
        entry = entry_at(editor, str(data.package_name))
        if entry is not None and _matches(editor, entry, query) == keep:
            found.append(data)
    return found


@registry.method()
def run_assets_through_filter(
    editor: EditorState, subject: Target, asset_data_list: list[Any], filter: Any
) -> list[Any]:
    """The entries that a filter keeps."""
    return _split_by_filter(editor, asset_data_list, filter, keep=True)


@registry.method()
def use_filter_to_exclude_assets(
    editor: EditorState, subject: Target, asset_data_list: list[Any], filter: Any
) -> list[Any]:
    """The entries that a filter does not keep."""
    return _split_by_filter(editor, asset_data_list, filter, keep=False)


# --- folders, references, classes --------------------------------------------------------------


@registry.method()
def get_sub_paths(editor: EditorState, subject: Target, base_path: str, recurse: bool) -> list[str]:
    """The folders under a folder."""
    depth = base_path.rstrip("/").count("/") + 1
    return [path for path in folders_under(editor, base_path) if recurse or path.count("/") == depth]


@registry.method()
def get_all_cached_paths(editor: EditorState, subject: Target) -> list[str]:
    """The project's content folders."""
    return ["/Game", *folders_under(editor, "/Game")]


@registry.method()
def get_dependencies(
    editor: EditorState, subject: Target, package_name: str, dependency_options: Any
) -> list[str] | None:
    """The packages that a file names, when the options ask for hard ones; None for an unknown package."""
    entry = entry_at(editor, package_name)
    if entry is None or not entry.is_on_disk:
        return None
    if not dependency_options.include_hard_package_references:
        return []
    if entry.asset is None:
        redirector = editor.redirectors.get(entry.path.lower())
        return [] if redirector is None else [redirector.target]
    return sorted(saved_dependencies(entry.asset))


@registry.method()
def get_referencers(
    editor: EditorState, subject: Target, package_name: str, reference_options: Any
) -> list[str] | None:
    """The packages whose files name one, when the options ask for hard ones; None when none is known."""
    found = saved_referencers(editor, package_name)
    entry = entry_at(editor, package_name)
    if not found and (entry is None or not entry.is_on_disk):
        return None
    return found if reference_options.include_hard_package_references else []


@registry.method()
def get_ancestor_class_names(editor: EditorState, subject: Target, class_path_name: Any) -> list[Any]:
    """The ancestors of a class, nearest first."""
    kind = editor.types.get("TopLevelAssetPath")
    ancestors = editor.catalog.ancestors(_path_of(class_path_name))[1:]
    return [kind(*ancestor.rsplit(".", 1)) for ancestor in ancestors]


@registry.method()
def get_derived_class_names(
    editor: EditorState, subject: Target, class_names: list[Any], excluded_class_names: list[Any]
) -> list[Any]:
    """The classes, native and of Blueprints, that derive from one of some and from none of others."""
    catalog, kind = editor.catalog, editor.types.get("TopLevelAssetPath")
    wanted = [_path_of(item) for item in class_names]
    excluded = [_path_of(item) for item in excluded_class_names]
    return [
        kind(*info.path.rsplit(".", 1))
        for info in catalog.classes
        if any(catalog.is_child_of(info.path, path) for path in wanted)
        and not any(catalog.is_child_of(info.path, path) for path in excluded)
    ]


def _blueprint_assets(editor: EditorState, query: Any) -> list[Any]:
    """Blueprints whose generated class is, or with `recursive_classes` derives from, a class."""
    _refuse_unmodelled(query)
    wanted = [_path_of(item) for item in query.class_paths]
    found = []
    for item in entries(editor):
        if item.asset is None or not _is_place_wanted(item, query):
            continue
        asset = item.asset
        if not wanted or any(
            is_child_of(editor, asset.class_path, path)
            if query.recursive_classes
            else asset.parent_class == path
            for path in wanted
        ):
            found.append(item)
    return _found(editor, found)


@helpers.method("get_blueprint_assets")
def helpers_get_blueprint_assets(editor: EditorState, filter: Any) -> list[Any]:
    """The Blueprints by their parent class."""
    return _blueprint_assets(editor, filter)


@filter_methods.method()
def get_blueprint_assets(editor: EditorState, subject: Any) -> list[Any]:
    """The Blueprints by their parent class."""
    return _blueprint_assets(editor, subject)
