"""Builds nodes and graphs from T3D blocks, of clipboard texts and of exports alike.

Part of `graph.t3d.graph_text`. A clipboard text has one block per node; an export, and whatever is nested in
a node, declares its objects first and gives their properties in second blocks of the same name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from operator import is_
from typing import TYPE_CHECKING, NamedTuple

from blueprint_assistant.graph.model.blueprint import Graph, Node, NodeObject
from blueprint_assistant.graph.model.object_references import modern_references, parse_object
from blueprint_assistant.graph.t3d.legacy_pins import is_legacy_pin, read_legacy_pins
from blueprint_assistant.graph.t3d.node_joining import RawNode, joined
from blueprint_assistant.graph.t3d.object_blocks import read_blocks
from blueprint_assistant.graph.t3d.pin_reader import PREFIX, PinReader, RawPin, made_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from blueprint_assistant.graph.model.blueprint import GraphKind, Properties
    from blueprint_assistant.graph.t3d.object_blocks import T3DBlock

__all__ = ["Mentions", "NodeMemo", "Reader", "last_name", "merged", "properties_of", "property_of"]

_SHORT_NODES = {
    "EdGraphNode_Comment": "/Script/UnrealEd.EdGraphNode_Comment",
    "EdGraphNode_Documentation": "/Script/UnrealEd.EdGraphNode_Documentation",
    "MaterialGraphNode": "/Script/UnrealEd.MaterialGraphNode",
    "MaterialGraphNode_Comment": "/Script/UnrealEd.MaterialGraphNode_Comment",
}


@dataclass(slots=True)
class Mentions:
    """The blocks of one object: the one that declares it, and its body where that is another."""

    declaration: T3DBlock
    body: T3DBlock | None = None

    @property
    def source(self) -> T3DBlock:
        """The block with the properties."""
        return self.body or self.declaration

    @property
    def children(self) -> dict[str, Mentions]:
        """The objects nested in it, by name."""
        return merged([*self.declaration.children, *(self.body.children if self.body else ())])


def merged(blocks: Iterable[T3DBlock]) -> dict[str, Mentions]:
    """Objects by name below one parent: the first mention declares, a later one is the body."""
    found: dict[str, Mentions] = {}
    for block in blocks:
        known = found.get(block.name)
        if known is None:
            found[block.name] = Mentions(block)
        elif known.body is None:
            known.body = block
    return found


class _KnownNode(NamedTuple):
    """A node that was read: the text of its body, the class that its declaration gave, the node."""

    text: str
    class_path: str
    raw: RawNode


_KnownGraph = tuple[tuple[RawNode, ...], Graph]
"""The nodes that a graph was made of, and the graph."""


class NodeMemo:
    """The nodes and graphs of one text, to read the next text of the same asset faster.

    What has not changed is not read again, and is the same value. Read each text with a memo of its
    own that is given the one of the text before; once the text is read it does not change any more.
    """

    def __init__(self, last: NodeMemo | None = None) -> None:
        """Read after the text of `last`."""
        self._last_nodes: Mapping[str, _KnownNode] = {} if last is None else last.nodes
        self._last_graphs: Mapping[str, _KnownGraph] = {} if last is None else last.graphs
        self.nodes: dict[str, _KnownNode] = {}
        self.graphs: dict[str, _KnownGraph] = {}

    def forget_last(self) -> None:
        """Let go of the text before, when this one is read."""
        self._last_nodes, self._last_graphs = {}, {}

    def find(self, text: str, start: int, words: str) -> tuple[str, _KnownNode] | None:
        """See `KnownBlocks`."""
        found = self._last_nodes.get(words)
        if found is None or not text.startswith(found.text, start):
            return None
        after = start + len(found.text)
        return (found.text, found) if text[after : after + 1] in {"", "\n", "\r"} else None

    def keep_node(self, words: str, node: _KnownNode) -> None:
        """Remember a node by the first line of its body."""
        self.nodes[words] = node

    def graph(self, key: str, nodes: Sequence[RawNode], base: Graph) -> Graph:
        """The graph of these nodes: the last one, when it was made of the very same."""
        made_of = tuple(nodes)
        last = self._last_graphs.get(key)
        if last is not None and _are_same(last[0], made_of) and _are_same_around(last[1], base):
            graph = last[1]
        else:
            graph = joined(nodes, base)
        self.graphs[key] = made_of, graph
        return graph


def _are_same(some: tuple[RawNode, ...], others: tuple[RawNode, ...]) -> bool:
    return len(some) == len(others) and all(map(is_, some, others))


def _are_same_around(graph: Graph, base: Graph) -> bool:
    return replace(graph, nodes=(), links=()) == base


def property_of(text: str) -> tuple[str, str] | None:
    """Name and raw value of a property line; None when it is none.

    `CustomProperties Word (…)` counts as the property `CustomProperties Word`. A name in quotes, as some
    tools write it, is the name.
    """
    if text.startswith("CustomProperties "):
        head, separator, rest = text.partition("(")
        return (head.rstrip(), separator + rest) if separator else (text, "")
    name, separator, value = text.partition("=")
    if not separator:
        return None
    return name.replace('"', "").strip() if name[:1] == '"' else name.strip(), value.strip()


def properties_of(block: T3DBlock) -> Properties:
    """All properties of a block, references spelled as UE 5.2 does."""
    found = (property_of(line.text) for line in block.lines)
    return tuple((item[0], modern_references(item[1])) for item in found if item is not None)


def last_name(reference: str) -> str:
    """The object's own name in a reference, relative or full."""
    ref = parse_object(reference)
    return "" if ref is None else re.split(r"[.:]", ref.path)[-1]


@lru_cache(maxsize=20_000)
def _listed_node(text: str) -> str:
    """The name in a `Nodes(i)=…` line; a graph has one for each node, read again after each change."""
    item = property_of(text)
    return "" if item is None else last_name(modern_references(item[1]))


_POSITION = re.compile(r"-?[0-9]{1,10}")


@dataclass(slots=True)
class _Body:
    """What the lines of a node say."""

    x: int = 0
    y: int = 0
    guid: str = ""
    pins: list[RawPin] = field(default_factory=list)
    properties: list[tuple[str, str]] = field(default_factory=list)


class Reader:
    """Reads the nodes and graphs of one text."""

    def __init__(self, text: str, memo: NodeMemo | None = None) -> None:
        self._text = text
        self._memo = memo
        self._pins = PinReader()

    def fragment(self, blocks: Iterable[T3DBlock]) -> Graph:
        """The graph of nodes that were copied."""
        return joined([self.node(Mentions(block)) for block in blocks], Graph("", kind="fragment"))

    def graph(self, mentions: Mentions, kind: GraphKind) -> Graph:
        """The graph of an exported or nested graph object, nodes in the editor's order."""
        found = mentions.children
        order: list[str] = []
        properties: list[tuple[str, str]] = []
        guid = ""
        for line in mentions.source.lines:
            if line.text.startswith("Nodes("):
                order.append(_listed_node(line.text))
                continue
            item = property_of(line.text)
            if item is None:
                continue
            if item[0] == "GraphGuid":
                guid = item[1]
            else:
                properties.append((item[0], modern_references(item[1])))
        listed = [name for name in dict.fromkeys(order) if name in found]
        nodes = [self.node(found[name]) for name in listed or found]
        kept = [item for item in nodes if item.node.find_property("bIsIntermediateNode") != "True"]
        block = mentions.declaration
        class_path = block.class_path or block.exported_class
        base = Graph(mentions.source.name, kind=kind, guid=guid, properties=tuple(properties))
        base = replace(base, class_path=class_path) if "." in class_path else base
        if self._memo is None:
            return joined(kept, base)
        return self._memo.graph(mentions.source.begin.text, kept, base)

    def node(self, mentions: Mentions) -> RawNode:
        """The node of an object. Raises T3DError where a pin cannot be read."""
        source, declared = mentions.source, mentions.declaration
        known: _KnownNode | None = source.known
        if known is not None and (known.class_path != declared.class_path or declared.children):
            mentions, known = Mentions(declared, self._read_again(source)), None
        if self._memo is None:
            return self._read_node(mentions)
        if known is None:
            raw = self._read_node(mentions)
            if source is declared or declared.children or source.children:
                return raw
            known = _KnownNode(self._text[source.start : source.end], declared.class_path, raw)
        self._memo.keep_node(source.begin.text, known)
        return known.raw

    def _read_again(self, block: T3DBlock) -> T3DBlock:
        """A block that was skipped because its text was known, when that does not help."""
        return next(read_blocks(self._text[block.start : block.end]))

    def _read_node(self, mentions: Mentions) -> RawNode:
        block, source = mentions.declaration, mentions.source
        body = self._body(source)
        children = [*block.children, *(source.children if source is not block else ())]
        # A node that was saved since UE 4.14 may still carry the pin objects of before.
        legacy = [] if body.pins else [child for child in children if is_legacy_pin(child)]
        if legacy:
            listed = [last_name(value) for name, value in body.properties if name.startswith("Pins(")]
            body.pins = read_legacy_pins(legacy, block.name, listed)
            body.properties = [item for item in body.properties if not item[0].startswith("Pins(")]
            children = [child for child in children if not is_legacy_pin(child)]
        graph = self._collapsed_graph(body.properties, children)
        node = Node(
            name=block.name,
            class_path=_node_class(mentions),
            guid=body.guid,
            x=body.x,
            y=body.y,
            pins=tuple(item.pin for item in body.pins),
            properties=tuple(body.properties),
            objects=tuple(
                self.nested(child) for child in children if graph is None or child.name != graph.name
            ),
            graph=graph,
        )
        links: dict[str, tuple[tuple[str, str], ...]] = {}
        for item in body.pins:
            if item.links:
                links[item.pin.id] = (*links.get(item.pin.id, ()), *item.links)
        return RawNode(node, links)

    def _body(self, source: T3DBlock) -> _Body:
        body = _Body()
        late: list[tuple[str, str]] = []
        for line in source.lines:
            if line.text.startswith(PREFIX):
                new_id = partial(made_id, f"{source.name}:{len(body.pins)}")
                body.pins.append(self._pins.read(line, source.name, new_id))
                continue
            found = property_of(line.text)
            if found is None:
                continue
            name, value = found
            if name == "NodePosX" and _POSITION.fullmatch(value):
                body.x = int(value)
            elif name == "NodePosY" and _POSITION.fullmatch(value):
                body.y = int(value)
            elif name == "NodeGuid":
                body.guid = value
            else:
                # Lines like user-defined pins always follow the pins.
                kept = late if name.startswith("CustomProperties ") else body.properties
                kept.append((name, modern_references(value)))
        body.properties += late
        return body

    def _collapsed_graph(
        self, properties: Sequence[tuple[str, str]], children: Sequence[T3DBlock]
    ) -> Graph | None:
        """The graph inside a collapsed node; graphs of other kinds stay text."""
        bound = next((last_name(value) for name, value in properties if name == "BoundGraph"), "")
        if not bound:
            return None
        mentions = merged(child for child in children if child.name == bound).get(bound)
        if mentions is None or mentions.declaration.class_name != "EdGraph":
            return None
        return self.graph(mentions, "collapsed")

    def nested(self, block: T3DBlock) -> NodeObject:
        """An object that nobody models: its lines as they stand, without the block's own indentation."""
        indent = block.begin.column - 1
        lines = (line.rstrip("\r") for line in self._text[block.start : block.end].split("\n"))
        text = "\n".join(line[indent:] if not line[:indent].strip() else line.lstrip() for line in lines)
        return NodeObject(block.name, block.class_path, text)


def _node_class(mentions: Mentions) -> str:
    block, body = mentions.declaration, mentions.body
    path = block.class_path or block.exported_class or (body.exported_class if body else "")
    if "." in path or "/" in path:
        return path
    if path.startswith("K2Node_"):
        return f"/Script/BlueprintGraph.{path}"
    return _SHORT_NODES.get(path, path)
