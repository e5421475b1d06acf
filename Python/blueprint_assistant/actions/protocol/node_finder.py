"""Which node of a graph a text of the protocol means. Outside uses NodeFinder and AmbiguousNodeError.

By alias, GUID or name, by `N3`, by the name or label that the code gives it, by what it is called: in this
order, and only when it is one. Looks at values alone; any thread.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.graph.catalog.name_lookup import fold_blanks
from blueprint_assistant.graph.compare.semantics import is_comment
from blueprint_assistant.graph.kinds.node_titles import node_title
from blueprint_assistant.graph.model.object_references import member_reference
from blueprint_assistant.languages.ast.alignment import names_of
from blueprint_assistant.languages.ast.paths import walk_statements
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.decompile.source_map import NodeIds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from blueprint_assistant.actions.node_tracker import NodeTracker
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node
    from blueprint_assistant.languages.ast.syntax_tree import Entry

__all__ = ["AmbiguousNodeError", "NoSuchNodeError", "NodeFinder"]

_TRACKED: Final = re.compile(r"[Nn]\d{1,9}")
_MOST_LISTED: Final = 12
_MOST_CHARS: Final = 120


class NoSuchNodeError(ToolError):
    """A text means no node of the graph; `things` are the nearest that there are."""

    code = "unknown_node"

    def __init__(self, text: str, where: str, candidates: Sequence[Mapping[str, Any]], why: str = "") -> None:
        """Say what was looked for, and what there is."""
        shown = ", ".join(map(_shown, candidates))
        super().__init__(
            why or f"{where} has no node '{text[:_MOST_CHARS]}'.",
            f"Nearest: {shown}." if shown else "Read it with detail debug: it tells the ids.",
        )
        self.candidates = tuple(map(_sent, candidates))
        self.things = tuple(candidates)


class AmbiguousNodeError(ToolError):
    """A text fits several things; `things` are all of them."""

    code = "ambiguous_target"

    def __init__(self, text: str, candidates: Sequence[Mapping[str, Any]]) -> None:
        """List what it may mean."""
        shown = [*map(_shown, candidates)]
        more = f" and {len(shown) - _MOST_LISTED} more" if len(shown) > _MOST_LISTED else ""
        super().__init__(
            f"'{text[:_MOST_CHARS]}' fits {len(candidates)} things.",
            f"Use the id of one: {', '.join(shown[:_MOST_LISTED])}{more}.",
        )
        self.candidates = tuple(map(_sent, candidates))
        self.things = tuple(candidates)


def _sent(item: Mapping[str, Any]) -> str:
    """What can be sent for a candidate."""
    return str(item.get("id") or item.get("name"))


def _shown(item: Mapping[str, Any]) -> str:
    return f"{_sent(item)} ({item.get('title') or item.get('kind')})"


class NodeFinder:
    """The nodes of one graph of a Blueprint, by what they may be called."""

    def __init__(
        self,
        tracker: NodeTracker,
        owner: Blueprint,
        graph: Graph,
        catalog: Catalog,
        aliases: Mapping[str, str] | None = None,
    ) -> None:
        """`tracker` knows what `N3` means; `aliases` are those that an apply answered, with ids of nodes."""
        self._tracker = tracker
        self._owner = owner
        self._graph = graph
        self._catalog = catalog
        self._aliases = {name.casefold(): str(node) for name, node in (aliases or {}).items()}
        self._ids = NodeIds(graph)

    def id_of(self, node: Node) -> str:
        """What a node is known by in answers: its GUID where it has one of its own."""
        return self._ids.of(node)

    def candidate(self, node: Node) -> dict[str, Any]:
        """A node as a candidate that can be sent again."""
        return {"kind": "node", "id": self.id_of(node), "title": node_title(node, self._catalog).title}

    def find(self, text: str) -> Node:
        """The node that a text means. Raises NoSuchNodeError and AmbiguousNodeError."""
        found = self.by_id(text) or self.by_name(text)
        if found is None:
            raise NoSuchNodeError(text, self._graph.name, self._near(text), self._elsewhere(text))
        return found

    def by_name(self, text: str) -> Node | None:
        """The only node that is called so, None for none. Raises AmbiguousNodeError."""
        found = self.called(text)
        if len(found) > 1:
            raise AmbiguousNodeError(text, [self.candidate(node) for node in found])
        return found[0] if found else None

    def by_id(self, text: str) -> Node | None:
        """The node of an alias, GUID, name or `N3`; None when it is none of these."""
        wanted = text.strip().strip("`")
        wanted = self._aliases.get(wanted.casefold(), wanted)
        node = self._graph.nodes_by_name.get(wanted)
        if node is not None:
            return node
        same = self._by_guid.get(wanted.replace("-", "").upper(), [])
        if len(same) > 1:
            raise AmbiguousNodeError(text, [self.candidate(node) for node in same])
        if same:
            return same[0]
        return self._tracked(wanted)

    def called(self, text: str) -> list[Node]:
        """The nodes that the code calls so, else those with that title or function."""
        wanted = _folded(text)
        names = self._in_code.get(wanted) or self._titles.get(wanted) or {}
        return [self._graph.node(name) for name in names]

    # --- what there is -----------------------------------------------------------------------------

    def _tracked(self, text: str) -> Node | None:
        if not _TRACKED.fullmatch(text):
            return None
        known = next((item for item in self._tracker.nodes if item.id == text.upper()), None)
        if known is None or (known.blueprint, known.graph) != (self._owner.path, self._graph.name):
            return None
        node = self._graph.nodes_by_name.get(known.node)
        return node if node is not None and known.is_same(node) else None

    @cached_property
    def _by_guid(self) -> dict[str, list[Node]]:
        found: dict[str, list[Node]] = {}
        for node in self._graph.nodes:
            if node.guid:
                found.setdefault(node.guid, []).append(node)
        return found

    @cached_property
    def _in_code(self) -> dict[str, dict[str, None]]:
        """The nodes by the names and labels that readings of the graph give them.

        A name that two details give to different nodes means both: nobody can tell which was read.
        """
        found: dict[str, dict[str, None]] = {}
        for is_once in (False, True):
            program = decompile(self._graph, self._owner, self._catalog, is_once=is_once)
            for entry in program.entries:
                for name in _entry_names(entry):
                    found.setdefault(_folded(name), {}).update(dict.fromkeys(entry.origin.nodes[:1]))
            for _, statement in walk_statements(program):
                for name in filter(None, (*names_of(statement), statement.label)):
                    found.setdefault(_folded(name), {}).update(dict.fromkeys(statement.origin.nodes[:1]))
        return found

    @cached_property
    def _titles(self) -> dict[str, dict[str, None]]:
        """The nodes by title, and by the member that they name."""
        found: dict[str, dict[str, None]] = {}
        for node in self._graph.nodes:
            reference = member_reference(node.find_property("FunctionReference") or "")
            titles = (node_title(node, self._catalog).title, reference.name)
            for title in titles if not is_comment(node) else titles[:1]:
                if title:
                    found.setdefault(_folded(title), {})[node.name] = None
        return found

    def _near(self, text: str) -> list[dict[str, Any]]:
        names = [*self._in_code, *self._titles]
        close = nearest(_folded(text), names)
        nodes = [name for key in close for name in (self._in_code.get(key) or self._titles.get(key) or {})]
        return [self.candidate(self._graph.node(name)) for name in dict.fromkeys(nodes)][:_MOST_LISTED]

    def _elsewhere(self, text: str) -> str:
        """Where a node is that is not in this graph."""
        wanted = self._aliases.get(text.strip().casefold(), text.strip())
        for graph, node in _all_nodes(self._owner.graphs):
            if wanted in (node.guid, node.name) and graph != self._graph.name:
                return f"'{text[:_MOST_CHARS]}' is in {graph}, not in {self._graph.name}."
        return ""


def _all_nodes(graphs: Iterable[Graph]) -> Iterator[tuple[str, Node]]:
    """The nodes of graphs with the names of these, those of collapsed ones too."""
    for graph in graphs:
        for node in graph.nodes:
            yield graph.name, node
            if node.graph is not None:
                yield from _all_nodes((node.graph,))


def _entry_names(entry: Entry) -> Iterator[str]:
    yield f"{entry.owner}.{entry.name}" if entry.owner else entry.name
    if not entry.owner and entry.name.startswith("Receive"):
        yield entry.name.removeprefix("Receive")


def _folded(text: str) -> str:
    return fold_blanks(text.replace("`", ""))
