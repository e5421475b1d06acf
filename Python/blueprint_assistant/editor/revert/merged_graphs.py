"""Three states of one graph brought together. Part of `three_way_merge`.

A node is the same node by its GUID, a pin by direction and name. Where both sides changed the same
thing, the goal wins and a sentence says so. Pure; any thread.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.compare.semantics import pin_keys
from blueprint_assistant.graph.kinds.node_factory import node_title
from blueprint_assistant.graph.model.blueprint import Graph, Link, Node, PinRef

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from blueprint_assistant.graph.compare.semantics import PinKey
    from blueprint_assistant.graph.model.blueprint import Pin

    End = tuple[str, PinKey]
    Ends = tuple[End, End]

__all__ = ["Findings", "called", "merged_graph", "node_keys"]

_VALUES = ("default_value", "default_object", "default_text")


@dataclass(slots=True)
class Findings:
    """Sentences on what the other side changed: what stays, and what stands in the way."""

    kept: list[str] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)


def called(node: Node) -> str:
    """A node for people: `Print String (K2Node_CallFunction_0)`."""
    title = " ".join(node_title(node).title.split())
    return f"{title} ({node.name})" if title else node.name


def node_keys(graph: Graph) -> dict[str, Node]:
    """The nodes by what stays the same while they are changed: the GUID, else the name."""
    counted: dict[str, int] = {}
    for node in graph.nodes:
        counted[node.guid] = counted.get(node.guid, 0) + 1
    return {
        node.guid if node.guid.strip("0") and counted[node.guid] == 1 else f"name:{node.name}": node
        for node in graph.nodes
    }


def merged_graph(base: Graph, goal: Graph, now: Graph, found: Findings) -> Graph:
    """Lead a graph to the goal in what differs between base and goal."""
    if _same(base, goal):
        old = node_keys(base)
        found.kept += [_added_words(node) for key, node in node_keys(now).items() if key not in old]
        return now
    return _GraphMerge(base, goal, now, found).merged()


def _added_words(node: Node) -> str:
    return f"{called(node)}, which was added since"


def _same(one: Graph, other: Graph) -> bool:
    return one.nodes == other.nodes and set(one.links) == set(other.links)


class _Side:
    """A graph with its nodes and links by what stays the same."""

    def __init__(self, graph: Graph) -> None:
        self.nodes = node_keys(graph)
        keys = {node.name: key for key, node in self.nodes.items()}
        pins = {node.name: pin_keys(node) for node in graph.nodes}
        self.links: dict[Ends, Link] = {}
        for link in graph.links:
            ends = [
                (keys[ref.node], pins[ref.node][ref.pin])
                for ref in (link.source, link.target)
                if ref.node in keys and ref.pin in pins[ref.node]
            ]
            if len(ends) == 2:  # noqa: PLR2004 - a link that dangles has fewer
                self.links[ends[0], ends[1]] = link

    def words(self, end: End) -> str:
        node = self.nodes.get(end[0])
        return f"{called(node) if node else end[0]}.{end[1][1]}"


class _GraphMerge:
    """One merge. The result's nodes are collected by key, its links by the keys of their ends."""

    def __init__(self, base: Graph, goal: Graph, now: Graph, found: Findings) -> None:
        self._now_graph = now
        self._base, self._goal, self._now = _Side(base), _Side(goal), _Side(now)
        self._found = found

    def merged(self) -> Graph:
        nodes = self._nodes()
        links = self._links(nodes)
        pins = {
            key: {pin_key: pin_id for pin_id, pin_key in pin_keys(node).items()}
            for key, node in nodes.items()
        }

        def ref(end: End) -> PinRef:
            return PinRef(nodes[end[0]].name, pins[end[0]][end[1]])

        made = tuple(
            Link(ref(source), ref(target))
            for source, target in links
            if source[1] in pins[source[0]] and target[1] in pins[target[0]]
        )
        return replace(self._now_graph, nodes=tuple(nodes.values()), links=made)

    # --- nodes -----------------------------------------------------------------------------------

    def _nodes(self) -> dict[str, Node]:
        base, goal, now = self._base.nodes, self._goal.nodes, self._now.nodes
        nodes: dict[str, Node] = {}
        for key, node in now.items():
            before, target = base.get(key), goal.get(key)
            if before is not None and target is not None:
                nodes[key] = self._merged_node(before, target, node)
            elif before is None:
                if target is None:
                    self._found.kept.append(_added_words(node))
                nodes[key] = node
            elif _values(node) != _values(before):
                self._found.conflicts.append(f"{called(node)} is to go, and was changed since")
        taken = {node.name for node in nodes.values()}
        for key, node in goal.items():
            if key not in now and key not in base:
                nodes[key] = _named_anew(node, taken)
                taken.add(nodes[key].name)
        return nodes

    def _merged_node(self, base: Node, goal: Node, now: Node) -> Node:
        if base == goal:
            return now
        if now == base:
            return replace(goal, name=now.name)
        x, y = (goal.x, goal.y) if (now.x, now.y) == (base.x, base.y) else (now.x, now.y)
        if (x, y) != (goal.x, goal.y) and (goal.x, goal.y) != (base.x, base.y):
            self._found.kept.append(f"the place of {called(now)}, which was moved since")
        return replace(
            now,
            x=x,
            y=y,
            class_path=_pick(base.class_path, goal.class_path, now.class_path),
            properties=self._merged_properties(base, goal, now),
            pins=self._merged_pins(base, goal, now),
        )

    def _merged_properties(self, base: Node, goal: Node, now: Node) -> tuple[tuple[str, str], ...]:
        if goal.properties in (base.properties, now.properties):
            return now.properties
        if now.properties != base.properties:
            self._found.conflicts.append(f"{called(now)} was changed since")
        return goal.properties

    def _merged_pins(self, base: Node, goal: Node, now: Node) -> tuple[Pin, ...]:
        old, wanted, present = (_pins(node) for node in (base, goal, now))
        pins: list[Pin] = []
        for key, pin in present.items():
            before, target = old.get(key), wanted.get(key)
            if before is None:
                pins.append(pin)
            elif target is not None:
                pins.append(self._merged_pin(now, before, target, pin))
        pins += [pin for key, pin in wanted.items() if key not in present and key not in old]
        return tuple(pins)

    def _merged_pin(self, node: Node, base: Pin, goal: Pin, now: Pin) -> Pin:
        if _without_id(base) == _without_id(goal):
            return now
        if base.default != goal.default and now.default not in (base.default, goal.default):
            self._found.conflicts.append(f"the value of {called(node)}.{now.name} was changed since")
        changes = {} if base.default == goal.default else {name: getattr(goal, name) for name in _VALUES}
        if base.type != goal.type:
            changes["type"] = goal.type
        return replace(now, **changes)

    # --- links -----------------------------------------------------------------------------------

    def _links(self, nodes: Mapping[str, Node]) -> dict[Ends, None]:
        base, goal = self._base.links, self._goal.links
        links: dict[Ends, None] = {}
        for ends in self._now.links:
            if ends in base and ends not in goal:
                continue
            if all(key in nodes for key, _ in ends):
                links[ends] = None
            elif ends not in base:
                source, target = (self._now.words(end) for end in ends)
                self._found.conflicts.append(
                    f"{source} was linked to {target} since, and one of them is to go"
                )
        for ends in goal:
            if ends not in links and ends not in base and all(key in nodes for key, _ in ends):
                self._make_room(links, ends)
                links[ends] = None
        return links

    def _make_room(self, links: dict[Ends, None], ends: Ends) -> None:
        """Drop what the other side linked to a pin that takes one link only."""
        number = 0 if self._is_exec(ends[0]) else 1
        for other in [
            item for item in links if item[number] == ends[number] and item not in self._goal.links
        ]:
            del links[other]
            source, target = (self._now.words(end) for end in other)
            self._found.conflicts.append(
                f"{source} was linked to {target} since, where a link is to come back"
            )

    def _is_exec(self, end: End) -> bool:
        pin = _pins(self._goal.nodes[end[0]]).get(end[1])
        return pin is not None and pin.is_exec


def _pick(base: str, goal: str, now: str) -> str:
    return now if base == goal else goal


def _pins(node: Node) -> dict[PinKey, Pin]:
    keys = pin_keys(node)
    return {keys[pin.id]: pin for pin in node.pins}


def _without_id(pin: Pin) -> Pin:
    return replace(pin, id="", parent_pin="", sub_pins=())


def _values(node: Node) -> object:
    """What is said by a node; not where it stands."""
    return node.properties, {key: pin.default for key, pin in _pins(node).items()}


def _named_anew(node: Node, taken: Iterable[str]) -> Node:
    """A node that comes back, under a name that no other has by now."""
    name, number = node.name, 0
    while name in taken:
        number += 1
        name = f"{node.name}_{number}"
    return node if name == node.name else replace(node, name=name)
