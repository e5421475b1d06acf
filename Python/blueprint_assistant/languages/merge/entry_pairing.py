"""Says which statement of a program is which of the graph that its writer knows. Part of `entry_rebase`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.languages.ast.blocks import entry_blocks, inner_blocks, walk_blocks
from blueprint_assistant.languages.merge.block_rebase import node_of
from blueprint_assistant.languages.merge.entry_replacement import ReplacementLowering
from blueprint_assistant.languages.merge.program_rebase import NothingBuilt, Still

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Program, Statement
    from blueprint_assistant.languages.merge.statement_keys import GraphContext

__all__ = ["EntryPairing", "paired"]


def paired(program: Program, ground: GraphContext) -> EntryPairing:
    """A program beside a graph: which entries and statements are which. Raises ProgramError."""
    pairing = EntryPairing(ground)
    pairing.merge(program)
    return pairing


class EntryPairing(NothingBuilt, ReplacementLowering):
    """Pairs the statements of a program with those of a graph of the past, and builds nothing."""

    def __init__(self, base: GraphContext) -> None:
        """Nothing is paired before `merge`."""
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

    def is_all_the_same(self, statement: Statement) -> bool:
        """Whether it does so with all that stands in its blocks."""
        mine = [*walk_blocks(inner_blocks(statement).values())]
        theirs = [*walk_blocks(inner_blocks(self.in_place[id(statement)]).values())]
        parts = (statement, *mine)
        return len(mine) == len(theirs) and all(
            id(one) in self.in_place and self.is_same(one) for one in parts
        )

    def _merge_entry(self, known: Entry, entry: Entry) -> None:
        self.entries[id(entry)] = known
        for one in (known, entry):
            self._know(one, entry_blocks(one))
        self._pair_in_place(known, entry)
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
