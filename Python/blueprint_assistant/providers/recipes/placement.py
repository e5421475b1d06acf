"""Finds room for new nodes in a graph that is in use. Outside uses `placed`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.providers.recipes.existing import event_node, is_cut_short, places
from blueprint_assistant.providers.recipes.sketch import EVENT_ROWS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from blueprint_assistant.providers.recipes.sketch import SketchedNode

__all__ = ["placed"]

_WIDTH, _HEIGHT = 330, 216
"""No node of the recipes is larger; the listing does not tell the size of the others."""

_STEP = 64
_MOST_STEPS = 200


def placed(
    nodes: Sequence[SketchedNode], info: str, ends: Mapping[str, tuple[str, str]]
) -> list[SketchedNode]:
    """The nodes where there is room for them, each event's as one group, in their order.

    `info` lists the graph, and is empty for a new one; `ends` are the nodes, by event key, that
    the new ones go on after. A group starts right of what it goes on after and moves down as far
    as it must.
    """
    if not info:
        return list(nodes)
    known = places(info)
    boxes = list(known.values())
    lowest = max((y for _, y in boxes), default=0) + _HEIGHT if is_cut_short(info) else None
    moved: dict[str, SketchedNode] = {}
    for event in dict.fromkeys(node.event for node in nodes):
        group = [node for node in nodes if node.event == event]
        shift = _start(event, group, known, info, ends)
        shift = _with_room([node for node in group if not node.is_event], shift, boxes, lowest)
        placed_group = [node if node.is_event else _moved(node, shift) for node in group]
        boxes += [(node.x, node.y) for node in placed_group]
        moved |= {node.key: node for node in placed_group}
    return [moved[node.key] for node in nodes]


def _start(
    event: str,
    group: Iterable[SketchedNode],
    known: Mapping[str, tuple[int, int]],
    info: str,
    ends: Mapping[str, tuple[str, str]],
) -> tuple[int, int]:
    """How far the group moves with the node that it goes on after, or with its event."""
    key = next(node.key for node in group if node.is_event)
    after = ends[key][0] if key in ends else event_node(info, event)
    x, y = known.get(after, (0, EVENT_ROWS[event]))
    return x, y - EVENT_ROWS[event]


def _with_room(
    group: Sequence[SketchedNode],
    start: tuple[int, int],
    boxes: Sequence[tuple[int, int]],
    lowest: int | None,
) -> tuple[int, int]:
    x, y = start
    if lowest is not None:
        y = max(y, lowest - min((node.y for node in group), default=0))
    for step in range(_MOST_STEPS):
        shift = (x, y + step * _STEP)
        if not any(_touches(_moved(node, shift), box) for node in group for box in boxes):
            return shift
    return x, y


def _moved(node: SketchedNode, shift: tuple[int, int]) -> SketchedNode:
    return replace(node, x=node.x + shift[0], y=node.y + shift[1])


def _touches(node: SketchedNode, box: tuple[int, int]) -> bool:
    return abs(node.x - box[0]) < _WIDTH and abs(node.y - box[1]) < _HEIGHT
