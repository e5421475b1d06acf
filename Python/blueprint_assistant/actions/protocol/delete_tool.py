"""The tool that takes nodes, links and variables out. Outside uses BluecodeDelete.

Nothing goes without confirm_delete (BC-190): without it the answer says what would go. Every target must
mean one thing; when one is wrong nothing is deleted (BC-191, BC-192).
"""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field, WithJsonSchema

from blueprint_assistant.actions.base import ActionContext, ActionResult, Effect
from blueprint_assistant.actions.manual.apply_plan import PlanRequest, apply_plan
from blueprint_assistant.actions.names.project_lookup import LiveNode, find_graph
from blueprint_assistant.actions.names.uses_elsewhere import use_notes
from blueprint_assistant.actions.nodes.batch_items import items_of
from blueprint_assistant.actions.protocol.answers import TARGET_ALIASES, ProtocolAction, answered
from blueprint_assistant.actions.protocol.call_results import failed, flow_summary, lost_links
from blueprint_assistant.actions.protocol.connect_tool import Aliases, failure_of
from blueprint_assistant.actions.protocol.deletion_targets import (
    DeletionTarget,
    find_deletion_target,
    is_gone,
)
from blueprint_assistant.actions.protocol.opened_targets import opened_target
from blueprint_assistant.actions.tools.removal import left_behind
from blueprint_assistant.editor.plan.edit_plan import (
    DisconnectPinsStep,
    EditPlan,
    NodeOperation,
    RemoveNodesStep,
)
from blueprint_assistant.editor.plan.simulation import simulate
from blueprint_assistant.errors import AssistantError, ToolError
from blueprint_assistant.graph.compare.revision import revision

if TYPE_CHECKING:
    from blueprint_assistant.actions.protocol.node_finder import NodeFinder
    from blueprint_assistant.editor.plan.edit_plan import ApplyReport, EditOperation
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph

__all__ = ["BluecodeDelete"]

TargetItemsField = Annotated[Any, WithJsonSchema({"type": "array", "items": {"type": "string"}})]

_UNCONFIRMED = "confirm_delete_required"


class UndeletableError(ToolError):
    """No call of the editor takes it out."""

    code = "not_deleted"


class BluecodeDelete(ProtocolAction):
    """Delete nodes (id, alias, label), one link ("A:then -> B:execute") or variables. Without
    confirm_delete=true it only says what would go.
    """  # noqa: D205 - one paragraph, which the model reads as one line

    tool_name: ClassVar[str] = "bluecode_delete"
    effect: ClassVar[Effect] = "mutate"
    by_hand_since: ClassVar[str] = "5.6"
    aliases: ClassVar[Mapping[str, str]] = {
        **TARGET_ALIASES,
        "items": "targets",
        "confirm": "confirm_delete",
        "expected_revision": "base_revision",
        "aliases": "node_aliases",
    }

    targets: TargetItemsField = Field(
        description='what goes; objects: {"kind": "node|connection|variable", …}'
    )
    confirm_delete: bool = Field(default=False, description="true deletes")
    node_aliases: Aliases = Field(default={}, description="aliases that bluecode_apply answered")
    base_revision: str = Field(default="", description="revision that the ids were read at")

    def answer(self, context: ActionContext) -> ActionResult:
        """Find every target, try it, and do all of it or nothing."""
        found = opened_target(context, self.target, self.base_revision, self.node_aliases)
        owner, graph, catalog, finder = found.owner, found.graph, found.catalog, found.finder
        items = items_of(self.targets, "targets")
        if not items:
            raise ToolError(
                "There is nothing to delete.", 'Send targets, e.g. ["Node:then -> Other:execute"].'
            )
        planned = _plan(items, finder, owner, graph, catalog)
        if planned.failures:
            return answered(_refusal(planned, owner, graph), owner, ok=False)
        members = [one.key[-1] for one in planned.doomed if one.kind == "variable" and not one.key[1]]
        elsewhere = use_notes(context, owner, members)
        if not self.confirm_delete:
            said = _preview(planned, owner, graph, catalog)
            return answered(said | ({"used_elsewhere": elsewhere} if elsewhere else {}), owner, ok=False)
        return _done(context, planned, owner, graph, catalog, elsewhere)


@dataclass(frozen=True, slots=True)
class _Deletion:
    """What is to go, each thing once, the steps for it, and the Blueprint as it would be then."""

    doomed: tuple[DeletionTarget, ...]
    steps: tuple[EditOperation, ...]
    after: Blueprint
    failures: tuple[dict[str, Any], ...] = ()


def _plan(
    items: list[Any], finder: NodeFinder, owner: Blueprint, graph: Graph, catalog: Catalog
) -> _Deletion:
    """Find the targets, then try their steps: links first, then nodes, then variables that these used."""
    found: dict[tuple[str, ...], DeletionTarget] = {}
    failures: list[dict[str, Any]] = []
    for number, item in enumerate(items):
        try:
            doomed = find_deletion_target(item, finder, owner, graph)
            found.setdefault(doomed.key, replace(doomed, index=number, item=item))
        except AssistantError as error:
            failures.append(failure_of(number, item, error))
    ordered = sorted(
        found.values(), key=lambda one: ("connection", "node").index(one.kind) if one.is_of_graph else 2
    )
    after = owner
    for one in [] if failures else ordered:
        try:
            after = _without(one, after, catalog)
        except AssistantError as error:
            failures.append(failure_of(one.index, one.item, error))
    failures.sort(key=lambda failure: failure["index"])
    return _Deletion(tuple(found.values()), _merged([one.step for one in ordered]), after, tuple(failures))


def _without(one: DeletionTarget, owner: Blueprint, catalog: Catalog) -> Blueprint:
    """The Blueprint without one thing. Raises AssistantError when it would stay."""
    tried = simulate(owner, EditPlan(owner.path, "", (one.step,)), catalog)
    if tried.results[0].status != "done":
        # Calls of the editor name pins, and a node may have an exec pin and another of one name.
        raise UndeletableError(f"{one.word} cannot be told apart from another.", "Delete one of its nodes.")
    return tried.after


def _merged(steps: list[EditOperation]) -> tuple[EditOperation, ...]:
    """The steps with all nodes of the graph in one."""
    nodes = [step for step in steps if isinstance(step, RemoveNodesStep)]
    if not nodes:
        return tuple(steps)
    names = tuple(name for step in nodes for name in step.nodes)
    others = [step for step in steps if not isinstance(step, RemoveNodesStep)]
    links = [step for step in others if isinstance(step, DisconnectPinsStep)]
    members = [step for step in others if not isinstance(step, DisconnectPinsStep)]
    return (*links, RemoveNodesStep(nodes[0].graph, names), *members)


# --- answers ---------------------------------------------------------------------------------------


def _head(owner: Blueprint, graph: Graph) -> dict[str, Any]:
    return {"target": f"{owner.path}:{graph.name}", "base_revision": str(revision(graph))}


def _refusal(planned: _Deletion, owner: Blueprint, graph: Graph) -> dict[str, Any]:
    first = planned.failures[0]
    return {
        "ok": False,
        **{key: first[key] for key in ("error_code", "error", "suggested_fix")},
        **_head(owner, graph),
        "deleted_count": 0,
        "operations": [],
        "failures": list(planned.failures),
    }


def _preview(planned: _Deletion, owner: Blueprint, graph: Graph, catalog: Catalog) -> dict[str, Any]:
    """What would go: the answer to a call without confirmation."""
    after = find_graph(planned.after, graph.name)
    return {
        "ok": False,
        "error_code": _UNCONFIRMED,
        "error": f"Nothing was deleted: {len(planned.doomed)} things would go.",
        "suggested_fix": "Send it again with confirm_delete=true when that is meant.",
        **_head(owner, graph),
        "deleted_count": 0,
        "operations": [],
        "would_delete": [one.said for one in planned.doomed],
        "affected_edges": lost_links(graph, after),
        "new_flow_summary": flow_summary(graph, after, planned.after, catalog),
        "failures": [],
    }


def _done(  # noqa: PLR0913, PLR0917 - what was planned, where, and what it means elsewhere
    context: ActionContext,
    planned: _Deletion,
    owner: Blueprint,
    graph: Graph,
    catalog: Catalog,
    elsewhere: list[str],
) -> ActionResult:
    count = len(planned.doomed)
    title = f"AI: delete {planned.doomed[0].word}" if count == 1 else f"AI: delete {count} things"
    try:
        report = _carried_out(context, EditPlan(owner.path, title, planned.steps), owner)
    except AssistantError as error:
        answer = failed(context, owner, graph.name, error)
        now = getattr(error, "blueprint", None)
        return replace(answered(answer | {"deleted_count": 0}, now, ok=False), has_changed=now is not None)
    after = find_graph(report.after, graph.name)
    operations = [
        {
            "op": "delete",
            **one.said,
            "status": "deleted" if is_gone(one, report.after, graph.name) else "there",
        }
        for one in planned.doomed
    ]
    count = sum(item["status"] == "deleted" for item in operations)
    answer = {
        "ok": count == len(operations),
        **_head(owner, graph),
        "new_revision": str(revision(after)),
        "deleted_count": count,
        "operations": operations,
        "affected_edges": lost_links(graph, after),
        "new_flow_summary": flow_summary(graph, after, report.after, catalog),
        "failures": [],
    }
    notes = [*_callers(context, planned, owner, graph), *elsewhere, *report.warnings]
    if notes:
        answer["notes"] = notes
    return replace(answered(answer, report.after, ok=answer["ok"]), has_changed=report.has_changed)


def _carried_out(context: ActionContext, plan: EditPlan, owner: Blueprint) -> ApplyReport:
    if all(isinstance(step, NodeOperation) for step in plan.operations):
        return apply_plan(context, PlanRequest(plan, owner))
    return context.editor.apply(plan)


def _callers(context: ActionContext, planned: _Deletion, owner: Blueprint, graph: Graph) -> list[str]:
    """The calls of custom events that went: they stay, and will not compile."""
    nodes = [graph.node(one.key[1]) for one in planned.doomed if one.kind == "node"]
    live = [LiveNode(context.nodes.id_of(owner.path, graph.name, node), owner, graph, node) for node in nodes]
    return [text for one in live for text in left_behind(one, context)]
