"""Nodes, pins and Blueprints as the short texts that the model reads."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from blueprint_assistant.graph.nodes import is_ghost
from blueprint_assistant.graph.titles import node_title

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.actions.node_tracker import NodeTracker
    from blueprint_assistant.graph.catalog import Catalog
    from blueprint_assistant.graph.model import Graph, Link, Node, Pin

__all__ = [
    "class_name",
    "describe_node",
    "describe_pin",
    "link_texts",
    "pin_label",
    "pin_lines",
    "shortened",
    "value_shown",
]

_LAST_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"\s*\)?\s*$')
_PLAIN_VALUE = re.compile(r"[\w./:+-]+")
_MAX_VALUE_CHARS = 80


def class_name(class_path: str) -> str:
    """The last part of a class path, without the `_C` of Blueprints: `Actor`, `BP_Door`."""
    return class_path.rsplit(".", 1)[-1].removesuffix("_C")


def pin_label(pin: Pin) -> str:
    """The label of a pin where it has one of its own; `Target` for self, else its name."""
    if not pin.friendly_name:
        return "Target" if pin.name == "self" else pin.name
    # NSLOCTEXT("space", "key", "Label"), LOCTEXT and INVTEXT end with the text itself.
    found = _LAST_STRING.search(pin.friendly_name)
    return pin.friendly_name if found is None else found[1].replace('\\"', '"')


def shortened(text: str) -> str:
    """A value as far as it helps to know it."""
    return text if len(text) <= _MAX_VALUE_CHARS else f"{text[:_MAX_VALUE_CHARS]}…"


def value_shown(text: str) -> str:
    """A default value; in quotes unless it is one plain word or number."""
    short = shortened(text)
    return short if _PLAIN_VALUE.fullmatch(short) else json.dumps(short, ensure_ascii=False)


def describe_pin(pin: Pin) -> str:
    """`execute`, `DeltaLocation (struct Vector)`, `then [True]`."""
    label = pin_label(pin)
    is_other = pin.name != "self" and _squeezed(label) not in {_squeezed(pin.name), _squeezed(pin.name)[1:]}
    shown = f"{pin.name} [{label}]" if is_other and label.strip() else pin.name
    return shown if pin.is_exec or pin.name == "self" else f"{shown} ({pin.type})"


def _squeezed(text: str) -> str:
    return re.sub(r"[\s_]", "", text).lower()


def pin_lines(node: Node) -> list[str]:
    """The visible pins in one line per direction, inputs with the values that they hold."""
    lines = []
    for direction, label in (("input", "in"), ("output", "out")):
        pins = [pin for pin in node.visible_pins if pin.direction == direction]
        if pins:
            lines.append(f"{label}: {', '.join(_with_value(pin) for pin in pins)}")
    return lines


def _with_value(pin: Pin) -> str:
    shows_value = pin.direction == "input" and pin.default and not pin.is_exec
    return f"{describe_pin(pin)}={value_shown(pin.default)}" if shows_value else describe_pin(pin)


def describe_node(node_id: str, node: Node, catalog: Catalog) -> str:
    """`N3: Print String (K2Node_CallFunction)`."""
    ghost = ", not in use yet" if is_ghost(node) else ""
    return f"{node_id}: {node_title(node, catalog).title} ({node.class_name}{ghost})"


def link_texts(graph: Graph, links: Iterable[Link], nodes: NodeTracker, blueprint: str) -> list[str]:
    """Links of a graph as `N1.then -> N3.execute`; their nodes get ids."""
    return [" -> ".join(ends) for link in links if len(ends := _end_texts(graph, link, nodes, blueprint)) > 1]


def _end_texts(graph: Graph, link: Link, nodes: NodeTracker, blueprint: str) -> list[str]:
    ends = []
    for ref in (link.source, link.target):
        node, pin = graph.nodes_by_name.get(ref.node), graph.pin(ref)
        if node is not None and pin is not None:
            ends.append(f"{nodes.id_of(blueprint, graph.name, node)}.{pin.name}")
    return ends
