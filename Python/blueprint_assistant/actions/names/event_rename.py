"""The steps that rename a custom event or an event dispatcher: no call of the editor does.

A new one is made, every node that uses the old one is made anew beside it and linked the same, then the old
ones go. What no call can make anew is refused: by hand it is F2. Pure; outside uses all functions.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.names.remade_nodes import new_nodes, old_links, old_nodes_removed
from blueprint_assistant.editor.plan.edit_plan import PinAt, SetPinDefaultStep
from blueprint_assistant.editor.plan.member_steps import AddDispatcherStep, RemoveDispatcherStep
from blueprint_assistant.errors import ToolError
from blueprint_assistant.graph.catalog.callables import custom_event_name
from blueprint_assistant.graph.catalog.declarations import custom_event_of, dispatchers_of
from blueprint_assistant.graph.compare.node_uses import nodes_in, texts_naming
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, CustomEventSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.kinds.specs import CreateDelegateSpec, DelegateSpec
from blueprint_assistant.graph.model.blueprint import FunctionFlag, Parameter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from blueprint_assistant.editor.plan.edit_plan import EditOperation, NodeOperation
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint, Node

__all__ = [
    "BY_HAND",
    "CannotRenameError",
    "dispatcher_rename_steps",
    "event_rename_steps",
    "renamed_text_steps",
]

BY_HAND: Final = "Rename it in the My Blueprint panel (F2): the editor takes what uses it along."

_REPLICATION: Final = (
    FunctionFlag.NET
    | FunctionFlag.NET_RELIABLE
    | FunctionFlag.NET_SERVER
    | FunctionFlag.NET_CLIENT
    | FunctionFlag.NET_MULTICAST
)


class CannotRenameError(ToolError):
    """No call of the editor does it, and nothing else makes up for that; the artist can."""

    code = "cannot_rename"


def event_rename_steps(owner: Blueprint, name: str, new_name: str) -> tuple[EditOperation, ...]:
    """The steps that make the event, its calls and the delegates of it anew under another name.

    Raises CannotRenameError where the event has what no call makes: inputs, replication.
    """
    for graph in owner.graphs:
        for node in nodes_in(graph):
            event = custom_event_of(node) if custom_event_name(node).lower() == name.lower() else None
            if event is not None and (event.inputs or event.flags & _REPLICATION):
                what = "inputs" if event.inputs else "replication"
                raise CannotRenameError(
                    f"No call of the editor renames a custom event or makes one with {what}: '{name}' stays.",
                    BY_HAND,
                )
    own = (f":{name}".lower(), f"{owner.generated_class}:{name}".lower())

    def spec(node: Node) -> AnyNodeSpec | None:
        match any_spec_of(node):
            case CustomEventSpec(of) if of.lower() == name.lower():
                return CustomEventSpec(new_name)
            case CallFunctionSpec(function) as call if function.lower() in own:
                return replace(call, function=f"{function.rpartition(':')[0]}:{new_name}")
            case CreateDelegateSpec(function) if function.lower() == name.lower():
                return CreateDelegateSpec(new_name)
            case _:
                return None

    return (*_remade(owner, spec, lambda pin: pin), *renamed_text_steps(owner, name, new_name))


def dispatcher_rename_steps(owner: Blueprint, name: str, new_name: str) -> tuple[EditOperation, ...]:
    """The steps that make the dispatcher and its nodes anew. Raises CannotRenameError."""
    declared = next(item for item in dispatchers_of(owner) if item.name == name)

    def spec(node: Node) -> AnyNodeSpec | None:
        match any_spec_of(node):
            case DelegateSpec(_, delegate, path) as used if delegate.lower() == name.lower() and path in (
                "",
                owner.generated_class,
            ):
                return replace(used, delegate=new_name)
            case _:
                return None

    steps = _remade(owner, spec, lambda pin: pin)
    inputs = tuple(Parameter(item.name, item.type) for item in declared.inputs)
    return (AddDispatcherStep(new_name, inputs), *steps, RemoveDispatcherStep(name))


def renamed_text_steps(owner: Blueprint, name: str, new_name: str) -> list[NodeOperation]:
    """The steps for texts that name a function or event of the Blueprint itself, as timers do."""
    return [
        SetPinDefaultStep(graph.name, PinAt(text.node.name, text.pin.name), new_name)
        for graph in owner.graphs
        for text in texts_naming(graph, name)
        if text.is_own and text.node.name in graph.nodes_by_name
    ]


def _remade(
    owner: Blueprint, spec: Callable[[Node], AnyNodeSpec | None], pin: Callable[[str], str]
) -> list[NodeOperation]:
    """The nodes of all graphs that have a new spec, made anew: the events before what calls them."""
    added: list[NodeOperation] = []
    linked: list[NodeOperation] = []
    gone: list[NodeOperation] = []
    for graph in owner.graphs:
        inner = (node for node in nodes_in(graph) if node.name not in graph.nodes_by_name)
        _refuse_inner(node for node in inner if spec(node) is not None)
        specs = {node.name: made for node in graph.nodes if (made := spec(node)) is not None}
        added += new_nodes(graph, specs)
        linked += old_links(graph, specs, pin)
        gone += old_nodes_removed(graph, specs)
    added.sort(key=lambda step: not isinstance(getattr(step, "spec", None), CustomEventSpec))
    return [*added, *linked, *gone]


def _refuse_inner(nodes: Iterable[Node]) -> None:
    for node in nodes:
        raise CannotRenameError(f"{node.name} inside a collapsed graph would not follow.", BY_HAND)
