"""What the reduced lift Blueprint declares, against what its text says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from blueprint_assistant.graph.catalog.declarations import (
    collapsed_graphs_of,
    comments_of,
    custom_event_of,
    dispatchers_of,
    function_of,
    functions_of,
    interface_members_of,
)
from blueprint_assistant.graph.model.blueprint import (
    Blueprint,
    Comment,
    Function,
    FunctionFlag,
    Graph,
    ImplementedInterface,
    Parameter,
    PinType,
    PropertyFlag,
    Variable,
)
from blueprint_assistant.graph.t3d.graph_text import parse_blueprint_t3d

LIFT = Path(__file__).resolve().parents[1] / "data/t3d/lift_blueprint.t3d"
DOUBLE = PinType("real", "double")
INTERFACE = "/Game/Interfaces/BI_Call.BI_Call_C"


@pytest.fixture(scope="module")
def lift() -> Blueprint:
    return parse_blueprint_t3d(LIFT.read_text(encoding="utf-8"))


def graph(blueprint: Blueprint, name: str) -> Graph:
    found = blueprint.find_graph(name)
    assert found is not None
    return found


def function(blueprint: Blueprint, name: str) -> Function:
    found = function_of(graph(blueprint, name))
    assert found is not None
    return found


def names(parameters: tuple[Parameter, ...]) -> list[tuple[str, str, str]]:
    return [(item.name, str(item.type), item.default) for item in parameters]


def test_a_function_has_its_inputs_outputs_flags_and_metadata(lift: Blueprint) -> None:
    found = function(lift, "Load Of")
    assert names(found.inputs) == [("Passenger", "object Actor", ""), ("Weights", "array of double", "")]
    assert [item.type.is_reference for item in found.inputs] == [False, True]
    assert names(found.outputs) == [("Kilograms", "double", "0.0"), ("Is Too Much", "bool", "")]
    assert (found.is_pure, found.is_const, found.is_static, found.access) == (True, True, False, "protected")
    assert (found.category, found.tooltip) == ("Lift|Load", 'Kilograms of "all" passengers')
    assert found.find_metadata("callineditor") == ""
    assert found.find_metadata("bcallineditor") == "True"
    assert found.declared_in == ""


def test_local_variables_have_type_and_default(lift: Blueprint) -> None:
    total, by_name = function(lift, "Load Of").local_variables
    assert (total.name, total.type, total.default, int(total.flags)) == ("Sum", DOUBLE, "1.5", 5)
    assert (by_name.name, str(by_name.type)) == ("Names", "map of name to int")


def test_a_function_of_an_interface_names_the_interface_and_has_its_pins(lift: Blueprint) -> None:
    found = function(lift, "Can Stop")
    assert found.declared_in == INTERFACE
    assert names(found.inputs) == [("Floor", "int", "")]
    assert names(found.outputs) == [("Yes", "bool", "")]
    assert found.access == "public"


def test_a_macro_has_what_its_tunnels_lead_through(lift: Blueprint) -> None:
    found = function(lift, "Ring")
    assert names(found.inputs) == [("In", "exec", ""), ("Times", "int", "")]
    assert names(found.outputs) == [("Out", "exec", ""), ("Left", "int", "")]
    assert found.tooltip == "Rings"


def test_a_custom_event_has_its_inputs_and_replication(lift: Blueprint) -> None:
    events = [custom_event_of(node) for node in graph(lift, "EventGraph").nodes]
    (found,) = [event for event in events if event is not None]
    assert found.name == "Move To"
    assert names(found.inputs) == [("Height", "double", "2.5")]
    assert FunctionFlag.NET_SERVER | FunctionFlag.NET_RELIABLE | FunctionFlag.NET in found.flags


def test_a_dispatcher_has_the_signature_of_its_graph(lift: Blueprint) -> None:
    (found,) = dispatchers_of(lift)
    assert found.name == "On Arrived"
    assert names(found.inputs) == [("Who", "object Actor", ""), ("Floor", "int", "-1")]


def test_a_dispatcher_without_a_graph_has_no_inputs() -> None:
    alone = Blueprint("/Game/X", "", variables=(Variable("On Go", PinType("mcdelegate")),))
    assert dispatchers_of(alone) == (Function("On Go"),)


def test_the_functions_of_a_blueprint_are_its_functions_and_macros(lift: Blueprint) -> None:
    listed = [found.name for found in functions_of(lift)]
    assert listed == ["UserConstructionScript", "Load Of", "Ring", "Can Stop"]


def test_an_event_graph_declares_no_function(lift: Blueprint) -> None:
    assert function_of(graph(lift, "EventGraph")) is None


def test_interface_members_are_graphs_and_events(lift: Blueprint) -> None:
    assert lift.interfaces == (ImplementedInterface(INTERFACE, ("Can Stop",)),)
    assert interface_members_of(lift, lift.interfaces[0]) == ("Can Stop", "Call")


def test_comments_are_boxes_and_bubbles(lift: Blueprint) -> None:
    bubble, box, new_box = comments_of(graph(lift, "EventGraph"))
    assert (bubble.node, bubble.is_bubble) == ("K2Node_Event_1", True)
    assert bubble.text.startswith("This node is disabled")
    assert box == Comment("EdGraphNode_Comment_0", 'Fährt, "bis" er da ist', -348, -96, 720, 304)
    assert (new_box.width, new_box.height, new_box.is_bubble) == (400, 100, False)


def test_collapsed_graphs_are_graphs_with_their_tunnels(lift: Blueprint) -> None:
    outer, inner = collapsed_graphs_of(graph(lift, "EventGraph"))
    assert [(item.name, item.kind, len(item.nodes), len(item.links)) for item in (outer, inner)] == [
        ("Arrive, then wait", "collapsed", 3, 4),
        ("Compare", "collapsed", 3, 3),
    ]
    found = function_of(inner)
    assert found is not None
    assert names(found.inputs) == [("execute", "exec", ""), ("Height", "double", "")]
    assert names(found.outputs) == [("then", "exec", ""), ("Is There", "bool", "")]
    collapsed = next(node for node in outer.nodes if node.graph is not None)
    assert collapsed.graph is inner
    assert collapsed.objects == ()


def test_variables_have_the_flags_that_the_asset_stores(lift: Blueprint) -> None:
    speed, floor, passengers, stops, arrived = lift.variables
    assert (speed.rep_notify, speed.replication_condition) == ("OnRep_Speed", "COND_OwnerOnly")
    assert PropertyFlag.NET | PropertyFlag.REP_NOTIFY in speed.flags
    assert (speed.category, speed.tooltip) == ("Drive|Motor", 'cm per second, "at most"')
    assert not speed.is_instance_editable
    assert (floor.is_instance_editable, floor.is_exposed_on_spawn) == (True, True)
    assert passengers.is_private
    assert not speed.is_private
    assert PropertyFlag.TRANSIENT in passengers.flags
    assert str(passengers.type) == "set of object Actor"
    assert PropertyFlag.SAVE_GAME | PropertyFlag.BLUEPRINT_READ_ONLY in stops.flags
    assert str(stops.type) == "map of name to Vector"
    assert PropertyFlag.BLUEPRINT_ASSIGNABLE in arrived.flags


def test_what_a_function_declares_follows_its_nodes(lift: Blueprint) -> None:
    made = graph(lift, "Load Of")
    entry = made.nodes[0]
    fewer = replace(entry, pins=tuple(pin for pin in entry.pins if pin.name != "Weights"))
    found = function_of(replace(made, nodes=(fewer, *made.nodes[1:])))
    assert found is not None
    assert [item.name for item in found.inputs] == ["Passenger"]
