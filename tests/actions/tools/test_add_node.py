from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.tools.add_node import NODE_TYPES
from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools


def test_the_first_line_names_id_title_class_graph_and_blueprint(tools: Tools) -> None:
    lines = tools.do(
        "add_node", blueprint="BP_Door", node_type="CallFunction", function_name="AddActorWorldOffset"
    ).splitlines()
    assert lines[0] == "N1: Add Actor World Offset (K2Node_CallFunction) in EventGraph of /Game/BP_Door"
    assert lines[1].startswith(
        'in: execute, self, DeltaLocation (struct Vector)="0, 0, 0", bSweep (bool)=false'
    )
    assert lines[2] == "out: then, SweepHitResult (struct HitResult)"
    assert tools.project.undo_history() == ["AI: add Add Actor World Offset"]


@pytest.mark.parametrize("name", ["Tick", "Event Tick", "EventTick", "ReceiveTick"])
def test_an_event_is_found_under_its_usual_names(tools: Tools, name: str) -> None:
    tools.do("add_node", blueprint="BP_Door", node_type="Event", event_name=name)
    assert "ReceiveTick" in (tools.node("N1").find_property("EventReference") or "")


def test_an_event_that_is_there_already_keeps_its_id(tools: Tools) -> None:
    tools.do("add_node", blueprint="BP_Door", node_type="Event", event_name="Tick")
    again = tools.done_before("add_node", blueprint="BP_Door", node_type="Event", event_name="Event Tick")
    assert again.startswith("N1: Event Tick")
    assert "was there already" in again


def test_a_custom_event_that_is_there_already_is_used_again(tools: Tools) -> None:
    tools.do("add_node", blueprint="BP_Door", node_type="CustomEvent", event_name="Explode")
    again = tools.done_before("add_node", blueprint="BP_Door", node_type="CustomEvent", event_name="explode")
    assert again.startswith("N1: Explode")
    assert tools.project.undo_history() == ["AI: add Explode"]


@pytest.mark.parametrize(
    ("node_type", "given", "class_name"),
    thinned(
        [
            ("CustomEvent", {"event_name": "Explode"}, "K2Node_CustomEvent"),
            ("CustomEvent", {"name": "Explode"}, "K2Node_CustomEvent"),
            ("Branch", {}, "K2Node_IfThenElse"),
            ("K2Node_IfThenElse", {}, "K2Node_IfThenElse"),
            ("if", {}, "K2Node_IfThenElse"),
            ("Sequence", {}, "K2Node_ExecutionSequence"),
            ("Delay", {}, "K2Node_CallFunction"),
            ("print string", {}, "K2Node_CallFunction"),
            ("GetVariable", {"variable_name": "speed"}, "K2Node_VariableGet"),
            ("VariableGet", {"name": "Mesh"}, "K2Node_VariableGet"),
            ("SetVariable", {"variable": "Speed"}, "K2Node_VariableSet"),
            ("Function", {"function": "K2_DestroyActor"}, "K2Node_CallFunction"),
            ("CallFunction", {"function_name": "Destroy Actor"}, "K2Node_CallFunction"),
            ("CallFunction", {"function_name": "KismetMathLibrary.RandomFloat"}, "K2Node_CallFunction"),
            ("CallFunction", {"function_name": "SetStaticMesh"}, "K2Node_CallFunction"),
            (
                "CallFunction",
                {"function_name": "AddMovementInput", "target_class": "Pawn"},
                "K2Node_CallFunction",
            ),
        ],
        6,
    ),
)
def test_each_kind_of_node_is_made_from_the_words_that_models_use(
    tools: Tools, node_type: str, given: dict[str, Any], class_name: str
) -> None:
    tools.do("add_component", blueprint="BP_Door", type="StaticMesh", name="Mesh")
    tools.do("add_variable", blueprint="BP_Door", name="Speed", type="float")
    tools.do("add_node", blueprint="BP_Door", node_type=node_type, **given)
    assert tools.node("N1").class_name == class_name


@pytest.mark.parametrize(
    ("given", "mentioned"),
    thinned(
        [
            (
                {"node_type": "Event", "event_name": "BeginsPlay"},
                ["BeginsPlay", "CustomEvent", "BeginPlay"],
            ),
            ({"node_type": "Event"}, ["event_name"]),
            ({"node_type": "CallFunction"}, ["function_name"]),
            ({"node_type": "CallFunction", "function_name": "MoveForwardNow"}, ["MoveForward"]),
            ({"node_type": "CallFunction", "function_name": "AddMovementInput"}, ["Pawn.AddMovementInput"]),
            ({"node_type": "CallFunction", "function_name": "X", "target_class": "Nope"}, ["Nope"]),
            ({"node_type": "GetVariable", "variable_name": "Mana"}, ["Mana", "Speed"]),
            ({"node_type": "SetVariable", "variable_name": "Mesh"}, ["Mesh", "component"]),
            ({"node_type": "Zyxwv"}, [*NODE_TYPES]),
            ({"node_type": "Brnch"}, ["Nearest: Branch"]),
            ({"node_type": "Branch", "graph_name": "Nope"}, ["Nope", "EventGraph"]),
            ({}, ["node_type"]),
        ],
        5,
    ),
)
def test_a_node_that_cannot_be_made_is_refused_with_what_would_work(
    tools: Tools, given: dict[str, Any], mentioned: list[str]
) -> None:
    tools.do("add_component", blueprint="BP_Door", type="StaticMesh", name="Mesh")
    tools.do("add_variable", blueprint="BP_Door", name="Speed", type="float")
    text = tools.refused("add_node", blueprint="BP_Door", **given)
    assert [word for word in mentioned if word not in text] == []


def test_an_event_of_a_name_that_no_class_has_is_a_custom_event(tools: Tools) -> None:
    """What the engine has elsewhere would never run here, so it is not made one."""
    text = tools.do("add_node", blueprint="BP_Door", node_type="Event", event_name="OpenTheDoor")
    assert "(K2Node_CustomEvent)" in text
    assert "Actor has no event OpenTheDoor" in text
    for name in ("Landed", "OnComponentHit", "OnClicked", "Possessed"):
        assert name in tools.refused("add_node", blueprint="BP_Door", node_type="Event", event_name=name)
    assert "unknown_event" in tools.refused(
        "add_node",
        blueprint="BP_Door",
        node_type="Event",
        event_name="Tock",
        component_name="DefaultSceneRoot",
    )


def test_a_timer_calls_the_function_that_is_asked_for(tools: Tools) -> None:
    timer = {"node_type": "SetTimer", "function_name": "Heal"}
    assert "calls nothing" in tools.do("add_node", blueprint="BP_Door", **timer)
    pin = tools.node("N1").find_pin("FunctionName")
    assert pin is not None
    assert pin.default_value == "Heal"
    nodes = [{"id": "e", "node_type": "Event", "event_name": "Heal"}, {"id": "t", **timer}]
    assert "calls nothing" not in tools.do("build_graph", blueprint="BP_Door", nodes=nodes)


def test_what_a_node_does_not_have_is_said(tools: Tools) -> None:
    text = tools.do("add_node", blueprint="BP_Door", node_type="Branch", function_name="Heal", count=3)
    assert "Note: a Branch node takes no function_name 'Heal', no count '3': left out." in text
    nodes = [{"id": "p", "node_type": "PrintString", "function_name": "PrintString", "event_name": "Tick"}]
    assert "Note: p: a PrintString node takes no event_name 'Tick': left out." in tools.do(
        "build_graph", blueprint="BP_Door", nodes=nodes
    )


def test_a_call_on_another_class_says_what_must_be_linked_to_self(tools: Tools) -> None:
    text = tools.do(
        "add_node", blueprint="BP_Door", node_type="CallFunction", function="AddMovementInput", target="Pawn"
    )
    assert "link a Pawn to self" in text
    own = tools.do("add_node", blueprint="BP_Door", node_type="CallFunction", function="DestroyActor")
    assert "to self" not in own


def test_a_node_without_a_position_gets_a_free_spot(tools: Tools) -> None:
    there = len(tools.event_graph.nodes)
    for _ in range(6):
        tools.do("add_node", blueprint="BP_Door", node_type="PrintString")
    spots = {(node.x, node.y) for node in tools.event_graph.nodes}
    assert len(spots) == there + 6


def test_a_given_position_is_used(tools: Tools) -> None:
    tools.do("add_node", blueprint="BP_Door", node_type="Branch", position=["320", 64.0])
    assert (tools.node("N1").x, tools.node("N1").y) == (320, 64)


def test_format_text_comes_with_the_arguments_that_it_is_asked_for(tools: Tools) -> None:
    text = tools.do("add_node", blueprint="BP_Door", node_type="FormatText", arguments=["Name", "Score"])
    assert "Name (wildcard), Score (wildcard)" in text
    assert tools.project.undo_history() == ["AI: add Format Text"]


def test_an_input_action_is_found_by_name_and_used_again(tools: Tools) -> None:
    tools.project.sandbox.input_actions["/Game/Input/IA_Jump.IA_Jump"] = "bool"
    tools.project.create("/Game/BP_Hero", "/Script/Engine.Character")
    first = tools.do("add_node", blueprint="BP_Hero", node_type="InputAction", event_name="Jump")
    assert "Triggered" in first
    again = tools.done_before("add_node", blueprint="BP_Hero", node_type="InputAction", action="IA_Jump")
    assert "was there already" in again


def test_an_event_that_was_just_added_can_be_called(tools: Tools) -> None:
    tools.do("add_node", blueprint="BP_Door", node_type="CustomEvent", event_name="Open Door")
    text = tools.do("add_node", blueprint="BP_Door", node_type="CallFunction", function_name="OpenDoor")
    assert text.startswith("N2: Open Door (K2Node_CallFunction)")


def test_a_component_event_is_there_once(tools: Tools) -> None:
    tools.do("add_component", blueprint="BP_Door", type="Box", name="Trigger")
    given = {"node_type": "Event", "event_name": "OnComponentBeginOverlap"}
    assert "OtherActor" in tools.do("add_node", blueprint="BP_Door", **given)
    assert "was there already" in tools.done_before("add_node", blueprint="BP_Door", **given)


def test_the_construction_script_is_found_by_its_title(tools: Tools) -> None:
    text = tools.do("add_node", blueprint="BP_Door", node_type="Branch", graph_name="Construction Script")
    assert "in UserConstructionScript of /Game/BP_Door" in text


def test_functions_of_a_parent_blueprint_are_found_by_name(tools: Tools) -> None:
    tools.do("add_function", blueprint="BP_Door", function_name="Slam", inputs="Force: float")
    tools.do("compile_blueprint", blueprint="BP_Door")
    tools.project.create("/Game/BP_Gate", "/Game/BP_Door.BP_Door_C")
    text = tools.do("add_node", blueprint="BP_Gate", node_type="CallFunction", function_name="slam")
    assert "Force (double)" in text
    assert "Note" not in text


def test_an_event_of_a_parent_blueprint_is_overridden(tools: Tools) -> None:
    tools.do("add_node", blueprint="BP_Door", node_type="CustomEvent", event_name="Open Door")
    tools.do("compile_blueprint", blueprint="BP_Door")
    tools.project.create("/Game/BP_Gate", "/Game/BP_Door.BP_Door_C")
    text = tools.do("add_node", blueprint="BP_Gate", node_type="Event", event_name="OpenDoor")
    assert text.startswith("N2: Event Open Door (K2Node_Event) in EventGraph of /Game/BP_Gate")
    assert "0 errors, 0 warnings" in tools.do("compile_blueprint", blueprint="BP_Gate")
