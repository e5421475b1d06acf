"""The Blueprint that copied nodes seem to be of: what a text of them says of it, as far as it does.

Its variables are those that the nodes read and write; those that hold a component are components. Its
parent class has the functions that the nodes call on themselves. Outside uses owner_of.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.kinds.common_specs import (
    CallFunctionSpec,
    EventSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.kinds.specs import FunctionEntrySpec
from blueprint_assistant.graph.model.blueprint import Blueprint, Component, PinRef, Variable
from blueprint_assistant.graph.model.object_references import member_reference
from blueprint_assistant.languages.decompile.entry_heads import NAMELESS_MACRO, TUNNEL

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Graph, Node, PinType

__all__ = ["COPIED_GRAPH", "owner_of"]

COPIED_GRAPH: Final = "EventGraph"
"""The name of the graph in which copied nodes stand, unless they are of a function."""
_PATH: Final = "/Game/Copied"
_ACTOR: Final = "/Script/Engine.Actor"
_COMPONENT: Final = "/Script/Engine.ActorComponent"


def owner_of(copied: Graph, parent_class: str, catalog: Catalog) -> Blueprint:
    """A Blueprint with the copied nodes as its graph, a child of `parent_class` or (empty) of what fits."""
    parent = parent_class or _parent_of(copied, catalog)
    inherited = {item.name for item in catalog.properties_of(parent)}
    types: dict[str, PinType] = {}
    for node in copied.nodes:
        spec = any_spec_of(node)
        if isinstance(spec, VariableGetSpec | VariableSetSpec) and spec.name not in inherited:
            kind = _type_of(node, spec.name)
            if kind is not None:
                types.setdefault(spec.name, kind)
    components = {name: path for name, kind in types.items() if (path := _component(kind, catalog))}
    return Blueprint(
        _PATH,
        parent,
        (_graph_of(copied),),
        tuple(Variable(name, kind) for name, kind in types.items() if name not in components),
        tuple(Component(name, path) for name, path in components.items()),
    )


def _graph_of(copied: Graph) -> Graph:
    """The graph that the nodes were copied from: a function where its entry is among them, or a macro."""
    for node in copied.nodes:
        spec = any_spec_of(node)
        if isinstance(spec, FunctionEntrySpec):
            return replace(copied, name=spec.name, kind="function")
        if node.class_name == TUNNEL:
            return replace(copied, name=NAMELESS_MACRO, kind="macro")
    return replace(copied, name=COPIED_GRAPH, kind="event")


def _parent_of(copied: Graph, catalog: Catalog) -> str:
    """The class furthest down whose events the nodes are, or whose functions they call without a target.

    Actor when there is none.
    """
    parent = _ACTOR
    for node in copied.nodes:
        path = _own_class(node, copied)
        info = catalog.class_info(path) if path else None
        if info is None or info.is_interface:
            continue
        if catalog.is_child_of(path, parent) or (parent == _ACTOR and not catalog.is_child_of(_ACTOR, path)):
            parent = path
    return parent


def _own_class(node: Node, copied: Graph) -> str:
    """The class that a node shows the Blueprint to be of; empty when it shows none."""
    spec = any_spec_of(node)
    if isinstance(spec, EventSpec):
        return member_reference(node.find_property("EventReference") or "").parent_path
    target = node.find_pin("self", "input")
    if not isinstance(spec, CallFunctionSpec) or target is None or target.is_hidden:
        return ""
    is_linked = PinRef(node.name, target.id) in copied.linked_pins
    return "" if is_linked else spec.function.rpartition(":")[0]


def _type_of(node: Node, name: str) -> PinType | None:
    pin = node.find_pin(name)
    return None if pin is None else pin.type


def _component(kind: PinType, catalog: Catalog) -> str:
    """The class of the component that a variable holds; empty for all others."""
    ref = kind.subcategory_object
    if kind.category != "object" or kind.container != "none" or ref is None:
        return ""
    return ref.path if catalog.is_child_of(ref.path, _COMPONENT) else ""
