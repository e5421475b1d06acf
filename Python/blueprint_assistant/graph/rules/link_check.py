"""Looks over the links of a graph: which would the editor refuse, and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.rules.schema import Refused, Schema

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Link, Node, PinRef

__all__ = ["RefusedLink", "catalog_for", "refused_links", "schema_for"]


@dataclass(frozen=True, slots=True)
class RefusedLink:
    """A link that the editor would not make. `source` and `target` are `node.pin`."""

    source: str
    target: str
    reason: str


def catalog_for(blueprint: Blueprint | None, catalog: Catalog) -> Catalog:
    """The catalogue for graphs of a Blueprint, or (None) of nobody knows which.

    The Blueprint's own class is known as a child of its parent, if the catalogue knows that, with
    the interfaces that it implements.
    """
    if blueprint is None or not blueprint.path:
        return catalog
    parent, own = catalog.class_info(blueprint.parent_class), blueprint.generated_class
    if parent is None or catalog.class_info(own) is not None:
        return catalog
    interfaces = tuple(item.class_path for item in blueprint.interfaces)
    info = replace(parent, path=own, name=f"{blueprint.name}_C", parent=parent.path, interfaces=interfaces)
    return catalog.extended([info])


def schema_for(blueprint: Blueprint | None, catalog: Catalog) -> Schema:
    """The rules for graphs of a Blueprint, or (None) of nobody knows which."""
    if blueprint is None or not blueprint.path or catalog.class_info(blueprint.parent_class) is None:
        return Schema(catalog)
    return Schema(catalog_for(blueprint, catalog), blueprint.generated_class)


def refused_links(graph: Graph, schema: Schema) -> tuple[RefusedLink, ...]:
    """The links of a graph that the rules refuse. Those of other graphs than K2 ones are not judged."""
    judged = (_judged(graph, link, schema) for link in graph.links)
    return tuple(refused for refused in judged if refused is not None)


def _judged(graph: Graph, link: Link, schema: Schema) -> RefusedLink | None:
    nodes = graph.nodes_by_name.get(link.source.node), graph.nodes_by_name.get(link.target.node)
    if not all(node is not None and _is_k2(node) for node in nodes):
        return None
    source, target = graph.pin(link.source), graph.pin(link.target)
    if source is None or target is None:
        return RefusedLink(
            _end(graph, link.source), _end(graph, link.target), "A pin of the link is missing."
        )
    result = schema.can_link(graph, link.source, link.target)
    if not isinstance(result, Refused):
        return None
    return RefusedLink(_end(graph, link.source), _end(graph, link.target), result.reason)


def _is_k2(node: Node) -> bool:
    """Whether it is a node of Blueprint graphs; modules name theirs `…K2Node_…` or `K2_…`."""
    return "K2Node" in node.class_name or node.class_name.startswith("K2_")


def _end(graph: Graph, ref: PinRef) -> str:
    pin = graph.pin(ref)
    return f"{ref.node}.{ref.pin if pin is None else pin.name}"
