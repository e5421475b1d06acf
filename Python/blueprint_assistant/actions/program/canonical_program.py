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
from blueprint_assistant.languages.ast.blocks import entry_ways, inner_blocks, map_blocks, map_entry
from blueprint_assistant.languages.ast.statement_paths import statement_paths
from blueprint_assistant.languages.ast.syntax_tree import Do, Goto, Let, Program, Switch
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
    owner = ground.owner.with_graph(empty)
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
    pairs = _paired(entry, kept)
    if pairs is None:
        return entry if any(statement.label for statement in _statements(entry)) else kept
    return map_entry(kept, partial(_placed, written=_Written(pairs)))


def _paired(entry: Entry, told: Entry) -> list[tuple[Statement, Statement]] | None:
    """The statements that are told, with those that are written; None where it is not certain which is which.

    A value may be told as a named call, at another place than the name that it is written with: named calls
    are paired where they are of the same functions.
    """
    ours, theirs = list(_statements(entry)), list(_statements(told))
    named = [[one for one in some if _is_named_call(one)] for some in (theirs, ours)]
    steps = [[one for one in some if not _is_named_call(one)] for some in (theirs, ours)]
    if len(steps[0]) != len(steps[1]):
        return None
    if [*map(_callee, named[0])] == [*map(_callee, named[1])]:
        return [*zip(*steps, strict=True), *zip(*named, strict=True)]
    return None if any(one.label for one in named[1]) else [*zip(*steps, strict=True)]


def _callee(statement: Statement) -> object:
    return statement.call.callee if isinstance(statement, Do) else None


def _is_named_call(statement: Statement) -> bool:
    return isinstance(statement, Do) and bool(statement.name) and not statement.arms


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
    """The statements of an entry, names of values left out, in an order that a text cannot choose.

    A program may have the cases of a Switch, and the arms of a node, in any order.
    """
    for _, block in sorted(entry_ways(entry).items()):
        yield from _in_order(block)


def _in_order(block: Block) -> Iterator[Statement]:
    for statement in block:
        if isinstance(statement, Let):
            continue
        yield statement
        ways = inner_blocks(statement)
        for key in sorted(ways) if isinstance(statement, Switch | Do) else ways:
            yield from _in_order(ways[key])


def _placed(block: Block, written: _Written) -> Block:
    """The block with the places and labels that its statements have where they are written."""
    return tuple(_placed_statement(statement, written) for statement in block)


def _placed_statement(statement: Statement, written: _Written) -> Statement:
    made = map_blocks(statement, partial(_placed, written=written))
    own = written.of.get(id(statement))
    if own is not None:
        made = replace(made, place=own.place, label=own.label)
    return replace(made, to=written.labels.get(made.to.lower(), made.to)) if isinstance(made, Goto) else made
