"""Collision of component templates: the calls of `PrimitiveComponent`, kept in `BodyInstance`.

A profile sets everything at once, any other setting makes the profile Custom (general engine
knowledge). Profiles are the engine's own; another name is kept and changes nothing else (assumed).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.model.blueprint import set_property
from blueprint_assistant.graph.model.object_references import split_fields
from unreal_sandbox.blueprints.blueprint_objects import TemplateTarget
from unreal_sandbox.components.body_instance import USUAL_BODY
from unreal_sandbox.errors import NotModelledError, ScriptError
from unreal_sandbox.glue.binding import UnrealClass

if TYPE_CHECKING:
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.objects import Target

__all__: list[str] = []

component = UnrealClass("PrimitiveComponent")

_KEY = "BodyInstance"
_PROFILES = {
    "NoCollision": ("NoCollision", "ECR_Ignore"),
    "BlockAll": ("QueryAndPhysics", "ECR_Block"),
    "BlockAllDynamic": ("QueryAndPhysics", "ECR_Block"),
    "OverlapAll": ("QueryOnly", "ECR_Overlap"),
    "OverlapAllDynamic": ("QueryOnly", "ECR_Overlap"),
}
"""Collision and the common response of the profiles that have one response to all channels."""


def _fields(subject: Target) -> dict[str, str]:
    if not isinstance(subject, TemplateTarget):
        raise NotModelledError("The collision of this object is not modelled in the sandbox.")
    return {**USUAL_BODY, **dict(split_fields(dict(subject.component.properties).get(_KEY, "()")))}


def _store(subject: Target, **changed: str) -> None:
    fields = {**_fields(subject), **changed}
    if subject.editor.is_in_pie or not isinstance(subject, TemplateTarget):
        raise ScriptError(f"{subject.class_name()}: templates cannot be changed during play in editor")
    subject.modify()
    text = f"({','.join(f'{name}={value}' for name, value in fields.items())})"
    changed_component = replace(
        subject.component, properties=set_property(subject.component.properties, _KEY, text)
    )
    subject.asset.replace_component(changed_component)


@component.method()
def set_collision_profile_name(
    editor: EditorState, subject: Target, in_collision_profile_name: str, update_overlaps: bool
) -> None:
    """Take over the settings of a profile."""
    name = in_collision_profile_name
    enabled, response = _PROFILES.get(name, (None, None))
    changed = {"CollisionProfileName": name}
    if enabled is not None and response is not None:
        changed |= {"CollisionEnabled": enabled, "Response": response}
    _store(subject, **changed)


@component.method()
def get_collision_profile_name(editor: EditorState, subject: Target) -> str:
    """The profile's name, `Custom` after any other setting."""
    return _fields(subject)["CollisionProfileName"]


def _entry(editor: EditorState, kind: str, name: str) -> Any:
    wanted = name.replace("_", "").lower()
    entries = vars(editor.types.get(kind)).values()
    return next(item for item in entries if getattr(item, "name", "").replace("_", "").lower() == wanted)


@component.method()
def set_collision_enabled(editor: EditorState, subject: Target, new_type: Any) -> None:
    """Set what collides; the profile is Custom then."""
    _store(subject, CollisionEnabled=new_type.name, CollisionProfileName="Custom")


@component.method()
def get_collision_enabled(editor: EditorState, subject: Target) -> Any:
    """What collides."""
    return _entry(editor, "CollisionEnabled", _fields(subject)["CollisionEnabled"])


@component.method()
def set_collision_response_to_all_channels(editor: EditorState, subject: Target, new_response: Any) -> None:
    """Set the response to every channel; the profile is Custom then."""
    _store(subject, Response=new_response.name, CollisionProfileName="Custom")


@component.method()
def get_collision_response_to_channel(editor: EditorState, subject: Target, channel: Any) -> Any:
    """The response to a channel; all channels have the same one here."""
    return _entry(editor, "CollisionResponse", _fields(subject)["Response"])


@component.method()
def set_simulate_physics(editor: EditorState, subject: Target, simulate: bool) -> None:
    """Set Simulate Physics."""
    _store(subject, bSimulatePhysics=str(simulate))


@component.method()
def set_notify_rigid_body_collision(
    editor: EditorState, subject: Target, new_notify_rigid_body_collision: bool
) -> None:
    """Set Simulation Generates Hit Events."""
    _store(subject, bNotifyRigidBodyCollision=str(new_notify_rigid_body_collision))
