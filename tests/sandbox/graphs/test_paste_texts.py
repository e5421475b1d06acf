"""Whole pasted texts: names that occur twice, events called in the same text, older engines, split pins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandbox.clipboard_texts import block, call, chain, pin, pin_id
from sandbox.graphs.test_paste import GRAPH, graph_of, linked, paste

if TYPE_CHECKING:
    from sandbox.conftest import Blueprint
    from unreal_sandbox import SandboxEditor

pytestmark = pytest.mark.usefixtures("door")

MATH = "\"/Script/CoreUObject.Class'/Script/Engine.KismetMathLibrary'\""


def test_two_nodes_of_one_name_both_arrive_and_a_link_means_the_first(editor: SandboxEditor) -> None:
    """Links are ambiguous then [PASTE 15]; which one is meant is assumed."""
    text = chain()
    second = text[text.index("Begin Object", 1) :]
    names = [node.name for node in paste(editor, text + second)]
    assert len(set(names)) == 3
    assert linked(editor) == {("K2Node_IfThenElse_0", "then", names[1], "execute")}


def test_links_survive_the_completion_of_pins(editor: SandboxEditor) -> None:
    """Four pins sent, many more back, the wire alive [PASTE 18]."""
    paste(editor, chain())
    graph = graph_of(editor)
    assert len(graph.node("K2Node_CallFunction_0").pins) == 10
    assert len(graph.links) == 1


def test_another_mismatch_is_not_converted_and_stays_for_the_compiler(
    editor: SandboxEditor, door: Blueprint
) -> None:
    """By hand the editor would put a conversion between [PASTE 17]."""
    number = call(
        "RandomInteger",
        pin(1, "ReturnValue", "int", output=True, links=(("K2Node_CallFunction_1", 2),)),
        owner=MATH,
    )
    printing = call(
        "PrintString",
        pin(1, "execute"),
        pin(2, "InString", "string", links=(("K2Node_CallFunction_0", 1),)),
        name="K2Node_CallFunction_1",
    )
    assert len(paste(editor, number + printing)) == 2
    assert linked(editor) == {("K2Node_CallFunction_0", "ReturnValue", "K2Node_CallFunction_1", "InString")}
    pasted = door.unreal.load_object(None, f"{GRAPH}.K2Node_CallFunction_1")
    begin = door.nodes.find_event_node("ReceiveBeginPlay")
    assert begin.find_then_pin().try_create_connection(pasted.find_execute_pin())
    assert not door.compile()


def test_flags_of_reference_pins_are_restored(editor: SandboxEditor) -> None:
    arrays = "\"/Script/CoreUObject.Class'/Script/Engine.KismetArrayLibrary'\""
    array = pin(1, "TargetArray", "wildcard", more="PinType.ContainerType=Array")
    (node,) = paste(editor, call("Array_Length", array, owner=arrays, kind="CallArrayFunction"))
    target = node.find_pin("TargetArray")
    assert target is not None
    assert target.type.is_reference
    assert target.type.container == "array"


def test_a_split_pin_stays_split(editor: SandboxEditor) -> None:
    """As the engine writes it; a paste of one was not reported by anyone [PASTE 31]."""
    parts = f"SubPins=(K2Node_CallFunction_0 {pin_id(3)},)"
    whole = pin(2, "ReturnValue", "struct", output=True, more=parts + ",bHidden=True")
    part = pin(3, "ReturnValue_X", "real", output=True, more=f"ParentPin=K2Node_CallFunction_0 {pin_id(2)}")
    (node,) = paste(editor, call("MakeVector", whole, part, owner=MATH))
    result = node.find_pin("ReturnValue")
    assert result is not None
    assert result.is_hidden
    assert node.find_pin("ReturnValue_X") is not None


def test_an_event_that_the_same_text_calls_arrives_with_its_call(
    editor: SandboxEditor, door: Blueprint
) -> None:
    event = block(
        "CustomEvent",
        "K2Node_CustomEvent_0",
        'CustomFunctionName="Open"',
        pin(1, "then", output=True, links=(("K2Node_CallFunction_0", 1),)),
    )
    calling = call("Open", pin(1, "execute", links=(("K2Node_CustomEvent_0", 1),)), owner="")
    assert len(paste(editor, event + calling)) == 2
    assert len(linked(editor)) == 1
    assert door.compile()


@pytest.mark.parametrize(
    "owner",
    [
        "Class'/Script/Engine.KismetSystemLibrary'",
        "Class'\"/Script/Engine.KismetSystemLibrary\"'",
        "/Script/CoreUObject.Class'\"/Script/Engine.KismetSystemLibrary\"'",
    ],
    ids=["4.13", "4.27", "5.1"],
)
def test_references_of_older_engines_are_read_on_plain_calls(editor: SandboxEditor, owner: str) -> None:
    text = call("PrintString", pin(1, "execute"), owner=owner)
    (node,) = paste(editor, text.replace("Class=/Script/BlueprintGraph.", "Class="))
    assert node.find_pin("InString") is not None


def test_an_operator_has_as_many_operands_as_its_number_says(editor: SandboxEditor) -> None:
    kind = "CommutativeAssociativeBinaryOperator"
    pins = [pin(number, letter, "bool") for number, letter in enumerate("ABCD", start=1)]
    text = call("BooleanAND", *pins, owner=MATH, kind=kind)
    (node,) = paste(
        editor, text.replace("   FunctionReference", "   NumAdditionalInputs=1\n   FunctionReference")
    )
    assert [item.name for item in node.pins if len(item.name) == 1] == ["A", "B", "C"]


def test_a_cast_gets_its_output_from_its_class(editor: SandboxEditor) -> None:
    target = "TargetType=\"/Script/CoreUObject.Class'/Script/Engine.PlayerController'\""
    (node,) = paste(editor, block("DynamicCast", "K2Node_DynamicCast_0", target, pin(1, "execute")))
    assert node.find_pin("AsPlayer Controller") is not None


def test_a_timeline_arrives_without_tracks_under_a_free_name(editor: SandboxEditor) -> None:
    text = block("Timeline", "K2Node_Timeline_0", 'TimelineName="Swing"', pin(1, "Play"))
    (first,) = paste(editor, text)
    assert first.find_property("TimelineName") == '"Swing"'
    assert first.find_pin("Finished") is not None


def test_a_result_node_belongs_to_functions(editor: SandboxEditor, door: Blueprint) -> None:
    result = block("FunctionResult", "K2Node_FunctionResult_7", pin(1, "execute"))
    assert editor.paste(GRAPH, result) == ()
    door.unreal.BlueprintGraphEditor.create_and_edit_function_graph(door.asset, "Open")
    assert editor.paste("/Game/BP_Door.BP_Door:Open", result) == ("K2Node_FunctionResult_7",)


def test_the_hidden_pin_of_a_switch_is_added(editor: SandboxEditor) -> None:
    pins = (pin(1, "Default", output=True), pin(2, "execute"), pin(3, "0", output=True))
    (node,) = paste(editor, block("SwitchInteger", "K2Node_SwitchInteger_0", *pins))
    hidden = node.find_pin("NotEqual_IntInt")
    assert hidden is not None
    assert hidden.is_hidden


def test_a_text_with_a_byte_order_mark_and_windows_line_ends_is_read(editor: SandboxEditor) -> None:
    assert len(paste(editor, "\ufeff" + chain().replace("\n", "\r\n"))) == 2
