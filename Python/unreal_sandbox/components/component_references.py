"""Graph nodes that refer to a component follow its new name, as the engine's own rename does it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.blueprint import set_property
from blueprint_assistant.graph.model.object_references import (
    format_reference,
    member_reference,
    quote,
    unquote,
)

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Node
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset

__all__ = ["rename_in_graphs"]


def rename_in_graphs(asset: BlueprintAsset, old: str, new: str) -> None:
    """Rename the references to a component: getters with their pins, and bound events."""
    for draft in asset.graphs.values():
        for node in draft:
            renamed = _renamed(node, old, new)
            if renamed is not node:
                draft.replace(renamed)


def _renamed(node: Node, old: str, new: str) -> Node:
    reference = member_reference(node.find_property("VariableReference") or "")
    if reference.is_self and reference.name.lower() == old.lower():
        pins = tuple(replace(pin, name=new) if pin.name.lower() == old.lower() else pin for pin in node.pins)
        text = format_reference(replace(reference, name=new))
        properties = set_property(node.properties, "VariableReference", text)
        return replace(node, pins=pins, properties=properties)
    if unquote(node.find_property("ComponentPropertyName") or "").lower() == old.lower():
        return replace(node, properties=set_property(node.properties, "ComponentPropertyName", quote(new)))
    return node
