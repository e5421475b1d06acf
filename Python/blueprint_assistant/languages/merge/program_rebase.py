"""A program for a graph that has changed since: what it changes is worked into the graph as it is now.

Part of `languages`; `program_plan` asks it. Base is the graph that the program was written for, ours the
graph as it is. What only one side changed is taken; what both did differently is a conflict (1.20).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from blueprint_assistant.errors import GraphError
from blueprint_assistant.languages.ast.alignment import names_of
from blueprint_assistant.languages.ast.blocks import bare, entry_blocks, parts_of
from blueprint_assistant.languages.ast.paths import roots, walk_statements
from blueprint_assistant.languages.ast.statement_paths import statement_paths
from blueprint_assistant.languages.ast.syntax_tree import Do, Identifier
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.lower.emitter import entry_kind
from blueprint_assistant.languages.merge.block_rebase import Fates, arrange, node_of
from blueprint_assistant.languages.merge.graph_context import Identities
from blueprint_assistant.languages.merge.merge_report import MergeReport
from blueprint_assistant.languages.merge.node_changes import said_by_nodes, same_nodes
from blueprint_assistant.languages.merge.union_merge import UnionLowering
from blueprint_assistant.languages.merge.value_changes import merged_values

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Graph, Node, PinType
    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Program, Statement
    from blueprint_assistant.languages.lower.scope import Output
    from blueprint_assistant.languages.merge.block_rebase import Arranged
    from blueprint_assistant.languages.merge.merge_report import MergeOperation
    from blueprint_assistant.languages.merge.statement_keys import GraphContext

__all__ = [
    "Conflict",
    "ConflictKind",
    "MergeConflictError",
    "NothingBuilt",
    "Rebased",
    "Rebasing",
    "Still",
    "compared",
    "entries_of",
    "rebase",
]

ConflictKind = Literal["deleted", "changed", "moved", "added"]


@dataclass(frozen=True, slots=True)
class Conflict:
    """A statement that changes a node which the graph has changed or lost since, or has lost its place.

    `added` and the like of entries that are to be written anew are what the graph has changed there.

    `base`, `ours` and `theirs` are what it was, what the graph says of it now and what the program
    says; None for nothing.
    """

    path: str
    line: int
    node: str
    kind: ConflictKind
    base: Statement | None = field(default=None, compare=False)
    ours: Statement | None = field(default=None, compare=False)
    theirs: Statement | None = field(default=None, compare=False)

    def __str__(self) -> str:
        """One line for a message."""
        where = f"line {self.line}" if self.line else self.path
        if self.theirs is None:
            return f"{where} replaces node {self.node}, which was {self.kind} since"
        if self.kind == "moved":
            return f"{where} has no place: what it stands between was moved since"
        return f"{where} changes {f'node {self.node}' if self.node else 'what'}, which was {self.kind} since"


class MergeConflictError(GraphError):
    """Both sides changed the same. `conflicts` says what."""

    code = "merge_conflict"

    def __init__(self, conflicts: Sequence[Conflict]) -> None:
        """Say all of them."""
        super().__init__("; ".join(map(str, conflicts)) + ".", "Read the graph again and write these anew.")
        self.conflicts = tuple(conflicts)


@dataclass(frozen=True, slots=True)
class Rebased:
    """A program as the graph is now, with what its statements are there.

    `paths` leads from its paths to those of the program as it was written, empty where it is of the
    graph alone; None where the paths are the same.
    """

    program: Program
    identities: Identities
    paths: Mapping[str, str] | None = None
    conflicts: tuple[Conflict, ...] = ()
    left_out: tuple[Statement, ...] = ()
    """What the program only repeats, and the graph has lost since."""
    again: tuple[str, ...] = ()
    """Entries of which nothing that the program repeats was there any more: they are written again."""
    is_merged: bool = False
    says_nothing_new: bool = False
    """Whether the program only repeats what the base says."""
    added_to: frozenset[int] = frozenset()
    """The entries that are only added to, by their `id`: nobody has shown what stands in them (update)."""

    def as_written(self, report: MergeReport) -> MergeReport:
        """A report on this program with the paths of the one that was written."""
        paths = self.paths
        if paths is None:
            return report
        of_text = [replace(one, path=paths.get(one.path, "")) for one in report.operations]
        kept = [one for one in of_text if one.path or one.kind == "remove"]
        nodes = {path: node for new, node in report.nodes.items() if (path := paths.get(new, ""))}
        of_graph = {node for new, node in report.nodes.items() if not paths.get(new, "")}
        return MergeReport(kept, nodes, report.taken - (of_graph - {*nodes.values()}), report.entries)


def rebase(
    program: Program,
    base: GraphContext,
    ours: GraphContext,
    identities: Identities,
    *,
    may_restore: bool = False,
) -> Rebased:
    """What a program that was written for `base` means on `ours`, and what of it cannot be done there.

    What it only repeats is what it is now: kept where ours changed it, left out where ours deleted it.
    With `may_restore` an entry of which all is deleted that the program repeats is written again: who
    undoes something and asks for it anew does not want half of it.
    """
    comparing = _Comparing(base, Still(base.graph), identities=identities)
    operations = comparing.merge(program).operations
    again = _all_lost(program, operations, same_nodes(base.graph, ours.graph)) if may_restore else {}
    operations = [one for one in operations if not one.path.startswith(tuple(f"{root}/" for root in again))]
    pairs = {key: there for key, there in comparing.pairs.items() if key not in map(id, again.values())}
    made = Rebasing(program, base, ours, operations, pairs).rebased()
    return replace(made, again=tuple(entry.name for entry in again.values()))


def _all_lost(
    program: Program, operations: Sequence[MergeOperation], there: Mapping[str, str]
) -> dict[str, Entry]:
    """The entries that repeat something of which nothing is there any more, by the roots of their paths."""
    found: dict[str, Entry] = {}
    for root, entry in roots(program):
        nodes = [one.node for one in operations if one.path.startswith(f"{root}/") and one.kind == "noop"]
        if any(nodes) and not any(node in there for node in nodes):
            found[root] = entry
    return found


def entries_of(program: Program, ground: GraphContext) -> dict[int, Entry]:
    """The entries of a graph that those of a program are, by the `id` of the latter."""
    return compared(program, ground)[1]


def compared(program: Program, ground: GraphContext) -> tuple[list[MergeOperation], dict[int, Entry]]:
    """What would become of each statement of a program, none of them being built, and `entries_of` it.

    Raises ProgramError.
    """
    comparing = _Comparing(ground, Still(ground.graph))
    return comparing.merge(program).operations, comparing.pairs


class Still:
    """A builder on a graph of the past: nothing is built there."""

    def __init__(self, graph: Graph) -> None:
        self._nodes = {node.name: node for node in graph.nodes}

    def add(self, spec: AnyNodeSpec) -> str:
        """Never asked for."""
        raise NotImplementedError(spec)

    def node(self, key: str) -> Node:
        """The node of a name."""
        return self._nodes[key]

    def connect(self, source: Output, target: tuple[str, str]) -> None:
        """Nothing."""

    def disconnect(self, source: Output, target: tuple[str, str]) -> None:
        """Nothing."""

    def set_default(self, key: str, pin: str, value: str) -> None:
        """Nothing."""

    def remove(self, keys: tuple[str, ...]) -> None:
        """Nothing."""

    def asset(self, kind: PinType, name: str) -> str:
        """Nothing: what is compared is in canonical words already."""
        del kind, name
        return ""

    def entry(self, kind: str) -> str:
        """See `Emitter.entry`."""
        return next((name for name, node in self._nodes.items() if entry_kind(node) == kind), "")


class NothingBuilt(UnionLowering):
    """What only looks: entries that are not there get no node, and so no name."""

    def _entry_node(self, entry: Entry) -> str:
        del entry
        return ""

    def _name_entry(self, entry: Entry, key: str) -> None:
        if key:
            super()._name_entry(entry, key)


class _Comparing(NothingBuilt):
    """Says what would become of each statement, and builds nothing."""

    def merge(self, new: Program) -> MergeReport:
        self.pairs: dict[int, Entry] = {}
        return super().merge(new)

    def _merge_entry(self, known: Entry, entry: Entry) -> None:
        self.pairs[id(entry)] = known
        super()._merge_entry(known, entry)

    def _block(self, block: Block) -> None:
        del block

    def _would_cut(self, target: tuple[str, str]) -> None:
        del target  # what is put in leads on: it is only not built

    def _update(self, statement: Statement, new: Statement) -> None:
        self._note("update", new, statement.origin.nodes[0])

    def _build_entry(self, entry: Entry, key: str) -> None:
        for block in entry_blocks(entry):
            self._note_all(block, "append", key)


class Rebasing:
    """One program brought from one state of a graph to another."""

    def __init__(
        self,
        program: Program,
        base: GraphContext,
        ours: GraphContext,
        operations: Sequence[MergeOperation],
        pairs: Mapping[int, Entry],
    ) -> None:
        self._program, self._base, self._ours = program, base, ours
        self._there = same_nodes(base.graph, ours.graph)
        self._told = (
            decompile(base.graph, base.owner, base.catalog),
            decompile(ours.graph, ours.owner, ours.catalog),
        )
        self._said = said_by_nodes(base.graph), said_by_nodes(ours.graph)
        self._parts = statement_paths(program)
        self._pairs = pairs
        self._known: dict[str, str] = {}
        self._updated: set[str] = set()
        self._repeated: set[str] = set()
        for operation in operations:
            if operation.kind in ("noop", "update") and operation.node in self._said[0]:
                self._known[operation.path] = operation.node
            if operation.kind == "update":
                self._updated.add(operation.path)
            elif operation.kind == "noop" and operation.path not in self._known:
                self._repeated.add(operation.path)
        self._changes = bool(self._updated)
        self._dropped: dict[str, str] = {}
        """What is left out, with the node because of which."""
        self._conflicts: dict[str, Conflict] = {}
        self._instead: dict[str, Statement] = {}
        """Statements of which the graph has changed other values: only those that the program changes."""

    def rebased(self) -> Rebased:
        """The program as the graph is now."""
        self._drop_what_is_gone()
        self._keep_what_both_changed()
        self._drop_what_stands_in_these()
        made = arrange(self._program, self._told[0], self._told[1], self._fates(), self._instead)
        return self._rebased(made)

    def _fates(self) -> Fates:
        return Fates(
            self._known, frozenset(self._repeated), frozenset(self._dropped), self._pairs, self._there
        )

    def _rebased(self, made: Arranged) -> Rebased:
        paths = {id(part): path for path, part in self._parts.items()}
        for statement in made.moved:
            self._conflict(paths[id(statement)], "", "moved")
        old = {path: before for path, before in made.paths.items() if before in self._known}
        now = {path: self._there[self._known[before]] for path, before in old.items()}
        named = {path: node for path, node in now.items() if old[path] in self._updated}
        settled = {path: node for path, node in now.items() if path not in named}
        lost = [path for path in self._dropped if path not in self._conflicts and path in self._known]
        return Rebased(
            made.program,
            Identities(named=named, settled=settled),
            made.paths,
            tuple(self._conflicts[path] for path in self._parts if path in self._conflicts),
            tuple(self._parts[path] for path in lost),
            is_merged=True,
            says_nothing_new=not self._changes and all(self._is_old(path) for path in self._parts),
        )

    def _conflict(self, path: str, node: str, kind: ConflictKind) -> None:
        part = self._parts[path]
        base, ours = self._statements_at(path)
        self._conflicts[path] = Conflict(path, part.place.line, node, kind, base, ours, part)

    def _statements_at(self, path: str) -> tuple[Statement | None, Statement | None]:
        """The statement of a path's node as it was, and as it is; None where there is none."""
        here = self._known.get(path, "")
        base, ours = (
            next((one for _, one in walk_statements(told) if name and node_of(one) == name), None)
            for told, name in zip(self._told, (here, self._there.get(here, "")), strict=True)
        )
        return base, ours

    def _drop_what_is_gone(self) -> None:
        """What was only repeated and is gone; changes of it are conflicts."""
        for path, node in self._known.items():
            if node in self._there:
                continue
            self._dropped[path] = node
            if path in self._updated:
                self._conflict(path, node, "deleted")

    def _keep_what_both_changed(self) -> None:
        """Changes of what has been changed since, unless both say the same now."""
        for path in self._updated & self._known.keys():
            node = self._known[path]
            now = self._there.get(node, "")
            if path in self._dropped or self._said[0][node] == self._said[1][now]:
                continue
            base, ours = self._statements_at(path)
            merged = None
            if base is not None and ours is not None:
                there = self._ours.graph.nodes_by_name[now]
                merged = self._merged(base, ours, self._parts[path], there)
            if merged is None:
                self._conflict(path, node, "changed")
            else:
                self._instead[path] = merged
        changed = {path for path, one in self._conflicts.items() if one.kind == "changed"}
        for path in self._agreed() & changed if changed else ():
            del self._conflicts[path]
        self._updated -= changed  # the node stays as it is; what stands in its blocks is worked in

    def _merged(self, base: Statement, ours: Statement, theirs: Statement, node: Node) -> Statement | None:
        """What a statement is when both sides have changed values of it; None when they changed the same."""
        return merged_values(base, ours, theirs, node)

    def _agreed(self) -> set[str]:
        """What both have changed to say the same."""
        settled = {
            path: self._there[node]
            for path, node in self._known.items()
            if node in self._there and path not in self._updated
        }
        known = Identities(settled=settled)
        operations = _Comparing(self._ours, Still(self._ours.graph), identities=known).merge(self._program)
        return {one.path for one in operations.operations if one.kind == "noop"}

    def _drop_what_stands_in_these(self) -> None:
        """What is new in a block that is gone, in an event that is gone, or uses what is gone."""
        entries = {node_of(entry): "" for entry in self._told[1].entries}
        gone_entries = [
            (root, node_of(self._pairs[id(entry)]))
            for root, entry in roots(self._program)
            if id(entry) in self._pairs
            and self._there.get(node_of(self._pairs[id(entry)]), "") not in entries
        ]
        gone = [*self._dropped.items(), *gone_entries]
        for path in self._parts:
            node = next((node for root, node in gone if path.startswith(f"{root}/")), None)
            if node is not None:
                self._leave_out(path, node)
        names = {
            name.lower(): node
            for path, node in self._dropped.items()
            for name in _given(self._parts[path])
            if name
        }
        for path, part in self._parts.items() if names else ():
            if path in self._dropped or self._is_old(path):
                continue
            used = {one.name.lower() for one in parts_of(bare(part)) if isinstance(one, Identifier)}
            node = next((names[name] for name in sorted(used & names.keys())), None)
            if node is not None:
                self._leave_out(path, node)

    def _leave_out(self, path: str, node: str) -> None:
        if path in self._dropped:
            return
        self._dropped[path] = node
        if not self._is_old(path) or path in self._updated:
            self._conflict(path, node, "deleted")

    def _is_old(self, path: str) -> bool:
        return path in self._known or path in self._repeated


def _given(statement: Statement) -> tuple[str, ...]:
    """All names that a statement gives."""
    return (*names_of(statement), *(statement.names if isinstance(statement, Do) else ()))
