"""Prints graphs as T3D: what Copy puts on the clipboard and what a graph export holds, UE 5.2+.

Part of `graph.t3d`. Property texts are written as they were read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.model import PinRef
from blueprint_assistant.graph.t3d_pins import pin_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.graph.model import Graph, Node, NodeObject

__all__ = ["graph_lines", "graph_path", "node_lines"]

_INDENT = "   "

_EDGRAPH_NODE_PROPERTIES = frozenset(
    {
        *("NodeWidth", "NodeHeight", "AdvancedPinDisplay", "EnabledState", "bDisplayAsDisabled"),
        *("bUserSetEnabledState", "bIsIntermediateNode", "bCanResizeNode", "bUnrelated"),
        *("bCommentBubblePinned", "bCommentBubbleVisible", "bCommentBubbleMakeVisible", "bCanRenameNode"),
        *("NodeUpgradeMessage", "bHasCompilerMessage", "NodeComment", "ErrorType", "ErrorMsg"),
    }
)
"""Properties of the node base class: the engine writes them between the position and the guid."""


def graph_path(graph: Graph, owner_path: str) -> str:
    """The object path of a graph in a Blueprint: `/Game/BP_Door.BP_Door:EventGraph`."""
    if not owner_path or ":" in owner_path:
        return owner_path
    name = owner_path.rsplit("/", 1)[-1]
    asset = owner_path if "." in name else f"{owner_path}.{name}"
    return f"{asset}:{graph.name}"


def node_lines(node: Node, graph: Graph, path: str) -> Iterator[str]:
    """The lines of one node as a clipboard block; `path` is the graph's, empty to leave it out."""
    yield f'Begin Object Class={node.class_path} Name="{node.name}"{_export_path(node, path)}'
    yield from _indented(_objects(node.objects))
    yield from _indented(_body(node, graph))
    yield "End Object"


def _export_path(node: Node, path: str) -> str:
    return f" ExportPath=\"{node.class_path}'{path}.{node.name}'\"" if path else ""


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (_INDENT + line for line in lines)


def _objects(objects: Iterable[NodeObject]) -> Iterator[str]:
    for item in objects:
        yield from item.text.split("\n")


def _body(node: Node, graph: Graph) -> Iterator[str]:
    """Properties, position, guid and pins, in the engine's order."""
    custom = [item for item in node.properties if item[0].startswith("CustomProperties ")]
    plain = [item for item in node.properties if not item[0].startswith("CustomProperties ")]
    at = len(plain)
    while at and plain[at - 1][0] in _EDGRAPH_NODE_PROPERTIES:
        at -= 1
    yield from (f"{name}={value}" for name, value in plain[:at])
    if node.x:
        yield f"NodePosX={node.x}"
    if node.y:
        yield f"NodePosY={node.y}"
    yield from (f"{name}={value}" for name, value in plain[at:])
    if node.guid:
        yield f"NodeGuid={node.guid}"
    for pin in node.pins:
        others = graph.linked_pins.get(PinRef(node.name, pin.id), ())
        yield pin_text(pin, node.name, ((ref.node, ref.pin) for ref in others))
    yield from (f"{name} {value}".rstrip() for name, value in custom)


def graph_lines(graph: Graph, path: str) -> Iterator[str]:
    """The lines of an exported graph: declarations of its nodes, their bodies, its own lines."""
    yield f'Begin Object Class=/Script/Engine.EdGraph Name="{graph.name}"{_graph_export(path)}'
    for node in graph.nodes:
        declared = (item for item in node.objects if item.class_path)
        yield from _indented(_block(_head(node, path, f"Class={node.class_path} "), _objects(declared)))
    for node in graph.nodes:
        bodies = [*_objects(item for item in node.objects if not item.class_path), *_body(node, graph)]
        yield from _indented(_block(_head(node, path, ""), bodies))
    yield from _indented(_graph_properties(graph))
    yield "End Object"


def _graph_export(path: str) -> str:
    return f" ExportPath=\"/Script/Engine.EdGraph'{path}'\"" if path else ""


def _head(node: Node, path: str, class_text: str) -> str:
    return f'Begin Object {class_text}Name="{node.name}"{_export_path(node, path)}'


def _block(head: str, lines: Iterable[str]) -> Iterator[str]:
    yield head
    yield from _indented(lines)
    yield "End Object"


_BEFORE_NODES = "Schema"


def _graph_properties(graph: Graph) -> Iterator[str]:
    """The graph's own lines: schema, the node list, the rest and the guid."""
    properties = dict(graph.properties)
    schema = properties.pop(
        _BEFORE_NODES, "\"/Script/CoreUObject.Class'/Script/BlueprintGraph.EdGraphSchema_K2'\""
    )
    interface_guid = properties.pop("InterfaceGuid", "")
    yield f"Schema={schema}"
    for number, node in enumerate(graph.nodes):
        yield f"Nodes({number})=\"{node.class_path}'{node.name}'\""
    yield from (f"{name}={value}" for name, value in properties.items())
    if graph.guid:
        yield f"GraphGuid={graph.guid}"
    if interface_guid:
        yield f"InterfaceGuid={interface_guid}"
