"""Class defaults after an undo: the editor's history does not bring them back.

A class default belongs to the compiled class, not to the variable: it is gone when the variable was
gone at a compile in between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import unreal

from blueprint_assistant.editor.plan.edit_plan import PlanError
from blueprint_assistant.editor.unreal_editor import variable_calls
from blueprint_assistant.editor.unreal_editor.blueprint_reader import load_blueprint, unseen_default
from blueprint_assistant.editor.unreal_editor.property_values import value_of

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Blueprint, Variable

__all__ = ["restore_defaults"]


def restore_defaults(before: Blueprint, now: Blueprint) -> None:
    """Give variables that are back the defaults that they had; compile when there were any.

    One that could not be read in `now` is left alone: nobody knows that it differs.
    """
    asset = load_blueprint(before.path)
    is_changed = False
    for old in before.variables:
        current = now.find_variable(old.name)
        if current is None or unseen_default(old.name) in now.unseen:
            continue
        if current.type == old.type and current.default != old.default:
            is_changed = _set_default(asset, old) or is_changed
    if is_changed:
        unreal.BlueprintEditorLibrary.compile_blueprint(asset)


def _set_default(asset: Any, variable: Variable) -> bool:
    try:
        variable_calls.set_default(asset, variable.name, value_of(variable.type, variable.default))
    except PlanError:
        return False  # the comparison that follows finds the difference
    return True
