"""Reads what the `t3d` and `code` commands are given: a file or standard input, a fragment or an export."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.cli.given_files import read_bytes
from blueprint_assistant.graph.catalog.declarations import all_graphs
from blueprint_assistant.graph.t3d.graph_text import (
    decode_t3d,
    encode_t3d,
    format_blueprint_t3d,
    format_t3d,
    read_blueprint_t3d,
    read_t3d,
)

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph
    from blueprint_assistant.graph.t3d.graph_text import SourceMap

__all__ = ["T3DText", "read_text"]


@dataclass(frozen=True, slots=True)
class T3DText:
    """A text that was read. `blueprint` is None for copied nodes.

    `graphs` has the graphs of collapsed nodes too. `is_identical` says whether the value prints
    back as the text. `source` prints a changed value as that text with the changes, `data` are the
    bytes that were read.
    """

    graphs: tuple[Graph, ...]
    blueprint: Blueprint | None
    is_identical: bool
    source: SourceMap
    data: bytes

    def encoded(self, text: str) -> bytes:
        """A changed text as bytes, in the encoding of those that were read and with their mark."""
        return encode_t3d(text, self.data)

    @property
    def node_count(self) -> int:
        """How many nodes all graphs have."""
        return sum(len(graph.nodes) for graph in self.graphs)

    @property
    def link_count(self) -> int:
        """How many links all graphs have."""
        return sum(len(graph.links) for graph in self.graphs)


def read_text(file: str) -> T3DText:
    """Read a file, or standard input for `-`. Raises TextError when it cannot be read."""
    data = read_bytes(file)
    text = decode_t3d(data)
    graph, source = read_t3d(text)
    if graph.kind == "fragment":
        is_identical = format_t3d(graph, source=source) == text
        return T3DText(tuple(all_graphs(graph)), None, is_identical, source, data)
    blueprint, asset = read_blueprint_t3d(text)
    is_identical = format_blueprint_t3d(blueprint, source=asset) == text
    graphs = tuple(inner for outer in blueprint.graphs for inner in all_graphs(outer))
    return T3DText(graphs, blueprint, is_identical, asset, data)
