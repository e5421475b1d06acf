from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.kinds.common_specs import (
    BranchSpec,
    CallFunctionSpec,
    EventSpec,
    NodeSpec,
    VariableGetSpec,
)
from blueprint_assistant.graph.layout.sizes import GRID, free_spot, node_size, pin_label
from blueprint_assistant.graph.model.blueprint import Graph, Node
from blueprint_assistant.graph.model.graph_draft import GraphDraft

if TYPE_CHECKING:
    from collections.abc import Callable

ENGINE = "/Script/Engine."
SPECS: list[NodeSpec] = [
    EventSpec("ReceiveBeginPlay"),
    EventSpec("ReceiveTick"),
    CallFunctionSpec(f"{ENGINE}Actor:GetActorForwardVector"),
    VariableGetSpec("Speed"),
    CallFunctionSpec(f"{ENGINE}KismetMathLibrary:Multiply_DoubleDouble"),
    CallFunctionSpec(f"{ENGINE}Actor:K2_AddActorWorldOffset"),
    BranchSpec(),
    CallFunctionSpec(f"{ENGINE}KismetSystemLibrary:PrintString"),
    EventSpec("ReceiveHit"),
    BranchSpec(),
]


def boxes(graph: Graph) -> list[tuple[int, int, int, int]]:
    sizes = [(node, node_size(node, graph)) for node in graph.nodes]
    return [(node.x, node.y, node.x + width, node.y + height) for node, (width, height) in sizes]


def test_nodes_placed_one_after_the_other_never_cover_each_other(build: Callable[[NodeSpec], Node]) -> None:
    draft = GraphDraft(Graph("EventGraph"))
    for number, spec in enumerate(SPECS * 3):
        node = replace(build(spec), name=f"N{number}")
        x, y = free_spot(draft.freeze(), node)
        assert x % GRID == y % GRID == 0
        draft.add(replace(node, x=x, y=y))
    placed = boxes(draft.freeze())
    for number, (left, top, right, bottom) in enumerate(placed):
        for other_left, other_top, other_right, other_bottom in placed[number + 1 :]:
            beside = right <= other_left or other_right <= left
            assert beside or bottom <= other_top or other_bottom <= top


def test_execution_runs_to_the_right_and_a_new_event_starts_below(build: Callable[[NodeSpec], Node]) -> None:
    event = replace(build(EventSpec("ReceiveTick")), name="Tick")
    graph = Graph("EventGraph", (event,))
    x, y = free_spot(graph, build(BranchSpec()))
    assert x > node_size(event, graph)[0]
    assert y == event.y
    assert free_spot(graph, build(EventSpec("ReceiveHit")))[1] > node_size(event, graph)[1]


def test_a_node_goes_beside_the_one_that_it_is_said_to_continue(build: Callable[[NodeSpec], Node]) -> None:
    first = replace(build(EventSpec("ReceiveTick")), name="Tick")
    second = replace(build(EventSpec("ReceiveHit")), name="Hit", y=800)
    graph = Graph("EventGraph", (first, second))
    assert free_spot(graph, build(BranchSpec()), near="Tick")[1] == 0
    assert free_spot(graph, build(BranchSpec()), near="Hit")[1] == 800


def test_an_empty_graph_starts_at_the_origin(build: Callable[[NodeSpec], Node]) -> None:
    assert free_spot(Graph("EventGraph"), build(BranchSpec())) == (0, 0)


def test_a_linked_input_needs_no_room_for_a_value(moving_graph: Graph) -> None:
    move = moving_graph.node("K2Node_CallFunction_1")
    assert node_size(move, moving_graph)[0] < node_size(move, Graph("Empty", moving_graph.nodes))[0]


@pytest.mark.parametrize(
    ("function", "pin", "value"),
    [
        ("GameplayStatics:PlaySound2D", "Sound", {"default_object": "/Game/Audio/Doors/S_Knock.S_Knock"}),
        ("KismetMathLibrary:SelectColor", "A", {"default_value": "(R=0.100000,G=0.200000,B=0.300000)"}),
        (
            "KismetSystemLibrary:PrintText",
            "InText",
            {"default_text": 'NSLOCTEXT("", "0123456789ABCDEF", "Hello")'},
        ),
    ],
)
def test_a_value_takes_the_room_of_what_is_shown_of_it(
    build: Callable[[NodeSpec], Node], function: str, pin: str, value: dict[str, str]
) -> None:
    node = build(CallFunctionSpec(f"{ENGINE}{function}"))
    made = tuple(replace(item, **value) if item.name == pin else item for item in node.pins)  # type: ignore[arg-type]
    long = replace(node, pins=made)
    room = node_size(long, Graph("G", (long,)))[0] - node_size(node, Graph("G", (node,)))[0]
    assert room <= 2 * GRID


def test_a_pin_is_labelled_as_in_the_editor(build: Callable[[NodeSpec], Node]) -> None:
    branch = build(BranchSpec())
    assert [pin_label(pin) for pin in branch.pins] == ["", "Condition", "true", "false"]
    delay = build(CallFunctionSpec(f"{ENGINE}KismetSystemLibrary:Delay"))
    assert [pin_label(pin) for pin in delay.visible_pins] == ["", "Duration", "Completed"]
