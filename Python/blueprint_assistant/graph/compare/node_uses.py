"""What a node names: functions, events, variables, dispatchers, classes and assets. Pure.

Outside uses `names_in`, `nodes_in` and `texts_naming`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.model.object_references import member_reference, unquote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Graph, Node, Pin

__all__ = ["FunctionText", "Named", "names_in", "nodes_in", "texts_naming"]

_MEMBERS: Final = ("FunctionReference", "VariableReference", "EventReference", "DelegateReference")
_NAMES: Final = (
    *("CustomFunctionName", "SelectedFunctionName", "ComponentPropertyName", "DelegatePropertyName"),
    *("TimelineName", "ProxyFactoryFunctionName", "InputActionName", "InputAxisName", "InputKey"),
)
_WITHOUT_USES: Final = frozenset({"ExportPath", "NodeComment", *_MEMBERS})
_FUNCTION_BY_NAME: Final = "FunctionName"
"""The pin of Set Timer by Function Name and its like."""
_FUNCTION_OWNERS: Final = ("Object", "self")
"""The pins of such a node that say whose function is meant."""
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


@dataclass(frozen=True, slots=True)
class FunctionText:
    """A pin whose text names a function. `is_own` says whether it is one of the graph's Blueprint."""

    node: Node
    pin: Pin
    is_own: bool


def texts_naming(graph: Graph, name: str) -> Iterator[FunctionText]:
    """The texts of a graph, and of those inside its collapsed nodes, that name a function: timers by name."""
    yield from (
        FunctionText(node, pin, _is_own_text(graph, node))
        for node in graph.nodes
        for pin in node.pins
        if pin.name == _FUNCTION_BY_NAME and pin.default_value.lower() == name.lower()
    )
    for node in graph.nodes:
        if node.graph is not None:
            yield from texts_naming(node.graph, name)


def _is_own_text(graph: Graph, node: Node) -> bool:
    """Whether the object of a timer by name is the Blueprint itself, which it is when nothing is linked."""
    for pin in node.pins:
        if pin.direction == "input" and pin.name in _FUNCTION_OWNERS:
            sources = [end.node for end in graph.links_of(node.name, pin.id)]
            if any(graph.node(source).class_name != "K2Node_Self" for source in sources):
                return False
    return True
