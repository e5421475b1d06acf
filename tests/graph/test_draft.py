"""A graph while it is being changed."""

from __future__ import annotations

import pytest

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.model.blueprint import EXEC, Graph, Link, Node, Pin, PinRef
from blueprint_assistant.graph.model.graph_draft import GraphDraft


def node(name: str) -> Node:
    pins = (Pin("1" * 32, "execute", "input", EXEC), Pin("2" * 32, "then", "output", EXEC))
    return Node(name, "/Script/BlueprintGraph.K2Node_IfThenElse", "A" * 32, pins=pins)


OUT, IN = PinRef("a", "2" * 32), PinRef("b", "1" * 32)


def draft() -> GraphDraft:
    return GraphDraft(Graph("EventGraph", (node("a"), node("b")), (Link(OUT, IN),)))


def test_a_draft_without_changes_freezes_to_the_same_graph() -> None:
    graph = Graph("EventGraph", (node("a"), node("b")), (Link(OUT, IN),))
    assert GraphDraft(graph).freeze() == graph


def test_names_count_up_from_the_first_free_number() -> None:
    changing = GraphDraft(Graph("G", (node("K2Node_Event_0"), node("K2Node_Event_2"))))
    assert changing.unique_name("K2Node_Event") == "K2Node_Event_1"
    changing.add(node("K2Node_Event_1"))
    assert changing.unique_name("K2Node_Event") == "K2Node_Event_3"
    assert changing.unique_name("K2Node_Knot") == "K2Node_Knot_0"


def test_removing_a_node_removes_its_links() -> None:
    changing = draft()
    changing.remove("b")
    assert changing.freeze() == Graph("EventGraph", (node("a"),))


def test_replacing_a_node_drops_the_links_of_pins_that_it_lost() -> None:
    changing = draft()
    changing.replace(Node("b", "/Script/BlueprintGraph.K2Node_Knot", "A" * 32))
    assert changing.links_of(OUT) == ()


def test_disconnecting_says_whether_there_was_a_link() -> None:
    changing = draft()
    assert changing.disconnect(OUT, IN)
    assert not changing.disconnect(OUT, IN)
    assert not changing.disconnect(OUT)
    assert changing.freeze().links == ()


def test_the_value_that_it_started_from_stays_as_it_was() -> None:
    graph = Graph("EventGraph", (node("a"), node("b")), (Link(OUT, IN),))
    changing = GraphDraft(graph)
    changing.remove("a")
    assert len(graph.nodes) == 2
    assert len(graph.links) == 1


def test_wrong_names_are_refused() -> None:
    changing = draft()
    with pytest.raises(GraphError, match="already has a node 'a'"):
        changing.add(node("a"))
    with pytest.raises(GraphError, match="no node 'c'"):
        changing.node("c")
    with pytest.raises(GraphError, match="no pin"):
        changing.connect(OUT, PinRef("b", "9" * 32))


def test_an_unchanged_draft_freezes_to_the_very_same_graph() -> None:
    graph = Graph("EventGraph", (node("a"), node("b")), (Link(OUT, IN),))
    changing = GraphDraft(graph)
    assert changing.freeze() is graph
    changing.disconnect(OUT, IN)
    changing.connect(OUT, IN)
    assert changing.freeze() == graph
    assert changing.freeze() is changing.freeze()
