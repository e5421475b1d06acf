"""Recognises the nodes that the editor inserted by itself, conversions on a link.

A plan expects them but cannot name them: the editor numbers its nodes as it likes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.nodes import any_spec_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.graph.model import Graph, Node

__all__ = ["with_inserted_nodes"]


def with_inserted_nodes(
    planned: Mapping[str, str], expected: Graph, found: Graph, before: Graph | None
) -> dict[str, str]:
    """The real names by expected names: `planned` and every inserted node that can be recognised.

    Two nodes are the same when they stand for the same and are linked to the same pins.
    """
    names = dict(planned)
    known = set(before.nodes_by_name) if before is not None else set()
    real = {name: node for name, node in found.nodes_by_name.items() if name not in known}
    for name in planned.values():
        real.pop(name, None)
    for node in expected.nodes:
        if node.name in known or node.name in planned:
            continue
        wanted = _signature(node, expected, names)
        match = next((name for name, other in real.items() if _signature(other, found, {}) == wanted), None)
        if match is not None:
            names[node.name] = match
            del real[match]
    return names


def _signature(
    node: Node, graph: Graph, names: Mapping[str, str]
) -> tuple[str, frozenset[tuple[str, str, str]]]:
    """What a node is and what it is linked to: (own pin, other node, other pin)."""
    links = frozenset(
        (pin.name, names.get(ref.node, ref.node), other.name)
        for pin in node.pins
        for ref in graph.links_of(node.name, pin.id)
        if (other := graph.pin(ref)) is not None
    )
    return repr(any_spec_of(node)), links
