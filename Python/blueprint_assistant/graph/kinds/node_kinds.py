"""Tells what kind of node a node is: the spec that would make it, and whether it is greyed out.

Part of `graph.kinds.node_factory`, which offers both. Reading never fails: what a node does not say, or says
in a way that is not known here, gives None.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, NodeSpec
from blueprint_assistant.graph.kinds.spec_reading import READERS
from blueprint_assistant.graph.kinds.specs import OperatorSpec
from blueprint_assistant.graph.model.blueprint import PinRef

if TYPE_CHECKING:
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Graph, Node

__all__ = ["any_spec_of", "is_ghost", "is_set_by_hand", "is_unused_ghost", "spec_of"]


def is_ghost(node: Node) -> bool:
    """Whether the node is greyed out, as the default events of a new Blueprint are."""
    return node.find_property("EnabledState") == "Disabled"


def is_set_by_hand(node: Node) -> bool:
    """Whether somebody has chosen the enabled state of a node."""
    return node.find_property("bUserSetEnabledState") == "True"


def is_unused_ghost(graph: Graph, node: Node) -> bool:
    """Whether an event is one that the editor put into a new graph, and nothing has been linked to it yet.

    One that somebody has disabled is none.
    """
    if not is_ghost(node) or node.class_name != "K2Node_Event":
        return False
    return not is_set_by_hand(node) and not any(
        PinRef(node.name, pin.id) in graph.linked_pins for pin in node.pins
    )


def spec_of(node: Node) -> NodeSpec | None:
    """The spec of a plan that makes such a node, or None for the kinds that plans cannot add.

    A call of a function that the Blueprint itself defines has no class before the colon.
    """
    spec = any_spec_of(node)
    if isinstance(spec, OperatorSpec):
        return CallFunctionSpec(spec.function)
    return spec if isinstance(spec, NodeSpec) else None


def any_spec_of(node: Node) -> AnyNodeSpec | None:
    """The spec that makes such a node, or None for the kinds that have none.

    An operator whose inputs have a type is a call of its function; one that nothing has typed yet
    is an OperatorSpec.
    """
    read = READERS.get(node.class_name)
    return None if read is None else read(node)
