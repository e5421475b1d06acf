"""Lets the entries of a graph become what a program says of them (mode `update`). Outside: `program_plan`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.blocks import all_blocks, entry_blocks, parts_of
from blueprint_assistant.languages.ast.syntax_tree import Identifier, Member, StringLiteral
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.merge.block_rebase import node_of
from blueprint_assistant.languages.merge.entry_replacement import ReplacementLowering

if TYPE_CHECKING:
    from collections.abc import Collection

    from blueprint_assistant.languages.ast.syntax_tree import Entry, Program
    from blueprint_assistant.languages.lower.emitter import RemovingEmitter
    from blueprint_assistant.languages.merge.graph_context import Identities
    from blueprint_assistant.languages.merge.merge_report import MergeReport
    from blueprint_assistant.languages.merge.statement_keys import GraphContext

__all__ = ["UpdateLowering"]

_ONLY_FOR_STATEMENTS: Final = frozenset({"event", "component_event", "input"})
"""The kinds of entries that are there for what runs behind them, and for nothing else."""


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
        self._emptied: set[str] = set()
        """The nodes of the entries that go when nothing of them is left."""
        self._named: frozenset[str] = frozenset()

    def merge(self, new: Program) -> MergeReport:
        """Work all of `new` into the graph. Raises ProgramError."""
        self._named = _names_in(new)
        return super().merge(new)

    def _entry_node(self, entry: Entry) -> str:
        # An entry with nothing in it is one that is not there: it goes with its last statement.
        is_left_out = entry.kind in _ONLY_FOR_STATEMENTS and not any(entry_blocks(entry))
        return "" if is_left_out else super()._entry_node(entry)

    def _merge_entry(self, known: Entry, entry: Entry) -> None:
        if id(entry) not in self._added_to:
            if any(entry_blocks(known)) and not any(entry_blocks(entry)) and self._may_go(known):
                self._emptied.add(node_of(known))
            super()._merge_entry(known, entry)
            return
        self._reusing.replaces = False
        self._reusing.way_out = f"read_graph first: what you were shown of {known.name} can be changed."
        self._add_to(known, entry)

    def _may_go(self, known: Entry) -> bool:
        """Whether an entry means nothing without statements: nobody calls a custom event or names it."""
        if known.kind in _ONLY_FOR_STATEMENTS:
            return True
        if known.kind != "custom_event" or known.name.lower() in self._named:
            return False
        ground = self._ground
        others = (graph for graph in ground.owner.graphs if graph.name != ground.graph.name)
        told = (decompile(graph, ground.owner, ground.catalog) for graph in others)
        beside = tuple(entry for entry in self._existing.entries if entry is not known)
        here = replace(self._existing, entries=beside)
        return not any(known.name.lower() in _names_in(program) for program in (here, *told))

    def _clear(self, known: Entry, key: str) -> None:
        super()._clear(known, key)
        leads = any(source.node == key for source, _ in self._reusing.wires)
        if key in self._emptied and not leads:
            self._take_out((key,))


def _names_in(program: Program) -> frozenset[str]:
    """What the statements of a program name, in small letters: what they call, use, or say in texts."""
    found: set[str] = set()
    for part in parts_of(tuple(all_blocks(program))):
        match part:
            case Identifier(name) | Member(_, name):
                found.add(name.lower())
            case StringLiteral(text):
                found.add(text.lower())
            case _:
                pass
    return frozenset(found)
