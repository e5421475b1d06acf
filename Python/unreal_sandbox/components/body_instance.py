"""The struct `BodyInstance` of components as scripts see it: two settings of many.

Its text in a template's properties is written by `collision`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.model.object_references import split_fields
from unreal_sandbox.glue.structs import StructBase, field_property

if TYPE_CHECKING:
    from unreal_sandbox.glue.namespace import Types

__all__ = ["USUAL_BODY", "body_instance_type", "body_instance_value"]

USUAL_BODY = {
    "CollisionProfileName": "BlockAllDynamic",
    "CollisionEnabled": "QueryAndPhysics",
    "Response": "ECR_Block",
    "bSimulatePhysics": "False",
    "bNotifyRigidBodyCollision": "False",
}


def body_instance_type(types: Types) -> type[StructBase]:
    """The Python type: the two settings that scripts see, of many."""
    names = ("simulate_physics", "notify_rigid_body_collision")
    body: dict[str, Any] = {
        "__slots__": (),
        "__module__": "unreal",
        "_types": types,
        "_extra_fields": dict.fromkeys(names, "bool"),
        **{name: field_property(name, is_writable=False) for name in names},
    }
    return type("BodyInstance", (StructBase,), body)


def body_instance_value(types: Types, text: str) -> StructBase:
    """The struct that a property text stands for."""
    fields = {**USUAL_BODY, **dict(split_fields(text or "()"))}
    value: StructBase = types.get("BodyInstance")()
    value._values = {
        "simulate_physics": fields["bSimulatePhysics"] == "True",
        "notify_rigid_body_collision": fields["bNotifyRigidBodyCollision"] == "True",
    }
    return value
