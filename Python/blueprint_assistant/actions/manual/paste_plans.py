"""Which nodes of a plan are pasted, and the plan's steps once they are there. Part of `apply_plan`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.buildable_nodes import can_be_pasted, paste_only
from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.editor.plan.edit_plan import (
    AddCommentStep,
    AddNodeStep,
    ConnectPinsStep,
    DisconnectPinsStep,
    MoveNodesStep,
    OperationResult,
    PinAt,
    PlanError,
    RemoveNodesStep,
    SetPinDefaultStep,
)
from blueprint_assistant.editor.plan.simulation import at_step
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, CustomEventSpec
from blueprint_assistant.graph.kinds.specs import CreateDelegateSpec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from blueprint_assistant.editor.plan.edit_plan import NodeOperation
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["pasted_keys", "require_paste", "settled", "with_names"]


def require_paste(step: NodeOperation) -> bool:
    """Whether no call of any engine does the step, but a paste."""
    return isinstance(step, AddNodeStep) and (bool(step.comment) or paste_only(step.spec) is not None)


def pasted_keys(
    before: Blueprint, catalog: Catalog, steps: Sequence[NodeOperation], *, has_calls: bool
) -> frozenset[str]:
    """The keys of the new nodes that are to be pasted. Tries the whole plan. Raises PlanError."""
    draft = PlanDraft(before, catalog)
    keys: set[str] = set()
    for number, step in enumerate(steps, start=1):
        there = draft.graph(step.graph).nodes_by_name
        try:
            result = draft.add(step)
        except PlanError as error:
            raise at_step(error, number, len(steps)) from error
        if (
            isinstance(step, AddNodeStep | AddCommentStep)
            and result.node not in there
            and _pastes(step, has_calls)
        ):
            keys.add(step.key)
    return frozenset(keys | _called_events(before, steps, keys))


def _pastes(step: AddNodeStep | AddCommentStep, has_calls: bool) -> bool:
    if isinstance(step, AddCommentStep):
        return not has_calls
    return require_paste(step) or (not has_calls and can_be_pasted(step.spec))


def _called_events(before: Blueprint, steps: Sequence[NodeOperation], keys: set[str]) -> set[str]:
    """The new events that pasted nodes call: the text must hold them, since it comes first."""
    added = [step for step in steps if isinstance(step, AddNodeStep)]
    called = {_own_function(step, before) for step in added if step.key in keys}
    return {
        step.key
        for step in added
        if isinstance(step.spec, CustomEventSpec) and step.spec.name.lower() in called
    }


def _own_function(step: AddNodeStep, owner: Blueprint) -> str:
    """The function or event of the Blueprint itself that a node names, in small letters."""
    if not isinstance(step.spec, CallFunctionSpec | CreateDelegateSpec):
        return ""
    class_path, _, name = step.spec.function.rpartition(":")
    return name.lower() if class_path in ("", owner.generated_class) else ""


def with_names(step: NodeOperation, names: Mapping[str, str]) -> NodeOperation:
    """The step with the real names of pasted nodes instead of their keys."""

    def at(pin: PinAt) -> PinAt:
        return replace(pin, node=names.get(pin.node, pin.node))

    match step:
        case ConnectPinsStep():
            return replace(step, source=at(step.source), target=at(step.target))
        case DisconnectPinsStep():
            other = None if step.other is None else at(step.other)
            return replace(step, pin=at(step.pin), other=other)
        case SetPinDefaultStep():
            return replace(step, pin=at(step.pin))
        case RemoveNodesStep():
            return replace(step, nodes=tuple(names.get(node, node) for node in step.nodes))
        case MoveNodesStep():
            return replace(step, places=tuple((names.get(node, node), x, y) for node, x, y in step.places))
        case _:
            return step


def settled(
    now: Blueprint, catalog: Catalog, steps: Mapping[int, NodeOperation]
) -> dict[int, OperationResult]:
    """Each step as one that is so already; those that add a node with its name."""
    draft = PlanDraft(now, catalog)
    results = {}
    for number, step in steps.items():
        try:
            node = draft.add(step).node
        except PlanError:
            node = ""
        results[number] = OperationResult("unchanged", "", node)
    return results
