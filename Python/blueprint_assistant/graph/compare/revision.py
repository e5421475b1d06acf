"""Tells whether a graph does the same as before: a fingerprint that does not know its layout.

Moving nodes, comments and reroutes, and the order of nodes and links, leave it alone. Any
other edit changes it. The GUIDs of nodes count: a node deleted and made again is another one
(`graph.compare.isomorphism` is for graphs that were made twice).
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.compare.semantics import (
    contracted_links,
    node_statement,
    pin_keys,
    pin_statement,
    working_nodes,
)

if TYPE_CHECKING:
    from blueprint_assistant.graph.compare.semantics import NodeStatement, PinKey
    from blueprint_assistant.graph.model.blueprint import Graph, Node, Pin, PinRef

__all__ = ["Revision", "digest_of", "revision"]

_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Revision:
    """The fingerprint of what a graph does. Compare it, keep its text, read nothing into it."""

    digest: str

    def __str__(self) -> str:
        """The form in which it is handed out: `bcrev:1-…`. Another version never compares equal."""
        return f"bcrev:{_VERSION}-{self.digest}"


def revision(graph: Graph) -> Revision:
    """The revision of a graph. Equal across sessions and machines for the same content. Linear."""
    nodes = working_nodes(graph)
    identities = _identities(nodes)
    keys = {node.name: pin_keys(node) for node in nodes}
    said = sorted(digest_of((identities[node.name], _node(node, keys[node.name]))) for node in nodes)
    links = sorted(
        digest_of((_end(link.source, identities, keys), _end(link.target, identities, keys)))
        for link in contracted_links(graph)
    )
    properties = tuple(sorted(graph.properties))
    return Revision(digest_of((graph.name, graph.kind, properties, tuple(said), tuple(links))))


def digest_of(statement: NodeStatement) -> str:
    """32 hexadecimal digits that are the same for the same statement, everywhere and always."""
    text = json.dumps(statement, ensure_ascii=True, separators=(",", ":"))
    return blake2b(text.encode("ascii"), digest_size=16).hexdigest()


def _identities(nodes: tuple[Node, ...]) -> dict[str, str]:
    """What each node is known by: its GUID, and its name where several share one or have none."""
    shared = Counter(node.guid for node in nodes)
    return {
        node.name: node.guid if node.guid and shared[node.guid] == 1 else f"{node.guid}/{node.name}"
        for node in nodes
    }


def _node(node: Node, keys: dict[str, PinKey]) -> NodeStatement:
    pins = tuple(pin_statement(pin, keys, _default(pin)) for pin in node.pins)
    return node_statement(node, pins, "" if node.graph is None else revision(node.graph).digest)


def _default(pin: Pin) -> NodeStatement:
    return (pin.default_value, pin.default_object, pin.default_text)


def _end(ref: PinRef, identities: dict[str, str], keys: dict[str, dict[str, PinKey]]) -> NodeStatement:
    """One end of a link; an end outside the graph is known by the raw reference."""
    key = keys.get(ref.node, {}).get(ref.pin)
    if key is None:
        return (identities.get(ref.node, ref.node), ref.pin)
    direction, name, number = key
    return (identities[ref.node], direction, name, str(number))
