"""Draws the comment boxes that a program puts around statements. Outside: inner_boxes, with_inner_boxes.

Pure: works on the graph as it will be and on the steps that have places for the nodes. Nothing moves;
a box that would cut another node or box is not drawn, and said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from blueprint_assistant.editor.plan.edit_plan import AddCommentStep, AddNodeStep, MoveNodesStep
from blueprint_assistant.graph.catalog.declarations import comments_of
from blueprint_assistant.graph.catalog.name_lookup import fold_text
from blueprint_assistant.graph.compare.semantics import is_comment
from blueprint_assistant.graph.layout.occupancy import Box
from blueprint_assistant.graph.layout.sizes import has_exec, node_size
from blueprint_assistant.languages.ast.paths import walk_statements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from blueprint_assistant.editor.plan.edit_plan import NodeOperation
    from blueprint_assistant.graph.layout.sizes import Spot
    from blueprint_assistant.graph.model.blueprint import Graph
    from blueprint_assistant.languages.ast.syntax_tree import Place, Program

__all__ = ["InnerBox", "inner_boxes", "with_inner_boxes"]

_PADDINGS: Final = (32, 24, 16, 8)
"""Between nodes and the edge of their box; less than that of a box around a whole entry."""
_TITLE: Final = 40


@dataclass(frozen=True, slots=True)
class InnerBox:
    """A text around the nodes of some statements."""

    text: str
    nodes: tuple[str, ...]


def inner_boxes(
    boxes: Iterable[tuple[str, frozenset[Place]]],
    program: Program,
    nodes: Mapping[str, str],
    name_of: Callable[[str], str],
) -> Iterator[InnerBox]:
    """The boxes with the nodes of the statements that stand at their places in a program.

    `nodes` are those of its statements by path: names, or keys of new nodes.
    """
    at = [
        (statement.place, name_of(nodes[path]))
        for path, statement in walk_statements(program)
        if path in nodes and statement.place.line
    ]
    for text, places in boxes:
        names = tuple(dict.fromkeys(name for place, name in at if place in places))
        if names:
            yield InnerBox(text, names)


def with_inner_boxes(
    after: Graph,
    boxes: Iterable[InnerBox],
    steps: Sequence[NodeOperation],
    name_of: Callable[[str], str],
) -> tuple[tuple[NodeOperation, ...], tuple[str, ...]]:
    """The steps with the boxes, and the texts of those that something is in the way of.

    `name_of` says what new nodes are called in `after`, by their keys. A box that is there already,
    around the same statements, stays as it is.
    """
    wanted = list(boxes)
    if not wanted:
        return tuple(steps), ()
    table = _Table(after, steps, name_of)
    comments: list[AddCommentStep] = []
    missing: list[str] = []
    for box in wanted:
        members = table.members(box.nodes)
        if table.is_there(box.text, members):
            continue
        frame = table.frame(members)
        if frame is None:
            missing.append(box.text)
        else:
            comments.append(table.comment(box.text, frame, len(comments)))
    return (*steps, *comments), tuple(missing)


class _Table:
    """Where all nodes and boxes are."""

    def __init__(self, graph: Graph, steps: Iterable[NodeOperation], name_of: Callable[[str], str]) -> None:
        self._graph = graph
        self._places: dict[str, Spot] = {node.name: (node.x, node.y) for node in graph.nodes}
        self._boxes: list[Box] = []
        for step in steps:
            if isinstance(step, AddNodeStep):
                self._places[name_of(step.key)] = step.x, step.y
            elif isinstance(step, MoveNodesStep):
                self._places |= {name: (x, y) for name, x, y in step.places}
            elif isinstance(step, AddCommentStep):
                self._boxes.append(Box(step.x, step.y, step.x + step.width, step.y + step.height, step.text))
        for item in comments_of(graph):
            if not item.is_bubble:
                right, bottom = item.x + item.width, item.y + item.height
                self._boxes.append(Box(item.x, item.y, right, bottom, item.text))

    def members(self, names: Iterable[str]) -> frozenset[str]:
        """The nodes, with the values that nothing but them takes."""
        found = {name for name in names if name in self._graph.nodes_by_name}
        waiting = list(found)
        for name in waiting:  # grows while it is walked
            for source in self._values_into(name):
                if source not in found and self._takers(source) <= found:
                    found.add(source)
                    waiting.append(source)
        return frozenset(found)

    def _values_into(self, name: str) -> Iterator[str]:
        graph = self._graph
        for pin in graph.node(name).pins:
            if pin.direction == "input" and not pin.is_exec:
                ends = (ref.node for ref in graph.links_of(name, pin.id))
                yield from (end for end in ends if not has_exec(graph.node(end)))

    def _takers(self, name: str) -> set[str]:
        graph = self._graph
        return {
            ref.node
            for pin in graph.node(name).pins
            if pin.direction == "output"
            for ref in graph.links_of(name, pin.id)
        }

    def is_there(self, text: str, members: frozenset[str]) -> bool:
        """Whether a box with that text holds these nodes."""
        boxes = [box for box in self._boxes if fold_text(box.owner) == fold_text(text)]
        return any(all(_holds(box, self._box_of(name)) for name in members) for box in boxes)

    def frame(self, members: frozenset[str]) -> Box | None:
        """The place of a box around the nodes, which cuts nothing; None when there is none."""
        own = [self._box_of(name) for name in members]
        others = [
            self._box_of(node.name)
            for node in self._graph.nodes
            if node.name not in members and not is_comment(node)
        ]
        for padding in _PADDINGS if own else ():
            frame = Box(
                min(box.left for box in own) - padding,
                min(box.top for box in own) - padding - _TITLE,
                max(box.right for box in own) + padding,
                max(box.bottom for box in own) + padding,
            )
            is_cut = any(_overlaps(frame, box) for box in others)
            if not is_cut and not any(_cuts(frame, box) for box in self._boxes):
                self._boxes.append(frame)
                return frame
        return None

    def _box_of(self, name: str) -> Box:
        x, y = self._places[name]
        width, height = node_size(self._graph.node(name), self._graph)
        return Box(x, y, x + width, y + height, name)

    def comment(self, text: str, frame: Box, number: int) -> AddCommentStep:
        """The step that draws a box."""
        width, height = frame.right - frame.left, frame.bottom - frame.top
        key = f"{self._graph.name}inner{number}"
        return AddCommentStep(self._graph.name, key, text, frame.left, frame.top, width, height)


def _overlaps(one: Box, other: Box) -> bool:
    return (
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
    )


def _holds(outer: Box, inner: Box) -> bool:
    return (
        outer.left <= inner.left
        and inner.right <= outer.right
        and outer.top <= inner.top
        and inner.bottom <= outer.bottom
    )


def _cuts(one: Box, other: Box) -> bool:
    """Whether two boxes overlap and none holds the other."""
    return _overlaps(one, other) and not _holds(one, other) and not _holds(other, one)
