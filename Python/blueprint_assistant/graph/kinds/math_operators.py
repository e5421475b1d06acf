"""The math operators that take the types of their links: which function they stand for, and their pins.

Part of `graph.rules.inference`. A typed operator keeps the type of a link that its function can promote
(`Vector * Float` is Multiply_VectorVector with a float on B), as UE 5 clipboard texts show.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.engine_catalog import subcategory_object
from blueprint_assistant.graph.kinds.call_nodes import TOLERANCE, tolerance_of
from blueprint_assistant.graph.model.blueprint import PinType, set_property
from blueprint_assistant.graph.model.object_references import (
    MemberReference,
    format_reference,
    member_reference,
    unquote,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, FunctionInfo
    from blueprint_assistant.graph.model.blueprint import Node, Pin

    Ends = Mapping[str, Sequence[PinType]]

__all__ = ["operation_name", "operator_function", "promotes", "result_function", "settled_operator"]

_MATH = "/Script/Engine.KismetMathLibrary"


def operation_name(node: Node) -> str:
    """The operation of a promotable operator: `Add`. Older texts have it in the function's name only."""
    name = unquote(node.find_property("OperationName") or "")
    return name or _reference(node).name.partition("_")[0]


def _reference(node: Node) -> MemberReference:
    return member_reference(node.find_property("FunctionReference") or "")


def operator_function(operation: str, kind: PinType, catalog: Catalog) -> FunctionInfo | None:
    """The function of an operation whose first operand is of that type, both operands before others."""
    best = None
    for info in catalog.functions_of(_MATH):
        if info.name.partition("_")[0] != operation or "_" not in info.name:
            continue
        operands = [item.type for item in info.parameters if item.name in ("A", "B")]
        if len(operands) == 2 and _is_operand(kind, operands[0]):  # noqa: PLR2004 - A and B
            if _is_operand(kind, operands[1]):
                return info
            best = best or info
    return best


def _is_operand(given: PinType, wanted: PinType) -> bool:
    """Whether a value is of an operand's type: any object is an object, any enum a byte, a float a double."""
    if given.container != "none" or given.category != wanted.category:
        return False
    if given.category in ("object", "class", "byte", "real"):
        return True
    return given.subcategory_object == wanted.subcategory_object


def result_function(operation: str, kind: PinType, catalog: Catalog) -> FunctionInfo | None:
    """The function of an operation that gives a value of that type, preferring operands of it too.

    A comparison gives a Boolean whatever it compares, so any of its functions does.
    """
    for info in catalog.functions_of(_MATH):
        if info.name.partition("_")[0] == operation and "_" in info.name:
            given = next((item.type for item in info.parameters if item.direction == "return"), None)
            if given is not None and _is_operand(kind, given):
                same = operator_function(operation, given, catalog)
                return same or info
    return None


_RANKS = {"byte": 0, "int": 1, "int64": 2, "real": 3}
_FROM_FLOAT = frozenset(f"/Script/CoreUObject.{name}" for name in ("Vector", "Vector2D", "Vector4"))
"""Operands for which an operator takes a float as it is (UE 5 clipboard texts)."""


def promotes(given: PinType, wanted: PinType) -> bool:
    """Whether operators take a value as a wider one: a number as a larger number, a float as a vector."""
    if given.container != "none" or wanted.container != "none":
        return False
    if wanted.category == "struct":
        ref = wanted.subcategory_object
        return given.category == "real" and ref is not None and ref.path in _FROM_FLOAT
    narrow, wide = _rank(given), _rank(wanted)
    return narrow is not None and wide is not None and narrow < wide


def _rank(kind: PinType) -> int | None:
    return None if kind.subcategory_object is not None else _RANKS.get(kind.category)


def settled_operator(node: Node, ends: Ends, catalog: Catalog) -> Node:
    """The operator with the types of its links; itself when nothing changes."""
    linked = {pin.id: kind for pin in node.pins if (kind := _first_settled(ends.get(pin.id, ()))) is not None}
    info = _function(node, linked, catalog)
    if info is None:
        return node
    types = _operand_types(node, info, linked)
    pins = tuple(_typed(pin, types[pin.id], info) if pin.id in types else pin for pin in node.pins)
    if pins == node.pins:
        return node
    reference = MemberReference(info.name, subcategory_object("class", info.class_path))
    properties = set_property(node.properties, "FunctionReference", format_reference(reference))
    return replace(node, pins=pins, properties=properties)


def _first_settled(kinds: Sequence[PinType]) -> PinType | None:
    first = next(iter(kinds), None)
    return first if first is not None and first.category not in ("", "wildcard") else None


def _function(node: Node, linked: Mapping[str, PinType], catalog: Catalog) -> FunctionInfo | None:
    """The function of an operator: its own, or that of the widest link; of an untyped one, of any link."""
    operands = [pin for pin in node.pins if pin.direction == "input" and pin.name != TOLERANCE]
    inputs = [linked[pin.id] for pin in operands if pin.id in linked]
    operation = operation_name(node)
    if not _is_untyped(node):
        reference = _reference(node)
        info = catalog.function(f"{reference.parent_path}:{reference.name}")
    elif inputs:
        info = operator_function(operation, inputs[0], catalog)
    else:
        results = (linked[pin.id] for pin in node.pins if pin.direction == "output" and pin.id in linked)
        wanted = next(results, None)
        is_told = wanted is not None and any(
            pin.type.category == "wildcard" for pin in node.pins if pin.direction == "output"
        )
        return result_function(operation, wanted, catalog) if wanted is not None and is_told else None
    for kind in inputs:
        first = _first_operand(info)
        if first is not None and promotes(first, kind):
            info = operator_function(operation, kind, catalog) or info
    return info


def _first_operand(info: FunctionInfo | None) -> PinType | None:
    if info is None:
        return None
    return next((item.type for item in info.parameters if item.name == "A"), None)


def _is_untyped(node: Node) -> bool:
    return any(pin.type.category == "wildcard" for pin in node.pins if pin.name in ("A", "B"))


def _operand_types(node: Node, info: FunctionInfo, linked: Mapping[str, PinType]) -> dict[str, PinType]:
    declared = {item.name: item.type for item in info.parameters}
    first = declared.get("A", PinType("wildcard"))
    is_widened = _reference(node).name != info.name
    types: dict[str, PinType] = {}
    for pin in node.pins:
        wanted = declared.get(pin.name, first)
        if pin.name == TOLERANCE:
            tolerance = tolerance_of(info)
            types[pin.id] = PinType("") if tolerance is None else tolerance.type
        elif pin.direction == "output":
            types[pin.id] = wanted
        elif pin.id in linked:
            types[pin.id] = _kept(linked[pin.id], wanted)
        elif pin.type.category == "wildcard" or (is_widened and promotes(pin.type, wanted)):
            types[pin.id] = wanted
    return types


def _typed(pin: Pin, kind: PinType, info: FunctionInfo) -> Pin:
    """The pin with its type; the one for the tolerance is shown where the function has one."""
    if pin.name != TOLERANCE or kind == pin.type:
        return replace(pin, type=kind)
    tolerance = tolerance_of(info)
    text = "" if tolerance is None else tolerance.default
    return replace(
        pin, type=kind, is_hidden=tolerance is None, default_value=text, autogenerated_default=text
    )


def _kept(given: PinType, wanted: PinType) -> PinType:
    """What a linked operand shows: its link's type when that is promoted, else the function's."""
    if given.category == wanted.category:
        return wanted
    return PinType(given.category, given.subcategory, given.subcategory_object)
