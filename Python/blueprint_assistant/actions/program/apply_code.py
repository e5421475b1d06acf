"""Carries out the plan of a program, and compiles. Outside uses apply_code and written_summary.

The tools that write BlueCode share it, so that what a dry run told is what is done. Agent worker thread.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.manual.apply_plan import PlanRequest, apply_plan
from blueprint_assistant.actions.manual.paste_plans import require_paste, with_names
from blueprint_assistant.actions.manual_steps import UnfinishedError
from blueprint_assistant.actions.names.signature_change import follow_remade
from blueprint_assistant.actions.placement.box_growth import GROWN
from blueprint_assistant.actions.program.node_lines import line_of_step
from blueprint_assistant.actions.program.statement_faults import CodeFault, not_written
from blueprint_assistant.actions.receipts.counted import counted
from blueprint_assistant.actions.receipts.made_members import made_members
from blueprint_assistant.editor.plan.edit_plan import (
    AddCommentStep,
    AddNodeStep,
    CompileBlueprintStep,
    ConnectPinsStep,
    EditPlan,
    NodeOperation,
    PlanError,
    RemoveNodesStep,
    SetPinDefaultStep,
    names_of,
)
from blueprint_assistant.editor.plan.member_steps import SetComponentPropertyStep
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.languages.decompile.source_map import NodeIds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.program.plan_values import CodePlan
    from blueprint_assistant.editor.plan.edit_plan import ApplyReport, CompileReport
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["AppliedCode", "apply_code", "named_nodes", "written_summary"]

_NEW: Final = (
    (AddNodeStep, "node"),
    (ConnectPinsStep, "link"),
    (SetPinDefaultStep, "value"),
    (AddCommentStep, "comment box"),
)


@dataclass(frozen=True, slots=True)
class AppliedCode:
    """What came of a plan. `compiled` is None when nothing was to be done and nothing to be compiled."""

    reports: tuple[ApplyReport, ...]
    after: Blueprint
    compiled: CompileReport | None
    has_changed: bool

    @property
    def names(self) -> dict[str, str]:
        """The names of the nodes that were added, by the keys of their steps."""
        return names_of(self.reports)


def apply_code(context: ActionContext, owner: Blueprint, plan: CodePlan, call: str) -> AppliedCode:
    """Do exactly the steps of a plan, then compile. `owner` is what was planned on, `call` what asked for it.

    Raises NotWrittenError when nothing is done, UnfinishedError when some of it is.
    """
    try:
        reports = _carried_out(context, owner, plan, call)
    except PlanError as error:
        raise not_written([_fault(plan, error)], plan.code) from error
    for report in reports:
        follow_remade(context, report.before or owner, report)
    after = reports[-1].after if reports else owner
    has_changed = any(report.has_changed for report in reports)
    compiled = reports[-1].compile if reports else None
    can_compile = context.editor.status().can_edit_graphs
    if compiled is None and can_compile and (has_changed or after.status != "up_to_date"):
        after, compiled = _compile(context, written_summary(plan, reports, owner.path), after)
        has_changed = True
    if compiled is not None:
        context.nodes.keep_places(after.path)  # what is done stays where it is
    return AppliedCode(tuple(reports), after, compiled, has_changed)


def _fault(plan: CodePlan, error: PlanError) -> CodeFault:
    """What the editor refused, at the line that its step comes from."""
    made = re.fullmatch(r"Step (\d+) of \d+: (.*)", error.what, re.DOTALL)
    if made is None:
        return CodeFault(error.code, error.what, error.fix)
    steps = (*plan.members, *(step for group in plan.graphs for step in group.steps))
    number = int(made[1])
    line = line_of_step(plan, steps[number - 1]) if 0 < number <= len(steps) else 0
    return CodeFault(error.code, made[2] if line else error.what, error.fix, line)


def _carried_out(context: ActionContext, owner: Blueprint, plan: CodePlan, call: str) -> list[ApplyReport]:
    """Members and nodes as one plan; where the user must paste, members first, then graph by graph."""
    steps = tuple(step for group in plan.graphs for step in group.steps)
    names = ", ".join(group.graph for group in plan.graphs) or "members"
    title = f"AI: write {names}"
    if not steps and not plan.members:
        return []
    if not steps and all(isinstance(step, SetComponentPropertyStep) for step in plan.members):
        # Only the editor knows the properties that are there: nothing is compiled when they are so already.
        return [context.editor.apply(EditPlan(owner.path, title, plan.members))]
    has_hands = context.clipboard is not None or context.artist is not None
    by_hand = any(map(require_paste, steps)) or not context.editor.status().can_edit_graphs
    if not steps or not (has_hands and by_hand):
        # In one plan, so that nothing is kept when the editor fails at any of it.
        return [
            context.editor.apply(EditPlan(owner.path, title, (*plan.members, *steps, CompileBlueprintStep())))
        ]
    return _by_hand(context, owner, plan, call)


def _by_hand(context: ActionContext, owner: Blueprint, plan: CodePlan, call: str) -> list[ApplyReport]:
    """Members first, then graph by graph. Raises UnfinishedError when some of it is done."""
    reports: list[ApplyReport] = []
    if plan.members:
        reports.append(context.editor.apply(EditPlan(owner.path, "AI: write members", plan.members)))
    for group in plan.graphs:
        if not group.steps:
            continue
        before = reports[-1].after if reports else owner
        # Calls that the members made anew are called by the names that the editor gave them.
        named = tuple(with_names(step, names_of(reports)) for step in group.steps)
        edit = EditPlan(owner.path, f"AI: write {group.graph}", named)
        try:
            reports.append(
                apply_plan(context, PlanRequest(edit, before, plan.catalog, f"{call} {group.graph}"))
            )
        except UnfinishedError:
            raise
        except AssistantError as error:
            if not any(report.has_changed for report in reports):
                raise
            done = ", ".join(report.plan.title.removeprefix("AI: write ") for report in reports)
            raise UnfinishedError(
                f"Written: {done}. {group.graph} is open. {error.what}", error.fix, before
            ) from error
    return reports


def _compile(context: ActionContext, said: str, owner: Blueprint) -> tuple[Blueprint, CompileReport]:
    """Compile what was there, or was pasted. Raises UnfinishedError."""
    plan = EditPlan(owner.path, f"AI: compile {owner.path}", (CompileBlueprintStep(),))
    try:
        report = context.editor.apply(plan)
    except AssistantError as error:
        raise UnfinishedError(f"{said} It is not compiled. {error.what}", error.fix, owner) from error
    if report.compile is None:
        raise UnfinishedError(f"{said} The compiler said nothing.", "Use compile_blueprint.", owner)
    return report.after, report.compile


# --- what was done ---------------------------------------------------------------------------------


def named_nodes(plan: CodePlan, done: AppliedCode) -> dict[str, str]:
    """The ids of the nodes that the program gives names, by the name (BC-140)."""
    real = done.names
    found: dict[str, str] = {}
    for group in plan.graphs:
        graph = done.after.find_graph(group.graph)
        if graph is None or group.plan is None:
            continue
        ids = NodeIds(graph)
        for name, path in group.names.items():
            key = group.plan.nodes.get(path, "")
            node = graph.nodes_by_name.get(real.get(key, key))
            if node is not None:
                found[name] = ids.of(node)
    return found


def written_summary(plan: CodePlan, reports: Sequence[ApplyReport], path: str) -> str:
    """One sentence on what was written and made."""
    entries = [entry.name for group in plan.graphs for entry in group.entries]
    what = ", ".join(dict.fromkeys(entries)) or "members"
    kept = sum(group.kept for group in plan.graphs)
    if not any(report.has_changed for report in reports):
        return f"All of it is in {path} already ({what})."
    members = {step for step in plan.members if isinstance(step, NodeOperation)}
    done = [step for report in reports for step in report.done if step not in members]
    grown = [step for step in done if isinstance(step, AddCommentStep) and step.key.startswith(GROWN)]
    new = [step for step in done if step not in grown]
    numbers = [(sum(isinstance(step, kind) for step in new), word) for kind, word in _NEW]
    counts = ", ".join(counted(number, word) for number, word in numbers if number)
    gone = sum(len(step.nodes) for step in done if isinstance(step, RemoveNodesStep)) - len(grown)
    parts = (
        f"Wrote {what} in {path}{f': {counts} new' if counts else ''}",
        made_members(done),
        f"{counted(gone, 'node')} taken out" if gone else "",
        f"{counted(len(grown), 'comment box')} made larger" if grown else "",
        f"{counted(kept, 'statement')} there already" if kept else "",
    )
    return f"{'; '.join(filter(None, parts))}."
