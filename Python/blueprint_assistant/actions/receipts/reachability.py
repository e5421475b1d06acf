"""Which nodes of a graph nothing ever runs: a clean compile does not tell (field notes)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds.node_factory import is_ghost

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph, Node

__all__ = ["never_executed"]


def never_executed(graph: Graph) -> tuple[Node, ...]:
    """The nodes with an exec input that no event or entry node leads to, in graph order."""
    waiting = [node for node in graph.nodes if _is_entry(node)]
    reached = {node.name for node in waiting}
    while waiting:
        node = waiting.pop()
        for pin in node.pins:
            if not pin.is_exec or pin.direction != "output":
                continue
            for ref in graph.links_of(node.name, pin.id):
                if ref.node not in reached and ref.node in graph.nodes_by_name:
                    reached.add(ref.node)
                    waiting.append(graph.nodes_by_name[ref.node])
    return tuple(node for node in graph.nodes if _takes_exec(node) and node.name not in reached)


def _takes_exec(node: Node) -> bool:
    return any(pin.is_exec and pin.direction == "input" and not pin.is_hidden for pin in node.pins)


def _is_entry(node: Node) -> bool:
    gives_exec = any(pin.is_exec and pin.direction == "output" for pin in node.pins)
    return gives_exec and not _takes_exec(node) and not is_ghost(node)
