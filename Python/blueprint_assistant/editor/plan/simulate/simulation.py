"""A plan tried out on values: validation, dry run and the expectation for the read-back.

`simulate` applies every step to a Blueprint value by the catalogue and the K2 rules. What
the editor makes of the same plan is compared with it afterwards. Pure; any thread.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

from blueprint_assistant.editor.plan.edit_plan import (
    AddComponentStep,
    AddVariableStep,
    CompileBlueprintStep,
    CreateBlueprintStep,
    EditOperation,
    EditPlan,
    NodeOperation,
    OperationResult,
    PlanError,
)
from blueprint_assistant.editor.plan.member_steps import MemberOperation
from blueprint_assistant.editor.plan.simulate.member_rules import require_settable
from blueprint_assistant.editor.plan.simulate.simulated_components import add_component
from blueprint_assistant.editor.plan.simulate.simulated_members import apply_member
from blueprint_assistant.editor.plan.simulate.simulated_nodes import apply_to_nodes
from blueprint_assistant.editor.trial import Trial, holds_value, same_default
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Variable
from blueprint_assistant.graph.model.graph_draft import GraphDraft

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog

__all__ = ["Simulation", "same_default", "simulate", "try_step"]


@dataclass(frozen=True, slots=True)
class Simulation:
    """What a plan should do. `nodes` maps each `AddNode.key` to the node's name in `after`."""

    after: Blueprint
    results: tuple[OperationResult, ...]
    nodes: Mapping[str, str]


def simulate(before: Blueprint | None, plan: EditPlan, catalog: Catalog) -> Simulation:
    """Apply a plan to a value. Raises PlanError naming the step that is refused, and why.

    `before` is None when the Blueprint does not exist; the plan must then start with
    CreateBlueprint.
    """
    if not plan.operations:
        raise PlanError(f"The plan '{plan.title}' has no steps.", "Give it at least one.")
    trial = Trial(before, plan, catalog)
    results: list[OperationResult] = []
    for number, operation in enumerate(plan.operations, start=1):
        try:
            results.append(try_step(trial, operation, is_first=number == 1))
        except PlanError as error:
            raise _at_step(error, number, len(plan.operations)) from error
    return Simulation(trial.freeze(), tuple(results), dict(trial.nodes))


def _at_step(error: PlanError, number: int, count: int) -> PlanError:
    if count == 1:
        return error
    return PlanError(f"Step {number} of {count}: {error.what}", error.fix)


def try_step(trial: Trial, operation: EditOperation, *, is_first: bool = False) -> OperationResult:
    """Apply one step. Raises PlanError with the reason when it is refused, whichever rule refuses it."""
    try:
        return _apply(trial, operation, is_first=is_first)
    except PlanError:
        raise
    except AssistantError as error:
        raise PlanError(error.what, error.fix) from error


def _apply(trial: Trial, operation: EditOperation, *, is_first: bool) -> OperationResult:
    if isinstance(operation, NodeOperation):
        return apply_to_nodes(trial, operation)
    if isinstance(operation, MemberOperation):
        return apply_member(trial, operation)
    match operation:
        case CreateBlueprintStep():
            return _create(trial, operation, is_first=is_first)
        case AddVariableStep():
            return _add_variable(trial, operation)
        case AddComponentStep():
            return add_component(trial, operation)
        case CompileBlueprintStep():
            return OperationResult("done", f"compile {trial.owner.name}")
        case _:
            assert_never(operation)


def _create(trial: Trial, operation: CreateBlueprintStep, *, is_first: bool) -> OperationResult:
    if not is_first:
        raise PlanError("CreateBlueprint must be the first step of a plan.")
    parent = trial.catalog.class_info(operation.parent_class)
    if parent is None:
        raise PlanError(f"There is no class '{operation.parent_class}'.", "Give the path of a class.")
    if trial.blueprint is not None:
        if trial.blueprint.parent_class != parent.path:
            raise PlanError(
                f"'{trial.path}' exists already, with parent class {trial.blueprint.parent_class}.",
                "Choose another name, or use the existing Blueprint.",
            )
        return OperationResult("unchanged", f"{trial.path} exists already")
    trial.blueprint = Blueprint(trial.path, parent.path)
    trial.learn_class(trial.blueprint)
    event_graph = Graph("EventGraph")
    trial.drafts = {event_graph.name: GraphDraft(event_graph)}
    return OperationResult("done", f"create {trial.path}")


def _default_of(trial: Trial, operation: AddVariableStep) -> str:
    if operation.default is None:
        return ""
    value = trial.schema.validate_value(operation.type, operation.default)
    if value:
        require_settable(operation.type, f"variable {operation.name}")
    return value


def _add_variable(trial: Trial, operation: AddVariableStep) -> OperationResult:
    owner = trial.owner
    existing = owner.find_variable(operation.name)
    default = _default_of(trial, operation)
    if existing is not None:
        if existing.type != operation.type:
            raise PlanError(
                f"{owner.name} already has a variable '{existing.name}' of type {existing.type}.",
                "Choose another name, or use that variable.",
            )
        if operation.default is None or holds_value(trial.schema, operation.type, existing.default, default):
            return OperationResult("unchanged", f"variable {existing.name} exists already")
        raise PlanError(
            f"{owner.name} already has a variable '{existing.name}' with default '{existing.default}'.",
            "Set its default instead of adding it again.",
        )
    trial.require_new_name(operation.name, "variable")
    variable = Variable(
        operation.name, operation.type, default, operation.category, is_instance_editable=True
    )
    trial.blueprint = replace(owner, variables=(*owner.variables, variable))
    return OperationResult("done", f"variable {operation.name}: {operation.type}")
