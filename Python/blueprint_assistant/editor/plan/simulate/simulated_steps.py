"""One step of a plan tried on values, by the catalogue and the K2 rules. Part of `draft`.

Nodes, members and components are in their own modules; what the plan itself begins with is here. Pure.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from blueprint_assistant.editor.plan.edit_plan import (
    AddComponentStep,
    AddVariableStep,
    CompileBlueprintStep,
    CreateBlueprintStep,
    EditOperation,
    NodeOperation,
    OperationResult,
    PlanError,
)
from blueprint_assistant.editor.plan.member_steps import (
    AddFunctionStep,
    ChangeFunctionStep,
    MemberOperation,
    RemoveFunctionStep,
    RemoveParametersStep,
    RenameFunctionStep,
)
from blueprint_assistant.editor.plan.simulate.member_rules import require_settable
from blueprint_assistant.editor.plan.simulate.simulated_components import add_component
from blueprint_assistant.editor.plan.simulate.simulated_members import apply_member
from blueprint_assistant.editor.plan.simulate.simulated_nodes import apply_to_nodes
from blueprint_assistant.editor.plan.simulate.value_equality import holds_value
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.blueprint_interfaces import is_interface
from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Variable
from blueprint_assistant.graph.model.graph_draft import GraphDraft

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.simulate.simulated_blueprint import SimulatedBlueprint

__all__ = ["try_step"]

_DECLARING = (
    *(CreateBlueprintStep, CompileBlueprintStep, AddFunctionStep, ChangeFunctionStep),
    *(RemoveParametersStep, RemoveFunctionStep, RenameFunctionStep),
)
"""The steps that an interface takes."""


def try_step(state: SimulatedBlueprint, operation: EditOperation, *, is_first: bool) -> OperationResult:
    """Apply one step. Raises PlanError with the reason when it is refused, whichever rule refuses it."""
    try:
        return _apply(state, operation, is_first=is_first)
    except PlanError:
        raise
    except AssistantError as error:
        raise PlanError(error.what, error.fix) from error


def _apply(state: SimulatedBlueprint, operation: EditOperation, *, is_first: bool) -> OperationResult:
    if state.blueprint is not None and is_interface(state.blueprint):
        _require_declaration(state.blueprint, operation)
    if isinstance(operation, NodeOperation):
        return apply_to_nodes(state, operation)
    if isinstance(operation, MemberOperation):
        return apply_member(state, operation)
    match operation:
        case CreateBlueprintStep():
            return _create(state, operation, is_first=is_first)
        case AddVariableStep():
            return _add_variable(state, operation)
        case AddComponentStep():
            return add_component(state, operation)
        case CompileBlueprintStep():
            return OperationResult("done", f"compile {state.owner.name}")
        case _:
            assert_never(operation)


def _require_declaration(interface: Blueprint, operation: EditOperation) -> None:
    """Refuse all but functions in an interface: the editor has no nodes and no members in one."""
    if not isinstance(operation, _DECLARING):
        raise PlanError(
            f"{interface.name} is an interface, which only declares functions.",
            "Write statements and members in the Blueprints that implement it.",
        )


def _create(state: SimulatedBlueprint, operation: CreateBlueprintStep, *, is_first: bool) -> OperationResult:
    if not is_first:
        raise PlanError("CreateBlueprint must be the first step of a plan.")
    parent = state.catalog.class_info(operation.parent_class)
    if parent is None:
        raise PlanError(f"There is no class '{operation.parent_class}'.", "Give the path of a class.")
    if state.blueprint is not None:
        if state.blueprint.parent_class != parent.path:
            raise PlanError(
                f"'{state.path}' exists already, with parent class {state.blueprint.parent_class}.",
                "Choose another name, or use the existing Blueprint.",
            )
        return OperationResult("unchanged", f"{state.path} exists already")
    state.blueprint = Blueprint(state.path, parent.path)
    state.learn_class(state.blueprint)
    if not is_interface(state.blueprint):
        event_graph = Graph("EventGraph")
        state.drafts = {event_graph.name: GraphDraft(event_graph)}
    return OperationResult("done", f"create {state.path}")


def _default_of(state: SimulatedBlueprint, operation: AddVariableStep) -> str:
    if operation.default is None:
        return ""
    value = state.schema.validate_value(operation.type, operation.default)
    if value:
        require_settable(operation.type, f"variable {operation.name}")
    return value


def _add_variable(state: SimulatedBlueprint, operation: AddVariableStep) -> OperationResult:
    owner = state.owner
    existing = owner.find_variable(operation.name)
    default = _default_of(state, operation)
    if existing is not None:
        if existing.type != operation.type:
            raise PlanError(
                f"{owner.name} already has a variable '{existing.name}' of type {existing.type}.",
                "Choose another name, use that variable, or give it that type with set_variable_defaults.",
            )
        if operation.default is None or holds_value(state.schema, operation.type, existing.default, default):
            return OperationResult("unchanged", f"variable {existing.name} exists already")
        raise PlanError(
            f"{owner.name} already has a variable '{existing.name}' with default '{existing.default}'.",
            "Set its default instead of adding it again.",
        )
    state.require_new_name(operation.name, "variable")
    variable = Variable(
        operation.name, operation.type, default, operation.category, is_instance_editable=True
    )
    state.blueprint = replace(owner, variables=(*owner.variables, variable))
    return OperationResult("done", f"variable {operation.name}: {operation.type}")
