"""What graphs and nodes declare: functions, macros, dispatchers, custom events, comments.

Outside uses the `…_of` functions. All of it is read out of the nodes as they are now, so that it
is never older than they are. Knows the engine's entry, result and tunnel nodes (seen in UE 5.3
exports), nothing of texts or editors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.blueprint import Comment, Function, FunctionFlag, Parameter
from blueprint_assistant.graph.model.object_references import member_reference, split_fields, unquote
from blueprint_assistant.graph.t3d.variable_text import number_of, read_variable, text_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import (
        Blueprint,
        Direction,
        Graph,
        ImplementedInterface,
        Node,
        Properties,
        Variable,
    )

__all__ = [
    "collapsed_graphs_of",
    "comments_of",
    "custom_event_of",
    "dispatchers_of",
    "function_of",
    "functions_of",
    "interface_members_of",
]

_EVENT_DELEGATE = "OutputDelegate"
"""The red pin of an event, which is the event itself and no parameter."""

_NEW_COMMENT = 400, 100


def functions_of(blueprint: Blueprint) -> tuple[Function, ...]:
    """The functions and macros that a Blueprint's graphs declare, in graph order."""
    kinds = ("function", "macro")
    found = (function_of(graph, blueprint.path) for graph in blueprint.graphs if graph.kind in kinds)
    return tuple(function for function in found if function is not None)


def dispatchers_of(blueprint: Blueprint) -> tuple[Function, ...]:
    """The event dispatchers of a Blueprint with their signatures, in variable order."""
    found: list[Function] = []
    for variable in blueprint.variables:
        if variable.type.category == "mcdelegate":
            named = (graph for graph in blueprint.graphs if graph.name == variable.name)
            graph = next((graph for graph in named if graph.kind == "delegate"), None)
            found.append((graph and function_of(graph, blueprint.path)) or Function(variable.name))
    return tuple(found)


def function_of(graph: Graph, package: str = "") -> Function | None:
    """What a function, macro, dispatcher or collapsed graph declares; None for other graphs.

    `package` is the Blueprint's path, to which the types of local variables may be relative.
    """
    if graph.kind in ("macro", "collapsed"):
        return _tunnelled(graph)
    entry = next((node for node in graph.nodes if node.class_name == "K2Node_FunctionEntry"), None)
    if entry is None:
        return None
    results = [node for node in graph.nodes if node.class_name == "K2Node_FunctionResult"]
    outputs = {item.name: item for node in results for item in _parameters(node, "input")}
    reference = member_reference(entry.find_property("FunctionReference") or "")
    return Function(
        graph.name,
        _parameters(entry, "output"),
        tuple(outputs.values()),
        _local_variables(entry, package),
        FunctionFlag(number_of(entry.find_property("ExtraFlags") or "")),
        _metadata(entry),
        reference.parent_path,
    )


def _tunnelled(graph: Graph) -> Function:
    """What goes in and out through the two tunnels of a macro or collapsed graph."""
    tunnels = [node for node in graph.nodes if node.class_name == "K2Node_Tunnel"]
    # The tunnel that emits what comes in has outputs; the one that takes what goes out has inputs.
    inputs = [item for node in tunnels for item in _parameters(node, "output", with_exec=True)]
    outputs = [item for node in tunnels for item in _parameters(node, "input", with_exec=True)]
    metadata = next((found for node in tunnels if (found := _metadata(node))), ())
    return Function(graph.name, tuple(inputs), tuple(outputs), metadata=metadata)


def custom_event_of(node: Node) -> Function | None:
    """What a custom event declares; None for other nodes. Replication stands in the flags."""
    if node.class_name != "K2Node_CustomEvent":
        return None
    flags = FunctionFlag(number_of(node.find_property("FunctionFlags") or ""))
    name = unquote(node.find_property("CustomFunctionName") or "")
    return Function(name, _parameters(node, "output"), flags=flags, metadata=_metadata(node))


def _parameters(node: Node, direction: Direction, *, with_exec: bool = False) -> tuple[Parameter, ...]:
    """The parameters among the pins of one direction, with the defaults that the user gave them.

    Interface implementations have pins and no user-defined ones, so the pins are what counts.
    """
    given = _given_defaults(node)
    return tuple(
        Parameter(pin.name, pin.type, given.get(pin.name, ""))
        for pin in node.pins
        if pin.direction == direction
        and not (pin.parent_pin or pin.is_orphaned or pin.name == _EVENT_DELEGATE)
        and (with_exec or not pin.is_exec)
    )


def _given_defaults(node: Node) -> dict[str, str]:
    """The defaults of user-defined pins by name."""
    found = {}
    for name, value in node.properties:
        if name == "CustomProperties UserDefinedPin":
            fields = dict(split_fields(value))
            found[unquote(fields.get("PinName", ""))] = unquote(fields.get("PinDefaultValue", ""))
    return found


def _local_variables(entry: Node, package: str) -> tuple[Variable, ...]:
    return tuple(
        read_variable(value, package)
        for name, value in entry.properties
        if name.startswith("LocalVariables(")
    )


def _metadata(node: Node) -> Properties:
    fields = split_fields(node.find_property("MetaData") or "")
    return tuple((name, text_value(value)) for name, value in fields if name)


def interface_members_of(blueprint: Blueprint, interface: ImplementedInterface) -> tuple[str, ...]:
    """The members of an interface that the Blueprint implements.

    Functions with outputs have graphs, those without are events of an event graph.
    """
    references = (
        member_reference(node.find_property("EventReference") or "")
        for graph in blueprint.graphs
        for node in graph.nodes
        if node.class_name == "K2Node_Event"
    )
    events = (item.name for item in references if item.parent_path == interface.class_path)
    return tuple(dict.fromkeys([*interface.graphs, *events]))


def comments_of(graph: Graph) -> tuple[Comment, ...]:
    """The comment boxes of a graph and the bubbles on its nodes, in graph order."""
    return tuple(found for node in graph.nodes if (found := _comment(node)) is not None)


def _comment(node: Node) -> Comment | None:
    text = unquote(node.find_property("NodeComment") or "")
    if node.class_name != "EdGraphNode_Comment":
        return Comment(node.name, text, node.x, node.y) if text else None
    # The engine does not write the size that a new box has.
    width = number_of(node.find_property("NodeWidth") or "") or _NEW_COMMENT[0]
    height = number_of(node.find_property("NodeHeight") or "") or _NEW_COMMENT[1]
    return Comment(node.name, text, node.x, node.y, width, height)


def all_graphs(graph: Graph) -> Iterator[Graph]:
    """The graph, and the graphs in its collapsed nodes, however deep."""
    yield graph
    yield from collapsed_graphs_of(graph)


def collapsed_graphs_of(graph: Graph) -> Iterator[Graph]:
    """The graphs inside the collapsed nodes of a graph, outer ones first."""
    for node in graph.nodes:
        if node.graph is not None:
            yield node.graph
            yield from collapsed_graphs_of(node.graph)
