"""What the user types into Node Comment, on a node's context menu. Scripts have no such call."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.blueprint import set_property
from blueprint_assistant.graph.model.object_references import quote

if TYPE_CHECKING:
    from unreal_sandbox.blueprints.blueprint_objects import GraphTarget

__all__ = ["comment_node"]


def comment_node(graph: GraphTarget, name: str, text: str) -> None:
    """Give a node a comment, which its bubble shows from then on; one undo step (both assumed)."""
    graph.editor.transactions.begin("Node Comment")
    try:
        graph.modify()
        node = graph.draft.node(name)
        properties = set_property(node.properties, "bCommentBubbleVisible", "True" if text else None)
        properties = set_property(properties, "NodeComment", quote(text) if text else None)
        graph.draft.replace(replace(node, properties=properties))
    finally:
        graph.editor.transactions.end()
