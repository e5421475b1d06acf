"""Which other assets use a Blueprint: what they name of it does not follow when it is renamed or removed."""

from __future__ import annotations

import re

import unreal

from blueprint_assistant.editor.snapshots import UnknownBlueprintError
from blueprint_assistant.editor.unreal_editor.blueprint_reader import read_blueprint

__all__ = ["users_of", "warning_for_others"]

_SHOWN = 4


def warning_for_others(path: str, member: str) -> str:
    """A sentence with the assets whose files use the Blueprint; empty when there are none."""
    users = _saved_users(path)
    if not users:
        return ""
    more = f" and {len(users) - _SHOWN} more" if len(users) > _SHOWN else ""
    return f"{', '.join(users[:_SHOWN])}{more} may use {member}, which does not follow there: check them."


def users_of(path: str) -> tuple[str, ...]:
    """The assets that use an asset, by their files; Blueprints with unsaved changes, by what is in them."""
    named = re.compile(rf"{re.escape(path)}(?!\w)")
    unsaved = [
        str(package.get_path_name())
        for package in unreal.EditorLoadingAndSavingUtils.get_dirty_content_packages() or []
    ]
    users = set(_saved_users(path))
    for other in unsaved:
        # What the registry says of an asset with unsaved changes is what it was.
        is_user = None if other == path else _names(other, named)
        if is_user is not None:
            (users.add if is_user else users.discard)(other)
    return tuple(sorted(users))


def _saved_users(path: str) -> list[str]:
    registry = unreal.AssetRegistryHelpers.get_asset_registry()
    options = unreal.AssetRegistryDependencyOptions(include_hard_package_references=True)
    return sorted(str(name) for name in registry.get_referencers(path, options) or [] if str(name) != path)


def _names(path: str, named: re.Pattern[str]) -> bool | None:
    """Whether a Blueprint names something; None for other assets, of which only their file is known."""
    try:
        return named.search(repr(read_blueprint(path))) is not None
    except UnknownBlueprintError:
        return None
