"""Makes texts for Ctrl+V: only what the editor takes from the clipboard, without what is stale.

Part of `graph.t3d.graph_text`. The rules are those that pasting into UE 5.8 showed; copied text may hold more
than may be pasted (an event of the engine comes back as a broken custom event).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.model.blueprint import Graph
from blueprint_assistant.graph.model.object_references import format_reference, member_reference

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Node, Pin, Properties

__all__ = ["Pasteable", "pasteable"]

_NOT_PASTED: Final = frozenset(
    {
        # The Blueprint has them already, or gets them by other ways than pasting.
        *("K2Node_Event", "K2Node_ActorBoundEvent", "K2Node_FunctionEntry", "K2Node_FunctionResult"),
        # These need objects inside the asset: the graph around a tunnel, a component template.
        *("K2Node_Tunnel", "K2Node_AddComponent"),
    }
)
_STALE: Final = frozenset({"ErrorType", "ErrorMsg", "bHasCompilerMessage"})
_REFERENCES: Final = frozenset({"FunctionReference", "VariableReference", "DelegateReference"})


@dataclass(frozen=True, slots=True)
class Pasteable:
    """What of a graph can be pasted, and the nodes that a person has to add before or after.

    Links between the two are to be drawn by hand.
    """

    graph: Graph
    left_out: tuple[Node, ...] = ()


def pasteable(graph: Graph, own_class: str = "") -> Pasteable:
    """The part of a graph for the clipboard.

    `own_class` is the class path of the Blueprint into which it is pasted: its members are named
    without it, as members of the Blueprint itself.
    """
    kept = tuple(node for node in graph.nodes if node.class_name not in _NOT_PASTED)
    names = {node.name for node in kept}
    links = tuple(link for link in graph.links if link.source.node in names and link.target.node in names)
    nodes = tuple(_fresh(node, own_class) for node in kept)
    made = Graph("", nodes, links, kind="fragment")
    return Pasteable(made, tuple(node for node in graph.nodes if node.name not in names))


def _fresh(node: Node, own_class: str) -> Node:
    """The node without messages of the last compile and links to what is not in the text."""
    inner = node.graph
    if inner is not None:
        inner = replace(inner, nodes=tuple(_fresh(other, own_class) for other in inner.nodes))
    return replace(
        node,
        properties=_fresh_properties(node.properties, own_class),
        pins=tuple(_fresh_pin(pin) for pin in node.pins),
        graph=inner,
    )


def _fresh_properties(properties: Properties, own_class: str) -> Properties:
    kept = (item for item in properties if item[0] not in _STALE)
    return tuple(
        (name, _as_own(text, own_class) if own_class and name in _REFERENCES else text) for name, text in kept
    )


def _as_own(text: str, own_class: str) -> str:
    reference = member_reference(text)
    if reference.parent_path.lower() != own_class.lower():
        return text
    return format_reference(replace(reference, parent=None, is_self=True))


def _fresh_pin(pin: Pin) -> Pin:
    return replace(pin, extra=tuple(item for item in pin.extra if item[0] != "LinkedTo"))
