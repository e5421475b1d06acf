"""The tools for components that are there: set_component_property and remove_component."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from blueprint_assistant.actions.arguments import PinValue
from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.project_lookup import catalog_with, read_blueprint
from blueprint_assistant.actions.names.typed_values import typed_text
from blueprint_assistant.actions.names.uses_elsewhere import refuse_uses_elsewhere
from blueprint_assistant.actions.receipts.member_results import apply_step
from blueprint_assistant.actions.receipts.node_text import shortened
from blueprint_assistant.actions.tools.blueprints import BLUEPRINT_ALIASES
from blueprint_assistant.editor.plan.edit_plan import EditPlan
from blueprint_assistant.editor.plan.member_steps import RemoveComponentStep
from blueprint_assistant.editor.plan.member_steps import SetComponentPropertyStep as SetPropertyStep
from blueprint_assistant.editor.plan.simulate.component_properties import (
    BODY,
    ENGINE_PROFILES,
    known_property,
    match_property,
)
from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.graph.catalog.name_lookup import fold_letters

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Blueprint, Component

__all__ = ["RemoveComponent", "SetComponentProperty", "UnknownComponentError", "find_component"]

_COMPONENT_ALIASES = {
    **BLUEPRINT_ALIASES,
    "component": "component_name",
    "name": "component_name",
}
_PROFILE = f"{BODY}CollisionProfileName"


class UnknownComponentError(ToolError):
    """A Blueprint has no component of that name."""

    code = "unknown_component"


def find_component(owner: Blueprint, text: str) -> Component:
    """The component of that name, letter case ignored: it is changed, so nothing is guessed.

    Raises UnknownComponentError with the one that may be meant.
    """
    for key in (str, str.lower):
        found = [item for item in owner.components if key(item.name) == key(text)]
        if len(found) == 1:
            return found[0]
    known = [item.name for item in owner.components]
    alike = [item for key in _LOOSE for item in known if key(item) == key(text)]
    near = list(dict.fromkeys(alike)) or nearest(text, known, limit=1)
    hint = f" If {' or '.join(near)} is meant, give that name." if near else ""
    raise UnknownComponentError(
        f"{owner.path} has no component '{text}'.",
        f"Its components: {', '.join(known) or 'none'}.{hint}",
    )


def _without_suffix(name: str) -> str:
    return fold_letters(name).removesuffix("component")


_LOOSE = (fold_letters, _without_suffix)


class SetComponentProperty(Action):
    """Set a property of a component, e.g. RelativeLocation, StaticMesh, Intensity, Mobility, or collision:
    CollisionProfileName, CollisionEnabled, CollisionResponseToAllChannels, SimulatePhysics,
    NotifyRigidBodyCollision, GenerateOverlapEvents.
    """  # noqa: D205 - one paragraph, which the model reads as one line

    tool_name: ClassVar[str] = "set_component_property"
    effect: ClassVar[Effect] = "mutate"
    aliases: ClassVar[Mapping[str, str]] = {
        **_COMPONENT_ALIASES,
        "property": "property_name",
        "property_path": "property_name",
        "property_value": "value",
        "new_value": "value",
    }

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    component_name: str = Field(min_length=1, description="component of that Blueprint")
    property_name: str = Field(min_length=1, description="property, e.g. RelativeLocation")
    value: PinValue = Field(description="value, e.g. 0,0,100 or true or /Game/Meshes/SM_Door")

    def run(self, context: ActionContext) -> ActionResult:
        """Set it and say what was read back."""
        owner = read_blueprint(context, self.blueprint)
        component = find_component(owner, self.component_name)
        catalog = catalog_with(context, component.class_path)
        name = match_property(catalog, component.class_path, self.property_name)
        kind = known_property(catalog, component.class_path, name).type
        step = SetPropertyStep(component.name, name, typed_text(context, kind, self.value))
        title = f"AI: set {component.name}.{name.removeprefix(BODY)}"
        report = context.editor.apply(EditPlan(owner.path, title, (step,)))
        after = find_component(report.after, component.name)
        shown = f"{component.name}.{name.removeprefix(BODY)}"
        value = dict(after.properties).get(name, report.results[0].detail)
        if not report.has_changed:
            text = f"{shown} is {shortened(value)} already; nothing was changed."
        else:
            text = f"Set {shown} of {owner.path} to {shortened(value) or 'None'}."
        notes = [*report.warnings, *(_collision_notes(after, name, value) if report.has_changed else ())]
        text = "\n".join([text, *(f"Note: {note}" for note in notes)])
        return ActionResult(ok=True, text=text, has_changed=report.has_changed, blueprint=report.after)


def _collision_notes(component: Component, name: str, value: str) -> list[str]:
    """What else a collision setting changed, and what nobody here can check."""
    if name == _PROFILE and value not in ENGINE_PROFILES:
        return [f"'{value}' is none of the engine's profiles; it has to be in Project Settings > Collision."]
    profile = dict(component.properties).get(_PROFILE, "")
    if name.startswith(BODY) and name != _PROFILE and profile == "Custom":
        return ["the collision profile is Custom now"]
    return []


class RemoveComponent(Action):
    """Remove a component that no node uses. Components under it move up."""

    tool_name: ClassVar[str] = "remove_component"
    effect: ClassVar[Effect] = "mutate"
    aliases: ClassVar[Mapping[str, str]] = _COMPONENT_ALIASES

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    component_name: str = Field(min_length=1, description="component to remove")
    even_if_used: bool = Field(default=False, description="also when other Blueprints use it")

    def run(self, context: ActionContext) -> ActionResult:
        """Remove it; all component names are told when there is none of that name."""
        owner = read_blueprint(context, self.blueprint)
        component = find_component(owner, self.component_name)
        notes = refuse_uses_elsewhere(context, owner, component.name, even_if_used=self.even_if_used)
        step = RemoveComponentStep(component.name)
        report = apply_step(context, owner, f"AI: remove {component.name}", step)
        left = ", ".join(item.name for item in report.after.components) or "none"
        text = f"Removed {report.results[0].detail} from {owner.path}. Components now: {left}."
        text = "\n".join([text, *(f"Note: {note}" for note in [*notes, *report.warnings])])
        return ActionResult(ok=True, text=text, has_changed=True, blueprint=report.after)
