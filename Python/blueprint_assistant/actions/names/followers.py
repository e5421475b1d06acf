"""Brings the nodes of other Blueprints along when a member that they use is renamed or gets new pins.

Outside uses `bring_along` and `can_follow`. Each Blueprint is one plan of its own, after the change; what
cannot be made anew is told. Agent worker thread.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.actions.names.remade_nodes import lost_marks, new_nodes, old_links, old_nodes_removed
from blueprint_assistant.actions.names.signature_change import follow_remade
from blueprint_assistant.actions.receipts.counted import counted
from blueprint_assistant.editor.plan.buildable_nodes import paste_only
from blueprint_assistant.editor.plan.edit_plan import CompileBlueprintStep, EditPlan
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, VariableGetSpec, VariableSetSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.kinds.node_titles import node_title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.names.surroundings import Surroundings
    from blueprint_assistant.editor.plan.edit_plan import NodeOperation
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node

__all__ = ["bring_along", "can_follow"]


def bring_along(context: ActionContext, around: Surroundings, old: str, new: str) -> list[str]:
    """Make the nodes anew that use a member under its old name; sentences on what came of it.

    `around` is from before the change. With the same name the nodes get the pins that it has now.
    """
    users = [
        other
        for other in around.users.values()
        if any(around.names_of(other, graph, old) for graph in other.graphs)
    ]
    if not users:
        return []
    try:
        # Others know only what the last compile knows.
        context.editor.apply(EditPlan(around.path, f"AI: compile {around.path}", (CompileBlueprintStep(),)))
    except AssistantError as error:
        names = ", ".join(other.name for other in users)
        return [f"{names} do not follow: {error.what} Mend the nodes that use {old}."]
    return [_brought(context, around, other, old, new) for other in users]


def can_follow(graph: Graph, node: Node) -> bool:
    """Whether calls of the editor can make a node anew that uses a member."""
    return _renamed(graph, node, "") is not None


def _brought(context: ActionContext, around: Surroundings, other: Blueprint, old: str, new: str) -> str:
    steps: list[NodeOperation] = []
    left: list[str] = []
    lost: list[str] = []
    count = 0
    try:
        now = context.editor.read_blueprint(other.path)
        for graph in other.graphs:
            # What the editor has brought along by itself names the member no more.
            there = now.find_graph(graph.name)
            guids = set() if there is None else {one.guid for one in around.names_of(now, there, old)}
            used = [node for node in around.names_of(other, graph, old) if node.guid in guids]
            specs = {node.name: spec for node in used if (spec := _renamed(graph, node, new)) is not None}
            left += [node_title(node).title.replace("\n", " ") for node in used if node.name not in specs]
            made = [*_remade(graph, specs, old, new)]
            lost += lost_marks(other, made)
            steps += made
            count += len(specs)
        if steps:
            title = f"AI: let {other.name} follow {new}"
            report = context.editor.apply(EditPlan(other.path, title, (*steps, CompileBlueprintStep())))
            follow_remade(context, other, report)
    except AssistantError as error:
        return f"{other.name} does not follow: {error.what} Mend its nodes that use {old}."
    said = f"{counted(count, 'node')} of {other.name} made anew for {new}" if count else ""
    open_ = f"mend {', '.join(left)} in {other.name}, which no call makes anew" if left else ""
    head = f"{'; '.join(filter(None, (said, open_))) or f'{other.name} follows by itself'}."
    return " ".join([head, *lost])


def _remade(graph: Graph, specs: dict[str, AnyNodeSpec], old: str, new: str) -> Iterator[NodeOperation]:
    def pin(name: str) -> str:
        return new if name.lower() == old.lower() else name

    yield from new_nodes(graph, specs)
    yield from old_links(graph, specs, pin)
    yield from old_nodes_removed(graph, specs)


def _renamed(graph: Graph, node: Node, new: str) -> AnyNodeSpec | None:
    """The node's spec with the new name; None for what cannot be made by a call, or lies in another graph."""
    spec = any_spec_of(node)
    made: AnyNodeSpec | None
    match spec:
        case CallFunctionSpec(function):
            made = replace(spec, function=f"{function.rpartition(':')[0]}:{new}")
        case (
            VariableGetSpec()
            | VariableSetSpec()
            | kinds.OtherVariableGetSpec()
            | kinds.OtherVariableSetSpec()
        ):
            made = replace(spec, name=new)
        case kinds.DelegateSpec():
            made = replace(spec, delegate=new)
        case kinds.CreateDelegateSpec():
            made = replace(spec, function=new)
        case _:
            made = None
    is_here = any(one is node for one in graph.nodes)
    return made if made is not None and is_here and paste_only(made) is None else None
