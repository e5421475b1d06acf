"""What physics does with an actor: it moves the body of its root component, so that is what is meant.

`AddForce` is no function of Actor; whoever says it of an actor means its root. Outside uses the functions.
Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.catalog.name_lookup import fold_bare

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, FunctionInfo
    from blueprint_assistant.graph.model.blueprint import Blueprint, Component

__all__ = ["ACTOR", "BODY_CLASS", "body_function", "named_function", "root_component"]

ACTOR: Final = "/Script/Engine.Actor"
BODY_CLASS: Final = "/Script/Engine.PrimitiveComponent"
_SCENE: Final = "/Script/Engine.SceneComponent"
_CATEGORY: Final = "Physics"


def body_function(catalog: Catalog, name: str) -> FunctionInfo | None:
    """The function of physical bodies that has just that name, in any spelling."""
    found = named_function(catalog, name, BODY_CLASS)
    return found if found is not None and found.category == _CATEGORY else None


def named_function(catalog: Catalog, name: str, class_path: str) -> FunctionInfo | None:
    """The function of a class or of its ancestors that has just that name, in any spelling."""
    wanted = fold_bare(name)
    for path in catalog.ancestors(class_path):
        for info in catalog.functions_of(path):
            if fold_bare(info.name) == wanted and not info.is_static:
                return info
    return None


def root_component(blueprint: Blueprint, catalog: Catalog) -> Component | None:
    """The component that is the root of an actor's tree; None for a Blueprint without one."""
    found = (item for item in blueprint.components if not item.parent)
    return next((item for item in found if catalog.is_child_of(item.class_path, _SCENE)), None)
