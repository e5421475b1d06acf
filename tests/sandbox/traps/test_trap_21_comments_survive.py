"""Trap 21: comments survive `remove_nodes(list_all_nodes())`; they can neither be moved nor resized."""

from __future__ import annotations

from typing import Any

import pytest

from unreal_sandbox import ScriptError


def test_comments_pile_up(unreal: Any, door: Any) -> None:
    for number in range(3):
        door.nodes.add_comment_node(f"Pass {number}", unreal.Vector2D(0, 0), unreal.Vector2D(400, 200))
        door.nodes.add_branch_node()
        door.nodes.remove_nodes(door.nodes.list_all_nodes())
    assert len(door.nodes.list_all_nodes()) == 0
    texts = [comment.get_comment_text() for comment in door.nodes.list_comment_nodes()]
    assert texts == ["Pass 0", "Pass 1", "Pass 2"]
    for comment in list(door.nodes.list_comment_nodes()):
        door.nodes.remove_comment_node(comment)
    assert len(door.nodes.list_comment_nodes()) == 0


def test_comments_are_no_nodes_of_the_graph(unreal: Any, door: Any) -> None:
    comment = door.nodes.add_comment_node("Why", unreal.Vector2D(), unreal.Vector2D(10, 10))
    assert comment not in list(door.nodes.list_all_nodes())
    with pytest.raises(TypeError):
        door.nodes.remove_nodes([comment])
    assert door.library.remove_unused_nodes(door.asset) is None
    assert list(door.nodes.list_comment_nodes()) == [comment]


@pytest.mark.parametrize("name", ["set_node_pos", "get_node_pos", "list_all_pins", "set_node_size"])
def test_a_comment_has_no_place_to_change(unreal: Any, door: Any, name: str) -> None:
    comment = door.nodes.add_comment_node("Why", unreal.Vector2D(), unreal.Vector2D(10, 10))
    with pytest.raises(AttributeError):
        getattr(comment, name)
    with pytest.raises(ScriptError):
        comment.set_editor_property("node_pos_x", 5)
