"""The clipboard side of the graph editor: what Copy puts there, and reading what lies there.

Reading is by block, as the editor's import is: a block that cannot be read does not stop the others
[PASTE 1], and what is no node text at all gives nothing and no error [PASTE 4].
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from blueprint_assistant.errors import GraphError, TextError
from blueprint_assistant.graph.model.blueprint import PinRef
from blueprint_assistant.graph.t3d.graph_text import format_t3d, parse_t3d
from unreal_sandbox.assets.export_tasks import exported_graph
from unreal_sandbox.blueprints.blueprint_objects import NodeTarget
from unreal_sandbox.glue.objects import ObjectHandle, target_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.graph.model.blueprint import Graph, Node, Pin

__all__ = ["CopiedNode", "copy_nodes", "read_clipboard"]

_UNCOPIED = frozenset({"K2Node_FunctionEntry", "K2Node_Tunnel"})
"""Nodes that Copy refuses (EXPORTS 8: entry nodes; macro tunnels by general engine knowledge)."""

PinEnd = tuple[str, str]
"""The name of a node and the id of a pin, as a text has them."""


@dataclass(frozen=True, slots=True)
class CopiedNode:
    """One block of a clipboard text: its node, the links of each pin by id, and the text itself."""

    node: Node
    links: dict[str, tuple[PinEnd, ...]]
    text: str


def copy_nodes(nodes: Iterable[object]) -> str:
    """The clipboard text of nodes of one graph, in graph order, with Windows line ends.

    Takes the objects that scripts hold. Links to nodes that are not copied stay in the text
    [FORMAT 10]. Entry nodes are left out. Raises ValueError for nodes of several graphs.
    """
    targets = [target_of(item) for item in nodes if isinstance(item, ObjectHandle)]
    found = [target for target in targets if isinstance(target, NodeTarget)]
    if not found:
        return ""
    graph = found[0].graph
    if any(item.graph.key() != graph.key() for item in found):
        raise ValueError("Nodes of several graphs cannot be copied at once.")
    whole = exported_graph(graph.asset, graph.draft.freeze())
    names = {item.name() for item in found if item.class_name() not in _UNCOPIED}
    return format_t3d(_part(whole, names), graph.asset.path).replace("\n", "\r\n")


def _part(graph: Graph, names: set[str]) -> Graph:
    """Some nodes of a graph; their links to others stay on the pins, as raw text."""
    inside = tuple(link for link in graph.links if {link.source.node, link.target.node} <= names)
    nodes = tuple(
        replace(node, pins=tuple(_with_outer_links(graph, node, pin, names) for pin in node.pins))
        for node in graph.nodes
        if node.name in names
    )
    return replace(graph, nodes=nodes, links=inside)


def _with_outer_links(graph: Graph, node: Node, pin: Pin, names: set[str]) -> Pin:
    ends = graph.linked_pins.get(PinRef(node.name, pin.id), ())
    outer = "".join(f"{ref.node} {ref.pin}," for ref in ends if ref.node not in names)
    return replace(pin, extra=(*pin.extra, ("LinkedTo", f"({outer})"))) if outer else pin


def read_clipboard(text: str) -> list[CopiedNode]:
    """The nodes of a clipboard text in its order, without the blocks that cannot be read."""
    found = []
    for block in _blocks(text.lstrip("\ufeff")):
        try:
            graph = parse_t3d(block)
        except (TextError, GraphError):
            continue
        if graph.name or len(graph.nodes) != 1:
            continue  # an exported graph or asset: no node
        found.append(_copied(graph, block))
    return found


def _blocks(text: str) -> Iterator[str]:
    """The outermost blocks of a text. One that does not end is none."""
    depth, lines = 0, list[str]()
    for line in text.splitlines():
        word = line.strip()
        if word.startswith("Begin Object"):
            depth += 1
        if depth:
            lines.append(line)
        if word == "End Object" and depth:
            depth -= 1
            if not depth:
                yield "\n".join(lines) + "\n"
                lines.clear()


def _copied(graph: Graph, text: str) -> CopiedNode:
    """The node with its links taken off the pins. A text of one node has no other end to join."""
    node = graph.nodes[0]
    links: dict[str, tuple[PinEnd, ...]] = {}
    pins = []
    for pin in node.pins:
        raw = next((value for name, value in pin.extra if name == "LinkedTo"), "")
        ends = [_end(item) for item in raw.strip("()").split(",") if item.strip()]
        ends += [(ref.node, ref.pin) for ref in graph.linked_pins.get(PinRef(node.name, pin.id), ())]
        if ends:
            links[pin.id] = tuple(ends)
        pins.append(replace(pin, extra=tuple(item for item in pin.extra if item[0] != "LinkedTo")))
    return CopiedNode(replace(node, pins=tuple(pins)), links, text)


def _end(item: str) -> PinEnd:
    name, _, pin_id = item.strip().partition(" ")
    return name, pin_id.strip()
