"""Opens a target for calls that name its nodes: bluecode_connect, bluecode_delete. Outside uses opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.actions.program.program_catalog import catalog_for_code
from blueprint_assistant.actions.protocol.node_finder import NodeFinder
from blueprint_assistant.actions.protocol.target_resolution import resolve_target
from blueprint_assistant.graph.compare.revision import revision
from blueprint_assistant.languages.merge.program_plan import RevisionConflictError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph

__all__ = ["OpenedTarget", "opened_target"]


@dataclass(frozen=True, slots=True)
class OpenedTarget:
    """A graph as it is now, and what finds its nodes by the names of the protocol."""

    owner: Blueprint
    graph: Graph
    catalog: Catalog
    finder: NodeFinder


def opened_target(
    context: ActionContext, text: str, base_revision: str, node_aliases: Mapping[str, str]
) -> OpenedTarget:
    """The graph of a target. Raises RevisionConflictError when it has changed since a revision that is given.

    The entry of the target is `main`, unless an alias is called so.
    """
    target = resolve_target(context, text)
    owner, graph = target.owner, target.graph
    current = str(revision(graph))
    if base_revision not in ("", current):
        raise RevisionConflictError(base_revision, current)
    catalog = catalog_for_code(context, owner)
    aliases = {**({"main": target.entry_node} if target.entry_node else {}), **node_aliases}
    return OpenedTarget(owner, graph, catalog, NodeFinder(context.nodes, owner, graph, catalog, aliases))
