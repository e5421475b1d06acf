"""Kinds that put a tool call to a Blueprint: tool_guard and node_lookup, on a sandbox project.

The state that a case describes is built with the product's own plans; node ids of the case
stand for the ids (N1, N2, …) that the product gives.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.project import find_nodes
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.editor.plan import (
    AddComponent,
    AddNode,
    AddVariable,
    ConnectPins,
    CreateBlueprint,
    EditOperation,
    EditPlan,
    PinAt,
)
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog import default_catalog
from blueprint_assistant.graph.specs import CallFunctionSpec, EventSpec, NodeSpec, VariableGetSpec
from blueprint_assistant.graph.types import parse_type
from cases.adapters.missing import NoProductPartError
from sandbox_project import SandboxProject, open_project

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blueprint_assistant.actions.base import ActionResult
    from blueprint_assistant.graph.model import Blueprint, Graph

__all__ = ["ADAPTERS"]

Described = "Mapping[str, Any]"

_OUR_TOOLS = {"compile": "compile_blueprint", "set_pin_default": "set_pin_value"}
# A node's id says where it is, and nothing is saved by compiling.
_NO_SUCH_PARAMETER = {
    "compile": ("save",),
    "connect_nodes": ("blueprint",),
    "set_pin_default": ("blueprint",),
}
_GRAPH = "EventGraph"


class _Desk:
    """The assistant's tools on a sandbox project."""

    def __init__(self, project: SandboxProject) -> None:
        self.project = project
        self.catalog = default_catalog()
        self.editor = project.editor
        self.context = project.new_context()
        self._ids: dict[str, str] = {}

    def build(self, path: str, state: Mapping[str, Any]) -> None:
        parent = state.get("parent_class", "/Script/Engine.Actor")
        steps: list[EditOperation] = [CreateBlueprint(parent)]
        steps += [AddVariable(name, parse_type("float", self.catalog)) for name in state.get("variables", ())]
        steps += [
            AddComponent(name, self.catalog.find_class(kind).path)
            for name, kind in state.get("components", {}).items()
        ]
        self.editor.apply(EditPlan(path, "set up", tuple(steps)))
        for graph, nodes in state.get("graphs", {}).items():
            if nodes and graph != _GRAPH:
                raise NoProductPartError(f"the function graph {graph}")
            for node in nodes:
                self.add(path, node)

    def add(self, path: str, described: Mapping[str, Any]) -> str:
        """Add the node that a case describes; its real name."""
        spec = self._spec(path, described)
        report = self.editor.apply(EditPlan(path, "set up", (AddNode(_GRAPH, "node", spec),)))
        name = report.node_of("node")
        node = self.graph(path).node(name)
        self._ids[described["id"]] = self.context.nodes.id_of(path, _GRAPH, node)
        return name

    def _spec(self, path: str, described: Mapping[str, Any]) -> NodeSpec:
        title = described["title"]
        match described["class"]:
            case "K2Node_Event":
                parent = self.editor.read_blueprint(path).parent_class
                return EventSpec(self.catalog.find_event(described.get("event", title), parent).name)
            case "K2Node_CallFunction":
                return CallFunctionSpec(self.catalog.find_function(title).path)
            case "K2Node_VariableGet":
                name = title.removeprefix("Get ")
                step = AddVariable(name, parse_type("float", self.catalog))
                self.editor.apply(EditPlan(path, "set up", (step,)))
                return VariableGetSpec(name)
            case other:
                raise NoProductPartError(f"nodes of class {other}")

    def break_it(self, path: str) -> None:
        """Bring the compiler to an error: a call whose target is not there, in the flow of BeginPlay."""
        call = CallFunctionSpec("/Script/Engine.SceneComponent:K2_SetRelativeLocation")
        steps = (
            AddNode(_GRAPH, "event", EventSpec("ReceiveBeginPlay")),
            AddNode(_GRAPH, "call", call),
            ConnectPins(_GRAPH, PinAt("event", "then"), PinAt("call", "execute")),
        )
        self.editor.apply(EditPlan(path, "set up", steps))

    def graph(self, path: str) -> Graph:
        graph = self.editor.read_blueprint(path).find_graph(_GRAPH)
        assert graph is not None
        return graph

    def call(self, tool: str, args: Mapping[str, Any]) -> ActionResult:
        registry = ActionRegistry()
        name = _OUR_TOOLS.get(tool, tool)
        if name not in registry.names:
            raise NoProductPartError(f"the tool {tool}")
        left_out = _NO_SUCH_PARAMETER.get(tool, ())
        ours = {key: self.our_id(value) for key, value in args.items() if key not in left_out}
        return registry.call(name, ours, self.context)

    def our_id(self, value: Any) -> Any:
        return self._ids.get(value, value) if isinstance(value, str) else value

    def in_words_of_case(self, text: str) -> str:
        """A text of the product with the ids of the case."""
        case_ids = {ours: case for case, ours in self._ids.items()}
        return re.sub(r"\bN\d+\b", lambda found: case_ids.get(found[0], found[0]), text)


@contextmanager
def _desk() -> Iterator[_Desk]:
    with open_project() as project:
        yield _Desk(project)


def tool_guard(case: Mapping[str, Any]) -> dict[str, Any]:
    state, fake = case["state"], case.get("fake") or case["state"].get("fake") or {}
    if state.get("other_assets"):
        raise NoProductPartError("assets that are no Blueprints, in the sandbox")
    with _desk() as desk:
        for path, described in state["blueprints"].items():
            desk.build(path, described)
        _bring_to(desk, fake, case)
        before = desk.project.blueprints()
        result = desk.call(case["tool"], case["args"])
        return _seen(desk, result, before, case)


def _bring_to(desk: _Desk, fake: Mapping[str, Any], case: Mapping[str, Any]) -> None:
    """Bring the real compiler to the status that the case fakes."""
    status = fake.get("status_after")
    if status == "BS_Error":
        desk.break_it(case["args"]["blueprint"])
    elif status is not None:
        raise NoProductPartError(f"the compiler status {status}, in the sandbox")


def _seen(
    desk: _Desk, result: ActionResult, before: dict[str, Blueprint], case: Mapping[str, Any]
) -> dict[str, Any]:
    text = desk.in_words_of_case(result.text)
    after = desk.project.blueprints()
    path = case["args"].get("blueprint", "")
    added = re.match(r"\w+", text)
    return {
        "ok": result.ok,
        "text": text,
        "error": "" if result.ok else text,
        "node_id": added[0] if added else None,
        "nodes_added": _count(after, "nodes") - _count(before, "nodes"),
        "links_added": _count(after, "links") - _count(before, "links"),
        "event_nodes": _events_like(after[path], case["args"].get("event", "")) if path in after else 0,
        "saved": path not in desk.project.sandbox.dirty_packages,
    }


def _count(blueprints: Mapping[str, Blueprint], what: str) -> int:
    return sum(len(getattr(graph, what)) for item in blueprints.values() for graph in item.graphs)


def _events_like(blueprint: Blueprint, event: str) -> int:
    """How many nodes of the event graph are overrides of that event."""
    if not event:
        return 0
    name = default_catalog().find_event(event, blueprint.parent_class).name
    nodes = [node for graph in blueprint.graphs for node in graph.nodes]
    return sum(f'"{name}"' in (node.find_property("EventReference") or "") for node in nodes)


def node_lookup(case: Mapping[str, Any]) -> dict[str, Any]:
    path = "/Game/BP_Door"
    with _desk() as desk:
        desk.build(path, {"graphs": {_GRAPH: case["nodes"]}})
        for case_id in case.get("deleted", ()):
            described = {"id": case_id, "title": "Print String", "class": "K2Node_CallFunction"}
            name = desk.add(path, described)
            desk.project.delete_node(path, _GRAPH, name)
        return {"table": [_looked_up(desk, text) for text in case["table"]]}


def _looked_up(desk: _Desk, text: str) -> dict[str, Any]:
    try:
        (found,) = find_nodes(desk.context, desk.our_id(text))
    except AssistantError as error:
        return {"error": desk.in_words_of_case(str(error))}
    return {"node": desk.in_words_of_case(found.id)}


ADAPTERS = {"tool_guard": tool_guard, "node_lookup": node_lookup}
