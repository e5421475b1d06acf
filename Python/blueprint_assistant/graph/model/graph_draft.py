"""A graph while it is being changed: the same values, in dictionaries that may change.

The sandbox keeps one per graph, plan simulation makes one for a moment. Every operation
costs the size of what it touches, not of the graph.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.model.blueprint import Graph, Link, Node, Pin, PinRef

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import GraphKind

__all__ = ["GraphDraft"]


class GraphDraft:
    """Nodes and links of one graph, open for changes. Not safe to share between threads."""

    def __init__(self, graph: Graph) -> None:
        """Start from a graph value, which stays as it is."""
        self._graph = graph
        self._nodes: dict[str, Node] = dict(graph.nodes_by_name)
        self._names_by_class: dict[str, dict[str, None]] = {}
        for node in self._nodes.values():
            self._names_by_class.setdefault(node.class_name, {})[node.name] = None
        self._links: dict[PinRef, dict[PinRef, None]] = {}
        self._next_numbers: dict[str, int] = {}
        for link in graph.links:
            self._join(link.source, link.target)
        self._frozen: Graph | None = graph

    def freeze(self) -> Graph:
        """The current state as a value: the same one until something changes.

        After a change links are listed by source, in node and pin order.
        """
        if self._frozen is None:
            self._frozen = self._as_graph()
        return self._frozen

    def _as_graph(self) -> Graph:
        links = tuple(
            Link(ref, other)
            for node in self._nodes.values()
            for pin in node.pins
            if pin.direction == "output"
            for ref in (PinRef(node.name, pin.id),)
            for other in self._links.get(ref, ())
        )
        return replace(self._graph, nodes=tuple(self._nodes.values()), links=links)

    def outline(self, *class_names: str) -> Graph:
        """The graph with the nodes of some classes alone and no links."""
        return replace(self._graph, nodes=tuple(self.nodes_of_class(*class_names)), links=())

    def nodes_of_class(self, *class_names: str) -> list[Node]:
        """The nodes of exactly these classes, one class after the other, each in graph order."""
        return [self._nodes[name] for kind in class_names for name in self._names_by_class.get(kind, ())]

    def __iter__(self) -> Iterator[Node]:
        """The nodes in graph order."""
        return iter(list(self._nodes.values()))

    def __contains__(self, name: object) -> bool:
        """Whether a node of that name is there."""
        return name in self._nodes

    @property
    def kind(self) -> GraphKind:
        """What the graph is: event graph, function, macro, …."""
        return self._graph.kind

    @property
    def node_count(self) -> int:
        """How many nodes there are."""
        return len(self._nodes)

    def node(self, name: str) -> Node:
        """The node of that name. Raises GraphError when there is none."""
        try:
            return self._nodes[name]
        except KeyError:
            raise GraphError(f"Graph '{self._graph.name}' has no node '{name}'.") from None

    def pin(self, ref: PinRef) -> Pin | None:
        """The pin that a reference names, or None."""
        node = self._nodes.get(ref.node)
        return None if node is None else node.pin_by_id(ref.pin)

    def unique_name(self, class_name: str) -> str:
        """A free object name of a class: `K2Node_CallFunction_3`. Numbers are not looked for twice."""
        number = self._next_numbers.get(class_name, 0)
        while (name := f"{class_name}_{number}") in self._nodes:
            number += 1
        self._next_numbers[class_name] = number
        return name

    def add(self, node: Node) -> None:
        """Add a node at the end. Raises GraphError when its name is taken."""
        if node.name in self._nodes:
            raise GraphError(f"Graph '{self._graph.name}' already has a node '{node.name}'.")
        self._frozen = None
        self._nodes[node.name] = node
        self._names_by_class.setdefault(node.class_name, {})[node.name] = None

    def replace(self, node: Node) -> None:
        """Put a changed node in the place of the one with its name; links to lost pins go."""
        before = self.node(node.name)
        self._frozen = None
        self._nodes[node.name] = node
        if before.class_path != node.class_path:
            del self._names_by_class[before.class_name][node.name]
            self._names_by_class.setdefault(node.class_name, {})[node.name] = None
        for pin_id in {pin.id for pin in before.pins} - {pin.id for pin in node.pins}:
            self.disconnect(PinRef(node.name, pin_id))

    def replace_pin(self, node_name: str, pin: Pin) -> None:
        """Put a changed pin in the place of the one with its id."""
        node = self.node(node_name)
        self._frozen = None
        pins = tuple(pin if old.id == pin.id else old for old in node.pins)
        self._nodes[node_name] = replace(node, pins=pins)

    def remove(self, name: str) -> None:
        """Remove a node with its links."""
        for pin in self.node(name).pins:
            self.disconnect(PinRef(name, pin.id))
        self._frozen = None
        del self._names_by_class[self._nodes[name].class_name][name]
        del self._nodes[name]

    def links_of(self, ref: PinRef) -> tuple[PinRef, ...]:
        """The pins linked to a pin, oldest first."""
        return tuple(self._links.get(ref, ()))

    def connect(self, source: PinRef, target: PinRef) -> None:
        """Link an output pin to an input pin. No rule but existence is checked here."""
        for ref in (source, target):
            if self.pin(ref) is None:
                raise GraphError(f"Graph '{self._graph.name}' has no pin '{ref.pin}' on node '{ref.node}'.")
        self._join(source, target)

    def disconnect(self, ref: PinRef, other: PinRef | None = None) -> bool:
        """Break one link of a pin, or all of them; whether there was one."""
        others = self.links_of(ref) if other is None else (other,)
        broken = False
        for end in others:
            broken = self._links.get(ref, {}).pop(end, self) is None or broken
            self._links.get(end, {}).pop(ref, None)
        if broken:
            self._frozen = None
        return broken

    def _join(self, source: PinRef, target: PinRef) -> None:
        self._frozen = None
        self._links.setdefault(source, {})[target] = None
        self._links.setdefault(target, {})[source] = None
