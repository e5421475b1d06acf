"""A plan in the making: every step is tried as it is added, so that the next can build on it.

For whoever needs to see what the steps so far make of a Blueprint (the pins of a node, a variable)
before the next one can be named. Pure; any thread. What was tried is not done: the editor validates and
applies the plan anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.edit_plan import NodeOperation
from blueprint_assistant.editor.plan.simulate.simulated_blueprint import SimulatedBlueprint
from blueprint_assistant.editor.plan.simulate.simulated_steps import try_step

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from blueprint_assistant.editor.plan.edit_plan import EditOperation, OperationResult
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node
    from blueprint_assistant.graph.model.graph_draft import GraphDraft
    from blueprint_assistant.graph.rules.schema import Schema

__all__ = ["PlanDraft"]


class PlanDraft:
    """The steps that were kept, and what they make of a Blueprint."""

    def __init__(
        self,
        before: Blueprint | None,
        catalog: Catalog,
        *,
        path: str = "",
        may_paste: bool = True,
        new_guid: Callable[[], str] | None = None,
    ) -> None:
        """Start from a Blueprint as it is, or from none; then `path` is where the first step makes it.

        Nodes that can only be pasted are taken as well, unless `may_paste` is False. `new_guid` gives
        the ids of what is new, where they are to mean something later.
        """
        path = path or ("" if before is None else before.path)
        self._simulated = SimulatedBlueprint(
            before, catalog, path=path, may_paste=may_paste, new_guid=new_guid
        )
        self._steps: list[EditOperation] = []

    def add(self, step: EditOperation) -> OperationResult:
        """Try a step and keep it. Raises PlanError when it is refused; then it is not kept."""
        result = self._tried(step)
        self._steps.append(step)
        return result

    def change(self, step: EditOperation) -> OperationResult:
        """Try a step, and keep it when it changes something. Raises PlanError when it is refused."""
        result = self._tried(step)
        if result.status == "done":
            self._steps.append(step)
        return result

    def _tried(self, step: EditOperation) -> OperationResult:
        return try_step(self._simulated, step, is_first=not self._steps)

    # --- the steps -------------------------------------------------------------------------------

    @property
    def steps(self) -> tuple[EditOperation, ...]:
        """The steps that were kept, in order."""
        return tuple(self._steps)

    @property
    def node_steps(self) -> tuple[NodeOperation, ...]:
        """Those of them that are about nodes."""
        return tuple(step for step in self._steps if isinstance(step, NodeOperation))

    @property
    def nodes(self) -> Mapping[str, str]:
        """The names of the nodes that were added, by the keys of their steps."""
        return dict(self._simulated.nodes)

    def name_of(self, key: str) -> str:
        """The name of a node by the key of the step that adds it, or by its name."""
        return self._simulated.nodes.get(key, key)

    # --- what they make of the Blueprint ---------------------------------------------------------

    @property
    def blueprint(self) -> Blueprint:
        """The Blueprint as it would be now. Raises PlanError when there is none."""
        return self._simulated.freeze()

    @property
    def members(self) -> Blueprint:
        """The same with members alone that are current: its graphs may be older."""
        return self._simulated.owner

    @property
    def graph_drafts(self) -> Mapping[str, GraphDraft]:
        """The graphs by name, as drafts that change with further steps."""
        return self._simulated.drafts

    def graph(self, name: str) -> Graph:
        """The graph as it would be now."""
        return self._simulated.draft(name).freeze()

    def node(self, graph: str, key: str) -> Node:
        """A node as it would be now, by its name or by the key of the step that adds it."""
        return self._simulated.draft(graph).node(self.name_of(key))

    # --- what the rules know ---------------------------------------------------------------------

    @property
    def schema(self) -> Schema:
        """The rules by which steps are tried: they know the Blueprint's own class."""
        return self._simulated.schema
