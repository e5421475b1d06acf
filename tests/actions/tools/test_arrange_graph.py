"""arrange_graph: whole graphs, some nodes, one node to a place; request A28 of the artists."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.graph.compare.facts import graph_facts
from blueprint_assistant.graph.compare.semantics import is_comment
from blueprint_assistant.graph.layout.sizes import node_size
from tiers import deep, thinned

if TYPE_CHECKING:
    from actions.conftest import Tools
    from blueprint_assistant.graph.model.blueprint import Graph, Node

Area = tuple[int, int, int, int]


def area(node: Node, graph: Graph) -> Area:
    width, height = node_size(node, graph)
    return node.x, node.y, node.x + width, node.y + height


def overlaps(graph: Graph) -> list[tuple[str, str]]:
    nodes = [node for node in graph.nodes if not is_comment(node)]
    areas = {node.name: area(node, graph) for node in nodes}
    return [
        (one, two)
        for number, one in enumerate(areas)
        for two in list(areas)[number + 1 :]
        if areas[one][0] < areas[two][2]
        and areas[two][0] < areas[one][2]
        and areas[one][1] < areas[two][3]
        and areas[two][1] < areas[one][3]
    ]


def without_boxes(graph: Graph) -> Graph:
    return replace(graph, nodes=tuple(node for node in graph.nodes if not is_comment(node)))


@pytest.fixture(params=["en", pytest.param("it", marks=deep)])
def heap(tools: Tools, request: pytest.FixtureRequest) -> Tools:
    """A loop of two prints, a reroute between them, all on one spot, and a red box around the prints."""
    tools.project.sandbox.language = request.param
    tools.do("add_variable", blueprint="BP_Door", name="Health", type="float")
    at = {"blueprint": "BP_Door", "x": 0, "y": 0}
    tools.do("add_node", **at, node_type="Event", event_name="BeginPlay")
    tools.do("add_node", **at, node_type="PrintString")
    tools.do("add_node", **at, node_type="PrintString")
    tools.do("add_node", **at, node_type="GetVariable", variable_name="Health")
    tools.do("add_node", **at, node_type="Reroute")
    for source, target in (
        ("N1.then", "N2.execute"),
        ("N2.then", "N3.execute"),
        ("N4.Health", "N5.InputPin"),
    ):
        (one, out), (two, into) = source.split("."), target.split(".")
        tools.do("connect_nodes", source_node=one, source_pin=out, target_node=two, target_pin=into)
    tools.do(
        "connect_nodes", source_node="N5", source_pin="OutputPin", target_node="N2", target_pin="InString"
    )
    tools.do("move_node", node_id="N3", x=2000, y=0)
    tools.do(
        "add_comment_box", blueprint="BP_Door", comment='"Says" it', node_ids="N3", color="red", font_size=24
    )
    return tools


def test_a_graph_is_tidied_with_its_box_and_says_the_same(heap: Tools) -> None:
    before = heap.event_graph
    assert overlaps(before)
    text = heap.do("tidy_graph", blueprint="BP_Door")
    assert text.startswith("Arranged EventGraph of /Game/BP_Door: moved ")
    assert "made 1 comment box anew" in text
    after = heap.event_graph
    assert overlaps(after) == []
    assert len(after.links) == len(before.links)
    assert len(after.nodes) == len(before.nodes)
    box = next(node for node in after.nodes if is_comment(node))
    inner, outer = area(heap.node("N3"), after), area(box, after)
    assert outer[0] < inner[0] < inner[2] < outer[2]
    assert outer[1] < inner[1] < inner[3] < outer[3]
    assert box.find_property("FontSize") == "24"
    assert box.find_property("NodeComment") == r'"\"Says\" it"'
    assert "R=1.000000,G=0.000000" in (box.find_property("CommentColor") or "")
    assert "0 errors" in heap.do("compile_blueprint", blueprint="BP_Door")
    assert heap.project.undo_history()[-1] == "AI: arrange EventGraph"
    assert graph_facts(without_boxes(after)) == graph_facts(without_boxes(before))


def test_a_second_time_changes_nothing_and_the_box_keeps_its_id(heap: Tools) -> None:
    heap.do("arrange_graph", blueprint="BP_Door")
    assert "arranged already" in heap.done_before("arrange_graph", blueprint="BP_Door")
    box = next(item.id for item in heap.context.nodes.nodes if "Says" in item.title)
    assert heap.do("set_node_comment", node_id=box, comment="Other").startswith(f"{box} says")


def test_request_a28_rename_everywhere_and_tidy_with_comments(heap: Tools) -> None:
    heap.do("rename_variable", blueprint="BP_Door", old_name="Health", new_name="Life")
    heap.do("add_comment_box", blueprint="BP_Door", comment="Shows the life", node_ids="N2, N4, N5")
    heap.do("arrange_graph", blueprint="BP_Door")
    graph = heap.event_graph
    assert overlaps(graph) == []
    assert all(node.find_pin("Health") is None for node in graph.nodes)
    boxes = [area(node, graph) for node in graph.nodes if is_comment(node)]
    assert len(boxes) == 2
    assert "0 errors" in heap.do("compile_blueprint", blueprint="BP_Door")


def test_nodes_go_to_a_place_as_they_stand_to_each_other(heap: Tools) -> None:
    assert heap.do("move_nodes", node_ids=["N2", "N3"], x="100", y=-40.4) == "N2 at 100,-40, N3 at 2100,-40."
    assert (heap.node("N3").x, heap.node("N3").y) == (2100, -40)
    text = heap.done_before("arrange_graph", node_ids="N2", x=100)
    assert text == "N2 at 100,-40 already; nothing was changed."


def test_some_nodes_are_arranged_and_the_others_stay(heap: Tools) -> None:
    heap.do("arrange_graph", blueprint="BP_Door", node_ids="N4 N5")
    assert (heap.node("N2").x, heap.node("N2").y) == (0, 0)
    assert not {"N4", "N5"} & {
        item.id
        for pair in overlaps(heap.event_graph)
        for item in heap.context.nodes.nodes
        if item.node in pair
    }


@pytest.mark.parametrize(
    ("given", "said"),
    thinned(
        [
            ({}, "blueprint, or node_ids"),
            ({"blueprint": "BP_Door", "x": 5}, "Give node_ids"),
            ({"node_ids": "N7", "x": 5}, "no call of the editor moves one"),
            ({"node_ids": "N9"}, "no node 'N9'"),
            ({"blueprint": "BP_Door", "graph": "Nothing"}, "Its graphs"),
            ({"blueprint": "BP_No"}, "BP_Door"),
            ({"node_ids": "N1, N8"}, "different graphs"),
            ({"node_ids": "N1", "x": 10**9}, "must lie between"),
        ],
        3,
    ),
)
def test_what_cannot_be_arranged_is_refused(heap: Tools, given: dict[str, Any], said: str) -> None:
    heap.do("add_function", blueprint="BP_Door", name="Open")
    assert said in heap.refused("arrange_graph", **given)


def test_an_empty_graph_is_fine(tools: Tools) -> None:
    tools.do("create_blueprint", name="BP_Tools", parent_class="BlueprintFunctionLibrary")
    tools.do("add_function", blueprint="BP_Tools", name="Go")
    assert "arranged already" in tools.done_before("arrange_graph", blueprint="BP_Tools", graph="Go")
