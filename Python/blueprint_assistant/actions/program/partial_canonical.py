"""An entry of a program in the words of the reading, when it repeats what a graph says and adds to it.

Outside uses Repeated. What is there already need not be built to be found again: nodes of plugins and
assets that are not here stay what they are, and only what is new has to be right.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.actions.program.canonical_program import canonical_entry
from blueprint_assistant.actions.program.plan_emitter import PlanEmitter
from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.errors import GraphError
from blueprint_assistant.languages.ast.blocks import inner_blocks, map_entry, with_blocks
from blueprint_assistant.languages.ast.paths import roots, walk_statements
from blueprint_assistant.languages.ast.statement_paths import statement_paths
from blueprint_assistant.languages.ast.syntax_tree import Program, Region
from blueprint_assistant.languages.merge.block_rebase import node_of
from blueprint_assistant.languages.merge.program_plan import plan_program
from blueprint_assistant.languages.merge.program_rebase import compared, entries_of
from blueprint_assistant.languages.merge.statement_keys import GraphContext

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from blueprint_assistant.graph.model.blueprint import Graph, Pin
    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Place, Statement

__all__ = ["Repeated"]


class Repeated:
    """How much of each entry a graph says already, in the same words."""

    def __init__(self, entries: Sequence[Entry], ground: GraphContext) -> None:
        """Linear in the graph and the entries."""
        self._ground = ground
        self._count, self._whole = _repeated(entries, ground)

    def as_read(self, entry: Entry, text_of: Callable[[Pin, str], str]) -> Entry:
        """The entry in the words of the reading, with its own places. Raises ProgramError.

        An entry that only repeats the graph, or all that the graph says of it, is returned as it is.
        """
        known = self._count[id(entry)]
        if known == _size(entry) or known >= self._whole.get(id(entry), known + 1):
            return entry
        told: Entry | None = None
        try:
            told = canonical_entry(entry, self._ground, text_of)
        except GraphError:
            if not known:
                raise
        if told is not None and (not known or _repeated((told,), self._ground)[0][id(told)] >= known):
            return told
        try:
            return _told_beside(entry, self._ground, text_of)
        except GraphError:
            if told is None:
                raise
        return told  # it cannot stand beside what is there, but may take its place


def _size(entry: Entry) -> int:
    return sum(1 for _ in walk_statements(Program((entry,))))


def _repeated(entries: Sequence[Entry], ground: GraphContext) -> tuple[Counter[int], dict[int, int]]:
    """How many statements of each entry are there, and how many there are of it, by its `id`."""
    program = Program(tuple(entries))
    counted: Counter[int] = Counter()
    try:
        operations, pairs = compared(program, ground)
    except GraphError:
        return counted, {}  # whoever plans it says why
    there = {operation.path for operation in operations if operation.kind == "noop"}
    for root, entry in roots(program):
        counted[id(entry)] = sum(path.startswith(f"{root}/") for path in there)
    return counted, {key: _size(entry) for key, entry in pairs.items()}


def _told_beside(entry: Entry, ground: GraphContext, text_of: Callable[[Pin, str], str]) -> Entry:
    """The entry as it is told when it is worked into the graph: without what only the graph says."""
    graph, program = ground.graph, Program((entry,))
    owner = ground.owner.with_graph(graph)
    draft = PlanDraft(owner, ground.catalog)
    builder = PlanEmitter(draft, owner, graph, text_of=text_of, prefix="beside ")
    plan = plan_program(program, ground, builder)
    after = draft.graph(graph.name)
    parts = statement_paths(program)
    there = {draft.name_of(key): parts[path].place for path, key in plan.nodes.items() if path in parts}
    told = entries_of(program, GraphContext(after, owner, ground.catalog)).get(id(entry))
    if told is None:
        return entry
    kept = _Kept(after, there)
    made = map_entry(told, kept.block)
    return replace(entry, parameters=told.parameters, body=made.body, arms=made.arms)


class _Kept:
    """Takes out of what is told the statements that the program does not have."""

    def __init__(self, graph: Graph, places: Mapping[str, Place]) -> None:
        self._graph, self._places = graph, places

    def block(self, block: Block) -> Block:
        made: list[Statement] = []
        for statement in block:
            if isinstance(statement, Region):
                inner = self.block(statement.block)
                made += [replace(statement, block=inner)] if inner else []
                continue
            node = node_of(statement)
            blocks = {way: self.block(inner) for way, inner in inner_blocks(statement).items()}
            if node in self._places or not self._is_step(node) or any(blocks.values()):
                at = self._places.get(node, statement.place)
                made.append(replace(with_blocks(statement, blocks, statement), place=at))
        return tuple(made)

    def _is_step(self, node: str) -> bool:
        """Whether a statement is a step of the flow: names of values and jumps are no steps."""
        return bool(node) and any(pin.is_exec for pin in self._graph.node(node).pins)
