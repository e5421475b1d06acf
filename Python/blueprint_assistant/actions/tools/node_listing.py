"""The nodes of graphs as get_blueprint_info lists them: a part that fits, and how to get the rest.

Outside uses NodeListing. A long list is paid again with every later request.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from blueprint_assistant.actions.names.project_lookup import catalog_of
from blueprint_assistant.actions.receipts.node_text import describe_node, link_texts, pin_lines
from blueprint_assistant.errors import ToolError
from blueprint_assistant.graph.kinds.node_titles import node_title

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Link, Node

__all__ = ["NodeListing"]

_NODES_OF_EACH = 20
"""Nodes of a graph that are listed when all graphs are."""
_MOST_CHARS = 9000
"""What all nodes of one result may take; a conversation cuts a result at 12,000 characters."""


@dataclass(slots=True)
class NodeListing:
    """Lists nodes of one Blueprint. `matching` is a part of the titles, `first` the number to begin with."""

    blueprint: Blueprint
    context: ActionContext
    matching: str = ""
    first: int = 1
    _catalog: Catalog = field(init=False)
    _left: int = field(init=False, default=_MOST_CHARS)

    def __post_init__(self) -> None:
        """Get the catalogue with the Blueprint's own classes."""
        self._catalog = catalog_of(self.context, self.blueprint)

    def of_all(self, graphs: Sequence[Graph]) -> Iterator[str]:
        """Some nodes of each graph."""
        for graph in graphs:
            yield from self._lines(graph, _NODES_OF_EACH)

    def of_one(self, graph: Graph) -> Iterator[str]:
        """As many nodes of a graph as one result may have. Raises ToolError when none has that number."""
        count = len(self._wanted(graph))
        if self.first > max(count, 1):
            raise ToolError(f"first_node is {self.first}, and there are {count} such nodes.", "Begin with 1.")
        yield from self._lines(graph, count)

    def _wanted(self, graph: Graph) -> list[Node]:
        part = self.matching.lower()
        return [node for node in graph.nodes if part in node_title(node, self._catalog).title.lower()]

    def _lines(self, graph: Graph, most: int) -> Iterator[str]:
        wanted = self._wanted(graph)
        with_title = f" with '{self.matching}' in the title" if self.matching else ""
        yield f"nodes of {graph.name}{with_title}:{'' if wanted else ' none'}"
        outgoing: dict[str, list[Link]] = {}
        for link in graph.links:
            outgoing.setdefault(link.source.node, []).append(link)
        start = self.first - 1
        shown = 0
        for node in wanted[start : start + most]:
            lines = self._node(graph, node, outgoing.get(node.name, []))
            self._left -= sum(map(len, lines)) + len(lines)
            if self._left < 0:
                break
            yield from lines
            shown += 1
        left_out = len(wanted) - start - shown
        if left_out > 0:
            yield f"… and {left_out} more nodes: graph_name {graph.name}, first_node {start + shown + 1}"

    def _node(self, graph: Graph, node: Node, outgoing: Sequence[Link]) -> list[str]:
        nodes, path = self.context.nodes, self.blueprint.path
        node_id = nodes.id_of(path, graph.name, node)
        links = link_texts(graph, outgoing, nodes, path)
        return [
            f"{describe_node(node_id, node, self._catalog)} at {node.x},{node.y}",
            *(f"  {line}" for line in pin_lines(node)),
            *([f"  links: {', '.join(links)}"] if links else []),
        ]
