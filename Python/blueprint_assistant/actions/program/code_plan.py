"""Turns a BlueCode program into the steps that work it into a Blueprint. Outside uses plan_code.

Nothing is changed here: members are simulated, nodes are drafted, graph by graph. Agent worker thread.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from blueprint_assistant.actions.manual.paste_plans import with_names
from blueprint_assistant.actions.names.link_ends import pin_text
from blueprint_assistant.actions.names.project_lookup import find_graph
from blueprint_assistant.actions.nodes.menu_handles import node_menu
from blueprint_assistant.actions.placement.box_growth import with_grown_boxes
from blueprint_assistant.actions.placement.entry_box_steps import EntryBox, with_entry_boxes
from blueprint_assistant.actions.placement.inner_box_steps import inner_boxes, with_inner_boxes
from blueprint_assistant.actions.placement.new_places import with_places
from blueprint_assistant.actions.program.bound_functions import BoundFunctions
from blueprint_assistant.actions.program.conflict_notes import conflict_faults
from blueprint_assistant.actions.program.declared_members import read_declarations
from blueprint_assistant.actions.program.entry_kinds import settled_entry
from blueprint_assistant.actions.program.function_steps import with_functions
from blueprint_assistant.actions.program.input_entries import with_inputs
from blueprint_assistant.actions.program.interface_steps import with_interface_remedies
from blueprint_assistant.actions.program.kept_values import with_kept_values
from blueprint_assistant.actions.program.member_plan import with_members
from blueprint_assistant.actions.program.new_events import add_new_events
from blueprint_assistant.actions.program.plain_switches import with_plain_switches
from blueprint_assistant.actions.program.plan_emitter import PlanEmitter
from blueprint_assistant.actions.program.program_catalog import catalog_for_code
from blueprint_assistant.actions.program.program_checks import program_faults
from blueprint_assistant.actions.program.program_hints import CodeHints
from blueprint_assistant.actions.program.statement_faults import (
    NotWrittenError,
    faults_of,
    first_at_each_place,
    not_written,
    without_consequences,
)
from blueprint_assistant.actions.program.titled_nodes import with_titles
from blueprint_assistant.actions.program.told_entries import told_entries
from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.editor.plan.edit_plan import AddNodeStep
from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.blueprint_interfaces import is_interface
from blueprint_assistant.graph.kinds.node_factory import is_ghost
from blueprint_assistant.languages.ast.syntax_tree import Program, Return
from blueprint_assistant.languages.ast.used_names import called_by_name
from blueprint_assistant.languages.bluecode.parser import read_program
from blueprint_assistant.languages.decompile.statement_boxes import boxed_places, unboxed
from blueprint_assistant.languages.lower.scope import Output
from blueprint_assistant.languages.meaning.late_reads import late_reads
from blueprint_assistant.languages.meaning.warnings import warnings_of
from blueprint_assistant.languages.merge.call_hints import HintMaps
from blueprint_assistant.languages.merge.program_plan import (
    PlanMismatchError,
    PlanOptions,
    combined_hash,
    plan_program,
)
from blueprint_assistant.languages.merge.program_rebase import MergeConflictError
from blueprint_assistant.languages.merge.statement_keys import GraphContext

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.program.declared_members import Declaration
    from blueprint_assistant.actions.program.statement_faults import CodeFault
    from blueprint_assistant.editor.plan.edit_plan import EditOperation, NodeOperation
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Pin
    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Place
    from blueprint_assistant.languages.merge.program_plan import ProgramPlan

__all__ = ["CodePlan", "CodeRequest", "GraphPlan", "NotWrittenError", "plan_code"]

_EVENT_GRAPH = "EventGraph"
_ADDING = ("union", "append")
"""The modes that take nothing out."""
_CONSTRUCTION = "UserConstructionScript"
_ENDS = ("K2Node_FunctionEntry", "K2Node_FunctionResult")


@dataclass
class GraphPlan:
    """What is done in one graph. `keys` are those of the nodes that the program names or adds."""

    graph: str
    entries: list[Entry]
    floating: tuple[Block, ...] = ()
    """Statements that no entry leads to."""
    keys: list[str] = field(default_factory=list)
    steps: tuple[NodeOperation, ...] = ()
    plan: ProgramPlan | None = None
    names: dict[str, str] = field(default_factory=dict)
    """The paths of statements that the program gives a name, by the name."""
    unused_hints: tuple[str, ...] = ()
    notes: list[str] = field(default_factory=list)
    """What was asked for and is not done, though the rest is."""
    boxes: tuple[tuple[str, frozenset[Place]], ...] = ()
    """The comment boxes around statements, and where these stand in the text."""

    @property
    def kept(self) -> int:
        """How many statements were there already."""
        return 0 if self.plan is None else sum(item.kind == "noop" for item in self.plan.operations)


@dataclass(frozen=True, slots=True)
class CodePlan:
    """All that a program asks for. `members` come first; the graphs are those of the Blueprint after them."""

    members: tuple[EditOperation, ...]
    graphs: tuple[GraphPlan, ...]
    catalog: Catalog
    code: str = ""
    remade: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The keys of nodes that the members make anew, by graph and by the names that they had."""

    @property
    def plan_hash(self) -> str:
        """What stands for exactly this plan: that of its only graph, else of members and all graphs."""
        hashes = [group.plan.plan_hash for group in self.graphs if group.plan is not None]
        if len(hashes) == 1 and not self.members:
            return hashes[0]
        return combined_hash((*map(repr, self.members), *hashes))


@dataclass(frozen=True, slots=True)
class CodeRequest:
    """A program and how it is to be worked in."""

    code: str
    graph_name: str = ""
    """Where statements without an entry go, and events; empty for the event graph."""
    options: PlanOptions = field(default_factory=PlanOptions)
    """Its mode is that of all graphs; `plan_hash` is that of the whole plan, the rest of `graph_name`."""
    hints: HintMaps = field(default_factory=HintMaps)
    """Of statements in `graph_name`."""
    is_as_written: bool = False
    """Whether the program is kept in its own words, be what is there told in others."""
    settle: Callable[[Program], Program] | None = None
    """What `main` means, when the graph alone does not say it."""
    is_for_known: bool = False
    """Written for the graphs as the model knows them: what the user changed since is merged (1.20)."""


def plan_code(context: ActionContext, owner: Blueprint, order: CodeRequest) -> CodePlan:
    """The plan of a program. Raises NotWrittenError with all that is wrong: the lines, and what to do."""
    declared, text = read_declarations(order.code)
    program, unread = read_program(text)
    if not unread:
        return _planned(context, owner, order, declared, program)
    faults = [fault for error in unread for fault in faults_of(error)]
    try:
        _planned(context, owner, order, declared, program)
    except NotWrittenError as error:
        faults += without_consequences(error.faults, unread, order.code)
    raise not_written(faults, order.code) from unread[0]


def _planned(
    context: ActionContext,
    owner: Blueprint,
    order: CodeRequest,
    declared: tuple[Declaration, ...],
    program: Program,
) -> CodePlan:
    code, graph_name = order.code, order.graph_name
    if order.settle is not None:
        program = order.settle(program)
    if not declared and not program.entries and not program.floating:
        raise NotWrittenError("There is no code.", "Write e.g. on BeginPlay(): with statements below it.")
    catalog, live = catalog_for_code(context, owner, code), owner
    owner, members = with_members(context, owner, declared, catalog)
    called = called_by_name(program)
    settled = partial(settled_entry, called=called)
    entries = [settled(entry, owner, catalog, graph_name, code) for entry in program.entries]
    entries, faults = with_inputs(context, entries, owner, catalog)
    if faults:
        others = [entry for at, entry in enumerate(program.entries) if at not in faults]
        wrong = _faults_of_rest(context, live, order, declared, replace(program, entries=tuple(others)))
        raise not_written([*faults.values(), *wrong], code)
    if not order.is_as_written and not order.hints:
        entries = with_plain_switches(entries, owner, catalog, code)
    bound = BoundFunctions(entries, owner, catalog)
    may_take_out = order.options.mode not in _ADDING
    functions = with_functions(context, owner, entries, catalog, bound, code=code, may_take_out=may_take_out)
    owner = functions.after
    bound.check(owner, code)
    entries, floating = _in_exact_words(
        context, owner, catalog, replace(program, entries=tuple(entries)), code
    )
    groups = _grouped(entries, owner, graph_name)
    for group in [*groups.values()][:1]:
        group.notes += functions.notes
    if floating:
        name = _floating_graph(groups, owner, graph_name)
        groups.setdefault(name, GraphPlan(name, [])).floating = floating
    text_of, adds = partial(_pin_text, context), order.options.mode in _ADDING
    kept = with_kept_values(context, owner, catalog, groups.values(), text_of, adds=adds)
    plans = _drafted(context, kept.owner, catalog, groups, order, live, kept.faults)
    for group in plans:
        _call_by(functions.keys.get(group.graph, {}), group)
    steps = (*members, *functions.steps, *kept.steps)
    plan = CodePlan(steps, plans, catalog, code, functions.keys)
    if order.options.plan_hash not in ("", plan.plan_hash):
        mismatch = PlanMismatchError(order.options.plan_hash, plan.plan_hash)
        raise not_written(faults_of(mismatch), code) from mismatch
    return plan


def _call_by(keys: Mapping[str, str], group: GraphPlan) -> None:
    """Call nodes that the members made anew by the keys of their steps."""
    if not keys:
        return
    group.steps = tuple(with_names(step, keys) for step in group.steps)
    group.keys = [keys.get(node, node) for node in group.keys]
    if group.plan is not None:
        nodes = {path: keys.get(node, node) for path, node in group.plan.nodes.items()}
        group.plan = replace(group.plan, nodes=nodes)


def _faults_of_rest(
    context: ActionContext,
    owner: Blueprint,
    order: CodeRequest,
    declared: tuple[Declaration, ...],
    rest: Program,
) -> tuple[CodeFault, ...]:
    """What is wrong with the rest of a program that is not written anyway."""
    try:
        _planned(context, owner, replace(order, settle=None), declared, rest)
    except NotWrittenError as error:
        return error.faults
    return ()


# --- entries -------------------------------------------------------------------------------------


def _in_exact_words(
    context: ActionContext, owner: Blueprint, catalog: Catalog, program: Program, code: str
) -> tuple[list[Entry], tuple[Block, ...]]:
    """Entries and floating statements with the titles of nodes in exact words. Raises NotWrittenError."""
    menu = cache(lambda: node_menu(context, owner))
    faults: list[CodeFault] = []
    told: list[Entry] = []
    for entry in program.entries:
        function = entry.name if entry.kind == "function" else ""
        exact, wrong = with_titles(entry, owner, catalog, menu, function=function)
        told.append(exact)
        faults += wrong
    floating, wrong = with_titles(program.floating, owner, catalog, menu)
    faults += wrong
    if faults:
        raise not_written(faults, code)
    return told, floating


def _grouped(entries: Iterable[Entry], owner: Blueprint, graph_name: str) -> dict[str, GraphPlan]:
    groups: dict[str, GraphPlan] = {}
    given = find_graph(owner, graph_name) if graph_name else None
    events = given.name if given is not None and given.kind == "event" else ""
    for entry in entries:
        name = entry.name if entry.kind == "function" else events or find_graph(owner, _EVENT_GRAPH).name
        group = groups.setdefault(name, GraphPlan(name, []))
        said = [(one.kind, one.owner.lower(), one.name.lower()) for one in group.entries]
        if (entry.kind, entry.owner.lower(), entry.name.lower()) in said:
            raise NotWrittenError(
                f"Line {entry.place.line}: {entry.name} stands here twice.", "Write its statements once."
            )
        group.entries.append(entry)
    return groups


def _floating_graph(groups: Mapping[str, GraphPlan], owner: Blueprint, graph_name: str) -> str:
    """Where statements go that no entry leads to: the graph of the call, or the only one of the program."""
    if not graph_name and len(groups) == 1:
        return next(iter(groups))
    return find_graph(owner, graph_name or _EVENT_GRAPH).name


# --- graphs --------------------------------------------------------------------------------------


def _drafted(  # noqa: PLR0913, PLR0917 - all that a program is written with
    context: ActionContext,
    owner: Blueprint,
    catalog: Catalog,
    groups: dict[str, GraphPlan],
    order: CodeRequest,
    live: Blueprint,
    found: Iterable[CodeFault],
) -> tuple[GraphPlan, ...]:
    """Draft the program in each graph, custom events of all graphs first: others may call them.

    `live` is the Blueprint without the members that the program makes. `found` are faults that are known.
    """
    draft = PlanDraft(owner, catalog)
    every = [entry for group in groups.values() for entry in group.entries]
    for group in groups.values():
        is_new = live.find_graph(group.graph) is None
        group.notes += warnings_of(group.entries, owner, catalog, are_new=is_new)
        group.notes += late_reads(group.entries, every, owner)
        group.boxes = (*boxed_places(group.entries),)
        group.entries = [*map(unboxed, group.entries)]
    text_of = partial(_pin_text, context)
    faults = add_new_events(context, owner, groups.values(), draft, text_of)
    if faults:
        raise not_written(faults, order.code)
    known = draft.blueprint
    parts = [(one.graph, one.entries) for one in groups.values()]
    faults = [*found, *program_faults(parts, known, catalog, adds=order.options.mode in ("union", "append"))]
    cause: GraphError | None = None
    for number, group in enumerate(groups.values()):
        builder = PlanEmitter(
            draft, known, find_graph(known, group.graph), text_of=text_of, prefix=f"g{number}"
        )
        graph = find_graph(known, group.graph)
        is_new = live.find_graph(group.graph) is None
        if (
            is_new
            and any(entry.body not in ((), (Return(),)) for entry in group.entries)
            and not is_interface(owner)
        ):
            graph = _without_return(graph, builder, draft)
        ground = GraphContext(graph, known, catalog)
        try:
            options = _options(context, order, graph, live)
            written = Program(tuple(group.entries), group.floating)
            hints = _hints(context, order, written, ground)
            if not order.is_as_written:
                stays = hints.stays_as_written
                told = told_entries(
                    written.entries, ground, text_of, base=options.base, stays_as_written=stays
                )
                group.entries = [*_without_faults(told, faults)]
            wanted = replace(written, entries=tuple(group.entries))
            group.plan = plan_program(wanted, ground, builder, hints.options(options, wanted))
            group.notes += _not_made(group.entries, group.plan)
            group.names = hints.names(wanted)
            group.unused_hints = hints.unused
        except MergeConflictError as error:
            cause = error
            faults += conflict_faults(error)
        except GraphError as error:
            cause = error
            faults += faults_of(error)
        group.keys = list(dict.fromkeys([*group.keys, *builder.keys]))
    if faults:
        raise not_written(
            with_interface_remedies(context, first_at_each_place(faults)), order.code
        ) from cause
    for group in groups.values():
        _place(group, owner, draft, makes_room=context.editor.status().can_edit_graphs)
    return tuple(groups.values())


def _without_faults(told: Iterable[Entry | GraphError], faults: list[CodeFault]) -> Iterator[Entry]:
    """The entries that can be built; `faults` gets what is wrong with the others."""
    for entry in told:
        if isinstance(entry, GraphError):
            faults += faults_of(entry)
        else:
            yield entry


def _not_made(entries: Iterable[Entry], plan: ProgramPlan) -> Iterator[str]:
    """What is to be said of entries without statements that are not there."""
    for entry in entries if plan.mode == "update" else ():
        if not plan.entries.get((entry.owner.lower(), entry.name.lower()), "-"):
            yield f"There is no {entry.name}; an event without statements is not made. add_node makes one."


def _options(context: ActionContext, order: CodeRequest, graph: Graph, live: Blueprint) -> PlanOptions:
    """How the program is worked into one graph: what is said of nodes is said of those of `graph_name`."""
    options = PlanOptions(order.options.mode)
    given = live.find_graph(order.graph_name or _EVENT_GRAPH)
    if given is None or graph.name == given.name:
        options = replace(order.options, plan_hash="")
    if not order.is_for_known:
        return options
    options = context.known.options_for(live, graph.name, options)
    is_as_known = options.mode == "update" and options.base == live.find_graph(graph.name)
    # With the pins that the program has just given a function.
    return replace(options, base=graph) if is_as_known and options.base is not None else options


def _hints(context: ActionContext, order: CodeRequest, written: Program, ground: GraphContext) -> CodeHints:
    """What the hints say of the program in one graph. Raises GraphError."""
    graph = order.graph_name or _EVENT_GRAPH
    if not order.hints or ground.graph.name.lower() != graph.lower():
        return CodeHints(written)
    menu = node_menu(context, ground.owner)
    return CodeHints.of(written, order.code, order.hints, menu, ground.catalog)


def _pin_text(context: ActionContext, pin: Pin, value: str) -> str:
    return pin_text(pin, value, context)


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
