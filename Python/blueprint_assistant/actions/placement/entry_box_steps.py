"""Draws the comment boxes that a program puts around its entries.

Outside uses with_entry_boxes, EntryBox and Layout. Pure: works on the graph as it will be and on the steps
that have places for the new nodes. What would lie in another box moves down; what was there before stays,
and is cut by no box.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.editor.plan.edit_plan import AddCommentStep, AddNodeStep, MoveNodesStep
from blueprint_assistant.graph.catalog.declarations import comments_of
from blueprint_assistant.graph.catalog.name_lookup import fold_text
from blueprint_assistant.graph.compare.semantics import is_comment
from blueprint_assistant.graph.layout.occupancy import Box, Occupancy
from blueprint_assistant.graph.layout.sizes import has_exec, node_size, starts_a_row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from blueprint_assistant.editor.plan.edit_plan import NodeOperation
    from blueprint_assistant.graph.layout.sizes import Spot
    from blueprint_assistant.graph.model.blueprint import Graph

__all__ = ["EntryBox", "Layout", "with_entry_boxes"]

_PADDINGS: Final = (64, 40, 24)
"""Between nodes and the edge of their box; less where it would cut what stands beside it."""
_TITLE: Final = 48
"""So much the text of a box takes above what stands in it."""
_GAP: Final = 48
_FONT_SIZE: Final = 18


@dataclass(frozen=True, slots=True)
class EntryBox:
    """A text around the entries whose nodes are named, in the program's order; no text for no box."""

    text: str
    roots: tuple[str, ...]


def with_entry_boxes(
    after: Graph,
    boxes: Sequence[EntryBox],
    steps: Sequence[NodeOperation],
    name_of: Callable[[str], str],
) -> tuple[tuple[NodeOperation, ...], tuple[str, ...]]:
    """The steps with the boxes, and the texts of boxes that other nodes are in the way of.

    `name_of` says what new nodes are called in `after`, by their keys. A box that is there stays as it is.
    """
    there = {fold_text(item.text) for item in comments_of(after) if not item.is_bubble}
    wanted = [box for box in boxes if box.text and fold_text(box.text) not in there]
    if not wanted:
        return tuple(steps), ()
    table = Layout(after, steps, name_of)
    drawn = [unit for unit in table.units(boxes, wanted) if table.settle(unit)]
    placed = [table.moved(step) for step in steps]
    comments = [table.comment(unit, number) for number, unit in enumerate(drawn) if unit.text]
    missing = tuple(box.text for box in wanted if box.text not in {unit.text for unit in drawn})
    return (*placed, *comments), missing


@dataclass(slots=True)
class _Unit:
    """The nodes of entries that move as one, with the text of their box."""

    text: str
    nodes: list[str]
    frame: Box = field(default_factory=lambda: Box(0, 0, 0, 0))


class Layout:
    """Where all nodes are, and what is taken."""

    def __init__(self, graph: Graph, steps: Iterable[NodeOperation], name_of: Callable[[str], str]) -> None:
        """`graph` with the places that the steps give; `name_of` says what is called so in it."""
        self._graph = graph
        self._name_of = name_of
        self._places: dict[str, Spot] = {node.name: (node.x, node.y) for node in graph.nodes}
        self._movable: set[str] = set()
        for step in steps:
            if isinstance(step, AddNodeStep):
                self._put(name_of(step.key), (step.x, step.y))
            elif isinstance(step, MoveNodesStep):
                for name, x, y in step.places:
                    self._put(name, (x, y))
        self._taken = Occupancy()

    def _put(self, name: str, spot: Spot) -> None:
        if name in self._places:
            self._places[name] = spot
            self._movable.add(name)

    # --- what belongs together -----------------------------------------------------------------

    def units(self, boxes: Sequence[EntryBox], wanted: Sequence[EntryBox]) -> list[_Unit]:
        """The entries with what they lead to, from the top; all others stand where they are."""
        seen: set[str] = set()
        units = []
        for box in boxes:
            nodes = [name for root in box.roots for name in self.nodes_of(root, seen)]
            if nodes:
                units.append(_Unit(box.text if box in wanted else "", nodes))
        for node in self._graph.nodes:
            if node.name not in seen:
                self._taken.take(self.box_of(node.name))
        return sorted(units, key=lambda unit: min(self._places[name][1] for name in unit.nodes))

    def nodes_of(self, root: str, seen: set[str]) -> Iterator[str]:
        """An entry's node, what it leads to, and the values that these take."""
        graph = self._graph
        waiting = [root] if root in graph.nodes_by_name and root not in seen else []
        seen.update(waiting)
        for name in waiting:  # grows while it is walked
            yield name
            near: list[str] = []
            for pin in graph.node(name).pins:
                ends = [ref.node for ref in graph.links_of(name, pin.id)]
                if pin.is_exec and pin.direction == "output":
                    near += [end for end in ends if not starts_a_row(graph.node(end))]
                elif pin.direction == "input" and not pin.is_exec:
                    near += [end for end in ends if not has_exec(graph.node(end))]
            fresh = [end for end in dict.fromkeys(near) if end not in seen]
            seen.update(fresh)
            waiting += fresh

    # --- places ----------------------------------------------------------------------------------

    def settle(self, unit: _Unit) -> bool:
        """Find the unit a place; False when it cannot move and its box would cut something."""
        frame = self._frame(unit, _PADDINGS[0])
        by = self._taken.fall([replace(frame, top=frame.top - _GAP)])
        if by and self._movable.issuperset(unit.nodes):
            for name in unit.nodes:
                x, y = self._places[name]
                self._places[name] = x, y + by
            frame = frame.lower(by)
        elif by:
            frames = (self._frame(unit, padding) for padding in _PADDINGS)
            free = next((one for one in frames if not self._taken.fall([one])), None)
            if free is None:
                for name in unit.nodes:
                    self._taken.take(self.box_of(name))
                return not unit.text
            frame = free
        unit.frame = frame
        self._taken.take(frame)
        return True

    def _frame(self, unit: _Unit, padding: int) -> Box:
        boxes = [self.box_of(name) for name in unit.nodes]
        edge, title = (padding, _TITLE) if unit.text else (0, 0)
        return Box(
            min(box.left for box in boxes) - edge,
            min(box.top for box in boxes) - edge - title,
            max(box.right for box in boxes) + edge,
            max(box.bottom for box in boxes) + edge,
            unit.text,
        )

    def box_of(self, name: str) -> Box:
        """The rectangle that a node takes."""
        node = self._graph.node(name)
        x, y = self._places[name]
        if is_comment(node):
            comment = next(item for item in comments_of(self._graph) if item.node == name)
            return Box(x, y, x + comment.width, y + comment.height, name)
        width, height = node_size(node, self._graph)
        return Box(x, y, x + width, y + height, name)

    # --- steps -----------------------------------------------------------------------------------

    def moved(self, step: NodeOperation) -> NodeOperation:
        """The step with the places that nodes have now."""
        if isinstance(step, AddNodeStep) and self._name_of(step.key) in self._places:
            x, y = self._places[self._name_of(step.key)]
            return replace(step, x=x, y=y)
        if isinstance(step, MoveNodesStep):
            return replace(
                step, places=tuple((name, *self._places.get(name, (x, y))) for name, x, y in step.places)
            )
        return step

    def comment(self, unit: _Unit, number: int) -> AddCommentStep:
        """The step that draws the box of a unit."""
        frame = unit.frame
        width, height = frame.right - frame.left, frame.bottom - frame.top
        return AddCommentStep(
            self._graph.name,
            f"{self._graph.name}box{number}",
            unit.text,
            frame.left,
            frame.top,
            width,
            height,
            font_size=_FONT_SIZE,
        )
