"""Drafts a program in the graphs that it is of, one after the other. Outside uses GraphDrafting.

Part of `code_plan`: the Blueprint has all members by now, and each entry its graph. Agent worker thread.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from blueprint_assistant.actions.manual.paste_plans import with_names
from blueprint_assistant.actions.names.project_lookup import find_graph
from blueprint_assistant.actions.nodes.menu_handles import node_menu
from blueprint_assistant.actions.placement.box_growth import with_grown_boxes
from blueprint_assistant.actions.placement.entry_box_steps import EntryBox, with_entry_boxes
from blueprint_assistant.actions.placement.inner_box_steps import inner_boxes, with_inner_boxes
from blueprint_assistant.actions.placement.new_places import with_places
from blueprint_assistant.actions.program.conflict_notes import conflict_faults
from blueprint_assistant.actions.program.interface_steps import with_interface_remedies
from blueprint_assistant.actions.program.new_events import add_new_events
from blueprint_assistant.actions.program.plan_emitter import PlanEmitter
from blueprint_assistant.actions.program.program_checks import program_faults
from blueprint_assistant.actions.program.program_hints import CodeHints
from blueprint_assistant.actions.program.statement_faults import (
    faults_of,
    first_at_each_place,
    not_written,
)
from blueprint_assistant.actions.program.told_entries import told_entries
from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.editor.plan.edit_plan import AddNodeStep
from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.blueprint_interfaces import is_interface
from blueprint_assistant.graph.kinds.node_factory import is_ghost
from blueprint_assistant.languages.ast.syntax_tree import Program, Return
from blueprint_assistant.languages.decompile.statement_boxes import boxed_places, unboxed
from blueprint_assistant.languages.lower.scope import Output
from blueprint_assistant.languages.meaning.late_reads import late_reads
from blueprint_assistant.languages.meaning.warnings import warnings_of
from blueprint_assistant.languages.merge.program_plan import PlanOptions, plan_program
from blueprint_assistant.languages.merge.program_rebase import MergeConflictError
from blueprint_assistant.languages.merge.statement_keys import GraphContext

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.program.plan_values import CodeRequest, GraphPlan
    from blueprint_assistant.actions.program.statement_faults import CodeFault
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Pin
    from blueprint_assistant.languages.ast.syntax_tree import Entry
    from blueprint_assistant.languages.merge.program_plan import ProgramPlan

__all__ = ["GraphDrafting"]

_EVENT_GRAPH = "EventGraph"
_ENDS = ("K2Node_FunctionEntry", "K2Node_FunctionResult")


class GraphDrafting:
    """One draft of all graphs of a program."""

    def __init__(  # noqa: PLR0913 - all that a program is written with
        self,
        context: ActionContext,
        owner: Blueprint,
        catalog: Catalog,
        order: CodeRequest,
        *,
        live: Blueprint,
        text_of: Callable[[Pin, str], str],
    ) -> None:
        """Nothing is drafted yet. `live` is the Blueprint without the members that the program makes."""
        self._context, self._order, self._text_of = context, order, text_of
        self._owner, self._catalog, self._live = owner, catalog, live
        self._draft = PlanDraft(owner, catalog)
        self._known = owner
        self._faults: list[CodeFault] = []
        self._cause: GraphError | None = None

    def draft(self, groups: Mapping[str, GraphPlan], found: Iterable[CodeFault]) -> tuple[GraphPlan, ...]:
        """Draft all graphs, their custom events first: others may call them. Raises NotWrittenError.

        `found` are faults that are known.
        """
        every = [entry for group in groups.values() for entry in group.entries]
        for group in groups.values():
            self._note(group, every)
        faults = add_new_events(self._context, self._owner, groups.values(), self._draft, self._text_of)
        if faults:
            raise not_written(faults, self._order.code)
        self._known = self._draft.blueprint
        parts = [(one.graph, one.entries) for one in groups.values()]
        adds = self._order.only_adds
        self._faults = [*found, *program_faults(parts, self._known, self._catalog, adds=adds)]
        for number, group in enumerate(groups.values()):
            self._work_in(group, f"g{number}")
        if self._faults:
            faults = first_at_each_place(self._faults)
            raise not_written(
                with_interface_remedies(self._context, faults), self._order.code
            ) from self._cause
        makes_room = self._context.editor.status().can_edit_graphs
        for group in groups.values():
            _place(group, self._owner, self._draft, makes_room=makes_room)
        return tuple(groups.values())

    def _note(self, group: GraphPlan, every: list[Entry]) -> None:
        """Say what does not do what it seems to, and take the comment boxes out of the program."""
        is_new = self._is_new(group)
        group.notes += warnings_of(group.entries, self._owner, self._catalog, are_new=is_new)
        group.notes += late_reads(group.entries, every, self._owner)
        group.boxes = (*boxed_places(group.entries),)
        group.entries = [*map(unboxed, group.entries)]

    def _is_new(self, group: GraphPlan) -> bool:
        """Whether the program makes the graph."""
        return self._live.find_graph(group.graph) is None

    def _work_in(self, group: GraphPlan, prefix: str) -> None:
        """Work the entries of one graph into it; what is wrong is kept."""
        graph = find_graph(self._known, group.graph)
        builder = PlanEmitter(self._draft, self._known, graph, text_of=self._text_of, prefix=prefix)
        has_body = any(entry.body not in ((), (Return(),)) for entry in group.entries)
        if self._is_new(group) and has_body and not is_interface(self._owner):
            graph = _without_return(graph, builder, self._draft)
        try:
            self._plan(group, GraphContext(graph, self._known, self._catalog), builder)
        except MergeConflictError as error:
            self._cause = error
            self._faults += conflict_faults(error)
        except GraphError as error:
            self._cause = error
            self._faults += faults_of(error)
        group.keys = list(dict.fromkeys([*group.keys, *builder.keys]))

    def _plan(self, group: GraphPlan, ground: GraphContext, builder: PlanEmitter) -> None:
        options = self._options(ground.graph)
        written = Program(tuple(group.entries), group.floating)
        hints = self._hints(written, ground)
        if not self._order.is_as_written:
            stays = hints.stays_as_written
            told = told_entries(
                written.entries, ground, self._text_of, base=options.base, stays_as_written=stays
            )
            group.entries = [*self._without_faults(told)]
        wanted = replace(written, entries=tuple(group.entries))
        group.plan = plan_program(wanted, ground, builder, hints.options(options, wanted))
        group.notes += _not_made(group.entries, group.plan)
        group.names = hints.names(wanted)
        group.unused_hints = hints.unused

    def _without_faults(self, told: Iterable[Entry | GraphError]) -> Iterator[Entry]:
        """The entries that can be built; what is wrong with the others is kept."""
        for entry in told:
            if isinstance(entry, GraphError):
                self._faults += faults_of(entry)
            else:
                yield entry

    def _options(self, graph: Graph) -> PlanOptions:
        """How the program is worked into a graph: what is said of nodes is said of those of `graph_name`."""
        order, live = self._order, self._live
        options = PlanOptions(order.options.mode)
        given = live.find_graph(order.graph_name or _EVENT_GRAPH)
        if given is None or graph.name == given.name:
            options = replace(order.options, plan_hash="")
        if not order.is_for_known:
            return options
        options = self._context.known.options_for(live, graph.name, options)
        is_as_known = options.mode == "update" and options.base == live.find_graph(graph.name)
        # With the pins that the program has just given a function.
        return replace(options, base=graph) if is_as_known and options.base is not None else options

    def _hints(self, written: Program, ground: GraphContext) -> CodeHints:
        """What the hints say of the program in one graph. Raises GraphError."""
        order = self._order
        graph = order.graph_name or _EVENT_GRAPH
        if not order.hints or ground.graph.name.lower() != graph.lower():
            return CodeHints(written)
        menu = node_menu(self._context, ground.owner)
        return CodeHints.of(written, order.code, order.hints, menu, ground.catalog)


def _not_made(entries: Iterable[Entry], plan: ProgramPlan) -> Iterator[str]:
    """What is to be said of entries without statements that are not there."""
    for entry in entries if plan.mode == "update" else ():
        if not plan.entries.get((entry.owner.lower(), entry.name.lower()), "-"):
            yield f"There is no {entry.name}; an event without statements is not made. add_node makes one."


def _is_untouched(graph: Graph) -> bool:
    """Whether a function holds nothing but its entry and its result."""
    return graph.kind == "function" and all(node.class_name in _ENDS for node in graph.nodes)


def _without_return(graph: Graph, builder: PlanEmitter, draft: PlanDraft) -> Graph:
    """An untouched function without the return that the editor linked to its entry; others as they are."""
    if not _is_untouched(graph):
        return graph
    for link in graph.links:
        source, target = graph.pin(link.source), graph.pin(link.target)
        if source is not None and target is not None and source.is_exec:
            builder.disconnect(Output(link.source.node, source.name), (link.target.node, target.name))
    return draft.graph(graph.name)


def _place(group: GraphPlan, owner: Blueprint, draft: PlanDraft, *, makes_room: bool) -> None:
    before, after = find_graph(owner, group.graph), draft.graph(group.graph)
    # What was added first is there under a name when the rest is tried; the editor may choose another.
    added = [step for step in draft.node_steps if isinstance(step, AddNodeStep) and step.graph == group.graph]
    keys = {draft.name_of(step.key): step.key for step in added}
    steps = [with_names(step, keys) for step in draft.node_steps if step.graph == group.graph]
    new = {draft.name_of(key): key for key in group.keys}
    for node in before.nodes:
        exits = [pin for pin in node.pins if pin.is_exec and pin.direction == "output"]
        if is_ghost(node) and any(after.links_of(node.name, pin.id) for pin in exits):
            new[node.name] = node.name
    placed = with_places(before, after, new, steps, makes_room=makes_room)
    group.steps, missing = with_entry_boxes(after, _boxes(group, draft), placed, draft.name_of)
    nodes = {} if group.plan is None else group.plan.nodes
    inner = inner_boxes(group.boxes, Program(tuple(group.entries)), nodes, draft.name_of)
    group.steps, cut = with_inner_boxes(after, inner, group.steps, draft.name_of)
    if makes_room:
        roots = [name for box in _boxes(group, draft) for name in box.roots]
        group.steps = with_grown_boxes(before, after, roots, group.steps, draft.name_of)
    group.notes += [
        f"no comment box '{text}': other nodes would stand half in it." for text in (*missing, *cut)
    ]


def _boxes(group: GraphPlan, draft: PlanDraft) -> list[EntryBox]:
    """The comment boxes of a program around its entries, in their order."""
    known = {} if group.plan is None else group.plan.entries
    keys = [(entry.box, known.get((entry.owner.lower(), entry.name.lower()), "")) for entry in group.entries]
    placed = [(box, draft.name_of(key)) for box, key in keys if key]
    return [
        EntryBox(text, tuple(name for _, name in nodes)) for text, nodes in groupby(placed, key=itemgetter(0))
    ]
