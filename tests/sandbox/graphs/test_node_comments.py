"""What the user types into Node Comment of a node."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandbox.clipboard_texts import BRANCH
from sandbox.graphs.test_paste import GRAPH, graph_of

if TYPE_CHECKING:
    from sandbox.conftest import Blueprint
    from unreal_sandbox import SandboxEditor

pytestmark = pytest.mark.usefixtures("door")


def test_a_comment_shows_in_the_bubble_and_is_one_undo_step(editor: SandboxEditor, door: Blueprint) -> None:
    (name,) = editor.paste(GRAPH, BRANCH)
    before = graph_of(editor)
    editor.comment(GRAPH, name, 'say "hi"')
    node = graph_of(editor).node(name)
    assert node.find_property("NodeComment") == r'"say \"hi\""'
    assert node.find_property("bCommentBubbleVisible") == "True"
    assert editor.transactions.done[-1].title == "Node Comment"
    assert "/Game/BP_Door" in editor.dirty_packages
    assert editor.transactions.undo()
    assert graph_of(editor) == before
    assert door.nodes


def test_an_empty_comment_takes_the_bubble_away(editor: SandboxEditor) -> None:
    (name,) = editor.paste(GRAPH, BRANCH)
    before = graph_of(editor)
    editor.comment(GRAPH, name, "x")
    editor.comment(GRAPH, name, "")
    assert graph_of(editor) == before


def test_a_graph_that_is_not_there_has_no_nodes_to_comment(editor: SandboxEditor) -> None:
    with pytest.raises(KeyError):
        editor.comment("/Game/BP_Door.BP_Door:Nope", "K2Node_IfThenElse_0", "x")
