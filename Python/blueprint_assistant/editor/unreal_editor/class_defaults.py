"""The class default object of a Blueprint, and the properties in it that its parent classes declare.

Variables of its own are read and set elsewhere. Game thread only.
"""

from __future__ import annotations

from typing import Any

import unreal

from blueprint_assistant.editor.plan.edit_plan import PlanError
from blueprint_assistant.editor.plan.simulate.component_properties import known_property, properties_of
from blueprint_assistant.editor.unreal_editor.blueprint_reader import load_blueprint
from blueprint_assistant.graph.catalog.catalog_entries import PropertyInfo
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.t3d.variable_text import read_pin_type

__all__ = ["default_object", "inherited_property", "properties_of_class", "property_of_class"]

_DEEPEST_CHAIN = 100


def default_object(asset: Any) -> Any:
    """The class default object of the class that the last compile made."""
    return unreal.get_default_object(unreal.BlueprintEditorLibrary.generated_class(asset))


def inherited_property(asset: Any, name: str) -> PropertyInfo:
    """The property of exactly that name that a parent class declares. Raises PlanError when none does."""
    return property_of_class(_parent_path(asset), name)


def property_of_class(class_path: str, name: str) -> PropertyInfo:
    """The property of exactly that name that a class has, be it a Blueprint's.

    Raises PlanError when it has none.
    """
    native, blueprints = _line(class_path)
    for asset in blueprints:
        kind = unreal.BlueprintEditorLibrary.get_member_variable_type(asset, name)
        if kind is not None:
            return PropertyInfo(name, read_pin_type(str(kind.export_text())))
    return known_property(default_catalog(), native, name)


def properties_of_class(class_path: str) -> tuple[PropertyInfo, ...]:
    """All properties of a class that can be set on a template, the variables of Blueprints first."""
    library = unreal.BlueprintEditorLibrary
    native, blueprints = _line(class_path)
    variables = (
        PropertyInfo(str(name), read_pin_type(str(kind.export_text())))
        for asset in blueprints
        for name in library.list_member_variable_names(asset)
        if (kind := library.get_member_variable_type(asset, name)) is not None
    )
    return (*variables, *properties_of(default_catalog(), native))


def _line(class_path: str) -> tuple[str, list[Any]]:
    """The class of the engine that a class is or derives from, and the Blueprints up to it."""
    blueprints: list[Any] = []
    catalog, path = default_catalog(), class_path
    for _ in range(_DEEPEST_CHAIN):
        if catalog.class_info(path) is not None:
            return path, blueprints
        blueprints.append(load_blueprint(path.partition(".")[0]))
        path = _parent_path(blueprints[-1])
    raise PlanError(f"The parent classes of '{class_path}' lead in a circle.")


def _parent_path(asset: Any) -> str:
    return str(unreal.BlueprintEditorLibrary.get_blueprint_parent_class(asset).get_path_name())
