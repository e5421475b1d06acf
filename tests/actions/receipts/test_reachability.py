from __future__ import annotations

from itertools import pairwise

from blueprint_assistant.actions.receipts.reachability import never_executed
from blueprint_assistant.graph.model.blueprint import EXEC, Graph, Link, Node, Pin, PinRef


def node(name: str, *, takes_exec: bool = True, properties: tuple[tuple[str, str], ...] = ()) -> Node:
    pins = [Pin("out", "then", "output", EXEC)]
    if takes_exec:
        pins.append(Pin("in", "execute", "input", EXEC))
    return Node(name, "/Script/BlueprintGraph.K2Node_X", "", pins=tuple(pins), properties=properties)


def chain(*names: str) -> tuple[Link, ...]:
    return tuple(Link(PinRef(one, "out"), PinRef(other, "in")) for one, other in pairwise(names))


def test_only_nodes_that_an_event_leads_to_are_executed() -> None:
    event, ghost = node("Event", takes_exec=False), node("Ghost", takes_exec=False, properties=GHOST)
    nodes = (event, ghost, *(node(name) for name in ("A", "B", "C", "D")))
    graph = Graph("EventGraph", nodes, (*chain("Event", "A", "B"), *chain("Ghost", "C"), *chain("B", "A")))
    assert [found.name for found in never_executed(graph)] == ["C", "D"]


GHOST = (("EnabledState", "Disabled"),)
