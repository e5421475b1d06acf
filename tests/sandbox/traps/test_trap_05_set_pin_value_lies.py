"""Trap 5: `set_pin_value` is False for an unchanged value, True for nonsense on a bool, and never raises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sandbox.functions import DELAY, PRINT

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor

OFFSET = "/Script/Engine.Actor:K2_AddActorWorldOffset"


def test_the_value_that_is_there_already_is_refused(door: Any) -> None:
    pin = door.call(PRINT).find_input_pin("InString")
    assert pin.get_pin_value() == "Hello"
    assert pin.set_pin_value("Hello") is False
    assert pin.get_pin_value() == "Hello"


@pytest.mark.parametrize("nonsense", ["non_un_bool", "2", "", "vero"])
def test_a_bool_takes_nonsense_and_says_true(door: Any, nonsense: str) -> None:
    pin = door.call(PRINT).find_input_pin("bPrintToLog")
    assert pin.set_pin_value(nonsense) is True
    assert pin.get_pin_value() == nonsense
    assert door.compile() is True


@pytest.mark.parametrize("text", ["soon", "(X=1)", "1,2,3", "\x00", "9" * 400])
def test_nothing_is_raised_and_a_refusal_resets(door: Any, text: str) -> None:
    pin = door.call(DELAY).find_input_pin("Duration")
    pin.set_pin_value("3")
    if pin.set_pin_value(text) is False:
        assert pin.get_pin_value() == "0.2"


@pytest.mark.parametrize("text", ["0,-5,55", "(X=0,Y=-5,Z=55)"])
def test_vectors_take_literals(editor: SandboxEditor, door: Any, text: str) -> None:
    editor.switches.vector_pins_take_struct_text = True
    pin = door.call(OFFSET).find_input_pin("DeltaLocation")
    assert pin.set_pin_value(text) is True
    assert pin.get_pin_value() == "0.000000,-5.000000,55.000000"


@pytest.mark.parametrize("text", ["(X=0,Y=-5,Z=55)", "(X=1)", "[0,-5,55]", "0 -5 55", "0,-5"])
def test_a_vector_takes_three_plain_numbers_and_no_other_form(door: Any, text: str) -> None:
    pin = door.call(OFFSET).find_input_pin("DeltaLocation")
    pin.set_pin_value("1,2,3")
    assert pin.set_pin_value(text) is False
    assert pin.get_pin_value() == "0, 0, 0"


@pytest.mark.parametrize("text", ["1,0,0,1", "red", "(R=1)", "(R=1,G=1)"])
def test_a_colour_takes_its_named_numbers_only(door: Any, text: str) -> None:
    pin = door.call(PRINT).find_input_pin("TextColor")
    before = pin.get_pin_value()
    assert pin.set_pin_value("(R=1,G=0,B=0,A=1)") is True
    assert pin.set_pin_value(text) is False
    assert pin.get_pin_value() == before


@pytest.mark.parametrize("text", ["1.0", "1.5", "1e3", "one"])
def test_an_int_takes_no_decimals(door: Any, text: str) -> None:
    pin = door.call("/Script/Engine.GameplayStatics:GetPlayerController").find_input_pin("PlayerIndex")
    pin.set_pin_value("2")
    assert pin.set_pin_value(text) is False
    assert pin.get_pin_value() == "0"


@pytest.mark.parametrize(
    "text", ["For Duration", "ForDuration_", "2", "ENope::ForDuration", "EDrawDebugTrace.ForDuration"]
)
def test_an_enum_goes_by_its_enumerators_and_not_by_what_is_shown(door: Any, text: str) -> None:
    pin = door.call("/Script/Engine.KismetSystemLibrary:LineTraceSingle").find_input_pin("DrawDebugType")
    assert pin.set_pin_value("ForDuration") is True
    assert pin.set_pin_value(text) is False


@pytest.mark.parametrize("text", ["space bar", "Space Bar"])
def test_a_key_goes_by_its_bare_name(door: Any, text: str) -> None:
    pin = door.call("/Script/Engine.PlayerController:IsInputKeyDown").find_input_pin("Key")
    assert pin.set_pin_value("SpaceBar") is True
    assert pin.set_pin_value(text) is False


@pytest.mark.parametrize("text", ["0,-5,55", "(X=0,Y=-5,Z=55)"])
def test_or_they_do_not_and_stay_zero(editor: SandboxEditor, door: Any, text: str) -> None:
    editor.switches.vector_pins_take_literals = False
    pin = door.call(OFFSET).find_input_pin("DeltaLocation")
    before = pin.get_pin_value()
    assert pin.set_pin_value(text) is False
    assert pin.get_pin_value() == before


def test_a_key_in_struct_text_is_kept_and_flagged_or_not(editor: SandboxEditor, door: Any) -> None:
    call = door.call("/Script/Engine.PlayerController:IsInputKeyDown")
    pin = call.find_input_pin("Key")
    assert pin.set_pin_value("SpaceBar") is True
    assert pin.set_pin_value("(KeyName=SpaceBar)") is True
    assert pin.get_pin_value() == "(KeyName=SpaceBar)"
    getter = door.call("/Script/Engine.GameplayStatics:GetPlayerController")
    assert getter.find_result_pin().try_create_connection(call.find_self_pin())
    branch = door.nodes.add_branch_node()
    assert call.find_result_pin().try_create_connection(branch.find_condition_pin())
    begin = door.nodes.find_event_node("ReceiveBeginPlay")
    assert begin.find_then_pin().try_create_connection(branch.find_execute_pin())
    assert door.compile() is False
    editor.switches.struct_text_keys_are_flagged = False
    assert door.compile() is True
