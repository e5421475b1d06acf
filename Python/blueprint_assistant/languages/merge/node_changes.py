"""Which nodes of two states of a graph are the same, and what each says. Part of `program_rebase`."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from blueprint_assistant.graph.compare.semantics import (
    contracted_links,
    node_statement,
    pin_keys,
    pin_statement,
)

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph, Node

__all__ = ["said_by_nodes", "same_nodes"]


def same_nodes(base: Graph, ours: Graph) -> dict[str, str]:
    """What the nodes of one state are called in the other. A name may mean another node there."""
    found: dict[str, str] = {}
    counted = Counter(node.guid for graph in (base, ours) for node in graph.nodes)
    by_guid = {node.guid: node.name for node in ours.nodes if node.guid and counted[node.guid] == 2}  # noqa: PLR2004 - one in each
    names = ours.nodes_by_name
    for node in base.nodes:
        other = names.get(node.name)
        if other is not None and (other.guid == node.guid or not other.guid or not node.guid):
            found[node.name] = node.name
        elif node.guid in by_guid:
            found[node.name] = by_guid[node.guid]
    return found


def said_by_nodes(graph: Graph) -> dict[str, object]:
    """What each node of a graph says, with the data that it takes; where the flow leads does not count."""
    nodes = {node.name: node for node in graph.nodes}
    taken: dict[str, list[object]] = {name: [] for name in nodes}
    for link in contracted_links(graph):
        pin = nodes[link.target.node].pin_by_id(link.target.pin)
        source = nodes[link.source.node].pin_by_id(link.source.pin)
        if pin is not None and source is not None and not pin.is_exec:
            taken[link.target.node].append((pin.name, link.source.node, source.name))
    return {name: (_node(node), tuple(sorted(taken[name], key=repr))) for name, node in nodes.items()}


def _node(node: Node) -> object:
    keys = pin_keys(node)
    pins = tuple(
        pin_statement(pin, keys, (pin.default_value, pin.default_object, pin.default_text))
        for pin in node.pins
    )
    return node_statement(node, pins, "")
