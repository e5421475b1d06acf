"""Member steps tried out on values: variables here, components and functions in their own modules.

`apply_member` gives the Blueprint after a step; graphs are changed in the drafts. Pure.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from blueprint_assistant.editor.plan.edit_plan import OperationResult, PlanError
from blueprint_assistant.editor.plan.member_steps import (
    ChangeVariableStep,
    ComponentOperation,
    RemoveVariableStep,
    RenameVariableStep,
    VariableOperation,
)
from blueprint_assistant.editor.plan.simulate.member_rules import in_nodes, require_settable, require_unused
from blueprint_assistant.editor.plan.simulate.member_uses import renamed_variable, variable_uses
from blueprint_assistant.editor.plan.simulate.simulated_components import apply_component
from blueprint_assistant.editor.plan.simulate.simulated_functions import apply_function
from blueprint_assistant.editor.plan.simulate.value_equality import holds_value
from blueprint_assistant.errors import nearest
from blueprint_assistant.graph.model.blueprint import PropertyFlag

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.member_steps import MemberOperation, Replication
    from blueprint_assistant.editor.plan.simulate.simulated_blueprint import SimulatedBlueprint
    from blueprint_assistant.graph.model.blueprint import Blueprint, Node, Variable

__all__ = ["apply_member", "lost_flags", "replication_of"]

_LOST_BITS = {
    PropertyFlag.BLUEPRINT_READ_ONLY: "Blueprint Read Only",
    PropertyFlag.TRANSIENT: "Transient",
    PropertyFlag.CONFIG: "Config Variable",
    PropertyFlag.SAVE_GAME: "SaveGame",
    PropertyFlag.ADVANCED_DISPLAY: "Advanced Display",
}
_KEPT_METADATA = frozenset({"exposeonspawn", "tooltip"})


def apply_member(state: SimulatedBlueprint, operation: MemberOperation) -> OperationResult:
    """Do one step on values. Raises PlanError with the reason when it is refused."""
    if isinstance(operation, VariableOperation):
        return _apply_variable(state, operation)
    if isinstance(operation, ComponentOperation):
        return apply_component(state, operation)
    return apply_function(state, operation)


def _apply_variable(state: SimulatedBlueprint, operation: VariableOperation) -> OperationResult:
    variable = _variable(state, operation.name)
    match operation:
        case RemoveVariableStep():
            require_unused("variable", variable.name, variable_uses(state.owner, state.drafts, variable.name))
            state.blueprint = _without(state, variable)
            return OperationResult("done", f"variable {variable.name}")
        case RenameVariableStep():
            return _rename(state, variable, operation.new_name)
        case ChangeVariableStep():
            return _change(state, variable, operation)
        case _:
            assert_never(operation)


def _variable(state: SimulatedBlueprint, name: str) -> Variable:
    found = state.owner.find_variable(name)
    if found is None:
        known = [item.name for item in state.owner.variables]
        close = ", ".join(nearest(name, known) or known[:10])
        raise PlanError(
            f"{state.owner.name} has no variable '{name}'.",
            f"It has: {close}." if close else "It has none of its own.",
        )
    if found.type.category == "mcdelegate":
        raise PlanError(
            f"'{found.name}' is an event dispatcher, not a variable.", "Use the steps for dispatchers."
        )
    return found


def _without(state: SimulatedBlueprint, variable: Variable) -> Blueprint:
    kept = tuple(item for item in state.owner.variables if item is not variable)
    return replace(state.owner, variables=kept)


def _rename(state: SimulatedBlueprint, variable: Variable, new_name: str) -> OperationResult:
    if new_name == variable.name:
        return OperationResult("unchanged", f"it is called {new_name} already")
    if new_name.lower() == variable.name.lower():
        # The new variable must exist beside the old one for a moment.
        raise PlanError(
            f"'{variable.name}' cannot be renamed to '{new_name}': only the letter case differs.",
            "Rename it to another name first.",
        )
    state.require_new_name(new_name, "variable")
    if replication_of(variable) == "rep_notify":
        raise PlanError(
            f"'{variable.name}' has the function OnRep_{variable.name}, which would not follow.",
            "Rename it in the My Blueprint panel of the editor (F2).",
        )
    uses = list(variable_uses(state.owner, state.drafts, variable.name))
    _require_renamable(state, variable, uses)
    for graph, node in uses:
        state.drafts[graph].replace(renamed_variable(node, variable.name, new_name))
    renamed = replace(variable, name=new_name, friendly_name="", guid="", tooltip="", metadata=(), extra=())
    variables = tuple(renamed if item is variable else item for item in state.owner.variables)
    state.blueprint = replace(state.owner, variables=variables)
    return OperationResult("done", f"{variable.name} is {new_name} now{in_nodes(len(uses))}")


def _require_renamable(state: SimulatedBlueprint, variable: Variable, uses: list[tuple[str, Node]]) -> None:
    strange = [
        node.name
        for graph, node in uses
        if node.name not in state.drafts[graph]
        or node.class_name not in {"K2Node_VariableGet", "K2Node_VariableSet"}
    ]
    if strange:
        raise PlanError(
            f"'{variable.name}' cannot be renamed: {', '.join(strange[:3])} would not follow.",
            "Rename it in the My Blueprint panel of the editor (F2).",
        )


def _change(state: SimulatedBlueprint, variable: Variable, operation: ChangeVariableStep) -> OperationResult:
    changed = _with_type(state, variable, operation)
    if operation.default is not None:
        require_settable(changed.type, f"variable {variable.name}")
        value = state.schema.validate_value(changed.type, operation.default)
        if not holds_value(state.schema, changed.type, changed.default, value):
            changed = replace(changed, default=value)
    if operation.category is not None:
        changed = replace(changed, category=operation.category)
    if operation.is_instance_editable is not None:
        changed = replace(changed, is_instance_editable=operation.is_instance_editable)
    if operation.is_exposed_on_spawn is not None:
        changed = replace(changed, is_exposed_on_spawn=operation.is_exposed_on_spawn)
        if operation.is_exposed_on_spawn:
            # Without it the compiler warns that it cannot be exposed.
            changed = replace(changed, is_instance_editable=True)
    if operation.replication is not None:
        changed = _replicated(changed, operation.replication)
    if changed == variable:
        return OperationResult("unchanged", f"variable {variable.name} is so already")
    variables = tuple(changed if item is variable else item for item in state.owner.variables)
    state.blueprint = replace(state.owner, variables=variables)
    return OperationResult("done", f"variable {variable.name}")


def _with_type(state: SimulatedBlueprint, variable: Variable, operation: ChangeVariableStep) -> Variable:
    if operation.type is None or operation.type == variable.type:
        return variable
    # Its nodes would keep pins of the old type until they are made anew (field notes 4).
    require_unused("variable", variable.name, variable_uses(state.owner, state.drafts, variable.name))
    return replace(variable, type=operation.type, default="")


def replication_of(variable: Variable) -> Replication:
    """How a variable is replicated."""
    if PropertyFlag.NET not in variable.flags:
        return "none"
    return "rep_notify" if PropertyFlag.REP_NOTIFY in variable.flags else "replicated"


def _replicated(variable: Variable, replication: Replication) -> Variable:
    if replication_of(variable) == replication:
        return variable
    flags = variable.flags & ~(PropertyFlag.NET | PropertyFlag.REP_NOTIFY)
    if replication != "none":
        flags |= PropertyFlag.NET
    if replication == "rep_notify":
        flags |= PropertyFlag.REP_NOTIFY
    return replace(variable, flags=flags)


def lost_flags(variable: Variable) -> tuple[str, ...]:
    """What the editor's calls cannot set on a new variable, and a variable that is made anew loses."""
    lost = ["Tooltip"] if variable.tooltip else []
    lost += [word for bit, word in _LOST_BITS.items() if bit in variable.flags]
    lost += [name for name, _ in variable.metadata if name.lower() not in _KEPT_METADATA]
    if variable.replication_condition not in ("", "COND_None"):
        lost.append("Replication Condition")
    return tuple(lost)
