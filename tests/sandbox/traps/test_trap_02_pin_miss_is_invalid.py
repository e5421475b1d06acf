"""Trap 2: a missed pin look-up is an invalid pin, never None, and its methods do nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandbox.functions import PRINT

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor


def test_every_look_up_misses_with_an_invalid_pin(unreal: Any, door: Any) -> None:
    call = door.call(PRINT)
    event = door.nodes.find_event_node("ReceiveTick")
    missed = [
        call.find_input_pin("Nope"),
        call.find_output_pin("Nope"),
        call.find_input_pin_by_index(99),
        call.find_output_pin_by_index(-1),
        call.find_result_pin(),
        call.find_self_pin(),
        event.find_execute_pin(),
        door.nodes.find_graph_entry_pin(),
        unreal.BlueprintGraphPin(),
    ]
    for pin in missed:
        assert pin is not None
        assert pin.is_valid() is False


def test_the_methods_of_an_invalid_pin_do_nothing(unreal: Any, door: Any) -> None:
    call = door.call(PRINT)
    pin, good = call.find_input_pin("Nope"), call.find_then_pin()
    assert pin.set_pin_value("x") is False
    assert pin.get_pin_value() == ""
    assert pin.try_create_connection(good) is False
    assert good.try_create_connection(pin) is False
    assert pin.can_create_connection(good) is False
    assert pin.break_pin_links() is False
    assert pin.break_single_pin_link(good) is False
    assert pin.get_owning_node() is None
    assert len(pin.list_connected_pins()) == 0
    assert str(pin.get_pin_name()) == "None"
    assert str(pin.get_pin_type_display_string()) == ""
    assert pin.get_pin_type() == unreal.EdGraphPinType()
    assert pin.is_same_native_pin(pin) is False


def test_a_missing_then_pin_is_logged(editor: SandboxEditor, door: Any) -> None:
    getter = door.call("/Script/Engine.GameplayStatics:GetPlayerController")
    assert getter.find_then_pin().is_valid() is False
    assert "has no pin 'then'" in editor.log_text()
