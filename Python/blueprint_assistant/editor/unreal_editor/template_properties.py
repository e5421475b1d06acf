"""Properties of component templates: read and set, collision through its own calls.

Only the properties that a plan names are read: a component has more than a hundred. They come as
texts in the form that `validate_value` gives, in `Component.properties`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import unreal

from blueprint_assistant.editor.plan.edit_plan import PlanError
from blueprint_assistant.editor.plan.simulate.component_properties import (
    BODY,
    CLASS_DEFAULTS,
    SET_PROPERTIES,
)
from blueprint_assistant.editor.unreal_editor.blueprint_reader import handles_by_name
from blueprint_assistant.editor.unreal_editor.class_defaults import (
    default_object,
    inherited_property,
    properties_of_class,
    property_of_class,
)
from blueprint_assistant.editor.unreal_editor.property_values import enumerator_value, property_text, value_of
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.model.blueprint import Component
from blueprint_assistant.graph.rules.schema import Schema

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from blueprint_assistant.editor.plan.simulate.component_properties import AskedProperties
    from blueprint_assistant.graph.catalog.catalog_entries import PropertyInfo
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["read_properties", "set_property", "template_of", "with_properties", "with_same_properties"]

_CHANNELS = (
    *("ECC_WORLD_STATIC", "ECC_WORLD_DYNAMIC", "ECC_PAWN", "ECC_VISIBILITY", "ECC_CAMERA"),
    *("ECC_PHYSICS_BODY", "ECC_VEHICLE", "ECC_DESTRUCTIBLE"),
)


# --- reading -------------------------------------------------------------------------------------


def read_properties(
    components: tuple[Component, ...], asset: Any, asked: AskedProperties
) -> tuple[Component, ...]:
    """The components with these properties read. What cannot be read is left out.

    The class default object is among them when it was asked for.
    """
    own = Component(CLASS_DEFAULTS, _class_path(asset), is_inherited=True)
    shown = [item for item in components if item.name != CLASS_DEFAULTS]
    return tuple(
        _with_values(component, asset, asked[component.name.lower()])
        if component.name.lower() in asked
        else component
        for component in (*shown, *([own] if CLASS_DEFAULTS in asked else []))
    )


def _class_path(asset: Any) -> str:
    return str(unreal.BlueprintEditorLibrary.generated_class(asset).get_path_name())


def with_properties(blueprint: Blueprint, asset: Any, asked: AskedProperties) -> Blueprint:
    """The Blueprint with these properties of its components read."""
    return replace(blueprint, components=read_properties(blueprint.components, asset, asked))


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
    if SET_PROPERTIES in wanted:
        wanted.remove(SET_PROPERTIES)
        wanted |= _set_names(component, template)
    if any(name.startswith(BODY) for name in wanted):
        # One setting of the body changes others, so an undo has to look at all of them.
        every = properties_of_class(component.class_path)
        wanted |= {item.name for item in every if item.name.startswith(BODY)}
    values = []
    for name in sorted(wanted):
        text = _value_text(asset, component, template, name)
        if text is not None:
            values.append((name, text))
    return replace(component, properties=tuple(values))


def _set_names(component: Component, template: Any) -> set[str]:
    """The properties of a template that are not what its class says. What cannot be read is left out."""
    default = unreal.get_default_object(template.get_class())
    return {
        item.name
        for item in properties_of_class(component.class_path)
        # The collision of a class is in no property; settings that are its own do no harm.
        if item.name.startswith(BODY) or _is_set(template, default, item)
    }


def _is_set(template: Any, default: Any, found: PropertyInfo) -> bool:
    try:
        value = template.get_editor_property(found.name)
        return bool(value != default.get_editor_property(found.name))
    except Exception:  # noqa: BLE001 - protected properties raise; then nobody could set them again
        return False


def _value_text(asset: Any, component: Component, template: Any, name: str) -> str | None:
    catalog = default_catalog()
    try:
        found = _property(asset, component.name, component.class_path, name)
        text = _collision_text(template, name) if name.startswith(BODY) else _plain_text(template, found)
        return Schema(catalog).validate_value(found.type, text)
    except AssistantError:
        return None  # the plan is refused for it when it is tried out, or no old value is known
    except Exception:  # noqa: BLE001 - protected properties raise; then no old value is known
        return None


def _property(asset: Any, component: str, class_path: str, name: str) -> PropertyInfo:
    if component == CLASS_DEFAULTS:
        return inherited_property(asset, name)
    return property_of_class(class_path, name)


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
    if component == CLASS_DEFAULTS:
        return default_object(asset)
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
    found = _property(asset, component, class_path, name)
    if name.startswith(BODY):
        template.modify()
        _SETTERS[name.removeprefix(BODY)](template, found, value)
    else:
        present = template.get_editor_property(found.name) if found.type.category == "struct" else None
        wanted = value_of(found.type, value, present)  # refuses before the asset is dirty
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
