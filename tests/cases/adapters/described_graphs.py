"""Makes graphs of copied nodes out of short descriptions, as values that the product's T3D printer prints.

Outside uses GraphSketch. The nodes are those that the product builds from specs; a class that nobody
knows, as of a plugin or another kind of graph, gets the class, pins and objects that are named.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.names.pin_choice import match_pin
from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.editor.plan.edit_plan import (
    AddNodeStep,
    AddVariableStep,
    ConnectPinsStep,
    PinAt,
    PlanError,
)
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds.common_specs import (
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.kinds.fresh_pins import PinMaker
from blueprint_assistant.graph.kinds.specs import InputKeySpec
from blueprint_assistant.graph.model.blueprint import (
    EXEC,
    Blueprint,
    Graph,
    Link,
    Node,
    NodeObject,
    PinRef,
    PinType,
    set_property,
)
from blueprint_assistant.graph.model.object_references import unquote
from blueprint_assistant.graph.t3d.graph_text import format_t3d
from cases.adapters.described_nodes import ForeignNode, read_description
from cases.adapters.members import as_list

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.actions.nodes.node_scope import NodeScope
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Direction, Pin

__all__ = ["GraphSketch", "sketch_of", "sketch_of_node"]

_GRAPH = "EventGraph"
_OWNER = "/Game/BP_Door"
_ENTRY = EventSpec("ReceiveBeginPlay")
_PRINT = CallFunctionSpec("/Script/Engine.KismetSystemLibrary:PrintString")
_STEP = 384


class GraphSketch:
    """A graph in the making: nodes by name, and which of them it is about."""

    def __init__(self) -> None:
        self.catalog = default_catalog()
        self._numbers = iter(range(1, 1_000_000))
        owner = Blueprint(_OWNER, "/Script/Engine.Actor", (Graph(_GRAPH),))
        self._draft = PlanDraft(owner, self.catalog, new_guid=self._guid)
        self._foreign: list[Node] = []
        self._links: list[Link] = []
        self._nodes: dict[str, Node] = {}
        self.main = ""

    def _guid(self) -> str:
        return f"{next(self._numbers):032X}"

    # --- nodes -----------------------------------------------------------------------------------

    def add(self, described: AnyNodeSpec | ForeignNode) -> str:
        """Add a node; its name."""
        if isinstance(described, ForeignNode):
            return self._add_foreign(described)
        if isinstance(described, VariableGetSpec | VariableSetSpec):
            self._declare(described.name)
        x = _STEP * len(self._all)
        key = f"n{x}"
        self._draft.add(AddNodeStep(_GRAPH, key, described, x, 16))
        return self._draft.name_of(key)

    def _declare(self, variable: str) -> None:
        """Let the Blueprint have a variable of that name."""
        if self._draft.members.find_variable(variable) is None:
            self._draft.add(AddVariableStep(variable, PinType("real", "double")))

    def _add_foreign(self, described: ForeignNode) -> str:
        """A node of a class that has no spec: in the flow, or a value with its objects."""
        name = f"{described.class_name}_{len(self._foreign)}"
        pin = PinMaker(self._guid)
        objects: tuple[NodeObject, ...] = ()
        properties: tuple[tuple[str, str], ...] = ()
        if described.is_in_flow:
            pins = (pin("execute", "input", EXEC), pin("then", "output", EXEC))
        elif described.holder:
            pins = (pin("Output", "output", PinType("")),)
        else:
            pins = ()
        if described.inner_class:
            inner = described.inner_class
            held = f"{inner.rpartition('.')[2]}_0"
            head = f'Begin Object Class={inner} Name="{held}"'
            objects = (
                NodeObject(held, inner, f"{head}\nEnd Object"),
                NodeObject(held, "", f'Begin Object Name="{held}"\nEnd Object'),
            )
            properties = ((described.holder, f"\"{inner}'{held}'\""),)
        x = _STEP * len(self._all)
        node = Node(name, described.class_path, self._guid(), x, 16, pins, properties, objects)
        self._foreign.append(node)
        return name

    @property
    def _all(self) -> tuple[Node, ...]:
        nodes = (*self._draft.graph(_GRAPH).nodes, *self._foreign)
        return tuple(self._nodes.get(node.name, node) for node in nodes)

    def node(self, name: str) -> Node:
        """A node as it is now."""
        return next(node for node in self._all if node.name == name)

    def link_flow(self, source: str, target: str) -> None:
        """Let the flow go from one node to the other."""
        start = next(pin for pin in self.node(source).pins if pin.is_exec and pin.direction == "output")
        end = next(pin for pin in self.node(target).pins if pin.is_exec and pin.direction == "input")
        self._links.append(Link(PinRef(source, start.id), PinRef(target, end.id)))

    def link_value(self, source: str, target: str, pin_name: str) -> None:
        """Hand the first value of a node to a pin of another, converted where the rules know how."""
        values = [pin for pin in self.node(source).pins if pin.direction == "output" and not pin.is_hidden]
        for pin in values:
            with suppress(PlanError):
                self._draft.add(ConnectPinsStep(_GRAPH, PinAt(source, pin.name), PinAt(target, pin_name)))
                return

    def is_value(self, spec: AnyNodeSpec) -> bool:
        """Whether such a node has data pins alone, and gives something."""
        trial = GraphSketch()
        pins = trial.node(trial.add(spec)).pins
        return any(pin.direction == "output" for pin in pins) and not any(pin.is_exec for pin in pins)

    def has_flow(self, name: str, direction: Direction) -> bool:
        """Whether flow can come to a node or go on from it."""
        return any(pin.is_exec and pin.direction == direction for pin in self.node(name).pins)

    # --- what is said of them --------------------------------------------------------------------

    def set_property(self, name: str, key: str, value: str | None) -> None:
        """Give a node, or the object inside it, a property in Unreal's text form; None takes it away."""
        node = self.node(name)
        if node.objects:
            held = node.objects[-1]
            head, *kept = [line for line in held.text.splitlines() if not line.strip().startswith(f"{key}=")]
            new = [] if value is None else [f"   {key}={value}"]
            text = "\n".join([head, *kept[:-1], *new, kept[-1]])
            self._nodes[name] = replace(node, objects=(*node.objects[:-1], replace(held, text=text)))
        else:
            self._nodes[name] = replace(node, properties=set_property(node.properties, key, value))

    def set_pin_field(self, name: str, pin_name: str, key: str, value: str | None) -> None:
        """Give a pin a field of the text; None takes it away."""
        node = self.node(name)
        wanted = match_pin(list(node.pins), pin_name, "input").id
        pins = tuple(_with_field(pin, key, value) if pin.id == wanted else pin for pin in node.pins)
        self._nodes[name] = replace(node, pins=pins)

    def set_pin(self, name: str, pin_name: str, text: str) -> None:
        """Give an input pin, by its name or label, a default in Unreal's text form."""
        node = self.node(name)
        wanted = match_pin(list(node.pins), pin_name, "input").id
        pins = tuple(_with_default(pin, text) if pin.id == wanted else pin for pin in node.pins)
        self._nodes[name] = replace(node, pins=pins)

    def graph(self) -> Graph:
        """The graph as it is now."""
        drafted = self._draft.graph(_GRAPH)
        return replace(drafted, nodes=self._all, links=(*drafted.links, *self._links))

    def text(self) -> str:
        """What Copy would put on the clipboard."""
        return format_t3d(self.graph(), _OWNER)


_DEFAULTS = {
    "DefaultValue": "default_value",
    "DefaultObject": "default_object",
    "DefaultTextValue": "default_text",
    "AutogeneratedDefaultValue": "autogenerated_default",
}


def _with_field(pin: Pin, key: str, value: str | None) -> Pin:
    if key in _DEFAULTS:
        text = "" if value is None else value if key == "DefaultTextValue" else unquote(value)
        return replace(pin, **{_DEFAULTS[key]: text})
    kept = tuple(item for item in pin.extra if item[0] != key)
    return replace(pin, extra=kept if value is None else (*kept, (key, value)))


def _with_default(pin: Pin, text: str) -> Pin:
    category = pin.type.category
    if category == "text":
        return replace(pin, default_text=text)
    if category in ("object", "class", "interface"):
        return replace(pin, default_object=text)
    return replace(pin, default_value=text)


# --- sketches ------------------------------------------------------------------------------------

_FLOW_MEMBERS = ("event", "custom_event", "key", "call")


def sketch_of(described: Mapping[str, Any], scope: NodeScope) -> GraphSketch:
    """An event that leads to calls, one after the other; the other members are values of their pins."""
    sketch = GraphSketch()
    calls = as_list(described.get("call"))
    last = sketch.add(_entry(described, scope))
    sketch.main = last
    for call in calls:
        sketch.main = sketch.add(read_description(call, scope).node)
        sketch.link_flow(last, sketch.main)
        last = sketch.main
    for name, value in described.items():
        if name not in _FLOW_MEMBERS:
            text = str(value).lower() if isinstance(value, bool) else str(value)
            sketch.set_pin(sketch.main, name, text)
    return sketch


def _printed(node: AnyNodeSpec) -> GraphSketch:
    """A value that is printed when play begins, where there is a way to make a text of it."""
    sketch = GraphSketch()
    sketch.main = sketch.add(node)
    shown = sketch.add(_PRINT)
    sketch.link_flow(sketch.add(_ENTRY), shown)
    sketch.link_value(sketch.main, shown, "InString")
    return sketch


def _entry(described: Mapping[str, Any], scope: NodeScope) -> AnyNodeSpec | ForeignNode:
    if "custom_event" in described:
        return CustomEventSpec(described["custom_event"])
    if "key" in described:
        return InputKeySpec(described["key"])
    return read_description(described.get("event", "BeginPlay"), scope).node


def sketch_of_node(text: str, scope: NodeScope) -> GraphSketch:
    """A graph about one node: behind the event of the description, or Begin Play where flow can lead to it.

    What starts flow itself leads to a Print String, so that there is something to read of it.
    """
    described = read_description(text, scope)
    sketch = GraphSketch()
    if (
        described.behind is None
        and not isinstance(described.node, ForeignNode)
        and sketch.is_value(described.node)
    ):
        return _printed(described.node)
    before = None if described.behind is None else sketch.add(described.behind)
    sketch.main = sketch.add(described.node)
    if described.is_alone:
        return sketch
    if sketch.has_flow(sketch.main, "input"):
        sketch.link_flow(before or sketch.add(_ENTRY), sketch.main)
    elif sketch.has_flow(sketch.main, "output"):
        sketch.link_flow(sketch.main, sketch.add(_PRINT))
    return sketch
