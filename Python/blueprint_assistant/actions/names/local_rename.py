"""The steps that rename a local variable: no call of the editor does, so it and its nodes are made anew.

Pure; outside uses local_rename_steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.names.remade_nodes import new_nodes, old_links, old_nodes_removed
from blueprint_assistant.editor.plan.member_steps import AddLocalVariableStep, RemoveLocalVariableStep
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.kinds.specs import LocalVariableGetSpec, LocalVariableSetSpec

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.edit_plan import EditOperation
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Graph, Node, Variable

__all__ = ["local_rename_steps"]


def local_rename_steps(graph: Graph, old: Variable, new_name: str) -> tuple[EditOperation, ...]:
    """Declare the new one, put a new node beside each old one, link it the same, remove the old."""
    specs: dict[str, AnyNodeSpec] = {}
    for node in graph.nodes:
        if _uses(node, graph.name, old.name):
            is_getter = isinstance(any_spec_of(node), LocalVariableGetSpec)
            kind = LocalVariableGetSpec if is_getter else LocalVariableSetSpec
            specs[node.name] = kind(graph.name, new_name, old.type)

    def pin(name: str) -> str:
        return new_name if name.lower() == old.name.lower() else name

    return (
        AddLocalVariableStep(graph.name, new_name, old.type, old.default or None),
        *new_nodes(graph, specs),
        *old_links(graph, specs, pin),
        *old_nodes_removed(graph, specs),
        RemoveLocalVariableStep(graph.name, old.name),
    )


def _uses(node: Node, function: str, name: str) -> bool:
    spec = any_spec_of(node)
    return (
        isinstance(spec, LocalVariableGetSpec | LocalVariableSetSpec)
        and spec.name.lower() == name.lower()
        and spec.function.lower() == function.lower()
    )
