"""Nodes whose pins come from a value: arguments from a text, variables from a class.

Part of the simulation.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.simulate.node_bubbles import with_comment_of
from blueprint_assistant.graph.kinds.node_factory import make_node
from blueprint_assistant.graph.kinds.specs import (
    ConstructObjectSpec,
    CreateWidgetSpec,
    FormatTextSpec,
    SpawnActorSpec,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint, Node, Pin

__all__ = ["reshaped", "shapes"]

_FORMAT_TEXT = "K2Node_FormatText"
_ARGUMENT = re.compile(r"(?<!`)\{([^{}\"]+)\}")
_MAKERS: Mapping[str, Callable[[str], AnyNodeSpec]] = {
    "K2Node_SpawnActorFromClass": SpawnActorSpec,
    "K2Node_GenericCreateObject": ConstructObjectSpec,
    "K2Node_CreateWidget": CreateWidgetSpec,
}


def shapes(node: Node, pin: Pin) -> bool:
    """Whether a change of that pin's value gives the node other pins."""
    wanted = "Format" if node.class_name == _FORMAT_TEXT else "Class"
    return pin.name == wanted and (node.class_name == _FORMAT_TEXT or node.class_name in _MAKERS)


def reshaped(node: Node, owner: Blueprint, catalog: Catalog, new_guid: Callable[[], str]) -> Node:
    """The node with the pins that its values ask for; pins that it has keep their ids and types.

    `{Name}` in a Format makes a pin Name; a class brings its variables that are exposed on spawn.
    """
    fresh = make_node(_spec(node), owner=owner, catalog=catalog, name=node.name, new_guid=new_guid)
    pins = tuple(node.find_pin(item.name, item.direction) or item for item in fresh.pins)
    return with_comment_of(node, replace(node, pins=pins, properties=fresh.properties))


def _spec(node: Node) -> AnyNodeSpec:
    if node.class_name == _FORMAT_TEXT:
        pin = node.find_pin("Format", "input")
        return FormatTextSpec(
            tuple(dict.fromkeys(_ARGUMENT.findall("" if pin is None else pin.default_text)))
        )
    pin = node.find_pin("Class", "input")
    return _MAKERS[node.class_name]("" if pin is None else pin.default_object)
