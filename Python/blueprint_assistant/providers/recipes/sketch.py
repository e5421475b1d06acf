"""Graph fragments as the tools want them: nodes with places, links and pin values, by own keys.

Pure. A recipe draws into a `Sketch`; `script` turns it into tool calls once node ids are known.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["COLUMN", "EVENT_ROWS", "Sketch", "SketchedLink", "SketchedNode", "SketchedValue"]

COLUMN = 350
"""The usual distance of exec nodes, in graph units."""

_SUBTITLE = 16
"""The height of a node's second title line."""

EVENT_ROWS: Mapping[str, int] = {
    "ReceiveActorEndOverlap": -320,
    "ReceiveBeginPlay": 0,
    "ReceiveActorBeginOverlap": 208,
    "ReceiveTick": 416,
}
"""Where a fresh Actor Blueprint holds its events (seen in UE 5.8 exports); end of overlap goes above."""


@dataclass(frozen=True, slots=True)
class SketchedNode:
    """A node: the parameters of add_node that say what it is, its place, and whose event it serves."""

    key: str
    kind: Mapping[str, Any]
    x: int
    y: int
    event: str

    @property
    def is_event(self) -> bool:
        """Whether it is the event itself."""
        return bool(self.kind["node_type"] == "Event")


@dataclass(frozen=True, slots=True)
class SketchedLink:
    """A link between pins of two nodes, by keys."""

    source: str
    source_pin: str
    target: str
    target_pin: str


@dataclass(frozen=True, slots=True)
class SketchedValue:
    """The value of an input pin."""

    node: str
    pin: str
    value: str


@dataclass
class _Chain:
    """The exec nodes of one event: where the next one goes and what it hangs on."""

    last: str
    pin: str
    x: int
    y: int


@dataclass
class Sketch:
    """A graph being drawn. Chains run left to right; data nodes stand below and left of their user."""

    nodes: list[SketchedNode] = field(default_factory=list)
    links: list[SketchedLink] = field(default_factory=list)
    values: list[SketchedValue] = field(default_factory=list)
    _chains: dict[str, _Chain] = field(default_factory=dict)

    def event(self, name: str) -> str:
        """The event's key; it is drawn when it is first asked for."""
        key = f"event:{name}"
        if name not in self._chains:
            row = EVENT_ROWS[name]
            self.nodes.append(SketchedNode(key, {"node_type": "Event", "event_name": name}, 0, row, name))
            self._chains[name] = _Chain(key, "then", 0, row)
        return key

    def exec_node(self, event: str, kind: Mapping[str, Any], *, room: int = 0, out: str = "then") -> str:
        """Add a node to an event's chain, with `room` for data nodes left of it; its key."""
        self.event(event)
        chain = self._chains[event]
        chain.x += max(COLUMN, room)
        # The exec pins of a call on the actor stand lower by its "Target is Actor": so links run straight.
        y = chain.y - _SUBTITLE if kind.get("target_class") else chain.y
        key = self._add(kind, chain.x, y, event)
        self.link(chain.last, chain.pin, key, "execute")
        chain.last, chain.pin = key, out
        return key

    def beside(self, user: str, kind: Mapping[str, Any], left: int, below: int) -> str:
        """Add a data node so far left of and below the node that uses it; its key."""
        place = next(node for node in self.nodes if node.key == user)
        return self._add(kind, place.x - left, place.y + below, place.event)

    def _add(self, kind: Mapping[str, Any], x: int, y: int, event: str) -> str:
        key = f"node:{len(self.nodes)}"
        self.nodes.append(SketchedNode(key, kind, x, y, event))
        return key

    def lower(self, event: str, by: int) -> None:
        """Let the chain of an event run so much lower than the event itself."""
        self.event(event)
        self._chains[event].y += by

    def fork(self, event: str) -> str:
        """Split an event's chain with a Sequence and go on at its first output; the Sequence's key."""
        return self.exec_node(event, {"node_type": "Sequence"}, out="then_0")

    def go_on_at(self, event: str, node: str, pin: str) -> None:
        """Let an event's chain go on at that exec output, to the right of all that it has."""
        chain = self._chains[event]
        chain.last, chain.pin = node, pin

    def link(self, source: str, source_pin: str, target: str, target_pin: str) -> None:
        """Link two pins."""
        self.links.append(SketchedLink(source, source_pin, target, target_pin))

    def value(self, node: str, pin: str, value: str) -> None:
        """Set the value of a pin."""
        self.values.append(SketchedValue(node, pin, value))
