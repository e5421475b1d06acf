"""Tells what kind of node a node is: the spec that would make it, and whether it is greyed out.

Part of `graph.nodes`, which offers both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.references import member_reference, unquote
from blueprint_assistant.graph.specs import (
    BranchSpec,
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    NodeSpec,
    SequenceSpec,
    VariableGetSpec,
    VariableSetSpec,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.graph.model import Node

__all__ = ["is_ghost", "spec_of"]


def is_ghost(node: Node) -> bool:
    """Whether the node is greyed out, as the default events of a new Blueprint are."""
    return node.find_property("EnabledState") == "Disabled"


def spec_of(node: Node) -> NodeSpec | None:
    """The spec that makes such a node, or None for the kinds that have no spec.

    A call of a function that the Blueprint itself defines has no class before the colon.
    """
    class_name = node.class_name
    if class_name == "K2Node_IfThenElse":
        return BranchSpec()
    if class_name == "K2Node_ExecutionSequence":
        return SequenceSpec(sum(pin.direction == "output" for pin in node.pins))
    if class_name == "K2Node_CustomEvent":
        return CustomEventSpec(unquote(node.find_property("CustomFunctionName") or ""))
    if class_name in _CALLS:
        return _call_spec(node)
    property_name, make = _REFERRING.get(class_name, ("", EventSpec))
    text = node.find_property(property_name) if property_name else None
    if text is None:
        return None
    reference = member_reference(text)
    # A validated get has exec pins and is another kind of node.
    is_own = (reference.is_self or class_name == "K2Node_Event") and not node.find_property(
        "CurrentVariation"
    )
    return make(reference.name) if is_own else None


_CALLS = frozenset(
    {
        "K2Node_CallFunction",
        "K2Node_CallArrayFunction",
        "K2Node_CommutativeAssociativeBinaryOperator",
        "K2Node_PromotableOperator",
    }
)

_REFERRING: dict[str, tuple[str, Callable[[str], NodeSpec]]] = {
    "K2Node_Event": ("EventReference", EventSpec),
    "K2Node_VariableGet": ("VariableReference", VariableGetSpec),
    "K2Node_VariableSet": ("VariableReference", VariableSetSpec),
}


def _call_spec(node: Node) -> CallFunctionSpec | None:
    reference = member_reference(node.find_property("FunctionReference") or "")
    if not reference.name:
        return None
    owner = reference.parent_path
    if not owner:
        # A call of the Blueprint's own or inherited function names its class only on `self`.
        target = node.find_pin("self")
        ref = target.type.subcategory_object if target is not None else None
        owner = "" if ref is None else ref.path
    return CallFunctionSpec(f"{owner}:{reference.name}")
