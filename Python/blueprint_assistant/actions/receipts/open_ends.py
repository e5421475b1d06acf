"""What is still open at a node: a target that only a link can give, a type that nothing has told.

Outside uses open_ends, or its parts where a tool says more of them. Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.receipts.node_text import class_name
from blueprint_assistant.graph.catalog.callables import find_callable
from blueprint_assistant.graph.catalog.root_body import named_function, root_component
from blueprint_assistant.graph.model.object_references import member_reference

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node, Pin

__all__ = ["UNDETERMINED", "node_notes", "open_ends", "open_target", "undetermined_pins"]

_MOST_NAMED: Final = 4
UNDETERMINED: Final = "is still undetermined (wildcard)."


def open_ends(node: Node, graph: Graph, owner: Blueprint, catalog: Catalog) -> list[str]:
    """All of it, as sentences on the node."""
    found = open_target(node, graph, owner, catalog)
    return [*found, f"its type {UNDETERMINED}"] if undetermined_pins(node, graph) else found


def open_target(node: Node, graph: Graph, owner: Blueprint, catalog: Catalog) -> list[str]:
    """What must be linked to its target, where nothing is."""
    target = node.find_pin("self", "input")
    is_open = target is not None and not graph.links_of(node.name, target.id)
    return node_notes(node, owner, catalog) if is_open else []


def undetermined_pins(node: Node, graph: Graph) -> list[Pin]:
    """The wildcard pins that a link should have given a type, but did not."""
    return [pin for pin in node.pins if pin.type.category == "wildcard" and graph.links_of(node.name, pin.id)]


def node_notes(node: Node, blueprint: Blueprint, catalog: Catalog) -> list[str]:
    """What must be linked to self when the Blueprint itself cannot be the target; what a timer misses."""
    return [*_target_notes(node, blueprint, catalog), *_timer_notes(node, blueprint, catalog)]


def _timer_notes(node: Node, blueprint: Blueprint, catalog: Catalog) -> list[str]:
    """A timer that calls by name calls nothing when the Blueprint has no such function."""
    reference = member_reference(node.find_property("FunctionReference") or "")
    pin = node.find_pin("FunctionName", "input")
    if reference.name != "K2_SetTimer" or pin is None or not pin.default_value:
        return []
    name = pin.default_value
    if find_callable(blueprint, name) or named_function(catalog, name, blueprint.parent_class):
        return []
    return [f"{blueprint.name} has no function or event {name} yet: until it has, the timer calls nothing."]


def _target_notes(node: Node, blueprint: Blueprint, catalog: Catalog) -> list[str]:
    target = node.find_pin("self", "input")
    wanted = None if target is None or target.is_hidden else target.type.subcategory_object
    if wanted is None or catalog.is_child_of(blueprint.parent_class, wanted.path):
        return []
    if wanted.path.lower() == blueprint.generated_class.lower():
        return []
    fitting = _fitting_components(blueprint, wanted.path, catalog)
    return [f"link a {class_name(wanted.path)} to self{fitting}; this Blueprint is none."]


def _fitting_components(blueprint: Blueprint, class_path: str, catalog: Catalog) -> str:
    """The components that a target could be, the root among them named as such."""
    root = root_component(blueprint, catalog)
    names = [
        f"{item.name} (the root)" if item is root else item.name
        for item in blueprint.components
        if catalog.is_child_of(item.class_path, class_path)
    ]
    return f" ({', '.join(names[:_MOST_NAMED])})" if names else ""
