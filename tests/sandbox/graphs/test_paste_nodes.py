"""What pasting makes of each kind of node: pins, values, references, events."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandbox.clipboard_texts import PRINT_NODE, block, call, event, pin, pin_id
from sandbox.graphs.test_paste import GRAPH, graph_of, linked, paste

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Node
    from sandbox.conftest import Blueprint
    from unreal_sandbox import SandboxEditor

pytestmark = pytest.mark.usefixtures("door")

MATH = "\"/Script/CoreUObject.Class'/Script/Engine.KismetMathLibrary'\""
MACROS = "/Engine/EditorBlueprintResources/StandardMacros.StandardMacros"


def names(node: Node) -> list[str]:
    return [item.name for item in node.pins]


# --- pins ----------------------------------------------------------------------------------------


def test_missing_pins_come_from_the_signature_in_its_order(editor: SandboxEditor, door: Blueprint) -> None:
    (node,) = paste(editor, PRINT_NODE)
    fresh = door.call("/Script/Engine.KismetSystemLibrary:PrintString")
    expected = graph_of(editor).node(str(fresh.get_name()))
    assert names(node) == names(expected)
    assert len(node.pins) == 10
    assert node.find_property("AdvancedPinDisplay") == expected.find_property("AdvancedPinDisplay")


def test_a_value_of_the_text_stays_and_others_are_the_engines(editor: SandboxEditor) -> None:
    (node,) = paste(editor, PRINT_NODE)
    values = {item.name: item.default_value for item in node.pins}
    assert values["InString"] == "Hi"
    assert values["bPrintToScreen"] == "true"


def test_a_wrong_type_is_corrected(editor: SandboxEditor) -> None:
    wrong = pin(4, "Duration", "real", more='PinType.PinSubCategory="double",DefaultValue="3.0"')
    (node,) = paste(editor, call("PrintString", pin(1, "execute"), wrong))
    duration = node.find_pin("Duration")
    assert duration is not None
    assert (duration.id, duration.type.subcategory, duration.default_value) == (pin_id(4), "float", "3.0")


def test_a_name_that_the_signature_lacks_loses_pin_and_link(editor: SandboxEditor) -> None:
    """Delay's output is called `then`, whatever the node shows."""
    other = "K2Node_IfThenElse_0"
    delay = call("Delay", pin(1, "execute"), pin(2, "Completed", output=True, links=((other, 1),)))
    branch = block("IfThenElse", other, pin(1, "execute", links=(("K2Node_CallFunction_0", 2),)))
    node, _ = paste(editor, delay + branch)
    assert "Completed" not in names(node)
    assert linked(editor) == set()


def test_an_unknown_pin_with_a_value_is_orphaned(editor: SandboxEditor) -> None:
    (node,) = paste(
        editor, call("Delay", pin(1, "execute"), pin(2, "Seconds", "real", more='DefaultValue="2"'))
    )
    orphan = node.find_pin("Seconds")
    assert orphan is not None
    assert orphan.is_orphaned


def test_a_plain_default_is_none_for_a_text_pin(editor: SandboxEditor) -> None:
    def printed(value: str) -> str:
        (node,) = paste(editor, call("PrintText", pin(1, "execute"), pin(2, "InText", "text", more=value)))
        found = node.find_pin("InText")
        assert found is not None
        return found.default_text

    assert printed('DefaultValue="Hello"') == ""
    assert printed('DefaultTextValue=NSLOCTEXT("","A1","Hello")') == 'NSLOCTEXT("","A1","Hello")'


def test_a_class_pin_takes_its_value_as_an_object_only(editor: SandboxEditor) -> None:
    statics = "\"/Script/CoreUObject.Class'/Script/Engine.GameplayStatics'\""

    def chosen(value: str) -> str:
        (node,) = paste(
            editor,
            call(
                "GetAllActorsOfClass",
                pin(1, "execute"),
                pin(2, "ActorClass", "class", more=value),
                owner=statics,
            ),
        )
        found = node.find_pin("ActorClass")
        assert found is not None
        return found.default

    assert chosen('DefaultValue="/Script/Engine.Pawn"') == ""
    assert chosen('DefaultObject="/Script/Engine.Pawn"') == "/Script/Engine.Pawn"


def test_wildcards_take_the_type_of_their_links(editor: SandboxEditor) -> None:
    name = "K2Node_Knot_0"
    source = call("MakeVector", pin(1, "ReturnValue", "struct", output=True, links=((name, 1),)), owner=MATH)
    knot = block(
        "Knot",
        name,
        pin(1, "InputPin", "wildcard", links=(("K2Node_CallFunction_0", 1),)),
        pin(2, "OutputPin", "wildcard", output=True),
    )
    _, node = paste(editor, source + knot)
    assert {str(item.type) for item in node.pins} == {"struct Vector"}


# --- events --------------------------------------------------------------------------------------


def test_an_event_that_is_there_already_comes_as_a_broken_custom_event(editor: SandboxEditor) -> None:
    """The greyed-out BeginPlay of a new Blueprint counts."""
    text = event(
        "ReceiveBeginPlay",
        "K2Node_Event_9",
        pin(1, "then", output=True, links=(("K2Node_CallFunction_0", 1),)),
    ) + PRINT_NODE.replace(
        f"PinId={pin_id(1)},", f"PinId={pin_id(1)},LinkedTo=(K2Node_Event_9 {pin_id(1)},),"
    )
    node, _ = paste(editor, text)
    assert node.class_name == "K2Node_CustomEvent"
    assert node.find_property("EventReference") is None
    assert linked(editor) == set()


@pytest.mark.parametrize("arrives", [True, False])
def test_an_event_that_the_blueprint_lacks_is_a_matter_of_a_switch(
    editor: SandboxEditor, arrives: bool
) -> None:
    editor.switches.pasted_absent_events_arrive = arrives
    (node,) = paste(editor, event("ReceiveEndPlay", "K2Node_Event_9", pin(1, "then", output=True)))
    assert node.class_name == ("K2Node_Event" if arrives else "K2Node_CustomEvent")
    assert node.find_pin("EndPlayReason") is not None or not arrives


def test_an_event_of_another_class_never_arrives_as_itself(editor: SandboxEditor) -> None:
    editor.switches.pasted_absent_events_arrive = True
    text = event("ReceivePossessed", "K2Node_Event_9", pin(1, "then", output=True))
    (node,) = paste(editor, text.replace("/Script/Engine.Actor", "/Script/Engine.Pawn"))
    assert node.class_name == "K2Node_CustomEvent"


def test_a_custom_event_with_a_taken_name_is_renamed(editor: SandboxEditor, door: Blueprint) -> None:
    door.nodes.add_custom_event_node("Open")
    text = block(
        "CustomEvent", "K2Node_CustomEvent_9", 'CustomFunctionName="Open"', pin(1, "then", output=True)
    )
    (node,) = paste(editor, text)
    assert node.find_property("CustomFunctionName") not in (None, '"Open"')
    assert door.compile()


def test_a_parameter_of_a_custom_event_needs_both_lines(editor: SandboxEditor) -> None:
    declared = (
        '   CustomProperties UserDefinedPin (PinName="Speed",'
        'PinType=(PinCategory="int"),DesiredPinDirection=EGPD_Output)'
    )
    text = block(
        "CustomEvent",
        "K2Node_CustomEvent_9",
        'CustomFunctionName="Open"',
        pin(1, "then", output=True),
        pin(2, "Speed", "int", output=True),
        pin(3, "Angle", "int", output=True),
        declared,
    )
    (node,) = paste(editor, text)
    assert [(item.name, item.id) for item in node.pins if item.type.category == "int"] == [
        ("Speed", pin_id(2))
    ]


def test_a_ghost_stays_grey(editor: SandboxEditor) -> None:
    editor.switches.pasted_absent_events_arrive = True
    text = event(
        "ReceiveEndPlay", "K2Node_Event_9", pin(1, "then", output=True), extra=("EnabledState=Disabled",)
    )
    (node,) = paste(editor, text)
    assert node.find_property("EnabledState") == "Disabled"


# --- members -------------------------------------------------------------------------------------


def variable(kind: str, name: str, category: str = "real") -> str:
    value = pin(1, name, category, output=kind == "VariableGet")
    flow = (pin(2, "execute"), pin(3, "then", output=True)) if kind == "VariableSet" else ()
    reference = f'VariableReference=(MemberName="{name}",bSelfContext=True)'
    return block(kind, f"K2Node_{kind}_0", reference, *flow, value)


def test_a_variable_that_the_blueprint_lacks_arrives_and_fails_at_compile(
    editor: SandboxEditor, door: Blueprint
) -> None:
    (node,) = paste(editor, variable("VariableSet", "Speed"))
    assert "Speed" in names(node)
    assert list(door.library.list_member_variable_names(door.asset, False)) == []
    pasted = door.unreal.load_object(None, f"{GRAPH}.{node.name}")
    begin = door.nodes.find_event_node("ReceiveBeginPlay")
    assert begin.find_then_pin().try_create_connection(pasted.find_execute_pin())
    assert not door.compile()
    assert "Speed" in str(pasted.get_editor_property("error_msg"))


def test_a_variable_that_is_there_gives_its_own_type(editor: SandboxEditor, door: Blueprint) -> None:
    door.add_variable("Speed", "int")
    door.compile()
    (node,) = paste(editor, variable("VariableGet", "Speed"))
    found = node.find_pin("Speed")
    assert found is not None
    assert found.type.category == "int"


def test_the_targets_own_class_becomes_a_self_reference(editor: SandboxEditor, door: Blueprint) -> None:
    door.nodes.add_custom_event_node("Open")
    owner = "\"/Script/Engine.BlueprintGeneratedClass'/Game/BP_Door.BP_Door_C'\""
    (node,) = paste(editor, call("Open", pin(1, "execute"), owner=owner))
    assert "bSelfContext=True" in (node.find_property("FunctionReference") or "")


def test_a_missing_dispatcher_arrives_and_is_not_created(editor: SandboxEditor) -> None:
    reference = 'DelegateReference=(MemberName="OnOpened",bSelfContext=True)'
    (node,) = paste(editor, block("CallDelegate", "K2Node_CallDelegate_0", reference, pin(1, "execute")))
    assert "execute" in names(node)
    asset = editor.find_blueprint("/Game/BP_Door")
    assert asset is not None
    assert "OnOpened" not in asset.graphs


# --- node by node --------------------------------------------------------------------------------


def macro(name: str) -> str:
    graph = f"\"/Script/Engine.EdGraph'{MACROS}:{name}'\""
    owner = f"\"/Script/Engine.Blueprint'{MACROS}'\""
    reference = f"MacroGraphReference=(MacroGraph={graph},GraphBlueprint={owner})"
    return block("MacroInstance", "K2Node_MacroInstance_0", reference, pin(1, "execute"))


def test_a_macro_is_found_by_name_and_its_pins_are_rebuilt(editor: SandboxEditor) -> None:
    (node,) = paste(editor, macro("ForLoop"))
    assert {"execute", "FirstIndex", "LastIndex", "LoopBody", "Index", "Completed"} == set(names(node))
    assert "GraphGuid" in (node.find_property("MacroGraphReference") or "")


def test_a_wrong_macro_name_drops_the_reference_and_orphans_the_pins(editor: SandboxEditor) -> None:
    (node,) = paste(editor, macro("ForLoopp"))
    assert node.find_property("MacroGraphReference") is None
    assert [item.is_orphaned for item in node.pins] == [True]


def test_a_sequence_has_as_many_outputs_as_the_text(editor: SandboxEditor) -> None:
    outputs = [pin(2 + number, f"then_{number}", output=True) for number in range(4)]
    (node,) = paste(
        editor, block("ExecutionSequence", "K2Node_ExecutionSequence_0", pin(1, "execute"), *outputs)
    )
    assert names(node) == ["execute", "then_0", "then_1", "then_2", "then_3"]


def test_an_enum_switch_without_its_entries_has_no_cases(editor: SandboxEditor) -> None:
    enum = "\"/Script/CoreUObject.Enum'/Script/Engine.EMovementMode'\""
    pins = (pin(1, "execute"), pin(2, "MOVE_Walking", output=True))
    bare = block("SwitchEnum", "K2Node_SwitchEnum_0", f"Enum={enum}", *pins)
    (node,) = paste(editor, bare)
    assert not [item for item in node.pins if item.id == pin_id(2)]


def test_a_string_switch_has_the_cases_that_are_named_in_properties(editor: SandboxEditor) -> None:
    pins = (pin(1, "execute"), pin(2, "Red", output=True), pin(3, "Blue", output=True))
    (node,) = paste(editor, block("SwitchString", "K2Node_SwitchString_0", 'PinNames(0)="Red"', *pins))
    assert "Red" in names(node)
    assert "Blue" not in names(node)
    assert "NotEqual_StriStri" in names(node)


def test_a_select_without_an_index_type_counts(editor: SandboxEditor) -> None:
    pins = (pin(1, "Option 0", "wildcard"), pin(2, "Option 1", "wildcard"), pin(3, "Index", "bool"))
    (node,) = paste(editor, block("Select", "K2Node_Select_0", *pins))
    index = node.find_pin("Index")
    assert index is not None
    assert index.type.category == "int"


def test_a_break_shows_only_the_outputs_that_the_text_has(editor: SandboxEditor) -> None:
    struct = "StructType=\"/Script/CoreUObject.ScriptStruct'/Script/InputCore.Key'\""
    struct = struct.replace("/Script/InputCore.Key", "/Script/CoreUObject.Guid")
    (node,) = paste(editor, block("BreakStruct", "K2Node_BreakStruct_0", struct, pin(1, "Guid", "struct")))
    assert [item.direction for item in node.pins] == ["input"]


def test_an_array_has_as_many_items_as_its_number_says(editor: SandboxEditor) -> None:
    pins = (pin(1, "[0]", "wildcard"), pin(2, "[1]", "wildcard"), pin(3, "[2]", "wildcard"))
    (node,) = paste(editor, block("MakeArray", "K2Node_MakeArray_0", "NumInputs=2", *pins))
    assert [name for name in names(node) if name.startswith("[")] == ["[0]", "[1]"]


def test_a_format_text_has_the_arguments_of_its_text(editor: SandboxEditor) -> None:
    text = 'DefaultTextValue=NSLOCTEXT("","F1","Hello {Name}, {Age}")'
    (node,) = paste(editor, block("FormatText", "K2Node_FormatText_0", pin(1, "Format", "text", more=text)))
    assert {"Name", "Age"} <= set(names(node))


@pytest.mark.parametrize("is_there", [True, False])
def test_an_input_action_has_to_exist(editor: SandboxEditor, is_there: bool) -> None:
    path = "/Game/Input/IA_Jump.IA_Jump"
    if is_there:
        editor.input_actions[path] = "bool"
    kind = "/Script/InputBlueprintNodes.K2Node_EnhancedInputAction"
    action = f"InputAction=\"/Script/EnhancedInput.InputAction'{path}'\""
    started = pin(1, "Started", output=True)
    (node,) = paste(editor, block(kind, "K2Node_EnhancedInputAction_0", action, started))
    assert (node.find_property("InputAction") is not None) is is_there


def test_a_comment_always_arrives_and_default_sizes_are_not_written(
    editor: SandboxEditor, door: Blueprint
) -> None:
    kind = "/Script/UnrealEd.EdGraphNode_Comment"
    text = block(kind, "EdGraphNode_Comment_0", "NodeWidth=400", "NodeHeight=200", 'NodeComment="Door"')
    (node,) = paste(editor, text)
    assert dict(node.properties) == {"NodeHeight": "200", "NodeComment": '"Door"'}
    assert [str(item.get_comment_text()) for item in door.nodes.list_comment_nodes()] == ["Door"]


def test_old_messages_show_until_the_next_compile(editor: SandboxEditor, door: Blueprint) -> None:
    stale = ("ErrorType=1", 'ErrorMsg="Old news"', "bHasCompilerMessage=True")
    (node,) = paste(editor, block("IfThenElse", "K2Node_IfThenElse_0", *stale, pin(1, "execute")))
    pasted = door.unreal.load_object(None, f"{GRAPH}.{node.name}")
    assert str(pasted.get_editor_property("error_msg")) == "Old news"
    assert door.compile()
    assert str(pasted.get_editor_property("error_msg")) == ""
