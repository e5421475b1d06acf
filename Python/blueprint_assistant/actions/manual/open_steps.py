"""Steps of a plan in words for the artist, and which of them are open in a Blueprint as it is now.

Outside uses the names in `__all__`. Pure; any thread. For engines without calls
for graphs; what counts as done is decided by the same rules as for plans that the editor carries out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from blueprint_assistant.actions.receipts.node_text import pin_label, value_shown
from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.editor.plan.edit_plan import (
    AddCommentStep,
    AddNodeStep,
    ConnectPinsStep,
    DisconnectPinsStep,
    MoveNodesStep,
    PinAt,
    PlanError,
    RemoveNodesStep,
    SetCommentTextStep,
    SetPinDefaultStep,
)
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.kinds.node_titles import node_title

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from blueprint_assistant.editor.plan.edit_plan import NodeOperation
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Direction, Graph, Node

__all__ = ["called", "open_steps", "sentence_for", "shown_graph", "undone_steps"]

_MOST = 4


def shown_graph(graph: str) -> str:
    """The name that the editor shows of a graph."""
    return "Construction Script" if graph == "UserConstructionScript" else graph


def open_steps(now: Blueprint, catalog: Catalog, steps: Iterable[NodeOperation]) -> list[NodeOperation]:
    """The steps that nobody has done yet. What a rule refuses now is open too."""
    draft = PlanDraft(now, catalog)
    found: list[NodeOperation] = []
    for step in steps:
        if isinstance(step, MoveNodesStep):
            continue  # nobody is asked to tidy up
        if isinstance(step, RemoveNodesStep):
            there = draft.graph(step.graph).nodes_by_name
            left = tuple(name for name in step.nodes if name in there)
            found += [RemoveNodesStep(step.graph, left)] if left else []
            continue
        try:
            is_open = _changes(draft, step, ghosts_count=False)
        except PlanError:
            is_open = True
        found += [step] if is_open else []
    return found


def undone_steps(
    now: Blueprint, catalog: Catalog, steps: Mapping[int, NodeOperation]
) -> dict[int, NodeOperation]:
    """The steps that are left for calls of the editor, and those that add what these name.

    Raises PlanError for a step that is refused as things are now.
    """
    draft = PlanDraft(now, catalog)
    changing = {number for number, step in steps.items() if _changes(draft, step, ghosts_count=True)}
    if not changing:
        return {}
    return {
        number: step
        for number, step in steps.items()
        if number in changing or isinstance(step, AddNodeStep | AddCommentStep)
    }


def _changes(draft: PlanDraft, step: NodeOperation, *, ghosts_count: bool) -> bool:
    """Try a step; whether it changes anything. A greyed-out event may count as not there yet."""
    graph = draft.graph(step.graph)
    result = draft.add(step)
    if result.status == "unchanged":
        return False
    if isinstance(step, ConnectPinsStep):
        return not _leads(graph, step, draft)
    return ghosts_count or not (isinstance(step, AddNodeStep) and result.node in graph.nodes_by_name)


def _leads(graph: Graph, step: ConnectPinsStep, draft: PlanDraft) -> bool:
    """Whether the pins are linked through one node: the editor put a conversion there."""
    after = _linked_to(graph, step.source, "output", draft)
    before = _linked_to(graph, step.target, "input", draft)
    return any(not any(pin.is_exec for pin in graph.node(name).pins) for name in after & before)


def _linked_to(graph: Graph, at: PinAt, direction: Direction, draft: PlanDraft) -> set[str]:
    """The nodes at the other ends of a pin's links."""
    node = graph.nodes_by_name.get(draft.name_of(at.node))
    pin = None if node is None else node.find_pin(at.pin, direction)
    if node is None or pin is None:
        return set()
    return {ref.node for ref in graph.links_of(node.name, pin.id)}


def sentence_for(now: Blueprint, catalog: Catalog, steps: Sequence[NodeOperation]) -> str:
    """What is open, in the order of the steps: `In EventGraph of BP_Door: …; …`."""
    left = open_steps(now, catalog, steps)
    draft = PlanDraft(now, catalog)
    words = []
    for step in steps:
        if step in left or (isinstance(step, RemoveNodesStep) and _has_any(draft, step)):
            words.append(_words(step, draft, catalog))
        try:
            draft.add(step)
        except AssistantError:
            continue
    graphs = " and ".join(dict.fromkeys(shown_graph(step.graph) for step in left))
    more = f"; and {len(words) - _MOST} more" if len(words) > _MOST else ""
    return f"In {graphs} of {now.name}: {'; '.join(words[:_MOST])}{more}."


def _has_any(draft: PlanDraft, step: RemoveNodesStep) -> bool:
    there = draft.graph(step.graph).nodes_by_name
    return any(name in there for name in step.nodes)


def _words(step: NodeOperation, draft: PlanDraft, catalog: Catalog) -> str:
    match step:
        case AddNodeStep():
            return f"right-click and add {_title(step, draft, catalog)}"
        case ConnectPinsStep(graph, source, target):
            start = _pin(graph, source, "output", draft, catalog)
            return f"drag from {start} to {_pin(graph, target, 'input', draft, catalog)}"
        case DisconnectPinsStep(graph, pin, direction, other):
            words = f"Alt+click {_pin(graph, pin, direction, draft, catalog)} to break its links"
            if other is None:
                return words
            opposite: Direction = "input" if direction == "output" else "output"
            end = _pin(graph, other, opposite, draft, catalog)
            return f"break the link from {_pin(graph, pin, direction, draft, catalog)} to {end}"
        case SetPinDefaultStep(graph, pin, value):
            return f"set {_pin(graph, pin, 'input', draft, catalog)} to {value_shown(value)}"
        case RemoveNodesStep(graph, nodes):
            known = draft.graph(graph)
            names = [
                called(known.node(name), known, catalog) for name in nodes if name in known.nodes_by_name
            ]
            return f"delete {', '.join(names)}"
        case SetCommentTextStep(_, _, text):
            return f"type {value_shown(text)} into the comment box"
        case AddCommentStep(_, _, text):
            return f"press C and type {value_shown(text)}"
        case MoveNodesStep():
            return "move the nodes"
        case _:
            assert_never(step)


def _title(step: AddNodeStep, draft: PlanDraft, catalog: Catalog) -> str:
    then = PlanDraft(draft.blueprint, catalog)
    try:
        then.add(step)
    except AssistantError:
        return "the node"
    return node_title(then.node(step.graph, step.key), catalog).title


def _pin(graph: str, at: PinAt, direction: Direction, draft: PlanDraft, catalog: Catalog) -> str:
    try:
        node = draft.node(graph, at.node)
    except AssistantError:
        return at.pin
    name = called(node, draft.graph(graph), catalog)
    pin = node.find_pin(at.pin, direction)
    if pin is None:
        return f"{at.pin} of {name}"
    is_bare = pin.is_exec and pin.name in ("then", "execute") and not pin.friendly_name
    return f"the white arrow of {name}" if is_bare else f"{pin_label(pin)} of {name}"


def called(node: Node, graph: Graph, catalog: Catalog) -> str:
    """A node by its title, and by a neighbour where others have the same."""
    title = node_title(node, catalog).title
    twins = [other for other in graph.nodes if node_title(other, catalog).title == title]
    if len(twins) < 2:  # noqa: PLR2004 - itself and another
        return title
    ends = (ref.node for pin in node.pins for ref in graph.links_of(node.name, pin.id))
    near = next((node_title(graph.node(name), catalog).title for name in ends), "")
    return f"{title} (linked to {near})" if near else f"{title} (the one at {node.x}, {node.y})"
