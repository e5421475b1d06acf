"""The tool get_selected_nodes: nodes that the user copied, matched to the graph as it is now.

No engine version tells scripts what is selected in a graph, so the user copies the selection.
Other text on the clipboard is never shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.project_lookup import catalog_of
from blueprint_assistant.actions.receipts.node_text import describe_node, link_texts, pin_lines
from blueprint_assistant.errors import AssistantError, ToolError
from blueprint_assistant.graph.catalog.declarations import comments_of
from blueprint_assistant.graph.kinds.foreign_graphs import foreign_graph
from blueprint_assistant.graph.kinds.node_titles import node_title
from blueprint_assistant.graph.t3d.copied_nodes import CopyOrigin, is_node_text, read_copied_nodes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node
    from blueprint_assistant.graph.t3d.copied_nodes import CopiedNodes

__all__ = ["GetSelectedNodes", "NoCopiedNodesError", "blueprint_on_clipboard"]

_MAX_NODES = 20
_MAX_SEARCHED = 30
_MAX_TEXT_CHARS = 8_000_000
_HOW = "Ask the user to select the nodes in the graph and press Ctrl+C, then call this again."


class NoCopiedNodesError(ToolError):
    """The clipboard holds no nodes, or there is no clipboard."""

    code = "no_copied_nodes"


@dataclass(frozen=True, slots=True)
class _Found:
    """A copied node as it is in the project now."""

    blueprint: Blueprint
    graph: Graph
    node: Node


class GetSelectedNodes(Action):
    """Show the nodes that the user selected and copied (Ctrl+C) in a graph, with ids, pins and links."""

    tool_name: ClassVar[str] = "get_selected_nodes"
    effect: ClassVar[Effect] = "read"
    since: ClassVar[str] = "5.6"
    needs: ClassVar[str] = "nodes that the user selected and copied (Ctrl+C); no game running in the editor"
    limits: ClassVar[str] = (
        "No engine version tells scripts what is selected in a graph, so the selection is read when it is "
        "copied. Nodes inside a collapsed node get no ids."
    )

    def run(self, context: ActionContext) -> ActionResult:
        """Match what was copied by object name, and show those nodes as they are now."""
        copied = _copied_nodes(context)
        found, places = _matched(context, copied)
        foreign = foreign_graph(copied.graph)
        lines = [f"This is {foreign}, no Blueprint graph: it can be kept, not written."] if foreign else []
        lines += _found_lines(context, list(found.values()))
        rest = [node for node in copied.graph.nodes if node.name not in found]
        lines += _rest_lines(context, copied, rest, places)
        blueprints = {item.blueprint.path: item.blueprint for item in found.values()}
        only = next(iter(blueprints.values())) if len(blueprints) == 1 else None
        return ActionResult(ok=True, text="\n".join(lines), blueprint=only)


def blueprint_on_clipboard(context: ActionContext, known: Sequence[str]) -> tuple[str, ...]:
    """The Blueprints of the project whose nodes are on the clipboard; empty when that cannot be told."""
    try:
        origins = _copied_nodes(context).origins.values()
    except AssistantError:
        return ()
    return tuple(dict.fromkeys(item.asset for item in origins if item.asset in known))


def _copied_nodes(context: ActionContext) -> CopiedNodes:
    if context.clipboard is None:
        raise NoCopiedNodesError(
            "There is no clipboard here, and Unreal does not tell scripts what is selected.",
            "Use get_blueprint_info with include_nodes and let the user name the nodes.",
        )
    text = context.clipboard.read_text()
    if not is_node_text(text):
        # What else a user has on the clipboard (a password, a letter) is nobody's business.
        raise NoCopiedNodesError("There are no copied nodes on the clipboard.", _HOW)
    if len(text) > _MAX_TEXT_CHARS:
        raise NoCopiedNodesError("Too many nodes are copied.", "Ask the user to copy fewer.")
    return read_copied_nodes(text)


def _matched(context: ActionContext, copied: CopiedNodes) -> tuple[dict[str, _Found], tuple[str, ...]]:
    """The copied nodes that are in the project, by name, and the Blueprints that may be meant."""
    known = context.editor.list_blueprints()
    if copied.origins:
        assets = dict.fromkeys(item.asset for item in copied.origins.values())
        places = tuple(path for path in assets if path in known)
        blueprints = {path: context.editor.read_blueprint(path) for path in places}
        found = {}
        for node in copied.graph.nodes:
            origin = copied.origins.get(node.name)
            live = origin and _at_origin(blueprints.get(origin.asset), origin, node)
            if live:
                found[node.name] = live
        return found, places
    # Before 5.1 the text does not say where its nodes are: names and guids together do.
    hits = {}
    for blueprint in _likely(context, known):
        here = _by_guid(blueprint, copied.graph.nodes)
        if here:
            hits[blueprint.path] = here
    return (next(iter(hits.values())) if len(hits) == 1 else {}), tuple(hits)


def _at_origin(blueprint: Blueprint | None, origin: CopyOrigin, copied: Node) -> _Found | None:
    graph = None if blueprint is None or origin.is_nested else blueprint.find_graph(origin.graph)
    node = None if graph is None else graph.nodes_by_name.get(origin.node)
    if blueprint is None or graph is None or node is None:
        return None
    # A later node may have got the name of one that was deleted.
    is_other = node.class_name != copied.class_name or (
        node.guid and copied.guid and node.guid.lower() != copied.guid.lower()
    )
    return None if is_other else _Found(blueprint, graph, node)


def _by_guid(blueprint: Blueprint, nodes: Iterable[Node]) -> dict[str, _Found]:
    there = {
        (node.name, node.guid.lower()): (graph, node) for graph in blueprint.graphs for node in graph.nodes
    }
    return {
        node.name: _Found(blueprint, *there[key])
        for node in nodes
        if node.guid and (key := (node.name, node.guid.lower())) in there
    }


def _likely(context: ActionContext, known: Sequence[str]) -> Iterator[Blueprint]:
    """Blueprints worth a look, those that the conversation and the user are at first."""
    hints = context.editor.blueprints_at_hand()
    tracked = [item.blueprint for item in context.nodes.nodes]
    ordered = dict.fromkeys([*reversed(hints.opened), *hints.selected, *hints.unsaved, *tracked, *known])
    for path in [path for path in ordered if path in known][:_MAX_SEARCHED]:
        yield context.editor.read_blueprint(path)


# --- text ------------------------------------------------------------------------------------------


def _found_lines(context: ActionContext, found: Sequence[_Found]) -> list[str]:
    lines: list[str] = []
    place = ""
    # Ids first: the nodes that they are linked to get theirs after them.
    ids = [context.nodes.id_of(item.blueprint.path, item.graph.name, item.node) for item in found]
    for node_id, item in list(zip(ids, found, strict=True))[:_MAX_NODES]:
        here = f"{item.graph.name} of {item.blueprint.path}"
        if here != place:
            place = here
            lines.append(f"copied from {here}, as they are now:")
        catalog = catalog_of(context, item.blueprint)
        lines.append(f"{describe_node(node_id, item.node, catalog)} at {item.node.x},{item.node.y}")
        lines += [f"  {line}" for line in pin_lines(item.node)]
        links = [link for link in item.graph.links if item.node.name in (link.source.node, link.target.node)]
        texts = link_texts(item.graph, links, context.nodes, item.blueprint.path)
        lines += [f"  links: {', '.join(texts)}"] if texts else []
        comment = next((c for c in comments_of(item.graph) if c.node == item.node.name), None)
        lines += [f"  comment: {comment.text[:200]}"] if comment is not None else []
    left_out = len(found) - _MAX_NODES
    return [*lines, f"… and {left_out} more copied nodes"] if left_out > 0 else lines


def _rest_lines(
    context: ActionContext, copied: CopiedNodes, rest: Sequence[Node], places: Sequence[str]
) -> list[str]:
    """What was copied and is not found in the project: in the copy's words, without ids."""
    if not rest:
        return []
    lines = [f"{_why_not_found(copied, rest, places)}: shown as they were copied, without ids:"]
    for node in rest[:_MAX_NODES]:
        lines.append(f"- {node_title(node, context.catalog).title} ({node.class_name})")
        lines += [f"  {line}" for line in pin_lines(node)]
    left_out = len(rest) - _MAX_NODES
    return [*lines, f"… and {left_out} more"] if left_out > 0 else lines


def _why_not_found(copied: CopiedNodes, rest: Sequence[Node], places: Sequence[str]) -> str:
    origins = [item for node in rest if (item := copied.origins.get(node.name))]
    assets = dict.fromkeys(item.asset for item in origins)
    if not assets:
        if len(places) > 1:
            return f"These nodes fit several Blueprints ({', '.join(places[:5])})"
        return "These nodes are in none of the Blueprints that were looked at"
    if any(asset not in places for asset in assets):
        return f"These nodes are of {', '.join(assets)}, which is no Blueprint of this project"
    if all(item.is_nested for item in origins):
        return f"These nodes are inside a collapsed node of {', '.join(assets)}"
    return f"These nodes are no longer in {', '.join(assets)}"
