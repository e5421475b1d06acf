"""What `super().F()` means: the call of what the parent class does. Outside uses all functions.

Words of other languages for it (`Super::F()`, `base.F()`) are known to `dialect_names`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.errors import AssistantError, nearest
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.kinds.specs import ParentCallSpec
from blueprint_assistant.languages.ast.syntax_tree import Call, Identifier, Member, StringLiteral
from blueprint_assistant.languages.lower.unknown_calls import UnknownCallError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.catalog.catalog_entries import EventInfo
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["is_idle_parent_call", "parent_call_spec", "said_as_node"]

_ENGINE = "/Script/"
_NODE = "K2Node_CallParentFunction"


def is_idle_parent_call(call: Call, owner: Blueprint, catalog: Catalog) -> bool:
    """Whether a call of the parent is nothing: the events of an engine class run by themselves.

    A function that is overridden is called, and so is what a graph of the Blueprint calls already.
    """
    if not owner.parent_class.startswith(_ENGINE):
        return False
    info = _found(call.callee.name, owner, catalog)
    names = {call.callee.name.lower(), *([] if info is None else [info.name.lower()])}
    if names & {spec.name.lower() for spec in _there(owner)}:
        return False
    return info is None or not info.opens_function


def said_as_node(call: Call, function: str) -> Call:
    """`node("/Script/BlueprintGraph.K2Node_CallParentFunction", …)` as the call of the parent that it is.

    It does not say whose: it is that of the function which it stands in.
    """
    first = call.arguments[0].value if call.arguments else None
    is_node = isinstance(call.callee, Identifier) and call.callee.name.lower() in ("node", "value")
    if not (function and is_node and isinstance(first, StringLiteral) and first.text.endswith(_NODE)):
        return call
    parent = Call(Identifier("super"), place=call.callee.place)
    return Call(Member(parent, function, place=call.callee.place), call.arguments[1:], place=call.place)


def parent_call_spec(call: Call, owner: Blueprint, catalog: Catalog) -> ParentCallSpec:
    """The node that a call of the parent is. Raises UnknownCallError."""
    name = call.callee.name
    info = _found(name, owner, catalog)
    if info is not None:
        return ParentCallSpec(info.name, info.class_path if info.opens_function else "")
    there = next((spec for spec in _there(owner) if spec.name.lower() == name.lower()), None)
    if there is None:
        parent = owner.parent_class.rpartition(".")[2].removesuffix("_C")
        near = nearest(name, [item.name for item in catalog.events_of(owner.parent_class)])
        raise UnknownCallError(
            f"The parent {parent} has no function {name} that can be overridden.",
            f"Nearest: {', '.join(near)}." if near else "Leave super() out.",
            near,
        )
    return there


def _found(name: str, owner: Blueprint, catalog: Catalog) -> EventInfo | None:
    """The event or function of the parents that is called so."""
    try:
        return catalog.find_event(name, owner.parent_class)
    except AssistantError:
        return None


def _there(owner: Blueprint) -> Iterator[ParentCallSpec]:
    for graph in owner.graphs:
        for node in graph.nodes:
            spec = any_spec_of(node)
            if isinstance(spec, ParentCallSpec):
                yield spec
