"""Reads exported assets: a whole Blueprint, or one graph with its nodes.

Part of `graph.t3d`. Such texts come in two passes, declarations and bodies, joined by path
(seen in UE 5.3 exports).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from blueprint_assistant.graph.model import Blueprint, Graph, Variable
from blueprint_assistant.graph.references import parse_object, split_fields, unquote
from blueprint_assistant.graph.t3d_pins import pin_type_from_fields
from blueprint_assistant.graph.t3d_reader import NodeMemo, graph_of, property_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blueprint_assistant.graph.model import BlueprintStatus, GraphKind
    from blueprint_assistant.graph.t3d_blocks import Block

__all__ = ["is_export", "read_blueprint", "read_export_graph", "text_value"]

_GRAPH_LISTS: dict[str, GraphKind] = {
    "UbergraphPages": "event",
    "FunctionGraphs": "function",
    "MacroGraphs": "macro",
    "DelegateSignatureGraphs": "delegate",
}

_UNSEEN = ("components (they are not in an exported Blueprint)", "default values of variables")
_UNSEEN_IN_GRAPH = ("the Blueprint around the graph: parent class, variables and components",)


def is_export(block: Block) -> bool:
    """Whether a top-level block is an asset or a graph rather than a copied node."""
    return _is_graph(block) or _is_blueprint(block)


def _is_graph(block: Block) -> bool:
    name = (block.class_path or block.exported_class).rsplit(".", 1)[-1]
    return name.endswith("Graph") and name.startswith(("EdGraph", "AnimationGraph", "Ed", "Material"))


def _is_blueprint(block: Block) -> bool:
    return (block.class_path or block.exported_class).rsplit(".", 1)[-1].endswith("Blueprint")


@dataclass(slots=True)
class _Merged:
    """The declaration and body of one exported object."""

    declaration: Block
    body: Block | None = None
    children: dict[str, _Merged] = field(default_factory=dict)

    @property
    def source(self) -> Block:
        return self.body or self.declaration


def _merge(blocks: Sequence[Block]) -> dict[str, _Merged]:
    """Objects by name below one parent: the first mention declares, a later one is the body."""
    found: dict[str, _Merged] = {}
    for block in blocks:
        known = found.get(block.name)
        if known is None:
            found[block.name] = _Merged(block)
        elif known.body is None:
            known.body = block
    return found


def read_export_graph(block: Block, lines: Sequence[str]) -> Graph:
    """The graph of a text: the graph itself, or a Blueprint's first event graph."""
    if _is_graph(block):
        return _read_graph(_Merged(block), lines, "event")
    blueprint = read_blueprint(block, lines)
    events = [graph for graph in blueprint.graphs if graph.kind == "event"]
    if not (events or blueprint.graphs):
        raise block.begin.error("The exported Blueprint has no graph", "Export it again.")
    return (events or list(blueprint.graphs))[0]


def _read_graph(
    merged: _Merged, lines: Sequence[str], kind: GraphKind, memo: NodeMemo | None = None
) -> Graph:
    source = merged.source
    memo = memo or NodeMemo()
    nodes = _merge([*merged.declaration.children, *(merged.body.children if merged.body else ())])
    properties: list[tuple[str, str]] = []
    order: list[str] = []
    guid = ""
    for line in source.lines:
        found = property_of(line.text)
        if found is None:
            continue
        name, value = found
        if name.startswith("Nodes("):
            order.append(_last_name(value))
        elif name == "GraphGuid":
            guid = value
        else:
            properties.append(found)
    listed = [name for name in dict.fromkeys(order) if name in nodes]
    names = listed or list(nodes)
    raw = [memo.node(nodes[name].declaration, lines, nodes[name].body) for name in names]
    kept = [item for item in raw if item.node.find_property("bIsIntermediateNode") != "True"]
    base = Graph(source.name, kind=kind, guid=guid, properties=tuple(properties))
    return graph_of(kept, base.name, graph=base)


def _last_name(reference: str) -> str:
    """The object's own name in a reference, relative or full."""
    ref = parse_object(reference)
    return "" if ref is None else re.split(r"[.:]", ref.path)[-1]


def read_blueprint(block: Block, lines: Sequence[str], memo: NodeMemo | None = None) -> Blueprint:
    """The Blueprint of a top-level block; a graph alone becomes a Blueprint with that graph."""
    memo = memo or NodeMemo()
    memo.start()
    if _is_graph(block):
        path = block.exported_path.partition(":")[0].partition(".")[0]
        graph = _read_graph(_Merged(block), lines, "event")
        return Blueprint(path, "", (graph,), unseen=_UNSEEN_IN_GRAPH)
    if not _is_blueprint(block):
        raise block.begin.error(
            f"The text is no exported Blueprint: it starts with {block.class_path or 'an object'}",
            "Export the Blueprint asset as text.",
        )
    values = dict(item for line in block.lines if (item := property_of(line.text)) is not None)
    objects = _merge(block.children)
    graphs = tuple(
        _read_graph(objects[name], lines, kind, memo)
        for name, kind in _graph_kinds(values)
        if name in objects
    )
    parent = parse_object(values.get("ParentClass", ""))
    path = block.exported_path.partition(".")[0] or block.name
    return Blueprint(
        path,
        "" if parent is None else parent.path,
        graphs,
        tuple(_variables(values)),
        status=_STATUS.get(values.get("Status", ""), "unknown"),
        unseen=_UNSEEN,
    )


_STATUS: dict[str, BlueprintStatus] = {
    "BS_Dirty": "dirty",
    "BS_Error": "error",
    "BS_UpToDate": "up_to_date",
    "BS_UpToDateWithWarnings": "up_to_date_with_warnings",
}


def _graph_kinds(values: dict[str, str]) -> list[tuple[str, GraphKind]]:
    """The graphs that count, in list order. Graphs in no list are leftovers of the compiler."""
    found: dict[str, GraphKind] = {}
    for key, value in values.items():
        list_name = key.partition("(")[0]
        if list_name in _GRAPH_LISTS:
            found.setdefault(_last_name(value), _GRAPH_LISTS[list_name])
        elif list_name == "ImplementedInterfaces":
            graphs = dict(split_fields(value)).get("Graphs", "")
            for _, reference in split_fields(graphs):
                found.setdefault(_last_name(reference), "function")
    return list(found.items())


_EDIT, _FIXED_ON_INSTANCES, _EXPOSE_ON_SPAWN = 0x1, 0x10000, 0x1000000000000


def _variables(values: dict[str, str]) -> list[Variable]:
    return [
        _variable(dict(split_fields(value)))
        for key, value in values.items()
        if key.startswith("NewVariables(")
    ]


def _variable(fields: dict[str, str]) -> Variable:
    """A member variable. Flags are the public property flags of the engine."""
    flags = fields.get("PropertyFlags", "0")
    bits = int(flags) if flags.isdigit() else 0
    meta = _metadata(fields.get("MetaDataArray", ""))
    pin_type, _ = pin_type_from_fields(dict(split_fields(fields.get("VarType", "()"))), prefix="")
    return Variable(
        name=unquote(fields.get("VarName", "")),
        type=pin_type,
        default=unquote(fields.get("DefaultValue", "")),
        category=text_value(fields.get("Category", "")),
        tooltip=meta.get("tooltip", ""),
        guid=fields.get("VarGuid", ""),
        is_instance_editable=bool(bits & _EDIT) and not bits & _FIXED_ON_INSTANCES,
        is_exposed_on_spawn=bool(bits & _EXPOSE_ON_SPAWN) or "exposeonspawn" in meta,
    )


def _metadata(text: str) -> dict[str, str]:
    entries = (dict(split_fields(item)) for _, item in split_fields(text))
    return {
        unquote(entry.get("DataKey", "")).lower(): unquote(entry.get("DataValue", "")) for entry in entries
    }


def text_value(raw: str) -> str:
    """The words of a text value: `NSLOCTEXT("","key","words")`, `INVTEXT("words")` or quoted."""
    head, separator, rest = raw.partition("(")
    if head in ("NSLOCTEXT", "LOCTEXT", "INVTEXT") and separator and rest.endswith(")"):
        parts = split_fields(f"({rest}")
        return unquote(parts[-1][1]) if parts else ""
    return unquote(raw)
