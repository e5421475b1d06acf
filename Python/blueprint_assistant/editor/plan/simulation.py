"""A plan tried out on values: validation, dry run and the expectation for the read-back.

`simulate` replays every step into a `PlanDraft`. What the editor makes of the same plan is compared
with it afterwards. Pure; any thread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.editor.plan.edit_plan import PlanError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.editor.plan.edit_plan import EditPlan, OperationResult
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["Simulation", "at_step", "simulate"]


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
    draft = PlanDraft(before, catalog, path=plan.blueprint, may_paste=False)
    results: list[OperationResult] = []
    for number, operation in enumerate(plan.operations, start=1):
        try:
            results.append(draft.add(operation))
        except PlanError as error:
            raise at_step(error, number, len(plan.operations)) from error
    return Simulation(draft.blueprint, tuple(results), draft.nodes)


def at_step(error: PlanError, number: int, count: int) -> PlanError:
    """The refusal of one step of a plan, with its number where there are others."""
    if count == 1:
        return error
    return PlanError(f"Step {number} of {count}: {error.what}", error.fix)
