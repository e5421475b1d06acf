"""What can be called of a Blueprint: its functions, its macros and its custom events.

Outside uses callables_of, find_callable, declared_callables and the functions on custom events. A name
is that of the graph or of the event, as it is spelled there; what is declared is read when it is asked
for. Knows no catalogue and no editor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from blueprint_assistant.graph.catalog.declarations import custom_event_of, function_of
from blueprint_assistant.graph.model.object_references import unquote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Blueprint, Function, Graph, Node

__all__ = [
    "OwnCallable",
    "callables_of",
    "custom_event_name",
    "custom_event_names",
    "declared_callables",
    "find_callable",
    "has_custom_event",
]

_CONSTRUCTION = "UserConstructionScript"


@dataclass(frozen=True, slots=True)
class OwnCallable:
    """A function or macro of a Blueprint by its graph, or a custom event by its `event` node."""

    kind: Literal["function", "macro", "event"]
    name: str
    graph: Graph
    package: str
    event: Node | None = None

    @property
    def declared(self) -> Function | None:
        """What it declares; None for a function whose graph has no entry node."""
        return function_of(self.graph, self.package) if self.event is None else custom_event_of(self.event)

    @property
    def entry(self) -> Node | None:
        """The node that a call of a function or event begins at; None where there is none."""
        return self.event or self._node("K2Node_FunctionEntry")

    @property
    def result(self) -> Node | None:
        """The result node of a function, None where it has none."""
        return None if self.event is not None else self._node("K2Node_FunctionResult")

    def _node(self, class_name: str) -> Node | None:
        return {node.class_name: node for node in self.graph.nodes}.get(class_name)


def callables_of(blueprint: Blueprint, *, with_macros: bool = False) -> Iterator[OwnCallable]:
    """The functions, overrides and the construction script among them, then the custom events."""
    for graph in blueprint.graphs:
        if graph.kind == "function" or (with_macros and graph.kind == "macro"):
            yield OwnCallable(graph.kind, graph.name, graph, blueprint.path)
    for graph in blueprint.graphs:
        for node in graph.nodes:
            name = custom_event_name(node)
            if name:
                yield OwnCallable("event", name, graph, blueprint.path, node)


def find_callable(blueprint: Blueprint, name: str, *, with_macros: bool = False) -> OwnCallable | None:
    """The one of that name, letter case ignored."""
    wanted = name.lower()
    found = callables_of(blueprint, with_macros=with_macros)
    return next((item for item in found if item.name.lower() == wanted), None)


def declared_callables(blueprint: Blueprint) -> list[Function]:
    """What its functions and custom events declare, without the construction script, which nothing calls.

    An override of a parent's function is among them: its `declared_in` says so.
    """
    found = (item.declared for item in callables_of(blueprint) if item.name != _CONSTRUCTION)
    return [item for item in found if item is not None]


# --- custom events -------------------------------------------------------------------------------


def custom_event_name(node: Node) -> str:
    """The name of a custom event; empty for other nodes, and for an event that has none."""
    is_custom = node.class_name == "K2Node_CustomEvent"
    return unquote(node.find_property("CustomFunctionName") or "") if is_custom else ""


def custom_event_names(blueprint: Blueprint) -> list[str]:
    """The names of the custom events, graph by graph."""
    return [item.name for item in callables_of(blueprint) if item.kind == "event"]


def has_custom_event(blueprint: Blueprint, name: str) -> bool:
    """Whether a custom event has that name, letter case ignored."""
    wanted = name.lower()
    return any(item.lower() == wanted for item in custom_event_names(blueprint))
