"""Reads and prints Unreal's text form of graphs (T3D): clipboard texts and asset exports.

Outside uses `parse_t3d`, `parse_blueprint_t3d`, `format_t3d`, `format_graph_export` and
`decode_t3d`. Texts of UE 4 and 5 are read; UE 5.2's form is printed. Properties that nobody
models are kept as text. Knows nothing of the editor.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from blueprint_assistant.graph.model import Graph, PinRef
from blueprint_assistant.graph.t3d_blocks import T3DError, decode_t3d, read_blocks
from blueprint_assistant.graph.t3d_export import is_export, read_blueprint, read_export_graph
from blueprint_assistant.graph.t3d_reader import NodeMemo, graph_of, read_node
from blueprint_assistant.graph.t3d_writer import graph_lines, graph_path, node_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.graph.model import Blueprint, Node

__all__ = [
    "NodeMemo",
    "SourceMap",
    "T3DError",
    "decode_t3d",
    "format_graph_export",
    "format_t3d",
    "parse_blueprint_t3d",
    "parse_t3d",
    "read_t3d",
]


@dataclass(frozen=True)
class SourceMap:
    """The text from which a graph was read, to print what did not change as it was.

    `nodes` has the lines of each node by its name, without those nodes that got another name.
    """

    graph: Graph
    text: str
    nodes: Mapping[str, str] = field(default_factory=dict)

    def text_of(self, node: Node, graph: Graph) -> str | None:
        """The node's own text when neither it nor one of its links has changed."""
        known = self.nodes.get(node.name)
        if known is None or self.graph.nodes_by_name.get(node.name) != node:
            return None
        for pin in node.pins:
            ref = PinRef(node.name, pin.id)
            others = set(graph.linked_pins.get(ref, ()))
            is_same = others == set(self.graph.linked_pins.get(ref, ()))
            if not is_same or any(other.node not in self.nodes for other in others):
                return None
        return known


def parse_t3d(text: str) -> Graph:
    """The graph of a text: copied nodes, one exported graph, or an exported Blueprint's event graph.

    Raises T3DError with line, column and excerpt. Links to nodes that are not in the text stay
    in the pin's `extra` as raw `LinkedTo`; nodes of one name get numbers of their own.
    """
    return read_t3d(text)[0]


def read_t3d(text: str) -> tuple[Graph, SourceMap]:
    """Like `parse_t3d`, with the text of each node for printing back what did not change."""
    blocks, lines = read_blocks(text)
    if is_export(blocks[0]):
        graph = read_export_graph(blocks[0], lines)
        return graph, SourceMap(graph, text)
    raw = [read_node(block, lines) for block in blocks]
    graph = graph_of(raw, "", graph=Graph("", kind="fragment"))
    texts = {
        node.name: "\n".join(lines[block.begin.number - 1 : block.end_number])
        for node, block, item in zip(graph.nodes, blocks, raw, strict=True)
        if node.name == item.node.name
    }
    return graph, SourceMap(graph, text, texts)


def parse_blueprint_t3d(text: str, *, memo: NodeMemo | None = None) -> Blueprint:
    """The Blueprint of an exported asset, or of one exported graph (which has only that graph).

    `unseen` says what such a text does not hold: components, class defaults, variables.
    `memo` makes reading the same asset again cost what has changed in it. Raises T3DError.
    """
    blocks, lines = read_blocks(text)
    return read_blueprint(blocks[0], lines, memo)


def format_t3d(graph: Graph, owner_path: str = "", *, source: SourceMap | None = None) -> str:
    """What the editor's Copy puts on the clipboard for these nodes.

    `owner_path` is the Blueprint's package path; without it the nodes carry no ExportPath, which
    pasting does not need. With `source`, nodes that did not change are printed as they were read.
    """
    if source is not None and source.graph == graph:
        return source.text
    path = graph_path(graph, owner_path)
    texts: list[str] = []
    for node in graph.nodes:
        known = source.text_of(node, graph) if source is not None else None
        texts.append(known if known is not None else "\n".join(node_lines(node, graph, path)))
    text = "".join(f"{item}\n" for item in texts)
    return text.replace("\n", "\r\n") if source is not None and "\r\n" in source.text else text


def format_graph_export(graph: Graph, owner_path: str = "") -> str:
    """What exporting one graph as T3D writes: declarations, bodies, the graph's own lines."""
    return "\n".join(graph_lines(graph, graph_path(graph, owner_path))) + "\n"
