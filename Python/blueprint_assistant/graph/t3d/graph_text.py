"""Reads and prints Unreal's text form of graphs (T3D): clipboard texts and asset exports.

Outside uses `parse_t3d`, `parse_blueprint_t3d`, `read_exported_variables`, `format_t3d`,
`format_graph_export`, `format_blueprint_t3d`, `pasteable`, `decode_t3d` and `encode_t3d`. Texts of
UE 4 and 5 are read; UE 5.2's form is printed.
Properties that nobody models are kept as text. Knows nothing of the editor.
"""

from __future__ import annotations

import gc
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.object_references import respelled
from blueprint_assistant.graph.t3d.asset_export import (
    is_export,
    own_lines,
    read_blueprint,
    read_export_graph,
    read_exported_variables,
)
from blueprint_assistant.graph.t3d.asset_writer import asset_lines
from blueprint_assistant.graph.t3d.graph_reader import NodeMemo, Reader
from blueprint_assistant.graph.t3d.graph_writer import graph_lines, graph_path, node_lines
from blueprint_assistant.graph.t3d.object_blocks import T3DError, decode_t3d, encode_t3d, read_blocks
from blueprint_assistant.graph.t3d.pasteable_text import Pasteable, pasteable
from blueprint_assistant.graph.t3d.source_text import SourceMap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph
    from blueprint_assistant.graph.model.object_references import Spelling
    from blueprint_assistant.graph.t3d.object_blocks import T3DBlock

__all__ = [
    "NodeMemo",
    "Pasteable",
    "SourceMap",
    "T3DError",
    "decode_t3d",
    "encode_t3d",
    "format_blueprint_t3d",
    "format_graph_export",
    "format_t3d",
    "own_lines",
    "parse_blueprint_t3d",
    "parse_t3d",
    "pasteable",
    "read_blueprint_t3d",
    "read_exported_variables",
    "read_t3d",
]


def parse_t3d(text: str) -> Graph:
    """The graph of a text: copied nodes, one exported graph, or an exported Blueprint's event graph.

    Raises T3DError with line, column and excerpt. Links to nodes that are not in the text stay
    in the pin's `extra` as raw `LinkedTo`; nodes of one name get numbers of their own.
    """
    with _collection_paused():
        blocks = read_blocks(text)
        first = next(blocks)
        reader = Reader(text)
        if not is_export(first):
            return reader.fragment(chain([first], blocks))
        _check(blocks)
        return read_export_graph(first, reader)


def read_t3d(text: str) -> tuple[Graph, SourceMap]:
    """Like `parse_t3d`, with the text, to print back what does not change."""
    graph = parse_t3d(text)
    return graph, SourceMap(text, graph)


def parse_blueprint_t3d(text: str, *, memo: NodeMemo | None = None) -> Blueprint:
    """The Blueprint of an exported asset, or of one exported graph (which has only that graph).

    `unseen` says what such a text does not hold: components, class defaults, variables.
    `memo` makes reading the same asset again cost what has changed in it. Raises T3DError.
    """
    with _collection_paused():
        blocks = read_blocks(text, memo)
        first = next(blocks)
        _check(blocks)
        blueprint = read_blueprint(first, Reader(text, memo))
        if memo is not None:
            memo.forget_last()
        return blueprint


def _check(blocks: Iterator[T3DBlock]) -> None:
    """Read what follows an exported object, which must be whole but says nothing more."""
    for _ in blocks:
        pass


@contextmanager
def _collection_paused() -> Iterator[None]:
    """Keep Python's garbage collection from walking again and again through the growing value.

    Reading makes many objects that stay and no cycles; with collections, ten times as many nodes
    take up to fifteen times as long. Where the collection is off already, it stays off.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def read_blueprint_t3d(text: str) -> tuple[Blueprint, SourceMap]:
    """Like `parse_blueprint_t3d`, with the text, to print back what does not change."""
    blueprint = parse_blueprint_t3d(text)
    return blueprint, SourceMap(text, blueprint)


def format_t3d(
    graph: Graph, owner_path: str = "", *, source: SourceMap | None = None, spelling: Spelling = "5.2"
) -> str:
    """What the editor's Copy puts on the clipboard for these nodes. For Ctrl+V, take `pasteable` first.

    `owner_path` is the Blueprint's package path; without it the nodes carry no ExportPath, which
    pasting does not need. With `source` it is that text, whatever its form, with what changed
    printed anew. `spelling` is the engine version whose references are written.
    """
    if source is not None:
        return source.print_graph(graph)
    path = graph_path(graph, owner_path)
    return _text((line for node in graph.nodes for line in node_lines(node, graph, path)), spelling)


def format_graph_export(graph: Graph, owner_path: str = "", *, spelling: Spelling = "5.2") -> str:
    """What exporting one graph as T3D writes: declarations, bodies, the graph's own lines."""
    return _text(graph_lines(graph, graph_path(graph, owner_path)), spelling)


def format_blueprint_t3d(blueprint: Blueprint, *, source: SourceMap | None = None) -> str:
    """What exporting a whole Blueprint as T3D writes, without what belongs to the generated class.

    With `source` it is that text with what changed printed anew; what the value does not hold,
    like the compiler's leftovers, stays in it.
    """
    return _text(asset_lines(blueprint), "5.2") if source is None else source.print_blueprint(blueprint)


def _text(lines: Iterable[str], spelling: Spelling) -> str:
    return "".join(f"{respelled(line, spelling)}\n" for line in lines)
