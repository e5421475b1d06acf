"""Places for the nodes of one call that were given none. Outside uses with_places.

Pure: works on the graph before and as it will be.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.edit_plan import AddNodeStep, MoveNodesStep
from blueprint_assistant.graph.kinds.node_factory import is_ghost
from blueprint_assistant.graph.layout.arrange import arrange
from blueprint_assistant.graph.layout.making_room import make_room

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from blueprint_assistant.editor.plan.edit_plan import NodeOperation
    from blueprint_assistant.graph.layout.sizes import Spot
    from blueprint_assistant.graph.model.blueprint import Graph

__all__ = ["with_places"]


def with_places(
    before: Graph,
    after: Graph,
    new: Mapping[str, str],
    steps: Iterable[NodeOperation],
    *,
    makes_room: bool = False,
) -> tuple[NodeOperation, ...]:
    """The steps, with places for new nodes, and at the end a step that moves what has to make room.

    `new` has the key of each node of the call by its name in `after`; those that are in `before`
    stay where they are, except a greyed-out event, and with `makes_room` what stands right of new nodes.
    """
    there = before.nodes_by_name
    # A greyed-out event stands close to the next one: where it gets a row, it moves to a free place.
    woken = {name for name in new if name in there and is_ghost(there[name])}
    placed = [name for name in new if name not in there or name in woken]
    # The result of an untouched function stands beside its entry: it goes to the end of the new body.
    ends = _results_of_untouched(before) if placed else set()
    room: dict[str, Spot] = {}
    places: dict[str, Spot] = {}
    if placed and makes_room:
        room, places = make_room(after, [*placed, *ends])
    elif placed:
        places = arrange(after, [*placed, *ends])
    spots = {new[name]: spot for name, spot in places.items() if name in new}
    moved = tuple(
        (name, *spot) for name, spot in {**room, **places}.items() if name in {*room, *woken, *ends}
    )
    put = tuple(
        replace(step, x=spots[step.key][0], y=spots[step.key][1])
        if isinstance(step, AddNodeStep) and step.graph == before.name and step.key in spots
        else step
        for step in steps
    )
    return (*put, MoveNodesStep(before.name, moved)) if moved else put


def _results_of_untouched(graph: Graph) -> set[str]:
    """The result nodes of a function that holds nothing but them and its entry."""
    results = {node.name for node in graph.nodes if node.class_name == "K2Node_FunctionResult"}
    is_untouched = all(
        node.name in results or node.class_name == "K2Node_FunctionEntry" for node in graph.nodes
    )
    return results if is_untouched else set()
