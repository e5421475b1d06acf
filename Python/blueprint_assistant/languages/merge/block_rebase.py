"""Puts the statements of a program where a graph that has changed since has them. Part of `program_rebase`.

What the program repeats goes where the graph has moved it to; what it puts in stays before what it stood
before, as union has it (BC-083). Comment boxes are no blocks here: the flow runs through them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from blueprint_assistant.languages.ast.blocks import (
    entry_ways,
    inner_blocks,
    parts_of,
    with_blocks,
    with_entry_blocks,
)
from blueprint_assistant.languages.ast.statement_paths import statement_paths
from blueprint_assistant.languages.ast.syntax_tree import (
    Identifier,
    Let,
    Program,
    Region,
)
from blueprint_assistant.languages.merge.statement_keys import ENDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Statement

__all__ = ["Arranged", "BlockRows", "Fates", "arrange", "node_of"]

BlockPlace = tuple[str, str]
"""A block: the node that leads into it and by which way."""


@dataclass(frozen=True, slots=True)
class Fates:
    """What each statement of a program is in the base: by path, the nodes by their names there."""

    known: Mapping[str, str]
    """Those that are nodes of the base, repeated or changed."""
    repeated: frozenset[str]
    """Those that are there and stand for no node, as an end."""
    dropped: frozenset[str]
    """Those that are left out."""
    entries: Mapping[int, Entry]
    """The entry of the base by the `id` of the program's."""
    there: Mapping[str, str]
    """What each node of the base is called now; those that are gone are missing."""
    removed: frozenset[str] = frozenset()
    """The nodes of the graph that the program takes out, by their names now."""
    is_update: bool = False
    """Whether only what the program names is wanted: no other entry, and no floating block of the graph."""


@dataclass(frozen=True, slots=True)
class Arranged:
    """The program as the graph is now. `paths` leads from the new paths to those of the program."""

    program: Program
    paths: Mapping[str, str]
    moved: tuple[Statement, ...]
    """The statements that have no place any more: what they stood between changed its order."""
    own: Mapping[str, str]
    """The nodes of the statements that only the graph has, by path."""


def node_of(statement: Statement | Entry) -> str:
    """The node that a statement stands for; empty for none."""
    return statement.origin.nodes[0] if statement.origin.nodes else ""


class BlockRows:
    """The blocks of a program that was told, their statements in rows, and where each node stands."""

    def __init__(self, program: Program) -> None:
        """Linear."""
        self.of: dict[BlockPlace, list[Statement]] = {}
        self.at: dict[str, tuple[BlockPlace, int]] = {}
        for entry in program.entries:
            for way, block in entry_ways(entry).items():
                self._add((node_of(entry), way), block)
        for number, block in enumerate(program.floating):
            self._add(("", str(number)), block)

    def _add(self, place: BlockPlace, block: Block) -> None:
        """Note a block and those in it."""
        row = self.of.setdefault(place, [])
        for statement in block:
            if isinstance(statement, Region):
                self._add(place, statement.block)
                continue
            row.append(statement)
            node = node_of(statement)
            if node:
                self.at[node] = place, len(row) - 1
                for way, inner in inner_blocks(statement).items():
                    self._add((node, way), inner)

    def outer(self, node: str, place: BlockPlace) -> str:
        """The statement of a block that is a node or has it in one of its blocks; empty for none."""
        while node in self.at and self.at[node][0] != place:
            node = self.at[node][0][0]
        return node if node in self.at else ""


def arrange(
    program: Program, base: Program, ours: Program, fates: Fates, instead: Mapping[str, Statement]
) -> Arranged:
    """The program with its statements where `ours`, which is what the graph says now, has them. Linear.

    `instead` are other statements for some of its paths; their blocks do not count.
    """
    return _Arranging(program, BlockRows(base), ours, fates, instead).arranged()


@dataclass
class _Placed:
    """What the program puts into one block: before which nodes, at the end, and how it ends."""

    before: dict[str, list[Statement]] = field(default_factory=dict)
    last: list[Statement] = field(default_factory=list)
    end: Statement | None = None


class _Arranging:
    def __init__(
        self, program: Program, base: BlockRows, ours: Program, fates: Fates, instead: Mapping[str, Statement]
    ) -> None:
        self._program, self._base, self._ours, self._fates = program, base, ours, fates
        self._instead = instead
        self._now = BlockRows(ours)
        self._paths = {id(part): path for path, part in statement_paths(program).items()}
        self._kept: dict[str, Statement] = {}
        self._placed: dict[BlockPlace, _Placed] = {}
        self._moved: list[Statement] = []
        self._old: dict[int, str] = dict(self._paths)
        self._own: dict[int, str] = {}
        self._anchored: set[BlockPlace] = set()
        self._made: list[Statement] = []  # kept, so that the `id` of a statement stays its own
        self._used = self._names_of_new()

    def arranged(self) -> Arranged:
        known = {node_of(entry): entry for entry in self._ours.entries}
        heads: dict[str, Entry] = {}
        new: list[Entry] = []
        for entry in self._program.entries:
            there = self._fates.entries.get(id(entry))
            if there is None:
                new.append(entry)
                continue
            node = self._fates.there.get(node_of(there), "")
            if node in known:
                heads[node] = entry
                for way, block in entry_ways(entry).items():
                    self._anchor(block, (node, way), (node_of(there), way))
        loose = [block for block in self._program.floating if not self._anchor_loose(block)]
        entries = [self._entry(heads[node], known[node]) for node in heads]
        if self._fates.is_update:
            return self._told(Program((*entries, *new)))
        others = {node: entry for node, entry in known.items() if node not in heads}
        entries += [self._entry(replace(entry, box=""), entry) for entry in others.values()]
        kept = [entry for entry in entries if entry.body or entry.arms]
        floating = [self._block(block, ("", str(at))) for at, block in enumerate(self._ours.floating)]
        return self._told(Program((*kept, *new), (*filter(None, floating), *loose)))

    def _told(self, made: Program) -> Arranged:
        parts = statement_paths(made)
        paths = {path: self._old.get(id(part), "") for path, part in parts.items()}
        own = {path: self._own[id(part)] for path, part in parts.items() if id(part) in self._own}
        return Arranged(made, paths, tuple(self._moved), own)

    # --- where each statement goes -----------------------------------------------------------

    def _anchor(self, block: Block, place: BlockPlace, was: BlockPlace) -> None:
        """Say for each statement of a block of the program what it stands before; `was` is it in the base."""
        placed = self._placed.setdefault(place, _Placed())
        self._anchored.add(place)
        run: list[Statement] = []
        left = ""
        passed = 0
        row = self._base.of.get(was, [])
        for statement in self._level(block):
            path = self._paths[id(statement)]
            node = self._fates.known.get(path, "")
            if not node:
                if path in self._fates.repeated:
                    placed.end = statement if isinstance(statement, ENDS) else None
                elif path not in self._fates.dropped:
                    run.append(statement)
                continue
            if self._is_value_again(statement, node):
                run.append(statement)
                continue
            stood, at = self._base.at.get(node, (None, 0))
            self._put(run, place, node, left, row[passed:at] if stood == was else ())
            passed = at + 1 if stood == was else passed
            run = []
            now = self._fates.there.get(node, "")
            left = now if now in self._now.at else left
            if path not in self._fates.dropped:
                self._kept[now] = statement
                for way, inner in inner_blocks(statement).items():
                    self._anchor(inner, (now, way), (node, way))
        self._put(run, place, "", left, row[passed:])

    def _anchor_loose(self, block: Block) -> bool:
        """The same for a block that no entry leads to; whether any of it is there."""
        for statement in self._level(block):
            node = self._fates.there.get(self._fates.known.get(self._paths[id(statement)], ""), "")
            if node in self._now.at:
                self._anchor(block, self._now.at[node][0], ("", ""))
                return True
        return all(self._paths[id(one)] in self._fates.dropped for one in self._level(block))

    def _level(self, block: Block) -> Iterator[Statement]:
        """The statements of a block, those in comment boxes that are there in the place of the boxes."""
        for statement in block:
            if isinstance(statement, Region) and self._has_known(statement):
                yield from self._level(statement.block)
            else:
                yield statement

    def _has_known(self, region: Region) -> bool:
        paths = [self._paths[id(region)], *(self._paths[id(one)] for one in region.block)]
        known = self._fates.known.keys() | self._fates.repeated | self._fates.dropped
        return any(path in known for path in paths)

    def _next(self, node: str, place: BlockPlace) -> str:
        """The first statement from a node of the base on that stands in the block now, or in one of it."""
        if node not in self._base.at:
            return self._now.outer(self._fates.there.get(node, ""), place)
        row, at = self._base.at[node]
        for statement in self._base.of[row][at:]:
            now = self._now.outer(self._fates.there.get(node_of(statement), ""), place)
            if now:
                return now
        return ""

    def _put(
        self, run: list[Statement], place: BlockPlace, node: str, left: str, between: Sequence[Statement] = ()
    ) -> None:
        """Let what is new stand before a node of the base, behind `left`; without the former at the end.

        Where the program takes out what stood `between` both, it stands in the place of that.
        """
        if not run:
            return
        names = (self._fates.there.get(node_of(one), "") for one in between)
        taken_out = (name for name in names if name in self._fates.removed)
        instead = next(
            (name for name in taken_out if name in self._now.at and self._now.at[name][0] == place), ""
        )
        if instead:
            self._placed.setdefault(place, _Placed()).before.setdefault(instead, []).extend(run)
            return
        beside = self._now.at[left][0] if left else place
        if beside != place and self._now.outer(self._fates.there.get(node, ""), beside):
            place = beside  # both that it stands between were put there
        before, behind = self._next(node, place), self._now.outer(left, place)
        placed = self._placed.setdefault(place, _Placed())
        if before and behind and self._now.at[behind][1] >= self._now.at[before][1]:
            self._moved.extend(run)
        elif before:
            placed.before.setdefault(before, []).extend(run)
        else:
            placed.last.extend(run)

    def _is_value_again(self, statement: Statement, node: str) -> bool:
        """Whether a value has no statement of its own any more, and is named by what is new."""
        now = self._fates.there.get(node, "")
        is_loose = isinstance(statement, Let) and now not in self._now.at
        return is_loose and bool(now) and statement.name.lower() in self._used  # type: ignore[union-attr]

    def _names_of_new(self) -> set[str]:
        """The names that statements use which are not in the base."""
        old = self._fates.known.keys() | self._fates.repeated | self._fates.dropped
        new = tuple(part for path, part in statement_paths(self._program).items() if path not in old)
        return {part.name.lower() for part in parts_of(new) if isinstance(part, Identifier)}

    # --- the program anew --------------------------------------------------------------------

    def _entry(self, head: Entry, ours: Entry) -> Entry:
        node = node_of(ours)
        blocks = {way: self._block(block, (node, way)) for way, block in self._ways(ours, head, node)}
        return with_entry_blocks(head, blocks, ours)

    def _ways(self, ours: Entry, head: Entry, node: str) -> Iterator[tuple[str, Block]]:
        there = entry_ways(ours)
        for way in dict.fromkeys((*there, *entry_ways(head))):
            if way in there or (node, way) in self._placed:
                yield way, there.get(way, ())

    def _block(self, block: Block, place: BlockPlace, *, is_inner: bool = False) -> Block:
        """What the program says of a block that is there."""
        placed = self._placed.get(place) or _Placed()
        made: list[Statement] = []
        for statement in block:
            if isinstance(statement, Region):
                inner = self._block(statement.block, place, is_inner=True)
                made += [replace(statement, block=inner)] if inner else []
                continue
            node = node_of(statement)
            if not node and isinstance(statement, ENDS) and place in self._anchored:
                continue  # how the block ends is what the program says
            made += placed.before.get(node, []) if node else []
            made += self._statement(statement, node)
        if not is_inner:
            at = len(made) - 1 if made and isinstance(made[-1], ENDS) else len(made)
            made[at:at] = placed.last
            if placed.end is not None and block and type(block[-1]) is type(placed.end):
                made.append(placed.end)
        self._made += made
        return tuple(made)

    def _statement(self, there: Statement, node: str) -> list[Statement]:
        if node and node in self._fates.removed:
            return []
        said = self._kept.get(node) if node else None
        ways = dict.fromkeys((*inner_blocks(there), *(() if said is None else inner_blocks(said))))
        mine = inner_blocks(there)
        blocks = {way: self._block(mine.get(way, ()), (node, way)) for way in ways}
        if said is None and not any(blocks.values()) and not self._fates.is_update:
            return []
        shape = there if said is None or type(said) is not type(there) else said
        if said is not None:
            shape = self._instead.get(self._paths[id(said)], shape)
        made = with_blocks(shape, blocks, there)
        if said is not None:
            self._old[id(made)] = self._paths[id(said)]
        else:
            self._old.pop(id(made), None)
            if node:
                self._own[id(made)] = node
        self._made.append(made)
        return [made]
