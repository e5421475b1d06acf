"""Steps on the local variables of a function, tried out on values. Pure; any thread.

They stand on the entry node of the function's graph.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.edit_plan import OperationResult, PlanError
from blueprint_assistant.editor.plan.simulate.function_drafts import with_local_variables
from blueprint_assistant.editor.plan.simulate.function_lookup import REFUSED_TYPES, function_in, graph_named
from blueprint_assistant.editor.plan.simulate.member_rules import require_unused
from blueprint_assistant.editor.plan.simulate.member_uses import local_variable_uses
from blueprint_assistant.editor.plan.simulate.value_equality import same_default
from blueprint_assistant.graph.model.blueprint import Variable

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.member_steps import AddLocalVariableStep, ChangeLocalVariableStep
    from blueprint_assistant.editor.plan.simulate.simulated_blueprint import SimulatedBlueprint
    from blueprint_assistant.graph.model.blueprint import PinType

__all__ = ["add_local", "change_local", "remove_local"]


def _local(state: SimulatedBlueprint, function: str, name: str) -> tuple[str, Variable]:
    graph = graph_named(state, function, "function")
    known = function_in(state, graph).local_variables
    found = next((item for item in known if item.name.lower() == name.lower()), None)
    if found is None:
        names = ", ".join(item.name for item in known)
        raise PlanError(
            f"'{graph}' has no local variable '{name}'.",
            f"It has: {names}." if names else "It has none.",
        )
    return graph, found


def add_local(state: SimulatedBlueprint, operation: AddLocalVariableStep) -> OperationResult:
    """Declare one. An equal one is success without a change."""
    graph = graph_named(state, operation.function, "function")
    function = function_in(state, graph)
    default = "" if operation.default is None else _local_default(state, operation.type, operation.default)
    for known in function.local_variables:
        if known.name.lower() == operation.name.lower():
            is_same = operation.default is None or same_default(
                state.schema, operation.type, known.default, default
            )
            if known.type == operation.type and is_same:
                return OperationResult("unchanged", f"local variable {known.name} exists already")
            raise PlanError(
                f"'{graph}' already has a local variable '{known.name}' of type {known.type}"
                f"{f' with default {known.default}' if known.default else ''}.",
                "Choose another name.",
            )
    if operation.name.lower() in {item.name.lower() for item in (*function.inputs, *function.outputs)}:
        raise PlanError(f"'{graph}' has a parameter named '{operation.name}'.", "Choose another name.")
    state.require_new_name(operation.name, "variable", beside="locals")
    if operation.type.category in REFUSED_TYPES:
        raise PlanError(f"A local variable cannot be of type {operation.type}.", "Choose a data type.")
    added = Variable(operation.name, operation.type, default, category="Default")
    with_local_variables(state.drafts[graph], (*function.local_variables, added))
    return OperationResult("done", f"local variable {operation.name} of {graph}")


def _local_default(state: SimulatedBlueprint, kind: PinType, text: str) -> str:
    """The default of a local variable, which the editor takes as text, in the forms that pins take."""
    if kind.container != "none":
        raise PlanError(
            f"The default of a local variable of type {kind} cannot be set from Python.",
            "Leave it out, and set the variable at the beginning of the function.",
        )
    return state.schema.validate_default(kind, text)


def change_local(state: SimulatedBlueprint, operation: ChangeLocalVariableStep) -> OperationResult:
    """Give one another default."""
    graph, found = _local(state, operation.function, operation.name)
    value = _local_default(state, found.type, operation.default)
    if same_default(state.schema, found.type, found.default, value):
        return OperationResult("unchanged", f"{found.name} is '{found.default}' already")
    _store_local(state, graph, found, replace(found, default=value))
    return OperationResult("done", value)


def remove_local(state: SimulatedBlueprint, function: str, name: str) -> OperationResult:
    """Remove one that no node uses."""
    graph, found = _local(state, function, name)
    uses = [(graph, node) for node in local_variable_uses(state.drafts, graph, found.name)]
    require_unused("local variable", found.name, uses)
    _store_local(state, graph, found, None)
    return OperationResult("done", f"local variable {found.name} of {graph}")


def _store_local(state: SimulatedBlueprint, graph: str, old: Variable, new: Variable | None) -> None:
    known = function_in(state, graph).local_variables
    changed = (new if item.name == old.name else item for item in known)
    with_local_variables(state.drafts[graph], tuple(item for item in changed if item is not None))
