"""What is done to nodes that are there: pins added and removed, another class, unused ones removed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sandbox.functions import PRINT

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor

MACROS = "/Engine/EditorBlueprintResources/StandardMacros.StandardMacros"


def make(unreal: Any, door: Any, name: str) -> Any:
    return door.nodes.create_node_from_name(name, unreal.Vector2D(), [])


def inputs_of(node: Any) -> list[str]:
    return [str(pin.get_pin_name()) for pin in node.list_input_pins()]


def outputs_of(node: Any) -> list[str]:
    return [str(pin.get_pin_name()) for pin in node.list_output_pins()]


@pytest.mark.parametrize(
    ("name", "added"),
    [
        ("Utilities|FlowControl|Sequence", "then_2"),
        ("Utilities|FlowControl|MultiGate", "Out 2"),
        ("Utilities|FlowControl|Switch|SwitchonInt", "0"),
        ("Utilities|FlowControl|Switch|SwitchonString", "Case_0"),
        ("Utilities|FlowControl|Switch|SwitchonName", "Case_0"),
        ("Utilities|Array|MakeArray", "[1]"),
        ("Utilities|Set|MakeSet", "[1]"),
        ("Utilities|Map|MakeMap", "Key 1"),
        ("Utilities|Select", "Option 2"),
        ("Utilities|Operators|Add", "C"),
    ],
)
def test_a_pin_is_added(unreal: Any, door: Any, name: str, added: str) -> None:
    node = make(unreal, door, name)
    assert added not in inputs_of(node) + outputs_of(node)
    assert door.nodes.add_node_pin(node) is True
    assert added in inputs_of(node) + outputs_of(node)


def test_other_nodes_take_no_pin(unreal: Any, door: Any) -> None:
    for node in (
        door.nodes.add_branch_node(),
        door.call(PRINT),
        make(unreal, door, "Game|SpawnActorfromClass"),
    ):
        before = len(node.list_all_pins())
        assert door.nodes.add_node_pin(node) is False
        assert len(node.list_all_pins()) == before


def test_a_removed_pin_renumbers_those_behind_it(unreal: Any, door: Any) -> None:
    array = make(unreal, door, "Utilities|Array|MakeArray")
    for _ in range(2):
        door.nodes.add_node_pin(array)
    seconds = door.nodes.find_event_node("ReceiveTick").find_output_pin("DeltaSeconds")
    assert seconds.try_create_connection(array.find_input_pin("[2]"))
    assert door.nodes.remove_node_pin(array, array.find_input_pin("[0]")) is True
    assert inputs_of(array) == ["[0]", "[1]"]
    assert array.find_input_pin("[1]").list_connected_pins() == [seconds]


def test_the_least_number_of_pins_stays(unreal: Any, door: Any) -> None:
    array = make(unreal, door, "Utilities|Array|MakeArray")
    assert door.nodes.remove_node_pin(array, array.find_input_pin("[0]")) is False
    add = make(unreal, door, "Utilities|Operators|Add")
    assert door.nodes.remove_node_pin(add, add.find_input_pin("B")) is False
    assert door.nodes.add_node_pin(add)
    assert door.nodes.remove_node_pin(add, add.find_input_pin("C")) is True
    assert inputs_of(add) == ["A", "B"]


def test_a_pin_of_another_node_or_kind_is_not_removed(unreal: Any, door: Any) -> None:
    first, second = (make(unreal, door, "Utilities|FlowControl|Sequence") for _ in range(2))
    door.nodes.add_node_pin(first)
    assert door.nodes.remove_node_pin(first, second.find_output_pin("then_0")) is False
    assert door.nodes.remove_node_pin(first, first.find_execute_pin()) is False
    assert door.nodes.remove_node_pin(first, unreal.BlueprintGraphPin()) is False
    assert len(outputs_of(first)) == 3


# --- classes -------------------------------------------------------------------------------------


def test_a_cast_takes_another_class_and_keeps_its_exec_links(unreal: Any, door: Any) -> None:
    cast = make(unreal, door, "Utilities|Casting|CastToPawn")
    begin = door.nodes.find_event_node("ReceiveBeginPlay")
    begin.find_then_pin().try_create_connection(cast.find_execute_pin())
    old = cast.find_output_pin("AsPawn")
    assert door.nodes.retarget_node_class(cast, unreal.Pawn, unreal.Character) is True
    assert outputs_of(cast) == ["then", "CastFailed", "AsCharacter"]
    assert not old.is_valid()
    assert len(cast.find_execute_pin().list_connected_pins()) == 1


def test_the_old_class_must_be_the_one_in_the_node(unreal: Any, door: Any) -> None:
    cast = make(unreal, door, "Utilities|Casting|CastToPawn")
    assert door.nodes.retarget_node_class(cast, unreal.Actor, unreal.Character) is False
    assert door.nodes.retarget_node_class(door.nodes.add_branch_node(), unreal.Actor, unreal.Pawn) is False
    assert outputs_of(cast)[-1] == "AsPawn"


def test_a_call_moves_to_a_class_that_has_the_function(unreal: Any, door: Any) -> None:
    call = door.call("/Script/Engine.SceneComponent:K2_SetRelativeLocation")
    assert door.nodes.retarget_node_class(call, unreal.SceneComponent, unreal.Actor) is False
    assert "SceneComponent" in str(call.find_self_pin().get_pin_type_display_string())


# --- macros --------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [f"{MACROS}:ForEachLoop", f"EdGraph'{MACROS}:ForEachLoop'"])
def test_a_macro_is_added_by_its_path(door: Any, path: str) -> None:
    node = door.nodes.add_macro_node(path)
    assert node.get_class().get_name() == "K2Node_MacroInstance"


@pytest.mark.parametrize(
    "path", ["ForEachLoop", f"{MACROS}:ForEveryLoop", f"{MACROS}:For Each Loop", MACROS, ""]
)
def test_a_wrong_macro_path_is_none(door: Any, path: str) -> None:
    before = len(door.nodes.list_all_nodes())
    assert door.nodes.add_macro_node(path) is None
    assert len(door.nodes.list_all_nodes()) == before


# --- unused nodes --------------------------------------------------------------------------------


def test_unlinked_nodes_are_removed_and_entries_stay(unreal: Any, door: Any) -> None:
    call = door.call(PRINT)
    begin = door.nodes.find_event_node("ReceiveBeginPlay")
    begin.find_then_pin().try_create_connection(call.find_execute_pin())
    door.nodes.add_branch_node()
    unreal.BlueprintEditorLibrary.remove_unused_nodes(door.asset)
    assert list(door.nodes.list_all_nodes()) == [begin, call]
    script = unreal.BlueprintGraphEditor.get_graph_editor_by_name(door.asset, "UserConstructionScript")
    assert len(script.list_all_nodes()) == 1


def test_a_change_of_a_node_can_be_undone(unreal: Any, door: Any) -> None:
    cast = make(unreal, door, "Utilities|Casting|CastToPawn")
    with unreal.ScopedEditorTransaction("Retarget"):
        door.nodes.retarget_node_class(cast, unreal.Pawn, unreal.Character)
    unreal.SystemLibrary.execute_console_command(None, "TRANSACTION UNDO")
    assert outputs_of(cast)[-1] == "AsPawn"


# --- formats -------------------------------------------------------------------------------------


def test_a_format_brings_its_arguments(unreal: Any, door: Any) -> None:
    node = make(unreal, door, "Utilities|Text|FormatText")
    old = node.find_input_pin("Format")
    assert old.set_pin_value("{Name} has {Count} keys and {Name}") is True
    assert inputs_of(node) == ["Format", "Name", "Count"]
    assert not old.is_valid()
    number = door.call("/Script/Engine.KismetMathLibrary:RandomInteger").find_result_pin()
    assert number.try_create_connection(node.find_input_pin("Count"))
    assert node.find_input_pin("Format").set_pin_value("{Count} left") is True
    assert inputs_of(node) == ["Format", "Count"]
    assert node.find_input_pin("Count").list_connected_pins() == [number]


def test_an_event_moves_to_a_class_that_has_it(unreal: Any, door: Any) -> None:
    tick = door.nodes.find_event_node("ReceiveTick")
    assert door.nodes.retarget_node_class(tick, unreal.Actor, unreal.ActorComponent) is True
    assert door.nodes.retarget_node_class(tick, unreal.Actor, unreal.Pawn) is False
    begin = door.nodes.find_event_node("ReceiveActorBeginOverlap")
    assert door.nodes.retarget_node_class(begin, unreal.Actor, unreal.ActorComponent) is False


# --- operators -----------------------------------------------------------------------------------

OLD_ADD = """\
Begin Object Class=/Script/BlueprintGraph.K2Node_CallFunction Name="K2Node_CallFunction_7"
   bIsPureFunc=True
   FunctionReference=(MemberParent="/Script/CoreUObject.Class'/Script/Engine.KismetMathLibrary'",\
MemberName="Add_IntInt")
   NodeGuid=0123456789ABCDEF0123456789ABCDE0
   CustomProperties Pin (PinId=0123456789ABCDEF0123456789ABCDE1,PinName="A",PinType.PinCategory="int",)
   CustomProperties Pin (PinId=0123456789ABCDEF0123456789ABCDE2,PinName="B",PinType.PinCategory="int",\
DefaultValue="3",)
   CustomProperties Pin (PinId=0123456789ABCDEF0123456789ABCDE3,PinName="ReturnValue",\
Direction="EGPD_Output",PinType.PinCategory="int",)
End Object
"""


def test_an_old_operator_becomes_a_promotable_one(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    editor.paste(door.graph.get_path_name(), OLD_ADD)
    node = door.nodes.list_all_nodes()[-1]
    assert node.get_class().get_name() == "K2Node_CallFunction"
    number = door.call("/Script/Engine.KismetMathLibrary:RandomInteger").find_result_pin()
    assert number.try_create_connection(node.find_input_pin("A"))
    unreal.BlueprintEditorLibrary.upgrade_operator_nodes(door.asset)
    assert node.get_class().get_name() == "K2Node_PromotableOperator"
    assert node.find_input_pin("A").list_connected_pins() == [number]
    assert node.find_input_pin("B").get_pin_value() == "3"
