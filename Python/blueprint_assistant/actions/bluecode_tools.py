"""Tools of the BlueCode protocol, with its answers as JSON. Outside uses BLUECODE_ACTIONS.

A conversation shows them only when a setting says so: read_graph and write_graph do the same in fewer words.
A target is `/Game/Path/Asset:Function`, `Asset:EventGraph`, or `Asset` for its event graph.
"""

from __future__ import annotations

import json
from collections.abc import Mapping  # pydantic reads the annotations
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field, WithJsonSchema

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.code_writing import NotWrittenError, plan_code
from blueprint_assistant.actions.project import catalog_of, find_graph, read_blueprint
from blueprint_assistant.actions.write_graph import Code, WriteGraph, code_text
from blueprint_assistant.editor.plan import CompileBlueprint, EditPlan
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.revision import revision
from blueprint_assistant.languages.planning import RevisionConflictError, merge_mode
from blueprint_assistant.languages.reading import read, reading_json
from blueprint_assistant.languages.telling import tell

if TYPE_CHECKING:
    from blueprint_assistant.actions.code_writing import CodePlan
    from blueprint_assistant.graph.model import Blueprint, Graph

__all__ = [
    "BLUECODE_ACTIONS",
    "BluecodeApply",
    "BluecodeApplyVariables",
    "BluecodeCompile",
    "BluecodeReadEvents",
    "BluecodeReadFunction",
    "BluecodeReadVariables",
]

Variables = Annotated[list[Any], WithJsonSchema({"type": "array", "items": {"type": "object"}})]

_TARGET_ALIASES: Mapping[str, str] = {"function": "target", "asset": "target", "blueprint": "target"}


def _at(context: ActionContext, target: str) -> tuple[Blueprint, Graph]:
    """The Blueprint and graph of a target; nothing is changed by looking (BC-015)."""
    asset, _, name = target.strip().partition(":")
    owner = read_blueprint(context, asset)
    return owner, find_graph(owner, name or "EventGraph")


def _answer(fields: Mapping[str, Any], owner: Blueprint, *, ok: bool = True) -> ActionResult:
    return ActionResult(ok=ok, text=json.dumps(fields, ensure_ascii=False), blueprint=owner)


class BluecodeReadFunction(Action):
    """Read a graph: code and base_revision; detail roundtrip adds source map and hints, debug all pins."""

    tool_name: ClassVar[str] = "bluecode_read_function"
    effect: ClassVar[Effect] = "read"
    since: ClassVar[str] = "5.6"
    aliases: ClassVar[Mapping[str, str]] = _TARGET_ALIASES

    target: str = Field(min_length=1, description="Asset:Function")
    detail: str = Field(default="semantic", description="semantic, roundtrip or debug")
    include_connections: bool = Field(default=False, description="true adds the links")

    def run(self, context: ActionContext) -> ActionResult:
        """Read it (BC-040 to BC-044)."""
        owner, graph = _at(context, self.target)
        found = read(
            graph,
            owner,
            catalog_of(context, owner),
            detail=self.detail,
            include_connections=self.include_connections,
        )
        return _answer({"target": f"{owner.path}:{graph.name}", **reading_json(found)}, owner)


class BluecodeReadVariables(Action):
    """Read the variables of a Blueprint: name, type, default, and how many nodes use them."""

    tool_name: ClassVar[str] = "bluecode_read_variables"
    effect: ClassVar[Effect] = "read"
    since: ClassVar[str] = "5.6"
    aliases: ClassVar[Mapping[str, str]] = _TARGET_ALIASES

    target: str = Field(min_length=1, description="Asset")

    def run(self, context: ActionContext) -> ActionResult:
        """Read them (BC-048)."""
        owner = read_blueprint(context, self.target.partition(":")[0])
        nodes = [node for graph in owner.graphs for node in graph.nodes]
        uses = [f'MemberName="{item.name}"' for item in owner.variables]
        variables = [
            {
                "name": item.name,
                "type": str(item.type),
                "default": item.default,
                "references": sum(use in (node.find_property("VariableReference") or "") for node in nodes),
            }
            for item, use in zip(owner.variables, uses, strict=True)
        ]
        return _answer({"target": owner.path, "variables": variables}, owner)


class BluecodeReadEvents(Action):
    """Read the events of a graph: those that are bound, with their parameters."""

    tool_name: ClassVar[str] = "bluecode_read_events"
    effect: ClassVar[Effect] = "read"
    since: ClassVar[str] = "5.6"
    aliases: ClassVar[Mapping[str, str]] = _TARGET_ALIASES

    target: str = Field(min_length=1, description="Asset or Asset:Graph")

    def run(self, context: ActionContext) -> ActionResult:
        """Read them (BC-048)."""
        owner, graph = _at(context, self.target)
        told = tell(graph, owner, catalog_of(context, owner))
        events = [
            {
                "name": f"{entry.owner}.{entry.name}" if entry.owner else entry.name,
                "kind": entry.kind,
                "parameters": [item.name for item in entry.parameters],
                "is_empty": not entry.body and not entry.arms,
            }
            for entry in told.entries
        ]
        return _answer({"target": f"{owner.path}:{graph.name}", "events": events}, owner)


class BluecodeApply(Action):
    """Work code into a graph: union leaves all that is there. dry_run answers operations, expected_revision
    and plan_hash, and changes nothing.
    """  # noqa: D205 - one paragraph, which the model reads as one line

    tool_name: ClassVar[str] = "bluecode_apply"
    effect: ClassVar[Effect] = "mutate"
    by_hand_since: ClassVar[str] = "5.6"
    aliases: ClassVar[Mapping[str, str]] = {**_TARGET_ALIASES, "expected_revision": "base_revision"}

    target: str = Field(min_length=1, description="Asset:Function")
    code: Code = Field(description="BlueCode")
    mode: str = Field(default="union", description="union, append or replace")
    base_revision: str = Field(default="", description="revision that the code was written for")
    plan_hash: str = Field(default="", description="plan_hash of the dry run that is to be done")
    dry_run: bool = Field(default=False, description="true only plans")

    def run(self, context: ActionContext) -> ActionResult:
        """Plan it; do it unless it is a dry run, by the same plan (BC-150 to BC-153)."""
        owner, graph = _at(context, self.target)
        current = str(revision(graph))
        try:
            if self.base_revision and self.base_revision != current:
                raise RevisionConflictError(self.base_revision, current)
            mode = merge_mode(self.mode)
            plan = plan_code(context, owner, code_text(self.code), graph.name, mode, self.plan_hash)
        except AssistantError as error:
            return _refused(error, owner)
        if self.dry_run:
            return _answer({"ok": True, "dry_run": True, **_planned(plan, current)}, owner)
        writing = WriteGraph(blueprint=owner.path, code=self.code, mode=mode, graph_name=graph.name)
        done = writing.run(context)
        after = done.blueprint or owner
        answer = {"ok": done.ok, "message": done.text, **_planned(plan, current)}
        answer |= {"base_revision": current, "new_revision": str(revision(find_graph(after, graph.name)))}
        text = json.dumps(answer, ensure_ascii=False)
        return ActionResult(ok=done.ok, text=text, has_changed=done.has_changed, blueprint=after)


class BluecodeApplyVariables(Action):
    """Add variables, or give those that are there another default; none is removed."""

    tool_name: ClassVar[str] = "bluecode_apply_variables"
    effect: ClassVar[Effect] = "mutate"
    aliases: ClassVar[Mapping[str, str]] = _TARGET_ALIASES

    target: str = Field(min_length=1, description="Asset")
    variables: Variables = Field(description="objects with name, type and default")

    def run(self, context: ActionContext) -> ActionResult:
        """Make them in one step (BC-200)."""
        owner = read_blueprint(context, self.target.partition(":")[0])
        try:
            code = "\n".join(map(_declared, self.variables))
            done = WriteGraph(blueprint=owner.path, code=code).run(context)
        except AssistantError as error:
            return _refused(error, owner)
        answer = json.dumps({"ok": done.ok, "message": done.text}, ensure_ascii=False)
        return replace(done, text=answer)


def _declared(item: Any) -> str:
    """The declaration of a variable in the protocol's form. Raises NotWrittenError."""
    if not isinstance(item, dict) or not item.get("name") or not item.get("type"):
        raise NotWrittenError(
            "A variable has no name or type.", 'Send [{"name": "Speed", "type": "float", "default": "5"}].'
        )
    default = item.get("default")
    given = "" if default is None else f" = {default if isinstance(default, str) else json.dumps(default)}"
    return f"var {item['name']}: {item['type']}{given}"


class BluecodeCompile(Action):
    """Compile a Blueprint; the answer has its messages with the nodes that they are about."""

    tool_name: ClassVar[str] = "bluecode_compile"
    effect: ClassVar[Effect] = "mutate"
    aliases: ClassVar[Mapping[str, str]] = _TARGET_ALIASES

    target: str = Field(min_length=1, description="Asset")

    def run(self, context: ActionContext) -> ActionResult:
        """Compile it (BC-201)."""
        owner = read_blueprint(context, self.target.partition(":")[0])
        report = context.editor.apply(
            EditPlan(owner.path, f"AI: compile {owner.path}", (CompileBlueprint(),))
        )
        made = report.compile
        messages = [] if made is None else [asdict(message) for message in made.messages]
        ok = made is not None and made.status != "error"
        status = report.after.status if made is None else made.status
        answer = {"ok": ok, "target": owner.path, "status": status, "diagnostics": messages}
        has_changed = owner.status != report.after.status
        return replace(_answer(answer, report.after, ok=ok), has_changed=has_changed)


def _planned(plan: CodePlan, current: str) -> dict[str, Any]:
    made = [group.plan for group in plan.graphs if group.plan is not None]
    operations = [
        {"op": item.kind, "path": item.path, "node": item.node, "line": item.line}
        for planned in made
        for item in planned.operations
    ]
    return {
        "operations": operations,
        "expected_revision": current,
        "plan_hash": made[0].plan_hash if len(made) == 1 else "",
        "merge_report": dict(made[0].report) if len(made) == 1 else {},
    }


def _refused(error: AssistantError, owner: Blueprint) -> ActionResult:
    """The error with its code, line and remedy (1.18)."""
    cause = error.__cause__ if isinstance(error, NotWrittenError) else None
    origin = getattr(cause, "error", cause) or error
    answer = {
        "ok": False,
        "error_code": getattr(origin, "code", error.code),
        "error": error.what,
        "line": getattr(cause, "line", 0),
        "suggested_fix": error.fix,
    }
    if isinstance(origin, RevisionConflictError):
        answer |= {"expected_revision": origin.expected, "actual_revision": origin.actual}
    return _answer(answer, owner, ok=False)


BLUECODE_ACTIONS: tuple[type[Action], ...] = (
    BluecodeReadFunction,
    BluecodeReadVariables,
    BluecodeReadEvents,
    BluecodeApply,
    BluecodeApplyVariables,
    BluecodeCompile,
)
"""For `ActionRegistry((*ALL_ACTIONS, *BLUECODE_ACTIONS))`."""
