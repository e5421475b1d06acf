"""Turns a BlueCode program into the steps that work it into a Blueprint. Outside uses plan_code.

Nothing is changed here: members are simulated, nodes are drafted, graph by graph. Agent worker thread.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING

from blueprint_assistant.actions.manual.paste_plans import with_names
from blueprint_assistant.actions.names.link_ends import pin_text
from blueprint_assistant.actions.names.project_lookup import find_graph
from blueprint_assistant.actions.nodes.menu_handles import node_menu
from blueprint_assistant.actions.program.assigned_results import with_returned_results
from blueprint_assistant.actions.program.bound_functions import BoundFunctions
from blueprint_assistant.actions.program.declared_members import read_declarations
from blueprint_assistant.actions.program.entry_kinds import settled_entry
from blueprint_assistant.actions.program.function_steps import with_functions
from blueprint_assistant.actions.program.graph_drafting import GraphDrafting
from blueprint_assistant.actions.program.input_entries import with_inputs
from blueprint_assistant.actions.program.kept_values import with_kept_values
from blueprint_assistant.actions.program.member_plan import with_members
from blueprint_assistant.actions.program.plain_switches import with_plain_switches
from blueprint_assistant.actions.program.plan_values import CodePlan, GraphPlan
from blueprint_assistant.actions.program.program_catalog import catalog_for_code
from blueprint_assistant.actions.program.statement_faults import (
    NotWrittenError,
    faults_of,
    not_written,
    without_consequences,
)
from blueprint_assistant.actions.program.titled_nodes import with_titles
from blueprint_assistant.languages.ast.used_names import called_by_name
from blueprint_assistant.languages.bluecode.parser import read_program
from blueprint_assistant.languages.merge.program_plan import (
    PlanMismatchError,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.program.declared_members import Declaration
    from blueprint_assistant.actions.program.plan_values import CodeRequest
    from blueprint_assistant.actions.program.statement_faults import CodeFault
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Pin
    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Program

__all__ = ["plan_code"]

_EVENT_GRAPH = "EventGraph"


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
    if not order.is_as_written and not order.only_adds:
        entries = with_returned_results(entries, owner, catalog, code)
    bound = BoundFunctions(entries, owner, catalog)
    functions = with_functions(
        context, owner, entries, catalog, bound, code=code, may_take_out=not order.only_adds
    )
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
    text_of = partial(_pin_text, context)
    kept = with_kept_values(context, owner, catalog, groups.values(), text_of, adds=order.only_adds)
    drafting = GraphDrafting(context, kept.owner, catalog, order, live=live, text_of=text_of)
    plans = drafting.draft(groups, kept.faults)
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


def _pin_text(context: ActionContext, pin: Pin, value: str) -> str:
    return pin_text(pin, value, context)
