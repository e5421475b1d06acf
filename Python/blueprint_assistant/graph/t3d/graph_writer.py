"""Prints graphs as T3D: what Copy puts on the clipboard and what exports hold, UE 5.2+.

Part of `graph.t3d.graph_text`. Property texts are written as they were read. In an export every object is
declared first, with all that is nested in it, and has its properties in a second block.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.blueprint import PinRef
from blueprint_assistant.graph.t3d.pin_writer import pin_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.graph.model.blueprint import Graph, Node, NodeObject

__all__ = [
    "graph_body",
    "graph_declaration",
    "graph_lines",
    "graph_path",
    "graph_properties",
    "indented",
    "node_body",
    "node_declaration",
    "node_lines",
    "object_name",
    "property_line",
]

INDENT = "   "

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
    return f"{asset}:{object_name(graph.name, graph.class_path)}"


def object_name(name: str, class_path: str) -> str:
    """The name of an object; the engine's first one of its class for values that have none (fragments)."""
    return name or f"{class_path.rsplit('.', 1)[-1]}_0"


def node_lines(node: Node, graph: Graph, path: str) -> Iterator[str]:
    """The lines of one node as a clipboard block; `path` is the graph's, empty to leave it out."""
    yield _declare(node.class_path, node.name, path)
    yield from indented(_texts(node.objects))
    if node.graph is not None:
        inner = _inner_path(node, path)
        yield from indented(graph_declaration(node.graph, inner))
        yield from indented(graph_body(node.graph, inner))
    yield from indented(_properties(node, graph))
    yield "End Object"


def node_declaration(node: Node, path: str) -> Iterator[str]:
    """The first mention of a node in an export: what is nested in it, and no property."""
    yield _declare(node.class_path, node.name, path)
    yield from indented(_texts(item for item in node.objects if item.class_path))
    if node.graph is not None:
        yield from indented(graph_declaration(node.graph, _inner_path(node, path)))
    yield "End Object"


def node_body(node: Node, graph: Graph, path: str) -> Iterator[str]:
    """The second mention of a node in an export, with its properties."""
    yield _mention(node.class_path, node.name, path)
    yield from indented(_texts(item for item in node.objects if not item.class_path))
    if node.graph is not None:
        yield from indented(graph_body(node.graph, _inner_path(node, path)))
    yield from indented(_properties(node, graph))
    yield "End Object"


def graph_declaration(graph: Graph, path: str) -> Iterator[str]:
    """The first mention of a graph, `path` being its own."""
    yield _graph_head(graph, path, f"Class={graph.class_path} ")
    for node in graph.nodes:
        yield from indented(node_declaration(node, path))
    yield "End Object"


def graph_body(graph: Graph, path: str) -> Iterator[str]:
    """The second mention of a graph: bodies of its nodes, then its own lines."""
    yield _graph_head(graph, path, "")
    yield from indented(_bodies(graph, path))
    yield "End Object"


def graph_lines(graph: Graph, path: str) -> Iterator[str]:
    """A graph that is exported alone: one block with declarations, bodies and its own lines."""
    yield _graph_head(graph, path, f"Class={graph.class_path} ")
    for node in graph.nodes:
        yield from indented(node_declaration(node, path))
    yield from indented(_bodies(graph, path))
    yield "End Object"


def _bodies(graph: Graph, path: str) -> Iterator[str]:
    for node in graph.nodes:
        yield from node_body(node, graph, path)
    yield from (property_line(name, value) for name, value in graph_properties(graph))


def _declare(class_path: str, name: str, path: str) -> str:
    return f'Begin Object Class={class_path} Name="{name}"{_export_path(class_path, name, path)}'


def _mention(class_path: str, name: str, path: str) -> str:
    return f'Begin Object Name="{name}"{_export_path(class_path, name, path)}'


def _export_path(class_path: str, name: str, path: str) -> str:
    return f" ExportPath=\"{class_path}'{path}.{name}'\"" if path else ""


def _graph_head(graph: Graph, path: str, class_text: str) -> str:
    export_path = f" ExportPath=\"{graph.class_path}'{path}'\"" if path else ""
    return f'Begin Object {class_text}Name="{object_name(graph.name, graph.class_path)}"{export_path}'


def _inner_path(node: Node, path: str) -> str:
    if not path or node.graph is None:
        return ""
    return f"{path}.{node.name}.{object_name(node.graph.name, node.graph.class_path)}"


def property_line(name: str, value: str) -> str:
    """The line of a property; those for the node itself (`CustomProperties Word (…)`) have no `=`."""
    return f"{name} {value}".rstrip() if name.startswith("CustomProperties ") else f"{name}={value}"


def indented(lines: Iterable[str]) -> Iterator[str]:
    """The lines one level deeper."""
    return (INDENT + line for line in lines)


def _texts(objects: Iterable[NodeObject]) -> Iterator[str]:
    for item in objects:
        yield from item.text.split("\n")


def _properties(node: Node, graph: Graph) -> Iterator[str]:
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
    yield from (property_line(name, value) for name, value in custom)


_SCHEMA = "\"/Script/CoreUObject.Class'/Script/BlueprintGraph.EdGraphSchema_K2'\""


def graph_properties(graph: Graph) -> Iterator[tuple[str, str]]:
    """The graph's own lines, as name and value: schema, the node list, the rest and the guid."""
    properties = dict(graph.properties)
    interface_guid = properties.pop("InterfaceGuid", "")
    schema = properties.pop("Schema", _SCHEMA if graph.class_path == "/Script/Engine.EdGraph" else "")
    if schema:
        yield "Schema", schema
    for number, node in enumerate(graph.nodes):
        yield f"Nodes({number})", f"\"{node.class_path}'{node.name}'\""
    yield from properties.items()
    if graph.guid:
        yield "GraphGuid", graph.guid
    if interface_guid:
        yield "InterfaceGuid", interface_guid
