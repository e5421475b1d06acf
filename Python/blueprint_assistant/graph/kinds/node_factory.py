"""Builds the node that the editor would build from a spec: pins in order, properties as text.

Outside uses `make_node` and `node_class`, and what reads nodes back: `spec_of`, `any_spec_of`,
`is_ghost`, `node_title`. Pin names, order, flags and defaults are those of UE 5.2 and later
clipboard texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from blueprint_assistant.graph.kinds.added_pins import add_node_pin
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.event_nodes import event_parts
from blueprint_assistant.graph.kinds.flow_nodes import flow_parts
from blueprint_assistant.graph.kinds.fresh_pins import PinMaker
from blueprint_assistant.graph.kinds.member_nodes import UnknownVariableError, member_parts
from blueprint_assistant.graph.kinds.node_classes import node_class
from blueprint_assistant.graph.kinds.node_kinds import any_spec_of, is_ghost, spec_of
from blueprint_assistant.graph.kinds.node_parts import BadSpecError, NodeDraft
from blueprint_assistant.graph.kinds.node_titles import Title, node_title
from blueprint_assistant.graph.kinds.object_nodes import call_parts
from blueprint_assistant.graph.kinds.specs import (
    AnyCallSpec,
    AnyEventSpec,
    AnyFlowSpec,
    AnyMemberSpec,
    AnyNodeSpec,
    AnyValueSpec,
    OperatorSpec,
    certainty_of,
)
from blueprint_assistant.graph.kinds.value_nodes import value_parts
from blueprint_assistant.graph.model.blueprint import Node
from blueprint_assistant.graph.model.object_references import MemberReference, member_reference

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.node_parts import Parts
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = [
    "AnyNodeSpec",
    "BadSpecError",
    "MemberReference",
    "Title",
    "UnknownVariableError",
    "any_spec_of",
    "certainty_of",
    "is_ghost",
    "make_node",
    "member_reference",
    "node_class",
    "node_title",
    "spec_of",
]


def make_node(  # noqa: PLR0913 - what a node is made of; all but the spec by keyword
    spec: AnyNodeSpec,
    *,
    owner: Blueprint,
    catalog: Catalog,
    name: str,
    new_guid: Callable[[], str],
    x: int = 0,
    y: int = 0,
) -> Node:
    """The node of a spec, as it stands in a graph of `owner` before anything is linked.

    `new_guid` gives 32 upper-case hexadecimal digits; it is called once for the node and once
    per pin, in pin order. Raises a GraphError when what the spec names does not exist. How sure
    the pins are differs by kind: `certainty_of` says it.
    """
    guid = new_guid()
    properties, pins = _parts(spec, NodeDraft(owner, catalog, PinMaker(new_guid), name, guid))
    node = Node(name, node_class(spec, catalog), guid, x, y, tuple(pins), properties)
    if isinstance(spec, CallFunctionSpec | OperatorSpec):
        for _ in range(spec.operands - 2):
            node = add_node_pin(node, catalog, new_guid)
    return node


def _parts(spec: AnyNodeSpec, make: NodeDraft) -> Parts:
    """The properties and pins of a spec's node."""
    if isinstance(spec, AnyEventSpec):
        return event_parts(spec, make)
    if isinstance(spec, AnyFlowSpec):
        return flow_parts(spec, make)
    if isinstance(spec, AnyCallSpec):
        return call_parts(spec, make)
    if isinstance(spec, AnyValueSpec):
        return value_parts(spec, make)
    if isinstance(spec, AnyMemberSpec):
        return member_parts(spec, make)
    assert_never(spec)
