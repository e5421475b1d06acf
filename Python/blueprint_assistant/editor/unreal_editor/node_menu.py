"""Creates nodes that only the graph's menu can create, in an editor of any language.

The menu's names are in the editor's language, half translated at times (field notes 2). A name
is found by trying the entries that stand beside a node that has a call of its own, and looking
at the class of what comes of each: classes are never translated. Outside uses create_sequence.
"""

from __future__ import annotations

from typing import Any

import unreal

from blueprint_assistant.editor.plan import PlanError

__all__ = ["create_sequence"]

_ENGLISH = "Utilities|FlowControl|Sequence"
_CLASS = "K2Node_ExecutionSequence"
_found_name = _ENGLISH
"""The entry as it was last found: the language of a running editor hardly ever changes."""


def create_sequence(editor: Any, x: int, y: int) -> Any:
    """A new Sequence node at a place. Raises PlanError when the menu has none. Game thread."""
    global _found_name
    node = _create(editor, _found_name)
    if node is None:
        node, _found_name = _search(editor)
    node.set_node_pos(unreal.IntPoint(x, y))
    return node


def _create(editor: Any, name: str) -> Any:
    """The node that an entry of the menu makes when it is a Sequence, else None and no node."""
    node = editor.create_node_from_name(name, unreal.Vector2D(0, 0), [], None)
    if node is None or node.get_class().get_name() == _CLASS:
        return node
    editor.remove_nodes([node])
    return None


def _search(editor: Any) -> tuple[Any, str]:
    """A Sequence from the menu's entries beside Branch, and the name of its entry."""
    for name in _beside_branch(editor):
        node = _create(editor, name)
        if node is not None:
            return node, name
    raise PlanError("The editor's node menu has no Sequence.", "Chain the nodes one after the other instead.")


def _beside_branch(editor: Any) -> list[str]:
    """The entries of the category that a Branch node is in, without those of its own categories."""
    branch = editor.add_branch_node()
    category = str(branch.get_node_category()).replace(" ", "")
    editor.remove_nodes([branch])
    names = [str(name) for name in editor.list_available_nodes([])]
    return [name for name in names if name.rpartition("|")[0] == category]
