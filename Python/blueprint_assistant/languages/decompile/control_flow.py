"""The flow of a graph: exec links between its nodes and data links into them, reroutes left out.

Outside uses ControlFlow. Linear in the graph; every answer is in a fixed order that neither positions nor
the order of nodes in a file decide.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from blueprint_assistant.graph.compare.semantics import contracted_links, working_nodes
from blueprint_assistant.graph.model.blueprint import PinRef
from blueprint_assistant.languages.decompile.node_identity import order_keys

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph, Node, Pin

__all__ = ["ControlFlow", "Exit", "FlowLink"]


class FlowLink(NamedTuple):
    """An exec link as seen from its source: the output pin's id, and the node and exec input it leads to."""

    pin: str
    node: str
    enter: str


class Exit(NamedTuple):
    """An exec output of a node, linked or not. `way` is None when nothing follows."""

    pin: Pin
    way: FlowLink | None


class ControlFlow:
    """What leads where in one graph. Pins are named by id, nodes by name."""

    def __init__(self, graph: Graph) -> None:
        """Look at a graph once. Raises GraphError for reroutes that no editor allows."""
        self.graph = graph
        self.nodes: dict[str, Node] = {node.name: node for node in working_nodes(graph)}
        self.order = order_keys(graph)
        self._ways: dict[PinRef, list[PinRef]] = {}
        self._sources: dict[PinRef, list[PinRef]] = {}
        self.entered: dict[str, list[tuple[str, str]]] = {}
        """For each node its incoming exec links as node and output pin."""
        for link in contracted_links(graph):
            source, target = graph.pin(link.source), graph.pin(link.target)
            if source is None or target is None or source.direction == target.direction:
                continue
            if source.is_exec and target.is_exec:
                self._ways.setdefault(link.source, []).append(link.target)
                self.entered.setdefault(link.target.node, []).append((link.source.node, link.source.pin))
            else:
                self._sources.setdefault(link.target, []).append(link.source)
        for sources in self._sources.values():
            sources.sort(key=lambda ref: (self.order[ref.node], ref.pin))

    def exits(self, name: str) -> tuple[Exit, ...]:
        """The exec outputs of a node in pin order."""
        return self._exits[name]

    @cached_property
    def _exits(self) -> dict[str, tuple[Exit, ...]]:
        return {
            name: tuple(
                Exit(pin, self._way(name, pin))
                for pin in node.pins
                if pin.is_exec and pin.direction == "output"
            )
            for name, node in self.nodes.items()
        }

    def _way(self, name: str, pin: Pin) -> FlowLink | None:
        """Where an exec output leads. Of several links, which no editor allows, one is read."""
        targets = self._ways.get(PinRef(name, pin.id))
        if not targets:
            return None
        first = min(targets, key=lambda ref: (self.order[ref.node], ref.pin))
        return FlowLink(pin.id, first.node, first.pin)

    def is_executed(self, name: str) -> bool:
        """Whether the node has exec pins of any direction."""
        return any(pin.is_exec for pin in self.nodes[name].pins)

    def is_entry(self, name: str) -> bool:
        """Whether the flow can begin here: exec outputs and no exec input."""
        node = self.nodes[name]
        exec_pins = [pin for pin in node.pins if pin.is_exec]
        return bool(exec_pins) and all(pin.direction == "output" for pin in exec_pins)

    @cached_property
    def entries(self) -> tuple[str, ...]:
        """The nodes where the flow begins, in order."""
        return tuple(sorted(filter(self.is_entry, self.nodes), key=self.order.__getitem__))

    def sources(self, name: str, pin_id: str) -> list[PinRef]:
        """The data outputs that an input takes its value from: several only where an input allows that."""
        return self._sources.get(PinRef(name, pin_id), [])

    @cached_property
    def uses(self) -> dict[PinRef, tuple[PinRef, ...]]:
        """For each linked data output the inputs that take it, in order."""
        table: dict[PinRef, list[PinRef]] = {}
        for target, sources in self._sources.items():
            for source in sources:
                table.setdefault(source, []).append(target)
        return {
            source: tuple(sorted(targets, key=lambda ref: (self.order[ref.node], ref.pin)))
            for source, targets in table.items()
        }
