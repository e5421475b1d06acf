"""Lets the entries of a graph become what a program says of them (mode `update`). Outside: `program_plan`.

Three ways meet: what the writer was shown of an entry, the entry as it is now, and the program. What was
shown and is not in the program goes; what was never shown and what the user has changed meanwhile stays;
what both did differently is a conflict.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from blueprint_assistant.languages.ast.blocks import entry_blocks, inner_blocks, nodes_of, walk_blocks
from blueprint_assistant.languages.ast.paths import roots
from blueprint_assistant.languages.ast.statement_paths import statement_paths
from blueprint_assistant.languages.ast.syntax_tree import Program
from blueprint_assistant.languages.merge.block_rebase import node_of
from blueprint_assistant.languages.merge.entry_replacement import ReplacementLowering
from blueprint_assistant.languages.merge.graph_context import Identities
from blueprint_assistant.languages.merge.merge_report import MergeOperation
from blueprint_assistant.languages.merge.node_changes import same_nodes
from blueprint_assistant.languages.merge.program_rebase import Conflict, Rebased, Rebasing, Still, entries_of
from blueprint_assistant.languages.merge.replaced_entries import EntryChanges
from blueprint_assistant.languages.merge.union_merge import UnionLowering

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Statement
    from blueprint_assistant.languages.lower.emitter import RemovingEmitter
    from blueprint_assistant.languages.merge.block_rebase import Arranged, Fates
    from blueprint_assistant.languages.merge.statement_keys import GraphContext

__all__ = ["UpdateLowering", "rebase_updating"]


class UpdateLowering(ReplacementLowering):
    """Writes entries anew, and only adds to those of which nothing was shown."""

    def __init__(
        self,
        ground: GraphContext,
        builder: RemovingEmitter,
        identities: Identities | None,
        added_to: Collection[int],
    ) -> None:
        """Nothing is merged yet. `added_to` are entries of the program by their `id`."""
        super().__init__(ground, builder, identities)
        self._added_to = added_to

    def _merge_entry(self, known: Entry, entry: Entry) -> None:
        if id(entry) not in self._added_to:
            super()._merge_entry(known, entry)
            return
        self._reusing.replaces = False
        UnionLowering._merge_entry(self, known, entry)


def rebase_updating(
    program: Program, base: GraphContext | None, ours: GraphContext, shown: Collection[str] | None
) -> Rebased:
    """What a program means on `ours` whose writer was shown the nodes `shown` of `base`; None: all of them.

    Without a base nothing was shown.
    """
    if base is None:
        return Rebased(program, Identities(), added_to=frozenset(map(id, program.entries)))
    pairing = _Pairing(base)
    pairing.merge(program)
    return _Updating(program, base, ours, pairing, shown).updated()


class _Pairing(ReplacementLowering):
    """Says which statement of a program is which of the graph that its writer knows, and builds nothing."""

    def __init__(self, base: GraphContext) -> None:
        super().__init__(base, Still(base.graph))
        self.entries: dict[int, Entry] = {}
        """The entry that is there by the `id` of the program's."""
        self.in_place: dict[int, Statement] = {}
        """Statements that stand where they stood, changed or not, by the `id` of the program's."""
        self.moved: dict[int, Statement] = {}
        """Statements that say the same elsewhere, likewise."""

    def is_same(self, statement: Statement) -> bool:
        """Whether a statement in its place says what it said."""
        return self._keys[id(statement)] == self._keys[id(self.in_place[id(statement)])]

    def _merge_entry(self, known: Entry, entry: Entry) -> None:
        self.entries[id(entry)] = known
        for one in (known, entry):
            self._know(one, entry_blocks(one))
        mine = {arm.pin.lower(): arm.block for arm in known.arms}
        for arm in entry.arms:
            self._pair(mine.get(arm.pin.lower(), ()), arm.block)
        self._pair(known.body, entry.body)
        self.in_place |= self._kept_as
        taken = {id(one) for one in self._kept_as.values()}
        left = [one for one in walk_blocks(entry_blocks(known)) if id(one) not in taken and node_of(one)]
        for statement in walk_blocks(entry_blocks(entry)):
            key = self._keys[id(statement)]
            there = next((one for one in left if self._keys[id(one)] == key), None)
            if id(statement) not in self._kept_as and there is not None:
                self.moved[id(statement)] = there
                left.remove(there)

    def _build_entry(self, entry: Entry, key: str) -> None:
        """Nothing."""

    def _merge_floating(self, blocks: tuple[Block, ...]) -> None:
        """Nothing."""

    def _finish_jumps(self) -> None:
        """Nothing."""

    def _entry_node(self, entry: Entry) -> str:
        del entry
        return ""

    def _name_entry(self, entry: Entry, key: str) -> None:
        if key:
            super()._name_entry(entry, key)


@dataclass(frozen=True, slots=True)
class _Pair:
    """An entry of a program, what its writer knows of it, and what is there now; None for nothing."""

    root: str
    entry: Entry
    old: Entry | None
    now: Entry | None


class _Updating:
    """One program brought from what its writer knows to the graph as it is."""

    def __init__(
        self,
        program: Program,
        base: GraphContext,
        ours: GraphContext,
        pairing: _Pairing,
        shown: Collection[str] | None,
    ) -> None:
        self._program, self._base, self._ours, self._pairing = program, base, ours, pairing
        self._shown = None if shown is None else frozenset(shown)
        self._there = same_nodes(base.graph, ours.graph)
        self._changes = EntryChanges(base, ours)
        now = entries_of(program, ours)
        self._pairs = [
            _Pair(root, entry, pairing.entries.get(id(entry)), now.get(id(entry)))
            for root, entry in roots(program)
        ]

    def updated(self) -> Rebased:
        again = [pair for pair in self._pairs if self._is_lost(pair)]
        unseen = [pair for pair in self._pairs if pair in again or not self._is_known(pair)]
        seen = [pair for pair in self._pairs if pair not in unseen]
        changed = [pair for pair in seen if not self._is_as_shown(pair)]
        if changed and not any(map(self._says_something_new, self._pairs)):
            unseen, changed = self._pairs, []
        added_to = frozenset(id(pair.entry) for pair in unseen)
        names = tuple(pair.entry.name for pair in again)
        if not changed:
            return Rebased(self._program, Identities(), again=names, is_merged=bool(again), added_to=added_to)
        rebasing = _EntryRebasing(self._base, self._ours, changed, self._pairing, self._removed(changed))
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
        """Whether nothing of what an entry repeats is there any more."""
        statements = walk_blocks(entry_blocks(pair.entry))
        placed = self._pairing.in_place
        nodes = [node_of(placed[id(one)]) for one in statements if id(one) in placed]
        return any(nodes) and not any(node in self._there for node in nodes)

    def _is_as_shown(self, pair: _Pair) -> bool:
        """Whether all of an entry was shown, and is so still."""
        if self._changes.of(pair.entry, pair.old, pair.now):
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
        instead = {root: entry for root, entry in roots(made.program)}
        entries = tuple(
            instead.get(pair.root, pair.entry) if pair in changed else pair.entry for pair in self._pairs
        )
        program = replace(self._program, entries=entries)
        own = tuple(f"{pair.root}/" for pair in changed)
        paths = {path: path for path in statement_paths(program) if not path.startswith(own)}
        return replace(made, program=program, paths={**paths, **(made.paths or {})})


class _EntryRebasing(Rebasing):
    """The entries that are not as they were shown, brought to what they are now."""

    def __init__(
        self,
        base: GraphContext,
        ours: GraphContext,
        pairs: Sequence[_Pair],
        pairing: _Pairing,
        removed: Mapping[str, _Pair],
    ) -> None:
        program = Program(tuple(pair.entry for pair in pairs))
        known = {id(pair.entry): pair.old for pair in pairs if pair.old is not None}
        super().__init__(program, base, ours, [*_operations(program, pairing)], known)
        self._removed = removed
        self._moved = {node_of(one): path for path, one in self._paths_of(pairing.moved)}

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

    def _fates(self) -> Fates:
        gone = (self._there.get(node, "") for node in self._removed)
        return replace(super()._fates(), removed=frozenset(filter(None, gone)), is_update=True)

    def _taken_out(self) -> Iterator[Conflict]:
        """What the program takes out or moves though the user has changed it, or has put something into it."""
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


def _operations(program: Program, pairing: _Pairing) -> Iterator[MergeOperation]:
    """What becomes of the statements that stand where they stood, none of them being built."""
    for path, statement in statement_paths(program).items():
        known = pairing.in_place.get(id(statement))
        if known is not None:
            kind = "noop" if pairing.is_same(statement) else "update"  # type: ignore[arg-type]
            yield MergeOperation(kind, path, node_of(known), statement)  # type: ignore[arg-type]
