"""Short ids for nodes: N1, N2, … in the order in which the model first heard of them.

An id keeps meaning one node for the whole conversation. Agent worker thread only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from blueprint_assistant.errors import ToolError
from blueprint_assistant.graph.kinds.node_titles import node_title

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph, Node

__all__ = ["NodeTracker", "TrackedNode", "UnknownNodeError"]

_ID = re.compile(r"(?:node\s*)?n?(\d{1,9})(?:\s*[:(].*|\s+(?P<title>\S.*))?", re.IGNORECASE | re.DOTALL)
_MAX_LISTED = 40


@dataclass(frozen=True, slots=True)
class TrackedNode:
    """Where a tracked node is: Blueprint path, graph name, node name, and how to tell it again."""

    id: str
    blueprint: str
    graph: str
    node: str
    guid: str
    title: str

    def is_same(self, node: Node) -> bool:
        """Whether that node is still the tracked one, and not a later one of its name."""
        return node.name == self.node and (not self.guid or not node.guid or node.guid == self.guid)


class UnknownNodeError(ToolError):
    """A node id that means no node; the message lists the known ones."""

    code = "unknown_node"


class NodeTracker:
    """The ids of one conversation."""

    def __init__(self) -> None:
        """Nothing is tracked yet."""
        self._by_id: dict[str, TrackedNode] = {}
        self._ids: dict[tuple[str, str, str, str], str] = {}
        self._chosen: dict[str, tuple[int, int]] = {}

    def id_of(self, blueprint: str, graph: str, node: Node) -> str:
        """The id of a node, a new one when it has none yet."""
        key = (blueprint.lower(), graph.lower(), node.name, node.guid)
        known = self._ids.get(key)
        if known is not None:
            return known
        new_id = f"N{len(self._by_id) + 1}"
        self._ids[key] = new_id
        title = node_title(node).title
        self._by_id[new_id] = TrackedNode(new_id, blueprint, graph, node.name, node.guid, title)
        return new_id

    def follow(self, blueprint: str, graph: str, old: Node, new: Node) -> None:
        """Let the id of a node that was made anew mean the new one."""
        known = self._ids.pop((blueprint.lower(), graph.lower(), old.name, old.guid), None)
        if known is not None:
            self._ids[(blueprint.lower(), graph.lower(), new.name, new.guid)] = known
            tracked = self._by_id[known]
            self._by_id[known] = replace(tracked, node=new.name, guid=new.guid)

    def rename_graph(self, blueprint: str, old: str, new: str) -> None:
        """Let the ids of a graph's nodes mean those of the graph under its new name."""
        here = (blueprint.lower(), old.lower())
        for key in [key for key in self._ids if key[:2] == here]:
            known = self._ids.pop(key)
            self._ids[(here[0], new.lower(), *key[2:])] = known
            self._by_id[known] = replace(self._by_id[known], graph=new)

    def resolve(self, text: str) -> TrackedNode:
        """The node of an id (`N3`, `n3`, `3`, `N3: Print String`). Raises UnknownNodeError.

        A title is no id: several nodes may share it. Behind an id as in `N3 Print String` it has to be
        that node's.
        """
        cleaned = text.strip().strip("\"'`")
        match = _ID.fullmatch(cleaned)
        found = None if match is None else self._by_id.get(f"N{int(match[1])}")
        title = (match and match["title"]) or ""
        if found is not None and title.lower() in ("", found.title.lower()):
            return found
        named = (title or cleaned).lower()
        titled = [item.id for item in self._by_id.values() if item.title.lower() == named]
        hint = f" Nodes with that title: {', '.join(titled)}." if titled else ""
        raise UnknownNodeError(f"There is no node '{cleaned[:80]}'.", f"{self._listing()}{hint}")

    def gone(self, tracked: TrackedNode, graph: Graph | None) -> UnknownNodeError:
        """The error for a tracked node that is not in its graph any more; lists those that are."""
        nodes = () if graph is None else graph.nodes[:_MAX_LISTED]
        there = [
            f"{self.id_of(tracked.blueprint, tracked.graph, node)} {node_title(node).title}" for node in nodes
        ]
        return UnknownNodeError(
            f"Node {tracked.id} ({tracked.title}) is no longer in {tracked.graph} of {tracked.blueprint}.",
            f"Its nodes: {', '.join(there) or 'none'}.",
        )

    def choose_place(self, node_id: str, spot: tuple[int, int]) -> None:
        """Remember that a node stands where nobody asked it to: links may bring it to a better place."""
        self._chosen[node_id] = spot

    def loose_nodes(self, blueprint: str, graph: Graph) -> dict[str, str]:
        """The ids of the nodes of a graph that still stand at a place that was chosen for them, by name."""
        found: dict[str, str] = {}
        for node_id, spot in self._chosen.items():
            tracked = self._by_id[node_id]
            node = graph.nodes_by_name.get(tracked.node)
            is_here = (tracked.blueprint, tracked.graph) == (blueprint, graph.name)
            if is_here and node is not None and tracked.is_same(node) and (node.x, node.y) == spot:
                found[node.name] = node_id
        return found

    def keep_places(self, blueprint: str) -> None:
        """Let the nodes of a Blueprint stand where they are from now on."""
        kept = [key for key in self._chosen if self._by_id[key].blueprint == blueprint]
        for node_id in kept:
            del self._chosen[node_id]

    @property
    def nodes(self) -> tuple[TrackedNode, ...]:
        """All tracked nodes, in the order of their ids."""
        return tuple(self._by_id.values())

    def clear(self) -> None:
        """Forget all; the next id is N1."""
        self._by_id.clear()
        self._ids.clear()
        self._chosen.clear()

    def _listing(self) -> str:
        if not self._by_id:
            return "No nodes are known yet: add_node and get_blueprint_info(include_nodes=true) give ids."
        items = [f"{item.id} {item.title}" for item in self._by_id.values()]
        more = f" and {len(items) - _MAX_LISTED} more" if len(items) > _MAX_LISTED else ""
        return f"Known nodes: {', '.join(items[-_MAX_LISTED:])}{more}."
