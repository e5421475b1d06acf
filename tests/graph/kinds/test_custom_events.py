"""Custom events with inputs and replication: as nodes, as texts, and read back."""

from __future__ import annotations

import pytest

from blueprint_assistant.graph.catalog.declarations import custom_event_of
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.kinds.common_specs import CustomEventSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of, make_node
from blueprint_assistant.graph.kinds.node_parts import BadSpecError
from blueprint_assistant.graph.model.blueprint import Blueprint, FunctionFlag, Graph, Node, Parameter
from blueprint_assistant.graph.t3d.graph_text import format_t3d, parse_t3d

OWNER = Blueprint("/Game/BP_Door", "/Script/Engine.Actor")
KINDS = [
    "bool",
    "int",
    "float",
    "string",
    "vector",
    "object:Actor",
    "array:name",
    "map:string,int",
    "class:Pawn",
]


def made(spec: CustomEventSpec) -> Node:
    numbers = iter(range(1, 1000))
    return make_node(
        spec,
        owner=OWNER,
        catalog=default_catalog(),
        name="K2Node_CustomEvent_0",
        new_guid=lambda: f"{next(numbers):032X}",
    )


def inputs(*kinds: str) -> tuple[Parameter, ...]:
    return tuple(
        Parameter(f"In put {number}", parse_type(kind, default_catalog()))
        for number, kind in enumerate(kinds)
    )


def test_the_inputs_of_an_event_are_declared_and_survive_a_text() -> None:
    spec = CustomEventSpec('Say "hi"', inputs(*KINDS), FunctionFlag.NET | FunctionFlag.NET_SERVER)
    node = made(spec)
    (read,) = parse_t3d(format_t3d(Graph("", (node,)))).nodes
    for item in (node, read):
        event = custom_event_of(item)
        assert event is not None
        assert event.name == spec.name
        assert [(one.name, one.type) for one in event.inputs] == [(one.name, one.type) for one in spec.inputs]
        assert event.flags == spec.flags
        declared = [value for name, value in item.properties if name == "CustomProperties UserDefinedPin"]
        assert len(declared) == len(KINDS)
    assert any_spec_of(read) == spec


def test_an_event_without_inputs_is_as_before() -> None:
    assert made(CustomEventSpec("Open")).properties == (("CustomFunctionName", '"Open"'),)


@pytest.mark.parametrize("name", ["then", "OutputDelegate", "in PUT 0"])
def test_two_pins_of_one_name_are_refused(name: str) -> None:
    extra = Parameter(name, parse_type("int", default_catalog()))
    with pytest.raises(BadSpecError):
        made(CustomEventSpec("Open", (*inputs("int"), extra)))
