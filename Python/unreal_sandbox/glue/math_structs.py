"""The value structs with fields that scripts read and write, and their text forms."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from unreal_sandbox.errors import NotModelledError
from unreal_sandbox.glue.structs import StructBase

__all__ = [
    "ColorBase",
    "IntPointBase",
    "LinearColorBase",
    "RotatorBase",
    "TransformBase",
    "VectorBase",
]

_FIELD = re.compile(r"(\w+)\s*=\s*([-+0-9.eE]+)")
_NUMBER = re.compile(r"[-+0-9.eE]+")


class _NumbersBase(StructBase):
    """Fields that are all numbers. Reads `(X=1,Y=2)` and bare `1,2`; writes the first."""

    __slots__ = ()
    _text_order: ClassVar[tuple[str, ...]] = ()
    """Fields in text order when it is not that of the constructor."""
    _is_integer: ClassVar[bool] = False

    def _names(self) -> tuple[str, ...]:
        return self._text_order or tuple(self._fields)

    def export_text(self) -> str:
        """`(X=1.000000,Y=2.000000)`."""
        form = "d" if self._is_integer else ".6f"
        return "(" + ",".join(f"{_cpp(name)}={self._values[name]:{form}}" for name in self._names()) + ")"

    def import_text(self, content: str) -> bool:
        """Read either form; False, and nothing changed, when it is neither."""
        names = {_cpp(name).lower(): name for name in self._names()}
        found = {key.lower(): value for key, value in _FIELD.findall(content)}
        if not found:
            parts = [part.strip() for part in content.strip("() ").split(",")]
            if len(parts) != len(names) or not all(_NUMBER.fullmatch(part) for part in parts):
                return False
            found = dict(zip(names, parts, strict=True))
        try:
            values = {names[key]: float(value) for key, value in found.items()}
        except (KeyError, ValueError):
            return False
        for name, value in values.items():
            self._values[name] = int(value) if self._is_integer else value
        return True

    def __add__(self, other: Any) -> Any:
        if type(other) is not type(self):
            return NotImplemented
        return type(self)(*(self._values[name] + other._values[name] for name in self._fields))

    def __sub__(self, other: Any) -> Any:
        if type(other) is not type(self):
            return NotImplemented
        return type(self)(*(self._values[name] - other._values[name] for name in self._fields))

    def __mul__(self, factor: float) -> Any:
        if isinstance(factor, bool) or not isinstance(factor, int | float):
            return NotImplemented
        return type(self)(*(self._values[name] * factor for name in self._fields))


def _cpp(name: str) -> str:
    return name[:1].upper() + name[1:]


class VectorBase(_NumbersBase):
    """Vector and Vector2D."""

    __slots__ = ()


class IntPointBase(_NumbersBase):
    """IntPoint: whole numbers only."""

    __slots__ = ()
    _is_integer = True


class RotatorBase(_NumbersBase):
    """Rotator: constructed roll, pitch, yaw; written pitch, yaw, roll."""

    __slots__ = ()
    _text_order = ("pitch", "yaw", "roll")


class LinearColorBase(_NumbersBase):
    """LinearColor: alpha is 0 unless given."""

    __slots__ = ()


class ColorBase(_NumbersBase):
    """Color: constructed blue, green, red, alpha."""

    __slots__ = ()
    _is_integer = True


class TransformBase(StructBase):
    """Transform: constructed from location, rotation, scale; its stored rotation is a Quat."""

    __slots__ = ()
    _own_attributes = frozenset({"rotation", "translation", "scale3d"})

    @property
    def translation(self) -> Any:
        """The location."""
        return self._values["location"]

    @translation.setter
    def translation(self, value: Any) -> None:
        self._values["location"] = self._convert("location", value)

    @property
    def scale3d(self) -> Any:
        """The scale."""
        return self._values["scale"]

    @scale3d.setter
    def scale3d(self, value: Any) -> None:
        self._values["scale"] = self._convert("scale", value)

    @property
    def rotation(self) -> Any:
        """A quaternion in the editor."""
        raise NotModelledError("unreal.Transform.rotation (a Quat) is not modelled in the sandbox.")

    def export_text(self) -> str:
        """Location, rotation and scale in the form of pin defaults: nine numbers."""
        parts = []
        for name in ("location", "rotation", "scale"):
            numbers = re.findall(r"=([-0-9.]+)", self._values[name].export_text())
            parts.append(",".join(numbers))
        return "|".join(parts)

    def import_text(self, content: str) -> bool:
        """Read the form of pin defaults; False, and nothing changed, when it is another."""
        parts = content.split("|")
        values = {name: self._values[name].copy() for name in ("location", "rotation", "scale")}
        if len(parts) != len(values):
            return False
        if not all(value.import_text(part) for value, part in zip(values.values(), parts, strict=True)):
            return False
        self._values.update(values)
        return True
