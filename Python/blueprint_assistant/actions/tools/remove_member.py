"""The tool remove_member: what a Blueprint declares, where nothing uses it."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import Field

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.event_removal import event_removal_steps
from blueprint_assistant.actions.names.inherited_members import find_own_member
from blueprint_assistant.actions.names.project_lookup import read_blueprint
from blueprint_assistant.actions.names.uses_elsewhere import refuse_uses_elsewhere
from blueprint_assistant.actions.receipts.counted import counted
from blueprint_assistant.actions.receipts.member_results import apply_step, result_of
from blueprint_assistant.actions.receipts.node_text import shortened, with_node_ids
from blueprint_assistant.actions.tools.blueprints import BLUEPRINT_ALIASES
from blueprint_assistant.editor.plan.edit_plan import PlanError, RemoveNodesStep
from blueprint_assistant.editor.plan.member_steps import (
    RemoveComponentStep,
    RemoveDispatcherStep,
    RemoveFunctionStep,
    RemoveLocalVariableStep,
    RemoveVariableStep,
)
from blueprint_assistant.errors import ToolError

if TYPE_CHECKING:
    from blueprint_assistant.actions.names.member_choice import BlueprintMember
    from blueprint_assistant.editor.plan.edit_plan import ApplyReport, EditOperation
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["RemoveMember"]


class RemoveMember(Action):
    """Remove a variable, function, event, dispatcher or local variable (function_name) that no node uses."""

    tool_name: ClassVar[str] = "remove_member"
    effect: ClassVar[Effect] = "mutate"
    other_names: ClassVar[tuple[str, ...]] = (
        *("remove_variable", "delete_variable", "remove_function", "delete_function", "delete_member"),
        *("remove_dispatcher", "remove_event_dispatcher", "delete_event_dispatcher"),
        *("remove_local_variable", "delete_local_variable", "remove_event", "remove_custom_event"),
    )
    limits: ClassVar[str] = "Macros and interfaces are removed by hand."
    aliases: ClassVar[Mapping[str, str]] = {
        **BLUEPRINT_ALIASES,
        "name": "member_name",
        "member": "member_name",
        "variable": "member_name",
        "variable_name": "member_name",
        "local_variable": "member_name",
        "event": "member_name",
        "event_name": "member_name",
        "dispatcher": "member_name",
        "dispatcher_name": "member_name",
        "function": "function_name",
    }

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    member_name: str = Field(min_length=1, description="member to remove")
    function_name: str = Field(default="", description="function of a local variable")
    even_if_used: bool = Field(default=False, description="also when other Blueprints use it")

    @classmethod
    def adapt(cls, parameters: dict[str, Any]) -> dict[str, Any]:
        """A function alone is what is to be removed."""
        given = {cls.aliases.get(key.lower(), key.lower()) for key in parameters}
        if "member_name" in given or "function_name" not in given:
            return parameters
        return {
            "member_name" if cls.aliases.get(key.lower(), key.lower()) == "function_name" else key: value
            for key, value in parameters.items()
        }

    def run(self, context: ActionContext) -> ActionResult:
        """Remove it, or say where it is in use."""
        owner = read_blueprint(context, self.blueprint)
        member = find_own_member(context, owner, self.member_name, self.function_name)
        steps = _removal(context, owner, member)
        notes = (
            []
            if member.word == "local variable"
            else refuse_uses_elsewhere(context, owner, member.name, even_if_used=self.even_if_used)
        )
        report = apply_step(context, owner, f"AI: remove {member.word} {member.name}", *steps)
        gone = owner.find_variable(member.name) if member.word == "variable" else None
        # An undo of the editor does not bring a class default back: the model shall know what it was.
        value = f" = {shortened(gone.default)}" if gone is not None and gone.default else ""
        shown = f" ({gone.type}{value})" if gone is not None else _with_statements(report)
        what = f"{member}" if member.word == "custom event" else report.results[0].detail
        head = f"Removed {what}{shown} from {owner.path}."
        return result_of(report, head, *(f"Note: {note}" for note in notes))


def _removal(context: ActionContext, owner: Blueprint, member: BlueprintMember) -> tuple[EditOperation, ...]:
    match member.word:
        case "variable":
            return (RemoveVariableStep(member.name),)
        case "component":
            return (RemoveComponentStep(member.name),)
        case "function":
            return (RemoveFunctionStep(member.name),)
        case "event dispatcher":
            return (RemoveDispatcherStep(member.name),)
        case "local variable":
            return (RemoveLocalVariableStep(member.function, member.name),)
        case "custom event":
            try:
                return event_removal_steps(owner, member.name)
            except PlanError as error:
                raise PlanError(with_node_ids(context.nodes, owner, error.what), error.fix) from error
        case "interface":
            raise ToolError(
                f"No call of the editor takes the interface {member.name} out of {owner.path}.",
                "Remove it in Class Settings, under Implemented Interfaces.",
            )
        case _:
            raise ToolError(
                f"No call of the editor removes a macro safely: {member.name} stays.",
                "Delete it in the My Blueprint panel.",
            )


def _with_statements(report: ApplyReport) -> str:
    """` with 3 nodes that only it led to`, for a custom event."""
    steps = [step for step in report.plan.operations if isinstance(step, RemoveNodesStep)]
    count = sum(len(step.nodes) for step in steps) - 1
    return f" with {counted(count, 'node')} that only it led to" if count > 0 else ""
