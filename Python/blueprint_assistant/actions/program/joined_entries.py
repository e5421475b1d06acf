"""Entries of a program whose flows lead into each other, in the words in which they will be read.

Outside uses joined_entries. A graph is told with a shared flow in one of its entries and jumps in the others;
which one that is does not depend on where a program has it, so they can only be told together.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from blueprint_assistant.actions.program.canonical_program import emptied
from blueprint_assistant.actions.program.plan_emitter import PlanEmitter
from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.languages.ast.alignment import names_of
from blueprint_assistant.languages.ast.blocks import entry_blocks, map_blocks, map_entry, walk_blocks
from blueprint_assistant.languages.ast.statement_paths import statement_paths
from blueprint_assistant.languages.ast.syntax_tree import Goto, Program
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.merge.block_rebase import node_of
from blueprint_assistant.languages.merge.program_plan import plan_program
from blueprint_assistant.languages.merge.statement_keys import GraphContext, names_getter

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from blueprint_assistant.graph.model.blueprint import Pin
    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Place

__all__ = ["joined_entries"]


def joined_entries(
    entries: Sequence[Entry], ground: GraphContext, text_of: Callable[[Pin, str], str]
) -> dict[int, Entry]:
    """The entries that jump into others or are jumped into, as they are told together, by their `id`.

    Raises ProgramError for what cannot be built.
    """
    joined = _joined(entries)
    if not joined:
        return {}
    empty = emptied(ground.graph)
    owner = ground.owner.with_graph(empty)
    draft, program = PlanDraft(owner, ground.catalog), Program(tuple(joined))
    builder = PlanEmitter(draft, owner, empty, text_of=text_of, prefix="joined ")
    plan = plan_program(program, GraphContext(empty, owner, ground.catalog), builder)
    parts = statement_paths(program)
    places = {draft.name_of(key): parts[path].place for path, key in plan.nodes.items() if path in parts}
    is_once = any(map(names_getter, parts.values()))
    told = decompile(draft.graph(empty.name), owner, ground.catalog, is_once=is_once)
    known = {node_of(entry): entry for entry in told.entries}
    keys = {id(entry): plan.entries.get((entry.owner.lower(), entry.name.lower()), "") for entry in joined}
    found = {id(entry): known.get(draft.name_of(keys[id(entry)])) for entry in joined if keys[id(entry)]}
    if len(found) < len(joined) or None in found.values():
        return {}
    return {id(entry): _as_told(entry, found[id(entry)] or entry, places) for entry in joined}


def _joined(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that share a flow with another one, in their order."""
    homes: dict[str, int] = {}
    jumps: list[tuple[int, str]] = []
    for number, entry in enumerate(entries):
        for one in walk_blocks(entry_blocks(entry)):
            homes |= {name.lower(): number for name in (one.label, *names_of(one)) if name}
            if isinstance(one, Goto):
                jumps.append((number, one.to.lower()))
    found = {at for number, to in jumps if (home := homes.get(to, number)) != number for at in (number, home)}
    return [entry for number, entry in enumerate(entries) if number in found]


def _as_told(entry: Entry, told: Entry, places: Mapping[str, Place]) -> Entry:
    made = map_entry(told, partial(_placed, places=places))
    return replace(entry, parameters=told.parameters, body=made.body, arms=made.arms)


def _placed(block: Block, places: Mapping[str, Place]) -> Block:
    """A block with its statements at the places where they are written."""
    return tuple(
        replace(map_blocks(one, partial(_placed, places=places)), place=places.get(node_of(one), one.place))
        for one in block
    )
