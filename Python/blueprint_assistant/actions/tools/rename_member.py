"""The tool rename_variable, which renames members of every kind, and the nodes that use them."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import Field

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.event_rename import (
    BY_HAND,
    CannotRenameError,
    dispatcher_rename_steps,
    event_rename_steps,
    renamed_text_steps,
)
from blueprint_assistant.actions.names.followers import bring_along, can_follow
from blueprint_assistant.actions.names.inherited_members import find_own_member
from blueprint_assistant.actions.names.local_rename import local_rename_steps
from blueprint_assistant.actions.names.member_choice import BlueprintMember, find_local
from blueprint_assistant.actions.names.project_lookup import read_blueprint
from blueprint_assistant.actions.names.remade_nodes import lost_marks
from blueprint_assistant.actions.names.signature_change import follow_remade
from blueprint_assistant.actions.names.surroundings import Surroundings
from blueprint_assistant.actions.names.uses_elsewhere import refuse_uses_elsewhere
from blueprint_assistant.actions.receipts.counted import counted
from blueprint_assistant.actions.receipts.member_results import apply_step, result_of
from blueprint_assistant.actions.tools.blueprints import BLUEPRINT_ALIASES
from blueprint_assistant.editor.plan.edit_plan import AddNodeStep, PlanError, SetPinDefaultStep
from blueprint_assistant.editor.plan.member_steps import (
    RenameComponentStep,
    RenameFunctionStep,
    RenameVariableStep,
)
from blueprint_assistant.editor.plan.simulate.member_rules import in_nodes
from blueprint_assistant.editor.plan.simulate.simulated_members import lost_flags
from blueprint_assistant.errors import ToolError
from blueprint_assistant.graph.compare.node_uses import texts_naming

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.edit_plan import ApplyReport, EditOperation
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["RenameVariable"]

_REMADE = ("custom event", "event dispatcher", "local variable")
"""What is made anew under its new name, since no call renames it."""


class RenameVariable(Action):
    """Rename a variable, component, function, custom event, dispatcher or local variable, with its uses."""

    tool_name: ClassVar[str] = "rename_variable"
    effect: ClassVar[Effect] = "mutate"
    other_names: ClassVar[tuple[str, ...]] = (
        *("rename_component", "rename_function", "rename_member", "rename_local_variable"),
        *("rename_event", "rename_custom_event", "rename_dispatcher", "rename_event_dispatcher"),
    )
    limits: ClassVar[str] = "Macros and custom events with inputs or replication are renamed by hand."
    aliases: ClassVar[Mapping[str, str]] = {
        **BLUEPRINT_ALIASES,
        "variable": "old_name",
        "variable_name": "old_name",
        "component_name": "old_name",
        "member_name": "old_name",
        "event_name": "old_name",
        "dispatcher_name": "old_name",
        "name": "old_name",
        "from": "old_name",
        "old": "old_name",
        "current_name": "old_name",
        "to": "new_name",
        "new": "new_name",
        "new_variable_name": "new_name",
        "new_function_name": "new_name",
        "function": "function_name",
    }

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    old_name: str = Field(min_length=1, description="current name")
    new_name: str = Field(min_length=1, description="new name")
    function_name: str = Field(default="", description="function of a local variable")
    even_if_used: bool = Field(default=False, description="also when other Blueprints cannot follow")

    @classmethod
    def adapt(cls, parameters: dict[str, Any]) -> dict[str, Any]:
        """A function without an old name is what is to be renamed."""
        field = {key: cls.aliases.get(key.lower(), key.lower()) for key in parameters}
        if "old_name" in field.values():
            return parameters
        return {
            "old_name" if field[key] == "function_name" else key: value for key, value in parameters.items()
        }

    def run(self, context: ActionContext) -> ActionResult:
        """Rename it; what cannot be kept is told."""
        owner = read_blueprint(context, self.blueprint)
        member = find_own_member(context, owner, self.old_name, self.function_name)
        if self.new_name == member.name:
            text = f"The {member.word} is called {self.new_name} already; nothing was changed."
            return ActionResult(ok=True, text=text, blueprint=owner)
        if self.new_name.lower() == member.name.lower():
            raise ToolError(
                f"'{member.name}' cannot be renamed to '{self.new_name}': only the letter case differs.",
                "Rename it to another name first.",
            )
        around = None if member.word == "local variable" else Surroundings.of(context.editor, owner.path)
        notes = [] if around is None else self._of_others(context, owner, member, around)
        steps = _rename_steps(owner, member, self.new_name)
        report = _applied(context, owner, member, self.new_name, steps)
        if member.word == "function" and report.has_changed:
            context.nodes.rename_graph(owner.path, member.name, self.new_name)
        follow_remade(context, owner, report)
        notes += [] if around is None else bring_along(context, around, member.name, self.new_name)
        notes += lost_marks(owner, steps)
        head = f"Renamed {member.word} of {owner.path}: {_said(member, self.new_name, report)}."
        return result_of(report, head, *(f"Note: {note}" for note in [*notes, *_left(owner, member)]))

    def _of_others(
        self, context: ActionContext, owner: Blueprint, member: BlueprintMember, around: Surroundings
    ) -> list[str]:
        """Notes on what could not be looked into. Raises UsedElsewhereError when it is used and not meant."""
        return refuse_uses_elsewhere(
            context,
            owner,
            member.name,
            even_if_used=self.even_if_used,
            around=around,
            effect="would not follow",
            instead=f"{BY_HAND} Else: ",
            follows=can_follow,
        )


def _rename_steps(owner: Blueprint, member: BlueprintMember, new_name: str) -> tuple[EditOperation, ...]:
    """The steps. Raises CannotRenameError for what no call renames or makes anew."""
    match member.word:
        case "variable":
            return (RenameVariableStep(member.name, new_name),)
        case "component":
            return (RenameComponentStep(member.name, new_name),)
        case "function":
            texts = renamed_text_steps(owner, member.name, new_name)
            return (*texts, RenameFunctionStep(member.name, new_name))
        case "local variable":
            graph, local = find_local(owner, member)
            return local_rename_steps(graph, local, new_name)
        case "custom event":
            return event_rename_steps(owner, member.name, new_name)
        case "event dispatcher":
            return dispatcher_rename_steps(owner, member.name, new_name)
        case "interface":
            raise CannotRenameError(
                f"{member.name} is an interface of {owner.path}, an asset of its own.",
                "Rename that asset in the Content Browser.",
            )
        case _:
            raise CannotRenameError(f"No call of the editor renames a macro: {member.name} stays.", BY_HAND)


def _applied(
    context: ActionContext,
    owner: Blueprint,
    member: BlueprintMember,
    new_name: str,
    steps: tuple[EditOperation, ...],
) -> ApplyReport:
    title = f"AI: rename {member.name} to {new_name}"
    try:
        return apply_step(context, owner, title, *steps)
    except PlanError as error:
        if member.word not in _REMADE or not error.what.startswith("Step"):
            raise
        first = error.what.partition(" of ")[0]
        if first == "Step 1":  # what has the new name comes first: the name is what is refused
            raise PlanError(error.what.partition(": ")[2], error.fix) from error
        # Not its name but one of its nodes is what cannot be made anew.
        raise CannotRenameError(
            f"{member.name} cannot be renamed: {error.what} {error.fix}".strip(), BY_HAND
        ) from error


def _said(member: BlueprintMember, new_name: str, report: ApplyReport) -> str:
    """`Health is Life now, in 2 nodes`, and the texts that follow."""
    texts = sum(isinstance(step, SetPinDefaultStep) for step in report.plan.operations)
    verb = "names" if texts == 1 else "name"
    named = f", and in {counted(texts, 'text')} that {verb} it" if texts and member.word == "function" else ""
    if len(report.results) == 1:
        return report.results[0].detail
    count = sum(isinstance(step, AddNodeStep) for step in report.plan.operations)
    return f"{member.name} is {new_name} now{in_nodes(count)}{named}"


def _left(owner: Blueprint, member: BlueprintMember) -> list[str]:
    """What could not be kept, as sentences."""
    notes = []
    if member.word in ("function", "custom event"):
        left = [
            text.node.name
            for graph in owner.graphs
            for text in texts_naming(graph, member.name)
            if not (text.is_own and text.node.name in graph.nodes_by_name)
        ]
        if left:
            notes.append(f"{', '.join(left)} names {member.name} of another object in a text: it stays.")
    variable = owner.find_variable(member.name) if member.word == "event dispatcher" else None
    lost = [] if variable is None else list(lost_flags(variable))
    if lost:
        notes.append(f"Set again in the Details panel: {', '.join(lost)}.")
    return notes
