"""Trap 4: pins are called otherwise than the screen says, and every macro has its own spelling of exec."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sandbox.functions import DELAY

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor

MACROS = "/Engine/EditorBlueprintResources/StandardMacros.StandardMacros"


def inputs_of(node: Any) -> list[str]:
    return [str(pin.get_pin_name()) for pin in node.list_input_pins()]


def outputs_of(node: Any) -> list[str]:
    return [str(pin.get_pin_name()) for pin in node.list_output_pins()]


@pytest.mark.parametrize(
    ("macro", "entry"),
    [
        ("ForLoop", "execute"),
        ("WhileLoop", "execute"),
        ("DoOnce", "execute"),
        ("ForLoopWithBreak", "Execute"),
        ("ForEachLoop", "Exec"),
        ("ForEachLoopWithBreak", "Exec"),
        ("ReverseForEachLoop", "Exec"),
        ("IsValid", "exec"),
        ("Gate", "Enter"),
        ("Do N", "Enter"),
    ],
)
def test_each_macro_spells_its_exec_input(door: Any, macro: str, entry: str) -> None:
    assert inputs_of(door.nodes.add_macro_node(f"{MACROS}:{macro}"))[0] == entry


def test_the_exec_input_of_flip_flop_has_no_name(door: Any) -> None:
    node = door.nodes.add_macro_node(f"{MACROS}:FlipFlop")
    assert inputs_of(node) == ["None"]
    assert node.find_input_pin_by_index(0).is_valid()
    assert not node.find_execute_pin().is_valid()


def test_the_two_loops_over_an_array_differ_by_a_blank(door: Any) -> None:
    assert {"Array Element", "Array Index"} <= set(
        outputs_of(door.nodes.add_macro_node(f"{MACROS}:ForEachLoop"))
    )
    reverse = outputs_of(door.nodes.add_macro_node(f"{MACROS}:ReverseForEachLoop"))
    assert {"ArrayElement", "ArrayIndex"} <= set(reverse)


def test_what_is_shown_is_not_the_name(unreal: Any, door: Any) -> None:
    branch = door.nodes.add_branch_node()
    assert outputs_of(branch) == ["then", "else"]
    assert not branch.find_output_pin("True").is_valid()
    assert outputs_of(door.call(DELAY)) == ["then"]
    sequence = door.nodes.create_node_from_name("Utilities|FlowControl|Sequence", unreal.Vector2D(), [])
    assert outputs_of(sequence) == ["then_0", "then_1"]
    assert not sequence.find_output_pin("Then 0").is_valid()


def test_a_setter_passes_its_value_on_as_output_get(door: Any) -> None:
    door.add_variable("bHasMoved", "bool")
    door.compile()
    setter = door.nodes.add_set_member_variable_node("bHasMoved")
    assert inputs_of(setter) == ["execute", "bHasMoved"]
    assert outputs_of(setter) == ["then", "Output_Get"]
    assert not setter.find_output_pin("bHasMoved").is_valid()


def test_a_cast_result_is_as_and_the_spaced_name(unreal: Any, door: Any) -> None:
    cast = door.nodes.create_node_from_name("Utilities|Casting|CastToPlayerController", unreal.Vector2D(), [])
    assert outputs_of(cast)[-1] == "AsPlayer Controller"
    assert not cast.find_output_pin("AsPlayerController").is_valid()


def test_items_of_an_array_are_in_brackets(unreal: Any, door: Any) -> None:
    make = door.nodes.create_node_from_name("Utilities|Array|MakeArray", unreal.Vector2D(), [])
    assert inputs_of(make) == ["[0]"]
    assert door.nodes.add_node_pin(make)
    assert inputs_of(make) == ["[0]", "[1]"]


def test_an_enum_switch_has_the_enumerators_names(unreal: Any, door: Any) -> None:
    name = "Utilities|FlowControl|Switch|SwitchonEMovementMode"
    switch = door.nodes.create_node_from_name(name, unreal.Vector2D(), [])
    assert "MOVE_Walking" in outputs_of(switch)
    assert not switch.find_output_pin("Walking").is_valid()


# What the clipboard gives of a break node of a user struct: such structs cannot be made by scripts.
GUID_NAME = "Speed_3_0123456789ABCDEF0123456789ABCDEF"
_STRUCT = "/Script/Engine.UserDefinedStruct'/Game/S_Door.S_Door'"
_GUID = "0123456789ABCDEF0123456789ABCDE"
BREAK_USER_STRUCT = f"""\
Begin Object Class=/Script/BlueprintGraph.K2Node_BreakStruct Name="K2Node_BreakStruct_0"
   StructType="{_STRUCT}"
   NodeGuid={_GUID}0
   CustomProperties Pin (PinId={_GUID}1,PinName="S_Door",PinType.PinCategory="struct",\
PinType.PinSubCategoryObject="{_STRUCT}",)
   CustomProperties Pin (PinId={_GUID}2,PinName="{GUID_NAME}",PinFriendlyName="Speed",\
Direction="EGPD_Output",PinType.PinCategory="int",)
End Object
"""


def test_a_field_of_a_user_struct_has_a_guid_in_its_name(editor: SandboxEditor, door: Any) -> None:
    editor.paste(door.graph.get_path_name(), BREAK_USER_STRUCT)
    node = door.nodes.list_all_nodes()[-1]
    assert node.get_class().get_name() == "K2Node_BreakStruct"
    assert outputs_of(node) == [GUID_NAME]
    assert not node.find_output_pin("Speed").is_valid()
