"""Room for nodes between others: what is behind moves right, and nothing is covered or leaves its box."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from blueprint_assistant.graph.layout.making_room import make_room
from blueprint_assistant.graph.model.blueprint import Graph, Node
from graph.large_graphs import PRINT, TICK, graph_of
from graph.layout.test_arrange import COMMENT, box, covering, exec_y, linked_graphs

if TYPE_CHECKING:
    from collections.abc import Mapping

ROW = [TICK, PRINT, PRINT, PRINT]


def row(*order: int, places: dict[int, tuple[int, int]]) -> Graph:
    """A row in an order of numbers; the last of ROW is the new node."""
    links = [(a, "then", b, "execute") for a, b in pairwise(order)]
    return graph_of(ROW, links, places)


def at_places(graph: Graph, places: Mapping[str, tuple[int, int]]) -> Graph:
    nodes = [
        replace(node, x=places[node.name][0], y=places[node.name][1]) if node.name in places else node
        for node in graph.nodes
    ]
    return replace(graph, nodes=tuple(nodes))


def names(graph: Graph) -> list[str]:
    return [node.name for node in graph.nodes]


def shown(graph: Graph, new: set[str]) -> Graph:
    """The graph as it stands after room was made and the new nodes were placed."""
    moved, places = make_room(graph, new)
    assert set(places) == new
    return at_places(graph, {**moved, **places})


CLOSE = {0: (0, 0), 1: (304, 0), 2: (608, 0)}


def test_what_is_behind_an_insertion_moves_right_and_the_row_is_straight() -> None:
    graph = row(0, 3, 1, 2, places=CLOSE)
    event, first, second, new = names(graph)
    after = shown(graph, {new})
    left = [after.node(name).x for name in (event, new, first, second)]
    assert left == sorted(left)
    assert after.node(event) == graph.node(event)
    assert after.node(first).y == graph.node(first).y
    moved = {after.node(name).x - graph.node(name).x for name in (first, second)}
    assert len(moved) == 1
    assert min(moved) > 0
    assert exec_y(after, event, "then") == exec_y(after, new, "execute")
    assert not [*covering(after, set(names(after)))]


def test_where_there_is_room_nothing_moves() -> None:
    graph = row(0, 3, 1, 2, places={0: (0, 0), 1: (1600, 0), 2: (2000, 0)})
    assert make_room(graph, {names(graph)[3]})[0] == {}


def test_what_is_put_at_the_end_moves_nothing() -> None:
    graph = row(0, 1, 2, 3, places=CLOSE)
    assert make_room(graph, {names(graph)[3]})[0] == {}


def test_a_way_back_into_a_loop_moves_nothing() -> None:
    graph = graph_of(
        ROW, [(0, "then", 1, "execute"), (1, "then", 3, "execute"), (3, "then", 1, "execute")], CLOSE
    )
    assert make_room(graph, {names(graph)[3]})[0] == {}


def test_nothing_is_moved_onto_a_node_that_stays() -> None:
    # The third node is in the way of the second, and not behind it.
    graph = row(0, 3, 1, places=CLOSE)
    assert make_room(graph, {names(graph)[3]})[0] == {}


def test_nothing_leaves_its_comment_box_or_comes_into_one() -> None:
    graph = row(0, 3, 1, 2, places=CLOSE)
    size = (("NodeWidth", "400"), ("NodeHeight", "400"))
    comment = Node("Comment", COMMENT, "C" * 32, x=280, y=-100, properties=size)
    assert make_room(replace(graph, nodes=(*graph.nodes, comment)), {names(graph)[3]})[0] == {}
    wide = replace(comment, x=-100, properties=(("NodeWidth", "4000"), ("NodeHeight", "600")))
    assert make_room(replace(graph, nodes=(*graph.nodes, wide)), {names(graph)[3]})[0]


def test_two_insertions_in_one_row_get_room_both() -> None:
    kinds = [TICK, PRINT, PRINT, PRINT, PRINT]
    links = [(a, "then", b, "execute") for a, b in ((0, 3), (3, 1), (1, 4), (4, 2))]
    graph = graph_of(kinds, links, CLOSE)
    event, first, second, one, other = names(graph)
    after = shown(graph, {one, other})
    left = [after.node(name).x for name in (event, one, first, other, second)]
    assert left == sorted(set(left))
    assert not [*covering(after, set(names(after)))]


@given(linked_graphs(loops=True), st.data())
def test_nodes_only_move_right_and_cover_nothing_that_stays(graph: Graph, data: st.DataObject) -> None:
    new = data.draw(st.sets(st.sampled_from(names(graph)), max_size=4))
    moved, _ = make_room(graph, new)
    assert not moved.keys() & new
    after = at_places(graph, moved)
    for name, (x, y) in moved.items():
        assert (x > graph.node(name).x, y) == (True, graph.node(name).y)
    stays = set(names(graph)) - moved.keys() - new
    for name in moved:
        a = box(after.node(name), after)
        for other in stays:
            b = box(after.node(other), after)
            assert not (a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3])
