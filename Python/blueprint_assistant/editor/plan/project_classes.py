"""The catalogue with the Blueprint classes of the project that tools and plans may need. Pure.

The catalogue itself knows the engine's classes only. Outside uses `with_project_classes`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.project_catalog import with_blueprints

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, ClassInfo
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["with_project_classes"]

_DEEPEST_CHAIN = 100


def with_project_classes(
    catalog: Catalog, class_paths: Iterable[str], read: Callable[[str], Blueprint | None]
) -> Catalog:
    """The catalogue with these Blueprint classes of the project and the ones that they derive from.

    A path that is no Blueprint of the project adds nothing. `read` gives a Blueprint by its path, or
    None when there is none.
    """
    added: dict[str, tuple[ClassInfo, Blueprint]] = {}
    for class_path in class_paths:
        added |= {info.path: (info, blueprint) for info, blueprint in _ancestry(catalog, class_path, read)}
    if not added:
        return catalog
    infos, blueprints = zip(*added.values(), strict=True)
    return with_blueprints(catalog.extended(infos), blueprints)


def _ancestry(
    catalog: Catalog, class_path: str, read: Callable[[str], Blueprint | None]
) -> list[tuple[ClassInfo, Blueprint]]:
    chain: list[Blueprint] = []
    current = class_path
    while (native := catalog.class_info(current)) is None:
        blueprint = read(current.partition(".")[0])
        if blueprint is None or not blueprint.parent_class or len(chain) > _DEEPEST_CHAIN:
            return []
        chain.append(blueprint)
        current = blueprint.parent_class
    return [(_class_info(native, blueprint), blueprint) for blueprint in chain]


def _class_info(native: ClassInfo, blueprint: Blueprint) -> ClassInfo:
    """A Blueprint's class: what its native class is (an actor, a component, a library), by its own name."""
    return replace(
        native,
        path=blueprint.generated_class,
        name=f"{blueprint.name}_C",
        parent=blueprint.parent_class,
        is_abstract=False,
        short_names=(),
        python_name="",
        interfaces=tuple(item.class_path for item in blueprint.interfaces),
    )
