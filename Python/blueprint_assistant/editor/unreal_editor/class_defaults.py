"""The class default object of a Blueprint, and the properties in it that its parent classes declare.

Variables of its own are read and set elsewhere. Game thread only.
"""

from __future__ import annotations

from typing import Any

import unreal

from blueprint_assistant.editor.plan.edit_plan import PlanError
from blueprint_assistant.editor.plan.simulate.component_properties import known_property
from blueprint_assistant.editor.unreal_editor.blueprint_reader import load_blueprint
from blueprint_assistant.graph.catalog.catalog_entries import PropertyInfo
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.t3d.variable_text import read_pin_type

__all__ = ["default_object", "inherited_property"]

_DEEPEST_CHAIN = 100


def default_object(asset: Any) -> Any:
    """The class default object of the class that the last compile made."""
    return unreal.get_default_object(unreal.BlueprintEditorLibrary.generated_class(asset))


def inherited_property(asset: Any, name: str) -> PropertyInfo:
    """The property of exactly that name that a parent class declares. Raises PlanError when none does."""
    library, catalog = unreal.BlueprintEditorLibrary, default_catalog()
    current = asset
    for _ in range(_DEEPEST_CHAIN):
        path = str(library.get_blueprint_parent_class(current).get_path_name())
        if catalog.class_info(path) is not None:
            return known_property(catalog, path, name)
        current = load_blueprint(path.partition(".")[0])
        kind = library.get_member_variable_type(current, name)
        if kind is not None:
            return PropertyInfo(name, read_pin_type(str(kind.export_text())))
    raise PlanError(f"The parent classes of '{asset.get_path_name()}' lead in a circle.")
