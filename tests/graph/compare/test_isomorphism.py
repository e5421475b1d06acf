"""Shapes: what stays when nodes are made again, renamed and shuffled."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blueprint_assistant.graph.compare.isomorphism import TooSymmetricError, isomorphic, isomorphism_hash
from blueprint_assistant.graph.model.blueprint import EXEC, Graph, Link, Node, NodeObject, Pin, PinRef
from graph.graphs import graphs
from graph.variations import drawn_otherwise, edited_nodes, made_again, with_node, without_node
from tiers import deep, examples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

IN, OUT, OUT_TOO = "A" * 32, "B" * 32, "C" * 32
PINS = (Pin(IN, "in", "input", EXEC), Pin(OUT, "out", "output", EXEC), Pin(OUT_TOO, "out", "output", EXEC))


def plain(kinds: Iterable[int], links: Iterable[tuple[int, int]], output: str = OUT) -> Graph:
    """A graph of exec nodes, of a few kinds, linked by number."""
    nodes = tuple(Node(f"N{n}", f"/Script/M.K2Node_{kind}", "", pins=PINS) for n, kind in enumerate(kinds))
    made = tuple(Link(PinRef(f"N{a}", output), PinRef(f"N{b}", IN)) for a, b in links)
    return Graph("", nodes, made)


def ring(*sizes: int) -> Graph:
    """Rings of nodes that are all alike."""
    starts = itertools.accumulate(sizes, initial=0)
    links = [(a + n, a + (n + 1) % size) for a, size in zip(starts, sizes, strict=False) for n in range(size)]
    return plain([0] * sum(sizes), links)


def is_same_linking(a: Graph, b: Graph, names: dict[str, str], ids: Callable[[PinRef], str]) -> bool:
    there = {(link.source.node, ids(link.source), link.target.node, ids(link.target)) for link in b.links}
    return there == {
        (names[link.source.node], ids(link.source), names[link.target.node], ids(link.target))
        for link in a.links
    }


@given(graphs(), st.integers(0, 1000))
def test_a_graph_made_again_under_other_names_has_the_same_shape(graph: Graph, seed: int) -> None:
    """BC-063: the hash without GUIDs knows a graph that was made again."""
    other, names = made_again(graph, seed)
    assert isomorphism_hash(other) == isomorphism_hash(graph)
    mapping = isomorphic(graph, other)
    assert mapping is not None
    assert set(mapping) == set(names)
    assert sorted(mapping.values()) == sorted(names.values())


@given(graphs(), st.integers(0, 1000))
def test_layout_comments_and_reroutes_leave_the_shape_alone(graph: Graph, seed: int) -> None:
    other = drawn_otherwise(graph, seed)
    assert isomorphism_hash(other) == isomorphism_hash(graph)
    assert isomorphic(graph, other) is not None


def test_each_node_is_found_under_its_new_name(moving_graph: Graph) -> None:
    other, names = made_again(moving_graph, 7)
    assert isomorphic(moving_graph, other) == names


def test_an_edit_that_matters_changes_the_shape(moving_graph: Graph) -> None:
    """BC-063: and knows no other one."""
    before = isomorphism_hash(moving_graph)
    linked = {ref for link in moving_graph.links for ref in (link.source, link.target)}
    graphs = [without_node(moving_graph, node.name) for node in moving_graph.nodes]
    graphs += [replace(moving_graph, links=tuple(moving_graph.links[1:]))]
    for node in moving_graph.nodes:
        for _, other in edited_nodes(node):
            pin = next((new for new, old in zip(other.pins, node.pins, strict=True) if new != old), None)
            if pin is None or counts(pin, node, is_linked=PinRef(node.name, pin.id) in linked):
                graphs.append(with_node(moving_graph, other))
    assert len(graphs) > 60
    for graph in graphs:
        assert isomorphism_hash(graph) != before
        assert isomorphic(moving_graph, graph) is None


def counts(pin: Pin, node: Node, *, is_linked: bool) -> bool:
    """Whether an edited pin differs in more than a default that nothing reads."""
    old = node.pin_by_id(pin.id)
    if old is None or (pin.name, pin.type) != (old.name, old.type):
        return True
    return pin.direction == "input" and not pin.is_exec and not is_linked and pin.default != old.default


def test_a_default_behind_a_link_does_not_count(moving_graph: Graph) -> None:
    step = moving_graph.node("K2Node_PromotableOperator_0")
    hidden = replace(
        step, pins=tuple(replace(pin, default_value="7") if pin.name == "A" else pin for pin in step.pins)
    )
    assert isomorphism_hash(with_node(moving_graph, hidden)) == isomorphism_hash(moving_graph)


def test_two_spellings_of_a_default_are_one_when_the_caller_says_so() -> None:
    pin = Pin(IN, "Duration", "input", replace(EXEC, category="real"), default_value="0.20")
    one = Graph("", (Node("A", "/Script/M.K2Node_Delay", "", pins=(pin,)),))
    two = Graph("", (Node("B", "/Script/M.K2Node_Delay", "", pins=(replace(pin, default_value="0.2"),)),))
    assert isomorphism_hash(one) != isomorphism_hash(two)

    def number(of: Pin) -> str:
        return str(float(of.default))

    assert isomorphism_hash(one, default_of=number) == isomorphism_hash(two, default_of=number)
    assert isomorphic(one, two, default_of=number) == {"A": "B"}


def test_names_of_nested_objects_and_paths_into_the_graph_do_not_count() -> None:
    def expression(name: str, owner: str, x: int) -> Graph:
        text = (
            f'Begin Object Class=/Script/Engine.MaterialExpressionConstant Name="{name}" '
            f"ExportPath=\"/Script/Engine.MaterialExpressionConstant'/Engine/T.M:{owner}.{name}'\"\n"
            f"   R=0.500000\n   MaterialExpressionEditorX={x}\nEnd Object"
        )
        made = NodeObject(name, "/Script/Engine.MaterialExpressionConstant", text)
        value = f"\"/Script/Engine.MaterialExpressionConstant'{name}'\""
        node = Node(
            owner, "/Script/UnrealEd.MaterialGraphNode", "", 0, 0, (), (("MaterialExpression", value),)
        )
        return Graph("", (replace(node, objects=(made,)),))

    one = expression("MaterialExpressionConstant_0", "MaterialGraphNode_0", 16)
    two = expression("MaterialExpressionConstant_7", "MaterialGraphNode_3", 400)
    assert isomorphism_hash(one) == isomorphism_hash(two)


@settings(max_examples=examples(300, 40))
@given(st.integers(0, 10**6))
def test_the_answer_is_that_of_trying_every_assignment(seed: int) -> None:
    dice = random.Random(seed)
    size = dice.randrange(1, 6)
    pairs = list(itertools.product(range(size), repeat=2))
    count = dice.randrange(min(len(pairs), 7)) if dice.random() < 0.7 else dice.randrange(len(pairs) + 1)
    kinds = [dice.randrange(2) for _ in range(size)]
    a = plain(kinds, dice.sample(pairs, count))
    b = plain(dice.sample(kinds, size), dice.sample(pairs, count), dice.choice([OUT, OUT, OUT, OUT_TOO]))
    fitting = [
        names
        for order in itertools.permutations(b.nodes)
        if all(one.class_path == other.class_path for one, other in zip(a.nodes, order, strict=True))
        for names in [{one.name: other.name for one, other in zip(a.nodes, order, strict=True)}]
        if is_same_linking(a, b, names, lambda ref: ref.pin)
    ]
    found = isomorphic(a, b)
    assert (found in fitting) if fitting else (found is None)
    if fitting:
        assert isomorphism_hash(a) == isomorphism_hash(b)


def regular(size: int, dice: random.Random) -> list[tuple[int, int]]:
    """Links so that every node has as many as every other, to itself or to others, or all but those."""
    found = {pair for _ in range(dice.randrange(1, 4)) for pair in enumerate(dice.sample(range(size), size))}
    if dice.random() < 0.5:
        found = set(itertools.product(range(size), repeat=2)) - found
    return sorted(found)


@settings(max_examples=examples(300, 40))
@given(st.integers(0, 10**6))
def test_regular_graphs_are_paired_rightly(seed: int) -> None:
    """Counting tells nothing about them; links of a node to itself count among the others."""
    dice = random.Random(seed)
    size = dice.randrange(2, 7)
    a = plain([0] * size, regular(size, dice))
    b = made_again(a, seed)[0] if dice.random() < 0.5 else plain([0] * size, regular(size, dice))
    orders = (
        dict(zip(a.nodes_by_name, names, strict=True)) for names in itertools.permutations(b.nodes_by_name)
    )
    pin_name = {pin.id: f"{pin.direction}{pin.name}" for node in (*a.nodes, *b.nodes) for pin in node.pins}
    found = isomorphic(a, b)
    if found is None:
        assert not any(is_same_linking(a, b, names, lambda ref: pin_name[ref.pin]) for names in orders)
    else:
        assert is_same_linking(a, b, found, lambda ref: pin_name[ref.pin])
        assert isomorphism_hash(a) == isomorphism_hash(b)


def test_rings_that_look_alike_from_every_node_are_told_apart() -> None:
    assert isomorphic(ring(3, 3), ring(6)) is None
    assert isomorphism_hash(ring(3, 3)) != isomorphism_hash(ring(6))
    assert isomorphic(ring(100, 50), made_again(ring(50, 100), 3)[0]) is not None


@deep
def test_ten_thousand_equal_nodes_are_paired_in_seconds() -> None:
    chain = plain([0] * 5000, [(n, n + 1) for n in range(4999)])
    star = plain([1, *[0] * 5000], [(0, n) for n in range(1, 5001)])
    for graph in (chain, star):
        mapping = isomorphic(graph, made_again(graph, 1)[0])
        assert mapping is not None
        assert len(mapping) == len(graph.nodes)


@deep
def test_a_search_that_would_not_end_says_so() -> None:
    """Rings of six and pairs of rings of three around one hub: one pair more is found out by trying only."""

    def around_a_hub(rings: Graph) -> Graph:
        spokes = tuple(Link(PinRef("Hub", OUT), PinRef(node.name, IN)) for node in rings.nodes)
        hub = Node("Hub", "/Script/M.K2Node_Hub", "", pins=PINS)
        return replace(rings, nodes=(*rings.nodes, hub), links=(*rings.links, *spokes))

    one, other = ring(*[6] * 4, *[3] * 8), ring(*[6] * 5, *[3] * 6)
    with pytest.raises(TooSymmetricError, match="too symmetric"):
        isomorphic(around_a_hub(one), around_a_hub(other))
    assert isomorphic(one, other) is None


@deep
def test_the_search_gives_up_in_seconds_however_large_the_graphs_are() -> None:
    """A torus and a twisted one: each guess is wrong, and finding that out takes all their links."""

    def torus(size: int, twist: int) -> Graph:
        places = range(size * size)
        along = [(n, n - n % size + (n + 1) % size) for n in places]
        across = [(n, (n + size) if n < size * (size - 1) else (n + twist) % size) for n in places]
        return plain([0] * len(places), [*along, *across])

    assert isomorphic(torus(50, 0), made_again(torus(50, 0), 1)[0]) is not None
    with pytest.raises(TooSymmetricError):
        isomorphic(torus(50, 0), torus(50, 7))
