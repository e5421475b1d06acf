"""The step that removes a custom event: its node, and what of the graph only it leads to.

Pure; outside uses event_removal_steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.edit_plan import RemoveNodesStep
from blueprint_assistant.editor.plan.simulate.member_rules import require_unused
from blueprint_assistant.editor.plan.simulate.member_uses import function_uses, text_uses
from blueprint_assistant.graph.catalog.callables import custom_event_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node

__all__ = ["event_removal_steps"]


def event_removal_steps(owner: Blueprint, name: str) -> tuple[RemoveNodesStep, ...]:
    """Take the event and its statements out. Raises PlanError where something else calls or names it."""
    doomed: dict[str, set[str]] = {}
    for graph in owner.graphs:
        events = [node for node in graph.nodes if custom_event_name(node).lower() == name.lower()]
        if events:
            doomed[graph.name] = _only_of(graph, events)
    nodes = {graph.name: graph.nodes for graph in owner.graphs}
    uses = [*function_uses(owner, nodes, name), *text_uses(owner.graphs, name)]
    require_unused(
        "custom event",
        name,
        ((graph, node) for graph, node in uses if node.name not in doomed.get(graph, ())),
    )
    return tuple(
        RemoveNodesStep(
            graph.name, tuple(node.name for node in graph.nodes if node.name in doomed[graph.name])
        )
        for graph in owner.graphs
        if graph.name in doomed
    )


def _only_of(graph: Graph, events: Iterable[Node]) -> set[str]:
    """The events, the nodes that only they lead to, and the values that only these use."""
    names = {node.name for node in events}
    begins = [node.name for node in graph.nodes if node.name not in names and _begins_flow(node)]
    others = _led_to(graph, begins)
    found = _led_to(graph, names) - others
    while True:
        feeding = {
            node.name
            for node in graph.nodes
            if node.name not in found and not _has_exec(node) and _feeds_only(graph, node, found)
        }
        if not feeding:
            return found
        found |= feeding


def _begins_flow(node: Node) -> bool:
    execs = [pin.direction for pin in node.pins if pin.is_exec]
    return "output" in execs and "input" not in execs


def _has_exec(node: Node) -> bool:
    return any(pin.is_exec for pin in node.pins)


def _led_to(graph: Graph, begins: Iterable[str]) -> set[str]:
    """The nodes of the flow from some nodes on, these included."""
    found, waiting = set[str](), list(begins)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        for pin in graph.node(name).pins:
            if pin.is_exec and pin.direction == "output":
                waiting += [end.node for end in graph.links_of(name, pin.id)]
    return found


def _feeds_only(graph: Graph, node: Node, users: set[str]) -> bool:
    """Whether all that a node gives goes to some nodes, and to at least one."""
    ends = [
        end.node
        for pin in node.pins
        if pin.direction == "output"
        for end in graph.links_of(node.name, pin.id)
    ]
    return bool(ends) and set(ends) <= users
