"""Arranges a whole graph anew: its nodes, and the comment boxes around the nodes that they hold.

Outside uses `tidy`. What stands in a box stays together: each box is laid out by itself, and is one large
node for what is around it. A box holds the nodes whose middle it covers; boxes may hold boxes.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.compare.semantics import is_comment
from blueprint_assistant.graph.layout.arrange import arrange
from blueprint_assistant.graph.layout.sizes import node_size, on_grid
from blueprint_assistant.graph.model.blueprint import Graph, Link, Node, Pin, PinRef

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.layout.sizes import Spot

__all__ = ["Tidied", "tidy"]

_PADDING: Final = 48
_TITLE: Final = 32
_FONT_SIZE: Final = 18
_GROUP = "/Script/BlueprintGraph.K2Node_Composite"
"""What a box is while it stands for all that it holds; only its size and pins count."""

Area = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Tidied:
    """Where everything goes. `places` has nodes, `boxes` comment boxes as x, y, width, height."""

    places: dict[str, Spot]
    boxes: dict[str, Area]


def tidy(graph: Graph) -> Tidied:
    """The places of all nodes and boxes; the upper left corner of the whole stays where it is.

    The same graph always gives the same places, and the result given again changes nothing.
    """
    if not graph.nodes:
        return Tidied({}, {})
    whole = _Level(graph, _parents(graph), None)
    whole.lay_out()
    nodes = [node for node in graph.nodes if not is_comment(node)] or list(graph.nodes)
    left, top = (on_grid(min(values)) for values in ([n.x for n in nodes], [n.y for n in nodes]))
    # A box begins above and left of what is in it: nodes keep their corner, whatever is around them.
    spots = whole.places.values() if whole.places else [area[:2] for area in whole.boxes.values()]
    by_x, by_y = left - min(x for x, _ in spots), top - min(y for _, y in spots)
    return Tidied(
        {name: (x + by_x, y + by_y) for name, (x, y) in whole.places.items()},
        {name: (x + by_x, y + by_y, w, h) for name, (x, y, w, h) in whole.boxes.items()},
    )


def _area(node: Node, graph: Graph) -> Area:
    return (node.x, node.y, *node_size(node, graph))


def _parents(graph: Graph) -> dict[str, str | None]:
    """The smallest box that holds each node and each box."""
    boxes = {node.name: _area(node, graph) for node in graph.nodes if is_comment(node)}
    found: dict[str, str | None] = {}
    for node in graph.nodes:
        area = _area(node, graph)
        around = [
            name
            for name, box in boxes.items()
            if name != node.name and (_holds(box, area) if node.name in boxes else _covers_middle(box, area))
        ]
        found[node.name] = min(around, key=lambda name: boxes[name][2] * boxes[name][3], default=None)
    return found


def _covers_middle(box: Area, area: Area) -> bool:
    x, y = area[0] + area[2] / 2, area[1] + area[3] / 2
    return box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]


def _holds(box: Area, area: Area) -> bool:
    """Whether a box is wholly in another, larger one: so that no two hold each other."""
    is_inside = box[0] <= area[0] and area[0] + area[2] <= box[0] + box[2]
    is_inside = is_inside and box[1] <= area[1] and area[1] + area[3] <= box[1] + box[3]
    return is_inside and box[2] * box[3] > area[2] * area[3]


@dataclass(slots=True)
class _Level:
    """What stands directly in one box, or in none; boxes in it are levels of their own."""

    graph: Graph
    parents: dict[str, str | None]
    box: str | None
    places: dict[str, Spot] = field(default_factory=dict)
    boxes: dict[str, Area] = field(default_factory=dict)

    def lay_out(self) -> Area:
        """Place everything from 0, 0 on; the area that it takes, with the room that its box needs."""
        members = [node for node in self.graph.nodes if self.parents[node.name] == self.box]
        inner = {
            node.name: _Level(self.graph, self.parents, node.name) for node in members if is_comment(node)
        }
        areas = {name: level.lay_out() for name, level in inner.items()}
        drawn = self._drawn(members, inner)
        # Of the whole graph: links that lead out of this level show or hide pins too.
        sizes = {node.name: node_size(node, self.graph) for node in members}
        sizes |= {name: (area[2], area[3]) for name, area in areas.items()}
        spots = arrange(drawn, [node.name for node in drawn.nodes], sizes)
        for name, (x, y) in spots.items():
            if name not in inner:
                self.places[name] = (x, y)
                continue
            left, top, width, height = areas[name]
            self.boxes[name] = (x, y, width, height)
            level = inner[name]
            self.places |= {n: (a + x - left, b + y - top) for n, (a, b) in level.places.items()}
            self.boxes |= {n: (a + x - left, b + y - top, w, h) for n, (a, b, w, h) in level.boxes.items()}
        return self._area()

    def _drawn(self, members: list[Node], inner: dict[str, _Level]) -> Graph:
        """The graph of this level: boxes are nodes with a pin for each pin inside that is linked outside."""
        at = {node.name: self._child_of(node.name) for node in self.graph.nodes}
        shown = {node.name for node in members}
        pins: dict[str, dict[PinRef, Pin]] = {name: {} for name in inner}
        links = []
        for link in self.graph.links:
            ends = [at[link.source.node], at[link.target.node]]
            if None in ends or ends[0] == ends[1] or not set(ends) <= shown:
                continue
            links.append(Link(*(self._end(ref, at, pins) for ref in (link.source, link.target))))
        nodes = tuple(
            Node(node.name, _GROUP, node.guid, pins=_exec_first(pins[node.name].values()))
            if node.name in inner
            else node
            for node in members
        )
        return Graph(self.graph.name, nodes, tuple(links), kind=self.graph.kind)

    def _child_of(self, name: str) -> str | None:
        """What of this level holds a node, or is it; None for what is elsewhere."""
        current: str | None = name
        while current is not None and self.parents[current] != self.box:
            current = self.parents[current]
        return current

    def _end(self, ref: PinRef, at: dict[str, str | None], pins: dict[str, dict[PinRef, Pin]]) -> PinRef:
        owner = at[ref.node] or ref.node
        if owner not in pins:
            return ref
        pin = self.graph.pin(ref)
        known = pins[owner]
        if pin is not None and ref not in known:
            number = len(known)
            known[ref] = replace(pin, id=f"{number:032X}", name=f"{pin.name}{number}", is_hidden=False)
        return PinRef(owner, known[ref].id)

    def _area(self) -> Area:
        if self.box is None:
            return (0, 0, 0, 0)
        areas = [(*spot, *node_size(self.graph.node(name), self.graph)) for name, spot in self.places.items()]
        areas += self.boxes.values()
        own = self.graph.node(self.box)
        if not areas:
            return (0, 0, *node_size(own, self.graph))
        left, top = (min(area[axis] for area in areas) for axis in (0, 1))
        right, bottom = (max(area[axis] + area[axis + 2] for area in areas) for axis in (0, 1))
        size = own.find_property("FontSize") or ""
        head = _TITLE + 2 * (int(size) if size.isdecimal() else _FONT_SIZE)
        left, top = left - _PADDING, top - on_grid(head)
        return (left, top, on_grid(right + _PADDING - left), on_grid(bottom + _PADDING - top))


def _exec_first(pins: Iterable[Pin]) -> tuple[Pin, ...]:
    return tuple(sorted(pins, key=lambda pin: not pin.is_exec))
