"""What a node names: functions, events, variables, dispatchers, classes and assets. Pure.

Outside uses `names_in` and `nodes_in`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.model.object_references import member_reference, unquote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Graph, Node

__all__ = ["Named", "names_in", "nodes_in"]

_MEMBERS: Final = ("FunctionReference", "VariableReference", "EventReference", "DelegateReference")
_NAMES: Final = (
    *("CustomFunctionName", "SelectedFunctionName", "ComponentPropertyName", "DelegatePropertyName"),
    *("TimelineName", "ProxyFactoryFunctionName", "InputActionName", "InputAxisName", "InputKey"),
)
_WITHOUT_USES: Final = frozenset({"ExportPath", "NodeComment", *_MEMBERS})
_FUNCTION_BY_NAME: Final = "FunctionName"
"""The pin of Set Timer by Function Name and its like."""
_PATH: Final = re.compile(r"/[A-Za-z]\w*(?:/[\w-]+)*\.([\w-]+)")


@dataclass(frozen=True, slots=True)
class Named:
    """A name in a node; `owner` is the class that has the member, empty for own members and assets."""

    name: str
    owner: str = ""


def nodes_in(graph: Graph) -> Iterator[Node]:
    """The nodes of a graph, and those inside its collapsed ones."""
    for node in graph.nodes:
        yield node
        if node.graph is not None:
            yield from nodes_in(node.graph)


def names_in(node: Node) -> Iterator[Named]:
    """What a node refers to by name or path, in no order; the types of its pins say nothing about that."""
    for key in _MEMBERS:
        reference = member_reference(node.find_property(key) or "")
        if reference.name:
            yield Named(reference.name, reference.parent_path)
    for key in _NAMES:
        text = unquote(node.find_property(key) or "")
        if text:
            yield Named(text)
    for key, value in node.properties:
        if key not in _WITHOUT_USES and "/" in value:
            yield from (Named(name.removesuffix("_C")) for name in _PATH.findall(value))
    for pin in node.pins:
        if pin.name == _FUNCTION_BY_NAME and pin.default_value:
            yield Named(pin.default_value)
        text = pin.default_object or (pin.default_value if pin.default_value.startswith("/") else "")
        yield from (Named(name.removesuffix("_C")) for name in _PATH.findall(text))
