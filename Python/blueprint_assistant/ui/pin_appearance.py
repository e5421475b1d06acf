"""How the editor shows one pin: label, shape, colour, and the value box beside an open input.

Plain values made from graph values; no Qt.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.ui.colors import from_linear, pin_color, value_color
from blueprint_assistant.ui.labels import display_name, pin_label, plain_text, trimmed_number

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Pin

__all__ = ["PinAppearance", "PinShape", "ValueBox", "ValueKind", "pin_appearance"]

PinShape = Literal["exec", "data", "delegate", "array", "set", "map", "reference"]
ValueKind = Literal["text", "check", "axes", "color", "choice", "asset"]

_MAX_VALUE_LETTERS: Final = 48
_AXES: Final = {
    "Vector": ("X", "Y", "Z"),
    "Vector3f": ("X", "Y", "Z"),
    "Vector_NetQuantize": ("X", "Y", "Z"),
    "Rotator": ("X", "Y", "Z"),
    "Vector2D": ("X", "Y"),
    "Vector4": ("X", "Y", "Z", "W"),
}
_NUMBER: Final = r"-?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?"
_FIELD: Final = re.compile(rf"(\w+)=({_NUMBER})")
_TYPED_CATEGORIES: Final = frozenset({"int", "int64", "real", "float", "byte", "name", "string", "text"})
_ASSET_CATEGORIES: Final = frozenset({"object", "class", "softobject", "softclass"})


@dataclass(frozen=True, slots=True)
class ValueBox:
    """The value box of an input pin.

    `parts` by kind: text, choice and asset hold the shown text; check holds `true` or `false`;
    axes hold `X`, value, `Y`, value, …; color holds `#rrggbb`.
    """

    kind: ValueKind
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PinAppearance:
    """One pin as drawn. `id` and `name` are the graph pin's."""

    id: str
    name: str
    label: str
    is_output: bool
    shape: PinShape
    color: str
    value_color: str
    is_linked: bool
    value: ValueBox | None = None
    tooltip: str = ""


def pin_appearance(pin: Pin, *, is_linked: bool, shows_label: bool = True) -> PinAppearance:
    """The pin as the editor draws it; linked pins and outputs have no value box."""
    has_value = pin.direction == "input" and not is_linked
    label = pin_label(pin)
    return PinAppearance(
        id=pin.id,
        name=pin.name,
        label=label if shows_label else "",
        is_output=pin.direction == "output",
        shape=_shape(pin),
        color=pin_color(pin.type),
        value_color=value_color(pin.type),
        is_linked=is_linked,
        value=_value(pin) if has_value else None,
        tooltip=f"{label or pin.name}\n{pin.type}",
    )


def _shape(pin: Pin) -> PinShape:
    if pin.is_exec:
        return "exec"
    if pin.type.container != "none":
        return pin.type.container
    if pin.type.category.lower() in {"delegate", "mcdelegate"}:
        return "delegate"
    if pin.type.is_reference and not pin.type.is_const and pin.direction == "input":
        return "reference"
    return "data"


def _value(pin: Pin) -> ValueBox | None:
    if pin.name == "self":
        return ValueBox("text", ("self",))
    if pin.is_exec or pin.default_is_ignored or pin.type.container != "none" or pin.is_not_connectable:
        return None
    if pin.type.is_reference and not pin.default:
        return None
    kind = pin.type
    if kind.category == "bool":
        return ValueBox("check", ("true" if pin.default.lower() == "true" else "false",))
    if kind.category == "byte" and kind.subcategory_object is not None:
        return ValueBox("choice", (_enum_item(kind.subcategory_object.path, pin.default),))
    if kind.category == "struct" and kind.subcategory_object is not None:
        return _struct_value(kind.subcategory_object.name, pin.default_value)
    if kind.category in _ASSET_CATEGORIES:
        return _asset_value(pin)
    if kind.category in _TYPED_CATEGORIES:
        return ValueBox("text", (_shown_text(pin),))
    return None


def _shown_text(pin: Pin) -> str:
    if pin.type.category in {"real", "float"}:
        return trimmed_number(pin.default or "0.0")
    if pin.type.category in {"int", "int64", "byte"}:
        return pin.default or "0"
    text = plain_text(pin.default_text) if pin.default_text else pin.default_value
    return _shortened(" ".join(text.split()))


def _shortened(text: str) -> str:
    return text if len(text) <= _MAX_VALUE_LETTERS else text[: _MAX_VALUE_LETTERS - 1] + "…"


def _enum_item(path: str, raw: str) -> str:
    """The item of `ENavigationType::Flying` as the editor shows it."""
    item = raw.rsplit("::", 1)[-1]
    known = default_catalog().enum(path)
    if known is not None:
        wanted = item.lower()
        for entry in known.items:
            if entry.name.rsplit("::", 1)[-1].lower() == wanted:
                return _shortened(entry.display)
    return _shortened(display_name(item))


def _struct_value(name: str, raw: str) -> ValueBox | None:
    if name in {"LinearColor", "Color"}:
        return ValueBox("color", (_color(name, raw),))
    axes = _AXES.get(name)
    if axes is None:
        return None
    numbers = _axis_numbers(name, axes, raw)
    return ValueBox(
        "axes", tuple(part for axis, number in zip(axes, numbers, strict=True) for part in (axis, number))
    )


def _axis_numbers(name: str, axes: tuple[str, ...], raw: str) -> list[str]:
    """One number per axis box. A rotator is written pitch, yaw, roll and shown roll, pitch, yaw."""
    fields = dict(_FIELD.findall(raw))
    if fields:
        numbers = [fields.get(axis, "0.0") for axis in axes]
        if name == "Rotator":
            numbers = [fields.get(part, "0.0") for part in ("Roll", "Pitch", "Yaw")]
    else:
        found = re.findall(_NUMBER, raw)
        numbers = (found + ["0.0"] * len(axes))[: len(axes)]
        if name == "Rotator":
            numbers = [numbers[2], numbers[0], numbers[1]]
    return [trimmed_number(f"{float(number):.6f}") for number in numbers]


def _color(name: str, raw: str) -> str:
    fields = {key.upper(): float(number) for key, number in _FIELD.findall(raw)}
    red, green, blue = (fields.get(key, 0.0) for key in "RGB")
    if name == "LinearColor":
        return from_linear(red, green, blue)
    return "#" + "".join(f"{min(max(round(part), 0), 255):02x}" for part in (red, green, blue))


def _asset_value(pin: Pin) -> ValueBox | None:
    """The picker of an asset or class. Actors and components in a level cannot be picked there."""
    path = pin.default
    if path and path != "None":
        name = path.rstrip("'\"").rsplit("/", 1)[-1].rsplit(".", 1)[-1].removesuffix("_C")
        return ValueBox("asset", (_shortened(name),))
    if pin.type.category in {"class", "softclass"}:
        return ValueBox("asset", ("Select Class",))
    owner = pin.type.subcategory_object
    info = default_catalog().class_info(owner.path) if owner is not None else None
    if info is None or info.is_actor or info.is_component:
        return None
    return ValueBox("asset", ("Select Asset",))
