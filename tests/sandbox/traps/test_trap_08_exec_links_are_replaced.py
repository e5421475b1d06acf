"""Trap 8: a new exec link replaces the old one without a word; other links stay, rings are possible."""

from __future__ import annotations

from typing import Any

from sandbox.functions import PRINT


def test_a_new_exec_link_severs_the_old_chain(door: Any) -> None:
    begin = door.nodes.find_event_node("ReceiveBeginPlay")
    first, second, third = door.call(PRINT), door.call(PRINT), door.call(PRINT)
    assert begin.find_then_pin().try_create_connection(first.find_execute_pin())
    assert first.find_then_pin().try_create_connection(second.find_execute_pin())
    assert begin.find_then_pin().try_create_connection(third.find_execute_pin()) is True
    assert len(first.find_execute_pin().list_connected_pins()) == 0
    assert len(first.find_then_pin().list_connected_pins()) == 1
    assert door.compile() is True


def test_moving_a_node_keeps_its_other_links_and_can_close_a_ring(door: Any) -> None:
    begin = door.nodes.find_event_node("ReceiveBeginPlay")
    first, second = door.call(PRINT), door.call(PRINT)
    begin.find_then_pin().try_create_connection(first.find_execute_pin())
    first.find_then_pin().try_create_connection(second.find_execute_pin())
    assert second.find_then_pin().try_create_connection(first.find_execute_pin()) is True
    assert len(first.find_execute_pin().list_connected_pins()) == 2
    assert door.compile() is True


def test_a_data_input_keeps_the_newest_link_only(door: Any) -> None:
    call = door.call("/Script/Engine.KismetSystemLibrary:Delay")
    pin = call.find_input_pin("Duration")
    sources = [door.call("/Script/Engine.GameplayStatics:GetWorldDeltaSeconds") for _ in range(2)]
    for source in sources:
        assert source.find_result_pin().try_create_connection(pin) is True
    assert [item.get_owning_node() for item in pin.list_connected_pins()] == [sources[1]]
