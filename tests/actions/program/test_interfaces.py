"""Interfaces: made, added by the artist when a program says so, implemented and called."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from reverts.turns import exact_state
from unreal_sandbox.assets.asset_text import format_asset, parse_asset
from users_hands import UsersClipboard, UsersHands

if TYPE_CHECKING:
    from actions.conftest import Tools
    from blueprint_assistant.actions.manual_steps import ManualStep

DOOR, USE = "/Game/BP_Door", "/Game/BPI_Use.BPI_Use_C"
CODE = """\
implements BPI_Use
on Use(Who):
  PrintString("used")
func CanUse(Who: Actor) -> (Yes: bool):
  return IsValid(Who)
"""
CLASS_SETTINGS = "Class Settings, Implemented Interfaces, Add"


@pytest.fixture
def town(tools: Tools) -> Tools:
    """The door, and an interface with an event and a function."""
    tools.do("create_blueprint", name="BPI_Use", parent_class="Interface")
    code = "func Use(Who: Actor)\nfunc CanUse(Who: Actor) -> (Yes: bool)\n"
    tools.do("write_graph", blueprint="BPI_Use", code=code)
    return tools


def with_hands(tools: Tools, hands: UsersHands) -> UsersHands:
    tools.context = replace(tools.context, artist=hands, clipboard=UsersClipboard())
    return hands


def test_without_an_artist_it_is_said_what_the_user_does(town: Tools) -> None:
    text = town.refused("write_graph", blueprint="BP_Door", code=CODE)
    assert "Line 1: BP_Door does not implement BPI_Use" in text
    assert CLASS_SETTINGS in text
    assert "is no interface" in town.refused("write_graph", blueprint="BP_Door", code="implements Pawn\n")


@pytest.mark.parametrize(
    ("code", "fix"),
    [
        ("on Use(Who):\n  PrintString(Who)\n", "begin with implements BPI_Use."),
        ("on ActorBeginOverlap(OtherActor):\n  OtherActor.Use(self)\n", "write BPI_Use.Use"),
    ],
)
def test_what_an_interface_of_the_project_declares_is_known_by_it(town: Tools, code: str, fix: str) -> None:
    assert fix in town.refused("write_graph", blueprint="BP_Door", code=code)


def test_the_artist_adds_it_and_the_program_implements_it(town: Tools) -> None:
    def add(step: ManualStep) -> None:
        assert step.sentence == f"In BP_Door: {CLASS_SETTINGS}, choose BPI_Use. Then Compile."
        assert town.project.sandbox.add_interface(DOOR, USE)

    hands = with_hands(town, UsersHands(town.project.sandbox, does=add))
    town.do("write_graph", blueprint="BP_Door", code=CODE)
    assert len(hands.asked) == 1
    assert [(item.class_path, item.graphs) for item in town.door.interfaces] == [(USE, ("CanUse",))]
    assert "on Use(Who)\n  PrintString" in town.do("read_graph", blueprint="BP_Door")
    text = town.do("read_graph", blueprint="BP_Door", graph_name="CanUse")
    assert "func CanUse(Who: Actor) -> (Yes: bool)\n  return IsValid(Who)" in text
    town.done_before("write_graph", blueprint="BP_Door", code=CODE)
    town.done_before("add_node", blueprint="BP_Door", node_type="Event", event_name="Use")
    assert "parent Actor, implements BPI_Use" in town.do("get_blueprint_info", blueprint="BP_Door")
    assert "event_name=Use" in town.do("find_nodes", blueprint="BP_Door", query="use", kind="event")


def test_an_interface_is_read_as_what_it_declares(town: Tools) -> None:
    text = town.do("read_graph", blueprint="BPI_Use")
    assert text.endswith("func Use(Who: Actor)\nfunc CanUse(Who: Actor) -> (Yes: bool)")


def test_who_does_not_add_it_is_asked_again_and_nothing_is_changed(town: Tools) -> None:
    with_hands(town, UsersHands(town.project.sandbox, does=lambda _step: None))
    text = town.refused("write_graph", blueprint="BP_Door", code=CODE)
    assert text.startswith("not_done_yet:")
    assert CLASS_SETTINGS in text


def test_the_stand_in_keeps_an_added_interface_refuses_it_twice_and_takes_it_back(town: Tools) -> None:
    before = exact_state(town.project)
    assert town.project.sandbox.add_interface(DOOR, USE)
    assert not town.project.sandbox.add_interface(DOOR, USE)
    asset = town.project.sandbox.find_blueprint(DOOR)
    assert asset is not None
    assert parse_asset(format_asset(asset), asset.uid).interfaces == asset.interfaces
    assert town.project.sandbox.transactions.undo()
    town.project.compile(DOOR)
    assert exact_state(town.project) == before


@pytest.mark.parametrize("call", ["BPI_Use.Use(Other, self)", "BPI_Use.Use(Who=self, self=Other)"])
def test_a_message_takes_its_object_first(town: Tools, call: str) -> None:
    hands = with_hands(town, UsersHands(town.project.sandbox))
    code = f"var Other: Actor\non BeginPlay():\n  {call}\n"
    town.do("write_graph", blueprint="BP_Door", code=code)
    assert [step.kind for step in hands.asked] == ["paste"]
    (message,) = (node for node in town.event_graph.nodes if node.class_name == "K2Node_Message")
    linked = {}
    for name in ("self", "Who"):
        pin = message.find_pin(name, "input")
        assert pin is not None
        (ref,) = town.event_graph.links_of(message.name, pin.id)
        linked[name] = town.event_graph.node(ref.node).class_name
    assert linked == {"self": "K2Node_VariableGet", "Who": "K2Node_Self"}


def test_custom_events_with_inputs_and_timelines_of_a_program_are_pasted(town: Tools) -> None:
    hands = with_hands(town, UsersHands(town.project.sandbox))
    code = (
        "component Leaf: StaticMesh as root\nevent Hit(Damage: float):\n  timeline(Swing):\n    Update:\n"
        "      PrintString(Damage)\non BeginPlay():\n  Hit(3.0)\n"
    )
    town.do("write_graph", blueprint="BP_Door", code=code)
    assert {step.kind for step in hands.asked} == {"paste"}
    assert "event Hit(Damage: float)" in town.do("read_graph", blueprint="BP_Door")
    town.done_before("write_graph", blueprint="BP_Door", code=code)


def test_a_track_of_a_timeline_is_said_by_the_timelines_name(town: Tools) -> None:
    """The artist is asked for the track: no call and no paste makes one."""
    hands = with_hands(town, UsersHands(town.project.sandbox))
    code = "event Open():\n  timeline(Swing):\n    Update:\n      PrintString(Swing.Angle)\n"
    result = town.call("write_graph", blueprint="BP_Door", code=code)
    assert "add a float track Angle to Swing" in result.text
    assert hands.asked[-1].kind == "other"
