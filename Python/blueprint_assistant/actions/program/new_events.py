"""Drafts the custom events that a program has and the Blueprint has not.

Outside uses add_new_events.
They come before all else: statements of every graph may call them, or hand them on as delegates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.names.parameter_lists import read_parameters
from blueprint_assistant.actions.names.project_lookup import find_graph
from blueprint_assistant.actions.program.plan_emitter import PlanEmitter
from blueprint_assistant.actions.program.statement_faults import CodeFault
from blueprint_assistant.editor.plan.buildable_nodes import paste_only
from blueprint_assistant.editor.plan.edit_plan import PlanError
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.callables import find_callable, has_custom_event
from blueprint_assistant.graph.kinds.common_specs import CustomEventSpec
from blueprint_assistant.languages.ast.marks import event_flags

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.program.plan_values import GraphPlan
    from blueprint_assistant.editor.plan.draft import PlanDraft
    from blueprint_assistant.graph.model.blueprint import Blueprint, Pin
    from blueprint_assistant.languages.ast.syntax_tree import Entry

__all__ = ["add_new_events"]


def add_new_events(
    context: ActionContext,
    owner: Blueprint,
    groups: Iterable[GraphPlan],
    draft: PlanDraft,
    text_of: Callable[[Pin, str], str],
) -> list[CodeFault]:
    """Add the events of each graph to the draft, their keys to the graph's; what is wrong with them."""
    faults: list[CodeFault] = []
    for group in groups:
        builder = PlanEmitter(draft, owner, find_graph(owner, group.graph), text_of=text_of)
        for entry in group.entries:
            if entry.kind != "custom_event":
                continue
            try:
                if has_custom_event(owner, entry.name):
                    _refuse_other_inputs(owner, entry)
                    continue
                builder.add(_spec_of(context, entry))
            except AssistantError as error:
                faults.append(CodeFault(error.code, error.what, error.fix, entry.place.line))
            group.keys += [key for key in builder.keys if key not in group.keys]
    return faults


def _refuse_other_inputs(owner: Blueprint, entry: Entry) -> None:
    """Raise PlanError for inputs with types that an event which is there has not: no call adds them."""
    there = find_callable(owner, entry.name)
    event = None if there is None else there.declared
    known = set() if event is None else {item.name.lower() for item in event.inputs}
    missing = [item.name for item in entry.parameters if item.type and item.name.lower() not in known]
    if event is not None and missing:
        has = ", ".join(f"{item.name}: {item.type}" for item in event.inputs)
        raise PlanError(
            f"{event.name} is a custom event without an input {missing[0]}: no call of the editor adds one.",
            f"Write event {event.name}({has}): or give the function another name.",
        )


def _spec_of(context: ActionContext, entry: Entry) -> CustomEventSpec:
    """The event's node. Raises PlanError for inputs that neither a call nor the user can make."""
    inputs = [{"name": item.name, "type": item.type} for item in entry.parameters]
    flags, _ = event_flags(entry.marks)
    spec = CustomEventSpec(entry.name, tuple(read_parameters(context, inputs, "inputs")), flags)
    has_hands = context.clipboard is not None or context.artist is not None
    refusal = None if has_hands else paste_only(spec)
    if refusal is not None and not spec.inputs:
        raise PlanError(refusal[0], "Leave its marks out, and choose Replicates in the details of the event.")
    if refusal is not None:
        shown = ", ".join(f"{item.name}: {item.type}" for item in entry.parameters)
        raise PlanError(
            refusal[0],
            f"Write func {entry.name}({shown}): instead; as a delegate it is delegate {entry.name}.",
        )
    return spec
