"""Builds graphs from T3D blocks, of clipboard texts and of exports alike.

Part of `graph.t3d`. A clipboard text has one block per node; an export declares its objects
first and gives their properties in second blocks of the same path.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.model import Graph, Link, Node, NodeObject, Pin, PinRef
from blueprint_assistant.graph.t3d_legacy import LEGACY_PIN, read_legacy_pin
from blueprint_assistant.graph.t3d_pins import PREFIX, RawPin, read_fields, read_pin

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from blueprint_assistant.graph.model import Properties
    from blueprint_assistant.graph.t3d_blocks import Block

__all__ = ["NodeMemo", "RawNode", "dedent", "graph_of", "property_of", "read_node"]

_SHORT_NODES = {
    "EdGraphNode_Comment": "/Script/UnrealEd.EdGraphNode_Comment",
    "EdGraphNode_Documentation": "/Script/UnrealEd.EdGraphNode_Documentation",
    "MaterialGraphNode": "/Script/UnrealEd.MaterialGraphNode",
    "MaterialGraphNode_Comment": "/Script/UnrealEd.MaterialGraphNode_Comment",
}


@dataclass(slots=True)
class RawNode:
    """A node whose links are still by name. `name` is as written; `key` numbers equal names."""

    node: Node
    pins: list[RawPin] = field(default_factory=list)
    paste: int = 0


class NodeMemo:
    """The nodes of the text that was read last, to read the next text of the same asset faster.

    A node whose lines have not changed is not read again. Hand the same memo to reads of one
    asset, one after the other; it keeps as much as the last text had.
    """

    def __init__(self) -> None:
        self._last: dict[str, RawNode] = {}
        self._current: dict[str, RawNode] = {}

    def start(self) -> None:
        """Begin the next text: what the last one did not have is forgotten."""
        self._last, self._current = self._current, {}

    def node(self, block: Block, lines: Sequence[str], body: Block | None) -> RawNode:
        """The node of a block, as `read_node` gives it."""
        source = body or block
        if block.children or source.children:
            return read_node(block, lines, body=body)
        key = "\n".join([block.name, block.class_path, *(line.text for line in source.lines)])
        found = self._last.get(key)
        if found is None:
            found = read_node(block, lines, body=body)
        self._current[key] = found
        return found


def property_of(text: str) -> tuple[str, str] | None:
    """Name and raw value of a property line; None when it is none.

    `CustomProperties Word (…)` counts as the property `CustomProperties Word`.
    """
    if text.startswith("CustomProperties "):
        head, separator, rest = text.partition("(")
        return (head.rstrip(), separator + rest) if separator else (text, "")
    name, separator, value = text.partition("=")
    return (name.strip(), value.strip()) if separator else None


def dedent(lines: Sequence[str], block: Block) -> str:
    """The lines of a block as they stand, without the block's own indentation."""
    indent = block.begin.column - 1
    kept = lines[block.begin.number - 1 : block.end_number]
    return "\n".join(line[indent:] if not line[:indent].strip() else line.lstrip() for line in kept)


def read_node(block: Block, lines: Sequence[str], *, body: Block | None = None) -> RawNode:
    """The node of a block; in an export `block` declares it and `body` has its properties."""
    source = body or block
    properties: list[tuple[str, str]] = []
    place = {"NodePosX": 0, "NodePosY": 0}
    guid = ""
    pins: list[RawPin] = []
    for line in source.lines:
        if line.text.startswith(PREFIX):
            # The line may have been joined from several; offsets still count from its start.
            fields = read_fields(line, len(PREFIX))
            pins.append(read_pin(fields, block.name, _made_id(block.name, len(pins))))
            continue
        found = property_of(line.text)
        if found is None:
            continue
        name, value = found
        if name in place and _is_number(value):
            place[name] = int(value)
        elif name == "NodeGuid":
            guid = value
        else:
            properties.append(found)
    objects = _nested(block, lines) if body is None else [*_nested(block, lines), *_nested(body, lines)]
    legacy = [child for child in source.children if LEGACY_PIN in child.name or _is_legacy_pin(child)]
    pins += _legacy_pins(legacy, block.name)
    if legacy:
        properties = [item for item in properties if not item[0].startswith("Pins(")]
    # Lines like user-defined pins always follow the pins.
    properties.sort(key=lambda item: item[0].startswith("CustomProperties "))
    node = Node(
        name=block.name,
        class_path=_node_class(block, body),
        guid=guid,
        x=place["NodePosX"],
        y=place["NodePosY"],
        pins=tuple(raw.pin for raw in pins),
        properties=tuple(properties),
        objects=tuple(objects),
    )
    return RawNode(node, pins)


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isascii() and text.removeprefix("-").isdigit()


def _node_class(block: Block, body: Block | None) -> str:
    path = block.class_path or block.exported_class or (body.exported_class if body else "")
    if "." in path or "/" in path:
        return path
    if path.startswith("K2Node_"):
        return f"/Script/BlueprintGraph.{path}"
    return _SHORT_NODES.get(path, path)


def _nested(block: Block, lines: Sequence[str]) -> list[NodeObject]:
    return [
        NodeObject(child.name, child.class_path, dedent(lines, child))
        for child in block.children
        if not _is_legacy_pin(child) and LEGACY_PIN not in child.name
    ]


def _is_legacy_pin(block: Block) -> bool:
    return block.class_path.rsplit(".", 1)[-1] == LEGACY_PIN


def _legacy_pins(blocks: Iterable[Block], node_name: str) -> list[RawPin]:
    """The pins of UE 4.13 and older: objects of their own, linked by object name."""
    found: dict[str, list[Block]] = {}
    for block in blocks:
        found.setdefault(block.name, []).append(block)
    return [read_legacy_pin(name, mentions, node_name) for name, mentions in found.items()]


def _made_id(node_name: str, number: int) -> str:
    """A pin id for a text that gives none: always the same for the same place."""
    return hashlib.md5(f"{node_name}:{number}".encode(), usedforsecurity=False).hexdigest().upper()


def graph_of(nodes: list[RawNode], name: str, *, graph: Graph | None = None) -> Graph:
    """The graph of some nodes: unique names, links joined from both sides and recorded once.

    Links to nodes or pins that are not in the text stay as raw `LinkedTo` in the pin.
    """
    _number_pastes(nodes)
    resolver = _Resolver(nodes)
    made = tuple(resolver.finished(raw) for raw in nodes)
    base = graph or Graph(name)
    return replace(base, nodes=made, links=resolver.links())


def _number_pastes(nodes: list[RawNode]) -> None:
    """Number the nodes of one name, as one text may hold several pastes."""
    seen: dict[str, int] = {}
    for raw in nodes:
        raw.paste = seen.get(raw.node.name, 0)
        seen[raw.node.name] = raw.paste + 1


class _Resolver:
    """Finds the pins that links name, and gives every node a name of its own."""

    def __init__(self, nodes: list[RawNode]) -> None:
        self._nodes = nodes
        self._by_pin: dict[tuple[str, str], list[RawNode]] = {}
        for raw in nodes:
            for item in raw.pins:
                self._by_pin.setdefault((raw.node.name, item.pin.id), []).append(raw)
        self._names = self._unique_names()
        self._pins = {(id(raw), item.pin.id): item.pin for raw in nodes for item in raw.pins}

    def _unique_names(self) -> dict[int, str]:
        taken = {raw.node.name for raw in self._nodes}
        names: dict[int, str] = {}
        next_number: dict[str, int] = {}
        for raw in self._nodes:
            name = raw.node.name
            if raw.paste:
                stem = name.rstrip("0123456789").removesuffix("_")
                number = next_number.get(stem, 0)
                while (name := f"{stem}_{number}") in taken:
                    number += 1
                next_number[stem] = number + 1
                taken.add(name)
            names[id(raw)] = name
        return names

    def _target(self, source: RawNode, link: tuple[str, str]) -> RawNode | None:
        """The node that a link means: by name and pin id, of the same paste where several fit."""
        found = self._by_pin.get(link, [])
        same = [raw for raw in found if raw.paste == source.paste]
        return next(iter(same or found), None)

    def _is_real(self, raw: RawNode, pin: Pin, link: tuple[str, str]) -> RawNode | None:
        """The other node when the link joins an output with an input of the text."""
        other = self._target(raw, link)
        if other is None:
            return None
        return other if self._pins[id(other), link[1]].direction != pin.direction else None

    def links(self) -> tuple[Link, ...]:
        """Every link once, in node and pin order of its source."""
        table: dict[PinRef, dict[PinRef, None]] = {}
        late: list[tuple[PinRef, PinRef]] = []
        for raw in self._nodes:
            for item in raw.pins:
                here = PinRef(self._names[id(raw)], item.pin.id)
                is_output = item.pin.direction == "output"
                if is_output:
                    table[here] = {}
                for link in item.links:
                    other = self._is_real(raw, item.pin, link)
                    if other is None:
                        continue
                    there = PinRef(self._names[id(other)], link[1])
                    if is_output:
                        table[here][there] = None
                    else:
                        late.append((there, here))
        for source, target in late:
            table[source].setdefault(target)
        return tuple(Link(source, target) for source, targets in table.items() for target in targets)

    def finished(self, raw: RawNode) -> Node:
        """The node with its own name, dangling links kept as text."""
        pins = tuple(self._with_dangling(raw, item) for item in raw.pins)
        return replace(raw.node, name=self._names[id(raw)], pins=pins)

    def _with_dangling(self, raw: RawNode, item: RawPin) -> Pin:
        dangling = [link for link in item.links if self._is_real(raw, item.pin, link) is None]
        if not dangling:
            return item.pin
        text = "".join(f"{node} {pin}," for node, pin in dict.fromkeys(dangling))
        extra: Properties = (*item.pin.extra, ("LinkedTo", f"({text})"))
        return replace(item.pin, extra=extra)
