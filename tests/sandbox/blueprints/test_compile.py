"""What a compile says and does not say."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from sandbox.functions import PRINT
from unreal_sandbox import FatalEditorError, StaleObjectError

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor


def wire(door: Any, event: str, *calls: Any) -> None:
    previous = door.nodes.find_event_node(event).find_then_pin()
    for call in calls:
        assert previous.try_create_connection(call.find_execute_pin())
        previous = call.find_then_pin()


def test_a_clean_compile_says_so_three_times(unreal: Any, door: Any) -> None:
    wire(door, "ReceiveBeginPlay", door.call(PRINT))
    assert door.asset.status == unreal.BlueprintStatus.BS_DIRTY
    assert door.compile() is True
    assert door.asset.status == unreal.BlueprintStatus.BS_UP_TO_DATE
    assert len(door.nodes.list_nodes_with_errors()) == 0
    assert len(door.nodes.list_nodes_with_warnings()) == 0


def test_a_missing_target_is_an_error_on_the_node(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    call = door.call("/Script/Engine.SceneComponent:K2_SetRelativeLocation")
    wire(door, "ReceiveBeginPlay", call)
    assert door.compile() is False
    assert door.asset.status == unreal.BlueprintStatus.BS_ERROR
    assert list(door.nodes.list_nodes_with_errors()) == [call]
    message = "This blueprint (self) is not a SceneComponent, therefore ' Target ' must have a connection."
    assert call.get_editor_property("error_msg") == message
    assert message in editor.log_text("LogBlueprint")
    assert "[Compiler]" in editor.log_text("LogBlueprint")


def test_a_target_of_the_blueprints_own_kind_may_stay_open(door: Any) -> None:
    wire(door, "ReceiveBeginPlay", door.call("/Script/Engine.Actor:K2_DestroyActor"))
    assert door.compile() is True


def test_a_linked_target_is_no_error(unreal: Any, door: Any) -> None:
    door.add_component(unreal.StaticMeshComponent)
    door.compile()
    call = door.call("/Script/Engine.SceneComponent:K2_SetRelativeLocation")
    getter = door.nodes.add_get_member_variable_node("StaticMesh")
    wire(door, "ReceiveBeginPlay", call)
    assert getter.find_result_pin().try_create_connection(call.find_self_pin())
    assert door.compile() is True


def test_what_no_event_reaches_is_not_looked_at(door: Any) -> None:
    door.call("/Script/Engine.SceneComponent:K2_SetRelativeLocation")
    door.call("/Script/Engine.Nope:Nothing")
    assert door.compile() is True


def test_a_disconnected_ghost_reaches_nothing(door: Any) -> None:
    assert door.compile() is True
    assert len(door.nodes.list_nodes_with_errors()) == 0


def test_an_unlinked_reference_parameter_is_an_error(door: Any) -> None:
    call = door.call("/Script/Engine.KismetArrayLibrary:Array_Clear")
    wire(door, "ReceiveBeginPlay", call)
    assert door.compile() is False
    assert "undetermined" in call.error_msg or "by ref" in call.error_msg


def test_two_custom_events_of_one_name_are_an_error(editor: SandboxEditor, door: Any) -> None:
    door.nodes.add_custom_event_node("Open")
    twin = door.nodes.add_custom_event_node("Opened")
    draft = editor.blueprints["/game/bp_door"].graphs["EventGraph"]
    node = draft.node(twin.get_name())
    draft.replace(replace(node, properties=(("CustomFunctionName", '"Open"'),)))
    assert door.compile() is False
    assert "already used" in twin.error_msg


def test_the_message_stays_until_the_next_compile(door: Any) -> None:
    call = door.call("/Script/Engine.SceneComponent:K2_SetRelativeLocation")
    wire(door, "ReceiveBeginPlay", call)
    door.compile()
    call.find_execute_pin().break_pin_links()
    assert call.error_msg
    assert door.compile() is True
    assert not call.error_msg


def test_the_compiled_class_is_new_and_the_old_one_stale(unreal: Any, door: Any) -> None:
    old = door.asset.generated_class()
    assert old.get_name() == "BP_Door_C"
    door.compile()
    with pytest.raises(StaleObjectError):
        old.get_name()
    fresh = unreal.load_class(None, "/Game/BP_Door.BP_Door_C")
    assert fresh == door.asset.generated_class()
    assert fresh != old
    assert unreal.MathLibrary.class_is_child_of(fresh, unreal.Actor)
    with pytest.raises(StaleObjectError):
        unreal.MathLibrary.class_is_child_of(old, unreal.Actor)


def test_compiling_while_the_game_runs_ends_the_process(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    editor.is_in_pie = True
    with pytest.raises(FatalEditorError):
        door.compile()
    with pytest.raises(FatalEditorError, match="crashed"):
        unreal.EditorAssetLibrary.does_asset_exist("/Game/BP_Door")


def test_compiling_while_the_game_runs_is_refused_where_the_switch_says_so(
    editor: SandboxEditor, door: Any
) -> None:
    editor.switches.compile_in_pie_crashes = False
    editor.is_in_pie = True
    assert door.compile() is False
