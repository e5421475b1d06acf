"""Changes member variables through the Blueprint library; renaming makes a variable anew.

No call renames a variable (API notes 4): a new one of the same type takes over flags, default and
nodes, and the old one goes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import unreal

from blueprint_assistant.editor.plan.edit_plan import PlanError
from blueprint_assistant.editor.plan.simulate.simulated_members import replication_of
from blueprint_assistant.editor.unreal_editor.class_defaults import default_object
from blueprint_assistant.graph.model.blueprint import PropertyFlag
from blueprint_assistant.graph.model.pin_type_text import format_pin_type

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.member_steps import ChangeVariableStep, Replication
    from blueprint_assistant.graph.model.blueprint import PinType, Variable

__all__ = [
    "UNREADABLE",
    "change",
    "copy_declaration",
    "engine_type",
    "read_default",
    "remove",
    "replace_references",
    "set_default",
]

UNREADABLE = object()
"""What `read_default` gives when the default cannot be read."""


def engine_type(pin_type: PinType) -> Any:
    """The editor's own value for a pin type."""
    result = unreal.EdGraphPinType()
    result.import_text(format_pin_type(pin_type))
    return result


def remove(asset: Any, name: str) -> None:
    """Remove a variable. The call belongs to a graph, any of the Blueprint."""
    library = unreal.BlueprintEditorLibrary
    for graph in library.list_graphs(asset):
        editor = unreal.BlueprintGraphEditor.get_graph_editor(graph)
        if editor is not None:
            editor.remove_member_variable(name)
            return
    raise PlanError(f"The variable '{name}' cannot be removed: the Blueprint has no graph.")


def change(asset: Any, operation: ChangeVariableStep) -> None:
    """Change type, category and flags; the default comes later, when the class is compiled."""
    library = unreal.BlueprintEditorLibrary
    name = operation.name
    if operation.type is not None:
        library.change_member_variable_type(asset, name, engine_type(operation.type))
    if operation.category is not None:
        library.set_blueprint_variable_category(asset, name, unreal.Text(operation.category))
    is_editable = operation.is_instance_editable
    if operation.is_exposed_on_spawn is not None:
        library.set_blueprint_variable_expose_on_spawn(asset, name, operation.is_exposed_on_spawn)
        is_editable = is_editable or operation.is_exposed_on_spawn or None
    if is_editable is not None:
        library.set_blueprint_variable_instance_editable(asset, name, is_editable)
    if operation.replication is not None:
        _set_replication(asset, name, operation.replication)


def _set_replication(asset: Any, name: str, replication: Replication) -> None:
    mode = getattr(unreal.BlueprintVariableReplication, replication.upper())
    unreal.BlueprintEditorLibrary.set_blueprint_variable_replication(asset, name, mode)


def copy_declaration(asset: Any, variable: Variable) -> None:
    """Add a variable with the type, category and flags of a value."""
    library = unreal.BlueprintEditorLibrary
    name = variable.name
    if not library.add_member_variable(asset, name, engine_type(variable.type)):
        raise PlanError(f"The editor did not add the variable '{name}'.", "Choose another name.")
    if variable.category not in ("", "Default"):
        library.set_blueprint_variable_category(asset, name, unreal.Text(variable.category))
    library.set_blueprint_variable_instance_editable(asset, name, variable.is_instance_editable)
    if variable.is_exposed_on_spawn:
        library.set_blueprint_variable_expose_on_spawn(asset, name, expose_on_spawn=True)
    if PropertyFlag.INTERP in variable.flags:
        library.set_blueprint_variable_expose_to_cinematics(asset, name, expose_to_cinematics=True)
    if replication_of(variable) != "none":
        _set_replication(asset, name, replication_of(variable))


def replace_references(asset: Any, old: str, new: str) -> None:
    """Let the nodes that use one variable use another."""
    unreal.BlueprintEditorLibrary.replace_variable_references(asset, old, new)


def read_default(asset: Any, name: str) -> Any:
    """The class default as the editor's own value, or UNREADABLE."""
    try:
        return default_object(asset).get_editor_property(name)
    except Exception:  # noqa: BLE001 - protected, or of a type that Python cannot hold
        return UNREADABLE


def set_default(asset: Any, name: str, value: Any) -> None:
    """Set a class default. The class must be compiled before, and again after."""
    defaults = default_object(asset)
    defaults.modify()
    defaults.set_editor_property(name, value)
