"""Prints a whole Blueprint as its export holds it: declarations, bodies, then the asset's own lines.

Part of `graph.t3d.graph_text`. Components and class defaults are not in such a text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.t3d.asset_export import GRAPH_LISTS
from blueprint_assistant.graph.t3d.graph_writer import (
    graph_body,
    graph_declaration,
    graph_path,
    indented,
    object_name,
    property_line,
)
from blueprint_assistant.graph.t3d.variable_text import format_variable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Blueprint, ImplementedInterface, Properties

__all__ = ["asset_lines", "asset_properties"]


def asset_lines(blueprint: Blueprint) -> Iterator[str]:
    """The lines of an exported Blueprint."""
    path = f"{blueprint.path}.{blueprint.name}" if blueprint.path else ""
    name = object_name(blueprint.name, blueprint.class_path)
    export_path = f" ExportPath=\"{blueprint.class_path}'{path}'\"" if path else ""
    yield f'Begin Object Class={blueprint.class_path} Name="{name}"{export_path}'
    for graph in blueprint.graphs:
        yield from indented(graph_declaration(graph, graph_path(graph, path)))
    for item in blueprint.objects:
        if item.class_path:
            yield from indented(item.text.split("\n"))
    for graph in blueprint.graphs:
        yield from indented(graph_body(graph, graph_path(graph, path)))
    for item in blueprint.objects:
        if not item.class_path:
            yield from indented(item.text.split("\n"))
    yield from indented(property_line(name, value) for name, value in asset_properties(blueprint))
    yield "End Object"


def asset_properties(blueprint: Blueprint) -> Iterator[tuple[str, str]]:
    """The asset's own lines as name and value, in the engine's order."""
    first, middle, last = _parted(blueprint.properties)
    if blueprint.parent_class:
        yield "ParentClass", _class_reference(blueprint.parent_class)
    yield from first
    yield from _graph_lists(blueprint)
    for number, variable in enumerate(blueprint.variables):
        yield f"NewVariables({number})", format_variable(variable, blueprint.path)
    yield from middle
    for number, interface in enumerate(blueprint.interfaces):
        yield f"ImplementedInterfaces({number})", _interface(blueprint, interface)
    yield from last
    if blueprint.guid:
        yield "BlueprintGuid", blueprint.guid


_BEFORE_GRAPHS = frozenset(
    {
        *("BlueprintType", "bRecompileOnLoad", "bHasBeenRegenerated", "bIsNewlyCreated", "Status"),
        *("BlueprintSystemVersion", "SimpleConstructionScript", "BlueprintDisplayName"),
        *("BlueprintDescription", "BlueprintNamespace", "BlueprintCategory"),
    }
)
_BEFORE_INTERFACES = frozenset({"CategorySorting"})


def _parted(properties: Properties) -> tuple[Properties, Properties, Properties]:
    """What stands before the graphs, before the interfaces, and behind them."""
    first: list[tuple[str, str]] = []
    middle: list[tuple[str, str]] = []
    last: list[tuple[str, str]] = []
    for item in properties:
        name = item[0].partition("(")[0]
        place = first if name in _BEFORE_GRAPHS else middle if name in _BEFORE_INTERFACES else last
        place.append(item)
    return tuple(first), tuple(middle), tuple(last)


def _class_reference(path: str) -> str:
    is_native = path.startswith("/Script/")
    kind = "/Script/CoreUObject.Class" if is_native else "/Script/Engine.BlueprintGeneratedClass"
    return f"\"{kind}'{path}'\""


def _graph_lists(blueprint: Blueprint) -> Iterator[tuple[str, str]]:
    """The lists that say what each graph is. Graphs of interfaces stand with their interface."""
    of_interfaces = {name for interface in blueprint.interfaces for name in interface.graphs}
    for list_name, kind in GRAPH_LISTS.items():
        names = [g.name for g in blueprint.graphs if g.kind == kind and g.name not in of_interfaces]
        for number, name in enumerate(names):
            yield f"{list_name}({number})", _graph_reference(blueprint, name)


def _graph_reference(blueprint: Blueprint, name: str) -> str:
    graph = blueprint.find_graph(name)
    class_path = "/Script/Engine.EdGraph" if graph is None else graph.class_path
    return f"\"{class_path}'{object_name(name, class_path)}'\""


def _interface(blueprint: Blueprint, interface: ImplementedInterface) -> str:
    fields = [f"Interface={_class_reference(interface.class_path)}"]
    if interface.graphs:
        graphs = ",".join(_graph_reference(blueprint, name) for name in interface.graphs)
        fields.append(f"Graphs=({graphs})")
    return f"({','.join(fields)})"
