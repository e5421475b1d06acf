"""Graphs of any size: nodes of a few kinds, linked by number, and one graph again and again."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.kinds.common_specs import (
    BranchSpec,
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    NodeSpec,
    SequenceSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.kinds.node_factory import make_node
from blueprint_assistant.graph.model.blueprint import (
    Blueprint,
    Component,
    Graph,
    Link,
    Node,
    PinRef,
    Variable,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ENGINE = "/Script/Engine."
SPECS: list[NodeSpec] = [
    EventSpec("ReceiveTick"),
    CustomEventSpec("Go"),
    BranchSpec(),
    SequenceSpec(4),
    VariableSetSpec("Speed"),
    CallFunctionSpec(f"{ENGINE}KismetSystemLibrary:PrintString"),
    CallFunctionSpec(f"{ENGINE}Actor:K2_AddActorWorldOffset"),
    VariableGetSpec("Speed"),
    CallFunctionSpec(f"{ENGINE}Actor:GetActorForwardVector"),
    CallFunctionSpec(f"{ENGINE}KismetMathLibrary:Multiply_DoubleDouble"),
]
TICK, GO, BRANCH, SEQUENCE, SET, PRINT, MOVE, GET, FORWARD, TIMES = range(10)


def _templates() -> list[Node]:
    numbers = itertools.count(1)
    catalog = default_catalog()
    owner = Blueprint(
        "/Game/BP_Mover",
        "/Script/Engine.Actor",
        variables=(Variable("Speed", parse_type("float", catalog), guid="A" * 32),),
        components=(Component("Mesh", "/Script/Engine.StaticMeshComponent"),),
    )
    return [
        make_node(spec, owner=owner, catalog=catalog, name="X", new_guid=lambda: f"{next(numbers):032X}")
        for spec in SPECS
    ]


NODES = _templates()


def graph_of(
    kinds: list[int], links: list[tuple[int, str, int, str]], places: dict[int, tuple[int, int]] | None = None
) -> Graph:
    """Nodes N0, N1, … of the kinds above, linked by number and pin name."""
    nodes = []
    for number, kind in enumerate(kinds):
        x, y = (places or {}).get(number, (0, 0))
        nodes.append(replace(NODES[kind], name=f"N{number}", x=x, y=y))

    def ref(number: int, name: str, direction: str) -> PinRef:
        pin = next(pin for pin in nodes[number].pins if (pin.name, pin.direction) == (name, direction))
        return PinRef(f"N{number}", pin.id)

    made = [Link(ref(a, out, "output"), ref(b, into, "input")) for a, out, b, into in links]
    return Graph("EventGraph", tuple(nodes), tuple(made))


def repeated(graph: Graph, times: int) -> Graph:
    """That many copies of a graph in one, names numbered and without GUIDs."""
    nodes = tuple(
        replace(node, name=f"{node.name}_{n}", guid="") for n in range(times) for node in graph.nodes
    )
    links = tuple(
        Link(
            PinRef(f"{link.source.node}_{n}", link.source.pin),
            PinRef(f"{link.target.node}_{n}", link.target.pin),
        )
        for n in range(times)
        for link in graph.links
    )
    return replace(graph, nodes=nodes, links=links)


def _chain(size: int) -> Graph:
    return graph_of([GO, *[PRINT] * size], [(n, "then", n + 1, "execute") for n in range(size)])


def _ladder(size: int) -> Graph:
    links = [(0, "then", 1, "execute")]
    links += [(n, "then" if n % 2 else "else", n + 1, "execute") for n in range(1, size)]
    return graph_of([GO, *[BRANCH] * size], links)


def _tree(size: int) -> Graph:
    links = [(0, "then", 1, "execute")]
    links += [(n // 2, "else" if n % 2 else "then", n, "execute") for n in range(2, size + 1)]
    return graph_of([GO, *[BRANCH] * size], links)


def _comments(size: int) -> Graph:
    """An event, what it calls, a comment and another call, again and again."""
    groups = range(size // 4)
    links = [(3 * n + m, "then", 3 * n + m + 1, "execute") for n in groups for m in range(2)]
    graph = graph_of([GO, PRINT, PRINT] * len(groups), links)
    comment = Node("", "/Script/UnrealEd.EdGraphNode_Comment", "", properties=(("NodeWidth", "600"),))
    nodes = [
        node
        for n in groups
        for node in (
            *graph.nodes[3 * n : 3 * n + 2],
            replace(comment, name=f"C{n}"),
            graph.nodes[3 * n + 2],
        )
    ]
    return replace(graph, nodes=tuple(nodes))


LARGE: Mapping[str, Callable[[int], Graph]] = {
    "events": lambda size: graph_of([GO] * size, []),
    "a chain": _chain,
    "inputs of one node": lambda size: graph_of(
        [TIMES, *[GET] * size], [(n + 1, "Speed", 0, "A") for n in range(size)]
    ),
    "readers of one node": lambda size: graph_of(
        [GET, *[SET] * size], [(0, "Speed", n + 1, "Speed") for n in range(size)]
    ),
    "callers of one node": lambda size: graph_of(
        [PRINT, *[GO] * size], [(n + 1, "then", 0, "execute") for n in range(size)]
    ),
    "a ladder of branches": _ladder,
    "a tree of branches": _tree,
    "calls between comments": _comments,
}
"""Makers of graphs of about that many nodes, by what they look like."""
