"""The tools for variables that are there: rename_variable and set_variable_defaults."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field

from blueprint_assistant.actions.arguments import PinValue
from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.blueprints import BLUEPRINT_ALIASES
from blueprint_assistant.actions.node_text import shortened
from blueprint_assistant.actions.project import read_blueprint
from blueprint_assistant.actions.values import value_text
from blueprint_assistant.actions.variable_names import match_variable
from blueprint_assistant.editor.member_operations import ChangeVariable, RenameComponent
from blueprint_assistant.editor.member_operations import RenameVariable as RenameVariableStep
from blueprint_assistant.editor.plan import EditPlan
from blueprint_assistant.editor.simulated_members import replication_of
from blueprint_assistant.errors import ToolError
from blueprint_assistant.graph.model import PropertyFlag

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan import ApplyReport
    from blueprint_assistant.graph.model import Blueprint, Variable

__all__ = ["RenameVariable", "SetVariableDefaults"]

_READ_ONLY_FIX = "Tick Blueprint Read Only in the Details panel of the variable."


class RenameVariable(Action):
    """Rename a variable or component, and the nodes that use it."""

    tool_name: ClassVar[str] = "rename_variable"
    effect: ClassVar[Effect] = "mutate"
    aliases: ClassVar[Mapping[str, str]] = {
        **BLUEPRINT_ALIASES,
        "variable": "old_name",
        "variable_name": "old_name",
        "name": "old_name",
        "from": "old_name",
        "old": "old_name",
        "current_name": "old_name",
        "to": "new_name",
        "new": "new_name",
        "new_variable_name": "new_name",
    }

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    old_name: str = Field(min_length=1, description="current name")
    new_name: str = Field(min_length=1, description="new name")

    def run(self, context: ActionContext) -> ActionResult:
        """Rename it; what cannot be kept is told."""
        owner = read_blueprint(context, self.blueprint)
        variables = [item.name for item in owner.variables]
        names = [*variables, *(item.name for item in owner.components)]
        old = match_variable(self.old_name, names, owner.path)
        is_variable = old in variables
        step = RenameVariableStep(old, self.new_name) if is_variable else RenameComponent(old, self.new_name)
        report = context.editor.apply(EditPlan(owner.path, f"AI: rename {old} to {self.new_name}", (step,)))
        what = "variable" if is_variable else "component"
        if not report.has_changed:
            return _result(report, f"The {what} is called {self.new_name} already; nothing was changed.")
        return _result(report, f"Renamed {what} of {owner.path}: {report.results[0].detail}.")


class SetVariableDefaults(Action):
    """Set the default value and the flags of a variable."""

    tool_name: ClassVar[str] = "set_variable_defaults"
    effect: ClassVar[Effect] = "mutate"
    limits: ClassVar[str] = "No call of the editor sets read_only: the result says so."
    aliases: ClassVar[Mapping[str, str]] = {
        **BLUEPRINT_ALIASES,
        "name": "variable_name",
        "variable": "variable_name",
        "var_name": "variable_name",
        "default": "default_value",
        "value": "default_value",
        "exposed_on_spawn": "expose_on_spawn",
        "readonly": "read_only",
        "blueprint_read_only": "read_only",
        "editable": "instance_editable",
        "is_instance_editable": "instance_editable",
        "replicated": "replication",
    }

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    variable_name: str = Field(min_length=1, description="variable of that Blueprint")
    default_value: PinValue = Field(default=None, description="new default value")
    expose_on_spawn: bool | None = Field(default=None, description="a pin of Spawn Actor nodes")
    read_only: bool | None = Field(default=None, description="no Set nodes; only settable by hand")
    instance_editable: bool | None = Field(default=None, description="editable per instance")
    category: str | None = Field(default=None, description="category in the editor")
    replication: Literal["none", "replicated", "rep_notify"] | None = Field(
        default=None, description="none, replicated or rep_notify"
    )

    def run(self, context: ActionContext) -> ActionResult:
        """Change what was given, in one step; say what the editor cannot do from here."""
        owner = read_blueprint(context, self.blueprint)
        variable = _variable(owner, self.variable_name)
        asked = self._step(variable)
        is_refused = self.read_only is not None and self.read_only != _is_read_only(variable)
        if asked == ChangeVariable(variable.name):
            self._refuse_nothing(variable, is_refused=is_refused)
            return ActionResult(
                ok=True, text=f"{_described(variable)} is so already; nothing was changed.", blueprint=owner
            )
        report = context.editor.apply(EditPlan(owner.path, f"AI: set defaults of {variable.name}", (asked,)))
        after = _variable(report.after, variable.name)
        if not report.has_changed:
            text = f"{_described(after)} is so already; nothing was changed."
        else:
            text = f"{owner.path}: {_described(after)}."
        if is_refused:
            text += f"\nNote: read_only was not set, no Python call does it. {_READ_ONLY_FIX}"
        return _result(report, text)

    def _step(self, variable: Variable) -> ChangeVariable:
        return ChangeVariable(
            variable.name,
            default=None if self.default_value is None else value_text(self.default_value),
            category=self.category,
            is_instance_editable=self.instance_editable,
            is_exposed_on_spawn=self.expose_on_spawn,
            replication=self.replication,
        )

    def _refuse_nothing(self, variable: Variable, *, is_refused: bool) -> None:
        if is_refused:
            raise ToolError(
                f"read_only of {variable.name} cannot be set: no Python call does it. Nothing was changed.",
                _READ_ONLY_FIX,
            )
        if self.read_only is None:
            raise ToolError(
                "There is nothing to set.",
                "Give default_value, expose_on_spawn, instance_editable, category or replication.",
            )


def _variable(owner: Blueprint, text: str) -> Variable:
    known = [item.name for item in owner.variables if item.type.category != "mcdelegate"]
    found = owner.find_variable(match_variable(text, known, owner.path))
    if found is None:
        raise ToolError(f"{owner.path} has no variable '{text}'.", "Read the Blueprint again.")
    return found


def _is_read_only(variable: Variable) -> bool:
    return PropertyFlag.BLUEPRINT_READ_ONLY in variable.flags


def _described(variable: Variable) -> str:
    """`Health (double = 50, exposed on spawn)`, as it was read back."""
    words = [f"{variable.type}{f' = {shortened(variable.default)}' if variable.default else ''}"]
    words += ["instance editable"] if variable.is_instance_editable else []
    words += ["exposed on spawn"] if variable.is_exposed_on_spawn else []
    words += ["read-only"] if _is_read_only(variable) else []
    words += [replication_of(variable)] if replication_of(variable) != "none" else []
    words += [f"category {variable.category}"] if variable.category not in ("", "Default") else []
    return f"{variable.name} ({', '.join(words)})"


def _result(report: ApplyReport, text: str) -> ActionResult:
    lines = [text, *(f"Note: {warning}" for warning in report.warnings)]
    return ActionResult(
        ok=True, text="\n".join(lines), has_changed=report.has_changed, blueprint=report.after
    )
