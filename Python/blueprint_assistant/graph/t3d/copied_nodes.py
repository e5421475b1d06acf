"""Where copied nodes come from: the object paths that UE 5.1 and later write beside each of them.

Part of `graph.t3d.graph_text`; outside uses read_copied_nodes, CopyOrigin and is_node_text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.graph.t3d.graph_text import parse_t3d
from blueprint_assistant.graph.t3d.object_blocks import read_blocks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.graph.model.blueprint import Graph

__all__ = ["CopiedNodes", "CopyOrigin", "is_node_text", "read_copied_nodes"]


@dataclass(frozen=True, slots=True)
class CopyOrigin:
    """The place of a node: package path of its asset, names of its graph and of itself.

    `is_nested` for a node inside a collapsed one: `graph` is that one's own graph.
    """

    asset: str
    graph: str
    node: str
    is_nested: bool = False


@dataclass(frozen=True)
class CopiedNodes:
    """The nodes of a clipboard text, and the origin of each, by node name, where the text has it."""

    graph: Graph
    origins: Mapping[str, CopyOrigin]


def is_node_text(text: str) -> bool:
    """Whether a text claims to be copied nodes. Everything else on a clipboard is private."""
    return text[:200].lstrip("\ufeff \t\r\n").startswith("Begin Object ")


def read_copied_nodes(text: str) -> CopiedNodes:
    """The nodes of a clipboard text. Raises T3DError, also for an exported asset or graph."""
    graph = parse_t3d(text)
    blocks = list(read_blocks(text))
    if graph.kind != "fragment":
        raise blocks[0].begin.error("The text is an exported asset or graph, no copied nodes")
    origins: dict[str, CopyOrigin] = {}
    for node, block in zip(graph.nodes, blocks, strict=True):
        origin = _origin(block.exported_path)
        if origin is not None:
            origins[node.name] = origin
    return CopiedNodes(graph, origins)


def _origin(path: str) -> CopyOrigin | None:
    """`/Game/BP_Door.BP_Door:EventGraph.K2Node_IfThenElse_0` in its parts."""
    asset, colon, inside = path.partition(":")
    names = inside.split(".")
    if not colon or len(names) < 2 or not asset.startswith("/"):  # noqa: PLR2004 - a graph and a node
        return None
    return CopyOrigin(asset.partition(".")[0], names[-2], names[-1], is_nested=len(names) > 2)  # noqa: PLR2004
