"""Parts of a graph's flow with one way in: what an entry leads to, a loop's body, a Sequence's arm.

Part of `structuring`. Every executed node belongs to one region; a link that does not lead on
inside its region, or leads to another exec input than the node's first, is a jump (`goto`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from blueprint_assistant.languages.decompile.control_roles import flow_role
from blueprint_assistant.languages.decompile.dominators import DominatorTree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.languages.decompile.control_flow import ControlFlow, Exit, FlowLink
    from blueprint_assistant.languages.decompile.control_roles import Role

__all__ = ["FlowRegion", "FlowRegions"]


@dataclass(eq=False)
class FlowRegion:
    """One part: its root and how its nodes hang together. Filled while the flow is followed."""

    root: str = ""
    names: list[str] = field(default_factory=list)
    tree: DominatorTree[str] | None = None
    inline: frozenset[str] = frozenset()
    """The nodes that only one place leads to, so that they can stand right there."""
    merges: dict[str, list[str]] = field(default_factory=dict)
    """By node, what several of the ways behind it lead to: it stands after that node, in order."""
    arrivals: dict[str, list[int]] = field(default_factory=dict)
    """By node, the tree numbers of the nodes that lead to it without a jump, ascending."""

    def leads_to(self, node: str, target: str) -> bool:
        """Whether a node or anything that it dominates leads to `target` without a jump."""
        if self.tree is None:
            return False
        first, last = self.tree.span(node)
        places = self.arrivals.get(target, [])
        at = bisect_left(places, first)
        return at < len(places) and places[at] <= last


class FlowRegions:
    """The regions of a graph, by following its flow from every entry in order, each node once."""

    def __init__(self, flow: ControlFlow) -> None:
        """Follow the flow. Linear in the graph but for the dominators of tangled loops."""
        self._flow = flow
        self.role: dict[str, Role] = {name: flow_role(node) for name, node in flow.nodes.items()}
        self.of: dict[str, FlowRegion] = {}
        self.enter: dict[str, str] = {}
        """By node, the exec input through which it was reached first."""
        self.arms: dict[tuple[str, str], FlowRegion] = {}
        """By node and output pin, the region of a closed way."""
        self.floating: list[str] = []
        """The roots of what no entry leads to."""
        for name in flow.entries:
            self._follow_entry(name)
        for name in self._loose_roots():
            if name not in self.of:
                self.floating.append(name)
                self._follow_from(name)
        for region in dict.fromkeys(self.of.values()):
            self._settle(region)

    def is_jump(self, name: str, way: FlowLink) -> bool:
        """Whether a link can only be told by a goto."""
        return self.of.get(way.node) is not self.region_behind(name, way.pin) or (
            self.enter[way.node] != way.enter
        )

    def region_behind(self, name: str, pin: str) -> FlowRegion | None:
        """The region that an output pin leads on in."""
        return self.arms.get((name, pin)) or self.of.get(name)

    def _follow_entry(self, name: str) -> None:
        for made in self._flow.exits(name):
            region = self.arms[name, made.pin.id] = FlowRegion()
            if made.way is not None and made.way.node not in self.of:
                self._follow(made.way, region)

    def _follow_from(self, name: str) -> None:
        node = self._flow.nodes[name]
        inputs = [pin.id for pin in node.pins if pin.is_exec and pin.direction == "input"]
        self._reach(name, inputs[0] if inputs else "", FlowRegion(root=name))
        self._walk(name)

    def _follow(self, way: FlowLink, region: FlowRegion) -> None:
        region.root = way.node
        self._reach(way.node, way.enter, region)
        self._walk(way.node)

    def _reach(self, name: str, enter: str, region: FlowRegion) -> None:
        self.of[name] = region
        self.enter[name] = enter
        region.names.append(name)

    def _walk(self, start: str) -> None:
        """Reach everything behind a node, depth first, in the order in which it will be told."""
        waiting: list[tuple[str, Iterator[tuple[FlowLink, FlowRegion]]]] = [(start, self._ways(start))]
        while waiting:
            step = next((item for item in waiting[-1][1] if item[0].node not in self.of), None)
            if step is None:
                waiting.pop()
                continue
            way, region = step
            if not region.names:
                region.root = way.node
            self._reach(way.node, way.enter, region)
            waiting.append((way.node, self._ways(way.node)))

    def _ways(self, name: str) -> Iterator[tuple[FlowLink, FlowRegion]]:
        """The ways on from a node with their regions: open ones before the closed."""
        role, mine = self.role[name], self.of[name]
        closed = [made for made in self._flow.exits(name) if _is_closed(role, made)]
        for made in self._flow.exits(name):
            if made.way is not None and not _is_closed(role, made):
                yield made.way, mine
        for made in closed:
            region = self.arms[name, made.pin.id] = FlowRegion()
            if made.way is not None:
                yield made.way, region

    def _loose_roots(self) -> list[str]:
        """Executed nodes that no entry leads to: first those that nothing leads to, then those in rings."""
        flow, key = self._flow, self._flow.order
        loose = [
            name
            for name in flow.nodes
            if name not in self.of and flow.is_executed(name) and not flow.is_entry(name)
        ]
        return sorted(loose, key=lambda name: (name in flow.entered, key[name]))

    def _settle(self, region: FlowRegion) -> None:
        """Work out what stands where in a region that was followed to its ends."""
        steps = {name: [way.node for way in self._steps(name)] for name in region.names}
        tree = region.tree = DominatorTree(region.root, steps.__getitem__)
        onward = Counter[str]()
        for name, others in steps.items():
            for other in others:
                if not tree.dominates(other, name):
                    onward[other] += 1
                    region.arrivals.setdefault(other, []).append(tree.place(name))
        for places in region.arrivals.values():
            places.sort()
        region.inline = frozenset(name for name in tree.order if onward[name] == 1)
        for name in tree.order:
            if name != region.root and name not in region.inline:
                region.merges.setdefault(tree.parent[name], []).append(name)

    def _steps(self, name: str) -> list[FlowLink]:
        """The links that lead on inside the region of a node."""
        mine = self.of[name]
        return [
            made.way
            for made in self._flow.exits(name)
            if made.way is not None
            and self.region_behind(name, made.pin.id) is mine
            and not self.is_jump(name, made.way)
        ]


def _is_closed(role: Role, made: Exit) -> bool:
    return role == "sequence" or (role == "loop" and made.pin.name.lower() == "loopbody")
