"""A graph being wired for a test: makes nodes of any kind and links them as the editor would."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.kinds.node_factory import make_node, node_class
from blueprint_assistant.graph.model.blueprint import Blueprint, Component, Graph, Link, PinRef, Variable
from blueprint_assistant.graph.model.graph_draft import GraphDraft
from blueprint_assistant.graph.rules.inference import settle_from
from blueprint_assistant.graph.rules.schema import Allowed, ConnectResult, Schema

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Node, Pin

TYPES = (
    *("bool", "byte", "int", "int64", "float", "name", "string", "text", "vector", "rotator", "transform"),
    *("color", "HitResult", "EMovementMode", "Actor", "class:Actor", "soft:Texture2D", "softclass:Actor"),
    *("array:int", "array:Actor", "set:name", "map:name,int", "array:float"),
)


def variable_name(word: str) -> str:
    return "My " + "".join(char if char.isalnum() else " " for char in word)


@dataclass
class Bench:
    """One graph of a Blueprint that has a variable of every usual type (`My int`) and a mesh."""

    catalog: Catalog
    parent: str = "/Script/Engine.Character"
    draft: GraphDraft = field(default_factory=lambda: GraphDraft(Graph("EventGraph")))

    def __post_init__(self) -> None:
        self._ids = (f"{number:032X}" for number in itertools.count(1))
        variables = tuple(Variable(variable_name(word), parse_type(word, self.catalog)) for word in TYPES)
        self.owner = Blueprint(
            "/Game/BP_Bench",
            self.parent,
            variables=variables,
            components=(Component("Box", "/Script/Engine.BoxComponent"),),
        )
        self.schema = Schema(self.catalog, self.parent)

    def add(self, spec: AnyNodeSpec) -> Node:
        class_name = node_class(spec, self.catalog).rsplit(".", 1)[-1]
        node = make_node(
            spec,
            owner=self.owner,
            catalog=self.catalog,
            name=self.draft.unique_name(class_name),
            new_guid=lambda: next(self._ids),
        )
        self.draft.add(node)
        return node

    def pin(self, node: Node, name: str) -> Pin:
        pin = self.draft.node(node.name).find_pin(name)
        assert pin is not None, (name, [item.name for item in node.pins])
        return pin

    def verdict(self, source: Node, output: str, target: Node, entry: str) -> ConnectResult:
        one, other = self.draft.node(source.name), self.draft.node(target.name)
        start, end = one.find_pin(output, "output"), other.find_pin(entry, "input")
        assert start is not None, (output, [pin.name for pin in one.pins])
        assert end is not None, (entry, [pin.name for pin in other.pins])
        return self.schema.can_connect(start, end, source_node=one, target_node=other)

    def link(self, source: Node, output: str, target: Node, entry: str) -> None:
        """Link two pins, which has to be allowed without a conversion."""
        result = self.verdict(source, output, target, entry)
        assert isinstance(result, Allowed), result
        start = self.draft.node(source.name).find_pin(output, "output")
        end = self.draft.node(target.name).find_pin(entry, "input")
        assert start is not None
        assert end is not None
        self.draft.connect(PinRef(source.name, start.id), PinRef(target.name, end.id))
        for name in (source.name, target.name):
            settle_from(self.draft, name, self.catalog)

    def set_class(self, node: Node, pin: str, path: str) -> None:
        """Choose a class on a pin."""
        chosen = replace(self.pin(node, pin), default_object=path)
        self.draft.replace_pin(node.name, chosen)
        settle_from(self.draft, node.name, self.catalog)

    def links(self) -> list[tuple[Node, Pin, Node, Pin]]:
        """Every link, with its ends as they are now."""
        graph = self.draft.freeze()
        return [end for link in graph.links for end in [self._ends(graph, link)]]

    @staticmethod
    def _ends(graph: Graph, link: Link) -> tuple[Node, Pin, Node, Pin]:
        source, target = graph.pin(link.source), graph.pin(link.target)
        assert source is not None
        assert target is not None
        return graph.node(link.source.node), source, graph.node(link.target.node), target
