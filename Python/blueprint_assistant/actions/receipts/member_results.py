"""Applies the steps of a tool on members, and says what came of them. Outside uses both functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.base import ActionResult
from blueprint_assistant.actions.receipts.node_text import with_node_ids
from blueprint_assistant.editor.plan.edit_plan import EditPlan, PlanError

if TYPE_CHECKING:
    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.editor.plan.edit_plan import ApplyReport, EditOperation
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["apply_step", "result_of"]


def apply_step(context: ActionContext, owner: Blueprint, title: str, *steps: EditOperation) -> ApplyReport:
    """Apply them in one transaction; a refusal calls nodes that are in the way by the model's ids."""
    try:
        return context.editor.apply(EditPlan(owner.path, title, steps))
    except PlanError as error:
        raise PlanError(with_node_ids(context.nodes, owner, error.what), error.fix) from error


def result_of(report: ApplyReport, *lines: str) -> ActionResult:
    """What the model reads: the lines, and what the editor could not do."""
    shown = [*lines, *(f"Note: {warning}" for warning in report.warnings)]
    return ActionResult(
        ok=True, text="\n".join(shown), has_changed=report.has_changed, blueprint=report.after
    )
