"""The tool for functions: add_function, with inputs and outputs in the forms that models send."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from typing import ClassVar

from pydantic import Field

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.parameter_lists import (
    Parameters,
    read_access,
    read_parameters,
    signature_lines,
)
from blueprint_assistant.actions.names.project_lookup import read_blueprint
from blueprint_assistant.actions.tools.blueprints import BLUEPRINT_ALIASES
from blueprint_assistant.editor.plan.edit_plan import EditPlan
from blueprint_assistant.editor.plan.member_steps import AddFunctionStep

__all__ = ["AddFunction"]


class AddFunction(Action):
    """Add a function to a Blueprint, with inputs and outputs. Link from its entry node's then pin."""

    tool_name: ClassVar[str] = "add_function"
    effect: ClassVar[Effect] = "mutate"
    limits: ClassVar[str] = "No call of the editor sets the category of a function: the result says so."
    aliases: ClassVar[Mapping[str, str]] = {
        **BLUEPRINT_ALIASES,
        "name": "function_name",
        "function": "function_name",
        "pure": "is_pure",
        "const": "is_const",
        "access": "access_specifier",
        "visibility": "access_specifier",
        "parameters": "inputs",
        "params": "inputs",
        "returns": "outputs",
        "return_values": "outputs",
        "return_type": "outputs",
    }

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    function_name: str = Field(min_length=1, description="name of the new function")
    inputs: Parameters = Field(default=None, description="inputs, each with name and type")
    outputs: Parameters = Field(default=None, description="outputs, each with name and type")
    is_pure: bool = Field(default=False, description="true for a function without exec pins")
    is_const: bool = Field(default=False, description="true when it changes nothing of its object")
    access_specifier: str = Field(default="Public", description="Public, Protected or Private")
    category: str = Field(default="", description="cannot be set from here")

    def run(self, context: ActionContext) -> ActionResult:
        """Add it, unless an equal one is there; its nodes get ids."""
        owner = read_blueprint(context, self.blueprint)
        step = AddFunctionStep(
            self.function_name,
            tuple(read_parameters(context, self.inputs, "inputs")),
            tuple(read_parameters(context, self.outputs, "outputs")),
            is_pure=self.is_pure,
            is_const=self.is_const,
            access=read_access(self.access_specifier),
        )
        report = context.editor.apply(EditPlan(owner.path, f"AI: add function {self.function_name}", (step,)))
        if report.has_changed:
            head = f"Added function {self.function_name} to {owner.path}."
        else:
            head = f"Function {self.function_name} exists already in {owner.path}; nothing was changed."
        notes = list(report.warnings)
        if self.category:
            notes.append("the category cannot be set from Python: set it in the function's Details panel.")
        lines = [head, *signature_lines(report.after, self.function_name, context)]
        lines += [f"Note: {note}" for note in notes]
        return ActionResult(
            ok=True, text="\n".join(lines), has_changed=report.has_changed, blueprint=report.after
        )
