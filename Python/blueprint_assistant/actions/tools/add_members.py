"""The tools for what a Blueprint has: add_component and add_variable."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from blueprint_assistant.actions.arguments import PinValue
from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.member_choice import find_function, find_local, find_member
from blueprint_assistant.actions.names.project_lookup import find_class, read_blueprint
from blueprint_assistant.actions.names.type_choice import find_type
from blueprint_assistant.actions.names.typed_values import typed_text
from blueprint_assistant.actions.names.variable_choice import match_variable
from blueprint_assistant.actions.receipts.node_text import class_name, shortened
from blueprint_assistant.actions.tools.blueprints import BLUEPRINT_ALIASES, NameTakenError
from blueprint_assistant.editor.plan.edit_plan import AddComponentStep, AddVariableStep, ApplyReport, EditPlan
from blueprint_assistant.editor.plan.member_steps import AddLocalVariableStep
from blueprint_assistant.errors import ToolError

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Component, PinType

__all__ = ["AddComponent", "AddVariable"]

_COMPONENT_BASE = "/Script/Engine.ActorComponent"
_SCENE_COMPONENT = "/Script/Engine.SceneComponent"
_ROOT_WORDS = frozenset({"root", "none", "null", "self"})


class AddComponent(Action):
    """Add a component. component_type: StaticMesh, SphereCollision, PointLight, or any component class."""

    tool_name: ClassVar[str] = "add_component"
    effect: ClassVar[Effect] = "mutate"
    aliases: ClassVar[Mapping[str, str]] = {
        **BLUEPRINT_ALIASES,
        "name": "component_name",
        "type": "component_type",
        "class": "component_type",
        "component_class": "component_type",
        "component": "component_type",
        "parent": "parent_component",
        "attach_to": "parent_component",
        "root": "is_root",
    }

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    component_type: str = Field(min_length=1, description="component class, e.g. StaticMesh")
    component_name: str = Field(min_length=1, description="name of the new component")
    parent_component: str = Field(default="", description="component to attach to, the root when left out")
    is_root: bool = Field(default=False, description="true makes it the new root")

    def run(self, context: ActionContext) -> ActionResult:
        """Add it, unless an equal one is there."""
        owner = read_blueprint(context, self.blueprint)
        class_path = find_class(context, self.component_type, _COMPONENT_BASE)
        parent = self._parent(owner)
        existing = owner.find_component(self.component_name)
        if existing is not None:
            return self._use_existing(owner, existing, class_path, parent)
        step = AddComponentStep(self.component_name, class_path, parent, make_root=self.is_root)
        report = context.editor.apply(
            EditPlan(owner.path, f"AI: add component {self.component_name}", (step,))
        )
        return _result(report, _component_line(report.after, self.component_name, context.catalog))

    def _parent(self, owner: Blueprint) -> str:
        if not self.parent_component:
            return ""
        if self.is_root:
            raise ToolError("A component cannot be the root and have a parent.", "Give one of the two.")
        names = [item.name for item in owner.components]
        if self.parent_component.lower() in _ROOT_WORDS and self.parent_component not in names:
            return ""
        return match_variable(self.parent_component, names, owner.path)

    def _use_existing(
        self, owner: Blueprint, existing: Component, class_path: str, parent: str
    ) -> ActionResult:
        is_other = existing.class_path.lower() != class_path.lower()
        if is_other or (parent and existing.parent.lower() != parent.lower()):
            under = f" under {existing.parent}" if existing.parent else ""
            raise NameTakenError(
                f"{owner.path} has a component {existing.name} already: a "
                f"{class_name(existing.class_path)}{under}.",
                "Use that one, or choose another name.",
            )
        text = f"{existing.name} ({class_name(class_path)}) exists already; nothing was changed."
        return ActionResult(ok=True, text=text, blueprint=owner)


def _component_line(blueprint: Blueprint, name: str, catalog: Catalog) -> str:
    added = blueprint.find_component(name)
    if added is None:
        raise ToolError(f"After the change {blueprint.path} has no component '{name}'.", "Add it again.")
    place = f" under {added.parent}" if added.parent else ""
    if not place and catalog.is_child_of(added.class_path, _SCENE_COMPONENT):
        place = " as root"
    return f"Added component {added.name} ({class_name(added.class_path)}){place} to {blueprint.path}."


class AddVariable(Action):
    """Add a variable. variable_type: bool, int, float, string, name, text, vector, rotator,
    transform, color, an enum or struct name, object:Class, class:Class, soft:Class, array:T, set:T, map:K,V.
    """  # noqa: D205 - one paragraph, which the model reads as one line

    tool_name: ClassVar[str] = "add_variable"
    effect: ClassVar[Effect] = "mutate"
    other_names: ClassVar[tuple[str, ...]] = ("add_local_variable", "add_member_variable", "create_variable")
    limits: ClassVar[str] = "No call of the editor sets a tooltip: the result says so."
    aliases: ClassVar[Mapping[str, str]] = {
        **BLUEPRINT_ALIASES,
        "name": "variable_name",
        "variable": "variable_name",
        "var_name": "variable_name",
        "type": "variable_type",
        "var_type": "variable_type",
        "default": "default_value",
        "value": "default_value",
        "initial_value": "default_value",
        "description": "tooltip",
        "function": "function_name",
        "local_to": "function_name",
    }

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    variable_name: str = Field(min_length=1, description="name of the new variable")
    variable_type: str = Field(min_length=1, description="type, e.g. float or object:Actor")
    category: str = Field(default="", description="category in the editor")
    tooltip: str = Field(default="", description="tooltip in the editor")
    default_value: PinValue = Field(default=None, description="default value")
    function_name: str = Field(default="", description="makes it a local variable of that function")

    def run(self, context: ActionContext) -> ActionResult:
        """Add it, unless an equal one is there."""
        owner = read_blueprint(context, self.blueprint)
        kind = find_type(context, self.variable_type)
        default = None if self.default_value is None else typed_text(context, kind, self.default_value)
        if self.function_name:
            return self._add_local(context, owner, kind, default)
        step = AddVariableStep(
            self.variable_name,
            kind,
            default,
            category=self.category,
            tooltip=self.tooltip,
        )
        report = context.editor.apply(EditPlan(owner.path, f"AI: add variable {self.variable_name}", (step,)))
        added = report.after.find_variable(self.variable_name)
        if added is None:
            raise ToolError(
                f"After the change {owner.path} has no variable '{self.variable_name}'.", "Try again."
            )
        shown = (
            f"{added.name} ({added.type}{f', default {shortened(added.default)}' if added.default else ''})"
        )
        if not report.has_changed:
            return _result(report, f"{shown} exists already; nothing was changed.")
        return _result(report, f"Added variable {shown} to {owner.path}.")

    def _add_local(
        self, context: ActionContext, owner: Blueprint, kind: PinType, default: str | None
    ) -> ActionResult:
        function, _ = find_function(owner, self.function_name)
        step = AddLocalVariableStep(function, self.variable_name, kind, default)
        title = f"AI: add local variable {self.variable_name} to {function}"
        report = context.editor.apply(EditPlan(owner.path, title, (step,)))
        member = find_member(report.after, self.variable_name, function)
        _, added = find_local(report.after, member)
        held = f", default {shortened(added.default)}" if added.default else ""
        shown = f"{added.name} ({added.type}{held})"
        lost = [word for word in ("category", "tooltip") if getattr(self, word)]
        notes = f"\nNote: a local variable has no {' or '.join(lost)} here." if lost else ""
        if not report.has_changed:
            return _result(report, f"{shown} exists already in {function}; nothing was changed.{notes}")
        return _result(report, f"Added local variable {shown} to {function} of {owner.path}.{notes}")


def _result(report: ApplyReport, text: str) -> ActionResult:
    lines = [text, *(f"Note: {warning}" for warning in report.warnings)]
    return ActionResult(
        ok=True, text="\n".join(lines), has_changed=report.has_changed, blueprint=report.after
    )
