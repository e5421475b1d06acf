"""Texts for Ctrl+V, by the rules that pasting into UE 5.8 showed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from hypothesis import given

from blueprint_assistant.graph.model.blueprint import Graph, Link, Node, ObjectRef, Pin, PinRef, set_property
from blueprint_assistant.graph.model.object_references import (
    MemberReference,
    format_reference,
    member_reference,
)
from blueprint_assistant.graph.t3d.graph_text import format_t3d, parse_blueprint_t3d, parse_t3d, pasteable
from graph.graphs import graphs

SAMPLES = Path(__file__).resolve().parents[2] / "data/t3d"
LIFT = parse_blueprint_t3d((SAMPLES / "lift_blueprint.t3d").read_text(encoding="utf-8"))


def nodes_of(graph: Graph) -> list[Node]:
    """The nodes of a graph, those in collapsed nodes too."""
    inner = (node.graph for node in graph.nodes if node.graph is not None)
    return [*graph.nodes, *(node for other in inner for node in nodes_of(other))]


def test_what_the_blueprint_has_already_is_left_out_with_its_links_and_named() -> None:
    for graph in LIFT.graphs:
        found = pasteable(graph)
        names = {node.name for node in found.graph.nodes}
        assert names | {node.name for node in found.left_out} == {node.name for node in graph.nodes}
        ends = {end.node for link in found.graph.links for end in (link.source, link.target)}
        assert ends <= names
    (macro,) = (graph for graph in LIFT.graphs if graph.kind == "macro")
    assert {node.class_name for node in pasteable(macro).left_out} == {"K2Node_Tunnel"}
    (function,) = (graph for graph in LIFT.graphs if graph.name == "Load Of")
    left_out = {node.class_name for node in pasteable(function).left_out}
    assert left_out == {"K2Node_FunctionEntry", "K2Node_FunctionResult"}


def test_a_collapsed_graph_keeps_its_tunnels() -> None:
    graph = LIFT.graphs[0]
    (before,) = (node for node in graph.nodes if node.graph is not None)
    after = pasteable(graph).graph.node(before.name)
    assert before.graph is not None
    assert after.graph is not None
    assert [node.name for node in after.graph.nodes] == [node.name for node in before.graph.nodes]
    assert after.graph.links == before.graph.links


def test_messages_of_the_last_compile_and_links_to_absent_nodes_are_not_pasted() -> None:
    graph = LIFT.graphs[0]
    lost = Pin(
        "1" * 32, "lost", "input", LIFT.variables[0].type, extra=(("LinkedTo", f"(Gone {'9' * 32},)"),)
    )
    worn = tuple(
        replace(
            node,
            properties=set_property(set_property(node.properties, "ErrorType", "1"), "ErrorMsg", '"No"'),
            pins=(*node.pins, lost),
        )
        for node in graph.nodes
    )
    text = format_t3d(pasteable(replace(graph, nodes=worn)).graph)
    assert "Error" not in text
    assert "Gone" not in text
    assert text.count('PinName="lost"') == len(pasteable(graph).graph.nodes)


def test_members_of_the_blueprint_itself_are_named_without_its_class() -> None:
    own = ObjectRef("/Game/BP_Door.BP_Door_C", "/Script/Engine.BlueprintGeneratedClass")
    other = replace(own, path="/Game/BP_Lift.BP_Lift_C")

    def call(name: str, owner: ObjectRef) -> Node:
        reference = format_reference(MemberReference("Open", owner, "7" * 32))
        kind = "/Script/BlueprintGraph.K2Node_CallFunction"
        return Node(name, kind, "", properties=(("FunctionReference", reference),))

    found = pasteable(Graph("", (call("A", own), call("B", other))), "/Game/BP_Door.BP_Door_C").graph
    mine, theirs = (member_reference(node.find_property("FunctionReference") or "") for node in found.nodes)
    assert mine == MemberReference("Open", None, "7" * 32, is_self=True)
    assert (theirs.parent_path, theirs.is_self) == (other.path, False)


@given(graphs())
def test_a_text_for_pasting_reads_back_as_what_is_pasted(graph: Graph) -> None:
    found = pasteable(graph).graph
    text = format_t3d(found)
    assert "ExportPath" not in re.sub(r'"(?:[^"\\]|\\.)*"', "", text)
    if found.nodes:
        assert parse_t3d(text) == found
    assert pasteable(found).graph == found


def test_a_link_between_pasted_nodes_is_written_on_both_pins() -> None:
    graph = LIFT.graphs[0]
    links = pasteable(graph).graph.links
    text = format_t3d(pasteable(graph).graph)
    for link in links:
        for end in (link.source, link.target):
            assert f"{end.node} {end.pin}," in text
    assert all(isinstance(link, Link) and isinstance(link.source, PinRef) for link in links)
