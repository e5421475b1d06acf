"""Puts the nodes that a case describes into the graphs of a Blueprint.

Outside uses add_nodes and add_node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blueprint_assistant.editor.plan.edit_plan import AddNodeStep, AddVariableStep
from blueprint_assistant.editor.plan.member_steps import AddFunctionStep
from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, EventSpec, VariableGetSpec
from blueprint_assistant.graph.kinds.specs import OperatorSpec
from blueprint_assistant.graph.model.blueprint import Parameter
from cases.adapters.missing import NoProductPartError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from cases.adapters.desk import Desk

__all__ = ["add_node", "add_nodes"]

_EVENT_GRAPH = "EventGraph"
_OPERATORS = {"Equal": "EqualEqual"}


def add_nodes(desk: Desk, path: str, graphs: Mapping[str, list[Mapping[str, Any]]]) -> None:
    """Add the nodes of every graph; a graph that is not there becomes a function."""
    for graph, nodes in graphs.items():
        if nodes and graph != _EVENT_GRAPH:
            _add_function(desk, path, graph, nodes)
            continue
        for node in nodes:
            add_node(desk, path, node)


def _add_function(desk: Desk, path: str, name: str, nodes: list[Mapping[str, Any]]) -> None:
    """Add a function with the outputs that its result node has."""
    outputs = [
        Parameter(pin["name"], parse_type(pin["type"], desk.catalog))
        for node in nodes
        if node["class"] == "K2Node_FunctionResult"
        for pin in node["pins"]
        if pin["type"] != "exec"
    ]
    desk.apply(path, AddFunctionStep(name, outputs=tuple(outputs)))


def add_node(desk: Desk, path: str, described: Mapping[str, Any]) -> str:
    """Add the node that a case describes; its real name."""
    spec = _spec(desk, path, described)
    name = desk.apply(path, AddNodeStep(_EVENT_GRAPH, "node", spec)).node_of("node")
    desk.name_node(described["id"], path, _EVENT_GRAPH, desk.graph(path).node(name))
    return name


def _spec(desk: Desk, path: str, described: Mapping[str, Any]) -> AnyNodeSpec:
    title = described["title"]
    match described["class"]:
        case "K2Node_Event":
            parent = desk.editor.read_blueprint(path).parent_class
            return EventSpec(desk.catalog.find_event(described.get("event", title), parent).name)
        case "K2Node_CallFunction":
            return CallFunctionSpec(desk.catalog.find_function(title).path)
        case "K2Node_VariableGet":
            name = title.removeprefix("Get ")
            desk.apply(path, AddVariableStep(name, parse_type("float", desk.catalog)))
            return VariableGetSpec(name)
        case "K2Node_PromotableOperator":
            return OperatorSpec(_OPERATORS[title])
        case other:
            raise NoProductPartError(f"nodes of class {other}")
