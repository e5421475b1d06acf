"""Arranging a whole graph: what stands together stays together, and nothing covers anything."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blueprint_assistant.graph.compare.semantics import is_comment
from blueprint_assistant.graph.layout.sizes import node_size
from blueprint_assistant.graph.layout.tidy import tidy
from blueprint_assistant.graph.model.blueprint import Graph, Node
from graph.large_graphs import BRANCH, GO, LARGE, PRINT, TICK, graph_of
from graph.layout.test_arrange import COMMENT, linked_graphs
from tiers import thinned

if TYPE_CHECKING:
    from collections.abc import Iterator

Area = tuple[int, int, int, int]


def tidied(graph: Graph) -> Graph:
    """The graph with everything where it goes."""
    found = tidy(graph)
    nodes = []
    for node in graph.nodes:
        if node.name in found.boxes:
            x, y, width, height = found.boxes[node.name]
            size = (("NodeWidth", str(width)), ("NodeHeight", str(height)))
            kept = tuple(item for item in node.properties if item[0] not in ("NodeWidth", "NodeHeight"))
            nodes.append(replace(node, x=x, y=y, properties=(*kept, *size)))
        else:
            x, y = found.places[node.name]
            nodes.append(replace(node, x=x, y=y))
    return replace(graph, nodes=tuple(nodes))


def area(node: Node, graph: Graph) -> Area:
    width, height = node_size(node, graph)
    return node.x, node.y, node.x + width, node.y + height


def overlap(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def inside(inner: Area, outer: Area) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def held(graph: Graph) -> dict[str, frozenset[str]]:
    """The nodes whose middle each box covers."""
    found = {}
    for box in graph.nodes:
        if is_comment(box):
            left, top, right, bottom = area(box, graph)
            found[box.name] = frozenset(
                node.name
                for node in graph.nodes
                for a in [area(node, graph)]
                if not is_comment(node)
                and left <= (a[0] + a[2]) / 2 <= right
                and top <= (a[1] + a[3]) / 2 <= bottom
            )
    return found


def check(graph: Graph) -> None:
    after = tidied(graph)
    areas = {node.name: area(node, after) for node in after.nodes}
    nodes = [node.name for node in after.nodes if not is_comment(node)]
    for number, one in enumerate(nodes):
        for other in nodes[number + 1 :]:
            assert not overlap(areas[one], areas[other]), (one, other)
    assert tidied(after) == after


def box(name: str, x: int, y: int, width: int, height: int) -> Node:
    size = (("NodeWidth", str(width)), ("NodeHeight", str(height)))
    return Node(name, COMMENT, name, x, y, properties=size)


@given(linked_graphs(loops=True))
def test_nothing_covers_anything_and_a_second_time_changes_nothing(graph: Graph) -> None:
    check(graph)


@st.composite
def commented_graphs(draw: st.DrawFn) -> Graph:
    """A linked graph in a row, with boxes around neighbours; no two boxes share a part of themselves."""
    graph = draw(linked_graphs(loops=True))
    step = 1200
    nodes = tuple(replace(node, x=number * step, y=0) for number, node in enumerate(graph.nodes))
    places = list(range(len(nodes)))
    boxes, start = [], 0
    while start < len(places) and len(boxes) < 3:
        count = draw(st.integers(1, 4))
        if draw(st.booleans()):
            boxes.append(box(f"Box{len(boxes)}", start * step - 50, -100, count * step - 50, 900))
        start += count
    return replace(graph, nodes=(*nodes, *boxes))


@given(commented_graphs())
def test_each_box_holds_what_it_held_wholly_and_nothing_else(graph: Graph) -> None:
    check(graph)
    before, after = held(graph), tidied(graph)
    areas = {node.name: area(node, after) for node in after.nodes}
    for name, members in before.items():
        for node in after.nodes:
            if node.name in members:
                assert inside(areas[node.name], areas[name])
            elif not is_comment(node):
                assert not overlap(areas[node.name], areas[name])
    boxes = list(before)
    for number, one in enumerate(boxes):
        for other in boxes[number + 1 :]:
            assert not overlap(areas[one], areas[other])


def test_a_box_in_a_box_stays_in_it() -> None:
    places = {number: (1000 * number, 0) for number in range(4)}
    chain = [(0, "then", 1, "execute"), (1, "then", 2, "execute")]
    graph = graph_of([TICK, PRINT, PRINT, GO], chain, places)
    nodes = graph.nodes
    graph = replace(
        graph, nodes=(*nodes, box("Outer", 900, -300, 1700, 900), box("Inner", 1900, -100, 600, 400))
    )
    check(graph)
    after = tidied(graph)
    areas = {node.name: area(node, after) for node in after.nodes}
    assert inside(areas["Inner"], areas["Outer"])
    assert inside(areas["N2"], areas["Inner"])
    assert inside(areas["N1"], areas["Outer"])
    assert not overlap(areas["N1"], areas["Inner"])
    assert not overlap(areas["N3"], areas["Outer"])


def test_the_upper_left_node_corner_stays() -> None:
    graph = graph_of([TICK, BRANCH], [(0, "then", 1, "execute")])
    graph = replace(graph, nodes=tuple(replace(n, x=n.x - 1600, y=n.y + 320) for n in graph.nodes))
    after = tidied(graph)
    assert min(node.x for node in after.nodes) == min(node.x for node in graph.nodes)
    assert min(node.y for node in after.nodes) == min(node.y for node in graph.nodes)


def corners(nodes: tuple[Node, ...]) -> Iterator[tuple[int, int]]:
    return ((node.x, node.y) for node in nodes)


def test_an_empty_box_and_an_empty_graph_are_fine() -> None:
    assert tidy(Graph("EventGraph")).places == {}
    lonely = Graph("EventGraph", (box("Box", 64, 32, 300, 200),))
    assert tidied(lonely) == lonely


@pytest.mark.parametrize("form", thinned(list(LARGE), 3, is_one_value=True))
def test_large_graphs_are_arranged_too(form: str) -> None:
    graph = LARGE[form](200)
    after = tidied(graph)
    assert len(set(corners(after.nodes))) == len(after.nodes)
