"""The layered layout: laws over any graph, and what it looks like for the graphs that people make."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.layout.arrange import arrange
from blueprint_assistant.graph.layout.sizes import GRID, has_exec, node_size, pin_height
from blueprint_assistant.graph.model.blueprint import Graph, Link, Node
from graph.large_graphs import (
    BRANCH,
    GET,
    GO,
    LARGE,
    MOVE,
    NODES,
    PRINT,
    SEQUENCE,
    SET,
    TICK,
    graph_of,
)
from tiers import thinned

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMENT = "/Script/UnrealEd.EdGraphNode_Comment"


@st.composite
def linked_graphs(draw: st.DrawFn, *, loops: bool) -> Graph:
    """Up to a dozen nodes, some of them placed already, linked by chance; exec to exec, data to data."""
    kinds = draw(st.lists(st.integers(0, len(NODES) - 1), min_size=1, max_size=12))
    dice = random.Random(draw(st.integers(0, 10**6)))
    ends = [
        (number, pin)
        for number, kind in enumerate(kinds)
        for pin in NODES[kind].visible_pins
        if pin.name != "OutputDelegate"
    ]
    possible = [
        (a, source.name, b, target.name)
        for (a, source), (b, target) in itertools.product(ends, ends)
        if source.direction == "output" and target.direction == "input"
        if source.is_exec == target.is_exec and a != b and (loops or a < b)
    ]
    chosen = dice.sample(possible, min(len(possible), dice.randrange(2 * len(kinds) + 1)))
    places = {n: (dice.randrange(-900, 900), dice.randrange(-400, 400)) for n in range(len(kinds))}
    return graph_of(kinds, chosen, places)


def arranged(graph: Graph, new: set[str]) -> Graph:
    places = arrange(graph, new)
    assert set(places) == new
    nodes = [
        replace(node, x=places[node.name][0], y=places[node.name][1]) if node.name in new else node
        for node in graph.nodes
    ]
    return replace(graph, nodes=tuple(nodes))


def box(node: Node, graph: Graph) -> tuple[int, int, int, int]:
    width, height = node_size(node, graph)
    return node.x, node.y, node.x + width, node.y + height


def covering(graph: Graph, new: set[str]) -> Iterator[tuple[str, str]]:
    """Pairs of nodes, one of them new, that cover each other."""
    boxes = [(node.name, box(node, graph)) for node in graph.nodes]
    for (one, a), (other, b) in itertools.combinations(boxes, 2):
        is_covering = a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
        if is_covering and (one in new or other in new):
            yield one, other


def exec_y(graph: Graph, name: str, pin_name: str) -> int:
    node = graph.node(name)
    pin = node.find_pin(pin_name)
    assert pin is not None
    return node.y + pin_height(node, pin, graph)


def straight(graph: Graph, link: Link) -> bool:
    source, target = graph.pin(link.source), graph.pin(link.target)
    assert source is not None
    assert target is not None
    return exec_y(graph, link.source.node, source.name) == exec_y(graph, link.target.node, target.name)


@given(linked_graphs(loops=True), st.data())
def test_new_nodes_never_cover_anything_and_old_ones_never_move(graph: Graph, data: st.DataObject) -> None:
    new = data.draw(st.sets(st.sampled_from([node.name for node in graph.nodes])))
    after = arranged(graph, new)
    assert not list(covering(after, new))
    assert [node for node in after.nodes if node.name not in new] == [
        node for node in graph.nodes if node.name not in new
    ]


@given(linked_graphs(loops=False), st.data())
def test_every_link_to_a_new_node_leads_to_the_right(graph: Graph, data: st.DataObject) -> None:
    new = data.draw(st.sets(st.sampled_from([node.name for node in graph.nodes])))
    after = arranged(graph, new)
    for link in graph.links:
        if link.target.node in new:
            assert box(after.node(link.source.node), after)[2] < after.node(link.target.node).x


@given(linked_graphs(loops=False))
def test_data_nodes_stand_left_of_and_below_what_they_feed(graph: Graph) -> None:
    after = arranged(graph, {node.name for node in graph.nodes})
    for node in after.nodes:
        fed = [after.node(link.target.node) for link in after.links if link.source.node == node.name]
        if has_exec(node) or not fed:
            continue
        assert box(node, after)[2] < min(other.x for other in fed)
        nearest = [other for other in fed if other.x == min(other.x for other in fed)]
        assert any(node.y > other.y if has_exec(other) else node.y >= other.y for other in nearest)


@given(linked_graphs(loops=True), st.randoms())
def test_the_places_do_not_depend_on_the_order_of_the_names(graph: Graph, dice: random.Random) -> None:
    names = [node.name for node in graph.nodes]
    places = arrange(graph, names)
    dice.shuffle(names)
    assert arrange(graph, names) == places
    assert list(arrange(graph, names)) == [node.name for node in graph.nodes]
    assert all(x % GRID == 0 for x, _ in places.values())


def test_execution_runs_straight_through_nodes_with_headers_of_any_height() -> None:
    kinds = [GO, PRINT, SET, MOVE, BRANCH]
    links = [(n, "then", n + 1, "execute") for n in range(4)]
    after = arranged(graph_of(kinds, links), {f"N{n}" for n in range(5)})
    assert all(straight(after, link) for link in after.links)


def test_arms_stand_under_each_other_in_the_order_of_their_pins() -> None:
    links = [(0, "then", 1, "execute")]
    links += [(1, f"then_{n}", 2 + n, "execute") for n in range(4)]
    after = arranged(graph_of([TICK, SEQUENCE, PRINT, BRANCH, MOVE, SET], links), {f"N{n}" for n in range(6)})
    heights = [exec_y(after, f"N{2 + n}", "execute") for n in range(4)]
    assert heights == sorted(heights)
    assert len(set(heights)) == 4
    assert len({after.node(f"N{2 + n}").x for n in range(4)}) == 1
    assert straight(after, after.links[0])
    assert straight(after, after.links[1])


def test_an_arm_goes_under_what_is_in_its_columns_already() -> None:
    links = [
        (0, "then", 1, "execute"),
        (1, "then", 2, "execute"),
        (1, "else", 5, "execute"),
        (2, "then", 3, "execute"),
        (2, "else", 4, "execute"),
    ]
    after = arranged(graph_of([TICK, BRANCH, BRANCH, PRINT, MOVE, PRINT], links), {f"N{n}" for n in range(6)})
    assert after.node("N5").y > box(after.node("N2"), after)[3]
    assert after.node("N4").y > box(after.node("N3"), after)[3]


def test_a_chain_goes_on_beside_the_node_that_it_continues() -> None:
    links = [(0, "then", 1, "execute"), (1, "then", 2, "execute"), (3, "Speed", 2, "Speed")]
    graph = graph_of([TICK, PRINT, SET, GET], links, {0: (101, 37)})
    after = arranged(graph, {"N1", "N2", "N3"})
    assert all(straight(after, link) for link in after.links[:2])
    assert after.node("N1").x >= box(after.node("N0"), after)[2] + 64
    assert after.node("N1").x <= box(after.node("N0"), after)[2] + 112


def test_what_leads_to_an_old_node_ends_left_of_it() -> None:
    links = [(0, "then", 1, "execute"), (1, "then", 2, "execute")]
    graph = graph_of([GO, PRINT, MOVE], links, {2: (0, 0)})
    after = arranged(graph, {"N0", "N1"})
    assert box(after.node("N1"), after)[2] < 0
    assert all(straight(after, link) for link in after.links)


def test_new_events_start_under_everything() -> None:
    graph = graph_of([TICK, PRINT, GO, GO], [(0, "then", 1, "execute")], {0: (64, 0), 1: (400, 0)})
    after = arranged(graph, {"N2", "N3"})
    assert [after.node(name).x for name in ("N2", "N3")] == [64, 64]
    assert after.node("N2").y > box(after.node("N1"), after)[3]
    assert after.node("N3").y > box(after.node("N2"), after)[3]


def test_a_node_put_between_two_neighbours_finds_room_below_and_moves_neither() -> None:
    links = [(0, "then", 2, "execute"), (2, "then", 1, "execute")]
    graph = graph_of([TICK, PRINT, MOVE], links, {0: (0, 0), 1: (240, 0)})
    after = arranged(graph, {"N2"})
    assert not list(covering(after, {"N2"}))
    assert after.node("N2").y > box(after.node("N1"), after)[3]


def test_new_nodes_keep_out_of_comments_but_not_out_of_their_own_groups() -> None:
    def comment(x: int, y: int) -> Node:
        size = (("NodeWidth", "2000"), ("NodeHeight", "400"))
        return Node("Comment", COMMENT, "C" * 32, x, y, properties=size)

    graph = graph_of([TICK, PRINT], [(0, "then", 1, "execute")], {0: (0, 0)})
    around = arranged(replace(graph, nodes=(*graph.nodes, comment(-64, -64))), {"N1"})
    assert straight(around, around.links[0])
    beside = arranged(replace(graph, nodes=(*graph.nodes, comment(300, -64))), {"N1"})
    assert beside.node("N1").y > 336


def test_nothing_new_and_an_empty_graph_are_fine() -> None:
    assert arrange(Graph("EventGraph"), []) == {}
    assert arrange(graph_of([TICK], []), ["N0"]) == {"N0": (0, 0)}


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(GraphError, match="N7"):
        arrange(graph_of([TICK], []), ["N7"])


@pytest.mark.parametrize("form", thinned(LARGE, 3, is_one_value=True))
def test_a_thousand_nodes_at_once_find_a_place_each(form: str) -> None:
    graph = LARGE[form](1000)
    names = {node.name for node in graph.nodes}
    assert not list(covering(arranged(graph, names), names))
