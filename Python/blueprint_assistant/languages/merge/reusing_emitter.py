"""A builder that takes nodes that are there before it makes others, and breaks no link unasked.

Part of `languages`; `union_merge` builds through it. What is so already makes no step.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.compare.semantics import contracted_links, is_reroute
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.kinds.specs import FunctionResultSpec, ParentCallSpec, SelectSpec
from blueprint_assistant.languages.ast.paths import walk_values
from blueprint_assistant.languages.decompile.implicit_conversions import is_conversion
from blueprint_assistant.languages.lower.emitter import WouldReplaceLinkError, entry_kind
from blueprint_assistant.languages.lower.scope import Output
from blueprint_assistant.languages.merge.link_index import LinkIndex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Graph, Link, Node, PinType
    from blueprint_assistant.languages.ast.syntax_tree import Statement
    from blueprint_assistant.languages.lower.lowering import Emitter
    from blueprint_assistant.languages.merge.link_index import Input, Wire

__all__ = ["NotThatNodeError", "ReusingEmitter", "is_same_value"]


class NotThatNodeError(GraphError):
    """A part of a program is said to be a node of another kind."""

    code = "another_kind_of_node"

    def __init__(self, node: str) -> None:
        """Name the node."""
        super().__init__(
            f"This cannot be node {node}: that is another kind of node.", "Leave its id out to add one."
        )


class ReusingEmitter:
    """A `Emitter` around another one, which takes nodes that are there for what is built next."""

    def __init__(
        self, builder: Emitter, graph: Graph, settled: Callable[[AnyNodeSpec], AnyNodeSpec] | None = None
    ) -> None:
        """`builder` stands on `graph`; `settled` gives nodes that are one the same spec."""
        self._builder = builder
        self._settled = settled or (lambda spec: spec)
        self._pool: tuple[str, ...] = ()
        self._used: set[str] = set()
        self.meant: dict[int, str] = {}
        """Which node a value is to be, by the `id` of the value."""
        self.properties: dict[int, Callable[[AnyNodeSpec], AnyNodeSpec]] = {}
        """What makes the spec of a part's own node that with the properties it is to have, by its `id`."""
        self._shaped: set[int] = set()
        self._likely: dict[int, str] = {}
        self._abouts: list[int] = []
        self.way_out = "Delete that link first."
        """What to do where a link is in the way."""
        self.replaces = False
        """Whether a link that is in the way is broken; else it is an error (BC-121, I10)."""
        self.taken: set[str] = set()
        self.own: set[str] = set()
        """Those of `taken` that stand for a part of the program: not those that are only linked to."""
        self.wanted: dict[Wire, None] = {}
        self.step_count = 0
        """How many steps the builder was given."""
        self.given: set[Input] = set()
        """The inputs that were given a value."""
        self._nodes = {node.name: node for node in graph.nodes}
        self._specs = {node.name: any_spec_of(node) for node in graph.nodes}
        self.wires = LinkIndex(self._wires(contracted_links(graph)))
        self._direct = LinkIndex(self._wires(graph.links))

    def _wires(self, links: Iterable[Link]) -> Iterable[Wire]:
        for link in links:
            source = self._nodes[link.source.node].pin_by_id(link.source.pin)
            target = self._nodes[link.target.node].pin_by_id(link.target.pin)
            if source is not None and target is not None:
                yield Output(link.source.node, source.name), (link.target.node, target.name)

    # --- the builder -------------------------------------------------------------------------

    def add(self, spec: AnyNodeSpec) -> str:
        """A node of the pool that is what is asked for, or a new one."""
        at = self._abouts[-1] if self._abouts else 0
        if at in self.properties and at not in self._shaped:
            spec = self.properties[at](spec)
            self._shaped.add(at)
        meant = self.meant.get(at) or self._likely.get(at)
        for name in (meant, *self._pool) if meant else self._pool:
            if self._is_of(name, spec) and (name not in self._used or self._is_source(name)):
                self.taken.add(name)
                self.own.add(name)
                self._used.add(name)
                return name
        if self.replaces and isinstance(spec, ParentCallSpec):
            # No call makes one: the one that is there is taken, wherever its statement stood.
            name = next((at for at, one in self._specs.items() if one == spec and at not in self.taken), "")
            if name:
                self.taken.add(name)
                return name
        self.step_count += 1
        return self._builder.add(spec)

    @property
    def pool(self) -> tuple[str, ...]:
        """The nodes that may be taken, each once unless it takes nothing."""
        return self._pool

    @pool.setter
    def pool(self, names: tuple[str, ...]) -> None:
        self._pool = names
        self._used = set()
        self._likely = {}

    def change(self, pool: tuple[str, ...], statement: Statement, new: Statement) -> None:
        """Take the nodes of a statement for what is built next: each for the value in its place if it can."""
        self.pool = pool
        there = {path: value.origin.nodes for path, value in walk_values(statement)}
        values = [(id(value), there.get(path, ())) for path, value in walk_values(new)]
        self._likely = {at: nodes[0] for at, nodes in values if nodes}

    @contextmanager
    def about(self, value: object) -> Iterator[None]:
        """While a value is built: a node that it is meant to be is taken for it and for nothing inside.

        Raises NotThatNodeError when it is meant to be a node of another kind, and GraphError when it is
        to have properties and made no node.
        """
        meant = self.meant.get(id(value), "")
        self._abouts.append(id(value))
        try:
            yield
        finally:
            self._abouts.pop()
        if meant and meant not in self.taken:
            raise NotThatNodeError(meant)
        if id(value) in self.properties and id(value) not in self._shaped:
            raise GraphError("Properties can only be given to a node of its own.", "Leave them out.")

    def node(self, key: str) -> Node:
        """As the builder says."""
        return self._builder.node(key)

    def asset(self, kind: PinType, name: str) -> str:
        """As the builder says."""
        return self._builder.asset(kind, name)

    def entry(self, kind: str) -> str:
        """See `Emitter.entry`; of several results that of the pool."""
        kinds = {name: entry_kind(self._nodes[name]) for name in self.pool if name in self._nodes}
        found = next((name for name in self.pool if kinds.get(name) == kind), "")
        if found:
            self.taken.add(found)
        return found or self._builder.entry(kind)

    def connect(self, source: Output, target: Input) -> None:
        """Link what is not linked yet. Raises WouldReplaceLinkError when another link is in the way."""
        wire = source, target
        self.taken |= {source.node, target[0]} & self._nodes.keys()
        there = self.wires.into(target)
        same = next((one for one in there if one == wire or self._gives_the_same(one[0], source)), None)
        if same is not None:
            self.wanted[same] = None
            self.taken |= {same[0].node} & self._nodes.keys()
            return
        if any(self._is_converted(one[0], source) for one in there):
            return
        self._make_way(source, target)
        self.step_count += 1
        self._builder.connect(source, target)
        self.wires.add(wire)
        self._direct.add(wire)
        self.wanted[wire] = None

    def disconnect(self, source: Output, target: Input) -> None:
        """Break a link, which may be one to a reroute."""
        self._builder.disconnect(source, target)
        self._direct.discard((source, target))
        onward = {target}
        if self._is_reroute(target[0]):
            onward = set(self._ends(target[0]))
        for end in onward:
            self.wires.discard((source, end))

    def set_default(self, key: str, pin: str, value: str) -> None:
        """Give an input a value that it does not have. Raises WouldReplaceLinkError when it is linked."""
        self.given.add((key, pin))
        self.taken |= {key} & self._nodes.keys()
        linked = self.wires.into((key, pin))
        for wire in linked:
            self.break_wire(wire, f"its value would be {value}")
        there = self._builder.node(key).find_pin(pin, "input") if key in self._nodes else None
        if linked or there is None or not is_same_value(there.default, value):
            self.step_count += 1
            self._builder.set_default(key, pin, value)

    def keep(self, own: str, names: Iterable[str]) -> None:
        """Leave the nodes of a statement as they are: their values, what feeds them, the flow between them.

        `own` is the statement's own node, the last of these in the flow: where it leads is not kept.
        """
        kept = {name for name in names if name in self._nodes}
        self.taken |= kept
        self.own |= kept
        before = kept - {own}
        for name in kept:
            for pin in self._nodes[name].pins:
                if pin.direction != "input":
                    continue
                self.given.add((name, pin.name))
                wires = self.wires.into((name, pin.name))
                self.wanted |= {wire: None for wire in wires if not pin.is_exec or wire[0].node in before}

    def forget(self, names: Iterable[str]) -> None:
        """Know no links of nodes that are not there any more."""
        gone = set(names)
        for index in (self.wires, self._direct):
            for wire in [one for one in index if one[0].node in gone or one[1][0] in gone]:
                index.discard(wire)

    def loose(self, reroutes: Iterable[str]) -> list[str]:
        """Those of the reroutes that have no source or no target, apart from others of them."""
        left, found = list(reroutes), list[str]()
        while True:
            wires = [one for one in self._direct if not {one[0].node, one[1][0]} & set(found)]
            through = {source.node for source, _ in wires} & {target[0] for _, target in wires}
            more = [name for name in left if name not in through and name not in found]
            if not more:
                return found
            found += more

    # --- links in the way --------------------------------------------------------------------

    def break_wire(self, wire: Wire, why: str = "that link stays") -> None:
        """Break a link between working nodes, at its reroute when there is one."""
        source, target = wire
        if not self.replaces:
            raise WouldReplaceLinkError(
                f"{target[0]}.{target[1]} is linked to {source.node}.{source.pin}; {why}.",
                self.way_out,
            )
        if wire in self._direct:
            self._builder.disconnect(source, target)
        else:
            near = self._direct.out_of(source) if self.is_exec(source) else self._direct.into(target)
            for last in near:
                self._builder.disconnect(*last)
                self._direct.discard(last)
        self._direct.discard(wire)
        self.wires.discard(wire)

    def _make_way(self, source: Output, target: Input) -> None:
        if self.is_exec(source):
            blocking = self.wires.out_of(source)
        elif target[1] == "self":
            # A call may have several targets.
            blocking = []
        else:
            blocking = self.wires.into(target)
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
        if isinstance(spec, SelectSpec) and spec.index is None and isinstance(there, SelectSpec):
            # A link gives the index its type later.
            return there.options == spec.options
        if there is None:
            return False
        return self._settled(there) == self._settled(spec) or (
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

    def _is_converted(self, there: Output, source: Output) -> bool:
        """Whether the conversion that a link would put in is there: it is then wanted with its links."""
        if there.node not in self._nodes or not is_conversion(self._nodes[there.node]):
            return False
        pins = self._nodes[there.node].pins
        taken = [one for pin in pins for one in self.wires.into((there.node, pin.name))]
        if not any(one[0] == source for one in taken):
            return False
        self.taken.add(there.node)
        self.wanted |= dict.fromkeys((*taken, *self.wires.out_of(there)))
        return True

    def is_idle(self, name: str) -> bool:
        """Whether a node that takes nothing gives its value to nobody that wants it."""
        return self._is_source(name) and all(source.node != name for source, _ in self.wanted)

    def _is_reroute(self, name: str) -> bool:
        return name in self._nodes and is_reroute(self._nodes[name])

    def _ends(self, reroute: str) -> Iterable[Input]:
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
