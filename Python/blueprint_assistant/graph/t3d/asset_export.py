"""Reads exported assets: a whole Blueprint, or one graph with its nodes.

Part of `graph.t3d.graph_text`. Such texts come in two passes, declarations and bodies, joined by name below
their parent (seen in UE 5.3 exports).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.blueprint import Blueprint, ImplementedInterface
from blueprint_assistant.graph.model.object_references import parse_object, split_fields
from blueprint_assistant.graph.t3d.graph_reader import Mentions, Reader, last_name, merged, properties_of
from blueprint_assistant.graph.t3d.object_blocks import decode_t3d, encoding_of, read_blocks
from blueprint_assistant.graph.t3d.variable_text import read_variable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import (
        BlueprintStatus,
        Graph,
        GraphKind,
        Properties,
        Variable,
    )
    from blueprint_assistant.graph.t3d.object_blocks import T3DBlock

__all__ = [
    "GRAPH_LISTS",
    "graph_kinds",
    "is_blueprint",
    "is_export",
    "is_graph",
    "own_lines",
    "read_blueprint",
    "read_export_graph",
    "read_exported_variables",
]

GRAPH_LISTS: dict[str, GraphKind] = {
    "UbergraphPages": "event",
    "FunctionGraphs": "function",
    "MacroGraphs": "macro",
    "DelegateSignatureGraphs": "delegate",
}
"""The lists of an asset that tell what its graphs are."""

_INTERFACES = "ImplementedInterfaces"
_VARIABLES = "NewVariables"
_END = "End Object"
_UNSEEN = ("components (they are not in an exported Blueprint)", "default values of variables")
_UNSEEN_IN_GRAPH = ("the Blueprint around the graph: parent class, variables and components",)


def is_export(block: T3DBlock) -> bool:
    """Whether a top-level block is an asset or a graph rather than a copied node."""
    return is_graph(block) or is_blueprint(block)


def is_graph(block: T3DBlock) -> bool:
    """Whether a block is a graph object, of whatever editor: `AnimGraphNode_LinkedAnimGraph` is a node."""
    name = block.class_name
    return name.endswith("Graph") and "Node" not in name


def is_blueprint(block: T3DBlock) -> bool:
    """Whether a block is a Blueprint asset, of whatever kind."""
    return block.class_name.endswith("Blueprint")


def read_export_graph(block: T3DBlock, reader: Reader) -> Graph:
    """The graph of a text: the graph itself, or a Blueprint's first event graph."""
    if is_graph(block):
        return _read_single_graph(block, reader)
    blueprint = read_blueprint(block, reader)
    events = [graph for graph in blueprint.graphs if graph.kind == "event"]
    if not (events or blueprint.graphs):
        raise block.begin.error("The exported Blueprint has no graph", "Export it again.")
    return (events or list(blueprint.graphs))[0]


def _read_single_graph(block: T3DBlock, reader: Reader) -> Graph:
    """A graph that was exported alone: what it is shows only in its nodes."""
    graph = reader.graph(Mentions(block), "event")
    classes = {node.class_name for node in graph.nodes}
    if "K2Node_FunctionEntry" in classes:
        return replace(graph, kind="function")
    return replace(graph, kind="macro") if "K2Node_Tunnel" in classes else graph


def read_blueprint(block: T3DBlock, reader: Reader) -> Blueprint:
    """The Blueprint of a top-level block; a graph alone becomes a Blueprint with that graph."""
    path = _package_of(block)
    if is_graph(block):
        return Blueprint(path, "", (_read_single_graph(block, reader),), unseen=_UNSEEN_IN_GRAPH)
    if not is_blueprint(block):
        raise block.begin.error(
            f"The text is no exported Blueprint: it starts with {block.class_path or 'an object'}",
            "Export the Blueprint asset as text.",
        )
    lines = properties_of(block)
    values = dict(lines)
    objects = merged(block.children)
    kinds = {name: kind for name, kind in graph_kinds(lines).items() if name in objects}
    parent = parse_object(values.get("ParentClass", ""))
    return Blueprint(
        path or block.name,
        "" if parent is None else parent.path,
        tuple(reader.graph(objects[name], kind) for name, kind in kinds.items()),
        tuple(read_variable(value, path) for name, value in lines if name.startswith(f"{_VARIABLES}(")),
        status=_STATUS.get(values.get("Status", ""), "unknown"),
        unseen=_UNSEEN,
        interfaces=tuple(_interfaces(lines)),
        guid=values.get("BlueprintGuid", ""),
        class_path=block.class_path or block.exported_class,
        properties=tuple(item for item in lines if _list_name(item[0]) not in _MODELLED),
        objects=tuple(
            reader.nested(child)
            for child in block.children
            if child.name not in kinds and not is_graph(objects[child.name].declaration)
        ),
    )


def own_lines(data: bytes) -> str:
    """The lines of an exported Blueprint itself, with its variables; empty when all must be read for them.

    They are the last ones, behind all objects in it (seen in UE 5.3 exports), so the rest need not
    even be decoded. Raises T3DError.
    """
    encoding, mark = encoding_of(data)
    end, line_end = (text.encode(encoding) for text in (_END, "\n"))
    at = data.rfind(end, 0, max(data.rfind(end), 0))
    if at < 0 or (at - mark) % (len(line_end)):
        return ""
    before = data[data.rfind(line_end, 0, at) + len(line_end) : at]
    tail = decode_t3d(data[:mark] + data[at + len(end) :])
    # A tooltip may hold the words; then it was no end.
    return tail if tail[:1] in {"\n", "\r"} and not decode_t3d(data[:mark] + before).strip() else ""


def read_exported_variables(data: bytes) -> tuple[Variable, ...]:
    """The variables of an exported Blueprint, for next to nothing where they are in its `own_lines`.

    Raises T3DError.
    """
    tail, text = own_lines(data), decode_t3d(data)
    if not tail or tail.count(f"{_VARIABLES}(") != text.count(f"{_VARIABLES}("):
        first, *_ = read_blocks(text)
        return read_blueprint(first, Reader(text)).variables
    block = next(read_blocks(f"{text[: text.find(chr(10)) + 1]}{tail}"))
    path = _package_of(block)
    return tuple(
        read_variable(value, path)
        for name, value in properties_of(block)
        if name.startswith(f"{_VARIABLES}(")
    )


def _package_of(block: T3DBlock) -> str:
    return block.exported_path.partition(":")[0].partition(".")[0]


_STATUS: dict[str, BlueprintStatus] = {
    "BS_Dirty": "dirty",
    "BS_Error": "error",
    "BS_UpToDate": "up_to_date",
    "BS_UpToDateWithWarnings": "up_to_date_with_warnings",
}
_MODELLED = frozenset({*GRAPH_LISTS, _INTERFACES, _VARIABLES, "ParentClass", "BlueprintGuid"})


def _list_name(name: str) -> str:
    return name.partition("(")[0]


def graph_kinds(lines: Properties) -> dict[str, GraphKind]:
    """The graphs that count, in list order. Graphs in no list are leftovers of the compiler."""
    found: dict[str, GraphKind] = {}
    for name, value in lines:
        kind = GRAPH_LISTS.get(_list_name(name))
        if kind is not None:
            found.setdefault(last_name(value), kind)
    for interface in _interfaces(lines):
        for graph in interface.graphs:
            found.setdefault(graph, "function")
    return found


def _interfaces(lines: Properties) -> Iterator[ImplementedInterface]:
    for name, value in lines:
        if _list_name(name) != _INTERFACES:
            continue
        fields = dict(split_fields(value))
        interface = parse_object(fields.get("Interface", ""))
        if interface is not None:
            graphs = tuple(last_name(reference) for _, reference in split_fields(fields.get("Graphs", "")))
            yield ImplementedInterface(interface.path, graphs)
