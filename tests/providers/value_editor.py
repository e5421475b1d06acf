"""A BlueprintEditor over values: plans are carried out by the same simulation that validates them.

It stands in for an editor where a test is about the recipes and not about Unreal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan import ApplyReport, CompileBlueprint, CompileReport
from blueprint_assistant.editor.protocol import EditorStatus
from blueprint_assistant.editor.simulation import simulate
from blueprint_assistant.errors import EditorError
from blueprint_assistant.graph.catalog import default_catalog

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan import EditPlan
    from blueprint_assistant.graph.model import Blueprint


class ValueEditor:
    """Blueprints in a dictionary."""

    def __init__(self) -> None:
        self.blueprints: dict[str, Blueprint] = {}

    def status(self) -> EditorStatus:
        return EditorStatus("5.8", can_edit_graphs=True)

    def list_blueprints(self) -> tuple[str, ...]:
        return tuple(sorted(self.blueprints))

    def read_blueprint(self, path: str) -> Blueprint:
        if path not in self.blueprints:
            raise EditorError(f"There is no Blueprint '{path}'.", "Create it first.")
        return self.blueprints[path]

    def apply(self, plan: EditPlan) -> ApplyReport:
        before = self.blueprints.get(plan.blueprint)
        outcome = simulate(before, plan, default_catalog())
        self.blueprints[plan.blueprint] = outcome.after
        compiles = any(isinstance(step, CompileBlueprint) for step in plan.operations)
        compiled = CompileReport("up_to_date") if compiles else None
        return ApplyReport(plan, outcome.results, before, outcome.after, compile=compiled)

    def save(self, path: str) -> None:
        self.read_blueprint(path)
