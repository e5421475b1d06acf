"""What the compiler complains about, node by node [FIELD_NOTES 6, 7]."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from sandbox.functions import DELAY, PRINT

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor

MACROS = "/Engine/EditorBlueprintResources/StandardMacros.StandardMacros"


def make(unreal: Any, door: Any, name: str) -> Any:
    return door.nodes.create_node_from_name(name, unreal.Vector2D(), [])


def run(door: Any, *nodes: Any) -> None:
    """Wire nodes behind BeginPlay."""
    previous = door.nodes.find_event_node("ReceiveBeginPlay").find_then_pin()
    for node in nodes:
        assert previous.try_create_connection(node.list_input_pins()[0])
        previous = node.list_output_pins()[0]


def only_error(door: Any) -> str:
    """The text of the only node with an error, after a failed compile."""
    assert door.compile() is False
    nodes = list(door.nodes.list_nodes_with_errors())
    assert len(nodes) == 1
    return str(nodes[0].error_msg)


# --- wildcards, references, links ------------------------------------------------------------------


@pytest.mark.parametrize("macro", ["ForEachLoop", "ReverseForEachLoop"])
def test_a_loop_over_no_array_is_undetermined(door: Any, macro: str) -> None:
    run(door, door.nodes.add_macro_node(f"{MACROS}:{macro}"))
    assert "is undetermined" in only_error(door)


def test_an_array_function_without_array_is_undetermined(door: Any) -> None:
    run(door, door.call("/Script/Engine.KismetArrayLibrary:Array_Add"))
    assert "is undetermined" in only_error(door)


def test_a_spawn_needs_a_class_and_a_place(unreal: Any, door: Any) -> None:
    spawn = make(unreal, door, "Game|SpawnActorfromClass")
    run(door, spawn)
    text = only_error(door)
    assert "must have a Class specified" in text
    assert "SpawnTransform" in text
    assert "by ref" in text
    spawn.find_input_pin("Class").set_pin_value("/Script/Engine.Actor")
    place = door.call("/Script/Engine.Actor:GetTransform")
    assert place.find_result_pin().try_create_connection(spawn.find_input_pin("SpawnTransform"))
    assert door.compile() is True


def test_a_bind_without_an_event_is_an_error(unreal: Any, door: Any) -> None:
    unreal.BlueprintEditorLibrary.add_event_dispatcher(door.asset, "OnOpened")
    door.compile()
    run(door, make(unreal, door, "Default|BindEventtoOnOpened"))
    assert "is not connected" in only_error(door)


# --- members -------------------------------------------------------------------------------------


def test_a_variable_that_is_gone_is_an_error(door: Any) -> None:
    door.add_variable("Speed", "bool")
    door.compile()
    branch = door.nodes.add_branch_node()
    getter = door.nodes.add_get_member_variable_node("Speed")
    assert getter.find_result_pin().try_create_connection(branch.find_condition_pin())
    run(door, branch)
    assert door.compile() is True
    assert door.nodes.remove_member_variable("Speed")
    assert 'Could not find a variable named "Speed"' in only_error(door)


def test_a_variable_of_another_type_is_an_error(unreal: Any, door: Any) -> None:
    door.add_variable("Speed", "bool")
    door.compile()
    branch = door.nodes.add_branch_node()
    getter = door.nodes.add_get_member_variable_node("Speed")
    getter.find_result_pin().try_create_connection(branch.find_condition_pin())
    run(door, branch)
    library = unreal.BlueprintEditorLibrary
    library.change_member_variable_type(door.asset, "Speed", library.get_basic_type_by_name("string"))
    assert "no longer fits" in only_error(door)


def test_another_blueprints_variable_needs_a_target(unreal: Any, door: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    other = library.create_blueprint_asset_with_parent("/Game/BP_Other", unreal.Actor)
    library.add_member_variable(other, "Open", library.get_basic_type_by_name("bool"))
    library.compile_blueprint(other)
    getter = door.nodes.create_node_from_name(
        "Class|BPOther|GetOpen", unreal.Vector2D(), [], other.generated_class()
    )
    branch = door.nodes.add_branch_node()
    assert getter.find_output_pin("Open").try_create_connection(branch.find_condition_pin())
    run(door, branch)
    assert "' Target ' must have a connection" in only_error(door)


# --- casts ---------------------------------------------------------------------------------------


def cast_of_self(unreal: Any, door: Any, name: str) -> Any:
    cast = make(unreal, door, name)
    me = make(unreal, door, "Variables|Getareferencetoself")
    assert me.find_output_pin("self").try_create_connection(cast.find_input_pin("Object"))
    run(door, cast)
    return cast


def test_a_cast_that_cannot_fail_is_a_note(unreal: Any, door: Any) -> None:
    cast = cast_of_self(unreal, door, "Utilities|Casting|CastToActor")
    assert door.compile() is True
    assert list(door.nodes.list_nodes_with_notes()) == [cast]


def test_a_cast_that_only_fails_is_a_warning(unreal: Any, door: Any) -> None:
    cast = cast_of_self(unreal, door, "Utilities|Casting|CastToSceneComponent")
    assert door.compile() is True
    assert door.asset.status == unreal.BlueprintStatus.BS_UP_TO_DATE_WITH_WARNINGS
    assert list(door.nodes.list_nodes_with_warnings()) == [cast]
    assert "would always fail" in cast.error_msg


def test_a_cast_to_a_deleted_class_is_an_error(unreal: Any, door: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    other = library.create_blueprint_asset_with_parent("/Game/BP_Other", unreal.Actor)
    library.compile_blueprint(other)
    run(door, make(unreal, door, "Utilities|Casting|CastToBPOther"))
    assert unreal.EditorAssetLibrary.delete_asset("/Game/BP_Other")
    assert "invalid target" in only_error(door)


# --- whole graphs --------------------------------------------------------------------------------


def test_values_that_need_themselves_are_a_cycle(door: Any) -> None:
    add = "/Script/Engine.KismetMathLibrary:Abs"
    first, second = door.call(add), door.call(add)
    assert first.find_result_pin().try_create_connection(second.find_input_pin("A"))
    assert second.find_result_pin().try_create_connection(first.find_input_pin("A"))
    assert door.compile() is True
    delay = door.call(DELAY)
    assert second.find_result_pin().try_create_connection(delay.find_input_pin("Duration"))
    run(door, delay)
    assert "Dependency cycle" in only_error(door)


def test_a_latent_node_that_got_into_a_function_is_an_error(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    delay = door.call(DELAY)
    graphs = editor.blueprints["/game/bp_door"].graphs
    node = graphs["EventGraph"].node(delay.get_name())
    graphs["UserConstructionScript"].add(node)
    script = unreal.BlueprintGraphEditor.get_graph_editor_by_name(door.asset, "UserConstructionScript")
    entry, latent = script.list_all_nodes()
    assert entry.find_then_pin().try_create_connection(latent.find_execute_pin())
    assert door.compile() is False
    assert "latent" in latent.error_msg
    assert len(door.nodes.list_nodes_with_errors()) == 0


def test_an_event_and_a_function_of_one_name_are_an_error(editor: SandboxEditor, door: Any) -> None:
    event = door.nodes.add_custom_event_node("Open")
    draft = editor.blueprints["/game/bp_door"].graphs["EventGraph"]
    node = draft.node(event.get_name())
    renamed = (("CustomFunctionName", '"UserConstructionScript"'),)
    draft.replace(replace(node, properties=renamed))
    assert "already used" in only_error(door)


# --- what is said where ----------------------------------------------------------------------------


def test_messages_are_lines_of_the_log_with_their_severity(editor: SandboxEditor, door: Any) -> None:
    run(door, door.call("/Script/Engine.SceneComponent:K2_SetRelativeLocation"))
    lines = len(editor.log)
    assert door.compile() is False
    found = [line for line in editor.log[lines:] if "[Compiler]" in line.text]
    assert [(line.category, line.severity) for line in found] == [("LogBlueprint", "Error")]
    assert "/Game/BP_Door" in found[0].text


def test_two_errors_of_a_node_are_two_lines_of_its_message(unreal: Any, door: Any) -> None:
    run(door, make(unreal, door, "Game|SpawnActorfromClass"))
    assert len(only_error(door).split("\n")) == 2


def test_nodes_keep_their_handles_over_a_compile_and_classes_do_not(unreal: Any, door: Any) -> None:
    call = door.call(PRINT)
    pin = call.find_input_pin("InString")
    default = unreal.get_default_object(door.asset.generated_class())
    assert door.compile() is True
    assert call.get_name()
    assert pin.is_valid()
    with pytest.raises(Exception, match="ObjectInstance is null"):
        default.get_name()
