"""Puts the nodes that a case describes into the graphs of a Blueprint.

Outside uses add_nodes and add_node. A node is told by its class and title; what its title leaves open
(a variable that is not there, an input) is made from what is said of its pins.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.names.pin_choice import match_pin
from blueprint_assistant.actions.names.type_choice import find_type
from blueprint_assistant.actions.nodes.node_scope import NodeScope
from blueprint_assistant.editor.plan.edit_plan import (
    AddNodeStep,
    AddVariableStep,
    ConnectPinsStep,
    PinAt,
    SetPinDefaultStep,
)
from blueprint_assistant.editor.plan.member_steps import AddFunctionStep
from blueprint_assistant.errors import AssistantError, EditorError
from blueprint_assistant.graph.kinds.common_specs import (
    CustomEventSpec,
    EventSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.kinds.node_factory import is_ghost, make_node, spec_of
from blueprint_assistant.graph.model.blueprint import Graph, Parameter, PinType
from blueprint_assistant.graph.t3d.graph_text import format_t3d
from cases.adapters.described_nodes import ForeignNode, spec_for_class
from cases.adapters.members import UnknownMemberError, as_list, require_known
from cases.adapters.missing import NoProductPartError
from cases.adapters.pin_facts import direction_of, pin_type_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint, Node
    from cases.adapters.desk import Desk

    Facts = Mapping[str, Any]

__all__ = ["add_node", "add_nodes"]

_EVENT_GRAPH = "EventGraph"
_CONSTRUCTION = "UserConstructionScript"
_FACTS = (
    *("id", "title", "class", "event", "function", "variable", "component", "enabled", "pins", "links"),
    *("x", "y", "comment", "graph", "name", "guid", "target_class", "inputs"),
)
_ENTRY, _RESULT = "K2Node_FunctionEntry", "K2Node_FunctionResult"


def add_nodes(desk: Desk, path: str, graphs: Mapping[str, Any]) -> None:
    """Add the nodes of every graph, then their links; a graph that is not there becomes a function."""
    for graph, described in graphs.items():
        nodes, links = (described, ()) if isinstance(described, list) else _long_graph(described)
        if desk.blueprint(path).find_graph(graph) is None:
            _add_function(desk, path, graph, nodes)
        for node in nodes:
            add_node(desk, path, node, graph)
        for source, target in _links_of(nodes, links):
            _link(desk, path, graph, source, target)


def _long_graph(described: Facts) -> tuple[list[Facts], Iterable[Any]]:
    require_known(described, ("nodes", "links"), "a graph")
    return list(described.get("nodes", ())), described.get("links", ())


def _add_function(desk: Desk, path: str, name: str, nodes: list[Facts]) -> None:
    """Add a function with the inputs that its entry has, and the outputs that its result node has."""
    inputs, outputs = (
        tuple(
            Parameter(pin["name"], pin_type_of(pin, lambda text: find_type(desk.context, text)))
            for node in nodes
            if node["class"] == kind
            for pin in node.get("pins", ())
            if pin["type"] != "exec"
        )
        for kind in (_ENTRY, _RESULT)
    )
    desk.apply(path, AddFunctionStep(name, inputs=inputs, outputs=outputs))


def add_node(desk: Desk, path: str, described: Facts, graph: str = _EVENT_GRAPH) -> str:
    """Add the node that a case describes, unless the graph came with it; its real name."""
    require_known(described, _FACTS, f"node {described.get('id', described.get('title'))}")
    name = _there_already(desk, path, described, graph) or _new_node(desk, path, described, graph)
    if "id" in described:
        desk.name_node(described["id"], path, graph, desk.graph(path, graph).node(name))
    for pin in described.get("pins", ()):
        value = pin.get("default", pin.get("default_value"))
        if value not in (None, "") and direction_of(pin["direction"]) == "input":
            desk.apply(path, SetPinDefaultStep(graph, PinAt(name, pin["name"]), str(value)))
    return name


def _there_already(desk: Desk, path: str, described: Facts, graph: str) -> str:
    """The entry or result node of a function, or the greyed-out event of a new Blueprint; empty for none."""
    nodes = desk.graph(path, graph).nodes
    if described["class"] in (_ENTRY, _RESULT):
        return next((node.name for node in nodes if node.class_name == described["class"]), "")
    if described["class"] == "K2Node_Event" and described.get("enabled") is False:
        wanted = EventSpec(_event(desk, path, described))
        return next((node.name for node in nodes if is_ghost(node) and spec_of(node) == wanted), "")
    return ""


def _new_node(desk: Desk, path: str, described: Facts, graph: str) -> str:
    spec = _spec(desk, path, described, graph)
    x, y = described.get("x", 0), described.get("y", 0)
    try:
        step = AddNodeStep(graph, "node", spec, x, y, described.get("comment", ""))
        return desk.apply(path, step).node_of("node")
    except EditorError:
        return _pasted(desk, path, spec, graph)


def _pasted(desk: Desk, path: str, spec: AnyNodeSpec, graph: str) -> str:
    """What no call of the editor makes arrives as the user brings it: with Ctrl+V."""
    owner = desk.blueprint(path)
    node = make_node(spec, owner=owner, catalog=desk.catalog, name="Pasted", new_guid=uuid.uuid4().hex.upper)
    text = format_t3d(Graph("", (node,), kind="fragment"))
    arrived = desk.project.sandbox.paste(f"{path}.{path.rpartition('/')[2]}:{graph}", text)
    if not arrived:
        raise NoProductPartError(f"a node {spec}, in the sandbox")
    return arrived[0]


# --- which node ----------------------------------------------------------------------------------


def _spec(desk: Desk, path: str, described: Facts, graph: str) -> AnyNodeSpec:
    title = str(described.get("title", ""))
    owner = desk.blueprint(path)
    match described["class"]:
        case "K2Node_Event":
            return EventSpec(_event(desk, path, described))
        case "K2Node_CustomEvent":
            name = (
                described.get("event") or described.get("name") or title.removeprefix("Custom Event").strip()
            )
            return CustomEventSpec(name, tuple(_outputs(desk, described)))
        case "K2Node_VariableGet" | "K2Node_VariableSet" as kind:
            name = described.get("variable") or title.removeprefix("Get ").removeprefix("Set ").strip()
            name = _variable(desk, path, owner, name, described)
            return VariableGetSpec(name) if kind.endswith("Get") else VariableSetSpec(name)
        case other:
            scope = NodeScope(owner, desk.graph(path, graph), desk.catalog, desk.context)
            facts = {
                key: described[key] for key in ("function", "component", "target_class") if key in described
            }
            found = spec_for_class(other, title, facts, scope)
            if isinstance(found, ForeignNode):
                raise NoProductPartError(f"nodes of class {other}")
            return found


def _event(desk: Desk, path: str, described: Facts) -> str:
    text = described.get("event") or described.get("function") or described["title"]
    return desk.catalog.find_event(text, desk.blueprint(path).parent_class).name


def _outputs(desk: Desk, described: Facts) -> Iterable[Parameter]:
    """What a custom event hands over, by its output pins."""
    for pin in described.get("pins", ()):
        if direction_of(pin["direction"]) == "output" and pin["type"] not in ("exec", "delegate"):
            yield Parameter(pin["name"], pin_type_of(pin, lambda text: find_type(desk.context, text)))


def _variable(desk: Desk, path: str, owner: Blueprint, name: str, described: Facts) -> str:
    """The variable or component of that name; made as the node's pin has it where there is none."""
    known = [item.name for item in (*owner.variables, *owner.components)]
    found = next((item for item in known if item.lower() == name.lower()), "")
    if found:
        return found
    data = [pin for pin in described.get("pins", ()) if pin["type"] not in ("exec", "delegate")]
    data = [pin for pin in data if pin["name"] != "self"]
    kind = PinType("real", "double")
    if data:
        kind = pin_type_of(data[0], lambda text: find_type(desk.context, text))
    desk.apply(path, AddVariableStep(name, kind))
    return name


# --- links ---------------------------------------------------------------------------------------


def _links_of(nodes: list[Facts], links: Iterable[Any]) -> Iterable[tuple[str, str]]:
    """Links as pairs of `id.pin`, of the graph and of the pins themselves."""
    for link in links:
        if isinstance(link, str):
            source, _, target = link.partition("->")
            yield source.strip(), target.strip()
        elif isinstance(link, dict):
            yield link.get("from") or link["source"], link.get("to") or link["target"]
        else:
            yield link[0], link[1]
    for node in nodes:
        for pin in node.get("pins", ()):
            for other in as_list(pin.get("linked_to") or pin.get("links")):
                ends = (f"{node['id']}.{pin['name']}", other)
                yield ends if direction_of(pin["direction"]) == "output" else ends[::-1]


def _link(desk: Desk, path: str, graph: str, source: str, target: str) -> None:
    now = desk.graph(path, graph)
    ends = []
    for text, direction in ((source, "output"), (target, "input")):
        case_id, _, pin = text.partition(".")
        node = _node_of(desk, case_id, now)
        ends.append(PinAt(node.name, match_pin(list(node.pins), pin, direction_of(direction)).name))
    desk.apply(path, ConnectPinsStep(graph, ends[0], ends[1]))


def _node_of(desk: Desk, case_id: str, graph: Graph) -> Node:
    try:
        return graph.node(desk.context.nodes.resolve(desk.our_id(case_id)).node)
    except AssistantError as error:
        raise UnknownMemberError(f"a link names no node of the case: {case_id}") from error
