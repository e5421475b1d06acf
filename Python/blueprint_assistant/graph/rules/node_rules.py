"""What some nodes refuse though the types of their pins would do. Part of `graph.rules.schema`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.pin_types import type_display
from blueprint_assistant.graph.kinds.call_nodes import TOLERANCE
from blueprint_assistant.graph.kinds.math_operators import (
    operation_name,
    operator_function,
    promotes,
    result_function,
)
from blueprint_assistant.graph.rules.verdicts import Refused

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Node, Pin, PinType

__all__ = [
    "drops_value",
    "is_promoted",
    "is_reroute",
    "node_refusal",
    "takes_containers",
    "takes_many_targets",
]

_MAKERS = {"K2Node_MakeArray": "array", "K2Node_MakeSet": "set", "K2Node_MakeMap": "map"}
_ANY_TYPE = frozenset({"K2Node_Knot", "K2Node_Select"})


def node_refusal(node: Node | None, pin: Pin, other: PinType, catalog: Catalog) -> Refused | None:
    """Why the node of `pin` does not take a link to a pin of type `other`; None when it does."""
    if node is None or other.category in ("", "wildcard"):
        return None
    if node.class_name in _MAKERS and pin.direction == "input":
        return _maker_refusal(node, pin, other)
    if node.class_name == "K2Node_PromotableOperator":
        return _operator_refusal(node, pin, other, catalog)
    if node.class_name in _ENUM_TESTS and pin.name in ("A", "B"):
        return _enum_test_refusal(other)
    if node.class_name == "K2Node_FormatText" and pin.direction == "input" and pin.name != "Format":
        return _argument_refusal(other)
    return None


_ENUM_TESTS = frozenset({"K2Node_EnumEquality", "K2Node_EnumInequality"})
_ARGUMENTS = frozenset({"bool", "byte", "int", "int64", "real", "name", "string", "text", "object"})
"""What Format Text can show (general knowledge of the engine)."""


def _enum_test_refusal(other: PinType) -> Refused | None:
    if other.category == "byte" and other.container == "none":
        return None
    return Refused(f"{type_display(other)} is no enum: compare it with Equal (==).", "operator")


def _argument_refusal(other: PinType) -> Refused | None:
    if other.container == "none" and other.category in _ARGUMENTS:
        return None
    return Refused(f"{type_display(other)} cannot be formatted: turn it into a Text first.", "category")


def _maker_refusal(node: Node, pin: Pin, other: PinType) -> Refused | None:
    made = _MAKERS[node.class_name]
    if other.container != "none":
        return Refused(
            f"A container cannot hold {type_display(other)}: wrap the inner one in a struct.",
            "item_container",
        )
    is_key = made == "set" or (made == "map" and pin.name.startswith("Key"))
    if is_key and other.category == "text":
        role = "in a set" if made == "set" else "the key of a map"
        return Refused(f"{type_display(other)} cannot be {role}: use a String or Name.", "key_type")
    return None


def _operator_refusal(node: Node, pin: Pin, other: PinType, catalog: Catalog) -> Refused | None:
    if pin.type.category != "wildcard":
        return None
    operation = operation_name(node)
    find = operator_function if pin.direction == "input" else result_function
    if find(operation, other, catalog) is not None:
        return None
    return Refused(f"There is no {operation} for {type_display(other)}.", "operator")


def is_promoted(node: Node | None, pin: Pin, other: PinType, catalog: Catalog) -> bool:
    """Whether an operator takes a value as it is, though its function has another type there.

    A narrower number goes where a wider one or a vector is wanted; a wider one widens the operator.
    """
    is_of_operator = node is not None and node.class_name == "K2Node_PromotableOperator"
    if node is None or not is_of_operator or pin.direction != "input" or pin.name == TOLERANCE:
        return False
    if promotes(other, pin.type):
        return True
    return promotes(pin.type, other) and operator_function(operation_name(node), other, catalog) is not None


def takes_containers(node: Node | None, pin: Pin) -> bool:
    """Whether a single wildcard takes a container too: reroutes and the options of a Select do."""
    if node is not None:
        return node.class_name in _ANY_TYPE and pin.name != "Index"
    return is_reroute(pin)


def is_reroute(pin: Pin) -> bool:
    """Whether a pin, by its name, is one of a reroute node."""
    return pin.name in ("InputPin", "OutputPin")


def takes_many_targets(node: Node | None, pin: Pin) -> bool:
    """Whether Target takes several links (UE 5 clipboard texts) or an array: the call is made on each.

    So do calls with exec pins that give nothing back and do not wait.
    """
    if node is None or pin.name != "self" or node.class_name != "K2Node_CallFunction":
        return False
    outputs = [item for item in node.pins if item.direction == "output"]
    is_latent = any(item.name == "LatentInfo" for item in node.pins)
    return bool(outputs) and all(item.is_exec for item in outputs) and not is_latent


def drops_value(node: Node, pin: Pin) -> bool:
    """Whether the editor drops a value of the pin: A of an operator keeps none (field notes 6)."""
    return node.class_name == "K2Node_PromotableOperator" and pin.name == "A"
