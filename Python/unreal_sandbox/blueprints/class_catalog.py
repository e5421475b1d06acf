"""The engine's catalogue together with the project's Blueprint classes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.engine_catalog import ClassInfo, default_catalog
from unreal_sandbox.assets.asset_kinds import ASSET_CLASSES
from unreal_sandbox.blueprints.compiled_members import ProjectCatalog

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset

__all__ = ["catalog_with"]


def catalog_with(assets: Iterable[BlueprintAsset]) -> Catalog:
    """The catalogue extended by the classes of these Blueprints, parents first, and their members."""
    catalog = default_catalog().extended(ASSET_CLASSES)
    known = list(assets)
    waiting = {asset.class_path.lower(): asset for asset in known}
    while waiting:
        ready = [asset for asset in waiting.values() if asset.parent_class.lower() not in waiting]
        for asset in ready or list(waiting.values()):
            parent = catalog.class_info(asset.parent_class)
            interfaces = tuple(item.class_path for item in asset.interfaces)
            own = ClassInfo(asset.class_path, f"{asset.name}_C", asset.parent_class, interfaces=interfaces)
            if parent is not None:
                own = replace(
                    own,
                    is_actor=parent.is_actor,
                    is_component=parent.is_component,
                    is_scene_component=parent.is_scene_component,
                    is_library=parent.is_library,
                    is_interface=parent.is_interface,
                )
            catalog = catalog.extended([own])
            del waiting[asset.class_path.lower()]
    return ProjectCatalog(catalog, known)
