"""Makes comment boxes larger that new nodes of their entries would stand half in.

Outside uses with_grown_boxes and GROWN. Pure. No call of the editor resizes a box: it is made anew, with its
text, colour and size of writing, in the same edit. A box that would cut something else stays as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.placement.entry_box_steps import Layout
from blueprint_assistant.editor.plan.comment_boxes import box_like
from blueprint_assistant.editor.plan.edit_plan import AddNodeStep, RemoveNodesStep
from blueprint_assistant.graph.compare.semantics import is_comment
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.kinds.specs import CommentSpec
from blueprint_assistant.graph.layout.occupancy import Box, Occupancy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from blueprint_assistant.editor.plan.edit_plan import NodeOperation
    from blueprint_assistant.graph.model.blueprint import Graph, Node

__all__ = ["GROWN", "with_grown_boxes"]

GROWN: Final = "grown"
"""What the keys of boxes that are made larger begin with."""
_PADDINGS: Final = (64, 40, 24)


def with_grown_boxes(
    before: Graph,
    after: Graph,
    roots: Iterable[str],
    steps: Sequence[NodeOperation],
    name_of: Callable[[str], str],
) -> tuple[NodeOperation, ...]:
    """The steps, and at the end those that make boxes around the entries at `roots` larger."""
    new = {name_of(step.key) for step in steps if isinstance(step, AddNodeStep)}
    comments = [node for node in before.nodes if is_comment(node)]
    if not new or not comments:
        return tuple(steps)
    layout = Layout(after, steps, name_of)
    entries = [list(layout.nodes_of(root, set())) for root in roots]
    grown: list[NodeOperation] = []
    for comment in comments:
        area = layout.box_of(comment.name)
        inside = {node.name for node in before.nodes if node is not comment and _holds_corner(area, node)}
        own = {name for nodes in entries if _is_around(nodes, new, inside) for name in nodes}
        if not any(_reaches_out(area, layout.box_of(name)) for name in own & new):
            continue
        frame = _free_frame(layout, after, area, own, inside | {comment.name})
        if frame is not None:
            grown += _anew(comment, after.name, frame)
    return (*steps, *grown)


def _holds_corner(area: Box, node: Node) -> bool:
    return area.left <= node.x < area.right and area.top <= node.y < area.bottom


def _is_around(nodes: list[str], new: set[str], inside: set[str]) -> bool:
    """Whether a box is around all of an entry that was there before."""
    old = [name for name in nodes if name not in new]
    return bool(old) and all(name in inside for name in old)


def _reaches_out(area: Box, box: Box) -> bool:
    return not (
        area.left <= box.left
        and area.top <= box.top
        and box.right <= area.right
        and box.bottom <= area.bottom
    )


def _free_frame(layout: Layout, graph: Graph, area: Box, own: set[str], inside: set[str]) -> Box | None:
    """The area with room for what is new, or None when it would cut something else."""
    others = Occupancy()
    for node in graph.nodes:
        if node.name not in own and node.name not in inside:
            others.take(layout.box_of(node.name))
    boxes = [layout.box_of(name) for name in own]
    for edge in _PADDINGS:
        frame = Box(
            min(area.left, *(box.left - edge for box in boxes)),
            min(area.top, *(box.top - edge for box in boxes)),
            max(area.right, *(box.right + edge for box in boxes)),
            max(area.bottom, *(box.bottom + edge for box in boxes)),
        )
        if not others.fall([frame]):
            return frame
    return None


def _anew(comment: Node, graph: str, frame: Box) -> Iterator[NodeOperation]:
    spec = any_spec_of(comment)
    if isinstance(spec, CommentSpec):
        place = frame.left, frame.top, frame.right - frame.left, frame.bottom - frame.top
        yield RemoveNodesStep(graph, (comment.name,))
        yield box_like(comment, spec, graph, f"{GROWN}{graph}{comment.name}", place)
