"""Makes room for nodes that are put between others: what stands behind them moves to the right.

Outside uses `make_room`. Rows keep their heights and their order; nothing moves out of a comment box, into
one, or onto another node: where it would, everything stays, and the new nodes stand under the row.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.compare.semantics import is_comment
from blueprint_assistant.graph.layout.arrange import arrange
from blueprint_assistant.graph.layout.occupancy import Box, Occupancy
from blueprint_assistant.graph.layout.sizes import has_exec, node_size, on_grid

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from blueprint_assistant.graph.layout.sizes import Spot
    from blueprint_assistant.graph.model.blueprint import Graph, Node

__all__ = ["make_room"]

_GAP: Final = 80
_MOST_ROUNDS: Final = 8
"""So many insertions one behind the other get room; each round moves what is behind one."""


def make_room(graph: Graph, new: Collection[str]) -> tuple[dict[str, Spot], dict[str, Spot]]:
    """Where nodes that were there go so that the new ones fit between them, and where the new ones go then.

    `graph` has all nodes; the places of the new ones are ignored. No node that was there moves but to the
    right, and none where all may stay.
    """
    flow = _Flow(graph, new)
    moved: dict[str, Spot] = {}
    current, places = graph, arrange(graph, new)
    untouched = places
    for _ in range(_MOST_ROUNDS if flow.is_insertion else 0):
        steps = flow.steps(current, places)
        if not steps:
            break
        moved |= {name: (current.node(name).x + by, current.node(name).y) for name, by in steps.items()}
        current = _moved_to(graph, moved)
        places = arrange(current, new)
    return (moved, places) if not moved or _is_harmless(graph, new, moved) else ({}, untouched)


class _Flow:
    """What leads where: by exec links, and from values to what they feed."""

    def __init__(self, graph: Graph, new: Collection[str]) -> None:
        self._new = frozenset(new)
        self._after: dict[str, list[str]] = {}
        self._before: dict[str, list[str]] = {}
        self._fed: dict[str, set[str]] = {}
        for link in graph.links:
            pin = graph.pin(link.source)
            source, target = link.source.node, link.target.node
            if pin is not None and pin.is_exec:
                self._after.setdefault(source, []).append(target)
                self._before.setdefault(target, []).append(source)
            elif pin is not None and not has_exec(graph.node(source)) and source not in self._new:
                self._fed.setdefault(source, set()).add(target)
        # The last new node of each insertion, and the one behind it that was there before.
        self._joints = [
            (name, behind)
            for name in sorted(self._new)
            for behind in self._after.get(name, ())
            if behind not in self._new
        ]
        # What leads to each, so that a loop back to it moves nothing.
        self._leading = {name: _reached([name], self._before) for name, _ in self._joints}

    @property
    def is_insertion(self) -> bool:
        """Whether new nodes stand between others at all."""
        return any(not leading <= self._new for leading in self._leading.values())

    def steps(self, graph: Graph, places: Mapping[str, Spot]) -> dict[str, int]:
        """By how much nodes must move right for what is placed at `places`; the first insertion counts."""
        for name, behind in self._joints:
            leading = self._leading[name]
            if behind in leading or leading <= self._new:
                continue
            right = places[name][0] + node_size(graph.node(name), graph)[0]
            moved = self._behind(behind, leading)
            by = on_grid(right + _GAP - self._left(graph, behind, moved, leading & self._new))
            if by > 0:
                return dict.fromkeys(moved, by)
        return {}

    def _left(self, graph: Graph, behind: str, moved: Iterable[str], new: Iterable[str]) -> int:
        """Where the row goes on behind new nodes: at a node, or at values of it that are as high up."""
        first = graph.node(behind)
        bottom = first.y + max(node_size(graph.node(name), graph)[1] for name in new)
        values = [graph.node(name) for name in moved if name in self._fed]
        near = [node.x for node in values if node.x < first.x and first.y <= node.y < bottom]
        return min([first.x, *near])

    def _behind(self, first: str, leading: set[str]) -> list[str]:
        """A node, all that it leads to, and the values that only these take."""
        moved = _reached([first], self._after, leading)
        waiting = True
        while waiting:
            feeding = [name for name, fed in self._fed.items() if name not in moved and fed <= moved]
            moved.update(feeding)
            waiting = bool(feeding)
        return sorted(moved - self._new)


def _reached(start: Iterable[str], ways: Mapping[str, list[str]], closed: Collection[str] = ()) -> set[str]:
    found = set(start)
    waiting = list(found)
    for name in waiting:
        fresh = [other for other in ways.get(name, ()) if other not in found and other not in closed]
        found.update(fresh)
        waiting += fresh
    return found


def _moved_to(graph: Graph, places: Mapping[str, Spot]) -> Graph:
    def placed(node: Node) -> Node:
        spot = places.get(node.name)
        return node if spot is None else replace(node, x=spot[0], y=spot[1])

    return replace(graph, nodes=tuple(map(placed, graph.nodes)))


def _is_harmless(graph: Graph, new: Collection[str], moved: Mapping[str, Spot]) -> bool:
    """Whether no node lands on one that stays, and each stays in the comment boxes that it is in."""
    stay, comments = Occupancy(), Occupancy()
    for node in graph.nodes:
        if is_comment(node):
            comments.take(_box(node, (node.x, node.y), graph))
        elif node.name not in moved and node.name not in new:
            stay.take(_box(node, (node.x, node.y), graph))
    for name, spot in moved.items():
        node = graph.node(name)
        box = _box(node, spot, graph)
        if stay.fall([box]):
            return False
        if _around(comments, _box(node, (node.x, node.y), graph)) != _around(comments, box):
            return False
    return True


def _around(comments: Occupancy, box: Box) -> set[str]:
    corners = [(box.left, box.top), (box.right - 1, box.bottom - 1)]
    return {f"{corner}{found.owner}" for corner, at in enumerate(corners) for found in comments.at(*at)}


def _box(node: Node, spot: Spot, graph: Graph) -> Box:
    width, height = node_size(node, graph)
    return Box(spot[0], spot[1], spot[0] + width, spot[1] + height, node.name)
