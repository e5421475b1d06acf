"""Which node each part of a program stands for, so that writing finds it again (BC-070 to BC-074).

Outside uses `hints_of`, `pin_evidence`, `link_ends` and `NodeIds`. Knows nothing of texts.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.model.blueprint import PinRef
from blueprint_assistant.graph.model.object_references import member_reference
from blueprint_assistant.graph.rules.pin_labels import label_of
from blueprint_assistant.languages.ast.node_texts import spec_text
from blueprint_assistant.languages.ast.paths import walk
from blueprint_assistant.languages.ast.type_names import TypeNames
from blueprint_assistant.languages.decompile.node_identity import semantic_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Graph, Link, Node, Pin
    from blueprint_assistant.languages.ast.paths import PathPart
    from blueprint_assistant.languages.ast.syntax_tree import Program

__all__ = ["Hint", "NodeIds", "PinEvidence", "hints_of", "link_ends", "pin_evidence"]

_MEMBERS = ("FunctionReference", "VariableReference", "EventReference", "DelegateReference")


@dataclass(frozen=True, slots=True)
class Hint:
    """The node that a statement or value stands for.

    `path` is where the part stands, `node` the node's name in its graph, `node_id` its GUID (its name
    where it has no GUID of its own). A member's owner is empty for the Blueprint's own.
    """

    path: str
    node: str
    node_id: str
    semantic_key: str
    node_class_path: str
    member_name: str
    member_owner: str
    signature: str


@dataclass(frozen=True, slots=True)
class PinEvidence:
    """A pin as answers show it (BC-170). `endpoint` and `links` are `node id:pin`.

    `label` is what the editor shows where that is not the name; `type_path` the class, struct or enum.
    """

    name: str
    label: str
    direction: str
    type: str
    category: str
    type_path: str
    default: str
    endpoint: str
    links: tuple[str, ...]


def hints_of(program: Program, graph: Graph, catalog: Catalog) -> Iterator[tuple[PathPart, Hint]]:
    """The hint of each part that stands for a node, in written order. Linear."""
    types = TypeNames(catalog)
    ids = NodeIds(graph)
    for spot in walk(program):
        for name in spot.part.origin.nodes[:1]:
            node = graph.node(name)
            member, owner = _member(node)
            yield (
                spot,
                Hint(
                    spot.path,
                    name,
                    ids.of(node),
                    semantic_key(node),
                    node.class_path,
                    member,
                    owner,
                    _signature(node, types),
                ),
            )


def link_ends(graph: Graph) -> Iterator[tuple[Link, tuple[str, str]]]:
    """The links of a graph with both ends as `node id:pin`, in graph order."""
    ids = NodeIds(graph)
    for link in graph.links:
        yield link, (ids.endpoint(link.source), ids.endpoint(link.target))


def pin_evidence(graph: Graph, catalog: Catalog) -> dict[str, tuple[PinEvidence, ...]]:
    """The pins of each node that are shown or linked, by node name, in pin order."""
    types, ids = TypeNames(catalog), NodeIds(graph)
    return {
        node.name: tuple(
            _evidence(graph, node, pin, types, ids)
            for pin in node.pins
            if not pin.is_hidden or PinRef(node.name, pin.id) in graph.linked_pins
        )
        for node in graph.nodes
    }


def _evidence(graph: Graph, node: Node, pin: Pin, types: TypeNames, ids: NodeIds) -> PinEvidence:
    others = graph.linked_pins.get(PinRef(node.name, pin.id), ())
    ref = pin.type.subcategory_object
    return PinEvidence(
        pin.name,
        label_of(pin),
        pin.direction,
        types.of(pin.type),
        pin.type.category,
        "" if ref is None else ref.path,
        pin.default,
        ids.endpoint(PinRef(node.name, pin.id)),
        tuple(ids.endpoint(other) for other in others),
    )


class NodeIds:
    """What the nodes of one graph are known by outside."""

    def __init__(self, graph: Graph) -> None:
        """A node is known by its GUID, and by its name where it shares that or has none."""
        self._graph = graph
        counted = Counter(node.guid for node in graph.nodes)
        self._shared = {guid for guid, count in counted.items() if count > 1}

    def of(self, node: Node) -> str:
        """The id of a node."""
        return node.guid if node.guid and node.guid not in self._shared else node.name

    def endpoint(self, ref: PinRef) -> str:
        """`node id:pin`; an end outside the graph by its raw names."""
        node = self._graph.nodes_by_name.get(ref.node)
        pin = None if node is None else node.pin_by_id(ref.pin)
        if node is None or pin is None:
            return f"{ref.node}:{ref.pin}"
        return f"{self.of(node)}:{pin.name}"


def _member(node: Node) -> tuple[str, str]:
    """The member that a node names, and the path of its class."""
    for name in _MEMBERS:
        text = node.find_property(name)
        if text:
            reference = member_reference(text)
            return reference.name, reference.parent_path
    return "", ""


def _signature(node: Node, types: TypeNames) -> str:
    """What makes a node (as searches say it), or its shown data pins where nothing makes one like it."""
    spec = any_spec_of(node)
    if spec is not None:
        return spec_text(spec)
    inputs, outputs = (
        ", ".join(
            f"{pin.name}: {types.of(pin.type)}"
            for pin in node.pins
            if pin.direction == direction and not pin.is_exec and not pin.is_hidden
        )
        for direction in ("input", "output")
    )
    return f"({inputs}) -> ({outputs})"
