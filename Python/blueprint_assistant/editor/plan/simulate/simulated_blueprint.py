"""A Blueprint while steps are tried on it: what `simulated_steps` and its parts look at and change.

Outside uses `draft`, which keeps the steps, or `simulation`. Pure; any thread.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from blueprint_assistant.editor.plan.edit_plan import PlanError
from blueprint_assistant.graph.catalog.callables import custom_event_name
from blueprint_assistant.graph.catalog.declarations import function_of
from blueprint_assistant.graph.model.graph_draft import GraphDraft
from blueprint_assistant.graph.model.object_references import unquote
from blueprint_assistant.graph.rules.member_names import MemberKind, name_problem
from blueprint_assistant.graph.rules.schema import Schema

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["SimulatedBlueprint"]


class SimulatedBlueprint:
    """The Blueprint, its graphs as drafts, and what the rules know.

    `blueprint` holds members and no current graphs: those are in `drafts`, by name. `nodes` maps
    the key of each added node to its name.
    """

    def __init__(
        self,
        before: Blueprint | None,
        catalog: Catalog,
        *,
        path: str,
        may_paste: bool,
        new_guid: Callable[[], str] | None = None,
    ) -> None:
        """Start from a Blueprint as it is, or from none: `path` is the one that is meant.

        With `may_paste` it takes nodes that no call of the editor makes. `new_guid` gives the ids
        of what is new, where they are to mean something later.
        """
        self.may_paste = may_paste
        self.path = path
        self.blueprint = before
        self.catalog = catalog
        self.schema = Schema(catalog)
        if before is not None:
            self.learn_class(before)
        self.drafts: dict[str, GraphDraft] = (
            {graph.name: GraphDraft(graph) for graph in before.graphs} if before else {}
        )
        self._were_there = frozenset(graph.lower() for graph in self.drafts)
        self.nodes: dict[str, str] = {}
        """The names of the nodes that were added, by the keys of their steps."""
        self._graphs_of: dict[str, str] = {}
        numbers = itertools.count(1)
        self._new_guid = new_guid or (lambda: f"{next(numbers):032X}")

    def new_guid(self) -> str:
        """A GUID that no other node or pin has here."""
        return self._new_guid()

    def was_there(self, graph: str) -> bool:
        """Whether a graph was there before: where the nodes of a new one stand only the editor knows."""
        return graph.lower() in self._were_there

    def keep_node(self, key: str, graph: str, name: str) -> None:
        """Remember what a step means by the key of a node."""
        self.nodes[key], self._graphs_of[key] = name, graph.lower()

    def forget_nodes(self, graph: str, names: Iterable[str]) -> None:
        """Forget the keys of nodes that are gone; in other graphs there are nodes of the same names."""
        gone = set(names)
        kept = {
            key: name
            for key, name in self.nodes.items()
            if name not in gone or self._graphs_of.get(key) != graph.lower()
        }
        self.nodes = kept

    def freeze(self) -> Blueprint:
        """The Blueprint as it is now. Raises PlanError when there is none."""
        return replace(self.owner, graphs=tuple(draft.freeze() for draft in self.drafts.values()))

    @property
    def owner(self) -> Blueprint:
        """The Blueprint with its members; its graphs may be older. Raises PlanError when there is none."""
        if self.blueprint is None:
            raise PlanError(
                f"There is no Blueprint '{self.path}'.",
                "Create it first, or name one that exists.",
            )
        return self.blueprint

    def learn_class(self, owner: Blueprint) -> None:
        """Make the Blueprint's own class known to the rules: a project's classes are not in the catalogue."""
        parent = self.catalog.class_info(owner.parent_class)
        if parent is not None and self.catalog.class_info(owner.generated_class) is None:
            own = replace(parent, path=owner.generated_class, name=f"{owner.name}_C", parent=parent.path)
            self.catalog = self.catalog.extended([own])
        self.schema = Schema(self.catalog, owner.generated_class)

    def draft(self, graph: str) -> GraphDraft:
        """The graph of that name. Raises PlanError, with the names that there are."""
        owner = self.owner
        name = next((known for known in self.drafts if known.lower() == graph.lower()), None)
        if name is None:
            raise PlanError(
                f"{owner.name} has no graph '{graph}'.", f"Its graphs: {', '.join(self.drafts) or 'none'}."
            )
        return self.drafts[name]

    def require_new_name(
        self, name: str, of: MemberKind, *, beside: Literal["", "locals", "timelines"] = ""
    ) -> None:
        """Refuse a name that a member or graph has, letter case aside, or that none can have.

        What it is `beside` is not in its way: local variables of other functions for one more of them, and
        timelines for one that is there already.
        """
        owner = self.owner
        problem = name_problem(name, of)
        if problem:
            raise PlanError(problem, "")
        taken = {item.name.lower(): "variable" for item in owner.variables}
        taken |= {item.name.lower(): "component" for item in owner.components}
        taken |= {graph.lower(): "graph" for graph in self.drafts}
        taken |= {event.lower(): "custom event" for event in self._custom_events()}
        if beside != "timelines":
            taken |= {timeline.lower(): "timeline" for timeline in self._timelines()}
        if beside != "locals":
            taken = {local.lower(): "local variable" for local in self._locals()} | taken
        kind = taken.get(name.lower())
        if kind is not None:
            raise PlanError(f"{owner.name} already has a {kind} named '{name}'.", "Choose another name.")
        kind = self._inherited(name)
        if kind:
            raise PlanError(
                f"The parent class of {owner.name} has a {kind} named '{name}' already.",
                "Choose another name.",
            )

    def _custom_events(self) -> Iterator[str]:
        for draft in self.drafts.values():
            yield from map(custom_event_name, draft.nodes_of_class("K2Node_CustomEvent"))

    def _timelines(self) -> Iterator[str]:
        for draft in self.drafts.values():
            for node in draft.nodes_of_class("K2Node_Timeline"):
                yield unquote(node.find_property("TimelineName") or "")

    def _locals(self) -> Iterator[str]:
        for draft in self.drafts.values():
            function = (
                function_of(draft.outline("K2Node_FunctionEntry")) if draft.kind == "function" else None
            )
            yield from () if function is None else (item.name for item in function.local_variables)

    def _inherited(self, name: str) -> str:
        """What a parent class has of that name; the editor refuses it for a member."""
        parent, wanted = self.owner.parent_class, name.lower()
        if any(item.name.lower() == wanted for item in self.catalog.properties_of(parent)):
            return "variable"
        if any(item.name.lower() == wanted for item in self.catalog.events_of(parent)):
            return "function"
        classes = self.catalog.ancestors(parent)
        return "function" if any(self.catalog.function(f"{path}:{name}") for path in classes) else ""
