"""What an artist would not leave like this in a graph: nodes on nodes, nothing said, boxes that cut nodes.

Outside uses faults_of and overlaps.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.declarations import comments_of
from blueprint_assistant.graph.compare.semantics import is_comment
from blueprint_assistant.graph.layout.sizes import node_size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Graph

__all__ = ["faults_of", "overlaps"]

_MOST_WITHOUT_COMMENT = 7

_Box = tuple[int, int, int, int]


def faults_of(graph: Graph) -> Iterator[str]:
    """What is wrong with the looks of a graph, as sentences."""
    boxes = _boxes(graph)
    yield from (f"{one} lies on {other}" for one, other in overlaps(graph))
    comments = [item for item in comments_of(graph) if not item.is_bubble]
    if len(boxes) > _MOST_WITHOUT_COMMENT and not comments and graph.kind == "event":
        yield f"{len(boxes)} nodes and no comment"
    for comment in comments:
        frame = (comment.x, comment.y, comment.x + comment.width, comment.y + comment.height)
        for name, box in boxes.items():
            if _meet(frame, box) and not _holds(frame, box):
                yield f"the comment '{comment.text}' cuts {name}"


def overlaps(graph: Graph) -> Iterator[tuple[str, str]]:
    """The nodes that lie on one another; comment boxes are there to hold nodes."""
    for (one, box), (other, other_box) in combinations(_boxes(graph).items(), 2):
        if _meet(box, other_box):
            yield one, other


def _boxes(graph: Graph) -> dict[str, _Box]:
    return {
        node.name: (node.x, node.y, node.x + size[0], node.y + size[1])
        for node in graph.nodes
        if not is_comment(node)
        for size in (node_size(node, graph),)
    }


def _meet(a: _Box, b: _Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _holds(frame: _Box, box: _Box) -> bool:
    return frame[0] <= box[0] and frame[1] <= box[1] and frame[2] >= box[2] and frame[3] >= box[3]
