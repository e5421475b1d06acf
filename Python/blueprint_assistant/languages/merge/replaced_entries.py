"""Writing entries anew in a graph that has changed since: those that the graph has changed are conflicts.

Part of `languages`; `program_plan` asks it. Nothing that was put in since is taken out unseen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.languages.ast.blocks import bare, nodes_of
from blueprint_assistant.languages.ast.paths import walk_statements
from blueprint_assistant.languages.ast.syntax_tree import Program
from blueprint_assistant.languages.merge.block_rebase import node_of
from blueprint_assistant.languages.merge.entry_pairing import paired
from blueprint_assistant.languages.merge.graph_context import Identities
from blueprint_assistant.languages.merge.node_changes import said_by_nodes, same_nodes
from blueprint_assistant.languages.merge.program_rebase import Conflict, Rebased

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.languages.ast.syntax_tree import Entry, Statement
    from blueprint_assistant.languages.merge.statement_keys import GraphContext

__all__ = ["EntryChanges", "rebase_replacing"]


def rebase_replacing(program: Program, base: GraphContext, ours: GraphContext) -> Rebased:
    """The entries of a program that are as they were in `base`; the others as conflicts."""
    before, now = paired(program, base).entries, paired(program, ours).entries
    changes = EntryChanges(base, ours)
    conflicts: list[Conflict] = []
    kept = []
    for entry in program.entries:
        old, new = before.get(id(entry)), now.get(id(entry))
        found = changes.of(entry, old, new)
        if found and not _says(entry, new):
            conflicts += found
        else:
            kept.append(entry)
    return Rebased(
        replace(program, entries=tuple(kept)), Identities(), None, tuple(conflicts), is_merged=True
    )


def _says(entry: Entry, there: Entry | None) -> bool:
    """Whether an entry says what the graph says now."""
    return there is not None and (entry.body, entry.arms) == (there.body, there.arms)


class EntryChanges:
    """What one state of a graph says otherwise than the other."""

    def __init__(self, base: GraphContext, ours: GraphContext) -> None:
        self._there = same_nodes(base.graph, ours.graph)
        self._said = said_by_nodes(base.graph), said_by_nodes(ours.graph)

    def of(self, entry: Entry, old: Entry | None, new: Entry | None) -> list[Conflict]:
        """The changes of one entry; none when it is as it was."""
        before = {self._there.get(node, f"{node} "): at for node, at in _statements(old).items()}
        now = _statements(new)
        line = entry.place.line
        found: list[Conflict] = []
        for node, (path, statement) in before.items():
            if node not in now:
                found.append(Conflict(path, line, node.strip(), "deleted", bare(statement)))
            elif self._differs(statement, now[node][1]):
                found.append(Conflict(path, line, node, "changed", bare(statement), bare(now[node][1])))
        for node, (path, statement) in now.items():
            if node not in before:
                found.append(Conflict(path, line, node, "added", None, bare(statement)))
        if not found and old is not None and new is not None and _shape(old) != _shape(new):
            found.append(Conflict(f"/{entry.name}", line, node_of(new), "moved"))
        return found

    def _differs(self, old: Statement, new: Statement) -> bool:
        """Whether the node of a statement, or one that its values are made of, says something else."""
        if bare(old) != bare(new):
            return True
        nodes = nodes_of(old)
        return any(self._said[0][one] != self._said[1].get(self._there.get(one, "")) for one in nodes)


def _statements(entry: Entry | None) -> Mapping[str, tuple[str, Statement]]:
    """The statements of an entry by their nodes, with their paths."""
    parts = walk_statements(Program((entry,))) if entry is not None else ()
    return {node_of(one): (path, one) for path, one in parts if node_of(one)}


def _shape(entry: Entry) -> object:
    """What leads where in an entry."""
    return entry.body, entry.arms
