"""Comment boxes that a program puts around its entries, and that are read back with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from artist_requests.looks import faults_of
from blueprint_assistant.graph.catalog.declarations import comments_of

if TYPE_CHECKING:
    from actions.conftest import Tools
    from blueprint_assistant.graph.model.blueprint import Comment

TWO = """\
component Zone: BoxCollision

#[Say hello]
on BeginPlay():
  Delay(1.0)
  PrintString("hello" + "you")

#[Who comes, who goes]
on Zone.OnComponentBeginOverlap(OtherActor):
  if OtherActor == GetPlayerPawn(0):
    PrintString("in")

on Zone.OnComponentEndOverlap(OtherActor):
  PrintString("out")
#[/]

event Alone():
  PrintString("alone")
"""


def write(tools: Tools, code: str, **rest: str) -> str:
    return tools.do("write_graph", blueprint="BP_Door", code=code, **rest)


def boxes(tools: Tools) -> dict[str, Comment]:
    return {item.text: item for item in comments_of(tools.event_graph) if not item.is_bubble}


def held(tools: Tools, text: str) -> set[str]:
    """The titles of the nodes in a box: class names, but for the comments themselves."""
    box = boxes(tools)[text]
    return {
        node.name
        for node in tools.event_graph.nodes
        if box.x < node.x < box.x + box.width and box.y < node.y < box.y + box.height
    }


def test_a_box_stands_around_its_entries_and_nothing_else(tools: Tools) -> None:
    write(tools, TWO)
    assert set(boxes(tools)) == {"Say hello", "Who comes, who goes"}
    assert list(faults_of(tools.event_graph)) == []
    kinds = {node.name: node.class_name for node in tools.event_graph.nodes}
    hello = sorted(kinds[name] for name in held(tools, "Say hello"))
    assert (
        hello.count("K2Node_CallFunction") + hello.count("K2Node_CommutativeAssociativeBinaryOperator") == 3
    )
    assert "K2Node_Event" in hello
    both = [kinds[name] for name in held(tools, "Who comes, who goes")]
    assert both.count("K2Node_ComponentBoundEvent") == 2
    assert "K2Node_CustomEvent" not in {*hello, *both}


def test_boxes_are_read_with_the_entries_in_them(tools: Tools) -> None:
    write(tools, TWO)
    text = tools.do("read_graph", blueprint="BP_Door")
    assert "#[Say hello]\non BeginPlay()" in text
    opened, closed = text.index("#[Who comes, who goes]"), text.index("#[/]")
    assert opened < text.index("on Zone.OnComponentBeginOverlap") < closed
    assert opened < text.index("on Zone.OnComponentEndOverlap") < closed
    assert not opened < text.index("event Alone") < closed


def test_the_same_boxes_again_are_there_already(tools: Tools) -> None:
    write(tools, TWO)
    tools.done_before("write_graph", blueprint="BP_Door", code=TWO)
    read = tools.do("read_graph", blueprint="BP_Door").partition("\n")[2].rpartition("\nOther graphs")[0]
    tools.done_before("write_graph", blueprint="BP_Door", code=read)


def test_a_box_can_be_put_around_what_is_there(tools: Tools) -> None:
    code = 'on BeginPlay():\n  PrintString("hello")\n'
    write(tools, code)
    before = {node.name: (node.x, node.y) for node in tools.event_graph.nodes}
    text = write(tools, f"#[Say hello]\n{code}")
    assert "1 comment box new" in text
    assert len(held(tools, "Say hello")) == 2
    assert {node.name: (node.x, node.y) for node in tools.event_graph.nodes if node.name in before} == before


def test_a_box_that_would_cut_other_nodes_is_left_out_and_said(tools: Tools) -> None:
    code = 'on BeginPlay():\n  PrintString("hello")\n'
    write(tools, code)
    start = next(node for node in tools.event_graph.nodes if node.class_name == "K2Node_Event" and node.pins)
    tools.do("add_node", blueprint="BP_Door", node_type="Branch", x=start.x + 120, y=start.y + 20)
    text = write(tools, f"#[Say hello]\n{code}")
    assert "Note: no comment box 'Say hello': other nodes would stand half in it." in text
    assert boxes(tools) == {}


def test_a_function_gets_its_box_in_its_own_graph(tools: Tools) -> None:
    write(tools, "#[What it says]\nfunc Say(Word: string):\n  PrintString(Word)\n")
    graph = tools.door.find_graph("Say")
    assert graph is not None
    assert [item.text for item in comments_of(graph)] == ["What it says"]
    assert list(faults_of(graph)) == []
    told = tools.do("read_graph", blueprint="BP_Door", graph_name="Say")
    assert "#[What it says]\nfunc Say(Word: string)" in told


def test_moving_a_node_out_of_its_box_changes_no_statement(tools: Tools) -> None:
    """BC-047."""
    write(tools, TWO)
    text = tools.do("read_graph", blueprint="BP_Door")
    bare = [line for line in text.splitlines() if not line.lstrip().startswith("#[")]
    hello = next(node for node in tools.event_graph.nodes if node.name in held(tools, "Say hello"))
    node_id = tools.context.nodes.id_of("/Game/BP_Door", "EventGraph", hello)
    tools.do("move_nodes", node_ids=[node_id], x=-4000, y=-4000)
    moved = tools.do("read_graph", blueprint="BP_Door")
    assert "#[Say hello]\non" not in moved
    assert [line for line in moved.splitlines() if not line.lstrip().startswith("#[")] == bare


@pytest.mark.parametrize("mode", ["union", "replace", "append"])
def test_every_mode_draws_boxes(tools: Tools, mode: str) -> None:
    write(tools, '#[Say hello]\non BeginPlay():\n  PrintString("hello")\n', mode=mode)
    assert set(boxes(tools)) == {"Say hello"}
    assert list(faults_of(tools.event_graph)) == []


HELLO = '#[Say hello]\non BeginPlay():\n  PrintString("hello")\n'
MORE = 'on BeginPlay():\n  PrintString("hello")\n  Delay(1.0)\n  PrintString("and " + "more")\n'


def test_a_box_grows_with_what_is_put_into_its_entry(tools: Tools) -> None:
    write(tools, HELLO)
    small = boxes(tools)["Say hello"]
    text = write(tools, MORE)
    assert "1 comment box made larger" in text
    assert "taken out" not in text
    large = boxes(tools)["Say hello"]
    assert (large.x, large.y) == (small.x, small.y)
    assert large.width > small.width
    assert list(faults_of(tools.event_graph)) == []
    assert "#[Say hello]\non BeginPlay()" in tools.do("read_graph", blueprint="BP_Door")
    tools.done_before("write_graph", blueprint="BP_Door", code=MORE)


def test_a_box_keeps_its_colour_when_it_grows(tools: Tools) -> None:
    write(tools, 'on BeginPlay():\n  PrintString("hello")\n')
    start = next(node for node in tools.event_graph.nodes if "ReceiveBeginPlay" in str(node.properties))
    show = next(node for node in tools.event_graph.nodes if node.class_name == "K2Node_CallFunction")
    ids = [tools.context.nodes.id_of("/Game/BP_Door", "EventGraph", node) for node in (start, show)]
    tools.do("add_comment_box", blueprint="BP_Door", comment="Say hello", node_ids=ids, color="red")
    write(tools, MORE)
    (box,) = [node for node in tools.event_graph.nodes if node.class_name == "EdGraphNode_Comment"]
    assert box.find_property("CommentColor") == "(R=1.000000,G=0.000000,B=0.000000,A=1.000000)"
    assert len(held(tools, "Say hello")) == 5


def test_a_box_that_would_cut_something_does_not_grow(tools: Tools) -> None:
    write(tools, HELLO)
    small = boxes(tools)["Say hello"]
    tools.do(
        "add_node", blueprint="BP_Door", node_type="Branch", x=small.x + small.width + 40, y=small.y + 60
    )
    text = write(tools, MORE)
    assert "made larger" not in text
    assert boxes(tools)["Say hello"] == small


def test_a_box_around_something_else_does_not_grow(tools: Tools) -> None:
    write(tools, f"{HELLO}\n#[Alone]\nevent Alone():\n  Delay(2.0)\n")
    alone = boxes(tools)["Alone"]
    write(tools, MORE)
    assert boxes(tools)["Alone"] == alone
    assert list(faults_of(tools.event_graph)) == []
