"""The tool add_node: what the model calls a node, as a node spec and a place in a graph."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import Field

from blueprint_assistant.actions.arguments import Coordinate
from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.blueprints import BLUEPRINT_ALIASES
from blueprint_assistant.actions.node_text import class_name, describe_node, pin_lines
from blueprint_assistant.actions.project import catalog_of, find_class, find_graph, read_blueprint
from blueprint_assistant.actions.variable_names import match_variable
from blueprint_assistant.editor.plan import AddNode as AddNodeStep
from blueprint_assistant.editor.plan import EditPlan
from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.graph.catalog import UnknownEventError, UnknownFunctionError
from blueprint_assistant.graph.layout import free_spot
from blueprint_assistant.graph.nodes import make_node, spec_of
from blueprint_assistant.graph.specs import (
    BranchSpec,
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    SequenceSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.titles import node_title

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.editor.plan import ApplyReport
    from blueprint_assistant.graph.catalog import Catalog, FunctionInfo
    from blueprint_assistant.graph.model import Blueprint, Graph, Node
    from blueprint_assistant.graph.specs import NodeSpec

__all__ = ["NODE_TYPES", "AddNode", "BadNodeError", "NoSuchEventError"]

NODE_TYPES = (
    "Event",
    "CustomEvent",
    "CallFunction",
    "Branch",
    "Sequence",
    "Delay",
    "PrintString",
    "GetVariable",
    "SetVariable",
)

_OTHER_TYPE_NAMES = {
    "function": "CallFunction",
    "functioncall": "CallFunction",
    "call": "CallFunction",
    "callfunctionnode": "CallFunction",
    "if": "Branch",
    "ifthenelse": "Branch",
    "executionsequence": "Sequence",
    "print": "PrintString",
    "get": "GetVariable",
    "variableget": "GetVariable",
    "getter": "GetVariable",
    "set": "SetVariable",
    "variableset": "SetVariable",
    "setter": "SetVariable",
}
_LIBRARY = "/Script/Engine.KismetSystemLibrary"
_ACTOR = "/Script/Engine.Actor"


class NoSuchEventError(ToolError):
    """The parent class has no event of that name."""

    code = "unknown_event"


class BadNodeError(ToolError):
    """What add_node is asked for is no node that can be made."""

    code = "bad_node"


class AddNode(Action):
    """Add a node; the result gives its id (N1, N2, …) and its pins. node_type: Event (event_name BeginPlay,
    Tick, ActorBeginOverlap, …), CustomEvent (event_name), CallFunction (function_name; target_class when
    the function is of another class), Branch, Sequence, Delay, PrintString, GetVariable or SetVariable
    (variable_name; components too).
    """  # noqa: D205 - one paragraph, which the model reads as one line

    tool_name: ClassVar[str] = "add_node"
    effect: ClassVar[Effect] = "mutate"
    aliases: ClassVar[Mapping[str, str]] = {
        **BLUEPRINT_ALIASES,
        "type": "node_type",
        "node_class": "node_type",
        "node": "node_type",
        "function": "function_name",
        "func": "function_name",
        "class": "target_class",
        "class_name": "target_class",
        "owner_class": "target_class",
        "function_class": "target_class",
        "target": "target_class",
        "variable": "variable_name",
        "var_name": "variable_name",
        "event": "event_name",
        "event_type": "event_name",
        "pos_x": "x",
        "position_x": "x",
        "node_pos_x": "x",
        "pos_y": "y",
        "position_y": "y",
        "node_pos_y": "y",
        "graph": "graph_name",
    }

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    node_type: str = Field(
        min_length=1, description="kind of node", json_schema_extra={"enum": list(NODE_TYPES)}
    )
    function_name: str = Field(default="", description="function to call, e.g. AddActorWorldOffset")
    target_class: str = Field(default="", description="class or library of the function")
    variable_name: str = Field(default="", description="variable or component to get or set")
    event_name: str = Field(default="", description="event, e.g. BeginPlay, or name of the custom event")
    x: Coordinate | None = Field(default=None, description="position, a free spot when left out")
    y: Coordinate | None = Field(default=None, description="position, a free spot when left out")
    graph_name: str = Field(default="EventGraph", description="graph, EventGraph when left out")

    @classmethod
    def adapt(cls, parameters: dict[str, Any]) -> dict[str, Any]:
        """Take `position` as a list or an object, and `name` for what the node type names."""
        adapted = dict(parameters)
        for key in ("position", "pos", "node_position", "location"):
            if key in adapted:
                adapted |= _position(adapted.pop(key))
        if "name" in adapted:
            field = _NAME_FIELDS.get(_node_type(str(adapted.get("node_type", adapted.get("type", "")))) or "")
            if field is not None and field not in adapted:
                adapted[field] = adapted.pop("name")
        return adapted

    def run(self, context: ActionContext) -> ActionResult:
        """Add it; an event that is there already is used again."""
        owner = read_blueprint(context, self.blueprint)
        graph = find_graph(owner, self.graph_name or "EventGraph")
        catalog = catalog_of(context, owner)
        spec = self._spec(owner, catalog, context)
        existing = _existing_custom_event(spec, owner)
        if existing is not None:
            return _node_result(owner, *existing, catalog, context, has_changed=False)
        draft = _draft(spec, owner, catalog)
        x, y = self._place(graph, draft)
        title = node_title(draft, catalog).title
        step = AddNodeStep(graph.name, "node", spec, x, y)
        report = context.editor.apply(EditPlan(owner.path, f"AI: add {title}", (step,)))
        return _result(report, graph.name, catalog, context)

    def _place(self, graph: Graph, draft: Node) -> tuple[int, int]:
        if self.x is not None and self.y is not None:
            return self.x, self.y
        spot = free_spot(graph, draft)
        return spot[0] if self.x is None else self.x, spot[1] if self.y is None else self.y

    def _spec(self, owner: Blueprint, catalog: Catalog, context: ActionContext) -> NodeSpec:
        kind = _node_type(self.node_type)
        if kind is None:
            raise BadNodeError(
                f"There is no node type '{self.node_type}'.", _type_hint(self.node_type, owner, catalog)
            )
        match kind:
            case "Event":
                return self._event(owner, catalog)
            case "CustomEvent":
                return CustomEventSpec(self._needed("event_name", self.event_name or self.function_name))
            case "Branch":
                return BranchSpec()
            case "Sequence":
                return SequenceSpec()
            case "Delay" | "PrintString":
                return CallFunctionSpec(f"{_LIBRARY}:{kind}")
            case "GetVariable" | "SetVariable":
                return self._variable(kind, owner)
            case _:
                return CallFunctionSpec(self._function(owner, catalog, context).path)

    def _needed(self, name: str, value: str) -> str:
        if not value:
            raise BadNodeError(
                f"A node of type {self.node_type} needs the parameter {name}, which is missing.",
                f"Give {name}.",
            )
        return value

    def _event(self, owner: Blueprint, catalog: Catalog) -> NodeSpec:
        text = self._needed("event_name", self.event_name or self.function_name)
        try:
            event = catalog.find_event(text, owner.parent_class)
        except UnknownEventError as error:
            hint = f"{error.fix} For an event of your own use node_type CustomEvent."
            raise NoSuchEventError(error.what, hint) from error
        if event.opens_function:
            raise BadNodeError(
                f"{event.display} returns a value, so it is overridden as a function, not as an event node.",
                "Choose an event without outputs.",
            )
        return EventSpec(event.name)

    def _variable(self, kind: str, owner: Blueprint) -> NodeSpec:
        wanted = self._needed("variable_name", self.variable_name)
        components = [item.name for item in owner.components]
        name = match_variable(wanted, [*(item.name for item in owner.variables), *components], owner.path)
        if kind == "GetVariable":
            return VariableGetSpec(name)
        if name in components:
            raise BadNodeError(
                f"{name} is a component and cannot be set.", "Use GetVariable and call its functions."
            )
        return VariableSetSpec(name)

    def _function(self, owner: Blueprint, catalog: Catalog, context: ActionContext) -> FunctionInfo:
        text = self._needed("function_name", self.function_name)
        if self.target_class and self.target_class.lower() not in {"self", "this", owner.name.lower()}:
            return catalog.find_function(text, find_class(context, self.target_class))
        try:
            return catalog.find_function(text, owner.parent_class)
        except UnknownFunctionError as error:
            return _component_function(text, owner, catalog, error)


_NAME_FIELDS = {
    "Event": "event_name",
    "CustomEvent": "event_name",
    "CallFunction": "function_name",
    "GetVariable": "variable_name",
    "SetVariable": "variable_name",
}


def _node_type(text: str) -> str | None:
    """The node type that a text means, `K2Node_` names and usual other names included."""
    plain = "".join(item for item in text.lower().removeprefix("k2node_") if item.isalnum())
    known = {name.lower(): name for name in NODE_TYPES}
    return known.get(plain) or known.get(plain.removesuffix("node")) or _OTHER_TYPE_NAMES.get(plain)


def _type_hint(text: str, owner: Blueprint, catalog: Catalog) -> str:
    """What to write instead: the nearest types, or the type that goes with an event or function."""
    finders: tuple[tuple[str, str, Callable[[], object]], ...] = (
        ("Event", "event_name", lambda: catalog.find_event(text, owner.parent_class)),
        ("CallFunction", "function_name", lambda: catalog.find_function(text, owner.parent_class)),
    )
    for node_type, parameter, find in finders:
        try:
            find()
        except (UnknownEventError, UnknownFunctionError):
            continue
        except ToolError:
            continue
        return f"Use node_type {node_type} with {parameter} {text}."
    near = ", ".join(nearest(text, NODE_TYPES, limit=3))
    hint = f"Nearest: {near}. " if near else ""
    return f"{hint}The types are: {', '.join(NODE_TYPES)}."


def _component_function(
    text: str, owner: Blueprint, catalog: Catalog, unknown: UnknownFunctionError
) -> FunctionInfo:
    """A function of one of the Blueprint's components, when only one function can be meant."""
    found: dict[str, FunctionInfo] = {}
    for class_path in dict.fromkeys(item.class_path for item in owner.components):
        try:
            info = catalog.find_function(text, class_path)
        except UnknownFunctionError:
            continue
        found[info.path] = info
    if len(found) == 1:
        return next(iter(found.values()))
    raise unknown


def _position(value: Any) -> dict[str, Any]:
    """Read x and y from `[320, 64]`, `"320, 64"` or `{"x": 320, "y": 64}`."""
    if isinstance(value, dict):
        lowered = {str(key).lower(): item for key, item in value.items()}
        return {key: lowered[key] for key in ("x", "y") if key in lowered}
    parts = value.strip("()[] ").split(",") if isinstance(value, str) else value
    if isinstance(parts, list | tuple) and len(parts) == 2:  # noqa: PLR2004 - x and y
        return {"x": parts[0], "y": parts[1]}
    return {"x": value}


def _draft(spec: NodeSpec, owner: Blueprint, catalog: Catalog) -> Node:
    """The node as it will be, to find a place that it fits in."""
    numbers = count(1)
    return make_node(
        spec,
        owner=owner,
        catalog=catalog,
        name="",  # the editor names it when it is built
        new_guid=lambda: f"{next(numbers):032X}",
    )


def _result(report: ApplyReport, graph_name: str, catalog: Catalog, context: ActionContext) -> ActionResult:
    graph = find_graph(report.after, graph_name)
    node = graph.node(report.node_of("node"))
    made = _node_result(report.after, graph, node, catalog, context, has_changed=report.has_changed)
    notes = [f"Note: {warning}" for warning in report.warnings]
    return replace(made, text="\n".join([made.text, *notes]))


def _node_result(  # noqa: PLR0913 - a node with all that it stands in
    blueprint: Blueprint,
    graph: Graph,
    node: Node,
    catalog: Catalog,
    context: ActionContext,
    *,
    has_changed: bool,
) -> ActionResult:
    node_id = context.nodes.id_of(blueprint.path, graph.name, node)
    state = "" if has_changed else " (was there already)"
    head = f"{describe_node(node_id, node, catalog)} in {graph.name} of {blueprint.path}{state}"
    lines = [head, *pin_lines(node), *_target_note(node, blueprint, catalog)]
    return ActionResult(ok=True, text="\n".join(lines), has_changed=has_changed, blueprint=blueprint)


def _existing_custom_event(spec: NodeSpec, owner: Blueprint) -> tuple[Graph, Node] | None:
    """The custom event of that name: there can be one per Blueprint."""
    if not isinstance(spec, CustomEventSpec):
        return None
    for graph in owner.graphs:
        for node in graph.nodes:
            known = spec_of(node)
            if isinstance(known, CustomEventSpec) and known.name.lower() == spec.name.lower():
                return graph, node
    return None


def _target_note(node: Node, blueprint: Blueprint, catalog: Catalog) -> list[str]:
    """What must be linked to self when the Blueprint itself cannot be the target."""
    target = node.find_pin("self", "input")
    wanted = None if target is None or target.is_hidden else target.type.subcategory_object
    if wanted is None or not wanted.path.startswith("/Script/"):
        return []
    if catalog.is_child_of(blueprint.parent_class, wanted.path):
        return []
    return [f"Note: link a {class_name(wanted.path)} to self; this Blueprint is none."]
