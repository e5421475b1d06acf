"""What the compiler finds wrong with a graph as a whole: cycles of values, results that nothing reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unreal_sandbox.blueprints.compile_findings import title_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Node
    from unreal_sandbox.blueprints.compile_findings import Compiling, Finding

__all__ = ["check_data_cycles", "check_results"]


def check_results(compiling: Compiling) -> Iterator[tuple[str, Finding]]:
    """A result node that no exec link reaches: the function compiles and gives nothing back.

    It is a warning, and the compile succeeds [FIELD_NOTES 7]; the words are assumed.
    """
    for node in compiling.graph.nodes:
        if node.class_name != "K2Node_FunctionResult":
            continue
        entry = node.find_pin("execute", "input")
        has_values = any(not pin.is_exec for pin in node.pins)
        if entry is not None and has_values and not compiling.links_of(node, entry):
            title = title_of(compiling, node)
            yield (
                node.name,
                ("warning", f"The exec pin of{title}is not linked: its values are never returned."),
            )


def check_data_cycles(compiling: Compiling) -> Iterator[tuple[str, Finding]]:
    """Nodes without exec pins that need their own result."""
    state: dict[str, int] = {}
    for node in compiling.reached:
        if _is_pure(node) and _finds_cycle(compiling, node, state):
            title = title_of(compiling, node)
            yield node.name, ("error", f"Dependency cycle detected, preventing{title}from being scheduled.")


_OPEN, _DONE = 1, 2


def _finds_cycle(compiling: Compiling, start: Node, state: dict[str, int]) -> bool:
    """Whether a walk up the data links comes back to a node on its way. Each node is walked once."""
    if state.get(start.name):
        return False
    state[start.name] = _OPEN
    path = [(start, iter(_sources(compiling, start)))]
    while path:
        node, sources = path[-1]
        source = next(sources, None)
        if source is None:
            state[node.name] = _DONE
            path.pop()
        elif state.get(source.name) == _OPEN:
            for open_node, _ in path:
                state[open_node.name] = _DONE
            return True
        elif not state.get(source.name):
            state[source.name] = _OPEN
            path.append((source, iter(_sources(compiling, source))))
    return False


def _sources(compiling: Compiling, node: Node) -> list[Node]:
    """The pure nodes that a pure node reads."""
    nodes = compiling.graph.nodes_by_name
    refs = [ref for pin in node.pins if pin.direction == "input" for ref in compiling.links_of(node, pin)]
    return [nodes[ref.node] for ref in refs if ref.node in nodes and _is_pure(nodes[ref.node])]


def _is_pure(node: Node) -> bool:
    return not any(pin.is_exec for pin in node.pins)
