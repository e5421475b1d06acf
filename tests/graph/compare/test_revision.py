"""BC-060 to BC-063: a revision knows what a graph does, not how it is drawn."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.compare.isomorphism import isomorphism_hash
from blueprint_assistant.graph.compare.revision import revision
from blueprint_assistant.graph.compare.semantics import contracted_links
from blueprint_assistant.graph.model.blueprint import (
    EXEC,
    Graph,
    Link,
    Node,
    NodeObject,
    Pin,
    PinRef,
    set_property,
)
from blueprint_assistant.graph.t3d.graph_text import format_t3d, parse_t3d
from graph.graphs import graphs
from graph.variations import drawn_otherwise, edited, reroute, with_node
from tiers import examples


@given(graphs(), st.integers(0, 1000))
def test_layout_comments_reroutes_and_order_leave_the_revision_alone(graph: Graph, seed: int) -> None:
    """BC-047, BC-060, BC-062, I5: what only looks otherwise is the same."""
    assert revision(drawn_otherwise(graph, seed)) == revision(graph)


@settings(max_examples=examples(50))
@given(graphs())
def test_every_single_edit_changes_the_revision(graph: Graph) -> None:
    """BC-061: every node, pin, default and link counts."""
    before = revision(graph)
    for what, other in edited(graph):
        assert revision(other) != before, what


def test_every_single_edit_of_a_real_graph_changes_its_revision(moving_graph: Graph) -> None:
    revisions = [str(revision(other)) for _, other in edited(moving_graph)]
    assert len(revisions) > 100
    assert str(revision(moving_graph)) not in revisions


def test_what_the_last_compile_said_and_session_ids_do_not_count(moving_graph: Graph) -> None:
    """BC-062: error texts, pin ids of a session."""
    before = revision(moving_graph)
    node = moving_graph.node("K2Node_CallFunction_1")
    told = replace(node, properties=(*node.properties, ("ErrorType", "1"), ("ErrorMsg", '"No"')))
    assert revision(with_node(moving_graph, told)) == before
    named = replace(node, pins=tuple(replace(pin, tooltip="Words", is_advanced=True) for pin in node.pins))
    assert revision(with_node(moving_graph, named)) == before


def test_pin_ids_and_object_names_do_not_count_where_a_guid_says_which_node_it_is(
    moving_graph: Graph,
) -> None:
    def other_pin(pin: Pin) -> Pin:
        return replace(pin, id=f"F{pin.id[1:]}")

    def other_ref(ref: PinRef) -> PinRef:
        return PinRef(f"{ref.node}_9", f"F{ref.pin[1:]}")

    nodes = tuple(
        replace(node, name=f"{node.name}_9", pins=tuple(map(other_pin, node.pins)))
        for node in moving_graph.nodes
    )
    links = tuple(Link(other_ref(link.source), other_ref(link.target)) for link in moving_graph.links)
    assert revision(replace(moving_graph, nodes=nodes, links=links)) == revision(moving_graph)


def test_a_node_made_again_is_another_node(moving_graph: Graph) -> None:
    node = moving_graph.nodes[0]
    assert revision(with_node(moving_graph, replace(node, guid="D" * 32))) != revision(moving_graph)


def test_the_graphs_name_and_own_properties_count(moving_graph: Graph) -> None:
    before = revision(moving_graph)
    assert revision(replace(moving_graph, name="Other")) != before
    properties = set_property(moving_graph.properties, "bAllowDeletion", "False")
    assert revision(replace(moving_graph, properties=properties)) != before


def test_an_edit_inside_a_collapsed_node_counts_and_a_move_there_does_not(moving_graph: Graph) -> None:
    outer = Node("K2Node_Composite_0", "/Script/BlueprintGraph.K2Node_Composite", "C" * 32)

    def holding(inner: Graph) -> Graph:
        return Graph("EventGraph", (replace(outer, graph=inner),))

    before = revision(holding(moving_graph))
    assert revision(holding(drawn_otherwise(moving_graph, 1))) == before
    assert revision(holding(replace(moving_graph, links=moving_graph.links[1:]))) != before
    assert revision(Graph("EventGraph", (outer,))) != before


def test_the_text_of_a_revision_stays_the_same_for_ever() -> None:
    """BC-060, I13: opaque, with its prefix, stable across restarts."""
    graph = Graph("EventGraph", (Node("N", "/Script/BlueprintGraph.K2Node_Self", "A" * 32),))
    assert str(revision(graph)) == "bcrev:1-936ab691809a51cd6050f07c920b7cef"


@given(graphs())
def test_printing_and_parsing_leaves_the_revision_alone(graph: Graph) -> None:
    assert revision(parse_t3d(format_t3d(graph))) == revision(graph)


def test_loops_and_loose_ends_of_reroutes_are_no_links() -> None:
    dice = random.Random(1)
    a, b, c = (reroute(name, dice) for name in "ABC")

    def link(source: Node, target: Node) -> Link:
        return Link(PinRef(source.name, source.pins[1].id), PinRef(target.name, target.pins[0].id))

    assert contracted_links(Graph("", (a, b, c), (link(a, b), link(b, a), link(c, a)))) == ()


def test_the_spelling_of_references_in_nested_objects_does_not_count() -> None:
    kind = "/Script/Engine.MaterialExpressionTextureSample"

    def material(text: str) -> Graph:
        made = NodeObject("Sample_0", "", text)
        return Graph("", (Node("N", "/Script/UnrealEd.MaterialGraphNode", "1" * 32, objects=(made,)),))

    newer = material(
        f'Begin Object Name="Sample_0" ExportPath="{kind}\'/Game/Some Folder/M.M:N.Sample_0\'"\n'
        "   Texture=\"/Script/Engine.Texture2D'/Game/T.T'\"\nEnd Object"
    )
    older = material(
        f'Begin Object Name="Sample_0" ExportPath={kind}\'"/Game/Some Folder/M.M:N.Sample_0"\'\n'
        "   Texture=/Script/Engine.Texture2D'\"/Game/T.T\"'\nEnd Object"
    )
    assert revision(newer) == revision(older)
    assert isomorphism_hash(newer) == isomorphism_hash(older)
    other = material(older.nodes[0].objects[0].text.replace("/Game/T.T", "/Game/U.U"))
    assert revision(other) != revision(older)


def test_a_reroute_from_everywhere_to_everywhere_is_refused_before_it_fills_the_memory() -> None:
    pins = (Pin("1", "in", "input", EXEC), Pin("2", "out", "output", EXEC))
    nodes = tuple(Node(f"N{n}", "/Script/BlueprintGraph.K2Node_A", "", pins=pins) for n in range(4000))
    knot = Node("Knot", "/Script/BlueprintGraph.K2Node_Knot", "", pins=pins)
    into = [Link(PinRef(node.name, "2"), PinRef("Knot", "1")) for node in nodes]
    out = [Link(PinRef("Knot", "2"), PinRef(node.name, "1")) for node in nodes]
    assert len(contracted_links(Graph("", (*nodes, knot), (*into, out[0])))) == len(nodes)
    assert len(contracted_links(Graph("", (*nodes, knot), (into[0], *out)))) == len(nodes)
    with pytest.raises(GraphError, match="Reroutes"):
        revision(Graph("", (*nodes, knot), (*into, *out)))
