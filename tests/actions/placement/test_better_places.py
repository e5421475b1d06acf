"""Where nodes stand that are added one by one and linked afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.kinds.node_factory import is_ghost
from blueprint_assistant.graph.layout.sizes import node_size

if TYPE_CHECKING:
    from actions.conftest import Tools
    from blueprint_assistant.graph.model.blueprint import Graph


def add(tools: Tools, node_type: str, **more: object) -> str:
    return tools.do("add_node", blueprint="BP_Door", node_type=node_type, **more).partition(":")[0]


def link(tools: Tools, source: str, target: str) -> str:
    (one, output), (other, input_pin) = source.split("."), target.split(".")
    return tools.do(
        "connect_nodes", source_node=one, source_pin=output, target_node=other, target_pin=input_pin
    )


def boxes_cover_each_other(graph: Graph) -> bool:
    nodes = [node for node in graph.nodes if not is_ghost(node)]
    boxes = [(node.x, node.y, *node_size(node, graph)) for node in nodes]
    return any(
        one is not other
        and one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
        for one in boxes
        for other in boxes
    )


def goes_right(tools: Tools, source: str, target: str) -> bool:
    one, other = tools.node(source), tools.node(target)
    return one.x + node_size(one, tools.event_graph)[0] < other.x


def test_nodes_that_are_linked_after_they_were_added_read_from_left_to_right(tools: Tools) -> None:
    tools.do("add_variable", blueprint="BP_Door", variable_name="IsOpen", variable_type="bool")
    event = add(tools, "Event", event_name="ActorBeginOverlap")
    branch = add(tools, "Branch")
    yes, no = add(tools, "PrintString"), add(tools, "PrintString")
    getter = add(tools, "GetVariable", variable_name="IsOpen")
    ends = [
        (f"{event}.then", f"{branch}.execute"),
        (f"{branch}.then", f"{yes}.execute"),
        (f"{branch}.else", f"{no}.execute"),
        (f"{getter}.IsOpen", f"{branch}.Condition"),
    ]
    for source, target in ends:
        link(tools, source, target)
        assert not boxes_cover_each_other(tools.event_graph)
    assert all(
        goes_right(tools, source.partition(".")[0], target.partition(".")[0]) for source, target in ends
    )
    assert tools.node(yes).y < tools.node(no).y
    # Each link with all that it moves is one step back.
    assert len([title for title in tools.project.undo_history() if title.startswith("AI: link")]) == 4


def places(graph: Graph) -> dict[str, tuple[int, int]]:
    return {node.name: (node.x, node.y) for node in graph.nodes}


@pytest.mark.parametrize("both", [True, False])
def test_a_place_that_was_asked_for_is_kept(tools: Tools, both: bool) -> None:
    first = add(tools, "PrintString", x=900, y=-500)
    second = add(tools, "PrintString", x=100, **({"y": 700} if both else {}))
    before = places(tools.event_graph)
    link(tools, f"{first}.then", f"{second}.execute")
    assert places(tools.event_graph) == before


def test_a_node_that_the_artist_has_moved_stays_there(tools: Tools) -> None:
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    first, second = add(tools, "PrintString"), add(tools, "PrintString")
    asset = unreal.EditorAssetLibrary.load_asset("/Game/BP_Door")
    hands = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, "EventGraph")
    moved = next(node for node in hands.list_all_nodes() if str(node.get_name()) == tools.node(first).name)
    moved.set_node_pos(unreal.IntPoint(-800, 900))
    link(tools, f"{first}.then", f"{second}.execute")
    assert (tools.node(first).x, tools.node(first).y) == (-800, 900)
    # The other one comes to it.
    assert goes_right(tools, first, second)
    assert abs(tools.node(second).y - 900) < 100


@pytest.mark.parametrize("end", ["compile", "comment"])
def test_what_is_done_is_not_moved_any_more(tools: Tools, end: str) -> None:
    first, second, third = (add(tools, "PrintString") for _ in range(3))
    link(tools, f"{first}.then", f"{second}.execute")
    if end == "compile":
        tools.do("compile_blueprint", blueprint="BP_Door")
    else:
        tools.do("add_comment_box", blueprint="BP_Door", comment="Say", node_ids=[first, second, third])
    before = places(tools.event_graph)
    link(tools, f"{second}.then", f"{third}.execute")
    assert places(tools.event_graph) == before


def test_a_refused_link_moves_nothing(tools: Tools) -> None:
    first, second = add(tools, "PrintString"), add(tools, "Branch")
    before = places(tools.event_graph)
    tools.refused(
        "connect_nodes", source_node=first, source_pin="then", target_node=second, target_pin="Condition"
    )
    assert places(tools.event_graph) == before


def test_a_conversion_between_them_is_no_reason_to_fail(tools: Tools) -> None:
    tools.do("add_variable", blueprint="BP_Door", variable_name="Speed", variable_type="float")
    getter, shown = add(tools, "GetVariable", variable_name="Speed"), add(tools, "PrintString")
    assert "Through a new" in link(tools, f"{getter}.Speed", f"{shown}.InString")
