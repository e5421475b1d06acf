"""Which properties the template of a component has, and which values they take. Pure; any thread.

Collision is kept in a struct, `BodyInstance`, of which Python can write little: it has calls of its
own, and here it has property names of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.edit_plan import PlanError
from blueprint_assistant.editor.plan.member_steps import (
    RemoveComponentStep,
    RenameComponentStep,
    SetComponentPropertyStep,
)
from blueprint_assistant.editor.plan.simulate.member_rules import require_settable
from blueprint_assistant.errors import nearest
from blueprint_assistant.graph.catalog.catalog_entries import PropertyInfo
from blueprint_assistant.graph.catalog.name_lookup import fold_letters, without_b
from blueprint_assistant.graph.model.blueprint import ObjectRef, PinType

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.edit_plan import EditPlan
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.rules.schema import Schema

__all__ = [
    "BODY",
    "CLASS_DEFAULTS",
    "ENGINE_PROFILES",
    "SET_PROPERTIES",
    "AskedProperties",
    "asked_properties",
    "known_property",
    "match_property",
    "validated_value",
]

AskedProperties = Mapping[str, frozenset[str]]
"""The properties that are to be read, by component in small letters: one has more than a hundred."""

BODY = "BodyInstance."
"""What the names of the collision properties begin with."""

CLASS_DEFAULTS = ""
"""The name of what stands among the components for the class default object of the Blueprint itself.

It is there only while a plan changes what the Blueprint inherits, with the properties that it sets.
"""

SET_PROPERTIES = "*"
"""Asked for as a name: every property that is not what its class says."""

ENGINE_PROFILES = (
    *("NoCollision", "BlockAll", "OverlapAll", "BlockAllDynamic", "OverlapAllDynamic", "IgnoreOnlyPawn"),
    *("OverlapOnlyPawn", "Pawn", "Spectator", "CharacterMesh", "PhysicsActor", "Destructible"),
    *("InvisibleWall", "InvisibleWallDynamic", "Trigger", "Ragdoll", "Vehicle", "UI", "Custom"),
)
"""The collision profiles that every project has; a project may add others (`Projectile`)."""

_PRIMITIVE = "/Script/Engine.PrimitiveComponent"
_ENUM = "/Script/CoreUObject.Enum"


def _enum(name: str) -> PinType:
    return PinType("byte", "", ObjectRef(f"/Script/Engine.{name}", _ENUM))


_COLLISION = {
    item.name: item
    for item in (
        PropertyInfo(f"{BODY}CollisionProfileName", PinType("name")),
        PropertyInfo(f"{BODY}CollisionEnabled", _enum("ECollisionEnabled")),
        PropertyInfo(f"{BODY}CollisionResponseToAllChannels", _enum("ECollisionResponse")),
        PropertyInfo(f"{BODY}bSimulatePhysics", PinType("bool")),
        PropertyInfo(f"{BODY}bNotifyRigidBodyCollision", PinType("bool")),
    )
}
_OTHER_NAMES = {
    "collisionprofile": f"{BODY}CollisionProfileName",
    "collisionpreset": f"{BODY}CollisionProfileName",
    "collisionpresets": f"{BODY}CollisionProfileName",
    "collisionresponses": f"{BODY}CollisionResponseToAllChannels",
    "notifyrigidbody": f"{BODY}bNotifyRigidBodyCollision",
    "simulationgenerateshitevents": f"{BODY}bNotifyRigidBodyCollision",
    "generatehitevents": f"{BODY}bNotifyRigidBodyCollision",
    "overlapevents": "bGenerateOverlapEvents",
    "location": "RelativeLocation",
    "rotation": "RelativeRotation",
    "scale": "RelativeScale3D",
    "scale3d": "RelativeScale3D",
    "relativescale": "RelativeScale3D",
    "mesh": "StaticMesh",
    "visible": "bVisible",
    "hidden": "bHiddenInGame",
}
"""Names that models and the Details panel use, where the class has no property of that name."""


def properties_of(catalog: Catalog, class_path: str) -> tuple[PropertyInfo, ...]:
    """The properties of a component class that can be set on a template, collision included."""
    own = tuple(item for item in catalog.properties_of(class_path) if not item.is_hidden)
    return (*own, *_COLLISION.values()) if catalog.is_child_of(class_path, _PRIMITIVE) else own


def known_property(catalog: Catalog, class_path: str, name: str) -> PropertyInfo:
    """The property of exactly that name. Raises PlanError with the nearest."""
    known = properties_of(catalog, class_path)
    found = next((item for item in known if item.name == name), None)
    if found is None:
        raise _unknown(class_path, name, known)
    return found


def match_property(catalog: Catalog, class_path: str, text: str) -> str:
    """The name of the property that a text means: exact, without case, signs and the b of a bool.

    Raises PlanError when it fits none, or several.
    """
    known = properties_of(catalog, class_path)
    for key in (str, str.lower, fold_letters, _without_b, _last):
        found = [item.name for item in known if key(item.name) == key(text.strip())]
        if len(found) > 1:
            raise PlanError(f"'{text}' fits several properties.", f"Use one of: {', '.join(found)}.")
        if found:
            return found[0]
    other = _OTHER_NAMES.get(fold_letters(text)) or _OTHER_NAMES.get(_without_b(text))
    if other is not None and any(item.name == other for item in known):
        return other
    raise _unknown(class_path, text, known)


def _unknown(class_path: str, name: str, known: tuple[PropertyInfo, ...]) -> PlanError:
    kind = class_path.rsplit(".", 1)[-1]
    if not known:
        return PlanError(
            f"The properties of {kind} are not known here, so '{name}' cannot be set.",
            "Set it in the Details panel.",
        )
    near = nearest(name, [item.name for item in known])
    return PlanError(
        f"{kind} has no property '{name}'.",
        f"Nearest: {', '.join(near)}." if near else "Use the name that the Details panel shows.",
    )


def _without_b(name: str) -> str:
    return fold_letters(without_b(name))


def _last(name: str) -> str:
    """The last part of a dotted name, without the b of a bool."""
    return _without_b(name.rsplit(".", 1)[-1])


def validated_value(schema: Schema, found: PropertyInfo, text: str) -> str:
    """A value in the form that is stored. Raises PlanError or BadDefaultError."""
    # What Blueprints may only read (`is_read_only`) the Details panel and scripts may set.
    require_settable(found.type, f"the property {found.name}")
    if found.name == f"{BODY}CollisionProfileName":
        # A profile is a name of the project's settings; the engine's are spelled as it spells them.
        spelled = {profile.lower(): profile for profile in ENGINE_PROFILES}
        text = spelled.get(text.strip().lower(), text)
    if found.name == f"{BODY}CollisionResponseToAllChannels" and not text.upper().startswith("ECR_"):
        text = f"ECR_{text.strip()}"
    return schema.validate_value(found.type, text)


def asked_properties(plan: EditPlan) -> AskedProperties:
    """The properties that a plan sets, by component; of one that it removes, all that were ever set."""
    asked: dict[str, frozenset[str]] = {}
    for operation in plan.operations:
        if isinstance(operation, SetComponentPropertyStep):
            key = operation.component.lower()
            asked[key] = asked.get(key, frozenset()) | {operation.property}
        elif isinstance(operation, RemoveComponentStep):
            key = operation.name.lower()
            asked[key] = asked.get(key, frozenset()) | {SET_PROPERTIES}
    for operation in plan.operations:
        if isinstance(operation, RenameComponentStep):
            # It has one name before the plan and another one after it.
            old, new = operation.name.lower(), operation.new_name.lower()
            both = asked.get(old, frozenset()) | asked.get(new, frozenset())
            if both:
                asked[old] = asked[new] = both
    return asked
