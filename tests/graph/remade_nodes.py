"""Builds a real node anew: what the editor did after placing it is done here too.

Pins that the author added, classes that he chose, types that links settled.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds.common_specs import (
    CallFunctionSpec,
    EventSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.kinds.node_factory import make_node, member_reference
from blueprint_assistant.graph.kinds.specs import ComponentEventSpec, ValidatedGetSpec
from blueprint_assistant.graph.model.blueprint import Blueprint, Component, Pin, Variable
from blueprint_assistant.graph.model.object_references import parse_object
from blueprint_assistant.graph.rules.inference import link_ends, settle

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Node
    from graph.corpus_graphs import CorpusGraph


def remade(spec: AnyNodeSpec, item: CorpusGraph, node: Node, catalog: Catalog) -> Node:
    """The node of the spec, with what the author and his links did to it."""
    numbers = itertools.count()

    def new_guid() -> str:
        return f"{next(numbers):032X}"

    made = make_node(
        spec, owner=_owner(spec, item, node, catalog), catalog=catalog, name=node.name, new_guid=new_guid
    )
    made = replace(made, pins=tuple(_with_class(pin, node) for pin in made.pins))
    ends = link_ends(item.graph, node)
    own = {(pin.name, pin.direction): pin.id for pin in made.pins}
    known = {own.get((pin.name, pin.direction), ""): ends[pin.id] for pin in node.pins if pin.id in ends}
    return settle(made, known, catalog)


def _with_class(pin: Pin, node: Node) -> Pin:
    """The pin with the class that the author chose on it."""
    real = node.find_pin(pin.name, pin.direction)
    is_class = pin.type.category == "class" and real is not None and real.default_object
    return replace(pin, default_object=real.default_object) if is_class and real is not None else pin


def _owner(spec: AnyNodeSpec, item: CorpusGraph, node: Node, catalog: Catalog) -> Blueprint:
    """A Blueprint that has what the node refers to, as far as the text says it."""
    owner = Blueprint("/Game/X", "/Script/Engine.Actor", graphs=item.siblings)
    if isinstance(spec, EventSpec):
        return replace(owner, parent_class=_reference(node, "EventReference"))
    if isinstance(spec, CallFunctionSpec):
        return _caller(spec, owner, node, catalog)
    if isinstance(spec, ComponentEventSpec):
        ref = parse_object(node.find_property("DelegateOwnerClass") or "")
        class_path = "" if ref is None else ref.path
        return replace(owner, components=(Component(spec.component, class_path),))
    is_own = isinstance(spec, VariableGetSpec | VariableSetSpec)
    if isinstance(spec, ValidatedGetSpec):
        is_own = not spec.class_path
    return _holder(owner, node) if is_own else owner


def _reference(node: Node, name: str) -> str:
    return member_reference(node.find_property(name) or "").parent_path


def _target(node: Node) -> str:
    target = node.find_pin("self")
    ref = target.type.subcategory_object if target is not None else None
    return "" if ref is None else ref.path


def _caller(spec: CallFunctionSpec, owner: Blueprint, node: Node, catalog: Catalog) -> Blueprint:
    info = catalog.function(spec.function)
    if info is None:
        return replace(owner, path=_target(node).rpartition(".")[0] or owner.path)
    is_self = member_reference(node.find_property("FunctionReference") or "").is_self
    return replace(owner, parent_class=info.class_path if is_self else "/Script/CoreUObject.Object")


def _holder(owner: Blueprint, node: Node) -> Blueprint:
    """A Blueprint with the variable, or one that inherits it from an engine class."""
    target = _target(node)
    if target.startswith("/Script/"):
        return replace(owner, parent_class=target)
    reference = member_reference(node.find_property("VariableReference") or "")
    pin = node.find_pin(reference.name)
    assert pin is not None
    variable = Variable(reference.name, pin.type, guid=reference.guid)
    return Blueprint(target.rpartition(".")[0], "/Script/Engine.Actor", variables=(variable,))
