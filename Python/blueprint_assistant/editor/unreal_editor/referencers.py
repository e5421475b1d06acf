"""Which other assets use an asset: what they name of it does not follow when it is renamed or removed."""

from __future__ import annotations

import unreal

from blueprint_assistant.editor.snapshots import UnknownBlueprintError
from blueprint_assistant.editor.unreal_editor.blueprint_reader import read_blueprint
from blueprint_assistant.graph.compare.asset_uses import uses_asset

__all__ = ["saved_users_of", "users_of"]


def users_of(path: str) -> tuple[str, ...]:
    """The assets that use an asset, by their files; Blueprints with unsaved changes, by what is in them."""
    unsaved = [
        str(package.get_path_name())
        for package in unreal.EditorLoadingAndSavingUtils.get_dirty_content_packages() or []
    ]
    users = set(saved_users_of(path))
    for other in unsaved:
        # What the registry says of an asset with unsaved changes is what it was.
        is_user = None if other == path else _uses(other, path)
        if is_user is not None:
            (users.add if is_user else users.discard)(other)
    return tuple(sorted(users))


def saved_users_of(path: str) -> tuple[str, ...]:
    """The assets whose files use an asset. Quick: nothing is read, the registry knows them."""
    registry = unreal.AssetRegistryHelpers.get_asset_registry()
    options = unreal.AssetRegistryDependencyOptions(include_hard_package_references=True)
    names = (str(name) for name in registry.get_referencers(path, options) or [])
    return tuple(sorted(name for name in names if name != path))


def _uses(other: str, path: str) -> bool | None:
    """Whether a Blueprint uses an asset; None for other assets, of which only their file is known."""
    try:
        return uses_asset(read_blueprint(other), path)
    except UnknownBlueprintError:
        return None
