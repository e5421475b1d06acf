"""Places new nodes at once, beside those that are there and never move.

Outside uses `arrange`. The drawing is layered: execution runs from left to right with its pins at one
height, each further exec output starts a row under the first, data nodes stand left of and below
what they feed. Everything is placed once and pushed down until it is free, so the time grows with
the number of nodes and little faster.

Layout libraries were looked at and not taken: they place whole graphs and know no pins, so neither
fixed nodes nor straight exec links come out of them (grandalf is GPL besides).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.compare.semantics import is_comment
from blueprint_assistant.graph.layout.occupancy import Box, Occupancy
from blueprint_assistant.graph.layout.sizes import (
    GRID,
    has_exec,
    node_size,
    on_grid,
    pin_height,
    starts_a_row,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from blueprint_assistant.graph.layout.sizes import Spot
    from blueprint_assistant.graph.model.blueprint import Graph, Pin

__all__ = ["arrange"]

_GAP_X: Final = 80
_GAP_Y: Final = 64
_GAP_ABOVE_EVENT: Final = 240
"""Room for the comment box around what stands above, and for the one around what the event does."""
_BETWEEN: Final = 32
_BELOW_EXEC: Final = 28
_LINK: Final = 8


def arrange(
    graph: Graph, new: Collection[str], sizes: Mapping[str, tuple[int, int]] | None = None
) -> dict[str, Spot]:
    """Where the new nodes go: x and y by name, in graph order. The places that they have now are ignored.

    No box (see `node_size`, or `sizes` by name) covers another. New nodes keep out of comments, except
    out of those in which a node stands that they are linked to. The same graph always gives the same places.
    Raises GraphError when a name is not in the graph.
    """
    wanted = {graph.node(name).name for name in new}
    table = _Table(graph, wanted, sizes or {})
    for part in table.parts():
        _Placing(table, part).run()
    return {node.name: table.places[node.name] for node in graph.nodes if node.name in wanted}


@dataclass(frozen=True, slots=True)
class _Edge:
    """A link as the layout sees it: names of nodes, the pins, and its place among those into the target."""

    source: str
    output: Pin
    target: str
    input: Pin
    rank: tuple[int, int]


def _rank(edge: _Edge) -> tuple[int, int]:
    return edge.rank


class _Table:
    """The graph with what layout asks of it, and the places given so far."""

    def __init__(self, graph: Graph, wanted: set[str], sizes: Mapping[str, tuple[int, int]]) -> None:
        self.graph = graph
        self.wanted = wanted
        self.sizes = {node.name: sizes.get(node.name) or node_size(node, graph) for node in graph.nodes}
        self.is_exec = {node.name: has_exec(node) for node in graph.nodes}
        self.places: dict[str, Spot] = {}
        self.board = Occupancy()
        self.comments = Occupancy()
        self.after: dict[str, list[_Edge]] = {node.name: [] for node in graph.nodes}
        self.before: dict[str, list[_Edge]] = {node.name: [] for node in graph.nodes}
        self._read_links()
        for node in graph.nodes:
            if node.name not in wanted:
                self.put(node.name, (node.x, node.y))

    def _read_links(self) -> None:
        orders = {node.name: {pin.id: n for n, pin in enumerate(node.pins)} for node in self.graph.nodes}
        for number, link in enumerate(self.graph.links):
            output, target = self.graph.pin(link.source), self.graph.pin(link.target)
            if output is not None and target is not None:
                rank = (orders[link.target.node][target.id], number)
                edge = _Edge(link.source.node, output, link.target.node, target, rank)
                self.after[edge.source].append(edge)
                self.before[edge.target].append(edge)
        for name, order in orders.items():
            self.after[name].sort(key=lambda edge: order[edge.output.id])
            self.before[name].sort(key=_rank)

    def put(self, name: str, spot: Spot) -> None:
        """Give a node its place."""
        self.places[name] = spot
        box = self.box(name, spot)
        self.board.take(box)
        if is_comment(self.graph.node(name)):
            self.comments.take(box)

    def box(self, name: str, spot: Spot) -> Box:
        """The box of a node at a place."""
        width, height = self.sizes[name]
        return Box(spot[0], spot[1], spot[0] + width, spot[1] + height, name)

    @cached_property
    def left(self) -> int:
        """Where new rows start: at the leftmost node that was there before, comment boxes aside."""
        fixed = (node for node in self.graph.nodes if node.name not in self.wanted and not is_comment(node))
        return min((node.x for node in fixed), default=0)

    def right(self, name: str) -> int:
        """The right side of a node that has its place."""
        return self.places[name][0] + self.sizes[name][0]

    def is_fixed(self, name: str) -> bool:
        """Whether the node was there before."""
        return name not in self.wanted

    def pin_y(self, name: str, pin: Pin) -> int:
        """How far below the top of its node a pin is."""
        return pin_height(self.graph.node(name), pin, self.graph)

    def parts(self) -> Iterator[list[str]]:
        """The new nodes that hang together, each part in graph order; linked to fixed ones first.

        What the Blueprint itself calls comes last: it is read after what calls it.
        """
        found: list[list[str]] = []
        seen: set[str] = set()
        order = {node.name: number for number, node in enumerate(self.graph.nodes)}
        for node in self.graph.nodes:
            if node.name in seen or node.name not in self.wanted:
                continue
            seen.add(node.name)
            part = [node.name]
            for name in part:
                fresh = {other for other in self.neighbours(name) if other in self.wanted} - seen
                seen |= fresh
                part += sorted(fresh, key=order.__getitem__)
            found.append(sorted(part, key=order.__getitem__))
        yield from (part for part in found if self.is_anchored(part))
        yield from sorted((part for part in found if not self.is_anchored(part)), key=self._is_called)

    def _is_called(self, part: Iterable[str]) -> bool:
        """Whether a part starts at custom events alone."""
        starts = [node for name in part if starts_a_row(node := self.graph.node(name))]
        return bool(starts) and all(node.class_name == "K2Node_CustomEvent" for node in starts)

    def neighbours(self, name: str) -> Iterator[str]:
        """The nodes at the other ends of a node's links."""
        yield from (edge.target for edge in self.after[name])
        yield from (edge.source for edge in self.before[name])

    def is_anchored(self, part: Iterable[str]) -> bool:
        """Whether a part is linked to a node that was there before."""
        return any(self.is_fixed(other) for name in part for other in self.neighbours(name))


# --- columns -------------------------------------------------------------------------------------


def _columns(table: _Table, part: list[str]) -> tuple[dict[str, int], list[str], set[tuple[str, str]]]:
    """The x of each node of a part, the nodes from left to right, and the links that lead back.

    Every node stands right of all that lead to it; data nodes then move right, up to what they feed.
    """
    order, backward = _order(table, part)

    def sources(name: str) -> Iterator[str]:
        return (e.source for e in table.before[name] if (e.source, name) not in backward)

    def targets(name: str) -> Iterator[str]:
        return (e.target for e in table.after[name] if (name, e.target) not in backward)

    anchors = [other for name in part for other in sources(name) if table.is_fixed(other)]
    base = min((table.places[name][0] for name in anchors), default=table.left)
    x: dict[str, int] = {}
    for name in order:
        rights = [
            (table.right(other) if table.is_fixed(other) else x[other] + table.sizes[other][0]) + _GAP_X
            for other in sources(name)
        ]
        x[name] = on_grid(max(rights, default=base))
    if not anchors:
        _end_before(table, x, targets)
    for name in reversed(order):
        lefts = [table.places[other][0] if table.is_fixed(other) else x[other] for other in targets(name)]
        if lefts and not table.is_exec[name]:
            limit = (min(lefts) - _GAP_X - table.sizes[name][0]) // GRID * GRID
            x[name] = max(x[name], limit)
    return x, order, backward


def _end_before(table: _Table, x: dict[str, int], targets: Callable[[str], Iterator[str]]) -> None:
    """Move a part that only leads to fixed nodes so that it ends left of them."""
    rooms = [
        table.places[other][0] - _GAP_X - x[name] - table.sizes[name][0]
        for name in x
        for other in targets(name)
        if table.is_fixed(other)
    ]
    if rooms:
        shift = min(rooms) // GRID * GRID
        for name in x:
            x[name] += shift


def _order(table: _Table, part: list[str]) -> tuple[list[str], set[tuple[str, str]]]:
    """The nodes so that links lead on, and the links that cannot: those that close a loop."""
    inside = set(part)
    roots = [name for name in part if not any(edge.source in inside for edge in table.before[name])]
    backward: set[tuple[str, str]] = set()
    finished: list[str] = []
    state: dict[str, str] = {}
    for root in [*roots, *part]:
        if root in state:
            continue
        state[root] = "open"
        path = [(root, iter(table.after[root]))]
        while path:
            name, edges = path[-1]
            edge = next(edges, None)
            if edge is None:
                state[name] = "done"
                finished.append(name)
                path.pop()
            elif edge.target in inside and state.get(edge.target) == "open":
                backward.add((name, edge.target))
            elif edge.target in inside and edge.target not in state:
                state[edge.target] = "open"
                path.append((edge.target, iter(table.after[edge.target])))
    return finished[::-1], backward


# --- rows ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Row:
    """Exec nodes at one height, each led to by the one before."""

    names: list[str]
    tops: list[int]
    links: list[tuple[str, str, int]] = field(default_factory=list)
    """From node, to node, and the height of the link between them."""


class _Placing:
    """Places one part of the new nodes."""

    def __init__(self, table: _Table, part: list[str]) -> None:
        self._table = table
        self._part = part
        self._x, self._order, self._backward = _columns(table, part)
        self._fed = {name: self._first_fed(name) for name in part if not table.is_exec[name]}
        self._feeders = self._links_to_fed()
        self._open_comments = self._comments_of_anchors()

    def run(self) -> None:
        """Give every node of the part its place."""
        table = self._table
        for name in self._heads():
            if name not in table.places:
                self._place_rows(name)
        fixed = dict.fromkeys(fed for fed in self._fed.values() if fed is not None and table.is_fixed(fed))
        for name in fixed:
            self._place_data(name)
        for name in reversed(self._order):
            if name not in table.places:
                self._place_loose(name)

    def _heads(self) -> list[str]:
        """Where rows may start: after fixed nodes, at events, at events that others bind, then anywhere."""
        table = self._table
        flow = [name for name in self._order if table.is_exec[name]]

        def rank(name: str) -> int:
            exec_before = [edge for edge in table.before[name] if edge.input.is_exec]
            if any(table.is_fixed(edge.source) for edge in exec_before):
                return 0
            if exec_before and not starts_a_row(table.graph.node(name)):
                return 3
            # A bound event runs later than what binds it, and is read after it.
            return 2 if any(edge.output.type.category == "delegate" for edge in table.after[name]) else 1

        return sorted(flow, key=rank)

    def _place_rows(self, head: str) -> None:
        """Place a row and, arm by arm, the rows that branch off from it."""
        waiting: list[tuple[str, int | None]] = [(head, self._start(head))]
        while waiting:
            name, top = waiting.pop()
            if name in self._table.places:
                continue
            row = self._row(name, top if top is not None else self._under_everything(name))
            self._put_row(row)
            for member in row.names:
                self._place_data(member)
            for member in row.names:
                waiting += reversed(list(self._arms(member)))

    def _start(self, name: str) -> int | None:
        """The top of a row's first node beside the fixed node that it continues or leads to."""
        table = self._table
        for edge in table.before[name]:
            if edge.input.is_exec and table.is_fixed(edge.source):
                y = table.places[edge.source][1] + table.pin_y(edge.source, edge.output)
                return y - table.pin_y(name, edge.input)
        reached = self._row(name, 0)
        for member, top in zip(reached.names, reached.tops, strict=True):
            for edge in table.after[member]:
                if edge.output.is_exec and table.is_fixed(edge.target):
                    y = table.places[edge.target][1] + table.pin_y(edge.target, edge.input)
                    return y - table.pin_y(member, edge.output) - top
        return None

    def _row(self, name: str, top: int) -> _Row:
        """The nodes that execution reaches from a node through first exec outputs."""
        table = self._table
        row = _Row([name], [top])
        seen = {name}
        while (edge := next(self._onward(row.names[-1], seen), None)) is not None:
            height = row.tops[-1] + table.pin_y(edge.source, edge.output)
            row.links.append((edge.source, edge.target, height))
            row.names.append(edge.target)
            row.tops.append(height - table.pin_y(edge.target, edge.input))
            seen.add(edge.target)
        return row

    def _onward(self, name: str, seen: Collection[str] = ()) -> Iterator[_Edge]:
        """The exec links of a node to new nodes that have no place yet, in pin order."""
        table = self._table
        for edge in table.after[name]:
            is_open = edge.target not in table.places and edge.target not in seen
            if edge.output.is_exec and is_open and (name, edge.target) not in self._backward:
                yield edge

    def _arms(self, name: str) -> Iterator[tuple[str, int]]:
        table = self._table
        for edge in self._onward(name):
            y = table.places[name][1] + table.pin_y(name, edge.output) - table.pin_y(edge.target, edge.input)
            yield edge.target, y

    def _put_row(self, row: _Row) -> None:
        table = self._table
        boxes = [table.box(name, (self._x[name], top)) for name, top in zip(row.names, row.tops, strict=True)]
        links = [box for box in (self._link_box(*link) for link in row.links) if box is not None]
        fall = table.board.fall([*boxes, *links], self._open_comments)
        for box in boxes:
            table.put(box.owner, (box.left, box.top + fall))
        for box in links:
            table.board.take(box.lower(fall))

    def _link_box(self, source: str, target: str, height: int) -> Box | None:
        """The room of a straight link, which nothing shall cover; None where the nodes are close."""
        left = self._x[source] + self._table.sizes[source][0] + _BETWEEN
        right = self._x[target] - _BETWEEN
        return Box(left, height - _LINK, right, height + _LINK) if left < right else None

    # --- data ------------------------------------------------------------------------------------

    def _first_fed(self, name: str) -> str | None:
        """The leftmost node that a data node feeds, which it stands beside."""
        table = self._table
        fed = [edge.target for edge in table.after[name] if (name, edge.target) not in self._backward]

        def left(other: str) -> int:
            return table.places[other][0] if table.is_fixed(other) else self._x[other]

        return min(fed, key=left, default=None)

    def _links_to_fed(self) -> dict[str, list[_Edge]]:
        """The links by which data nodes of this part feed what they stand beside, in pin order.

        A fixed node may have thousands of links from other parts, which are not looked at here.
        """
        found: dict[str, list[_Edge]] = {}
        for name, fed in self._fed.items():
            for edge in self._table.after[name]:
                if edge.target == fed:
                    found.setdefault(fed, []).append(edge)
        for edges in found.values():
            edges.sort(key=_rank)
        return found

    def _place_data(self, fed: str) -> None:
        """Place the data nodes that feed a placed node, and those that feed them."""
        table = self._table
        waiting = [fed]
        for target in waiting:
            top = self._below(target)
            for edge in self._feeders.get(target, ()):
                name = edge.source
                if name in table.places:
                    continue
                pin = table.places[target][1] + table.pin_y(target, edge.input)
                self._put_data(name, max(top, pin - table.pin_y(name, edge.output)))
                top = table.places[name][1] + table.sizes[name][1] + _BETWEEN
                waiting.append(name)

    def _below(self, name: str) -> int:
        """The highest place for what feeds a node: under its exec links."""
        table = self._table
        top = table.places[name][1]
        node = table.graph.node(name)
        first = next((pin for pin in node.visible_pins if pin.is_exec), None)
        return top if first is None else top + table.pin_y(name, first) + _BELOW_EXEC

    def _put_data(self, name: str, top: int) -> None:
        table = self._table
        box = table.box(name, (self._x[name], on_grid(top)))
        table.put(name, (box.left, box.top + table.board.fall([box], self._open_comments)))

    def _place_loose(self, name: str) -> None:
        """Place a data node that feeds nothing: after what it reads, or under everything."""
        table = self._table
        for edge in table.before[name]:
            if edge.source in table.places:
                pin = table.places[edge.source][1] + table.pin_y(edge.source, edge.output)
                top = max(self._below(edge.source), pin - table.pin_y(name, edge.input))
                break
        else:
            top = self._under_everything(name)
        self._put_data(name, top)
        self._place_data(name)

    def _under_everything(self, name: str) -> int:
        bottom = self._table.board.bottom
        gap = _GAP_ABOVE_EVENT if starts_a_row(self._table.graph.node(name)) else _GAP_Y
        return 0 if bottom is None else on_grid(bottom + gap)

    def _comments_of_anchors(self) -> frozenset[str]:
        """The comments around fixed nodes that the part is linked to: they are meant to grow with it."""
        table = self._table
        anchors = {other for name in self._part for other in table.neighbours(name) if table.is_fixed(other)}
        return frozenset(
            comment.owner for name in anchors for comment in table.comments.at(*table.places[name])
        )
