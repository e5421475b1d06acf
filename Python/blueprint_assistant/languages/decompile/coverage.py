"""What of a graph a program tells (law I12). Outside uses `coverage_of` and Coverage."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.graph.compare.semantics import contracted_links, working_nodes
from blueprint_assistant.graph.kinds.node_kinds import is_unused_ghost
from blueprint_assistant.languages.ast.paths import walk

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph, Link
    from blueprint_assistant.languages.ast.syntax_tree import Program

__all__ = ["Coverage", "coverage_of"]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many nodes and links there are and are told; reroutes and comments are part of links and layout.

    `missing_…` are told nowhere, `repeated_nodes` in several places. `unknown_links` are links that a
    program claims and the graph has not: never any.
    """

    nodes: int
    links: int
    missing_nodes: tuple[str, ...] = ()
    missing_links: tuple[Link, ...] = ()
    repeated_nodes: tuple[str, ...] = ()
    repeated_links: tuple[Link, ...] = ()
    unknown_links: tuple[Link, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether everything is told."""
        return not self.missing_nodes and not self.missing_links and not self.unknown_links

    @property
    def covered_nodes(self) -> int:
        """How many nodes are told."""
        return self.nodes - len(self.missing_nodes)

    @property
    def covered_links(self) -> int:
        """How many links are told."""
        return self.links - len(self.missing_links)


def coverage_of(program: Program, graph: Graph) -> Coverage:
    """What a program tells of the graph that it was told from. Linear."""
    told_nodes: Counter[str] = Counter()
    told_links: Counter[Link] = Counter()
    for _, part in walk(program):
        told_nodes.update(part.origin.nodes)
        told_links.update(part.origin.links)
    nodes = [node.name for node in working_nodes(graph) if not is_unused_ghost(graph, node)]
    links = contracted_links(graph)
    known = set(links)
    return Coverage(
        len(nodes),
        len(links),
        tuple(name for name in nodes if not told_nodes[name]),
        tuple(link for link in links if not told_links[link]),
        tuple(name for name in nodes if told_nodes[name] > 1),
        tuple(link for link in links if told_links[link] > 1),
        tuple(link for link in told_links if link not in known),
    )
