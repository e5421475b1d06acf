"""Builds graphs of real nodes for tests that draw them."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, EventSpec, NodeSpec
from blueprint_assistant.graph.kinds.node_factory import make_node
from blueprint_assistant.graph.model.blueprint import (
    Blueprint,
    BlueprintStatus,
    Graph,
    Link,
    Node,
    PinRef,
    PinType,
    Variable,
    set_property,
)

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Pin

PRINT = CallFunctionSpec("/Script/Engine.KismetSystemLibrary:PrintString")
DELAY = CallFunctionSpec("/Script/Engine.KismetSystemLibrary:Delay")
DESTROY = CallFunctionSpec("/Script/Engine.Actor:K2_DestroyActor")
MOVE = CallFunctionSpec("/Script/Engine.Actor:K2_AddActorLocalOffset")
ADD = CallFunctionSpec("/Script/Engine.KismetMathLibrary:Add_DoubleDouble")
TICK = EventSpec("ReceiveTick")
BEGIN_PLAY = EventSpec("ReceiveBeginPlay")


class GraphBuilder:
    """Nodes by short keys, links by key and pin name."""

    def __init__(self) -> None:
        self.owner = Blueprint(
            "/Game/BP_Enemy",
            "/Script/Engine.Actor",
            variables=(
                Variable("Speed", PinType("real", "double")),
                Variable("bIsOpen", PinType("bool")),
            ),
        )
        self.nodes: dict[str, Node] = {}
        self.links: list[Link] = []
        self._numbers = count(1)

    def add(self, key: str, spec: NodeSpec, x: int = 0, y: int = 0) -> Node:
        node = make_node(
            spec,
            owner=self.owner,
            catalog=default_catalog(),
            name=key,
            new_guid=lambda: f"{next(self._numbers):032X}",
            x=x,
            y=y,
        )
        self.nodes[key] = node
        return node

    def link(self, source: str, out_pin: str, target: str, in_pin: str) -> Link:
        start = self.pin(source, out_pin, "output")
        end = self.pin(target, in_pin, "input")
        link = Link(PinRef(source, start.id), PinRef(target, end.id))
        self.links.append(link)
        return link

    def pin(self, key: str, name: str, direction: str) -> Pin:
        pins = self.nodes[key].pins
        return next(pin for pin in pins if pin.name == name and pin.direction == direction)

    def set_default(self, key: str, name: str, value: str) -> None:
        node = self.nodes[key]
        pins = tuple(replace(pin, default_value=value) if pin.name == name else pin for pin in node.pins)
        self.nodes[key] = replace(node, pins=pins)

    def set_property(self, key: str, name: str, value: str) -> None:
        node = self.nodes[key]
        self.nodes[key] = replace(node, properties=set_property(node.properties, name, value))

    def graph(self, name: str = "EventGraph") -> Graph:
        return Graph(name, tuple(self.nodes.values()), tuple(self.links))

    def blueprint(self, status: BlueprintStatus = "up_to_date") -> Blueprint:
        return replace(self.owner, graphs=(self.graph(),), status=status)


def moving_enemy(builder: GraphBuilder) -> Graph:
    """Event Tick drives a movement; Begin Play prints; all linked by exec and data."""
    builder.add("tick", TICK, 0, 0)
    builder.add("move", MOVE, 400, -16)
    builder.add("begin", BEGIN_PLAY, 0, 320)
    builder.add("print", PRINT, 400, 320)
    builder.link("tick", "then", "move", "execute")
    builder.link("begin", "then", "print", "execute")
    builder.set_default("print", "InString", "Hello")
    return builder.graph()


def many_nodes(builder: GraphBuilder, number: int) -> Graph:
    """Chains of calls, ten to a row."""
    builder.add("n0", TICK)
    template = builder.add("n1", PRINT)
    for index in range(1, number):
        x, y = 320 * (index % 10), 240 * (index // 10)
        builder.nodes[f"n{index}"] = replace(template, name=f"n{index}", x=x, y=y)
    for index in range(number - 1):
        builder.link(f"n{index}", "then", f"n{index + 1}", "execute")
    return builder.graph()
