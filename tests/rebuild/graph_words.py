"""Says a whole graph as a model does: nodes under local names, links by pin names, values.

Outside uses `spoken`. Comment boxes are told apart, since they have a tool of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds.call_nodes import call_node_class
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of, is_ghost
from blueprint_assistant.graph.kinds.specs import (
    CommentSpec,
    FunctionEntrySpec,
    FunctionResultSpec,
    OperatorSpec,
)
from rebuild.node_words import Speech
from rebuild.type_words import short

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph, Link, Node, Pin
    from rebuild.node_words import Style

__all__ = ["Box", "SpokenGraph", "SpokenLink", "SpokenValue", "spoken"]

_CLASSES = ("class", "softclass")
_TEXTS = ("string", "text", "name")
"""Types of which an empty value is one of its own."""


@dataclass(frozen=True, slots=True)
class SpokenLink:
    """Two nodes of the sample and the names of their pins."""

    source: str
    source_pin: str
    target: str
    target_pin: str


@dataclass(frozen=True, slots=True)
class SpokenValue:
    """A value of a pin. One that `is_class` shapes its node, so it comes before links."""

    node: str
    pin: str
    value: str
    is_class: bool


@dataclass(frozen=True, slots=True)
class Box:
    """A comment box."""

    node: str
    words: dict[str, Any]


@dataclass(frozen=True, slots=True)
class SpokenGraph:
    """`nodes` has the words for each node that is added, `there` the nodes that come with the graph."""

    nodes: dict[str, dict[str, Any]]
    there: dict[str, Node]
    links: tuple[SpokenLink, ...]
    values: tuple[SpokenValue, ...]
    boxes: tuple[Box, ...]


def spoken(graph: Graph, style: Style, own_class: str) -> SpokenGraph:
    """The graph in words. Raises NoWordsError."""
    speech = Speech(style, own_class, _typed(graph))
    there = {node.name: node for node in _there(graph)}
    boxes = [node for node in graph.nodes if isinstance(any_spec_of(node), CommentSpec)]
    names = {node.name for node in boxes}
    added = [node for node in graph.nodes if node.name not in there and node.name not in names]
    words = {node.name: {**speech.words(node), "x": node.x, "y": node.y} for node in added}
    return SpokenGraph(
        words,
        there,
        tuple(_link(graph, link) for link in graph.links),
        tuple(
            value for node in graph.nodes if node.name not in names for value in _values(graph, node, style)
        ),
        tuple(_box(node) for node in boxes),
    )


def _typed(graph: Graph) -> frozenset[str]:
    """The operators of which a link tells the type: their values have to fit what they are linked to."""
    firsts = ((node, node.find_pin("A", "input")) for node in graph.nodes)
    return frozenset(node.name for node, pin in firsts if pin and graph.links_of(node.name, pin.id))


def _there(graph: Graph) -> list[Node]:
    """The entry and the first result of a function, and greyed-out events."""
    results = [node for node in graph.nodes if isinstance(any_spec_of(node), FunctionResultSpec)]
    has_outputs = any(any(not pin.is_exec for pin in node.pins) for node in results)
    return [
        node
        for node in graph.nodes
        if isinstance(any_spec_of(node), FunctionEntrySpec)
        or (has_outputs and node in results[:1])
        or is_ghost(node)
    ]


def _link(graph: Graph, link: Link) -> SpokenLink:
    source, target = graph.pin(link.source), graph.pin(link.target)
    assert source is not None
    assert target is not None
    # Exec pins without a name are listed by their usual one.
    return SpokenLink(
        link.source.node, source.name.strip() or "then", link.target.node, target.name.strip() or "execute"
    )


def _values(graph: Graph, node: Node, style: Style) -> list[SpokenValue]:
    return [
        SpokenValue(node.name, pin.name, _text(pin, style), is_class=pin.type.category in _CLASSES)
        for pin in node.pins
        if _is_literal(graph, node, pin) and _is_set(pin)
    ]


def _is_literal(graph: Graph, node: Node, pin: Pin) -> bool:
    is_free = not graph.links_of(node.name, pin.id)
    if pin.name == "A" and _is_promotable(node):
        return False  # the editor drops it [FIELD_NOTES 6], and a model is told so
    return is_free and pin.direction == "input" and not pin.is_exec and not pin.is_hidden


def _is_promotable(node: Node) -> bool:
    spec = any_spec_of(node)
    if isinstance(spec, CallFunctionSpec):
        return call_node_class(default_catalog().function(spec.function)) == "PromotableOperator"
    return isinstance(spec, OperatorSpec)


def _is_set(pin: Pin) -> bool:
    """Whether a value was chosen: what a fresh node holds is not said."""
    if pin.default_is_ignored or pin.default == pin.autogenerated_default:
        return False
    return bool(pin.default) or pin.type.category in _TEXTS


def _text(pin: Pin, style: Style) -> str:
    text = pin.default
    if pin.type.category in _CLASSES and style == "names" and text.startswith("/Script/"):
        return short(text)
    return text


def _box(node: Node) -> Box:
    spec = any_spec_of(node)
    assert isinstance(spec, CommentSpec)
    place = {"x": node.x, "y": node.y, "width": spec.width, "height": spec.height}
    return Box(node.name, {"comment": spec.text, **{key: value for key, value in place.items() if value}})
