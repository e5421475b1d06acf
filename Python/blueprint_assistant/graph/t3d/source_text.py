"""Prints a value back into the text from which it was read: what did not change stays as it was.

Part of `graph.t3d.graph_text`. The text's blocks are looked up only when something has changed, so reading
costs nothing for it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, PinRef
from blueprint_assistant.graph.t3d.asset_export import is_blueprint, is_export, read_blueprint
from blueprint_assistant.graph.t3d.asset_writer import asset_lines, asset_properties
from blueprint_assistant.graph.t3d.graph_reader import Mentions, Reader, merged, property_of
from blueprint_assistant.graph.t3d.graph_writer import (
    INDENT,
    graph_body,
    graph_declaration,
    graph_path,
    graph_properties,
    node_body,
    node_declaration,
    node_lines,
    property_line,
)
from blueprint_assistant.graph.t3d.object_blocks import read_blocks

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from blueprint_assistant.graph.model.blueprint import Node
    from blueprint_assistant.graph.t3d.object_blocks import T3DBlock

__all__ = ["SourceMap"]


@dataclass(frozen=True)
class SourceMap:
    """A text and the value that was read from it. Prints other values of the same kind into it."""

    text: str
    value: Graph | Blueprint

    def print_graph(self, graph: Graph) -> str:
        """The text with this graph instead of the one that was read."""
        if graph == self.value:
            return self.text
        blocks = list(read_blocks(self.text))
        if is_blueprint(blocks[0]):
            before = read_blueprint(blocks[0], Reader(self.text))
            after = tuple(graph if known == self.value else known for known in before.graphs)
            return self._print_asset(blocks[0], before, replace(before, graphs=after))
        known = self.value.graphs[0] if isinstance(self.value, Blueprint) else self.value
        if is_export(blocks[0]):
            patch = _Patch(self.text)
            _patch_graph(patch, Mentions(blocks[0]), known, graph)
            return patch.text()
        return _print_fragment(self.text, blocks, known, graph)

    def print_blueprint(self, blueprint: Blueprint) -> str:
        """The text with this Blueprint instead of the one that was read."""
        if blueprint == self.value:
            return self.text
        block = next(read_blocks(self.text))
        if isinstance(self.value, Blueprint) and is_blueprint(block):
            return self._print_asset(block, self.value, blueprint)
        return self.print_graph(blueprint.graphs[0])

    def _print_asset(self, block: T3DBlock, before: Blueprint, after: Blueprint) -> str:
        was = (before.path, before.class_path, before.objects)
        if was != (after.path, after.class_path, after.objects):
            # Another asset: every path in the text would be wrong.
            return "".join(f"{line}\n" for line in asset_lines(after))
        patch = _Patch(self.text)
        _patch_asset(patch, block, before, after)
        return patch.text()


def _line_end(text: str) -> str:
    """What stands before the line feeds of a text."""
    return "\r" if text.count("\r\n") * 2 > text.count("\n") else ""


class _Patch:
    """Changes of a text by whole lines, applied at once. New lines get the text's own line ends."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._end = _line_end(text)
        self._changes: list[tuple[int, int, list[str]]] = []

    def indent_of(self, block: T3DBlock) -> str:
        """The blanks before a block's lines."""
        return self._lines[block.begin.number - 1][: block.begin.column - 1]

    def replace_lines(self, first: int, last: int, lines: Iterable[str], indent: str = "") -> None:
        """Put other lines in the place of those from number `first` to `last`."""
        self._changes.append((first - 1, last, [f"{indent}{line}{self._end}" for line in lines]))

    def replace_block(self, block: T3DBlock, lines: Iterable[str]) -> None:
        """Put other lines in the place of a block, as deep as it stands."""
        self.replace_lines(block.begin.number, block.end_number, lines, self.indent_of(block))

    def remove_block(self, block: T3DBlock) -> None:
        """Take the lines of a block out."""
        self.replace_lines(block.begin.number, block.end_number, ())

    def insert_after(self, number: int, lines: Iterable[str], indent: str) -> None:
        """Put lines behind the line with this number."""
        self.replace_lines(number + 1, number, lines, indent)

    def text(self) -> str:
        """The changed text."""
        parts: list[str] = []
        position = 0
        for first, last, lines in sorted(self._changes, key=lambda change: change[:2]):
            parts += self._lines[position:first]
            parts += lines
            position = max(position, last)
        return "\n".join([*parts, *self._lines[position:]])


# --- clipboard texts -----------------------------------------------------------------------------


def _print_fragment(text: str, blocks: Sequence[T3DBlock], before: Graph, after: Graph) -> str:
    """The nodes in their present order, each known one with what stood before its block."""
    lines, end = text.split("\n"), _line_end(text)
    sources: dict[str, tuple[int, T3DBlock]] = {}
    start = 0
    for node, block in zip(before.nodes, blocks, strict=True):
        sources[node.name] = start, block
        start = block.end_number
    renamed = {name for name, (_, block) in sources.items() if name != block.name}
    default_path = next((block.exported_path for block in blocks if block.export_path), "")
    parts: list[str] = []
    for node in after.nodes:
        start, block = sources.get(node.name, (0, blocks[0]))
        is_known = node.name in sources
        if is_known and _is_same(before, after, node, renamed):
            parts += lines[start : block.end_number]
            continue
        if is_known:
            parts += lines[start : block.begin.number - 1]
        path = (block.exported_path if is_known else default_path).rpartition(".")[0]
        parts += [line + end for line in node_lines(node, after, path)]
    return "\n".join([*parts, *lines[blocks[-1].end_number :]])


def _is_same(before: Graph, after: Graph, node: Node, renamed: AbstractSet[str] = frozenset()) -> bool:
    """Whether neither the node nor one of its links has changed, and their names are the text's."""
    if node.name in renamed or before.nodes_by_name.get(node.name) != node:
        return False
    for pin in node.pins:
        ref = PinRef(node.name, pin.id)
        others = set(after.linked_pins.get(ref, ()))
        if others != set(before.linked_pins.get(ref, ())) or any(other.node in renamed for other in others):
            return False
    return True


# --- exports -------------------------------------------------------------------------------------


def _patch_asset(patch: _Patch, block: T3DBlock, before: Blueprint, after: Blueprint) -> None:
    children = merged(block.children)
    known = {graph.name: graph for graph in before.graphs}
    kept = {graph.name for graph in after.graphs}
    for graph in before.graphs:
        if graph.name not in kept:
            _remove(patch, children[graph.name])
    added = [graph for graph in after.graphs if graph.name not in known]
    for graph in after.graphs:
        if graph.name in known and graph != known[graph.name]:
            _patch_graph(patch, children[graph.name], known[graph.name], graph)
    asset = Mentions(block)
    for graph in added:
        path = graph_path(graph, block.exported_path)
        _insert(patch, asset, graph_declaration(graph, path), graph_body(graph, path))
    _patch_properties(patch, block, dict(asset_properties(before)), dict(asset_properties(after)))


def _patch_graph(patch: _Patch, mentions: Mentions, before: Graph, after: Graph) -> None:
    """Change the nodes and own lines of a graph that stands in the text."""
    children = mentions.children
    path = mentions.declaration.exported_path
    kept = {node.name for node in after.nodes}
    for node in before.nodes:
        if node.name not in kept:
            _remove(patch, children[node.name])
    for node in after.nodes:
        old = before.nodes_by_name.get(node.name)
        if old is None:
            _insert(patch, mentions, node_declaration(node, path), node_body(node, after, path))
        elif not _is_same(before, after, node):
            _patch_node(patch, children[node.name], (before, old), (after, node), path)
    _patch_properties(patch, mentions.source, dict(graph_properties(before)), dict(graph_properties(after)))


def _patch_node(
    patch: _Patch, mentions: Mentions, before: tuple[Graph, Node], after: tuple[Graph, Node], path: str
) -> None:
    """Change a node; where only the graph inside it is another, only that."""
    old, node = before[1], after[1]
    if old.graph is not None and node.graph is not None and old.graph.name == node.graph.name:
        outside = replace(node, graph=old.graph)
        inner = replace(after[0], nodes=tuple(outside if n is node else n for n in after[0].nodes))
        if _is_same(before[0], inner, outside):
            _patch_graph(patch, mentions.children[node.graph.name], old.graph, node.graph)
            return
    if mentions.body is None:
        patch.replace_block(mentions.declaration, node_lines(node, after[0], path))
        return
    if list(node_declaration(old, path)) != list(node_declaration(node, path)):
        patch.replace_block(mentions.declaration, node_declaration(node, path))
    patch.replace_block(mentions.body, node_body(node, after[0], path))


def _remove(patch: _Patch, mentions: Mentions) -> None:
    patch.remove_block(mentions.declaration)
    if mentions.body is not None:
        patch.remove_block(mentions.body)


def _insert(patch: _Patch, parent: Mentions, declaration: Iterable[str], body: Iterable[str]) -> None:
    """Put a new object behind the others of its parent: declared where they are, filled where they are."""
    children = parent.children.values()
    declared = max(
        (child.declaration.end_number for child in children), default=parent.declaration.begin.number
    )
    bodies = [child.body.end_number for child in children if child.body is not None]
    filled = max(bodies, default=max(declared, parent.source.begin.number))
    indent = patch.indent_of(parent.declaration) + INDENT
    patch.insert_after(declared, declaration, indent)
    patch.insert_after(filled, body, indent)


def _patch_properties(patch: _Patch, block: T3DBlock, before: dict[str, str], after: dict[str, str]) -> None:
    """Change the lines of an object whose values are others now, put new ones where they belong."""
    if before == after:
        return
    spans = _property_spans(block)
    indent = patch.indent_of(block) + INDENT
    for name in before.keys() & spans.keys():
        if name not in after:
            patch.replace_lines(*spans[name], ())
    at = block.end_number - 1
    for name, value in after.items():
        if name in spans:
            if before.get(name) != value:
                patch.replace_lines(*spans[name], [property_line(name, value)], indent)
            at = spans[name][1]
        elif name not in before:
            patch.insert_after(at, [property_line(name, value)], indent)


def _property_spans(block: T3DBlock) -> dict[str, tuple[int, int]]:
    """First and last line of each property; one whose bracket closes later has several lines."""
    starts = [child.begin.number for child in block.children] + [line.number for line in block.lines]
    following = dict(zip(sorted(starts), [*sorted(starts)[1:], block.end_number], strict=True))
    spans: dict[str, tuple[int, int]] = {}
    for line in block.lines:
        found = property_of(line.text)
        if found is not None:
            spans[found[0]] = line.number, following[line.number] - 1
    return spans
