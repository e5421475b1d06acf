"""Which statements stand in a comment box of their own. Outside: with_inner_boxes, unboxed, boxed_places.

A box counts when it holds neighbouring statements of one block and nothing else. Where boxes lie is
layout: only readings for people and models say it, what is compared does not (BC-047).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.declarations import comments_of
from blueprint_assistant.graph.compare.semantics import working_nodes
from blueprint_assistant.languages.ast.blocks import map_blocks, map_entry, nodes_in, walk_blocks
from blueprint_assistant.languages.ast.paths import walk_statements
from blueprint_assistant.languages.ast.syntax_tree import Program, Region

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.graph.model.blueprint import Comment, Graph, Node
    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Place, Statement

__all__ = ["boxed_places", "unboxed", "with_inner_boxes"]


def with_inner_boxes(program: Program, graph: Graph) -> Program:
    """The program of a graph, its statements in the comment boxes that they stand in."""
    boxes = [item for item in comments_of(graph) if not item.is_bubble and item.text.strip()]
    if not boxes:
        return program
    boxed = _Boxed(boxes, working_nodes(graph))
    entries = tuple(boxed.entry(entry) for entry in program.entries)
    return replace(program, entries=entries, floating=tuple(map(boxed.block, program.floating)))


class _Boxed:
    """Puts the statements of one graph into its boxes, the largest first."""

    def __init__(self, boxes: list[Comment], nodes: tuple[Node, ...]) -> None:
        boxes = sorted(boxes, key=lambda item: (-item.width * item.height, item.node))
        inside = (
            (" ".join(box.text.split()), frozenset(node.name for node in nodes if _holds(box, node)))
            for box in boxes
        )
        self._held = [(text, names) for text, names in inside if names]

    def entry(self, entry: Entry) -> Entry:
        """An entry with boxes in its bodies; one around all of it is the entry's own."""
        return map_entry(entry, self.block)

    def block(self, block: Block) -> Block:
        """A block with boxes around what stands in them, and in the blocks inside it."""
        runs = self._runs(block)
        made: list[Statement] = []
        at = 0
        while at < len(block):
            text, end = runs.get(at, ("", at + 1))
            if text:
                made.append(Region(text, self.block(block[at:end])))
            else:
                made.append(map_blocks(block[at], self.block))
            at = end
        return tuple(made)

    def _runs(self, block: Block) -> dict[int, tuple[str, int]]:
        """Where a box begins in a block: its text, and where it ends. No two of them overlap."""
        nodes = [frozenset(nodes_in(((statement,),))) for statement in block]
        whole = frozenset().union(*nodes)
        found: dict[int, tuple[str, int]] = {}
        taken: set[int] = set()
        for text, names in list(self._held):
            places = [at for at, mine in enumerate(nodes) if mine and mine <= names]
            if not places or not names <= whole or taken & {*places}:
                continue
            first, last = places[0], places[-1]
            inner = range(first, last + 1)
            if (
                all(nodes[at] <= names for at in inner)
                and frozenset().union(*(nodes[at] for at in inner)) == names
            ):
                found[first] = text, last + 1
                taken |= {*inner}
                self._held.remove((text, names))
        return found


# --- as written ------------------------------------------------------------------------------------


def unboxed(entry: Entry) -> Entry:
    """The entry without the boxes in its bodies: the flow runs through them as if they were not there."""
    return map_entry(entry, _unboxed)


def _unboxed(block: Block) -> Block:
    found: list[Statement] = []
    for statement in block:
        if isinstance(statement, Region):
            inner = _unboxed(statement.block)
            if statement.label and inner:
                inner = (replace(inner[0], label=inner[0].label or statement.label), *inner[1:])
            found += inner
        else:
            found.append(map_blocks(statement, _unboxed))
    return tuple(found)


def boxed_places(entries: Iterable[Entry]) -> Iterator[tuple[str, frozenset[Place]]]:
    """The text of each box in the bodies of written entries, and where the statements in it stand."""
    for _, statement in walk_statements(Program(tuple(entries))):
        if isinstance(statement, Region) and statement.text.strip():
            yield statement.text, frozenset(inner.place for inner in walk_blocks((statement.block,)))


def _holds(box: Comment, node: Node) -> bool:
    return box.x <= node.x < box.x + box.width and box.y <= node.y < box.y + box.height
