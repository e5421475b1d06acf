"""What actions ask of the project before they plan: Blueprints, nodes and classes by name.

Every look-up reads the editor anew, so that what the user did meanwhile is seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from blueprint_assistant.actions.names.asset_paths import find_blueprint, find_class_path
from blueprint_assistant.editor.plan.project_classes import with_project_classes
from blueprint_assistant.errors import AssistantError, EditorError, ToolError
from blueprint_assistant.graph.catalog.name_lookup import fold_spaces
from blueprint_assistant.graph.kinds.node_titles import node_title

if TYPE_CHECKING:
    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.node_tracker import TrackedNode
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node

__all__ = [
    "LiveNode",
    "UnknownGraphError",
    "blueprint_path",
    "catalog_of",
    "catalog_with",
    "find_class",
    "find_graph",
    "find_nodes",
    "read_blueprint",
]


class UnknownGraphError(ToolError):
    """A Blueprint has no such graph."""

    code = "unknown_graph"


@dataclass(frozen=True, slots=True)
class LiveNode:
    """A tracked node as it is now, with the graph and the Blueprint that it is in."""

    id: str
    blueprint: Blueprint
    graph: Graph
    node: Node

    @property
    def label(self) -> str:
        """How messages call it: `N3 Print String`."""
        return f"{self.id} {node_title(self.node).title}"


def read_blueprint(context: ActionContext, text: str) -> Blueprint:
    """The Blueprint that a name or path means, as it is now."""
    return context.editor.read_blueprint(blueprint_path(context, text))


def blueprint_path(context: ActionContext, text: str) -> str:
    """The path of the Blueprint that a name or path means. Raises EditorError while not all are known."""
    return find_blueprint(text, context.editor.list_blueprints())


def find_graph(blueprint: Blueprint, name: str) -> Graph:
    """The graph of that name, blanks and letter case ignored. Raises UnknownGraphError."""
    wanted = fold_spaces(name)
    # What the editor's title says of the graph that it names otherwise.
    names = (wanted, "userconstructionscript") if wanted == "constructionscript" else (wanted,)
    by_name = {fold_spaces(graph.name): graph for graph in blueprint.graphs}
    found = next((by_name[item] for item in names if item in by_name), None)
    if found is None:
        known = ", ".join(graph.name for graph in blueprint.graphs) or "none"
        raise UnknownGraphError(f"{blueprint.path} has no graph '{name}'.", f"Its graphs: {known}.")
    return found


def find_nodes(context: ActionContext, *ids: str) -> list[LiveNode]:
    """The nodes of ids, each Blueprint read anew, once.

    Raises UnknownNodeError when an id means nothing or its node is gone.
    """
    tracked = [context.nodes.resolve(text) for text in ids]
    paths = dict.fromkeys(item.blueprint for item in tracked)
    blueprints = {path: context.editor.read_blueprint(path) for path in paths}
    return [_live_node(context, item, blueprints[item.blueprint]) for item in tracked]


def _live_node(context: ActionContext, tracked: TrackedNode, blueprint: Blueprint) -> LiveNode:
    graph = blueprint.find_graph(tracked.graph)
    node = None if graph is None else graph.nodes_by_name.get(tracked.node)
    if graph is None or node is None or not tracked.is_same(node):
        raise context.nodes.gone(tracked, graph)
    return LiveNode(tracked.id, blueprint, graph, node)


def find_class(context: ActionContext, text: str, base: str = "") -> str:
    """The class path that a text means, Blueprint classes of the project included.

    Raises EditorError for what is no class of the engine while the editor does not know the project's.
    """
    try:
        known = context.editor.list_blueprints()
    except EditorError as error:
        try:
            return find_class_path(text, (), context.catalog, base)
        except AssistantError:
            raise error from None
    return find_class_path(text, known, context.catalog, base)


def catalog_of(context: ActionContext, blueprint: Blueprint, *class_paths: str) -> Catalog:
    """The catalogue with the Blueprint classes that a Blueprint derives from, its interfaces, and others."""
    interfaces = (item.class_path for item in blueprint.interfaces)
    return catalog_with(context, blueprint.parent_class, *interfaces, *class_paths)


def catalog_with(context: ActionContext, *class_paths: str) -> Catalog:
    """The catalogue with these Blueprint classes and what they derive from."""
    listed = cache(context.editor.list_blueprints)

    def read(path: str) -> Blueprint | None:
        return context.editor.read_blueprint(path) if path in listed() else None

    return with_project_classes(context.catalog, class_paths, read)
