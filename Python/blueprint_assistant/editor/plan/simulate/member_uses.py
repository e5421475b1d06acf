"""Which nodes of a Blueprint refer to one of its members, and what they are called then. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.compare.node_uses import texts_naming
from blueprint_assistant.graph.model.blueprint import PropertyFlag, set_property
from blueprint_assistant.graph.model.object_references import (
    format_reference,
    member_reference,
    quote,
    unquote,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node, Pin
    from blueprint_assistant.graph.model.graph_draft import GraphDraft
    from blueprint_assistant.graph.model.object_references import MemberReference

__all__ = [
    "function_uses",
    "local_variable_uses",
    "notified_variable",
    "renamed_function",
    "renamed_variable",
    "text_uses",
    "variable_uses",
]

_VARIABLE_KEYS = ("VariableReference", "DelegateReference")
_NAME_KEYS = ("ComponentPropertyName",)
_DECLARING = ("K2Node_FunctionEntry", "K2Node_FunctionResult")


def variable_uses(
    owner: Blueprint, drafts: Mapping[str, GraphDraft], name: str
) -> Iterator[tuple[str, Node]]:
    """The nodes, with their graphs, that use a variable, component or dispatcher of the Blueprint."""
    for graph, node in _nodes(drafts):
        found = (member_reference(node.find_property(key) or "") for key in _VARIABLE_KEYS)
        is_used = any(_is_own(owner, item) and not item.scope and _same(item.name, name) for item in found)
        if is_used or any(_same(unquote(node.find_property(key) or ""), name) for key in _NAME_KEYS):
            yield graph, node


def function_uses(
    owner: Blueprint, drafts: Mapping[str, Iterable[Node]], name: str
) -> Iterator[tuple[str, Node]]:
    """The nodes that call a function of the Blueprint or bind it to a dispatcher."""
    for graph, node in _nodes(drafts):
        if node.class_name in _DECLARING:
            continue
        reference = member_reference(node.find_property("FunctionReference") or "")
        is_called = _is_own(owner, reference) and _same(reference.name, name)
        if is_called or _same(unquote(node.find_property("SelectedFunctionName") or ""), name):
            yield graph, node


def text_uses(graphs: Iterable[Graph], name: str) -> Iterator[tuple[str, Node]]:
    """The nodes that name a function or event of the Blueprint in a text, as timers do."""
    for graph in graphs:
        yield from ((graph.name, text.node) for text in texts_naming(graph, name) if text.is_own)


def notified_variable(owner: Blueprint, function: str) -> str:
    """The RepNotify variable that calls a function by its name; empty when there is none."""
    for item in owner.variables:
        called = item.rep_notify or f"OnRep_{item.name}"
        if PropertyFlag.REP_NOTIFY in item.flags and _same(called, function):
            return item.name
    return ""


def local_variable_uses(drafts: Mapping[str, GraphDraft], function: str, name: str) -> list[Node]:
    """The nodes that use a local variable of a function."""
    found = []
    for _, node in _nodes(drafts):
        reference = member_reference(node.find_property("VariableReference") or "")
        if _same(reference.scope, function) and _same(reference.name, name):
            found.append(node)
    return found


def renamed_variable(node: Node, old: str, new: str) -> Node:
    """A node that uses a variable or component, under the variable's new name."""
    properties = node.properties
    for key in _VARIABLE_KEYS:
        text = node.find_property(key)
        if text is not None and _same(member_reference(text).name, old):
            changed = format_reference(replace(member_reference(text), name=new, guid=""))
            properties = set_property(properties, key, changed)
    for key in _NAME_KEYS:
        if _same(unquote(node.find_property(key) or ""), old):
            properties = set_property(properties, key, quote(new))
    return replace(node, properties=properties, pins=tuple(_renamed_pin(pin, old, new) for pin in node.pins))


def renamed_function(node: Node, old: str, new: str) -> Node:
    """A node that calls, declares or binds a function, or uses its local variables, under its new name."""
    properties = node.properties
    for key in ("FunctionReference", "VariableReference"):
        text = node.find_property(key)
        if text is None:
            continue
        reference = member_reference(text)
        if key == "FunctionReference" and reference.parent is None and _same(reference.name, old):
            properties = set_property(properties, key, format_reference(replace(reference, name=new)))
        elif _same(reference.scope, old):
            properties = set_property(properties, key, format_reference(replace(reference, scope=new)))
    if _same(unquote(node.find_property("SelectedFunctionName") or ""), old):
        properties = set_property(properties, "SelectedFunctionName", quote(new))
    return replace(node, properties=properties)


def _nodes(drafts: Mapping[str, Iterable[Node]]) -> Iterator[tuple[str, Node]]:
    for graph, draft in drafts.items():
        yield from ((graph, node) for node in _with_inner(draft))


def _with_inner(nodes: Iterable[Node]) -> Iterator[Node]:
    """The nodes and those of the graphs inside collapsed ones."""
    for node in nodes:
        yield node
        if node.graph is not None:
            yield from _with_inner(node.graph.nodes)


def _is_own(owner: Blueprint, reference: MemberReference) -> bool:
    return bool(reference.name) and reference.parent_path in ("", owner.generated_class)


def _same(one: str, other: str) -> bool:
    return one.lower() == other.lower()


def _renamed_pin(pin: Pin, old: str, new: str) -> Pin:
    return replace(pin, name=new) if _same(pin.name, old) else pin
