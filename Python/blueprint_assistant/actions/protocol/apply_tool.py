"""The tool that works BlueCode into a graph. Outside uses BluecodeApply."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from pydantic import Field

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.manual_steps import UnfinishedError
from blueprint_assistant.actions.names.project_lookup import find_graph
from blueprint_assistant.actions.program.apply_code import apply_code, named_nodes, written_summary
from blueprint_assistant.actions.program.code_plan import plan_code
from blueprint_assistant.actions.program.node_lines import CodeLines
from blueprint_assistant.actions.program.partial_plan import plan_partly
from blueprint_assistant.actions.program.plan_values import CodeRequest
from blueprint_assistant.actions.protocol.answers import TARGET_ALIASES, answered, joined_target, refused
from blueprint_assistant.actions.protocol.call_results import failed
from blueprint_assistant.actions.protocol.compiler_diagnostics import diagnosed
from blueprint_assistant.actions.protocol.hint_maps import Hints, read_hints
from blueprint_assistant.actions.protocol.operation_fields import (
    done_fields,
    planned_operations,
    refused_fields,
)
from blueprint_assistant.actions.protocol.stale_revision import merge_fields, stale_options
from blueprint_assistant.actions.protocol.target_resolution import resolve_target
from blueprint_assistant.actions.tools.write_graph import Code, code_text
from blueprint_assistant.errors import AssistantError, GraphError
from blueprint_assistant.graph.compare.revision import revision
from blueprint_assistant.languages.merge.program_plan import MergeMode, PlanOptions, merge_mode

if TYPE_CHECKING:
    from blueprint_assistant.actions.program.partial_plan import LeftOut
    from blueprint_assistant.actions.program.plan_values import CodePlan
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["BluecodeApply"]

_MAPS: Final = (
    "source_map",
    "action_hints",
    "expression_hints",
    "action_hints_by_line",
    "action_handles",
    "node_properties",
    "node_aliases",
    "member_classes",
)


class BluecodeApply(Action):
    """Work code into a graph: union leaves all that is there. dry_run answers operations, expected_revision
    and plan_hash, and changes nothing.
    """  # noqa: D205 - one paragraph, which the model reads as one line

    tool_name: ClassVar[str] = "bluecode_apply"
    effect: ClassVar[Effect] = "mutate"
    by_hand_since: ClassVar[str] = "5.6"
    aliases: ClassVar[Mapping[str, str]] = {
        **TARGET_ALIASES,
        "expected_revision": "base_revision",
        "aliases": "node_aliases",
    }

    target: str = Field(default="", description="Asset:Function; empty for the active one")
    code: Code = Field(description="BlueCode")
    mode: str = Field(default="union", description="union, append or replace")
    base_revision: str = Field(default="", description="revision that the code was written for")
    plan_hash: str = Field(default="", description="plan_hash of the dry run that is to be done")
    on_conflict: str = Field(
        default="", description="for a stale base_revision, to merge: fail or report_and_apply_rest"
    )
    source_map: Hints = Field(default=None, description="as read in detail roundtrip")
    action_hints: Hints = Field(default=None, description="as read, or {statement or name: search result}")
    expression_hints: Hints = Field(default=None, description="as read")
    action_hints_by_line: Hints = Field(default=None, description="as read")
    action_handles: Hints = Field(default=None, description="{statement or name: handle}")
    node_properties: Hints = Field(default=None, description="{statement or name: {property: value}}")
    node_aliases: Hints = Field(default=None, description="{statement or name: alias}")
    member_classes: Hints = Field(default=None, description="{function: class}")
    allow_partial: bool = Field(default=False, description="true leaves out values that cannot be given")
    dry_run: bool = Field(default=False, description="true only plans")

    @classmethod
    def adapt(cls, parameters: dict[str, Any]) -> dict[str, Any]:
        """See joined_target."""
        return joined_target(parameters)

    def run(self, context: ActionContext) -> ActionResult:
        """Plan it; do exactly that plan unless it is a dry run (BC-150 to BC-153)."""
        try:
            target = resolve_target(context, self.target)
        except AssistantError as error:
            return refused(error, more=refused_fields(error))
        owner, graph = target.owner, target.graph
        current = str(revision(graph))
        try:
            options = PlanOptions(_mode(self.mode), plan_hash=self.plan_hash)
            if self.base_revision and self.base_revision != current:
                options = stale_options(context, target, options, self.base_revision, self.on_conflict)
            maps = {name: value for name in _MAPS if (value := getattr(self, name)) is not None}
            hints = read_hints(maps)
            order = CodeRequest(code_text(self.code), graph.name, options, hints, settle=target.settled)
            plan, left_out = _plan(context, owner, order, is_partial=self.allow_partial)
        except AssistantError as error:
            return refused(error, owner, refused_fields(error))
        operations = _with_warnings(planned_operations(plan, owner, order.code), left_out)
        planned = _planned(plan, current) | {"operations": operations} | _floating(left_out)
        if self.dry_run:
            return answered({"ok": True, "dry_run": True, **planned}, owner)
        call = f"{self.tool_name} {target.text} {self.model_dump_json()}"
        try:
            done = apply_code(context, owner, plan, call)
        except UnfinishedError as error:
            return replace(refused(error, error.blueprint, refused_fields(error)), has_changed=True)
        except AssistantError as error:
            left = failed(context, owner, graph.name, error, is_apply=True)
            return answered(refused_fields(error) | left, ok=False)
        ok = done.compiled is None or done.compiled.status != "error"
        answer = {"ok": ok, "message": written_summary(plan, done.reports, owner.path), **planned}
        answer |= done_fields(plan, operations, done.reports, done.after)
        answer |= {
            "base_revision": current,
            "new_revision": str(revision(find_graph(done.after, graph.name))),
            "status": done.after.status,
            "aliases": named_nodes(plan, done),
            **diagnosed(done.after, plan.catalog, done.compiled, CodeLines(done.after, plan, done.names).of),
        }
        return replace(answered(answer, done.after, ok=ok), has_changed=done.has_changed)


def _mode(word: str) -> MergeMode:
    """The mode that is asked for. Raises GraphError: what goes in an update depends on what was shown."""
    mode = merge_mode(word)
    if mode == "update":
        raise GraphError("bluecode_apply has no mode 'update'.", "Use union, append or replace.")
    return mode


def _plan(
    context: ActionContext, owner: Blueprint, order: CodeRequest, *, is_partial: bool
) -> tuple[CodePlan, tuple[LeftOut, ...]]:
    return plan_partly(context, owner, order) if is_partial else (plan_code(context, owner, order), ())


def _with_warnings(operations: list[dict[str, Any]], left_out: tuple[LeftOut, ...]) -> list[dict[str, Any]]:
    """The operations with the values that were not given (BC-123)."""
    return [
        item | {"input_warnings": warnings}
        if (warnings := [one.fault.fields() for one in left_out if one.line == item["line"]])
        else item
        for item in operations
    ]


def _floating(left_out: tuple[LeftOut, ...]) -> dict[str, Any]:
    """The values that neither a conversion nor a cast makes fit, each with the reason (BC-137)."""
    found = [{"line": one.line, "reason": one.fault.what, **one.fault.fields()} for one in left_out]
    return {"floating_nodes": found} if found else {}


def _planned(plan: CodePlan, current: str) -> dict[str, Any]:
    made = [group.plan for group in plan.graphs if group.plan is not None]
    unused = [key for group in plan.graphs for key in group.unused_hints]
    return {
        "expected_revision": current,
        "plan_hash": plan.plan_hash,
        "merge_report": dict(made[0].report) if len(made) == 1 else {},
        **merge_fields(made),
        **({"unused_hints": unused} if unused else {}),
    }
