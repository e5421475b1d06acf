"""What the model was shown of graphs, so that what it means by a program can be told from what it never saw.

Outside uses KnownGraphs (`ActionContext.known`) and KnowingEditor. Agent worker thread only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.editor.editor_wrapper import EditorWrapper
from blueprint_assistant.graph.compare.revision import revision
from blueprint_assistant.languages.merge.node_changes import said_by_nodes, same_nodes

if TYPE_CHECKING:
    from collections.abc import Collection

    from blueprint_assistant.editor.plan.edit_plan import ApplyReport, EditPlan
    from blueprint_assistant.editor.protocol import BlueprintEditor
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph
    from blueprint_assistant.languages.merge.program_plan import PlanOptions

__all__ = ["KnowingEditor", "KnownGraphs"]

_MOST: Final = 8
"""How many states of one graph are kept: as many readings may be written for."""

_MOST_GRAPHS: Final = 64


@dataclass(frozen=True, slots=True)
class _State:
    """A graph as it was when the model was shown some of it."""

    graph: Graph
    shown: frozenset[str]
    """The nodes of the statements that it was shown, by name."""
    is_certain: bool = False
    """Whether it asked to see this or made it: it writes for this, and for nothing that it knew before."""


class KnownGraphs:
    """The last states of each graph that the model has read or made, by Blueprint and graph."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._states: dict[tuple[str, str], dict[str, _State]] = {}
        """By revision, the last one that the model knows at the end."""

    def see(self, blueprint: Blueprint, graph: Graph) -> None:
        """The model has read all of the graph as it is: this is what it writes for from now on."""
        self._know(blueprint, _State(graph, frozenset(graph.nodes_by_name), is_certain=True))

    def see_nodes(
        self, blueprint: Blueprint, graph: Graph, nodes: Collection[str], *, is_certain: bool = False
    ) -> None:
        """The model was shown the statements of these nodes as they are in the graph now.

        Of the others it still knows those that are what they were when it was shown them. Unless it has
        asked to see or made them (`is_certain`), it may still write for what it was shown before.
        """
        state = self._last(blueprint, graph.name)
        kept = frozenset[str]() if state is None else _unchanged(state, graph)
        self._know(blueprint, _State(graph, kept | frozenset(nodes), is_certain))

    def last(self, blueprint: Blueprint, name: str) -> Graph | None:
        """The graph as the model knows it; None when it has never seen any of it."""
        state = self._last(blueprint, name)
        return None if state is None else state.graph

    def at(self, blueprint: Blueprint, name: str, base_revision: str) -> Graph | None:
        """The graph as it was at a revision; None when that was never read, or too long ago."""
        state = self._states.get(_key(blueprint, name), {}).get(base_revision)
        return None if state is None else state.graph

    def options_for(self, blueprint: Blueprint, name: str, options: PlanOptions) -> PlanOptions:
        """The options of a program for a graph that the model knows otherwise: it was written for that."""
        state, now = self._last(blueprint, name), blueprint.find_graph(name)
        if options.base_revision or state is None or now is None:
            return options
        if options.mode == "update":
            earlier = tuple((one.graph, one.shown) for one in self._earlier(blueprint, name))
            return replace(
                options, base=state.graph, shown=state.shown, earlier=earlier, is_base_implied=True
            )
        if state.graph == now:
            return options
        base = str(revision(state.graph))
        if base == str(revision(now)):
            return options
        return replace(options, base=state.graph, base_revision=base, is_base_implied=True)

    def carry(self, before: Blueprint | None, after: Blueprint) -> None:
        """The model has changed a Blueprint: what it knew then it knows now, and what it has made besides.

        A graph that the user had changed before is not known by that; of a new Blueprint nothing is.
        """
        if before is None:
            path = after.path.lower()
            self._states = {key: states for key, states in self._states.items() if key[0] != path}
        for graph in () if before is None else before.graphs:
            state, now = self._last(after, graph.name), after.find_graph(graph.name)
            if now is None or now == graph:
                continue
            made = frozenset(now.nodes_by_name) - frozenset(graph.nodes_by_name)
            if state is None:
                self._know(after, _State(now, made, is_certain=True))
            elif state.graph == graph or revision(state.graph) == revision(graph):
                kept = state.shown & frozenset(now.nodes_by_name)
                self._know(after, _State(now, kept | made, is_certain=True))

    def clear(self) -> None:
        """Forget all."""
        self._states.clear()

    def _last(self, blueprint: Blueprint, name: str) -> _State | None:
        states = self._states.get(_key(blueprint, name))
        return None if not states else states[next(reversed(states))]

    def _earlier(self, blueprint: Blueprint, name: str) -> list[_State]:
        """What the model was shown before the last state, back to what it has asked to see; newest first."""
        states = [*self._states.get(_key(blueprint, name), {}).values()]
        found: list[_State] = []
        while len(states) > 1 and not states[-1].is_certain:
            states.pop()
            found.append(states[-1])
        return found

    def _know(self, blueprint: Blueprint, state: _State) -> None:
        key = _key(blueprint, state.graph.name)
        states = self._states.pop(key, {})
        found = str(revision(state.graph))
        states.pop(found, None)
        states[found] = state
        while len(states) > _MOST:
            del states[next(iter(states))]
        self._states[key] = states
        while len(self._states) > _MOST_GRAPHS:
            del self._states[next(iter(self._states))]


def _key(blueprint: Blueprint, name: str) -> tuple[str, str]:
    return blueprint.path.lower(), name.lower()


def _unchanged(state: _State, now: Graph) -> frozenset[str]:
    """The nodes that were shown and still say the same, by their names now."""
    if state.graph == now:
        return state.shown
    old, new = said_by_nodes(state.graph), said_by_nodes(now)
    names = {name: there for name, there in same_nodes(state.graph, now).items() if name in state.shown}
    return frozenset(there for name, there in names.items() if old[name] == new[there])


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
