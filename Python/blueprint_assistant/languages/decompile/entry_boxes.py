"""Which comment box each entry of a graph stands in: one around all of its nodes. Outside uses with_boxes.

Where boxes lie is layout: only readings for people and models say it, what is compared does not.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.declarations import comments_of
from blueprint_assistant.languages.ast.blocks import entry_blocks, nodes_in

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Comment, Graph, Node
    from blueprint_assistant.languages.ast.syntax_tree import Entry, Program

__all__ = ["with_boxes"]


def with_boxes(program: Program, graph: Graph) -> Program:
    """The program of a graph, its entries with the comment boxes that they stand in.

    Of several boxes the smallest counts.
    """
    boxes = [item for item in comments_of(graph) if not item.is_bubble and item.text.strip()]
    if not boxes:
        return program
    boxes.sort(key=lambda item: (item.width * item.height, item.node))
    nodes = graph.nodes_by_name
    return replace(program, entries=tuple(_boxed(entry, boxes, nodes) for entry in program.entries))


def _boxed(entry: Entry, boxes: list[Comment], nodes: dict[str, Node]) -> Entry:
    names = [*entry.origin.nodes, *nodes_in(entry_blocks(entry))]
    own = [nodes[name] for name in names if name in nodes]
    found = next((box for box in boxes if own and all(_holds(box, node) for node in own)), None)
    return entry if found is None else replace(entry, box=" ".join(found.text.split()))


def _holds(box: Comment, node: Node) -> bool:
    return box.x <= node.x < box.x + box.width and box.y <= node.y < box.y + box.height
