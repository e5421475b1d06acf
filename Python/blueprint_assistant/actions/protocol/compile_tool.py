"""The tool that compiles and saves, with diagnostics by statement (BC-201). Outside uses BluecodeCompile."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import Field

from blueprint_assistant.actions.base import ActionContext, ActionResult, Effect
from blueprint_assistant.actions.manual_steps import UnfinishedError
from blueprint_assistant.actions.names.project_lookup import catalog_of
from blueprint_assistant.actions.protocol.answers import ProtocolAction, answered
from blueprint_assistant.actions.protocol.compiler_diagnostics import diagnosed
from blueprint_assistant.actions.protocol.target_resolution import resolve_asset
from blueprint_assistant.editor.plan.edit_plan import CompileBlueprintStep, EditPlan
from blueprint_assistant.errors import EditorError

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["BluecodeCompile"]


class BluecodeCompile(ProtocolAction):
    """Compile a Blueprint, and save it when it has no errors; diagnostics have path and line of the code."""

    tool_name: ClassVar[str] = "bluecode_compile"
    effect: ClassVar[Effect] = "mutate"

    target: str = Field(default="", description="Asset; empty: active one")
    save: bool = Field(default=True, description="false only compiles")

    def answer(self, context: ActionContext) -> ActionResult:
        """Compile it, then save it; what could not be saved is compiled all the same."""
        owner = resolve_asset(context, self.target)
        report = context.editor.apply(
            EditPlan(owner.path, f"AI: compile {owner.path}", (CompileBlueprintStep(),))
        )
        made, after = report.compile, report.after
        if made is None:
            raise UnfinishedError(
                f"{owner.path}: the compiler said nothing.", "Use bluecode_compile again.", after
            )
        ok = made.status != "error"
        answer: dict[str, Any] = {
            "ok": ok,
            "target": owner.path,
            "status": made.status,
            **diagnosed(after, catalog_of(context, after), made),
            "saved": False,
        }
        if self.save:
            answer |= self._saved(context, after) if ok else {"not_saved": "It has errors."}
        ok = ok and "save_error" not in answer
        answer["ok"] = ok
        return replace(answered(answer, after, ok=ok), has_changed=owner.status != after.status)

    @staticmethod
    def _saved(context: ActionContext, owner: Blueprint) -> dict[str, Any]:
        try:
            context.editor.save(owner.path)
        except EditorError as error:
            return {"save_error": error.what, "suggested_fix": error.fix}
        return {"saved": True}
