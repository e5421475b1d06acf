"""Whether two states of a Blueprint say the same, where nodes were made anew under other names. Pure.

Outside uses `says_the_same` and `classes_named_in`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.menu_entries import project_classes_of
from blueprint_assistant.editor.plan.simulate.member_differences import member_differences
from blueprint_assistant.editor.plan.simulate.value_equality import normal_default
from blueprint_assistant.graph.compare.facts import graph_facts
from blueprint_assistant.graph.compare.isomorphism import isomorphic
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.kinds.specs import CommentSpec

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph
    from blueprint_assistant.graph.rules.schema import Schema

__all__ = ["classes_named_in", "says_the_same"]


def says_the_same(now: Blueprint, wanted: Blueprint, schema: Schema) -> bool:
    """Whether graphs and members agree; names of nodes, GUIDs and the compile state do not count."""
    if {graph.name for graph in now.graphs} != {graph.name for graph in wanted.graphs}:
        return False
    if member_differences(schema, wanted, wanted, now) or member_differences(schema, now, now, wanted):
        return False
    for graph in wanted.graphs:
        present = now.find_graph(graph.name)
        if present is None or not (graph == present or _is_alike(graph, present, schema)):
            return False
    return True


def _is_alike(wanted: Graph, present: Graph, schema: Schema) -> bool:
    value_of = partial(normal_default, schema)
    names = isomorphic(wanted, present, default_of=value_of)
    if names is None:
        return False
    names = {**names, **_same_comments(wanted, present)}
    places = {node.name: (node.x, node.y) for node in present.nodes}
    if any(places.get(names.get(node.name, "")) != (node.x, node.y) for node in wanted.nodes):
        return False
    return graph_facts(wanted, names=names, default_of=value_of) == graph_facts(present, default_of=value_of)


def _same_comments(wanted: Graph, present: Graph) -> dict[str, str]:
    """The names of comment boxes in `present` by those in `wanted`, where text, size and place agree."""
    free = {
        node.name: (spec, node.x, node.y)
        for node in present.nodes
        if isinstance(spec := any_spec_of(node), CommentSpec)
    }
    names: dict[str, str] = {}
    for node in wanted.nodes:
        spec = any_spec_of(node)
        match = next((name for name, box in free.items() if box == (spec, node.x, node.y)), None)
        if match is not None:
            names[node.name] = match
            del free[match]
    return names


def classes_named_in(blueprint: Blueprint) -> list[str]:
    """The classes of the project that nodes and components name, and the parent; not the Blueprint's own."""
    specs = (any_spec_of(node) for graph in blueprint.graphs for node in graph.nodes)
    named = [path for spec in specs if spec is not None for path in project_classes_of(spec)]
    components = (item.class_path for item in blueprint.components)
    interfaces = (item.class_path for item in blueprint.interfaces)
    paths = dict.fromkeys([blueprint.parent_class, *named, *components, *interfaces])
    return [path for path in paths if path.partition(".")[0] != blueprint.path]
