"""Properties of component templates: read and set, collision through its own calls.

Only the properties that a plan names are read: a component has more than a hundred. They come as
texts in the form that `validate_default` gives, in `Component.properties`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import unreal

from blueprint_assistant.editor.component_properties import BODY, known_property, properties_of
from blueprint_assistant.editor.member_operations import SetComponentProperty
from blueprint_assistant.editor.plan import PlanError
from blueprint_assistant.editor.unreal_editor.reading import handles_by_name
from blueprint_assistant.editor.unreal_editor.values import enumerator_value, property_text, value_of
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog import default_catalog
from blueprint_assistant.graph.schema import Schema

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from blueprint_assistant.editor.plan import EditPlan
    from blueprint_assistant.graph.catalog_values import PropertyInfo
    from blueprint_assistant.graph.model import Blueprint, Component

__all__ = ["asked_properties", "set_property", "template_of", "with_properties", "with_same_properties"]

_CHANNELS = (
    *("ECC_WORLD_STATIC", "ECC_WORLD_DYNAMIC", "ECC_PAWN", "ECC_VISIBILITY", "ECC_CAMERA"),
    *("ECC_PHYSICS_BODY", "ECC_VEHICLE", "ECC_DESTRUCTIBLE"),
)


# --- reading -------------------------------------------------------------------------------------


def asked_properties(plan: EditPlan) -> dict[str, frozenset[str]]:
    """The properties that a plan sets, by component."""
    asked: dict[str, frozenset[str]] = {}
    for operation in plan.operations:
        if isinstance(operation, SetComponentProperty):
            key = operation.component.lower()
            asked[key] = asked.get(key, frozenset()) | {operation.property}
    return asked


def with_properties(blueprint: Blueprint, asset: Any, asked: Mapping[str, frozenset[str]]) -> Blueprint:
    """The Blueprint with these properties of its components read. What cannot be read is left out."""
    if not asked:
        return blueprint
    components = tuple(
        _with_values(component, asset, asked[component.name.lower()])
        if component.name.lower() in asked
        else component
        for component in blueprint.components
    )
    return replace(blueprint, components=components)


def with_same_properties(blueprint: Blueprint, asset: Any, like: Blueprint) -> Blueprint:
    """The Blueprint with the properties read that `like` has."""
    asked = {
        item.name.lower(): frozenset(name for name, _ in item.properties)
        for item in like.components
        if item.properties
    }
    return with_properties(blueprint, asset, asked)


def _with_values(component: Component, asset: Any, names: Iterable[str]) -> Component:
    template = template_of(asset, component.name)
    wanted = set(names)
    if any(name.startswith(BODY) for name in wanted):
        # One setting of the body changes others, so an undo has to look at all of them.
        every = properties_of(default_catalog(), component.class_path)
        wanted |= {item.name for item in every if item.name.startswith(BODY)}
    values = []
    for name in sorted(wanted):
        text = _value_text(template, component.class_path, name)
        if text is not None:
            values.append((name, text))
    return replace(component, properties=tuple(values))


def _value_text(template: Any, class_path: str, name: str) -> str | None:
    catalog = default_catalog()
    try:
        found = known_property(catalog, class_path, name)
        text = _collision_text(template, name) if name.startswith(BODY) else _plain_text(template, found)
        return Schema(catalog).validate_default(found.type, text)
    except AssistantError:
        return None  # the plan is refused for it when it is tried out, or no old value is known
    except Exception:  # noqa: BLE001 - protected properties raise; then no old value is known
        return None


def _plain_text(template: Any, found: PropertyInfo) -> str:
    return property_text(found.type, template.get_editor_property(found.name))


def _collision_text(template: Any, name: str) -> str:
    match name.removeprefix(BODY):
        case "CollisionProfileName":
            return str(template.get_collision_profile_name())
        case "CollisionEnabled":
            return str(template.get_collision_enabled().name)
        case "CollisionResponseToAllChannels":
            return _common_response(template)
        case "bSimulatePhysics":
            return _body_flag(template, "simulate_physics")
        case "bNotifyRigidBodyCollision":
            return _body_flag(template, "notify_rigid_body_collision")
        case _:
            raise PlanError(f"The collision property {name} cannot be read.")


def _common_response(template: Any) -> str:
    """The response to all of the engine's channels, empty when they differ."""
    found = {
        str(template.get_collision_response_to_channel(getattr(unreal.CollisionChannel, channel)).name)
        for channel in _CHANNELS
    }
    return found.pop() if len(found) == 1 else ""


def _body_flag(template: Any, name: str) -> str:
    # A template has no physics, so `is_simulating_physics` is always false: the setting counts.
    body = template.get_editor_property("body_instance")
    return "true" if body.get_editor_property(name) else "false"


# --- setting -------------------------------------------------------------------------------------


def template_of(asset: Any, component: str) -> Any:
    """The template of a component; of an inherited one, what this Blueprint overrides in it."""
    handle = handles_by_name(asset).get(component)
    if handle is None:
        raise PlanError(f"The editor shows no component '{component}'.", "Read the Blueprint again.")
    subsystem = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
    data = subsystem.k2_find_subobject_data_from_handle(handle)
    template = unreal.SubobjectDataBlueprintFunctionLibrary.get_object_for_blueprint(data, asset)
    if template is None:
        raise PlanError(f"The editor has no template of component '{component}'.", "Compile the Blueprint.")
    return template


def set_property(asset: Any, component: str, name: str, value: str) -> None:
    """Set a property to a validated value; the caller reads it back."""
    template = template_of(asset, component)
    class_path = str(template.get_class().get_path_name())
    found = known_property(default_catalog(), class_path, name)
    if name.startswith(BODY):
        template.modify()
        _SETTERS[name.removeprefix(BODY)](template, found, value)
    else:
        wanted = value_of(found.type, value)  # refuses before the asset is dirty
        template.modify()
        template.set_editor_property(name, wanted)


def _is_true(text: str) -> bool:
    return text.lower() == "true"


_SETTERS: dict[str, Callable[[Any, PropertyInfo, str], Any]] = {
    "CollisionProfileName": lambda template, _, value: template.set_collision_profile_name(value),
    "CollisionEnabled": lambda template, found, value: template.set_collision_enabled(
        enumerator_value(found.type, value)
    ),
    "CollisionResponseToAllChannels": lambda template, found, value: (
        template.set_collision_response_to_all_channels(enumerator_value(found.type, value))
    ),
    "bSimulatePhysics": lambda template, _, value: template.set_simulate_physics(_is_true(value)),
    "bNotifyRigidBodyCollision": lambda template, _, value: template.set_notify_rigid_body_collision(
        _is_true(value)
    ),
}
