"""A transform in any of its spellings, as the editor writes it on pins: `X,Y,Z|Pitch,Yaw,Roll|X,Y,Z`.

Part of `graph.rules.pin_defaults`. Pure.
"""

from __future__ import annotations

import math

from blueprint_assistant.graph.model.object_references import split_fields, unquote

__all__ = ["rotator_of_quat", "transform_parts"]

_PARTS = 3
_NAMES = {
    **dict.fromkeys(("location", "translation", "position"), "location"),
    **dict.fromkeys(("rotation", "rotator"), "rotation"),
    **dict.fromkeys(("scale", "scale3d"), "scale"),
}
_FRESH = {"location": "0,0,0", "rotation": "0,0,0", "scale": "1,1,1"}
_QUAT = 4
_STRAIGHT_UP = 0.4999995


def transform_parts(text: str) -> tuple[str, str, str] | None:
    """The texts of location, rotation and scale; a rotation given as a quaternion is one of angles.

    None when the text is no transform. What was left out is that of a fresh transform.
    """
    value = text.strip()
    if "|" in value:
        parts = [part.strip() for part in value.strip("()\"' ").split("|")]
        return (parts[0], parts[1], parts[2]) if len(parts) == _PARTS else None
    if not value.startswith("(") or not value.endswith(")"):
        return None
    fields = {}
    for name, item in split_fields(value):
        known = _NAMES.get(name.strip().lower())
        if known is None or known in fields:
            return None
        fields[known] = unquote(item)
    if not fields:
        return None
    fields = {**_FRESH, **fields}
    rotation = _angles(fields["rotation"])
    return None if rotation is None else (fields["location"], rotation, fields["scale"])


def _angles(text: str) -> str | None:
    named = {name.strip().upper(): item for name, item in split_fields(text) if name}
    if set(named) == {"X", "Y", "Z", "W"}:
        values = [_number(named[axis]) for axis in "XYZW"]
    elif not named and len(split_fields(text)) == _QUAT:
        values = [_number(item) for _, item in split_fields(text)]
    else:
        return text
    if any(value is None for value in values):
        return None
    x, y, z, w = (value for value in values if value is not None)
    return ",".join(f"{angle:.6f}" for angle in rotator_of_quat(x, y, z, w))


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def rotator_of_quat(x: float, y: float, z: float, w: float) -> tuple[float, float, float]:
    """Pitch, yaw and roll in degrees, as the engine's `FQuat::Rotator` gives them."""
    test = z * x - w * y
    yaw = math.degrees(math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)))
    if abs(test) > _STRAIGHT_UP:
        sign = math.copysign(1, test)
        twist = math.degrees(2 * math.atan2(x, w))
        return sign * 90, yaw, _within(sign * yaw - twist)
    pitch = math.degrees(math.asin(2 * test))
    roll = math.degrees(math.atan2(-2 * (w * x + y * z), 1 - 2 * (x * x + y * y)))
    return pitch, yaw, roll


def _within(angle: float) -> float:
    """An angle from -180 to 180."""
    return (angle + 180) % 360 - 180
