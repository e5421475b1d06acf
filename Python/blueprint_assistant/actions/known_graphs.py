"""How graphs were when the model last knew them, so that what the user changed since can be told.

Outside uses KnownGraphs (`ActionContext.known`) and KnowingEditor. Agent worker thread only.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.editor.editor_wrapper import EditorWrapper
from blueprint_assistant.graph.compare.revision import revision

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.editor.plan.edit_plan import ApplyReport, EditPlan
    from blueprint_assistant.editor.protocol import BlueprintEditor
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph
    from blueprint_assistant.languages.merge.program_plan import PlanOptions

__all__ = ["KnowingEditor", "KnownGraphs"]

_MOST: Final = 8
"""How many states of one graph are kept: as many readings may be written for."""

_MOST_GRAPHS: Final = 64


class KnownGraphs:
    """The last states of each graph that the model has read or made, by Blueprint and graph."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._states: dict[tuple[str, str], dict[str, Graph]] = {}
        """By revision, the last one that the model knows at the end."""

    def see(self, blueprint: Blueprint, graph: Graph) -> None:
        """The model has read the graph as it is: this is what it writes for from now on."""
        key = blueprint.path.lower(), graph.name.lower()
        states = self._states.pop(key, {})
        found = str(revision(graph))
        states.pop(found, None)
        states[found] = graph
        while len(states) > _MOST:
            del states[next(iter(states))]
        self._states[key] = states
        while len(self._states) > _MOST_GRAPHS:
            del self._states[next(iter(self._states))]

    def see_new(self, blueprint: Blueprint, names: Iterable[str]) -> None:
        """The model has written graphs that it had never read: it knows what it wrote."""
        for name in names:
            graph = blueprint.find_graph(name)
            if graph is not None and self.last(blueprint, name) is None:
                self.see(blueprint, graph)

    def last(self, blueprint: Blueprint, name: str) -> Graph | None:
        """The graph as the model knows it; None when it has never seen it."""
        states = self._states.get((blueprint.path.lower(), name.lower()))
        return None if not states else states[next(reversed(states))]

    def at(self, blueprint: Blueprint, name: str, base_revision: str) -> Graph | None:
        """The graph as it was at a revision; None when that was never read, or too long ago."""
        return self._states.get((blueprint.path.lower(), name.lower()), {}).get(base_revision)

    def options_for(self, blueprint: Blueprint, name: str, options: PlanOptions) -> PlanOptions:
        """The options of a program for a graph that the model knows otherwise: it was written for that."""
        known, now = self.last(blueprint, name), blueprint.find_graph(name)
        if options.base_revision or known is None or now is None or known == now:
            return options
        base = str(revision(known))
        if base == str(revision(now)):
            return options
        return replace(options, base=known, base_revision=base, is_base_implied=True)

    def carry(self, before: Blueprint | None, after: Blueprint) -> None:
        """The model has changed a Blueprint: what it knew then it knows now.

        A graph that the user had changed before is not known by that; of a new Blueprint nothing is.
        """
        if before is None:
            path = after.path.lower()
            self._states = {key: states for key, states in self._states.items() if key[0] != path}
        for graph in () if before is None else before.graphs:
            known, now = self.last(after, graph.name), after.find_graph(graph.name)
            if known is None or now is None or now == graph:
                continue
            if known == graph or revision(known) == revision(graph):
                self.see(after, now)

    def clear(self) -> None:
        """Forget all."""
        self._states.clear()


class KnowingEditor(EditorWrapper):
    """A BlueprintEditor whose plans change what is known."""

    def __init__(self, editor: BlueprintEditor, known: KnownGraphs) -> None:
        """Stand before an editor for one call of a tool."""
        super().__init__(editor)
        self._known = known

    def apply(self, plan: EditPlan) -> ApplyReport:
        """Apply a plan, and know what it did."""
        report = super().apply(plan)
        if report.has_changed:
            self._known.carry(report.before, report.after)
        return report

    def note(self, plan: EditPlan, before: Blueprint | None, after: Blueprint) -> None:
        """Know a change that belongs to the call, and pass it on to who records the turn."""
        super().note(plan, before, after)
        self._known.carry(before, after)
