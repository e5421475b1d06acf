"""The text for Ctrl+V of the nodes of a plan, by the rules of pasting, and read back before use.

Outside uses PastedPart, text_part and node_text. Pure; any thread. Ids of pins survive a paste
[PASTE 10], so they are made from the call: a node is known again by them, under whatever name.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.editor.plan.edit_plan import (
    AddCommentStep,
    AddNodeStep,
    ConnectPinsStep,
    PlanError,
    SetPinDefaultStep,
)
from blueprint_assistant.errors import TextError, ToolError
from blueprint_assistant.graph.kinds.specs import TimelineSpec
from blueprint_assistant.graph.layout.sizes import on_grid
from blueprint_assistant.graph.t3d.graph_text import format_t3d, parse_t3d, pasteable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from blueprint_assistant.editor.plan.edit_plan import NodeOperation
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node

__all__ = ["BrokenTextError", "PastedPart", "node_text", "text_part"]


_BELOW = 144
"""How far a conversion stands under the lower one of what it joins."""


class BrokenTextError(ToolError):
    """A text for the clipboard does not read back as the nodes that it was made of: our bug."""

    code = "broken_text"


@dataclass(frozen=True, slots=True)
class PastedPart:
    """Nodes to be pasted, by key, as the text has them, and the links between them.

    A conversion that a link needs is a node too; its key names the link.
    """

    nodes: Mapping[str, Node]
    graph: Graph

    def part(self, keys: Collection[str]) -> Graph:
        """Some of the nodes, with the links among these."""
        names = {node.name for key, node in self.nodes.items() if key in keys}
        links = (link for link in self.graph.links if link.source.node in names and link.target.node in names)
        nodes = tuple(node for node in self.graph.nodes if node.name in names)
        return replace(self.graph, nodes=nodes, links=tuple(links))


def text_part(  # noqa: PLR0913 - where the nodes go, which they are, and what their ids are made from
    owner: Blueprint,
    graph: str,
    catalog: Catalog,
    *,
    steps: Iterable[NodeOperation],
    keys: Collection[str],
    seed: str,
) -> PastedPart:
    """The nodes of these keys with what a plan's steps do among them. Raises PlanError."""
    ids = _Ids(seed)
    draft = PlanDraft(owner, catalog, new_guid=ids)
    before = draft.graph(graph).nodes_by_name
    named: dict[str, str] = {}
    for step in _among(steps, keys):
        place = step.key if isinstance(step, AddNodeStep | AddCommentStep) else f"{step}"
        ids.start(place)
        if isinstance(step, AddNodeStep | AddCommentStep):
            draft.add(step)
        else:
            # What needs a type that only a link to another node gives is done after the paste.
            with suppress(PlanError):
                draft.add(step)
        known = {*before, *named.values()}
        new = [node.name for node in draft.graph(graph).nodes if node.name not in known]
        named |= {place if number == 0 else f"{place} {number}": name for number, name in enumerate(new)}
    after = _with_conversions_between(draft.graph(graph), named.values(), steps)
    kept = tuple(after.node(name) for name in named.values())
    names = set(named.values())
    links = tuple(link for link in after.links if {link.source.node, link.target.node} <= names)
    whole = pasteable(replace(after, nodes=kept, links=links), owner.generated_class)
    if whole.left_out:
        raise BrokenTextError("A node of the text cannot be pasted.", "Leave it out.")
    made = whole.graph.nodes_by_name
    return PastedPart({key: made[name] for key, name in named.items()}, whole.graph)


def _with_conversions_between(graph: Graph, names: Iterable[str], steps: Iterable[NodeOperation]) -> Graph:
    """The graph with each conversion below the middle of what it joins: no step gives it a place."""
    places = {(step.x, step.y) for step in steps if isinstance(step, AddNodeStep | AddCommentStep)}
    moved = {}
    for node in (graph.node(name) for name in names):
        if (node.x, node.y) in places:
            continue
        ends = [graph.node(ref.node) for pin in node.pins for ref in graph.links_of(node.name, pin.id)]
        if ends:
            x = sum(end.x for end in ends) // len(ends)
            y = max(end.y for end in ends) + _BELOW
            moved[node.name] = replace(node, x=on_grid(x), y=on_grid(y))
    return replace(graph, nodes=tuple(moved.get(node.name, node) for node in graph.nodes)) if moved else graph


def _among(steps: Iterable[NodeOperation], keys: Collection[str]) -> Iterable[NodeOperation]:
    """The steps that concern nodes of these keys alone."""
    for step in steps:
        match step:
            case AddNodeStep(key=key) if key in keys:
                yield replace(step, spec=_as_pasted(step))
            case AddCommentStep(key=key) if key in keys:
                yield step
            case ConnectPinsStep(_, source, target) if source.node in keys and target.node in keys:
                yield step
            case SetPinDefaultStep(_, pin, _) if pin.node in keys:
                yield step
            case _:
                pass


def _as_pasted(step: AddNodeStep) -> AnyNodeSpec:
    """Tracks of a timeline are no part of a text: they live in an object of the Blueprint [PASTE 5]."""
    return replace(step.spec, tracks=()) if isinstance(step.spec, TimelineSpec) else step.spec


class _Ids:
    """Ids that are the same for the same call, however much of it is asked for."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._place, self._number = "", 0

    def start(self, place: str) -> None:
        """What comes now belongs to that node or link."""
        self._place, self._number = place, 0

    def __call__(self) -> str:
        self._number += 1
        text = f"{self._seed}|{self._place}|{self._number}"
        return hashlib.sha256(text.encode()).hexdigest()[:32].upper()


def node_text(graph: Graph) -> str:
    """The text for the clipboard. Raises BrokenTextError when it does not read back as the same."""
    text = format_t3d(graph)
    try:
        found = parse_t3d(text)
    except TextError as error:
        raise BrokenTextError(
            f"The text for the clipboard cannot be read: {error}", "Report this."
        ) from error
    if _counts(found) != _counts(graph):
        raise BrokenTextError("The text for the clipboard lost something.", "Report this.")
    return text


def _counts(graph: Graph) -> tuple[object, ...]:
    pins = sorted((node.name, pin.id) for node in graph.nodes for pin in node.pins)
    return [node.name for node in graph.nodes], pins, set(graph.links)
