"""Comment boxes: made, worded, coloured, what stands in them, removed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor


def test_a_comment_around_nodes_holds_them(unreal: Any, door: Any) -> None:
    first, second, third = (door.nodes.add_branch_node() for _ in range(3))
    first.set_node_pos(unreal.IntPoint(100, 100))
    second.set_node_pos(unreal.IntPoint(500, 300))
    third.set_node_pos(unreal.IntPoint(5000, 5000))
    comment = door.nodes.add_comment_to_nodes("Both", [first, second])
    assert comment.get_comment_text() == "Both"
    inside = list(comment.get_nodes_in_comment())
    assert first in inside
    assert second in inside
    assert third not in inside


def test_a_comment_around_nothing_is_none(door: Any) -> None:
    assert door.nodes.add_comment_to_nodes("None", []) is None
    assert len(door.nodes.list_comment_nodes()) == 0


def test_a_comment_inside_a_comment_is_left_out(unreal: Any, door: Any) -> None:
    outer = door.nodes.add_comment_node("Outer", unreal.Vector2D(0, 9000), unreal.Vector2D(900, 900))
    door.nodes.add_comment_node("Inner", unreal.Vector2D(50, 9050), unreal.Vector2D(200, 200))
    branch = door.nodes.add_branch_node()
    branch.set_node_pos(unreal.IntPoint(60, 9060))
    assert list(outer.get_nodes_in_comment()) == [branch]


def test_colour_is_set_and_read(unreal: Any, door: Any) -> None:
    comment = door.nodes.add_comment_node("a", unreal.Vector2D(), unreal.Vector2D(300, 100))
    assert comment.get_comment_color() == unreal.LinearColor(1, 1, 1, 1)
    comment.set_comment_color(unreal.LinearColor(0.5, 0.25, 0, 1))
    assert comment.get_comment_color() == unreal.LinearColor(0.5, 0.25, 0, 1)
    assert comment.comment_color == unreal.LinearColor(0.5, 0.25, 0, 1)


def test_some_properties_of_a_comment_can_be_set(unreal: Any, door: Any) -> None:
    comment = door.nodes.add_comment_node("a", unreal.Vector2D(), unreal.Vector2D(300, 100))
    assert comment.get_editor_property("font_size") == 18
    comment.set_editor_property("font_size", 24)
    assert comment.font_size == 24
    with pytest.raises(TypeError):
        comment.set_editor_property("font_size", "big")
    modes = unreal.CommentBoxMode
    assert comment.get_editor_property("move_mode") == modes.GROUP_MOVEMENT
    comment.set_editor_property("move_mode", modes.NO_GROUP_MOVEMENT)
    assert comment.move_mode == modes.NO_GROUP_MOVEMENT
    with pytest.raises(TypeError):
        comment.set_editor_property("move_mode", 1)


def test_a_comment_of_another_graph_is_not_removed(unreal: Any, door: Any) -> None:
    comment = door.nodes.add_comment_node("a", unreal.Vector2D(), unreal.Vector2D(300, 100))
    script = unreal.BlueprintGraphEditor.get_graph_editor_by_name(door.asset, "UserConstructionScript")
    script.remove_comment_node(comment)
    assert list(door.nodes.list_comment_nodes()) == [comment]


def test_a_removed_comment_leaves_its_nodes(door: Any) -> None:
    branch = door.nodes.add_branch_node()
    comment = door.nodes.add_comment_to_nodes("a", [branch])
    door.nodes.remove_comment_node(comment)
    assert branch in list(door.nodes.list_all_nodes())


def test_reading_a_comment_changes_nothing(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    comment = door.nodes.add_comment_node("a", unreal.Vector2D(), unreal.Vector2D(300, 100))
    editor.save_all()
    dirty = list(editor.dirty_packages)
    comment.get_comment_text()
    comment.get_comment_color()
    comment.get_nodes_in_comment()
    assert list(editor.dirty_packages) == dirty
