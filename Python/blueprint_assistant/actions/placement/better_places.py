"""Better places for nodes that add_node had to place before their links were known.

Outside uses `better_places` and `remember_places`. A node that was placed by x and y, that somebody has
moved since, or that was there before, is never moved. Worker thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.names.project_lookup import catalog_of
from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.editor.plan.edit_plan import MoveNodesStep
from blueprint_assistant.graph.layout.arrange import arrange

if TYPE_CHECKING:
    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.names.project_lookup import LiveNode
    from blueprint_assistant.editor.plan.edit_plan import ConnectPinsStep
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node

__all__ = ["better_places", "remember_places"]

_MOST_MOVED = 80
"""Nodes that one link may move: a large graph should not be drawn anew with each of its links."""


def remember_places(context: ActionContext, blueprint: str, graph: Graph, nodes: list[Node]) -> None:
    """Note that these nodes stand where nobody asked them to."""
    for node in nodes:
        context.nodes.choose_place(context.nodes.id_of(blueprint, graph.name, node), (node.x, node.y))


def better_places(
    context: ActionContext, source: LiveNode, target: LiveNode, step: ConnectPinsStep
) -> MoveNodesStep | None:
    """Where the nodes should stand once a link is there, of those that may be moved; None for nowhere else.

    Raises PlanError when the link is refused.
    """
    blueprint, graph = source.blueprint, source.graph
    loose = context.nodes.loose_nodes(blueprint.path, graph)
    if source.node.name not in loose and target.node.name not in loose:
        return None
    linked = _with_link(context, blueprint, graph, step)
    if len(linked.nodes) != len(graph.nodes):
        return None  # a conversion comes along: what the editor calls it is not known yet
    names = list(loose)
    if len(names) > _MOST_MOVED:
        names = [name for name in (source.node.name, target.node.name) if name in loose]
    moved = tuple(
        (name, *spot)
        for name, spot in arrange(linked, names).items()
        if spot != (linked.nodes_by_name[name].x, linked.nodes_by_name[name].y)
    )
    return MoveNodesStep(graph.name, moved) if moved else None


def _with_link(context: ActionContext, blueprint: Blueprint, graph: Graph, step: ConnectPinsStep) -> Graph:
    draft = PlanDraft(blueprint, catalog_of(context, blueprint))
    draft.add(step)
    return draft.graph(graph.name)
