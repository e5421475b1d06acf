"""Makes graphs of copied nodes out of short descriptions, as values that the product's T3D printer prints.

Outside uses GraphSketch. The nodes are those that the product builds from specs; a class that nobody
knows, as of a plugin or another kind of graph, gets the class, pins and objects that are named.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.names.pin_choice import match_pin
from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.editor.plan.edit_plan import AddNodeStep
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, CustomEventSpec, EventSpec
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
        x = _STEP * len(self._all)
        key = f"n{x}"
        self._draft.add(AddNodeStep(_GRAPH, key, described, x, 16))
        return self._draft.name_of(key)

    def _add_foreign(self, described: ForeignNode) -> str:
        """A node of a class that has no spec: in the flow, or a value with its objects."""
        name = f"{described.class_name}_{len(self._foreign)}"
        pin = PinMaker(self._guid)
        objects: tuple[NodeObject, ...] = ()
        properties: tuple[tuple[str, str], ...] = ()
        if described.is_in_flow:
            pins = (pin("execute", "input", EXEC), pin("then", "output", EXEC))
        else:
            pins = (pin("Output", "output", PinType("")),)
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

    def has_flow(self, name: str, direction: Direction) -> bool:
        """Whether flow can come to a node or go on from it."""
        return any(pin.is_exec and pin.direction == direction for pin in self.node(name).pins)

    # --- what is said of them --------------------------------------------------------------------

    def set_property(self, name: str, key: str, value: str) -> None:
        """Give a node, or the object inside it, a property in Unreal's text form."""
        node = self.node(name)
        if node.objects:
            held = node.objects[-1]
            head, *kept = [line for line in held.text.splitlines() if not line.strip().startswith(f"{key}=")]
            text = "\n".join([head, *kept[:-1], f"   {key}={value}", kept[-1]])
            self._nodes[name] = replace(node, objects=(*node.objects[:-1], replace(held, text=text)))
        else:
            self._nodes[name] = replace(node, properties=set_property(node.properties, key, value))

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
    before = None if described.behind is None else sketch.add(described.behind)
    sketch.main = sketch.add(described.node)
    if sketch.has_flow(sketch.main, "input"):
        sketch.link_flow(before or sketch.add(_ENTRY), sketch.main)
    elif sketch.has_flow(sketch.main, "output"):
        sketch.link_flow(sketch.main, sketch.add(_PRINT))
    return sketch
