"""What a graph says, apart from how it is laid out: a set of small facts to compare.

Two graphs with the same facts do the same. The editor adapter compares what it expected
with what it reads back; the difference of two sets is what to tell.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.kinds.specs import (
    LocalVariableGetSpec,
    LocalVariableSetSpec,
    OperatorSpec,
    OtherVariableGetSpec,
    OtherVariableSetSpec,
    ValidatedGetSpec,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from blueprint_assistant.graph.model.blueprint import Graph, Link, Node, Pin, PinRef

__all__ = ["Fact", "describe_difference", "differing_facts", "graph_facts"]


class Fact(NamedTuple):
    """One statement about a graph: what is said, of which node, and the details as text."""

    kind: str
    node: str
    details: tuple[str, ...]

    def __str__(self) -> str:
        """A short sentence for error messages."""
        if self.kind == "link":
            return f"link {self.node}.{self.details[0]} -> {self.details[1]}.{self.details[2]}"
        if self.kind == "default":
            return f"default of {self.node}.{self.details[0]} = '{self.details[1]}'"
        return f"node {self.node} ({self.details[0]})"


def graph_facts(
    graph: Graph,
    *,
    names: Mapping[str, str] | None = None,
    default_of: Callable[[Pin], str] | None = None,
) -> frozenset[Fact]:
    """The facts of a graph. Linear in its size.

    `names` renames nodes (plan keys to real names); `default_of` normalises a pin's default
    so that two spellings of one value compare equal. Linked pins have no default fact: the
    link decides there.
    """
    read_default = default_of or (lambda pin: pin.default)
    reader = _FactReader(graph, names or {}, read_default, _links_by_ends(graph))
    facts: set[Fact] = set()
    for node in graph.nodes:
        reader.add_node(facts, node)
    for link in graph.links:
        facts.add(reader.link(link))
    return frozenset(facts)


def differing_facts(
    expected: Graph,
    found: Graph,
    *,
    names: Mapping[str, str] | None = None,
    default_of: Callable[[Pin], str] | None = None,
) -> tuple[frozenset[Fact], frozenset[Fact]]:
    """The facts of both graphs without those of nodes that are the very same and linked alike.

    As `graph_facts` of both for a comparison, but what the graphs share costs next to nothing.
    `names` renames the nodes of `expected`.
    """
    rename = names or {}
    read_default = default_of or (lambda pin: pin.default)
    there = found.nodes_by_name
    shared = {
        node.name for node in expected.nodes if there.get(node.name) is node and node.name not in rename
    }
    ours, theirs = _links_by_ends(expected), _links_by_ends(found)
    sides = (
        (_FactReader(expected, rename, read_default, ours), ours, theirs),
        (_FactReader(found, {}, read_default, theirs), theirs, ours),
    )
    apart = [
        [link for ends, link in own.items() if not (ends in other and shared.issuperset((ends[0], ends[2])))]
        for _, own, other in sides
    ]
    touched = {end.node for links in apart for link in links for end in (link.source, link.target)}
    left_out = shared - touched
    facts: list[set[Fact]] = []
    for (reader, _, _), links in zip(sides, apart, strict=True):
        own = {reader.link(link) for link in links}
        for node in reader.graph.nodes:
            if node.name not in left_out:
                reader.add_node(own, node)
        facts.append(own)
    return frozenset(facts[0]), frozenset(facts[1])


_Ends = tuple[str, str, str, str]
"""Node and pin id of a link's source, then of its target."""


def _links_by_ends(graph: Graph) -> dict[_Ends, Link]:
    return {
        (link.source.node, link.source.pin, link.target.node, link.target.pin): link for link in graph.links
    }


class _FactReader:
    """Reads the facts of one graph."""

    def __init__(
        self,
        graph: Graph,
        names: Mapping[str, str],
        default_of: Callable[[Pin], str],
        links: Iterable[_Ends],
    ) -> None:
        self.graph = graph
        self._names = names
        self._default_of = default_of
        self._linked = {end for ends in links for end in (ends[:2], ends[2:])}

    def _called(self, name: str) -> str:
        return self._names.get(name, name)

    def add_node(self, facts: set[Fact], node: Node) -> None:
        """The node and the defaults of its pins that are not linked."""
        name = self._called(node.name)
        facts.add(Fact("node", name, _identity(node)))
        for pin in node.pins:
            if pin.direction == "input" and not pin.is_exec and (node.name, pin.id) not in self._linked:
                value = self._default_of(pin)
                if value:
                    facts.add(Fact("default", name, (pin.name, value)))

    def link(self, link: Link) -> Fact:
        """The link, by the names of its pins."""
        source, target = _pin_name(self.graph, link.source), _pin_name(self.graph, link.target)
        return Fact("link", self._called(link.source.node), (source, self._called(link.target.node), target))


def describe_difference(expected: Iterable[Fact], found: Iterable[Fact], *, limit: int = 4) -> str:
    """A short sentence about what is missing and what is there unasked; empty when equal."""
    wanted, present = frozenset(expected), frozenset(found)
    parts = [
        f"{label}: {_some(facts, limit)}"
        for label, facts in (("missing", wanted - present), ("not asked for", present - wanted))
        if facts
    ]
    return "; ".join(parts)


def _some(facts: frozenset[Fact], limit: int) -> str:
    shown = sorted(str(fact) for fact in facts)
    more = f" and {len(shown) - limit} more" if len(shown) > limit else ""
    return ", ".join(shown[:limit]) + more


def _identity(node: Node) -> tuple[str, ...]:
    """What the node stands for: the function, event or variable that it refers to.

    A call is the same call in whichever node class the editor shows it (an operator may be a
    plain call node), so the class counts only where nothing else says what the node is.
    """
    spec = any_spec_of(node)
    if spec is None:
        return (node.class_name, repr(node.properties))
    if isinstance(spec, OperatorSpec):
        # Until its types are known, an operator names whichever typed function comes first.
        spec = replace(spec, function="")
    if isinstance(spec, _TYPED):
        spec = replace(spec, type=None)
    return (repr(spec), *_declared(node))


_TYPED = (
    OtherVariableGetSpec
    | OtherVariableSetSpec
    | ValidatedGetSpec
    | LocalVariableGetSpec
    | LocalVariableSetSpec
)
"""The kinds whose spec repeats the type of the variable, which other facts than their own decide."""
_DECLARING = frozenset({"K2Node_CustomEvent", "K2Node_FunctionEntry", "K2Node_FunctionResult"})


def _declared(node: Node) -> tuple[str, ...]:
    """The parameters that a node declares, as its pins show them."""
    if node.class_name not in _DECLARING:
        return ()
    return tuple(f"{pin.name}: {pin.type}" for pin in node.visible_pins if not pin.is_exec)


def _pin_name(graph: Graph, ref: PinRef) -> str:
    pin = graph.pin(ref)
    return pin.name if pin is not None else ref.pin
