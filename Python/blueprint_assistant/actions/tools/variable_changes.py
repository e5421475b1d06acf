"""The tool set_variable_defaults, for variables that are there or inherited."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import Field

from blueprint_assistant.actions.arguments import PinValue
from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.member_choice import (
    UnknownMemberError,
    find_local,
    find_member,
    members_of,
)
from blueprint_assistant.actions.names.project_lookup import catalog_of, read_blueprint
from blueprint_assistant.actions.names.type_choice import find_type
from blueprint_assistant.actions.names.typed_values import typed_text
from blueprint_assistant.actions.names.uses_elsewhere import refuse_uses_elsewhere
from blueprint_assistant.actions.names.variable_choice import NAME_KEYS
from blueprint_assistant.actions.receipts.member_results import apply_step, result_of
from blueprint_assistant.actions.receipts.node_text import class_name, shortened
from blueprint_assistant.actions.receipts.variable_text import described_variable
from blueprint_assistant.actions.tools.blueprints import BLUEPRINT_ALIASES
from blueprint_assistant.editor.plan.member_steps import (
    ChangeLocalVariableStep,
    ChangeVariableStep,
    SetComponentPropertyStep,
)
from blueprint_assistant.editor.plan.simulate.component_properties import CLASS_DEFAULTS
from blueprint_assistant.errors import ToolError
from blueprint_assistant.graph.model.blueprint import PropertyFlag

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import PropertyInfo
    from blueprint_assistant.graph.model.blueprint import Blueprint, Variable

__all__ = ["SetVariableDefaults"]

_READ_ONLY_FIX = "Tick Blueprint Read Only in the Details panel of the variable."


class SetVariableDefaults(Action):
    """Set default value, type and flags of a variable, or the default of a local one (function_name)."""

    tool_name: ClassVar[str] = "set_variable_defaults"
    effect: ClassVar[Effect] = "mutate"
    other_names: ClassVar[tuple[str, ...]] = (
        *("set_variable_default", "change_variable", "set_variable_type", "set_variable_replication"),
    )
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
        "new_type": "variable_type",
        "type": "variable_type",
        "function": "function_name",
    }

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    variable_name: str = Field(min_length=1, description="variable of that Blueprint")
    variable_type: str = Field(default="", description="new type, of a variable that no node uses")
    default_value: PinValue = Field(default=None, description="new default value")
    expose_on_spawn: bool | None = Field(default=None, description="a pin of Spawn Actor nodes")
    read_only: bool | None = Field(default=None, description="no Set nodes; only settable by hand")
    instance_editable: bool | None = Field(default=None, description="editable per instance")
    category: str | None = Field(default=None, description="category in the editor")
    replication: Literal["none", "replicated", "rep_notify"] | None = Field(
        default=None, description="none, replicated or rep_notify"
    )
    function_name: str = Field(default="", description="function of a local variable")
    even_if_used: bool = Field(default=False, description="new type also when other Blueprints use it")

    @classmethod
    def adapt(cls, parameters: dict[str, Any]) -> dict[str, Any]:
        """Take replication as a yes or no."""
        words = {True: "replicated", "true": "replicated", False: "none", "false": "none"}
        return {
            key: words.get(value.lower() if isinstance(value, str) else value, value)
            if cls.aliases.get(key.lower(), key.lower()) == "replication" and isinstance(value, str | bool)
            else value
            for key, value in parameters.items()
        }

    def run(self, context: ActionContext) -> ActionResult:
        """Change what was given, in one step; say what the editor cannot do from here."""
        owner = read_blueprint(context, self.blueprint)
        if self.function_name:
            return self._change_local(context, owner)
        inherited = _inherited(context, owner, self.variable_name)
        if inherited is not None:
            return self._change_inherited(context, owner, inherited)
        variable = _variable(owner, self.variable_name)
        asked = self._step(context, variable)
        is_refused = self.read_only is not None and self.read_only != _is_read_only(variable)
        if asked == ChangeVariableStep(variable.name):
            self._refuse_nothing(variable, is_refused=is_refused)
            text = f"{described_variable(variable)} is so already; nothing was changed."
            return ActionResult(ok=True, text=text, blueprint=owner)
        is_retyped = asked.type is not None and asked.type != variable.type
        notes = (
            refuse_uses_elsewhere(context, owner, variable.name, even_if_used=self.even_if_used)
            if is_retyped
            else []
        )
        report = apply_step(context, owner, f"AI: set defaults of {variable.name}", asked)
        after = _variable(report.after, variable.name)
        if not report.has_changed:
            text = f"{described_variable(after)} is so already; nothing was changed."
        else:
            text = f"{owner.path}: {described_variable(after)}."
        if is_refused:
            text += f"\nNote: read_only was not set, no Python call does it. {_READ_ONLY_FIX}"
        return result_of(report, text, *(f"Note: {note}" for note in notes))

    def _step(self, context: ActionContext, variable: Variable) -> ChangeVariableStep:
        new_type = find_type(context, self.variable_type) if self.variable_type else None
        kind = new_type or variable.type
        return ChangeVariableStep(
            variable.name,
            type=new_type,
            default=None if self.default_value is None else typed_text(context, kind, self.default_value),
            category=self.category,
            is_instance_editable=self.instance_editable,
            is_exposed_on_spawn=self.expose_on_spawn,
            replication=self.replication,
        )

    def _change_inherited(
        self, context: ActionContext, owner: Blueprint, found: PropertyInfo
    ) -> ActionResult:
        """The class default that the Blueprint gives a property of its parent, which has nothing else."""
        given = (
            *(self.expose_on_spawn, self.read_only, self.instance_editable, self.category, self.replication),
            self.variable_type or None,
        )
        parent = class_name(owner.parent_class)
        if self.default_value is None or any(item is not None for item in given):
            raise ToolError(
                f"{owner.path} inherits {found.name} from {parent}: only its default can be set here.",
                "Give default_value alone.",
            )
        text = typed_text(context, found.type, self.default_value)
        step = SetComponentPropertyStep(CLASS_DEFAULTS, found.name, text)
        report = apply_step(context, owner, f"AI: set class default {found.name}", step)
        own = report.after.find_component(CLASS_DEFAULTS)
        held = dict(own.properties).get(found.name, "") if own is not None else ""
        shown = f"{found.name} ({found.type} = {shortened(held) or 'None'}, inherited from {parent})"
        if not report.has_changed:
            return result_of(report, f"{shown} is so already; nothing was changed.")
        return result_of(report, f"{owner.path}: {shown}.")

    def _change_local(self, context: ActionContext, owner: Blueprint) -> ActionResult:
        """The default of a local variable, which has nothing else that can be set."""
        member = find_member(owner, self.variable_name, self.function_name)
        given = (
            *(self.expose_on_spawn, self.read_only, self.instance_editable, self.category, self.replication),
            self.variable_type or None,
        )
        if self.default_value is None or any(item is not None for item in given):
            raise ToolError(
                f"{member.name} is a local variable of {member.function}: only its default can be set.",
                "Give default_value alone; for another type remove it and add it anew.",
            )
        _, local = find_local(owner, member)
        text = typed_text(context, local.type, self.default_value)
        step = ChangeLocalVariableStep(member.function, local.name, text)
        title = f"AI: set default of {local.name} in {member.function}"
        report = apply_step(context, owner, title, step)
        _, after = find_local(report.after, member)
        shown = f"{after.name} ({after.type}{f' = {shortened(after.default)}' if after.default else ''})"
        if not report.has_changed:
            return result_of(report, f"{shown} is so already; nothing was changed.")
        return result_of(report, f"{member.function} of {owner.path}: {shown}.")

    def _refuse_nothing(self, variable: Variable, *, is_refused: bool) -> None:
        if is_refused:
            raise ToolError(
                f"read_only of {variable.name} cannot be set: no Python call does it. Nothing was changed.",
                _READ_ONLY_FIX,
            )
        if self.read_only is None:
            raise ToolError(
                "There is nothing to set.",
                "Give default_value, variable_type, expose_on_spawn, instance_editable, category or"
                " replication.",
            )


def _variable(owner: Blueprint, text: str) -> Variable:
    name = find_member(owner, text, only=("variable",)).name
    found = owner.find_variable(name)
    if found is None:
        raise UnknownMemberError(f"{owner.path} has no variable '{text}'.", "Read the Blueprint again.")
    return found


def _inherited(context: ActionContext, owner: Blueprint, text: str) -> PropertyInfo | None:
    """The property of a parent class that a name means, as the Details panel may show it; None for others.

    What an own member may be called as well is not the parent's.
    """
    own = [item.name for item in members_of(owner)]
    properties = catalog_of(context, owner).properties_of(owner.parent_class)
    known = {item.name: item for item in properties if not item.is_hidden}
    for key in NAME_KEYS:
        if any(key(name) == key(text.strip()) for name in own):
            return None
        found = [name for name in known if key(name) == key(text.strip())]
        if len(found) > 1:
            raise UnknownMemberError(f"'{text}' fits several variables.", f"Use one of: {', '.join(found)}.")
        if found:
            return known[found[0]]
    return None


def _is_read_only(variable: Variable) -> bool:
    return PropertyFlag.BLUEPRINT_READ_ONLY in variable.flags
