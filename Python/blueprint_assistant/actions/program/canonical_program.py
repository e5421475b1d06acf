"""An entry of a program in the words in which it will be read. Outside uses canonical_entry.

So that a program is found again in a graph however it spells its statements: defaults that it writes
out, pins by place or by name, Python's words.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from blueprint_assistant.actions.program.plan_emitter import PlanEmitter
from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.languages.ast.blocks import map_blocks, map_entry
from blueprint_assistant.languages.ast.paths import walk_statements
from blueprint_assistant.languages.ast.statement_paths import statement_paths
from blueprint_assistant.languages.ast.syntax_tree import Goto, Let, Program
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.lower.emitter import ProgramError
from blueprint_assistant.languages.lower.entry_lowering import UnknownLabelError
from blueprint_assistant.languages.lower.lowering import lower_program
from blueprint_assistant.languages.merge.statement_keys import names_getter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from blueprint_assistant.graph.model.blueprint import Graph, Pin
    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Statement
    from blueprint_assistant.languages.merge.statement_keys import GraphContext

__all__ = ["canonical_entry", "emptied"]

_KEPT = ("K2Node_CustomEvent", "K2Node_FunctionEntry", "K2Node_FunctionResult")


def canonical_entry(entry: Entry, ground: GraphContext, text_of: Callable[[Pin, str], str]) -> Entry:
    """The entry as it would be told, with the places of its own statements. Raises ProgramError.

    Builds it on a draft without the graph's other nodes; custom events stay, since it may call them.
    """
    empty = emptied(ground.graph)
    graphs = tuple(empty if graph.name == empty.name else graph for graph in ground.owner.graphs)
    owner = replace(ground.owner, graphs=graphs)
    draft = PlanDraft(owner, ground.catalog)
    builder = PlanEmitter(draft, owner, empty, text_of=text_of)
    try:
        lower_program(Program((entry,)), ground.owner, ground.catalog, builder)
    except ProgramError as error:
        if isinstance(error.error, UnknownLabelError):
            return entry  # the label may stand in another entry of the program: who plans all knows
        raise
    is_once = any(names_getter(one) for one in statement_paths(Program((entry,))).values())
    told = decompile(draft.graph(empty.name), ground.owner, ground.catalog, is_once=is_once)
    made = [item for item in told.entries if item.body or item.arms]
    if len(made) != 1:
        return entry
    kept = replace(entry, parameters=made[0].parameters, body=made[0].body, arms=made[0].arms)
    written = list(_statements(entry))
    if len(written) != sum(1 for _ in _statements(kept)):
        return entry if any(statement.label for statement in written) else kept
    own = _Written(zip(_statements(kept), written, strict=True))
    return map_entry(kept, partial(_placed, written=own))


class _Written:
    """The statements of the written entry by those that are told: their places, and their own labels."""

    def __init__(self, pairs: Iterable[tuple[Statement, Statement]]) -> None:
        self.of: dict[int, Statement] = {}
        self.labels: dict[str, str] = {}
        for told, written in pairs:
            self.of[id(told)] = written
            if told.label and written.label:
                self.labels[told.label.lower()] = written.label


def emptied(graph: Graph) -> Graph:
    """The graph with what stays there whatever a program says, and nothing else."""
    return replace(graph, nodes=tuple(node for node in graph.nodes if node.class_name in _KEPT), links=())


def _statements(entry: Entry) -> Iterator[Statement]:
    """The statements of an entry in the order in which they are written, names of values left out."""
    return (one for _, one in walk_statements(Program((entry,))) if not isinstance(one, Let))


def _placed(block: Block, written: _Written) -> Block:
    """The block with the places and labels that its statements have where they are written."""
    return tuple(_placed_statement(statement, written) for statement in block)


def _placed_statement(statement: Statement, written: _Written) -> Statement:
    made = map_blocks(statement, partial(_placed, written=written))
    own = written.of.get(id(statement))
    if own is not None:
        made = replace(made, place=own.place, label=own.label)
    return replace(made, to=written.labels.get(made.to.lower(), made.to)) if isinstance(made, Goto) else made
