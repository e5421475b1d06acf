"""Looks around in the project: assets, folders, what is selected, and opens Blueprints.

Outside uses the functions, on the game thread. Nothing is changed and no asset is loaded, apart
from the one that is opened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import unreal

from blueprint_assistant.editor.protocol import Asset, BlueprintsAtHand
from blueprint_assistant.editor.unreal_editor.blueprint_reader import load_blueprint
from blueprint_assistant.errors import EditorError
from blueprint_assistant.graph.catalog.engine_catalog import object_path

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "assets_at",
    "find_assets",
    "list_assets",
    "list_blueprints",
    "list_folders",
    "look_at_hand",
    "open_blueprint",
    "read_assets",
]

_INPUT_ACTION = "/Script/EnhancedInput.InputAction"
_REDIRECTOR = "/Script/CoreUObject.ObjectRedirector"
_EXTERNAL = ("__ExternalActors__", "__ExternalObjects__")
"""Folders of a level's single actors, thousands of them, which no Content Browser shows."""


def list_blueprints() -> tuple[str, ...]:
    """All Blueprints under /Game, sorted. Raises EditorError while the editor discovers assets."""
    registry = _registry("list the Blueprints")
    wanted = unreal.ARFilter(
        package_paths=["/Game"],
        recursive_paths=True,
        recursive_classes=True,
        class_paths=[unreal.TopLevelAssetPath("/Script/Engine", "Blueprint")],
    )
    return tuple(sorted(str(item.package_name) for item in registry.get_assets(wanted) or []))


def list_assets(folder: str) -> tuple[Asset, ...]:
    """All assets under a folder, by path. Raises EditorError while the editor discovers assets."""
    return tuple(sorted(read_assets(find_assets(folder)), key=lambda item: item.path.lower()))


def find_assets(folder: str) -> list[Any]:
    """The registry's entries under a folder. They are copies, so they may outlive the assets."""
    registry = _registry(f"list the assets of '{folder}'")
    wanted = unreal.ARFilter(package_paths=[folder], recursive_paths=True)
    return list(registry.get_assets(wanted) or [])


def assets_at(paths: Iterable[str]) -> tuple[Asset, ...]:
    """The assets at some paths, those that are not saved too. Nothing is loaded."""
    names = list(paths)
    if not names:
        return ()  # a filter without names lets all pass
    registry = _registry("look assets up")
    return tuple(read_assets(registry.get_assets(unreal.ARFilter(package_names=names)) or []))


def read_assets(entries: Iterable[Any]) -> list[Asset]:
    """The assets of entries, as far as a Content Browser shows them."""
    found = map(_asset, entries)
    return [item for item in found if item.class_path != _REDIRECTOR and _is_shown(item.path)]


def list_folders(folder: str) -> tuple[str, ...]:
    """All folders under a folder, sorted. Raises EditorError while the editor discovers assets."""
    registry = _registry(f"list the folders of '{folder}'")
    paths = {str(path).rstrip("/") for path in registry.get_sub_paths(folder, True) or []}  # noqa: FBT003 - the engine's signature
    return tuple(sorted((path for path in paths if _is_shown(path)), key=str.lower))


def open_blueprint(path: str) -> None:
    """Open a Blueprint in its own editor. Raises UnknownBlueprintError, or EditorError when it stays shut."""
    asset = load_blueprint(path)
    if not unreal.get_editor_subsystem(unreal.AssetEditorSubsystem).open_editor_for_assets([asset]):
        raise EditorError(f"The editor did not open '{path}'.", "Open it with a double click.")


def look_at_hand(opened: Iterable[str]) -> BlueprintsAtHand:
    """The Blueprints that were opened, are selected in the Content Browser, or have unsaved changes."""
    selected = [_asset(data) for data in unreal.EditorUtilityLibrary.get_selected_asset_data() or []]
    packages = unreal.EditorLoadingAndSavingUtils.get_dirty_content_packages() or []
    unsaved = tuple(sorted(str(package.get_name()) for package in packages))
    if "" in unsaved:
        raise EditorError("The editor does not tell which assets are unsaved.", "Try again.")
    return BlueprintsAtHand(
        tuple(opened),
        tuple(item.path for item in selected if _is_blueprint_class(item.class_path)),
        unsaved,
    )


def _registry(what: str) -> Any:
    registry = unreal.AssetRegistryHelpers.get_asset_registry()
    if registry.is_loading_assets():
        # The lists are empty until then (field notes 15): a false empty is no answer.
        raise EditorError(
            f"It is not possible to {what} now: the editor is still discovering assets.",
            "Try again after that.",
        )
    return registry


def _asset(data: Any) -> Asset:
    kind = data.asset_class_path
    class_path = f"{kind.package_name}.{kind.asset_name}"
    parent = data.get_tag_value("ParentClass") if _is_blueprint_class(class_path) else None
    # The engine's header has the property of Input Actions searchable: AssetRegistrySearchable ValueType.
    value = data.get_tag_value("ValueType") if class_path == _INPUT_ACTION else None
    return Asset(
        str(data.package_name), class_path, object_path(str(parent)) if parent else "", str(value or "")
    )


def _is_blueprint_class(class_path: str) -> bool:
    """By name: every class that derives from Blueprint is called so (`WidgetBlueprint`)."""
    return class_path.endswith("Blueprint")


def _is_shown(path: str) -> bool:
    return not any(f"/{name}" in path for name in _EXTERNAL)
