"""Trap 18: what a compile returns, the status and the nodes' errors are three things."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandbox.functions import PRINT

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor

BAD = "/Script/Engine.SceneComponent:K2_SetRelativeLocation"


def wire(door: Any, event: str, *calls: Any) -> None:
    previous = door.nodes.find_event_node(event).find_then_pin()
    for call in calls:
        assert previous.try_create_connection(call.find_execute_pin())
        previous = call.find_then_pin()


def function_with_output(unreal: Any, door: Any) -> Any:
    nodes = unreal.BlueprintGraphEditor.create_and_edit_function_graph(door.asset, "Measure")
    nodes.add_graph_output_parameter("Size", door.library.get_basic_type_by_name("int"))
    return nodes


def test_unreachable_code_compiles_whatever_it_is(unreal: Any, door: Any) -> None:
    door.call(BAD)
    door.call("/Script/Engine.Nope:Nothing")
    first, second = door.call(BAD), door.call(PRINT)
    assert first.find_then_pin().try_create_connection(second.find_execute_pin())
    assert door.compile() is True
    assert door.asset.status == unreal.BlueprintStatus.BS_UP_TO_DATE
    assert len(door.nodes.list_nodes_with_errors()) == 0


def test_a_function_that_returns_nothing_compiles_with_a_warning(unreal: Any, door: Any) -> None:
    nodes = function_with_output(unreal, door)
    result = next(n for n in nodes.list_all_nodes() if n.get_class().get_name() == "K2Node_FunctionResult")
    result.find_execute_pin().break_pin_links()
    assert door.compile() is True
    assert door.asset.status == unreal.BlueprintStatus.BS_UP_TO_DATE_WITH_WARNINGS
    assert list(nodes.list_nodes_with_warnings()) == [result]
    assert len(nodes.list_nodes_with_errors()) == 0


def test_a_missing_target_is_self_where_self_fits(door: Any) -> None:
    wire(door, "ReceiveBeginPlay", door.call("/Script/Engine.Actor:K2_DestroyActor"))
    assert door.compile() is True


def test_an_error_stays_on_its_node_after_the_cause_is_gone(unreal: Any, door: Any) -> None:
    call = door.call(BAD)
    wire(door, "ReceiveBeginPlay", call)
    assert door.compile() is False
    call.find_execute_pin().break_pin_links()
    assert door.asset.status == unreal.BlueprintStatus.BS_DIRTY
    assert list(door.nodes.list_nodes_with_errors()) == [call]
    assert call.error_msg
    assert door.compile() is True
    assert len(door.nodes.list_nodes_with_errors()) == 0


def test_the_error_goes_with_the_node_and_the_status_stays(unreal: Any, door: Any) -> None:
    call = door.call(BAD)
    wire(door, "ReceiveBeginPlay", call)
    door.compile()
    door.nodes.remove_nodes([call])
    assert len(door.nodes.list_nodes_with_errors()) == 0
    assert door.asset.status != unreal.BlueprintStatus.BS_UP_TO_DATE


def test_a_note_is_neither_error_nor_warning(unreal: Any, door: Any) -> None:
    cast = door.nodes.create_node_from_name("Utilities|Casting|CastToActor", unreal.Vector2D(), [])
    me = door.nodes.create_node_from_name("Variables|Getareferencetoself", unreal.Vector2D(), [])
    assert me.find_output_pin("self").try_create_connection(cast.find_input_pin("Object"))
    wire(door, "ReceiveBeginPlay", cast)
    assert door.compile() is True
    assert door.asset.status == unreal.BlueprintStatus.BS_UP_TO_DATE
    assert list(door.nodes.list_nodes_with_notes()) == [cast]
    assert "you don't need" in cast.error_msg


def test_the_bool_says_true_with_errors_where_the_switch_says_so(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    editor.switches.compile_claims_success = True
    call = door.call(BAD)
    wire(door, "ReceiveBeginPlay", call)
    assert door.compile() is True
    assert door.asset.status == unreal.BlueprintStatus.BS_ERROR
    assert list(door.nodes.list_nodes_with_errors()) == [call]
