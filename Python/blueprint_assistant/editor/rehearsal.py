"""A plan in the making: every step is tried as it is added, so that the next can build on it.

For tools that need to see what a step makes (the pins of a node) before they can name the next
one. Pure; any thread. What was tried is not done: the editor validates and applies the plan anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.edit_plan import EditPlan
from blueprint_assistant.editor.plan.simulate.simulation import try_step
from blueprint_assistant.editor.trial import Trial

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.editor.plan.edit_plan import NodeOperation, OperationResult
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node
    from blueprint_assistant.graph.rules.schema import Schema

__all__ = ["Rehearsal"]


class Rehearsal:
    """The nodes of one Blueprint while steps are tried on them."""

    def __init__(
        self, before: Blueprint, catalog: Catalog, *, new_guid: Callable[[], str] | None = None
    ) -> None:
        """Start from the Blueprint as it is. Nodes that can only be pasted are taken as well."""
        self._trial = Trial(before, EditPlan(before.path, "", ()), catalog, may_paste=True, new_guid=new_guid)
        self._steps: list[NodeOperation] = []

    def add(self, step: NodeOperation) -> OperationResult:
        """Try a step and keep it. Raises PlanError when it is refused; then it is not kept."""
        result = try_step(self._trial, step)
        self._steps.append(step)
        return result

    def change(self, step: NodeOperation) -> OperationResult:
        """Try a step, and keep it when it changes something. Raises PlanError when it is refused."""
        result = try_step(self._trial, step)
        if result.status == "done":
            self._steps.append(step)
        return result

    @property
    def schema(self) -> Schema:
        """The rules by which steps are tried: they know the Blueprint's own class."""
        return self._trial.schema

    @property
    def owner(self) -> Blueprint:
        """The Blueprint as it would be now."""
        return self._trial.freeze()

    def node(self, graph: str, key: str) -> Node:
        """A node as it would be now, by its name or by the key of the step that adds it."""
        return self._trial.draft(graph).node(self._trial.nodes.get(key, key))

    def name_of(self, key: str) -> str:
        """The name that the node of a key has in `graph`."""
        return self._trial.nodes.get(key, key)

    def graph(self, name: str) -> Graph:
        """The graph as it would be now."""
        return self._trial.draft(name).freeze()

    @property
    def steps(self) -> tuple[NodeOperation, ...]:
        """The steps that were kept, in order."""
        return tuple(self._steps)
