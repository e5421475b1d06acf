"""A comment box like one that is there, as a step of a plan: no call moves one, so it is made anew. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.edit_plan import AddCommentStep
from blueprint_assistant.graph.model.object_references import split_fields

if TYPE_CHECKING:
    from blueprint_assistant.graph.kinds.specs import CommentSpec
    from blueprint_assistant.graph.model.blueprint import Node

__all__ = ["box_like"]

BoxArea = tuple[int, int, int, int]


def box_like(
    node: Node, spec: CommentSpec, graph: str, key: str, area: BoxArea | None = None
) -> AddCommentStep:
    """The step that makes it again, at its own place or in another area: x, y, width, height."""
    fields = dict(split_fields(node.find_property("CommentColor") or ""))
    red, green, blue, alpha = (float(fields.get(name) or 1) for name in "RGBA")
    size = node.find_property("FontSize")
    return AddCommentStep(
        graph,
        key,
        spec.text,
        *(area or (node.x, node.y, spec.width, spec.height)),
        color=(red, green, blue, alpha) if fields else None,
        font_size=int(size) if size is not None and size.isdecimal() else None,
        moves_content="NoGroup" not in (node.find_property("MoveMode") or ""),
    )
