"""Whether a Blueprint uses another asset: by its parent, members, nodes and pins. Pure.

Outside uses `uses_asset`. What is only said in a comment or in a text of the game is no use.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.compare.node_uses import nodes_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Blueprint, Node, Pin, PinType

__all__ = ["uses_asset"]

_TEXTS: Final = frozenset({"string", "text", "name"})
_COMMENTS: Final = frozenset({"NodeComment", "ExportPath"})


def uses_asset(blueprint: Blueprint, package: str) -> bool:
    """Whether anything in a Blueprint refers to what is in a package (`/Game/Doors/BP_Door`)."""
    named = re.compile(rf"(?<!\w){re.escape(package)}(?![\w/-])", re.IGNORECASE)
    return any(named.search(text) is not None for text in _texts(blueprint))


def _texts(blueprint: Blueprint) -> Iterator[str]:
    """The texts that can be references."""
    yield blueprint.parent_class
    yield from (item.class_path for item in blueprint.interfaces)
    yield from (item.text for item in blueprint.objects)
    for variable in blueprint.variables:
        yield from _type(variable.type)
        if variable.type.category not in _TEXTS:
            yield variable.default
    for component in blueprint.components:
        yield component.class_path
        yield from (value for _, value in component.properties)
    for graph in blueprint.graphs:
        for node in nodes_in(graph):
            yield from _node(node)


def _node(node: Node) -> Iterator[str]:
    yield node.class_path
    yield from (value for key, value in node.properties if key not in _COMMENTS)
    yield from (item.text for item in node.objects)
    for pin in node.pins:
        yield from _pin(pin)


def _pin(pin: Pin) -> Iterator[str]:
    yield from _type(pin.type)
    yield pin.default_object
    if pin.type.category not in _TEXTS:
        yield pin.default_value


def _type(kind: PinType) -> Iterator[str]:
    value = None if kind.value is None else kind.value.subcategory_object
    for ref in (kind.subcategory_object, value):
        if ref is not None:
            yield ref.path
    yield kind.member_reference
