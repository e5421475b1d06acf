"""In which order the nodes of a graph are told, and by what they are known. Part of `languages`.

Never by position: by what a node is, then by how its neighbours are, then by GUID and name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.compare.semantics import working_nodes
from blueprint_assistant.graph.kinds.common_specs import (
    BranchSpec,
    CallFunctionSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.kinds.node_factory import any_spec_of

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph, Node

__all__ = ["OrderKey", "order_keys", "semantic_key"]

OrderKey = tuple[str, str, str]


def order_keys(graph: Graph) -> dict[str, OrderKey]:
    """For each node that does something the key by which it is sorted among others."""
    return {node.name: (semantic_key(node), node.guid, node.name) for node in working_nodes(graph)}


def semantic_key(node: Node) -> str:
    """What a node is, as one text that is the same in every editor language (BC-071)."""
    spec = any_spec_of(node)
    match spec:
        case CallFunctionSpec(function):
            owner, _, name = function.rpartition(":")
            return f"call:{owner}::{name}"
        case VariableSetSpec(name):
            return f"set:{name}"
        case VariableGetSpec(name):
            return f"get:{name}"
        case BranchSpec():
            return "control:branch"
        case None:
            return f"node:{node.class_path}"
        case _:
            return f"node:{node.class_path}:{spec!r}"
