"""Builds the nodes that the editor builds, from specs, with what a graph's Blueprint knows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import make_node, node_class
from blueprint_assistant.graph.kinds.specs import ComponentEventSpec, CreateDelegateSpec, DelegateSpec
from unreal_sandbox.blueprints.blueprint_asset import new_guid
from unreal_sandbox.blueprints.function_signatures import known_graphs
from unreal_sandbox.blueprints.own_function_calls import (
    find_own_function,
    own_call_node,
    with_member_guid,
    with_project_signatures,
)

if TYPE_CHECKING:
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint, Node
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset, MemberVariable, ScsNode
    from unreal_sandbox.blueprints.blueprint_objects import GraphTarget
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["build_node", "known_components", "known_variables", "next_position", "skeleton"]

_GRID_COLUMNS = 8
_GRID_STEP = (320, 240)


def known_variables(editor: EditorState, asset: BlueprintAsset) -> tuple[MemberVariable, ...]:
    """The member variables that graphs can refer to: those of the last compile."""
    if editor.switches.members_are_known_before_compile or asset.compiled is None:
        return asset.variables
    declared = {item.guid for item in asset.variables}
    return tuple(item for item in asset.compiled.variables if item.guid in declared)


def known_components(editor: EditorState, asset: BlueprintAsset) -> tuple[ScsNode, ...]:
    """The components whose variables graphs can refer to: those of the last compile."""
    if editor.switches.members_are_known_before_compile or asset.compiled is None:
        return asset.components
    declared = {item.guid for item in asset.components}
    return tuple(item for item in asset.compiled.components if item.guid in declared)


def skeleton(editor: EditorState, asset: BlueprintAsset) -> Blueprint:
    """The Blueprint as its own graphs see it: known members, and of its graphs what they declared."""
    model = asset.as_model(known_variables(editor, asset), known_components(editor, asset))
    return replace(model, graphs=known_graphs(editor, asset))


def build_node(
    graph: GraphTarget, spec: AnyNodeSpec, *, x: int = 0, y: int = 0, needs_graphs: bool = False
) -> Node:
    """A node ready to be added. Raises a GraphError when what the spec names does not exist."""
    editor, asset = graph.editor, graph.asset
    editor.begin_node()
    if isinstance(spec, CallFunctionSpec):
        own = find_own_function(graph, spec.function)
        if own is not None:
            return own_call_node(graph, own, x=x, y=y)
    owner = (
        skeleton(editor, asset)
        if needs_graphs or isinstance(spec, DelegateSpec | CreateDelegateSpec)
        else asset.as_model(known_variables(editor, asset), known_components(editor, asset))
    )
    catalog = editor.catalog
    name = graph.draft.unique_name(node_class(spec, catalog).rsplit(".", 1)[-1])
    node = make_node(spec, owner=owner, catalog=catalog, name=name, new_guid=new_guid, x=x, y=y)
    if isinstance(spec, CallFunctionSpec):
        return with_member_guid(editor, node)
    return with_project_signatures(node) if isinstance(spec, DelegateSpec | ComponentEventSpec) else node


def next_position(graph: GraphTarget) -> tuple[int, int]:
    """Where a node without a wish lands: the next field of the automatic grid."""
    number = graph.draft.node_count
    return (number % _GRID_COLUMNS) * _GRID_STEP[0], (number // _GRID_COLUMNS) * _GRID_STEP[1]
