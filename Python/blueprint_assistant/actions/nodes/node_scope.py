"""Where a wanted node is to stand, and what its names are looked up in. Part of `node_resolution`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.actions.names.project_lookup import catalog_of, find_class
from blueprint_assistant.errors import ToolError

if TYPE_CHECKING:
    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.nodes.node_fields import NodeFields
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph

__all__ = ["BadNodeError", "NodeScope", "needed"]

_OWN_WORDS = frozenset({"", "self", "this", "own"})


class BadNodeError(ToolError):
    """What add_node is asked for is no node that can be made."""

    code = "bad_node"


@dataclass(frozen=True, slots=True)
class NodeScope:
    """The Blueprint and graph of a wanted node, the catalogue that knows them, and the project.

    `new_events` are custom events that the same plan adds before.
    """

    owner: Blueprint
    graph: Graph
    catalog: Catalog
    context: ActionContext
    new_events: tuple[str, ...] = ()

    def other_class(self, text: str) -> str:
        """The path of another class that a name means; empty when it means the Blueprint itself.

        Raises UnknownClassError or AmbiguousNameError.
        """
        owner = self.owner
        own = {
            owner.name.lower(),
            owner.path.lower(),
            f"{owner.name.lower()}_c",
            owner.generated_class.lower(),
        }
        if text.lower() in _OWN_WORDS | own:
            return ""
        path = self.class_path(text)
        return "" if path.lower() == owner.generated_class.lower() else path

    def catalog_for(self, class_path: str) -> Catalog:
        """The catalogue with what a Blueprint class of the project declares, too."""
        if self.catalog.class_info(class_path) is not None:
            return self.catalog
        return catalog_of(self.context, self.owner, class_path)

    def class_path(self, text: str, base: str = "") -> str:
        """The path of the class that a name means, Blueprints of the project included."""
        return find_class(self.context, text, base)


def needed(fields: NodeFields, name: str) -> str:
    """A parameter that the node type cannot do without. Raises BadNodeError."""
    value = getattr(fields, name)
    if not value:
        raise BadNodeError(
            f"A node of type {fields.node_type} needs the parameter {name}, which is missing.",
            f"Give {name}.",
        )
    return str(value)
