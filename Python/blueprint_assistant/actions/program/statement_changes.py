"""What a program has changed of the statements that were there, and what it says nothing of.

Outside uses program_changes and StatementChanges. All of it is read from the graphs before and after,
nothing from what was planned.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.program.conflict_notes import statement_line
from blueprint_assistant.actions.receipts.counted import listed
from blueprint_assistant.languages.ast.blocks import bare, entry_blocks, nodes_of, walk_blocks
from blueprint_assistant.languages.ast.plain_returns import is_plain_return
from blueprint_assistant.languages.ast.statement_paths import statement_paths
from blueprint_assistant.languages.ast.syntax_tree import Let, Program, Region
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.merge.block_rebase import node_of
from blueprint_assistant.languages.merge.node_changes import said_by_nodes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from blueprint_assistant.actions.program.plan_values import GraphPlan
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph
    from blueprint_assistant.languages.ast.syntax_tree import Statement
    from blueprint_assistant.languages.merge.program_plan import ProgramPlan

__all__ = ["StatementChanges", "program_changes"]

_MOST: Final = 6
_MOST_LEFT: Final = 40
"""What the program says nothing of is named, all of it but in a graph that is far beyond one call."""
_MOST_CHARS: Final = 120
_TO_TAKE_OUT: Final = "To take it out, read_graph first and write again without it."
# What is named so is not shown by that: the same code sent again takes nothing out.


@dataclass(frozen=True, slots=True)
class StatementChanges:
    """The statements of some entries: as they were and are, in the order of the entries."""

    removed: tuple[Statement, ...] = ()
    changed: tuple[tuple[Statement, Statement], ...] = ()
    left: tuple[Statement, ...] = ()
    """What stands in the entries and is not of the program."""
    kept: tuple[Statement, ...] = ()
    """What the user has made of statements that the program only repeats."""
    gone: tuple[str, ...] = ()
    """The entries that are not there any more."""
    said: frozenset[str] = frozenset()
    """The nodes that the program stands for."""

    def lines(self) -> Iterator[str]:
        """A line for each kind of change."""
        if self.gone:
            yield f"Taken out with its event: {', '.join(self.gone)}."
        if self.changed:
            yield f"Changed: {_listed(f'{_line(old)} to {_line(new)}' for old, new in self.changed)}."
        if self.removed:
            yield f"Taken out: {_listed(map(_line, self.removed))}."
        if self.kept:
            yield f"Kept as the user has it: {_listed(map(_line, self.kept), _MOST_LEFT)}."
        if self.left:
            left = _listed(map(_line, self.left), _MOST_LEFT)
            yield f"Still there, not in your code: {left}. {_TO_TAKE_OUT}"


def program_changes(
    before: Blueprint, after: Blueprint, group: GraphPlan, names: Mapping[str, str], catalog: Catalog
) -> StatementChanges:
    """What became of the entries that a program names in one graph.

    `names` are those of the nodes that were added, by the keys of their steps.
    """
    plan, graph = group.plan, after.find_graph(group.graph)
    if plan is None or graph is None:
        return StatementChanges()
    heads = {names.get(key, key) for key in plan.entries.values()}
    said = {names.get(key, key) for key in (*plan.nodes.values(), *plan.taken, *group.keys)}
    old = before.find_graph(group.graph)
    was = _Told() if old is None else _Told.of(old, before, catalog, heads)
    now = _Told.of(graph, after, catalog, heads)
    both = [(one, now.statements[node]) for node, one in was.statements.items() if node in now.statements]
    return StatementChanges(
        tuple(one for node, one in was.statements.items() if node not in now.statements),
        tuple((one, other) for one, other in both if was.says(one) != now.says(other)),
        tuple(one for node, one in now.statements.items() if node not in said),
        tuple(_kept(plan, group, was, now)),
        tuple(name for node, name in was.entries.items() if node not in now.entries),
        frozenset(said),
    )


def _kept(plan: ProgramPlan, group: GraphPlan, was: _Told, now: _Told) -> Iterator[Statement]:
    if not plan.is_merged:
        return
    for path, statement in statement_paths(Program(tuple(group.entries), group.floating)).items():
        old, new = (told.statements.get(plan.nodes.get(path, "")) for told in (was, now))
        if old is None or new is None or was.says(old) != now.says(new):
            continue
        if bare(new) != bare(statement):
            yield new


@dataclass(frozen=True, slots=True)
class _Told:
    """Some entries of a graph: their names and statements, names of values left out, by their nodes."""

    entries: Mapping[str, str] = field(default_factory=dict)
    statements: Mapping[str, Statement] = field(default_factory=dict)
    said: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def of(cls, graph: Graph, owner: Blueprint, catalog: Catalog, heads: Collection[str]) -> _Told:
        told = decompile(graph, owner, catalog).entries
        entries = {node_of(entry): entry for entry in told if node_of(entry) in heads}
        statements = {
            node_of(one): one
            for entry in entries.values()
            for one in walk_blocks(entry_blocks(entry))
            if node_of(one) and not isinstance(one, Let | Region) and not is_plain_return(one)
        }
        return cls({node: entry.name for node, entry in entries.items()}, statements, said_by_nodes(graph))

    def says(self, statement: Statement) -> object:
        return [self.said.get(node) for node in nodes_of(statement)]


def _listed(lines: Iterable[str], most: int = _MOST) -> str:
    return listed([*lines], most, "; ")


def _line(statement: Statement) -> str:
    line = statement_line(statement)
    return line if len(line) <= _MOST_CHARS else f"{line[:_MOST_CHARS]}…"
