"""Trap 14: a new Actor Blueprint has three ghost events, disabled until they are wired."""

from __future__ import annotations

from typing import Any

from sandbox.functions import PRINT

GHOSTS = ["ReceiveBeginPlay", "ReceiveActorBeginOverlap", "ReceiveTick"]
BAD = "/Script/Engine.SceneComponent:K2_SetRelativeLocation"


def test_they_are_listed_and_found_like_any_event(door: Any) -> None:
    assert list(door.nodes.list_all_nodes()) == [door.nodes.find_event_node(name) for name in GHOSTS]


def test_an_override_gives_the_ghost_that_is_there(unreal: Any, door: Any) -> None:
    ghost = door.nodes.find_event_node("ReceiveTick")
    assert door.library.add_event_override(door.asset, "ReceiveTick", unreal.IntPoint()) == ghost
    assert len(door.nodes.list_all_nodes()) == 3


def test_wiring_a_ghost_makes_it_run(door: Any) -> None:
    call = door.call(BAD)
    assert door.compile() is True
    tick = door.nodes.find_event_node("ReceiveTick")
    assert tick.find_then_pin().try_create_connection(call.find_execute_pin())
    assert door.compile() is False


def test_it_stays_live_when_the_link_goes(editor: Any, door: Any) -> None:
    tick = door.nodes.find_event_node("ReceiveTick")
    then = tick.find_then_pin()
    then.try_create_connection(door.call(PRINT).find_execute_pin())
    then.break_pin_links()
    node = editor.blueprints["/game/bp_door"].graphs["EventGraph"].node(tick.get_name())
    assert node.find_property("EnabledState") is None
