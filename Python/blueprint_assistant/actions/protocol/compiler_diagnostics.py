"""What the compiler said, by statement (BC-201). Outside uses diagnosed.

A message has the graph and node that it is about; where the code says the node, it has the path, line and
text of that statement as `bluecode_read_function` shows them, and the line of the program that was sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.languages.bluecode.statement_places import StatementPlaces
from blueprint_assistant.languages.decompile.source_map import NodeIds

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.editor.plan.edit_plan import CompileMessage, CompileReport
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["diagnosed"]

_SEVERITIES = ("error", "warning", "note")


def diagnosed(
    owner: Blueprint,
    catalog: Catalog,
    compiled: CompileReport | None,
    sent_line: Callable[[str, str], int] | None = None,
) -> dict[str, Any]:
    """The `diagnostics` of a compile, errors first; of one that failed, what the error is, too.

    `sent_line` gives the line of the program that was sent, by graph and node; 0 for none.
    """
    if compiled is None:
        return {}
    places = _Places(owner, catalog, sent_line)
    ordered = sorted(compiled.messages, key=lambda item: _SEVERITIES.index(item.severity))
    fields: dict[str, Any] = {"diagnostics": [places.told(message) for message in ordered]}
    if compiled.status != "error":
        return fields
    first = fields["diagnostics"][0]["message"] if ordered else "The compiler does not say why."
    return {
        "error_code": "compile_errors",
        "error": f"{owner.path} does not compile: {first}",
        "suggested_fix": "Mend the statements that diagnostics name; what was written stays.",
        **fields,
    }


class _Places:
    """Where in the code of a Blueprint's graphs messages belong."""

    def __init__(
        self, owner: Blueprint, catalog: Catalog, sent_line: Callable[[str, str], int] | None
    ) -> None:
        self._owner = owner
        self._catalog = catalog
        self._sent_line = sent_line
        self._known: dict[str, StatementPlaces | None] = {}

    def told(self, message: CompileMessage) -> dict[str, Any]:
        """A message with its place in code."""
        said: dict[str, Any] = {"severity": message.severity, "message": message.text}
        if not message.graph:
            return said
        said |= {"target": f"{self._owner.path}:{message.graph}", "node": message.node}
        graph = self._owner.find_graph(message.graph)
        node = None if graph is None else graph.nodes_by_name.get(message.node)
        if graph is not None and node is not None:
            said["node_id"] = NodeIds(graph).of(node)
        places = self._of(message.graph)
        found = None if places is None else places.of(message.node)
        if found is not None:
            said |= {"path": found.path, "line": found.line, "statement": found.text}
        sent = self._sent_line(message.graph, message.node) if self._sent_line is not None else 0
        return said | {"sent_line": sent} if sent else said

    def _of(self, graph: str) -> StatementPlaces | None:
        if graph not in self._known:
            there = self._owner.find_graph(graph)
            try:
                made = None if there is None else StatementPlaces(there, self._owner, self._catalog)
            except AssistantError:
                made = None  # the message stands without a place in code
            self._known[graph] = made
        return self._known[graph]
