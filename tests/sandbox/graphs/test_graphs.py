"""Nodes: ghosts, bad functions, names, stale handles, palette, comments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sandbox.functions import DELAY, PRINT
from unreal_sandbox import StaleObjectError

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor


def names_of(pins: Any) -> list[str]:
    return [str(pin.get_pin_name()) for pin in pins]


def test_a_new_actor_blueprint_has_three_ghost_events(door: Any) -> None:
    titles = [node.get_node_title() for node in door.nodes.list_all_nodes()]
    assert titles == ["Event BeginPlay", "Event ActorBeginOverlap", "Event Tick"]
    assert {node.get_class().get_name() for node in door.nodes.list_all_nodes()} == {"K2Node_Event"}


def test_a_component_blueprint_has_no_overlap_ghost_and_no_construction_script(unreal: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    asset = library.create_blueprint_asset_with_parent("/Game/BP_Part", unreal.ActorComponent)
    assert [str(name) for name in library.list_graph_names(asset)] == ["EventGraph"]
    nodes = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, "eventgraph").list_all_nodes()
    assert len(nodes) == 2


def test_the_graphs_of_an_actor_blueprint(door: Any) -> None:
    assert {str(name) for name in door.library.list_graph_names(door.asset)} == {
        "EventGraph",
        "UserConstructionScript",
    }
    assert door.library.find_graph(door.asset, "eventGRAPH") == door.graph
    assert door.library.find_graph(door.asset, "Nope") is None


def test_a_missing_graph_gives_no_editor_and_an_error_line(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    assert unreal.BlueprintGraphEditor.get_graph_editor_by_name(door.asset, "Nope") is None
    assert unreal.BlueprintGraphEditor.get_graph_editor(None) is None
    assert "Graph 'Nope' not found" in editor.log_text()


def test_a_bad_function_path_leaves_a_ghost_node_without_pins(door: Any) -> None:
    node = door.call("/Script/Engine.KismetSystemLibrary:PrintStrin")
    assert node
    assert len(node.list_all_pins()) == 0
    assert node in list(door.nodes.list_all_nodes())


def test_a_bad_function_path_gives_none_where_the_switch_says_so(editor: SandboxEditor, door: Any) -> None:
    editor.switches.bad_function_gives_ghost_node = False
    assert door.call("/Script/Engine.KismetSystemLibrary:PrintStrin") is None
    assert len(door.nodes.list_all_nodes()) == 3


@pytest.mark.parametrize(
    "path", [PRINT, PRINT.replace(":", "."), PRINT.lower().replace("/script/engine", "/Script/Engine")]
)
def test_a_function_is_found_with_colon_dot_and_any_case(door: Any, path: str) -> None:
    assert names_of(door.call(path).list_input_pins())[:2] == ["execute", "InString"]


def test_an_inherited_function_is_found_by_its_bare_name(door: Any) -> None:
    node = door.call("K2_DestroyActor")
    assert names_of(node.list_all_pins()) == ["execute", "self", "then"]


def test_the_blueprints_own_event_is_called_by_its_bare_name(door: Any) -> None:
    door.nodes.add_custom_event_node("Open")
    assert not door.call("Open").list_all_pins()  # no compile has seen it yet [trap 12]
    assert door.compile() is True
    node = door.call("Open")
    assert names_of(node.list_all_pins())[:1] == ["execute"]
    assert door.compile() is True


def test_a_latent_call_is_refused_outside_event_graphs(unreal: Any, door: Any) -> None:
    script = unreal.BlueprintGraphEditor.get_graph_editor_by_name(door.asset, "UserConstructionScript")
    assert script.add_call_function_node(DELAY) is None
    assert door.call(DELAY) is not None


def test_custom_events_take_a_generated_name_when_theirs_is_taken(door: Any) -> None:
    assert door.nodes.add_custom_event_node("Open").get_node_title() == "Open\nCustom Event"
    assert door.nodes.add_custom_event_node("Open").get_node_title() == "CustomEvent\nCustom Event"
    assert door.nodes.add_custom_event_node("ReceiveTick").get_node_title() == "CustomEvent_0\nCustom Event"
    assert door.nodes.add_custom_event_node("!").get_node_title() == "CustomEvent_1\nCustom Event"


def test_a_custom_event_in_a_function_graph_is_none(unreal: Any, door: Any) -> None:
    script = unreal.BlueprintGraphEditor.get_graph_editor_by_name(door.asset, "UserConstructionScript")
    assert script.add_custom_event_node("Open") is None


def test_events_are_found_by_cpp_name_only(door: Any) -> None:
    assert door.nodes.find_event_node("receivetick") == door.nodes.find_event_node("ReceiveTick")
    assert door.nodes.find_event_node("Event Tick") is None


def test_an_event_override_gives_the_ghost_that_is_there(unreal: Any, door: Any) -> None:
    ghost = door.nodes.find_event_node("ReceiveTick")
    assert door.library.add_event_override(door.asset, "ReceiveTick", unreal.IntPoint(5, 5)) == ghost
    fresh = door.library.add_event_override(door.asset, "ReceiveEndPlay", unreal.IntPoint(10, 20))
    assert fresh.get_node_pos() == unreal.IntPoint(10, 20)
    assert door.library.add_event_override(door.asset, "Nonsense", unreal.IntPoint()) is None


def test_a_handle_of_a_removed_node_is_stale_even_when_its_name_returns(door: Any) -> None:
    first = door.nodes.add_branch_node()
    name = first.get_name()
    door.nodes.remove_nodes([first])
    second = door.nodes.add_branch_node()
    assert second.get_name() == name
    with pytest.raises(StaleObjectError, match="ObjectInstance is null"):
        first.get_name()
    assert first != second


def test_a_handle_of_a_deleted_asset_is_stale_even_when_its_path_returns(unreal: Any, door: Any) -> None:
    graph = door.graph
    assert unreal.EditorAssetLibrary.delete_asset("/Game/BP_Door")
    unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_Door", unreal.Actor)
    for handle in (door.asset, graph):
        with pytest.raises(StaleObjectError):
            handle.get_path_name()


def test_function_entries_stay_and_comments_survive_removing_every_node(unreal: Any, door: Any) -> None:
    door.nodes.add_comment_node("Why", unreal.Vector2D(0, 0))
    door.nodes.remove_nodes(door.nodes.list_all_nodes())
    assert len(door.nodes.list_all_nodes()) == 0
    comments = door.nodes.list_comment_nodes()
    assert [comment.get_comment_text() for comment in comments] == ["Why"]
    script = unreal.BlueprintGraphEditor.get_graph_editor_by_name(door.asset, "UserConstructionScript")
    script.remove_nodes(script.list_all_nodes())
    assert len(script.list_all_nodes()) == 1
    door.nodes.remove_comment_node(comments[0])
    assert len(door.nodes.list_comment_nodes()) == 0


def test_a_comment_box_can_be_reworded_but_not_moved(unreal: Any, door: Any) -> None:
    comment = door.nodes.add_comment_node("a", unreal.Vector2D(1, 2), unreal.Vector2D(300, 100))
    comment.set_comment_text('b "quoted"\nline')
    assert comment.get_comment_text() == 'b "quoted"\nline'
    assert comment.get_node_size() == unreal.Vector2D(300, 100)
    with pytest.raises(AttributeError):
        comment.set_node_pos(unreal.IntPoint(0, 0))


def test_the_palette_is_exact_and_a_miss_is_none(unreal: Any, door: Any) -> None:
    at = unreal.Vector2D(64, 32)
    node = door.nodes.create_node_from_name("Utilities|FlowControl|Sequence", at, [])
    assert node.get_class().get_name() == "K2Node_ExecutionSequence"
    assert node.get_node_pos() == unreal.IntPoint(64, 32)
    assert door.nodes.create_node_from_name("utilities|flowcontrol|sequence", at, []) is None
    assert door.nodes.create_node_from_name("Utilities|Flow Control|Sequence", at, []) is None
    printed = door.nodes.create_node_from_name("Development|PrintString", at, [])
    assert "InString" in names_of(printed.list_input_pins())


def test_an_event_that_is_placed_hides_its_palette_entry_even_as_a_ghost(unreal: Any, door: Any) -> None:
    at = unreal.Vector2D()
    assert door.nodes.create_node_from_name("AddEvent|EventTick", at, []) is None
    door.nodes.remove_nodes([door.nodes.find_event_node("ReceiveTick")])
    assert door.nodes.create_node_from_name("AddEvent|EventTick", at, []) is not None


def test_what_the_palette_lists_can_be_created(unreal: Any, door: Any) -> None:
    listed = door.nodes.list_available_nodes([])
    assert len(listed) > 1000
    for name in list(listed)[::400]:
        assert door.nodes.create_node_from_name(name, unreal.Vector2D(), []) is not None, name
    with pytest.raises(TypeError):
        door.nodes.list_available_nodes()


def test_bool_members_lose_their_b_in_the_palette_and_need_a_compile(unreal: Any, door: Any) -> None:
    door.add_variable("bHasMoved", "bool")
    assert "Variables|Default|GetHasMoved" not in door.nodes.list_available_nodes([])
    door.compile()
    node = door.nodes.create_node_from_name("Variables|Default|GetHasMoved", unreal.Vector2D(), [])
    assert names_of(node.list_output_pins()) == ["bHasMoved"]


def test_context_pins_are_wired_to_the_new_node(unreal: Any, door: Any) -> None:
    tick = door.nodes.find_event_node("ReceiveTick")
    node = door.nodes.create_node_from_name(
        "Development|PrintString", unreal.Vector2D(), [tick.find_then_pin()]
    )
    assert tick.find_then_pin().list_connected_pins()[0].get_owning_node() == node


def test_a_sequence_grows_and_shrinks_but_keeps_two_outputs(unreal: Any, door: Any) -> None:
    node = door.nodes.create_node_from_name("Utilities|FlowControl|Sequence", unreal.Vector2D(), [])
    assert door.nodes.add_node_pin(node)
    assert names_of(node.list_output_pins()) == ["then_0", "then_1", "then_2"]
    third = node.find_output_pin("then_2")
    door.call(PRINT).find_execute_pin().try_create_connection(third)
    assert door.nodes.remove_node_pin(node, node.find_output_pin("then_0"))
    assert names_of(node.list_output_pins()) == ["then_0", "then_1"]
    assert len(node.find_output_pin("then_1").list_connected_pins()) == 1
    assert not third.is_valid()
    assert not door.nodes.remove_node_pin(node, node.find_output_pin("then_0"))
    assert not door.nodes.add_node_pin(door.call(PRINT))


def test_new_nodes_land_on_a_grid_and_can_be_moved(unreal: Any, door: Any) -> None:
    first, second = door.call(PRINT), door.call(PRINT)
    assert first.get_node_pos() != second.get_node_pos()
    first.set_node_pos(unreal.IntPoint(-40, 12))
    assert door.library.get_node_pos(first) == unreal.IntPoint(-40, 12)
    assert first.get_node_size() == unreal.Vector2D(0, 0)


def test_nodes_are_listed_by_class(unreal: Any, door: Any) -> None:
    call = door.call(PRINT)
    path = "/Script/BlueprintGraph.K2Node_CallFunction"
    assert list(door.nodes.list_nodes_of_class(unreal.load_class(None, path))) == [call]
    assert len(door.nodes.list_nodes_of_class(unreal.K2Node)) == 4


def test_objects_are_found_by_path(unreal: Any, door: Any) -> None:
    call = door.call(PRINT)
    assert call.get_path_name() == f"/Game/BP_Door.BP_Door:EventGraph.{call.get_name()}"
    for handle in (door.asset, door.graph, call, door.asset.generated_class()):
        assert unreal.find_object(None, handle.get_path_name()) == handle
    assert call.get_outer() == door.graph
    assert call.get_outermost().get_name() == "/Game/BP_Door"
    assert unreal.find_object(None, "/Script/Engine.Actor:K2_DestroyActor").get_name() == "K2_DestroyActor"
    assert unreal.find_object(None, "/Script/Engine.Actor:NoSuchThing") is None


def test_graphs_are_empty_while_the_game_runs(editor: SandboxEditor, door: Any) -> None:
    nodes = door.nodes
    editor.is_in_pie = True
    assert len(nodes.list_all_nodes()) == 0
    assert len(door.library.list_graphs(door.asset)) == 0
    assert nodes.add_branch_node() is None
    editor.is_in_pie = False
    assert len(nodes.list_all_nodes()) == 3
