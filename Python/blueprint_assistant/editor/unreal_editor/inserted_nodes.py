"""Recognises nodes that a plan could not name or foresee: conversions on a link, entries of the menu.

The editor inserts conversions by itself, and numbers its nodes as it likes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds.node_classes import UNKNOWN_CLASS
from blueprint_assistant.graph.kinds.node_factory import any_spec_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.graph.model.blueprint import Graph, Node

__all__ = ["with_inserted_nodes", "with_menu_nodes"]


def with_menu_nodes(expected: Graph, found: Graph, planned: Mapping[str, str]) -> Graph:
    """The expected graph with what the menu made in place of what only stood for it."""
    nodes = tuple(
        replace(found.nodes_by_name[planned[node.name]], name=node.name)
        if node.class_path == UNKNOWN_CLASS and planned.get(node.name) in found.nodes_by_name
        else node
        for node in expected.nodes
    )
    return replace(expected, nodes=nodes)


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
