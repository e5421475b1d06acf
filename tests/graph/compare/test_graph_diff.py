"""Differences: carried out they give the other graph, and they say what a person would say."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blueprint_assistant.graph.compare.diff_text import describe_diff, diff_as_json
from blueprint_assistant.graph.compare.graph_diff import (
    DiffConflictError,
    FieldChange,
    GraphDiff,
    apply_diff,
    diff,
)
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, NodeSpec
from blueprint_assistant.graph.model.blueprint import EXEC, Graph, Link, Node, Pin, PinRef, set_property
from blueprint_assistant.graph.model.graph_draft import GraphDraft
from graph.graphs import graphs
from graph.large_graphs import repeated
from graph.variations import drawn_otherwise, edited, made_again, with_node, without_node
from tiers import deep, examples

if TYPE_CHECKING:
    from collections.abc import Callable

TICK, MOVE, STEP = "K2Node_Event_0", "K2Node_CallFunction_1", "K2Node_PromotableOperator_0"


def told(before: Graph, after: Graph) -> list[str]:
    return describe_diff(diff(before, after), before, after).splitlines()


def ref(graph: Graph, node: str, pin: str) -> PinRef:
    found = graph.node(node).find_pin(pin)
    assert found is not None
    return PinRef(node, found.id)


@given(graphs(), graphs())
def test_a_difference_carried_out_gives_the_other_graph(one: Graph, other: Graph) -> None:
    change = diff(one, other)
    assert apply_diff(one, change) == other
    assert bool(change) == (one != other)
    json.dumps(diff_as_json(change, one, other))


@settings(max_examples=examples(50))
@given(graphs(), st.integers(0, 1000))
def test_differences_of_versions_of_one_graph_are_carried_out_exactly(graph: Graph, seed: int) -> None:
    versions = [drawn_otherwise(graph, seed), made_again(graph, seed)[0]]
    versions += [other for _, other in list(edited(graph))[:10]]
    for other in versions:
        assert apply_diff(graph, diff(graph, other)) == other
        assert apply_diff(other, diff(other, graph)) == graph


@given(graphs())
def test_a_graph_does_not_differ_from_itself(graph: Graph) -> None:
    change = diff(graph, graph)
    assert not change
    assert change == GraphDiff()
    assert describe_diff(change, graph, graph) == ""


def test_a_moved_node_is_only_moved(moving_graph: Graph) -> None:
    other = with_node(moving_graph, replace(moving_graph.node(MOVE), x=960, y=32))
    change = diff(moving_graph, other)
    assert [item.after.name for item in change.moved] == [MOVE]
    assert not change.moved[0].properties
    assert not change.moved[0].pins
    assert told(moving_graph, other) == [f"> Add Actor World Offset ({MOVE}): moved from 800, 0 to 960, 32"]


def test_a_changed_default_names_the_pin_and_both_values(moving_graph: Graph) -> None:
    node = moving_graph.node(MOVE)
    pins = tuple(replace(pin, default_value="true") if pin.name == "bSweep" else pin for pin in node.pins)
    other = with_node(moving_graph, replace(node, pins=pins))
    assert told(moving_graph, other) == [f"~ Add Actor World Offset ({MOVE}): bSweep 'false' -> 'true'"]


def test_a_disabled_node_says_so(moving_graph: Graph) -> None:
    node = moving_graph.node(MOVE)
    off = replace(node, properties=set_property(node.properties, "EnabledState", "Disabled"))
    lines = told(moving_graph, with_node(moving_graph, off))
    assert lines == [f"~ Add Actor World Offset ({MOVE}): EnabledState nothing -> 'Disabled'"]


def test_a_collapsed_graph_that_only_looks_otherwise_is_told_from_one_that_does_otherwise(
    moving_graph: Graph,
) -> None:
    composite = Node("C", "/Script/BlueprintGraph.K2Node_Composite", "C" * 32, graph=moving_graph)

    def graph_change(inside: Graph) -> FieldChange:
        one, other = (Graph("", (node,)) for node in (composite, replace(composite, graph=inside)))
        (change,) = diff(one, other).changed
        (field,) = change.properties
        return field

    node = moving_graph.node(MOVE)
    moved = graph_change(with_node(moving_graph, replace(node, x=960)))
    assert moved.after == f"{moved.before}, drawn otherwise"
    off = set_property(node.properties, "EnabledState", "Disabled")
    changed = graph_change(with_node(moving_graph, replace(node, properties=off)))
    assert changed.before == moved.before != changed.after
    assert "drawn" not in changed.after


def test_a_new_node_in_a_chain_is_added_and_the_chain_led_over_it(
    moving_graph: Graph, build: Callable[[NodeSpec], Node]
) -> None:
    show = build(CallFunctionSpec("/Script/Engine.KismetSystemLibrary:PrintString"))
    draft = GraphDraft(moving_graph)
    draft.add(replace(show, name="K2Node_CallFunction_9", guid="F" * 32))
    grown = draft.freeze()
    start, middle = ref(grown, TICK, "then"), ref(grown, "K2Node_CallFunction_9", "execute")
    draft.disconnect(start)
    draft.connect(start, middle)
    draft.connect(ref(grown, "K2Node_CallFunction_9", "then"), ref(grown, MOVE, "execute"))
    other = draft.freeze()
    change = diff(moving_graph, other)
    assert [node.name for node in change.added] == ["K2Node_CallFunction_9"]
    assert [(item.before.target.node, item.after.target.node) for item in change.relinked] == [
        (MOVE, "K2Node_CallFunction_9")
    ]
    led_over = (
        f"~ link Event Tick ({TICK}).then -> Print String (K2Node_CallFunction_9).execute; "
        f"was Event Tick ({TICK}).then -> Add Actor World Offset ({MOVE}).execute"
    )
    assert told(moving_graph, other) == [
        "+ Print String (K2Node_CallFunction_9)",
        f"+ link Print String (K2Node_CallFunction_9).then -> Add Actor World Offset ({MOVE}).execute",
        led_over,
    ]
    assert apply_diff(moving_graph, change) == other


def test_a_removed_node_takes_its_links_along(moving_graph: Graph) -> None:
    other = without_node(moving_graph, MOVE)
    change = diff(moving_graph, other)
    assert [node.name for node in change.removed] == [MOVE]
    assert len(change.unlinked) == 2
    assert apply_diff(moving_graph, change) == other


def test_a_graph_made_again_differs_in_names_and_places_only(moving_graph: Graph) -> None:
    other, names = made_again(moving_graph, 5)
    change = diff(moving_graph, other)
    assert {item.before.name: item.after.name for item in change.changed} == names
    assert not change.added
    assert not change.removed
    assert not change.linked
    assert not change.unlinked
    assert not any(item.properties or item.pins for item in change.changed)


def test_equal_nodes_made_again_are_told_apart_by_what_they_are_linked_to() -> None:
    def chain(prefix: str) -> Graph:
        pins = {
            n: (Pin(f"{prefix}{n}I", "execute", "input", EXEC), Pin(f"{prefix}{n}O", "then", "output", EXEC))
            for n in range(6)
        }
        kinds = ["Event", *["Print"] * 5]
        nodes = tuple(
            Node(f"{prefix}{n}", f"/Script/M.K2Node_{kind}", "", pins=pins[n]) for n, kind in enumerate(kinds)
        )
        links = tuple(
            Link(PinRef(f"{prefix}{n}", f"{prefix}{n}O"), PinRef(f"{prefix}{n + 1}", f"{prefix}{n + 1}I"))
            for n in range(5)
        )
        return Graph("", nodes, links)

    change = diff(chain("A"), chain("B"))
    assert [(item.before.name, item.after.name) for item in change.renamed] == [
        (f"A{n}", f"B{n}") for n in range(6)
    ]
    assert not change.unlinked


def test_a_node_deleted_and_made_again_under_its_old_name_is_not_the_old_one(
    moving_graph: Graph, build: Callable[[NodeSpec], Node]
) -> None:
    show = build(CallFunctionSpec("/Script/Engine.KismetSystemLibrary:PrintString"))
    other = without_node(moving_graph, MOVE)
    other = replace(other, nodes=(*other.nodes, replace(show, name=MOVE, guid="E" * 32)))
    change = diff(moving_graph, other)
    assert [node.guid for node in change.added] == ["E" * 32]
    assert [node.name for node in change.removed] == [MOVE]


def test_carrying_a_difference_out_on_another_graph_is_refused(moving_graph: Graph) -> None:
    node = moving_graph.node(MOVE)
    change = diff(moving_graph, with_node(moving_graph, replace(node, x=1)))
    with pytest.raises(DiffConflictError, match=MOVE):
        apply_diff(with_node(moving_graph, replace(node, x=2)), change)
    unlinking = diff(moving_graph, replace(moving_graph, links=moving_graph.links[1:]))
    with pytest.raises(DiffConflictError, match="link"):
        apply_diff(replace(moving_graph, links=moving_graph.links[1:]), unlinking)


def test_a_long_difference_is_cut_and_says_how_much_is_missing(moving_graph: Graph) -> None:
    empty = replace(moving_graph, nodes=(), links=())
    lines = describe_diff(diff(empty, moving_graph), empty, moving_graph, limit=4).splitlines()
    assert len(lines) == 4
    assert lines[-1] == "… and 9 more changes"


@deep
def test_ten_thousand_nodes_are_compared_and_carried_over_exactly(moving_graph: Graph) -> None:
    graph = repeated(moving_graph, 1700)
    other = drawn_otherwise(graph, 1)
    change = diff(graph, other)
    assert [item.after for item in change.moved] == [
        other.node(node.name)
        for node in graph.nodes
        if (node.x, node.y) != (other.node(node.name).x, other.node(node.name).y)
    ]
    assert len(change.moved) > 9000
    assert not change.removed
    assert {node.name for node in change.added} == other.nodes_by_name.keys() - graph.nodes_by_name.keys()
    assert apply_diff(graph, change) == other
