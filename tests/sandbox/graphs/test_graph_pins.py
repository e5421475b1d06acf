"""Pins: look-ups, literals and links, with their habits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sandbox.functions import DELAY, PRINT

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor

OFFSET = "/Script/Engine.Actor:K2_AddActorWorldOffset"
MULTIPLY = "/Script/Engine.KismetMathLibrary:Multiply_VectorFloat"
TO_TEXT = "/Script/Engine.KismetStringLibrary:Conv_DoubleToString"


def test_a_failed_look_up_is_an_invalid_pin_that_does_nothing(editor: SandboxEditor, door: Any) -> None:
    call = door.call(PRINT)
    pin = call.find_input_pin("NoSuchPin")
    assert pin is not None
    assert not pin.is_valid()
    assert pin.get_pin_name() == "None"
    assert pin.set_pin_value("x") is False
    assert pin.get_pin_value() == ""
    assert pin.try_create_connection(call.find_then_pin()) is False
    assert pin.break_pin_links() is False
    assert len(pin.list_connected_pins()) == 0
    assert pin.get_owning_node() is None
    assert not door.nodes.find_event_node("ReceiveTick").find_execute_pin().is_valid()
    assert "has no pin 'execute'" in editor.log_text("LogBlueprintEditorLib")


def test_only_visible_pins_are_listed_inputs_first(door: Any) -> None:
    names = [str(pin.get_pin_name()) for pin in door.call(DELAY).list_all_pins()]
    assert names == ["execute", "Duration", "then"]
    assert not door.call(PRINT).find_self_pin().is_valid()
    assert door.call(OFFSET).find_self_pin().is_valid()


def test_two_look_ups_give_equal_but_distinct_pins(door: Any) -> None:
    call = door.call(PRINT)
    first, second = call.find_input_pin("instring"), call.find_input_pin("InString")
    assert first is not second
    assert first == second
    assert first.is_same_native_pin(second)


def test_pins_are_found_by_index_type_and_role(unreal: Any, door: Any) -> None:
    call = door.call(DELAY)
    assert call.find_input_pin_by_index(1).get_pin_name() == "Duration"
    assert not call.find_input_pin_by_index(9).is_valid()
    real = call.find_input_pin("Duration").get_pin_type()
    assert call.find_input_pin("Duration", real).is_valid()
    assert not call.find_input_pin("Duration", door.library.get_basic_type_by_name("bool")).is_valid()
    assert call.find_data_input_pin().get_pin_name() == "Duration"
    assert not call.find_result_pin().is_valid()
    assert call.find_then_pin().get_pin_direction() == unreal.EdGraphPinDirection.EGPD_OUTPUT
    outputs = call.list_all_pins(unreal.EdGraphPinDirection.EGPD_OUTPUT)
    assert [str(pin.get_pin_name()) for pin in outputs] == ["then"]
    branch = door.nodes.add_branch_node()
    assert branch.find_else_pin().is_valid()
    assert branch.find_condition_pin().get_pin_value() == "true"


def test_a_pin_of_a_removed_node_is_invalid(door: Any) -> None:
    call = door.call(PRINT)
    pin = call.find_input_pin("InString")
    door.nodes.remove_nodes([call])
    assert not pin.is_valid()
    assert pin.set_pin_value("x") is False


def test_setting_what_is_already_so_is_false(door: Any) -> None:
    pin = door.call(PRINT).find_input_pin("InString")
    assert pin.set_pin_value("Hello") is False
    assert pin.set_pin_value("Bye") is True
    assert pin.set_pin_value("Bye") is False
    assert pin.get_pin_value() == "Bye"


def test_a_bool_takes_any_text_and_says_true(door: Any) -> None:
    pin = door.call(PRINT).find_input_pin("bPrintToLog")
    assert pin.set_pin_value("non_un_bool") is True
    assert pin.get_pin_value() == "non_un_bool"
    assert pin.set_pin_value("FALSE") is True
    assert pin.get_pin_value() == "false"


def test_a_refused_literal_resets_the_pin(door: Any) -> None:
    pin = door.call(DELAY).find_input_pin("Duration")
    assert pin.set_pin_value("3") is True
    assert pin.set_pin_value("soon") is False
    assert pin.get_pin_value() == "0.2"


def test_exec_and_output_pins_take_no_literal(door: Any) -> None:
    call = door.call(PRINT)
    assert call.find_execute_pin().set_pin_value("x") is False
    assert call.find_then_pin().set_pin_value("x") is False


def test_vectors_take_literals_unless_the_switch_says_no(editor: SandboxEditor, door: Any) -> None:
    pin = door.call(OFFSET).find_input_pin("DeltaLocation")
    assert pin.set_pin_value("1,2,3") is True
    assert pin.get_pin_value() == "1.000000,2.000000,3.000000"
    editor.switches.vector_pins_take_literals = False
    assert pin.set_pin_value("4,5,6") is False
    assert pin.get_pin_value() == "1.000000,2.000000,3.000000"


def test_text_reads_back_with_a_fresh_key_every_time(door: Any) -> None:
    pin = door.call("/Script/Engine.KismetSystemLibrary:PrintText").find_input_pin("InText")
    assert pin.set_pin_value("Hi") is True
    first, second = pin.get_pin_value(), pin.get_pin_value()
    assert first.startswith('NSLOCTEXT("", "')
    assert first.endswith(', "Hi")')
    assert first != second
    assert pin.set_pin_value("Hi") is False


def test_enumerators_read_back_with_their_enum(door: Any) -> None:
    node = door.call("/Script/Engine.KismetSystemLibrary:LineTraceSingle")
    pin = node.find_input_pin("DrawDebugType")
    assert pin.set_pin_value("ForDuration") is True
    assert pin.get_pin_value() == "EDrawDebugTrace::ForDuration"
    assert pin.set_pin_value("Sometimes") is False


def test_class_pins_take_existing_classes_of_the_kind_only(door: Any) -> None:
    pin = door.call("/Script/Engine.GameplayStatics:GetAllActorsOfClass").find_input_pin("ActorClass")
    assert pin.set_pin_value("/Game/BP_Door.BP_Door_C") is True
    assert pin.get_pin_value() == "/Game/BP_Door.BP_Door_C"
    assert pin.set_pin_value("/Script/Engine.StaticMeshComponent") is False
    assert pin.set_pin_value("/Game/BP_Nope.BP_Nope_C") is False
    assert pin.get_pin_value() == ""


def test_a_second_exec_link_replaces_the_first_without_a_word(door: Any) -> None:
    tick = door.nodes.find_event_node("ReceiveTick")
    first, second = door.call(PRINT), door.call(PRINT)
    assert tick.find_then_pin().try_create_connection(first.find_execute_pin())
    assert tick.find_then_pin().try_create_connection(second.find_execute_pin())
    ends = [pin.get_owning_node() for pin in tick.find_then_pin().list_connected_pins()]
    assert ends == [second]
    assert len(first.find_execute_pin().list_connected_pins()) == 0


def test_exec_inputs_and_data_outputs_keep_many_links_and_data_inputs_one(door: Any) -> None:
    begin, tick = (door.nodes.find_event_node(name) for name in ("ReceiveBeginPlay", "ReceiveTick"))
    call = door.call(PRINT)
    for event in (begin, tick):
        assert call.find_execute_pin().try_create_connection(event.find_then_pin())
    assert len(call.find_execute_pin().list_connected_pins()) == 2
    first, second = door.call(DELAY), door.call(DELAY)
    seconds = tick.find_output_pin("DeltaSeconds")
    for node in (first, second):
        assert seconds.try_create_connection(node.find_input_pin("Duration"))
    assert len(seconds.list_connected_pins()) == 2
    other = door.call("/Script/Engine.GameplayStatics:GetWorldDeltaSeconds").find_result_pin()
    assert other.try_create_connection(first.find_input_pin("Duration"))
    assert first.find_input_pin("Duration").list_connected_pins() == [other]


def test_incompatible_pins_are_refused_and_nothing_changes(editor: SandboxEditor, door: Any) -> None:
    tick, call = door.nodes.find_event_node("ReceiveTick"), door.call(OFFSET)
    seconds = tick.find_output_pin("DeltaSeconds")
    assert seconds.can_create_connection(call.find_input_pin("DeltaLocation")) is True
    assert seconds.try_create_connection(call.find_self_pin()) is False
    assert tick.find_then_pin().try_create_connection(call.find_input_pin("bSweep")) is False
    assert call.find_then_pin().try_create_connection(call.find_execute_pin()) is False
    assert len(call.find_self_pin().list_connected_pins()) == 0
    assert "Cannot connect pins" in editor.log_text()


def test_a_conversion_node_is_inserted_by_itself(door: Any) -> None:
    tick, call = door.nodes.find_event_node("ReceiveTick"), door.call(PRINT)
    before = len(door.nodes.list_all_nodes())
    assert tick.find_output_pin("DeltaSeconds").try_create_connection(call.find_input_pin("InString"))
    assert len(door.nodes.list_all_nodes()) == before + 1
    middle = call.find_input_pin("InString").list_connected_pins()[0].get_owning_node()
    assert middle.get_class().get_name() == "K2Node_CallFunction"
    assert middle.list_input_pins()[0].list_connected_pins()[0].get_owning_node() == tick


def test_links_break_one_by_one_and_all(door: Any) -> None:
    begin, tick = (door.nodes.find_event_node(name) for name in ("ReceiveBeginPlay", "ReceiveTick"))
    execute = door.call(PRINT).find_execute_pin()
    for event in (begin, tick):
        execute.try_create_connection(event.find_then_pin())
    assert execute.break_single_pin_link(begin.find_then_pin()) is True
    assert execute.break_single_pin_link(begin.find_then_pin()) is False
    assert [pin.get_owning_node() for pin in execute.list_connected_pins()] == [tick]
    assert execute.break_pin_links() is True
    assert execute.break_pin_links() is False


def test_pin_types_export_their_text_and_show_a_display_string(door: Any) -> None:
    pin = door.call(DELAY).find_input_pin("Duration")
    assert 'PinCategory="real",PinSubCategory="float"' in pin.get_pin_type().export_text()
    assert pin.get_pin_type_display_string() == "Float (single-precision)"
    assert '"number"' in pin.get_pin_type_as_json_schema()


@pytest.mark.parametrize("style", ["methods", "library"])
def test_the_library_and_the_methods_are_the_same(unreal: Any, door: Any, style: str) -> None:
    pin = door.call(PRINT).find_input_pin("InString")
    library = unreal.BlueprintGraphPinLibrary
    changed = pin.set_pin_value("x") if style == "methods" else library.set_pin_value(pin, "x")
    assert changed is True
    assert library.get_pin_value(pin) == pin.get_pin_value() == "x"


def test_the_first_link_settles_a_wildcard_and_another_type_is_refused_then(door: Any) -> None:
    library = door.library
    for name, kind in (("Numbers", "int"), ("Names", "name")):
        array = library.get_array_type(library.get_basic_type_by_name(kind))
        assert library.add_member_variable(door.asset, name, array)
    door.compile()
    call = door.call("/Script/Engine.KismetArrayLibrary:Array_Add")
    item = call.find_input_pin("NewItem")
    assert item.set_pin_value("5") is True
    assert item.get_pin_value() == ""
    numbers, names = (door.nodes.add_get_member_variable_node(name) for name in ("Numbers", "Names"))
    assert numbers.find_result_pin().try_create_connection(call.find_input_pin("TargetArray"))
    assert call.find_input_pin("NewItem").get_pin_type().export_text().startswith('(PinCategory="int"')
    assert not names.find_result_pin().try_create_connection(call.find_input_pin("TargetArray"))
    assert call.find_input_pin("NewItem").set_pin_value("5") is True
    begin = door.nodes.find_event_node("ReceiveBeginPlay")
    begin.find_then_pin().try_create_connection(call.find_execute_pin())
    assert door.compile() is True


def test_an_unsettled_wildcard_fails_the_compile(door: Any) -> None:
    call = door.call("/Script/Engine.KismetArrayLibrary:Array_Add")
    begin = door.nodes.find_event_node("ReceiveBeginPlay")
    begin.find_then_pin().try_create_connection(call.find_execute_pin())
    assert door.compile() is False
    assert "is undetermined" in call.error_msg


def test_self_is_what_the_blueprint_is(unreal: Any, door: Any) -> None:
    me = door.nodes.create_node_from_name("Variables|Getareferencetoself", unreal.Vector2D(), [])
    output = me.find_output_pin("self")
    valid = door.call("/Script/Engine.KismetSystemLibrary:IsValid")
    assert output.try_create_connection(valid.find_input_pin("Object"))
    possess = door.call("/Script/Engine.Controller:Possess")
    assert output.can_create_connection(possess.find_input_pin("InPawn")) is False
    assert output.try_create_connection(possess.find_input_pin("InPawn")) is False


def test_an_object_goes_to_its_base_and_never_down(door: Any) -> None:
    controller = door.call("/Script/Engine.GameplayStatics:GetPlayerController").find_result_pin()
    valid = door.call("/Script/Engine.KismetSystemLibrary:IsValid").find_input_pin("Object")
    assert controller.try_create_connection(valid)
    pawn = door.call("/Script/Engine.GameplayStatics:GetPlayerPawn").find_result_pin()
    crouch = door.call("/Script/Engine.Character:Crouch").find_self_pin()
    assert pawn.try_create_connection(crouch) is False


def test_a_class_is_no_object(door: Any) -> None:
    kind = door.call("/Script/Engine.GameplayStatics:GetObjectClass").find_result_pin()
    valid = door.call("/Script/Engine.KismetSystemLibrary:IsValid").find_input_pin("Object")
    assert kind.try_create_connection(valid) is False


def test_a_pin_holds_an_asset_of_its_class_and_no_other(editor: SandboxEditor, door: Any) -> None:
    editor.other_assets |= {
        "/Game/S_Knock": "/Script/Engine.SoundWave",
        "/Game/SM_Door": "/Script/Engine.StaticMesh",
    }
    pin = door.call("/Script/Engine.GameplayStatics:PlaySound2D").find_input_pin("Sound")
    for wrong in ("/Game/SM_Door.SM_Door", "/Game/S_Gone.S_Gone", "/Game/BP_Door.BP_Door"):
        assert pin.set_pin_value(wrong) is False
        assert pin.get_pin_value() == ""
    assert pin.set_pin_value("/Game/S_Knock.S_Knock") is True
    assert pin.get_pin_value() == "/Game/S_Knock.S_Knock"
    assert "/Game/S_Knock.S_Knock" in editor.copy([pin.get_owning_node()])


def test_a_reference_takes_no_literal(door: Any) -> None:
    call = door.call("/Script/Engine.KismetArrayLibrary:Array_Clear")
    assert call.find_input_pin("TargetArray").set_pin_value("(1,2)") is False
    assert call.find_input_pin("TargetArray").get_pin_value() == ""
