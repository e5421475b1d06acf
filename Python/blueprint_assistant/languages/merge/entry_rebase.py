"""What a program means for entries that its writer was shown some of. Outside: `program_plan`.

Three sides meet: what the writer was shown of an entry, the entry as it is now, and the program. What was
shown and is not in the program goes; what was never shown and what the user has changed meanwhile stays;
what both did differently is a conflict.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from blueprint_assistant.languages.ast.blocks import entry_blocks, inner_blocks, nodes_of, walk_blocks
from blueprint_assistant.languages.ast.paths import roots
from blueprint_assistant.languages.ast.statement_paths import statement_paths
from blueprint_assistant.languages.ast.syntax_tree import Program
from blueprint_assistant.languages.merge.block_rebase import node_of
from blueprint_assistant.languages.merge.entry_pairing import paired
from blueprint_assistant.languages.merge.graph_context import Identities
from blueprint_assistant.languages.merge.merge_report import MergeOperation
from blueprint_assistant.languages.merge.node_changes import same_nodes
from blueprint_assistant.languages.merge.program_rebase import Conflict, Rebased, Rebasing
from blueprint_assistant.languages.merge.replaced_entries import EntryChanges
from blueprint_assistant.languages.merge.value_changes import merged_values

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from blueprint_assistant.graph.model.blueprint import Graph, Node
    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Statement
    from blueprint_assistant.languages.merge.block_rebase import Arranged, Fates
    from blueprint_assistant.languages.merge.entry_pairing import EntryPairing
    from blueprint_assistant.languages.merge.merge_report import OperationKind
    from blueprint_assistant.languages.merge.statement_keys import GraphContext

__all__ = ["Shown", "rebase_updating"]


@dataclass(frozen=True, slots=True)
class Shown:
    """A graph as the writer of a program was shown it, and the nodes of that; None for all of them."""

    graph: Graph
    nodes: Collection[str] | None = None


def rebase_updating(program: Program, states: Sequence[Shown], ours: GraphContext) -> Rebased:
    """What a program means on `ours` whose writer was shown `states`, the newest first; none: nothing of it.

    It was written for the one that it repeats most of: who writes from memory has not seen what was shown
    since. Of equal ones the newest counts, also for a program that an older one says word by word already,
    which is meant as it stands.
    """
    if not states:
        return Rebased(program, Identities(), added_to=frozenset(map(id, program.entries)))
    now = paired(program, ours)
    found = [_Updating(program, state, ours, now) for state in states]
    best = max(found, key=lambda one: (one.says_something_new, one.repeated)) if found[1:] else found[0]
    return (best if best.says_something_new else found[0]).updated()


@dataclass(frozen=True, slots=True)
class _Pair:
    """An entry of a program, what its writer knows of it, and what is there now; None for nothing."""

    root: str
    entry: Entry
    old: Entry | None
    now: Entry | None


class _Updating:
    """One program brought from what its writer knows to the graph as it is."""

    def __init__(self, program: Program, shown: Shown, ours: GraphContext, now: EntryPairing) -> None:
        base = replace(ours, graph=shown.graph)
        pairing = now if shown.graph is ours.graph else paired(program, base)
        self._program, self._base, self._ours = program, base, ours
        self._pairing, self._now = pairing, now
        self._shown = None if shown.nodes is None else frozenset(shown.nodes)
        self._there = same_nodes(base.graph, ours.graph)
        self._pairs = [
            _Pair(root, entry, pairing.entries.get(id(entry)), now.entries.get(id(entry)))
            for root, entry in roots(program)
        ]

    @property
    def repeated(self) -> int:
        """How many statements stand where they stood and say the same."""
        placed = self._pairing.in_place
        statements = (one for pair in self._pairs for one in walk_blocks(entry_blocks(pair.entry)))
        return sum(id(one) in placed and self._pairing.is_same(one) for one in statements)

    @cached_property
    def says_something_new(self) -> bool:
        """Whether the program is not word by word what its writer was shown."""
        return any(map(self._says_something_new, self._pairs))

    def updated(self) -> Rebased:
        """The program as the graph is now."""
        again = [pair for pair in self._pairs if self._is_lost(pair)]
        unseen = [pair for pair in self._pairs if pair in again or not self._is_known(pair)]
        seen = [pair for pair in self._pairs if pair not in unseen]
        changes = EntryChanges(self._base, self._ours)
        changed = [pair for pair in seen if not self._is_as_shown(pair, changes)]
        if changed and not self.says_something_new:
            unseen, changed = self._pairs, []
        added_to = frozenset(id(pair.entry) for pair in unseen)
        names = tuple(pair.entry.name for pair in again)
        if not changed:
            return Rebased(self._program, Identities(), again=names, is_merged=bool(again), added_to=added_to)
        rebasing = _EntryRebasing(
            self._base, self._ours, changed, self._removed(changed), self._pairing, self._now
        )
        made = rebasing.rebased()
        return replace(self._joined(made, changed), again=names, added_to=added_to)

    def _is_known(self, pair: _Pair) -> bool:
        """Whether anything that stands in an entry was shown."""
        if pair.old is None or pair.now is None or node_of(pair.old) not in self._there:
            return False
        blocks = entry_blocks(pair.old)
        return (
            any(map(self._was_shown, walk_blocks(blocks))) if any(blocks) else not any(entry_blocks(pair.now))
        )

    def _is_lost(self, pair: _Pair) -> bool:
        """Whether nothing of an entry is there any more, though the program repeats some of it."""
        if pair.now is not None and any(entry_blocks(pair.now)):
            return False
        statements = walk_blocks(entry_blocks(pair.entry))
        placed = self._pairing.in_place
        nodes = [node_of(placed[id(one)]) for one in statements if id(one) in placed]
        return any(nodes) and not any(node in self._there for node in nodes)

    def _is_as_shown(self, pair: _Pair, changes: EntryChanges) -> bool:
        """Whether all of an entry was shown, and is so still."""
        if changes.of(pair.entry, pair.old, pair.now):
            return False
        old = () if pair.old is None else walk_blocks(entry_blocks(pair.old))
        return all(self._was_shown(one) for one in old if node_of(one))

    def _was_shown(self, statement: Statement) -> bool:
        return self._shown is None or not node_of(statement) or node_of(statement) in self._shown

    def _says_something_new(self, pair: _Pair) -> bool:
        """Whether an entry is not word by word what its writer was shown."""
        placed, statements = self._pairing.in_place, [*walk_blocks(entry_blocks(pair.entry))]
        if pair.old is None or any(
            id(one) not in placed or not self._pairing.is_same(one) for one in statements
        ):
            return True
        known = {id(placed[id(one)]) for one in statements}
        return any(
            id(one) not in known and self._was_shown(one) for one in walk_blocks(entry_blocks(pair.old))
        )

    def _removed(self, pairs: Sequence[_Pair]) -> dict[str, _Pair]:
        """The nodes of the base that stand no more where they stood, with their entries."""
        stay = {id(one) for one in self._pairing.in_place.values()}
        return {
            node_of(one): pair
            for pair in pairs
            if pair.old is not None
            for one in walk_blocks(entry_blocks(pair.old))
            if node_of(one) and id(one) not in stay and self._was_shown(one)
        }

    def _joined(self, made: Rebased, changed: Sequence[_Pair]) -> Rebased:
        """The whole program, with the entries of `made` in the place of those that had changed."""
        instead = dict(roots(made.program))
        entries = tuple(
            instead.get(pair.root, pair.entry) if pair in changed else pair.entry for pair in self._pairs
        )
        program = replace(self._program, entries=entries)
        own = tuple(f"{pair.root}/" for pair in changed)
        paths = {path: path for path in statement_paths(program) if not path.startswith(own)}
        return replace(made, program=program, paths={**paths, **(made.paths or {})})


class _EntryRebasing(Rebasing):
    """The entries that are not as they were shown, brought to what they are now."""

    def __init__(  # noqa: PLR0913, PLR0917 - three sides, and how two of them pair with the third
        self,
        base: GraphContext,
        ours: GraphContext,
        pairs: Sequence[_Pair],
        removed: Mapping[str, _Pair],
        pairing: EntryPairing,
        now: EntryPairing,
    ) -> None:
        program = Program(tuple(pair.entry for pair in pairs))
        known = {id(pair.entry): pair.old for pair in pairs if pair.old is not None}
        super().__init__(program, base, ours, [*_operations(program, pairing)], known)
        self._know_what_both_put_in(pairing, now)
        self._removed = removed
        self._moved = {node_of(one): path for path, one in self._paths_of(pairing.moved)}

    def _know_what_both_put_in(self, pairing: EntryPairing, now: EntryPairing) -> None:
        """Let a statement that the graph has got since, in the same place, be that one."""
        old = set(self._there.values())
        for path, statement in self._parts.items():
            known = now.in_place.get(id(statement))
            if known is None or id(statement) in pairing.in_place or id(statement) in pairing.moved:
                continue
            node = node_of(known)
            if node and node not in old and now.is_all_the_same(statement):
                name = f"+{node}"  # no node of the base
                self._known[path] = name
                self._there[name] = node

    def _paths_of(self, found: Mapping[int, Statement]) -> Iterator[tuple[str, Statement]]:
        for path, part in self._parts.items():
            if id(part) in found:
                yield path, found[id(part)]

    def rebased(self) -> Rebased:
        made = super().rebased()
        taken_out = [*self._taken_out()]
        return replace(made, conflicts=(*made.conflicts, *taken_out))

    def _rebased(self, made: Arranged) -> Rebased:
        found = super()._rebased(made)
        settled = {**found.identities.settled, **made.own}
        return replace(found, identities=replace(found.identities, settled=settled))

    def _merged(self, base: Statement, ours: Statement, theirs: Statement, node: Node) -> Statement | None:
        return merged_values(base, ours, theirs, node, is_whole=True)

    def _fates(self) -> Fates:
        gone = (self._there.get(node, "") for node in self._removed)
        return replace(super()._fates(), removed=frozenset(filter(None, gone)), is_update=True)

    def _taken_out(self) -> Iterator[Conflict]:
        """What the program takes out or moves though the user has changed it or what stands in it."""
        now = {node_of(one): one for one in walk_blocks(_blocks(self._told[1])) if node_of(one)}
        before = {node_of(one): one for one in walk_blocks(_blocks(self._told[0])) if node_of(one)}
        old = set(self._there.values())
        for node, pair in self._removed.items():
            here = self._there.get(node, "")
            path, line = f"{pair.root}", pair.entry.place.line
            if node in self._moved:
                path = self._moved[node]
                line = self._parts[path].place.line
            if here not in now:
                if node in self._moved:
                    yield Conflict(path, line, node, "deleted", before.get(node))
                continue
            if any(
                self._said[0].get(one) != self._said[1].get(self._there.get(one, ""))
                for one in nodes_of(before[node])
            ):
                yield Conflict(path, line, here, "changed", before[node], now[here])
            for one in walk_blocks(inner_blocks(now[here]).values()):
                if node_of(one) and node_of(one) not in old:
                    yield Conflict(path, line, node_of(one), "added", None, one)


def _blocks(program: Program) -> list[Block]:
    return [block for entry in program.entries for block in entry_blocks(entry)]


def _operations(program: Program, pairing: EntryPairing) -> Iterator[MergeOperation]:
    """What becomes of the statements that stand where they stood, none of them being built."""
    for path, statement in statement_paths(program).items():
        known = pairing.in_place.get(id(statement))
        if known is not None:
            kind: OperationKind = "noop" if pairing.is_same(statement) else "update"
            yield MergeOperation(kind, path, node_of(known), statement)
