"""Which other assets use a Blueprint: what they name of it does not follow when it is renamed or removed."""

from __future__ import annotations

import unreal

__all__ = ["warning_for_others"]

_SHOWN = 4


def warning_for_others(path: str, member: str) -> str:
    """A sentence with the assets whose files use the Blueprint; empty when there are none."""
    registry = unreal.AssetRegistryHelpers.get_asset_registry()
    options = unreal.AssetRegistryDependencyOptions(include_hard_package_references=True)
    users = sorted(str(name) for name in registry.get_referencers(path, options) or [] if str(name) != path)
    if not users:
        return ""
    more = f" and {len(users) - _SHOWN} more" if len(users) > _SHOWN else ""
    return f"{', '.join(users[:_SHOWN])}{more} may use {member}, which does not follow there: check them."
