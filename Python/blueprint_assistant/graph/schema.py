"""The rules of K2 graphs: which pins may be linked, and which values a pin may hold.

Outside uses `Schema`, `validate_default` and `parse_type`. The rules are those of the Blueprint
editor (field notes 5 and 6); a refusal says why in the editor's words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from blueprint_assistant.graph.conversions import conversion
from blueprint_assistant.graph.defaults import BadDefaultError, pin_with_default, validate_default
from blueprint_assistant.graph.types import BadTypeError, parse_type, type_display

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog import Catalog
    from blueprint_assistant.graph.model import Pin, PinType, TerminalType

__all__ = [
    "Allowed",
    "BadDefaultError",
    "BadTypeError",
    "ConnectResult",
    "Conversion",
    "Refused",
    "Schema",
    "parse_type",
    "pin_with_default",
    "type_display",
    "validate_default",
]


@dataclass(frozen=True, slots=True)
class Allowed:
    """The link can be made. The links that the `breaks` end already has are replaced by it."""

    breaks: Literal["source", "target"]


@dataclass(frozen=True, slots=True)
class Conversion:
    """The link needs a call of `function` between the pins; the target's old links are replaced."""

    function: str
    breaks: Literal["target"] = "target"


@dataclass(frozen=True, slots=True)
class Refused:
    """The link cannot be made; `reason` is a sentence for people."""

    reason: str


ConnectResult = Allowed | Conversion | Refused

_OBJECT = "/Script/CoreUObject.Object"
_REFERENCES = frozenset({"object", "class", "softobject", "softclass", "interface"})

_DERIVED_STRUCTS = {
    f"/Script/Engine.Vector_NetQuantize{digits}": "/Script/CoreUObject.Vector"
    for digits in ("", "10", "100", "Normal")
}
"""Structs of the engine that are another struct with a narrower form on the network."""


class Schema:
    """The connection rules over one catalogue. `self_class` is what a `self` pin refers to."""

    def __init__(self, catalog: Catalog, self_class: str = "") -> None:
        """Without `self_class`, a reference to self fits every object pin."""
        self._catalog = catalog
        self._self_class = self_class

    def can_connect(self, source: Pin, target: Pin) -> ConnectResult:
        """Whether an output pin may be linked to an input pin, and what the link replaces.

        Knows nothing of nodes: that both pins belong to different nodes is the caller's to check.
        """
        problem = _pin_problem(source, target)
        if problem:
            return Refused(problem)
        if _is_reroute(source) or _is_reroute(target):
            return _reroute(source, target)
        if source.is_exec or target.is_exec:
            if source.is_exec and target.is_exec:
                return Allowed("source")
            return Refused(_mismatch(source.type, target.type))
        return self._data_result(source.type, target.type)

    def validate_default(self, pin_type: PinType, text: str) -> str:
        """The value as the editor stores it. Raises BadDefaultError."""
        return validate_default(pin_type, text, self._catalog)

    def _data_result(self, source: PinType, target: PinType) -> ConnectResult:
        if source.container != target.container:
            return Refused(_mismatch(source, target))
        if self._fits(source, target) and self._map_values_fit(source, target):
            return Allowed("target")
        function = conversion(source, target)
        if function:
            return Conversion(function)
        return Refused(self._why_not(source, target))

    def _map_values_fit(self, source: PinType, target: PinType) -> bool:
        if source.container != "map":
            return True
        return _is_same_value(source.value, target.value)

    def _fits(self, source: PinType, target: PinType) -> bool:
        """Whether a value of one type is one of the other, without looking at containers."""
        if "wildcard" in (source.category, target.category):
            return True
        if source.category in _REFERENCES and target.category in _REFERENCES:
            return self._reference_fits(source, target)
        if source.category != target.category:
            return False
        if source.category in ("struct", "byte"):
            return _is_same_object(source, target)
        # Floats and doubles are one type to authors, and so are delegates of all signatures here:
        # the compiler checks those.
        return True

    def _reference_fits(self, source: PinType, target: PinType) -> bool:
        wanted = self._class_of(target)
        given = self._class_of(source)
        if target.category == "interface" and source.category == "object":
            return not given or self._catalog.is_child_of(given, wanted)
        if source.category != target.category:
            return False
        # An unknown `self` may be anything, so it fits.
        return not given or not wanted or self._catalog.is_child_of(given, wanted)

    def _class_of(self, pin_type: PinType) -> str:
        """The class of a reference; empty for `self` when nobody said what that is."""
        if pin_type.subcategory == "self":
            return self._self_class
        ref = pin_type.subcategory_object
        return _OBJECT if ref is None else ref.path

    def _why_not(self, source: PinType, target: PinType) -> str:
        sentence = _mismatch(source, target)
        is_reference = source.category == target.category and source.category in ("object", "class")
        if is_reference and self._catalog.is_child_of(self._class_of(target), self._class_of(source)):
            ref = target.subcategory_object
            name = "" if ref is None else ref.name.removesuffix("_C")
            return f"{sentence} Cast it with Cast To {name} first."
        return sentence


def _pin_problem(source: Pin, target: Pin) -> str:
    """What is wrong with the pins whatever their types; empty when nothing is."""
    if source.direction != "output":
        return f"'{source.name}' is an input: links start at an output."
    if target.direction != "input":
        return f"'{target.name}' is an output: links end at an input."
    for pin in (source, target):
        if pin.is_not_connectable:
            return f"'{pin.name}' takes no links."
        if pin.is_hidden:
            return f"'{pin.name}' is hidden on its node and takes no links."
        if pin.is_orphaned:
            return f"'{pin.name}' no longer exists on its node: refresh the node."
    return ""


def _mismatch(source: PinType, target: PinType) -> str:
    return f"{type_display(source)} is not compatible with {type_display(target)}."


def _is_reroute(pin: Pin) -> bool:
    return pin.type.category == "wildcard" and pin.name in ("InputPin", "OutputPin")


def _reroute(source: Pin, target: Pin) -> ConnectResult:
    """A reroute node without a type takes what it is given, exec too."""
    is_exec = source.is_exec or target.is_exec
    return Allowed("source" if is_exec else "target")


def _is_same_object(source: PinType, target: PinType) -> bool:
    """Whether two struct or byte types are one; an enum is a byte, but a byte no enum."""
    if target.subcategory_object is None:
        return source.category == "byte" or source.subcategory_object is None
    if source.subcategory_object is None:
        return False
    path = source.subcategory_object.path
    return target.subcategory_object.path in (path, _DERIVED_STRUCTS.get(path))


def _is_same_value(source: TerminalType | None, target: TerminalType | None) -> bool:
    if source is None or target is None:
        return source is target
    if "wildcard" in (source.category, target.category):
        return True
    return (source.category, source.subcategory_object) == (target.category, target.subcategory_object)
