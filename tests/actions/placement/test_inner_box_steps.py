"""Comment boxes around statements: written by write_graph, read by read_graph, no part of semantic code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.declarations import comments_of
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.languages.bluecode.readout import readout_of

if TYPE_CHECKING:
    from actions.conftest import Tools

BOXED = """\
on BeginPlay():
    PrintString("before")
    #[Say it twice]
    PrintString("one")
    Delay(1.0)
    PrintString("two")
    #[/]
    if IsServer():
        #[Only there]
        PrintString("server")
        #[/]
"""


def write(tools: Tools, code: str) -> str:
    return tools.do("write_graph", blueprint="BP_Door", code=code)


def read_code(tools: Tools) -> str:
    return tools.do("read_graph", blueprint="BP_Door").partition("\n")[2].split("Other graphs")[0]


def boxes(tools: Tools) -> list[str]:
    graph = next(one for one in tools.door.graphs if one.name == "EventGraph")
    return sorted(item.text for item in comments_of(graph) if not item.is_bubble)


def test_boxes_around_statements_are_drawn_and_read_back(tools: Tools) -> None:
    text = write(tools, BOXED)
    assert "no comment box" not in text
    assert boxes(tools) == ["Only there", "Say it twice"]
    code = read_code(tools)
    assert (
        '  #[Say it twice]\n  PrintString("one")\n  await Delay(1.0)\n  PrintString("two")\n  #[/]\n' in code
    )
    assert '    #[Only there]\n    PrintString("server")\n    #[/]\n' in code


def test_the_same_boxes_again_change_nothing(tools: Tools) -> None:
    write(tools, BOXED)
    before = tools.door
    write(tools, read_code(tools))
    assert tools.door == before


def test_a_box_holds_its_nodes_and_cuts_none(tools: Tools) -> None:
    write(tools, BOXED)
    graph = next(one for one in tools.door.graphs if one.name == "EventGraph")
    for box in (item for item in comments_of(graph) if not item.is_bubble):
        held = [
            node
            for node in graph.nodes
            if node.pins and box.x <= node.x < box.x + box.width and box.y <= node.y < box.y + box.height
        ]
        assert len(held) == (3 if box.text == "Say it twice" else 1), box.text


def test_where_boxes_lie_is_no_part_of_the_semantic_code(tools: Tools) -> None:
    """BC-047."""
    write(tools, BOXED)
    graph = next(one for one in tools.door.graphs if one.name == "EventGraph")
    assert "#[" not in readout_of(graph, tools.door, default_catalog()).code


def test_a_box_is_put_around_statements_that_are_there(tools: Tools) -> None:
    write(tools, BOXED.replace("#[Say it twice]", "").replace("#[/]\n    if", "\n    if"))
    assert boxes(tools) == ["Only there"]
    write(tools, BOXED)
    assert boxes(tools) == ["Only there", "Say it twice"]
