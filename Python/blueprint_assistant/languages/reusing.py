"""A builder that takes nodes that are there before it makes others, and breaks no link unasked.

Part of `languages`; `merging` builds through it. What is so already makes no step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.any_specs import FunctionResultSpec
from blueprint_assistant.graph.nodes import any_spec_of
from blueprint_assistant.graph.semantics import contracted_links, is_reroute
from blueprint_assistant.languages.merge_report import WouldReplaceLinkError
from blueprint_assistant.languages.scope import Output

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.any_specs import AnyNodeSpec
    from blueprint_assistant.graph.model import Graph, Link, Node
    from blueprint_assistant.languages.building import Builder

__all__ = ["Reusing", "is_same_value"]

_Input = tuple[str, str]
_Wire = tuple[Output, _Input]


class Reusing:
    """A `Builder` around another one. `pool` are the nodes that may be taken for what is built next."""

    def __init__(self, builder: Builder, graph: Graph) -> None:
        """`builder` stands on `graph`."""
        self._builder = builder
        self.pool: tuple[str, ...] = ()
        self.replaces = False
        """Whether a link that is in the way is broken; else it is an error (BC-121, I10)."""
        self.taken: set[str] = set()
        self.wanted: dict[_Wire, None] = {}
        self.given: set[_Input] = set()
        """The inputs that were given a value."""
        self._nodes = {node.name: node for node in graph.nodes}
        self._specs = {node.name: any_spec_of(node) for node in graph.nodes}
        self.wires = dict.fromkeys(self._wires(contracted_links(graph)))
        self._direct = dict.fromkeys(self._wires(graph.links))

    def _wires(self, links: Iterable[Link]) -> Iterable[_Wire]:
        for link in links:
            source = self._nodes[link.source.node].pin_by_id(link.source.pin)
            target = self._nodes[link.target.node].pin_by_id(link.target.pin)
            if source is not None and target is not None:
                yield Output(link.source.node, source.name), (link.target.node, target.name)

    # --- the builder -------------------------------------------------------------------------

    def add(self, spec: AnyNodeSpec) -> str:
        """A node of the pool that is what is asked for, or a new one."""
        for name in self.pool:
            if self._is_of(name, spec):
                self.taken.add(name)
                return name
        return self._builder.add(spec)

    def node(self, key: str) -> Node:
        """As the builder says."""
        return self._builder.node(key)

    def entry(self, kind: str) -> str:
        """The entry or result node; of several results that of the pool."""
        classes = {name: node.class_name for name, node in self._nodes.items()}
        found = next((name for name in self.pool if classes.get(name) == kind), "")
        if found:
            self.taken.add(found)
        return found or self._builder.entry(kind)

    def connect(self, source: Output, target: _Input) -> None:
        """Link what is not linked yet. Raises WouldReplaceLinkError when another link is in the way."""
        wire = source, target
        self.taken |= {source.node, target[0]} & self._nodes.keys()
        there = [one for one in self.wires if one[1] == target]
        same = next((one for one in there if one == wire or self._gives_the_same(one[0], source)), None)
        if same is not None:
            self.wanted[same] = None
            return
        self._make_way(source, target)
        self._builder.connect(source, target)
        self.wires[wire] = None
        self._direct[wire] = None
        self.wanted[wire] = None

    def disconnect(self, source: Output, target: _Input) -> None:
        """Break a link, which may be one to a reroute."""
        self._builder.disconnect(source, target)
        self._direct.pop((source, target), None)
        onward = {target}
        if self._is_reroute(target[0]):
            onward = set(self._ends(target[0]))
        for end in onward:
            self.wires.pop((source, end), None)

    def set_default(self, key: str, pin: str, value: str) -> None:
        """Give an input a value that it does not have. Raises WouldReplaceLinkError when it is linked."""
        self.given.add((key, pin))
        self.taken |= {key} & self._nodes.keys()
        linked = [one for one in self.wires if one[1] == (key, pin)]
        for wire in linked:
            self.break_wire(wire, f"its value would be {value}")
        there = self._builder.node(key).find_pin(pin, "input") if key in self._nodes else None
        if linked or there is None or not is_same_value(there.default, value):
            self._builder.set_default(key, pin, value)

    # --- links in the way --------------------------------------------------------------------

    def break_wire(self, wire: _Wire, why: str = "that link stays") -> None:
        """Break a link between working nodes, at its reroute when there is one."""
        source, target = wire
        if not self.replaces:
            raise WouldReplaceLinkError(
                f"{target[0]}.{target[1]} is linked to {source.node}.{source.pin}; {why}.",
                "Delete that link first.",
            )
        if wire in self._direct:
            self._builder.disconnect(source, target)
        else:
            for near in [one for one in self._direct if self._is_last_piece(one, wire)]:
                self._builder.disconnect(*near)
                self._direct.pop(near, None)
        self._direct.pop(wire, None)
        self.wires.pop(wire, None)

    def _is_last_piece(self, one: _Wire, wire: _Wire) -> bool:
        source, target = wire
        if self.is_exec(source):
            return one[0] == source
        return one[1] == target

    def _make_way(self, source: Output, target: _Input) -> None:
        if self.is_exec(source):
            blocking = [one for one in self.wires if one[0] == source]
        elif target[1] == "self":
            # A call may have several targets.
            blocking = []
        else:
            blocking = [one for one in self.wires if one[1] == target]
        for wire in blocking:
            self.break_wire(wire, f"it would be linked to {source.node}.{source.pin}")

    def is_exec(self, source: Output) -> bool:
        """Whether an output leads the flow."""
        pin = self._builder.node(source.node).find_pin(source.pin, "output")
        return pin is not None and pin.is_exec

    # --- nodes -------------------------------------------------------------------------------

    def _is_of(self, name: str, spec: AnyNodeSpec) -> bool:
        """Whether a node can be what is asked for. All results of one graph are those of its function."""
        there = self._specs.get(name)
        return there == spec or (
            isinstance(spec, FunctionResultSpec) and isinstance(there, FunctionResultSpec)
        )

    def _is_source(self, name: str) -> bool:
        """Whether a node takes nothing, so that one of it is as good as two."""
        return not any(pin.direction == "input" and not pin.is_hidden for pin in self._nodes[name].pins)

    def _gives_the_same(self, one: Output, other: Output) -> bool:
        known = one.node in self._nodes and other.node in self._nodes
        return (
            known
            and one.pin == other.pin
            and self._specs[one.node] is not None
            and self._specs[one.node] == self._specs[other.node]
            and self._is_source(one.node)
        )

    def _is_reroute(self, name: str) -> bool:
        return name in self._nodes and is_reroute(self._nodes[name])

    def _ends(self, reroute: str) -> Iterable[_Input]:
        for source, target in self._direct:
            if source.node == reroute:
                yield from self._ends(target[0]) if self._is_reroute(target[0]) else (target,)


def is_same_value(one: str, other: str) -> bool:
    """Whether two texts are one value: `1` and `1.0`, `True` and `true`."""
    if one.lower() == other.lower() and one.lower() in ("true", "false"):
        return True
    try:
        return one == other or float(one) == float(other)
    except ValueError:
        return False
