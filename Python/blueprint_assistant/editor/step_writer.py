"""A plan in the making: steps of every kind, each tried on values before it is taken in.

What is built later looks at the Blueprint as the steps so far leave it. Part of `plan_between`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.edit_plan import EditPlan
from blueprint_assistant.editor.plan.simulate.simulation import same_default, try_step
from blueprint_assistant.editor.trial import Trial, normal_default

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.editor.plan.edit_plan import EditOperation, OperationResult
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Pin, PinType
    from blueprint_assistant.graph.model.graph_draft import GraphDraft
    from blueprint_assistant.graph.rules.schema import Schema

__all__ = ["StepWriter"]


class StepWriter:
    """The steps so far, and what they make of a Blueprint."""

    def __init__(self, now: Blueprint, catalog: Catalog) -> None:
        """Start from a Blueprint as it is."""
        self._trial = Trial(now, EditPlan(now.path, "", ()), catalog)
        self.operations: list[EditOperation] = []

    def add(self, step: EditOperation) -> OperationResult:
        """Try a step and take it in, unless it is so already. Raises PlanError when it is refused."""
        result = try_step(self._trial, step)
        if result.status == "done":
            self.operations.append(step)
        return result

    @property
    def blueprint(self) -> Blueprint:
        """The Blueprint as the steps leave it."""
        return self._trial.freeze()

    @property
    def owner(self) -> Blueprint:
        """The same with members that are current and graphs that may be older."""
        return self._trial.owner

    @property
    def drafts(self) -> Mapping[str, GraphDraft]:
        """The graphs as the steps leave them, by name."""
        return self._trial.drafts

    @property
    def catalog(self) -> Catalog:
        """The classes, the Blueprint's own included."""
        return self._trial.catalog

    @property
    def schema(self) -> Schema:
        """The rules, with the Blueprint's own class."""
        return self._trial.schema

    def name_of(self, key: str) -> str:
        """The name of a node by the key of the step that adds it, or by its name."""
        return self._trial.nodes.get(key, key)

    def is_same_value(self, kind: PinType, one: str, other: str) -> bool:
        """Whether two texts are the same value of a type."""
        return same_default(self.schema, kind, one, other)

    def normal_default(self, pin: Pin) -> str:
        """One spelling per value, and none for a pin that holds what a fresh node holds."""
        return normal_default(self.schema, pin)
