from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.graph.layout.sizes import node_size

if TYPE_CHECKING:
    from actions.conftest import Tools
    from blueprint_assistant.graph.model.blueprint import Node


@pytest.fixture
def nodes(tools: Tools) -> Tools:
    """N1 Print String at 0, 0 and N2 Branch at 600, 400."""
    tools.do("add_node", blueprint="BP_Door", node_type="PrintString", x=0, y=0)
    tools.do("add_node", blueprint="BP_Door", node_type="Branch", x=600, y=400)
    return tools


def size_of(box: Node) -> tuple[int, int]:
    return int(box.find_property("NodeWidth") or 0), int(box.find_property("NodeHeight") or 0)


@pytest.mark.parametrize("ids", [["N1", "N2"], "N1, N2", "[N1,N2]"])
def test_a_box_encloses_its_nodes_with_room_around(nodes: Tools, ids: object) -> None:
    text = nodes.do("add_comment_box", blueprint="BP_Door", comment="Door logic", node_ids=ids)
    assert text.startswith("N3: comment box in EventGraph of /Game/BP_Door around N1, N2")
    box, branch = nodes.node("N3"), nodes.node("N2")
    width, height = node_size(branch, nodes.event_graph)
    assert (box.x, box.y) == (-100, -100)
    assert size_of(box) == (600 + width + 200, 400 + height + 200)
    assert box.find_property("NodeComment") == '"Door logic"'
    assert box.find_property("FontSize") in (None, "18")


def test_a_place_and_size_that_are_given_are_taken(nodes: Tools) -> None:
    nodes.do(
        "add_comment_box",
        blueprint="BP_Door",
        comment="Far",
        node_ids=["N1"],
        x="-500",
        y=20,
        width=300.0,
        height=90,
        font_size="24",
    )
    box = nodes.node("N3")
    assert (box.x, box.y, *size_of(box)) == (-500, 20, 300, 90)
    assert box.find_property("FontSize") == "24"


@pytest.mark.parametrize(
    ("color", "expected"),
    [
        ("Red", "(R=1.000000,G=0.000000,B=0.000000,A=1.000000)"),
        ("0.2,0.4,0.6,0.5", "(R=0.200000,G=0.400000,B=0.600000,A=0.500000)"),
        ("255, 0, 0", "(R=1.000000,G=0.000000,B=0.000000,A=1.000000)"),
        ("(R=0.5,G=0.5,B=0,A=1)", "(R=0.500000,G=0.500000,B=0.000000,A=1.000000)"),
        ([0, 0, 1, 1], "(R=0.000000,G=0.000000,B=1.000000,A=1.000000)"),
        ({"r": 0, "g": 1, "b": 0}, "(R=0.000000,G=1.000000,B=0.000000,A=1.000000)"),
        ("#FF0000", "(R=1.000000,G=0.000000,B=0.000000,A=1.000000)"),
    ],
)
def test_a_colour_is_taken_in_the_forms_that_models_send(nodes: Tools, color: Any, expected: str) -> None:
    nodes.do("add_comment_box", blueprint="BP_Door", comment="x", color=color)
    assert nodes.node("N3").find_property("CommentColor") == expected


@pytest.mark.parametrize(
    ("parameters", "mentioned"),
    [
        ({"color": "reddish"}, "red"),
        ({"color": "1,2"}, "R,G,B,A"),
        ({"color": "-1,0,0"}, "R,G,B,A"),
        ({"width": 0}, "small"),
        ({"font_size": 0}, "font size"),
        ({"node_ids": ["N9"]}, "N1 Print String"),
        ({"graph_name": "Other"}, "EventGraph"),
        ({"node_ids": ["N1"], "graph_name": "Other"}, "one graph"),
    ],
)
def test_a_box_that_cannot_be_is_refused(nodes: Tools, parameters: dict[str, Any], mentioned: str) -> None:
    assert mentioned in nodes.refused("add_comment_box", blueprint="BP_Door", comment="x", **parameters)


def test_nodes_of_another_blueprint_are_not_enclosed(nodes: Tools) -> None:
    nodes.do("create_blueprint", name="BP_Gun")
    assert "/Game/BP_Door" in nodes.refused(
        "add_comment_box", blueprint="BP_Gun", comment="x", node_ids=["N1"]
    )


@pytest.mark.parametrize(
    ("asked", "kept"), [(False, "NoGroupMovement"), ("false", "NoGroupMovement"), (True, None)]
)
def test_a_box_moves_its_nodes_along_or_does_not(nodes: Tools, asked: Any, kept: str | None) -> None:
    text = nodes.do("add_comment_box", blueprint="BP_Door", comment="x", group_movement=asked)
    assert "Note" not in text
    assert nodes.node("N3").find_property("MoveMode") == kept


def test_a_box_that_has_to_move_its_nodes_says_so(nodes: Tools) -> None:
    nodes.project.sandbox.switches.comments_show_move_mode = False
    text = nodes.do("add_comment_box", blueprint="BP_Door", comment="x", group_movement=False)
    assert "Note: The box moves its nodes along" in text


def test_the_text_of_a_box_is_changed_and_a_node_is_pointed_to_one(nodes: Tools) -> None:
    nodes.do("add_comment_box", blueprint="BP_Door", comment="old")
    assert nodes.do("set_node_comment", node_id="N3", comment='new "one"') == "N3 says that now."
    assert nodes.node("N3").find_property("NodeComment") == r'"new \"one\""'
    assert "already" in nodes.done_before("set_node_comment", node_id="N3", comment='new "one"')
    text = nodes.refused("set_node_comment", node_id="N1", comment="Says hello")
    assert "only_by_hand" in text
    assert "add_comment_box with node_ids N1" in text


def test_a_box_is_deleted_and_its_nodes_stay(nodes: Tools) -> None:
    nodes.do("add_comment_box", blueprint="BP_Door", comment="x", node_ids=["N1"])
    count = len(nodes.event_graph.nodes)
    assert nodes.do("delete_node", node_id="N3").startswith("Deleted N3")
    assert len(nodes.event_graph.nodes) == count - 1
    assert nodes.node("N1")
