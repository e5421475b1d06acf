from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.arguments import ArgumentError
from blueprint_assistant.actions.nodes.batch_items import (
    LinkItem,
    ValueItem,
    read_link,
    read_links,
    read_values,
)
from blueprint_assistant.editor.plan.edit_plan import EditPlan
from blueprint_assistant.editor.plan.member_steps import AddDispatcherStep
from blueprint_assistant.graph.compare.semantics import is_comment
from blueprint_assistant.graph.kinds.common_specs import CustomEventSpec, EventSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of, is_ghost
from blueprint_assistant.graph.layout.sizes import node_size

if TYPE_CHECKING:
    from actions.conftest import Tools
    from blueprint_assistant.graph.model.blueprint import Node

START = {"id": "start", "node_type": "Event", "event_name": "BeginPlay"}
HELLO = {"id": "hi", "node_type": "PrintString", "values": {"InString": "Open"}}
CHOICE = {"id": "if", "node_type": "Branch"}


def build(tools: Tools, **parameters: Any) -> str:
    return tools.do("build_graph", blueprint="BP_Door", **parameters)


def pin_value(tools: Tools, node_id: str, pin: str) -> str:
    found = tools.node(node_id).find_pin(pin, "input")
    assert found is not None
    return found.default


def test_nodes_links_and_values_are_built_in_one_transaction(tools: Tools) -> None:
    text = build(
        tools,
        nodes=[START, CHOICE, HELLO],
        links=["start.then -> if.execute", "if.true -> hi.exec"],
        values={"if.Condition": False},
    )
    assert text.splitlines() == [
        "Built 3 nodes, 2 links, 2 values in EventGraph of /Game/BP_Door.",
        "Nodes: start = N1 Event BeginPlay, if = N2 Branch, hi = N3 Print String.",
    ]
    assert tools.links() == {"N1.then -> N2.execute", "N2.then -> N3.execute"}
    assert pin_value(tools, "N3", "InString") == "Open"
    assert tools.project.undo_history() == ["AI: build 3 nodes in EventGraph"]


def test_building_the_same_links_again_changes_nothing(tools: Tools) -> None:
    build(tools, nodes=[START, HELLO], links=["start.then -> hi.execute"])
    again = tools.done_before("build_graph", blueprint="BP_Door", links=["N1.then -> N2.execute"])
    assert again == "All of it is in EventGraph of /Game/BP_Door already."


def test_nodes_that_are_there_are_linked_by_their_ids(tools: Tools) -> None:
    tools.do("add_node", blueprint="BP_Door", node_type="Event", event_name="BeginPlay")
    build(tools, nodes=[HELLO], links=[["N1.then", "hi.execute"]])
    assert tools.links() == {"N1.then -> N2.execute"}


def test_an_event_and_a_call_of_it_are_built_together(tools: Tools) -> None:
    build(
        tools,
        nodes=[
            START,
            {"id": "call", "node_type": "CallFunction", "function_name": "OpenDoor"},
            {"id": "open", "node_type": "CustomEvent", "event_name": "OpenDoor"},
            HELLO,
        ],
        links=["start.then -> call.execute", "open.then -> hi.execute"],
    )
    assert len(tools.links()) == 2


def test_a_class_gives_the_node_its_pins_before_links_are_made(tools: Tools) -> None:
    build(
        tools,
        nodes=[START, {"id": "cast", "node_type": "Cast", "target_class": "Character"},
               {"id": "spawn", "node_type": "SpawnActor"}, {"id": "where", "node_type": "MakeTransform"}],
        links=[
            "start -> spawn".replace("start", "start.then").replace("spawn", "spawn.execute"),
            "where.ReturnValue -> spawn.SpawnTransform",
            "spawn.then -> cast.execute",
            "spawn.Return Value -> cast.Object",
        ],
        values={"spawn": {"Class": "Character"}},
    )  # fmt: skip
    assert len(tools.links()) == 4


def test_types_are_settled_along_the_data_whatever_the_order_of_links(tools: Tools) -> None:
    build(
        tools,
        nodes=[
            START,
            {
                "id": "all",
                "node_type": "CallFunction",
                "function_name": "GetAllActorsOfClass",
                "values": {"ActorClass": "Pawn"},
            },
            {"id": "each", "node_type": "ForEachLoop"},
            {"id": "kill", "node_type": "CallFunction", "function_name": "Destroy Actor"},
        ],
        links=[
            "each.Array Element -> kill.Target",
            "all.OutActors -> each.Array",
            "start.then -> all.execute",
            "all.then -> each.Exec",
            "each.LoopBody -> kill.execute",
        ],
    )  # fmt: skip
    assert len(tools.links()) == 5


@pytest.mark.parametrize(
    "asked", [{"names": ["Name", "Age"]}, {"values": {"Format": "Hi {Name}, you are {Age}."}}]
)
def test_format_text_gets_its_arguments_before_they_are_linked(tools: Tools, asked: dict[str, Any]) -> None:
    tools.do("add_variable", blueprint="BP_Door", variable_name="Age", variable_type="int")
    build(
        tools,
        nodes=[
            {"id": "text", "node_type": "FormatText", **asked},
            {"id": "age", "node_type": "GetVariable", "variable_name": "Age"},
            {"id": "print", "node_type": "PrintText"},
        ],
        links=["age.Age -> text.Age", "text.Result -> print.InText"],
    )
    assert tools.links() == {"N2.Age -> N1.Age", "N1.Result -> N3.InText"}


def test_a_name_that_is_no_argument_is_never_taken_for_the_text_itself(tools: Tools) -> None:
    nodes = [{"id": "text", "node_type": "FormatText"}]
    text = tools.refused("build_graph", blueprint="BP_Door", nodes=nodes, values={"text.Name": "Bob"})
    assert "no input pin 'Name'" in text


def test_an_asset_takes_the_place_of_none(tools: Tools) -> None:
    tools.project.sandbox.other_assets["/Game/M_Button"] = "/Script/Engine.Material"
    dynamic = {"id": "dynamic", "node_type": "CallFunction", "function_name": "CreateDynamicMaterialInstance"}
    build(tools, nodes=[dynamic | {"target_class": "PrimitiveComponent"}])
    build(tools, values={"N1.SourceMaterial": "/Game/M_Button"})
    assert pin_value(tools, "N1", "SourceMaterial") == "/Game/M_Button.M_Button"
    build(tools, values={"N1.SourceMaterial": "None"})
    assert pin_value(tools, "N1", "SourceMaterial") in {"", "None"}


def test_one_pin_takes_one_value(tools: Tools) -> None:
    values = {"hi.In String": "A", "hi.InString": "B"}
    text = tools.refused("build_graph", blueprint="BP_Door", nodes=[{**HELLO, "values": None}], values=values)
    assert "same pin" in text


def test_functions_of_another_blueprint_are_called_on_what_a_cast_gives(tools: Tools) -> None:
    tools.project.create("/Game/BP_Enemy", "/Script/Engine.Character")
    tools.do(
        "add_function",
        blueprint="BP_Enemy",
        function_name="TakeHit",
        inputs=[{"name": "Damage", "type": "float"}],
    )
    tools.do("compile_blueprint", blueprint="BP_Enemy")
    text = build(
        tools,
        nodes=[
            {"id": "hit", "node_type": "Event", "event_name": "ActorBeginOverlap"},
            {"id": "cast", "node_type": "Cast", "target_class": "BP_Enemy"},
            {"id": "call", "node_type": "CallFunction", "function_name": "BP_Enemy.take hit"},
        ],
        links=[
            "hit.then -> cast.execute",
            "hit.OtherActor -> cast.Object",
            "cast.then -> call.execute",
            "cast.As BP Enemy -> call.Target",
        ],
        values={"call.Damage": 5},
    )
    assert len(tools.links()) == 4
    assert "call = N" in text
    assert "Note" not in text


def test_the_body_of_a_function_is_built_with_its_inputs_and_results(tools: Tools) -> None:
    tools.do(
        "add_function", blueprint="BP_Door", function_name="Twice", inputs="In: float", outputs="Out: float"
    )
    build(
        tools,
        graph_name="twice",
        nodes=[
            {"id": "sum", "node_type": "+"},
            {"id": "in", "node_type": "GetVariable", "variable_name": "in"},
        ],
        links=["N1.In -> sum.A", "in.In -> sum.B", "sum.ReturnValue -> N2.Out"],
    )
    twice = tools.door.find_graph("Twice")
    assert twice is not None
    # The entry comes linked to the result.
    assert len(twice.links) == 4


def test_the_result_of_a_new_function_goes_to_the_end_of_its_body(tools: Tools) -> None:
    tools.do("add_function", blueprint="BP_Door", function_name="IsNear", outputs="Near: bool")
    where = {"id": "where", "node_type": "CallFunction", "function_name": "GetDistanceTo"}
    player = {"id": "player", "node_type": "GetPlayerPawn"}
    nodes = [HELLO, where, player, {"id": "less", "node_type": "Less", "values": {"B": 200}}]
    links = ["player.ReturnValue -> where.OtherActor", "where.ReturnValue -> less.A"]
    links += ["less.ReturnValue -> N2.Near", "N1.then -> hi.execute", "hi.then -> N2.execute"]
    build(tools, graph_name="IsNear", nodes=nodes, links=links)
    result, others = tools.node("N2"), [tools.node(f"N{number}") for number in (1, 3, 4, 5, 6)]
    assert all(result.x > node.x for node in others)
    place = result.x, result.y
    links = ["N3.then -> again.execute", "again.then -> N2.execute"]
    build(tools, graph_name="IsNear", nodes=[{**HELLO, "id": "again"}], links=links)
    assert (tools.node("N2").x, tools.node("N2").y) == place


def test_a_dispatcher_is_bound_to_an_event_of_the_same_call(tools: Tools) -> None:
    plan = EditPlan("/Game/BP_Door", "set up", (AddDispatcherStep("OnOpened"),))
    tools.project.editor.apply(plan)
    build(
        tools,
        nodes=[
            START,
            {"id": "bind", "node_type": "BindDispatcher", "name": "on opened"},
            {"id": "opened", "node_type": "CustomEvent", "event_name": "Opened"},
            {"id": "call", "node_type": "CallDispatcher", "dispatcher": "OnOpened"},
        ],
        links=[
            "start.then -> bind.execute",
            "opened.OutputDelegate -> bind.Event",
            "bind.then -> call.execute",
        ],
    )
    assert len(tools.links()) == 3


def test_every_wrong_item_is_told_and_nothing_is_built(tools: Tools) -> None:
    text = tools.refused(
        "build_graph",
        blueprint="BP_Door",
        nodes=[START, HELLO, {"id": "x", "node_type": "Brnch"}],
        links=[
            "start.then -> hi.execute",
            "start.then -> x.execute",
            "start.then -> gone.execute",
            "hi.then -> start.then",
            "no link",
        ],
        values={"hi.InStrng": "Hello", "hi.Duration": "soon"},
    )
    assert "Nothing was built, because 6 items cannot be done" in text
    assert "node x: There is no node type 'Brnch'. Nearest: Branch" in text
    assert "gone" in text
    assert "'no link' is no link" in text
    assert "hi.InStrng" in text
    assert "InString (string)" in text
    assert "hi.Duration" in text
    assert "1 more depend on them" in text


def test_two_links_from_one_exec_pin_are_refused(tools: Tools) -> None:
    text = tools.refused(
        "build_graph",
        blueprint="BP_Door",
        nodes=[START, HELLO, {**HELLO, "id": "ho"}],
        links=["start.then -> hi.execute", "start.then -> ho.execute"],
    )
    assert "Sequence" in text


@pytest.mark.parametrize(
    "nodes",
    [
        [HELLO, HELLO],
        [{"node_type": "Branch"}],
        [{"id": "a"}],
        ["Branch"],
        "[{",
        [],
    ],
)
def test_nodes_that_cannot_be_read_are_refused(tools: Tools, nodes: Any) -> None:
    assert tools.refused("build_graph", blueprint="BP_Door", nodes=nodes)


def test_an_id_of_a_node_that_is_there_is_refused_for_a_new_one(tools: Tools) -> None:
    tools.do("add_node", blueprint="BP_Door", node_type="Branch")
    text = tools.refused("build_graph", blueprint="BP_Door", nodes=[{**CHOICE, "id": "N1"}])
    assert "other ids" in text


def test_nodes_come_as_an_object_or_as_json_text_too(tools: Tools) -> None:
    build(tools, nodes={"a": {"node_type": "Branch"}})
    build(tools, nodes=json.dumps([{"id": "b", "type": "Branch"}]))
    assert sum(node.class_name == "K2Node_IfThenElse" for node in tools.event_graph.nodes) == 2


def test_new_nodes_do_not_lie_on_one_another(tools: Tools) -> None:
    build(
        tools,
        nodes=[START, *({**HELLO, "id": f"p{number}"} for number in range(5))],
        links=["start.then -> p0.execute", *(f"p{n}.then -> p{n + 1}.execute" for n in range(4))],
    )
    prints = [node for node in tools.event_graph.nodes if node.class_name == "K2Node_CallFunction"]
    assert [node.x for node in prints] == sorted({node.x for node in prints})


def build_row(tools: Tools, event: dict[str, Any]) -> list[str]:
    """An event that prints something, in a comment box of its own; the ids of its two nodes."""
    text = build(tools, nodes=[{"id": "e", **event}, HELLO], links=["e.then -> hi.execute"])
    ids = re.findall(r"= (N\d+) ", text)
    tools.do("add_comment_box", blueprint="BP_Door", comment="row", node_ids=ids)
    return ids


def test_rows_of_events_leave_room_for_a_comment_box_around_each(tools: Tools) -> None:
    rows = [
        build_row(tools, {"node_type": "Event", "event_name": "BeginPlay"}),
        build_row(tools, {"node_type": "CustomEvent", "event_name": "Open"}),
        build_row(tools, {"node_type": "CustomEvent", "event_name": "Close"}),
    ]
    graph = tools.event_graph
    boxes = sorted((node.y, node.y + node_size(node, graph)[1]) for node in graph.nodes if is_comment(node))
    assert len(boxes) == 3
    assert all(above[1] <= below[0] for above, below in pairwise(boxes))
    # A row starts where the first one does, whatever boxes are there.
    assert {tools.node(ids[0]).x for ids in rows} == {0}


def test_what_an_event_calls_or_binds_stands_under_it(tools: Tools) -> None:
    build(
        tools,
        nodes=[
            START,
            {"id": "timer", "node_type": "SetTimerByEvent"},
            {"id": "now", "node_type": "CallFunction", "function_name": "Open"},
            {"id": "later", "node_type": "CustomEvent", "event_name": "Later"},
            {"id": "open", "node_type": "CustomEvent", "event_name": "Open"},
            HELLO,
        ],
        links=[
            "start.then -> timer.execute",
            "later.OutputDelegate -> timer.Delegate",
            "timer.then -> now.execute",
            "open.then -> hi.execute",
        ],
    )
    heights = {spec.name: node.y for node in tools.event_graph.nodes if (spec := named_event(node))}
    assert heights["ReceiveBeginPlay"] < heights["Later"] < heights["Open"]


def named_event(node: Node) -> EventSpec | CustomEventSpec | None:
    """An event in use, as what makes it."""
    spec = None if is_ghost(node) else any_spec_of(node)
    return spec if isinstance(spec, EventSpec | CustomEventSpec) else None


def test_an_event_that_was_greyed_out_moves_to_where_it_has_room(tools: Tools) -> None:
    ids = build_row(tools, {"node_type": "Event", "event_name": "BeginPlay"})
    graph = tools.event_graph
    (box,) = (node for node in graph.nodes if is_comment(node))
    greyed_out = [node for node in graph.nodes if is_ghost(node)]
    assert len(greyed_out) == 2
    assert all(node.y + node_size(node, graph)[1] <= box.y for node in greyed_out)
    assert box.y < tools.node(ids[0]).y


def test_an_event_that_is_in_use_stays_where_it_is(tools: Tools) -> None:
    tools.do("add_node", blueprint="BP_Door", node_type="Event", event_name="Tick")
    before = tools.node("N1")
    build(
        tools,
        nodes=[{"id": "e", "node_type": "Event", "event_name": "Tick"}, HELLO],
        links=["e.then -> hi.exec"],
    )
    assert (tools.node("N1").x, tools.node("N1").y) == (before.x, before.y)


def test_a_report_on_thirty_nodes_is_short(tools: Tools) -> None:
    nodes = [START, *({**HELLO, "id": f"p{number}"} for number in range(29))]
    links = ["start.then -> p0.execute", *(f"p{n}.then -> p{n + 1}.execute" for n in range(28))]
    text = build(tools, nodes=nodes, links=links)
    assert len(text) / 4 < 500


@pytest.mark.parametrize(
    "item",
    [
        "a.then -> b.Array Element",
        "a.then → b.Array Element",
        ["a.then", "b.Array Element"],
        ["a", "then", "b", "Array Element"],
        {"from": "a.then", "to": "b.Array Element"},
        {"from_node": "a", "from_pin": "then", "to_node": "b", "to_pin": "Array Element"},
        {"source_node": "a", "source_pin": "then", "target_node": "b", "target_pin": "Array Element"},
        {"source": {"node": "a", "pin": "then"}, "target": ["b", "Array Element"]},
    ],
)
def test_a_link_is_read_in_every_usual_form(item: Any) -> None:
    assert read_link(item) == LinkItem("a", "then", "b", "Array Element")


def test_a_link_keeps_pins_that_are_signs() -> None:
    assert read_link("cmp.> -> b.execute").source_pin == ">"
    assert read_links("a.then -> b.execute\nb.then -> c.execute") == [
        "a.then -> b.execute",
        "b.then -> c.execute",
    ]


@pytest.mark.parametrize(
    "item", ["a -> b", "a.then", 7, {}, {"from": "a.then"}, ["a.b"], "a.b -> c.d -> e.f"]
)
def test_what_is_no_link_is_refused(item: Any) -> None:
    with pytest.raises(ArgumentError, match="no link"):
        read_link(item)


@pytest.mark.parametrize(
    "value",
    [
        {"a.In String": "x"},
        {"a": {"In String": "x"}},
        '{"a.In String": "x"}',
        ["a.In String = x"],
        [{"node": "a", "pin": "In String", "value": "x"}],
        {"node": "a", "pin": "In String", "value": "x"},
    ],
)
def test_a_value_is_read_in_every_usual_form(value: Any) -> None:
    assert read_values(value) == [ValueItem("a", "In String", "x")]


@pytest.mark.parametrize("way", [{"target_class": "BP_Enemy"}, {"values": {"Class": "BP_Enemy"}}])
def test_what_a_blueprint_exposes_on_spawn_is_set_with_the_node(tools: Tools, way: dict[str, Any]) -> None:
    tools.project.create("/Game/BP_Enemy", "/Script/Engine.Character")
    tools.do("add_variable", blueprint="BP_Enemy", variable_name="Health", variable_type="float")
    tools.do("set_variable_defaults", blueprint="BP_Enemy", variable_name="Health", expose_on_spawn=True)
    tools.do("compile_blueprint", blueprint="BP_Enemy")
    nodes = [{"id": "spawn", "node_type": "SpawnActor", **way}]
    build(tools, nodes=nodes, values={"spawn.Health": 5})
    assert float(pin_value(tools, "N1", "Health")) == 5
