"""A `BlueprintEditor` over plain values: plans are applied by the plan simulation alone.

For tests of what is above the editor. It compiles nothing; the sandbox does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan import AddNode, ApplyReport
from blueprint_assistant.editor.protocol import EditorStatus
from blueprint_assistant.editor.simulation import simulate
from blueprint_assistant.errors import EditorError

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan import EditPlan
    from blueprint_assistant.graph.catalog import Catalog
    from blueprint_assistant.graph.model import Blueprint

__all__ = ["ValueEditor"]


class ValueEditor:
    """Blueprints in a dictionary. `plans` are all plans that were applied."""

    def __init__(self, catalog: Catalog, *blueprints: Blueprint) -> None:
        self.blueprints = {blueprint.path: blueprint for blueprint in blueprints}
        self.plans: list[EditPlan] = []
        self._catalog = catalog

    def status(self) -> EditorStatus:
        return EditorStatus("5.8.0", can_edit_graphs=True)

    def list_blueprints(self) -> tuple[str, ...]:
        return tuple(sorted(self.blueprints))

    def read_blueprint(self, path: str) -> Blueprint:
        if path not in self.blueprints:
            raise EditorError(f"There is no Blueprint '{path}'.", "Create it first.")
        return self.blueprints[path]

    def apply(self, plan: EditPlan) -> ApplyReport:
        before = self.blueprints.get(plan.blueprint)
        done = simulate(before, plan, self._catalog)
        self.plans.append(plan)
        self.blueprints[plan.blueprint] = done.after
        results = tuple(
            replace(result, node=done.nodes[step.key]) if isinstance(step, AddNode) else result
            for step, result in zip(plan.operations, done.results, strict=True)
        )
        return ApplyReport(plan, results, before, done.after)

    def save(self, path: str) -> None:
        self.read_blueprint(path)
