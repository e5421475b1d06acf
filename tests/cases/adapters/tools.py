"""Kinds that put a tool call to a Blueprint: tool_guard and node_lookup, on a sandbox project.

The state that a case describes is built with the product's own plans; node ids of the case
stand for the ids (N1, N2, …) that the product gives.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.base import ActionResult
from blueprint_assistant.actions.names.project_lookup import find_nodes
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.editor.editor_wrapper import EditorWrapper
from blueprint_assistant.editor.plan.edit_plan import (
    AddComponentStep,
    AddNodeStep,
    AddVariableStep,
    ConnectPinsStep,
    CreateBlueprintStep,
    EditOperation,
    EditPlan,
    PinAt,
)
from blueprint_assistant.editor.plan.member_steps import (
    AddFunctionStep,
    ChangeFunctionStep,
    SetComponentPropertyStep,
)
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, EventSpec, VariableGetSpec
from blueprint_assistant.graph.kinds.specs import CastSpec, OperatorSpec, SelfSpec
from blueprint_assistant.graph.model.blueprint import Parameter, PinType
from cases.adapters.missing import NoProductPartError
from sandbox_project import SandboxProject, open_project

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blueprint_assistant.editor.plan.edit_plan import ApplyReport
    from blueprint_assistant.editor.protocol import BlueprintEditor
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Pin

__all__ = ["ADAPTERS"]

Described = "Mapping[str, Any]"

_OUR_TOOLS = {"compile": "compile_blueprint", "set_pin_default": "set_pin_value"}
# A node's id says where it is, and nothing is saved by compiling.
_NO_SUCH_PARAMETER = {
    "compile": ("save",),
    "connect_nodes": ("blueprint",),
    "set_pin_default": ("blueprint",),
}
# A whole path is a name to us.
_OUR_PARAMETERS = {"create_blueprint": {"path": "name"}}
_PROFILE = "BodyInstance.CollisionProfileName"
_OPERATORS = {"Equal": "EqualEqual"}
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
        steps: list[EditOperation] = [CreateBlueprintStep(parent)]
        steps += [
            AddVariableStep(name, parse_type("float", self.catalog)) for name in state.get("variables", ())
        ]
        steps += [
            AddComponentStep(name, self.catalog.find_class(kind).path)
            for name, kind in state.get("components", {}).items()
        ]
        self.editor.apply(EditPlan(path, "set up", tuple(steps)))
        for graph, nodes in state.get("graphs", {}).items():
            if nodes and graph != _GRAPH:
                self._add_function(path, graph, nodes)
                continue
            for node in nodes:
                self.add(path, node)

    def _add_function(self, path: str, name: str, nodes: list[Mapping[str, Any]]) -> None:
        """Add a function with the outputs that its result node has."""
        outputs = [
            Parameter(pin["name"], parse_type(pin["type"], self.catalog))
            for node in nodes
            if node["class"] == "K2Node_FunctionResult"
            for pin in node["pins"]
            if pin["type"] != "exec"
        ]
        self.editor.apply(EditPlan(path, "set up", (AddFunctionStep(name, outputs=tuple(outputs)),)))

    def add(self, path: str, described: Mapping[str, Any]) -> str:
        """Add the node that a case describes; its real name."""
        spec = self._spec(path, described)
        report = self.editor.apply(EditPlan(path, "set up", (AddNodeStep(_GRAPH, "node", spec),)))
        name = report.node_of("node")
        node = self.graph(path).node(name)
        self._ids[described["id"]] = self.context.nodes.id_of(path, _GRAPH, node)
        return name

    def _spec(self, path: str, described: Mapping[str, Any]) -> AnyNodeSpec:
        title = described["title"]
        match described["class"]:
            case "K2Node_Event":
                parent = self.editor.read_blueprint(path).parent_class
                return EventSpec(self.catalog.find_event(described.get("event", title), parent).name)
            case "K2Node_CallFunction":
                return CallFunctionSpec(self.catalog.find_function(title).path)
            case "K2Node_VariableGet":
                name = title.removeprefix("Get ")
                step = AddVariableStep(name, parse_type("float", self.catalog))
                self.editor.apply(EditPlan(path, "set up", (step,)))
                return VariableGetSpec(name)
            case "K2Node_PromotableOperator":
                return OperatorSpec(_OPERATORS[title])
            case other:
                raise NoProductPartError(f"nodes of class {other}")

    def break_it(self, path: str) -> None:
        """Bring the compiler to an error: a call whose target is not there, in the flow of BeginPlay."""
        call = CallFunctionSpec("/Script/Engine.SceneComponent:K2_SetRelativeLocation")
        steps = (
            AddNodeStep(_GRAPH, "event", EventSpec("ReceiveBeginPlay")),
            AddNodeStep(_GRAPH, "call", call),
            ConnectPinsStep(_GRAPH, PinAt("event", "then"), PinAt("call", "execute")),
        )
        self.editor.apply(EditPlan(path, "set up", steps))

    def make_it_warn(self, path: str) -> None:
        """Bring the compiler to a warning: a cast that always fails, in the flow of BeginPlay."""
        steps = (
            AddNodeStep(_GRAPH, "event", EventSpec("ReceiveBeginPlay")),
            AddNodeStep(_GRAPH, "self", SelfSpec()),
            AddNodeStep(_GRAPH, "cast", CastSpec("/Script/Engine.Character")),
            ConnectPinsStep(_GRAPH, PinAt("event", "then"), PinAt("cast", "execute")),
            ConnectPinsStep(_GRAPH, PinAt("self", "self"), PinAt("cast", "Object")),
        )
        self.editor.apply(EditPlan(path, "set up", steps))

    def graph(self, path: str) -> Graph:
        graph = self.editor.read_blueprint(path).find_graph(_GRAPH)
        assert graph is not None
        return graph

    def call(self, tool: str, args: Mapping[str, Any]) -> ActionResult:
        if tool == "add_function_output":
            return self._add_output(args)
        registry = ActionRegistry()
        name = _OUR_TOOLS.get(tool, tool)
        if name not in registry.names:
            raise NoProductPartError(f"the tool {tool}")
        left_out = _NO_SUCH_PARAMETER.get(tool, ())
        names = _OUR_PARAMETERS.get(tool, {})
        ours = {names.get(key, key): self.our_id(value) for key, value in args.items() if key not in left_out}
        return registry.call(name, ours, self.context)

    def _add_output(self, args: Mapping[str, Any]) -> ActionResult:
        """Give a function one more output. There is no tool for it alone; it is a step of a plan."""
        output = Parameter(args["name"], parse_type(args["type"], self.catalog))
        step = ChangeFunctionStep(args["function"], new_outputs=(output,))
        try:
            report = self.editor.apply(EditPlan(args["blueprint"], "add an output", (step,)))
        except AssistantError as error:
            return ActionResult(ok=False, text=error.for_model())
        return ActionResult(ok=True, text="", has_changed=report.has_changed, blueprint=report.after)

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
    with _desk() as desk:
        for path, kind in state.get("other_assets", {}).items():
            desk.project.sandbox.other_assets[path] = f"/Script/Engine.{kind}"
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
    elif status == "BS_UpToDateWithWarnings":
        desk.make_it_warn(case["args"]["blueprint"])
    elif status is not None:
        raise NoProductPartError(f"the compiler status {status}, in the sandbox")

    types = fake.get("pin_types_after")
    if types:
        desk.context = replace(desk.context, editor=_UntypedEditor(desk.editor, types))


class _UntypedEditor(EditorWrapper):
    """An editor that links pins and leaves their types as the case says, which the sandbox never does."""

    def __init__(self, editor: BlueprintEditor, types: Mapping[str, str]) -> None:
        super().__init__(editor)
        self._types = types

    def apply(self, plan: EditPlan) -> ApplyReport:
        report = super().apply(plan)
        return replace(report, after=self._untyped(report.after))

    def _untyped(self, blueprint: Blueprint) -> Blueprint:
        graphs = tuple(
            replace(
                graph,
                nodes=tuple(replace(node, pins=tuple(map(self._pin, node.pins))) for node in graph.nodes),
            )
            for graph in blueprint.graphs
        )
        return replace(blueprint, graphs=graphs)

    def _pin(self, pin: Pin) -> Pin:
        category = self._types.get(pin.name)
        return pin if category is None else replace(pin, type=PinType(category))


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
        "asset_unchanged": after == before and not desk.project.sandbox.dirty_packages,
        "used": _setter_used(desk, case),
        **_result_nodes(after.get(path), case["args"].get("function", "")),
    }


def _setter_used(desk: _Desk, case: Mapping[str, Any]) -> str:
    """The setter that a property must have gone through, as nothing else changes it in the sandbox."""
    args = case["args"]
    if case["tool"] != "set_component_property":
        return ""
    asked = EditPlan(
        args["blueprint"], "look", (SetComponentPropertyStep(args["component"], _PROFILE, args["value"]),)
    )
    is_set = not desk.editor.apply(asked).has_changed
    return "set_collision_profile_name" if is_set else ""


def _result_nodes(blueprint: Blueprint | None, function: str) -> dict[str, Any]:
    """The result nodes of a function and their pins."""
    graph = blueprint.find_graph(function) if blueprint is not None and function else None
    nodes = [node for node in graph.nodes if node.class_name == "K2Node_FunctionResult"] if graph else []
    pins = [pin for node in nodes for pin in node.pins]
    return {
        "result_nodes": len(nodes),
        "result_exec_pins": sum(pin.is_exec for pin in pins),
        "result_pins": [pin.name for pin in pins],
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
