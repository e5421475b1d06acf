"""Ctrl+C: the clipboard text of nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.graph.t3d.graph_text import parse_t3d
from sandbox.functions import PRINT

if TYPE_CHECKING:
    from sandbox.conftest import Blueprint
    from unreal_sandbox import SandboxEditor


def linked_pair(door: Blueprint) -> tuple[Any, Any]:
    branch, call = door.nodes.add_branch_node(), door.call(PRINT)
    assert branch.find_then_pin().try_create_connection(call.find_execute_pin())
    return branch, call


def test_a_copy_holds_the_nodes_with_their_links(editor: SandboxEditor, door: Blueprint) -> None:
    text = editor.copy(linked_pair(door))
    graph = parse_t3d(text)
    held = editor.blueprints["/game/bp_door"].graphs["EventGraph"].freeze()
    assert graph.nodes == tuple(held.node(node.name) for node in graph.nodes)
    assert len(graph.links) == 1


def test_a_copy_is_one_block_per_node_with_its_path_and_windows_line_ends(
    editor: SandboxEditor, door: Blueprint
) -> None:
    text = editor.copy(linked_pair(door))
    assert text.count("\nEnd Object") == text.count("Begin Object Class=") == 2
    assert "'/Game/BP_Door.BP_Door:EventGraph.K2Node_IfThenElse_0'" in text
    assert text.count("\n") == text.count("\r\n")


def test_a_link_to_a_node_that_is_not_copied_stays_in_the_text(
    editor: SandboxEditor, door: Blueprint
) -> None:
    branch, call = linked_pair(door)
    text = editor.copy([branch])
    assert f"LinkedTo=({call.get_name()} " in text
    assert parse_t3d(text).links == ()


def test_entry_nodes_are_not_copied(editor: SandboxEditor, door: Blueprint, unreal: Any) -> None:
    graph = door.library.find_graph(door.asset, "UserConstructionScript")
    entries = unreal.BlueprintGraphEditor.get_graph_editor(graph).list_all_nodes()
    assert len(entries) == 1
    assert editor.copy(entries) == ""


def test_messages_are_copied_and_are_stale_at_once(editor: SandboxEditor, door: Blueprint) -> None:
    call = door.call("/Script/Engine.SceneComponent:K2_SetRelativeLocation")
    begin = door.nodes.find_event_node("ReceiveBeginPlay")
    begin.find_then_pin().try_create_connection(call.find_execute_pin())
    door.compile()
    assert "ErrorMsg=" in editor.copy([call])


def test_comments_are_copied_too(editor: SandboxEditor, door: Blueprint, unreal: Any) -> None:
    box = door.nodes.add_comment_node("Doors", unreal.Vector2D(0, 0), unreal.Vector2D(300, 200))
    assert 'NodeComment="Doors"' in editor.copy([box])


def test_nodes_of_two_graphs_cannot_be_copied_at_once(
    editor: SandboxEditor, door: Blueprint, unreal: Any
) -> None:
    other = unreal.BlueprintGraphEditor.create_and_edit_function_graph(door.asset, "Open")
    with pytest.raises(ValueError, match="several graphs"):
        editor.copy([door.nodes.add_branch_node(), other.add_branch_node()])


def test_a_pasted_copy_stands_where_the_cursor_is(editor: SandboxEditor, door: Blueprint) -> None:
    """Beside the originals, linked among themselves."""
    text = editor.copy(linked_pair(door))
    names = editor.paste("/Game/BP_Door.BP_Door:EventGraph", text, at=(640, 0))
    graph = editor.blueprints["/game/bp_door"].graphs["EventGraph"].freeze()
    assert len(graph.links) == 2
    assert sum(graph.node(name).x for name in names) == 1280
