"""The comment bubble of a node, and the greyed-out look that uses it too. Part of the simulation.

No call of the editor reaches a bubble: it is pasted with its node, or typed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds.node_factory import is_ghost
from blueprint_assistant.graph.model.blueprint import set_property
from blueprint_assistant.graph.model.object_references import quote, unquote

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Node

__all__ = ["bubble_text", "comment_text", "enabled", "with_bubble", "with_comment_of"]

_SHOWN = ("bCommentBubblePinned", "bCommentBubbleVisible")
_GHOST = ("EnabledState", "NodeComment", *_SHOWN, "bCommentBubbleMakeVisible")


def with_bubble(node: Node, text: str) -> Node:
    """The node with a comment in its bubble, shown and pinned."""
    properties = node.properties
    for name in _SHOWN:
        properties = set_property(properties, name, "True")
    return replace(node, properties=set_property(properties, "NodeComment", quote(text)))


def with_comment_of(old: Node, node: Node) -> Node:
    """The node with the comment that it had before."""
    return with_bubble(node, comment_text(old)) if comment_text(old) else node


def comment_text(node: Node) -> str:
    """The comment of a node, whoever wrote it."""
    return unquote(node.find_property("NodeComment") or "").replace("\r\n", "\n")


def bubble_text(node: Node) -> str:
    """The comment that somebody gave the node. What the editor says of a greyed-out one is none."""
    return "" if is_ghost(node) else comment_text(node)


def enabled(node: Node) -> Node:
    """The node as it is when it is no longer greyed out."""
    properties = node.properties
    for name in _GHOST:
        properties = set_property(properties, name, None)
    return replace(node, properties=properties)
