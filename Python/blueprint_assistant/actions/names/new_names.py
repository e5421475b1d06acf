"""Refuses new members whose names a Blueprint that derives from theirs has. Outside uses NamingEditor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.names.member_choice import members_of
from blueprint_assistant.actions.names.surroundings import Surroundings
from blueprint_assistant.editor.editor_wrapper import EditorWrapper
from blueprint_assistant.editor.plan.edit_plan import (
    AddComponentStep,
    AddNodeStep,
    AddVariableStep,
    CreateBlueprintStep,
)
from blueprint_assistant.editor.plan.member_steps import (
    AddDispatcherStep,
    AddFunctionStep,
    RenameComponentStep,
    RenameFunctionStep,
    RenameVariableStep,
)
from blueprint_assistant.errors import ToolError
from blueprint_assistant.graph.kinds.common_specs import CustomEventSpec

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.edit_plan import ApplyReport, EditOperation, EditPlan

__all__ = ["NamingEditor", "TakenInChildError"]


class TakenInChildError(ToolError):
    """A child has a member of that name: the editor would rename it there, or the child would not compile."""

    code = "taken_in_child"


class NamingEditor(EditorWrapper):
    """A BlueprintEditor that looks for the names of new members in what derives from their Blueprint."""

    def apply(self, plan: EditPlan) -> ApplyReport:
        """Apply a plan. Raises TakenInChildError."""
        names = {name.lower() for step in plan.operations if (name := _new_name(step))}
        if names and not isinstance(plan.operations[0], CreateBlueprintStep):
            self._refuse_names_of_children(plan.blueprint, names)
        return super().apply(plan)

    def _refuse_names_of_children(self, path: str, names: set[str]) -> None:
        heirs = Surroundings.of(self, path, only_heirs=True).heirs
        taken = [
            (heir, one)
            for heir in heirs
            for one in members_of(heir)
            if one.name.lower() in names
            and not any(item.is_inherited and item.name == one.name for item in heir.components)
        ]
        if not taken:
            return
        own = {one.name.lower() for one in members_of(self.read_blueprint(path))}
        for heir, one in taken:
            if one.name.lower() not in own:
                raise TakenInChildError(
                    f"{heir.path}, which derives from {path}, has a {one.word} {one.name} already.",
                    f"Choose another name, or remove or rename {one.name} in {heir.name} first.",
                )


def _new_name(step: EditOperation) -> str:
    match step:
        case AddVariableStep(name) | AddComponentStep(name) | AddFunctionStep(name) | AddDispatcherStep(name):
            return name
        case RenameVariableStep(_, name) | RenameComponentStep(_, name) | RenameFunctionStep(_, name):
            return name
        case AddNodeStep(spec=CustomEventSpec(name)):
            return name
        case _:
            return ""
