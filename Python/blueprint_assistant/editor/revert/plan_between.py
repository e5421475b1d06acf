"""The plan that makes one state of a Blueprint of another, as far as the editor's calls can.

Outside uses `plan_between`. Every step is tried as it is added; what no call does is told. Members are
here, nodes in `node_plan_between`. Pure; any thread.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.editor.plan.edit_plan import AddNodeStep
from blueprint_assistant.editor.plan.member_steps import OverrideFunctionStep
from blueprint_assistant.editor.plan.simulate.member_differences import member_differences
from blueprint_assistant.editor.plan.simulate.value_equality import normal_default
from blueprint_assistant.editor.revert.member_plan_between import MemberPlanBetween
from blueprint_assistant.editor.revert.node_plan_between import NodePlanBetween
from blueprint_assistant.editor.revert.turn_recorder import with_same_values
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.compare.facts import describe_difference, graph_facts
from blueprint_assistant.graph.kinds.common_specs import CustomEventSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.editor.plan.edit_plan import EditOperation
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["PlanBetween", "members_between", "plan_between"]


@dataclass(frozen=True, slots=True)
class PlanBetween:
    """The steps; what is made anew, under another name and GUID; and why they do not get all the way.

    With `has_overrides` functions of the parent class come back: what is in them to begin with only the
    editor knows, so their nodes are left to further steps, when they are there.
    """

    operations: tuple[EditOperation, ...]
    made_anew: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    has_overrides: bool = False


def plan_between(
    now: Blueprint, wanted: Blueprint, catalog: Catalog, *, last: Iterable[EditOperation] = ()
) -> PlanBetween:
    """The steps from a Blueprint to another state of it, and `last` after them.

    Both states have the same names for what is the same; nodes are the same by GUID. Where `missing`
    says something the steps are not to be carried out.
    """
    draft = PlanDraft(now, catalog, may_paste=False)
    members = MemberPlanBetween(draft, wanted)
    members.approach(is_last=False)
    nodes = NodePlanBetween(draft)
    overrides = {step.name for step in draft.steps if isinstance(step, OverrideFunctionStep)}
    known = replace(wanted, graphs=tuple(graph for graph in wanted.graphs if graph.name not in overrides))
    for graph in known.graphs:
        if graph.kind != "delegate":
            nodes.approach(graph)
    members.approach(is_last=True)
    missing = [*members.missing, *nodes.missing]
    if not missing:
        reached = draft.blueprint
        reached = replace(
            reached, graphs=tuple(item for item in reached.graphs if item.name not in overrides)
        )
        missing = _differences(draft, reached, known, nodes)
    if not missing:
        missing = _renames(draft, last)
    return PlanBetween(
        draft.steps,
        (*members.made_anew, *nodes.made_anew),
        tuple(missing),
        has_overrides=bool(overrides),
    )


def members_between(now: Blueprint, wanted: Blueprint, catalog: Catalog) -> tuple[EditOperation, ...]:
    """The steps on members alone, and custom events: what nodes of other Blueprints may use."""
    draft = PlanDraft(now, catalog, may_paste=False)
    MemberPlanBetween(draft, wanted).approach(is_last=False)
    for graph in wanted.graphs:
        for node in graph.nodes:
            spec = any_spec_of(node)
            if isinstance(spec, CustomEventSpec):
                with suppress(AssistantError):  # it is there, or will be missed where its nodes are made
                    draft.change(AddNodeStep(graph.name, f"event {node.name}", spec, node.x, node.y))
    return draft.steps


def _differences(
    draft: PlanDraft, reached: Blueprint, wanted: Blueprint, nodes: NodePlanBetween
) -> list[str]:
    """What the steps do not bring about, compared as a plan is with what comes of it."""
    found = []
    value_of = partial(normal_default, draft.schema)
    for graph in wanted.graphs:
        real = reached.find_graph(graph.name)
        if real is None:
            found.append(f"no call of the editor makes the graph {graph.name}")
            continue
        asked = graph_facts(graph, names=nodes.names_in(graph.name), default_of=value_of)
        present = graph_facts(real, default_of=value_of)
        difference = describe_difference(asked, present)
        if difference and graph.kind != "delegate":
            found.append(f"in {graph.name}, {difference}")
    # One setting of the collision makes the others unknown until they are read back.
    wanted = with_same_values(wanted, reached)
    found += member_differences(draft.schema, reached, wanted, reached)
    return found


def _renames(draft: PlanDraft, last: Iterable[EditOperation]) -> list[str]:
    for step in last:
        try:
            draft.change(step)
        except AssistantError as error:
            return [error.what]
    return []
