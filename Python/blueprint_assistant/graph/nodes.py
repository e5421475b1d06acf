"""Builds the node that the editor would build from a spec: pins in order, properties as text.

Outside uses `make_node` and `node_class`, and what reads nodes back: `spec_of`,
`is_ghost`, `node_title`. Pin names, order, flags and defaults are those of UE 5.2 and later
clipboard texts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from blueprint_assistant.errors import GraphError, nearest
from blueprint_assistant.graph.call_nodes import call_node_class, call_node_parts
from blueprint_assistant.graph.catalog import UnknownEventError, object_path
from blueprint_assistant.graph.model import EXEC, Node, ObjectRef, Pin, PinType, Properties
from blueprint_assistant.graph.node_kinds import is_ghost, spec_of
from blueprint_assistant.graph.pins import PinMaker, generated_class, target_pin
from blueprint_assistant.graph.references import (
    MemberReference,
    format_reference,
    member_reference,
    quote,
)
from blueprint_assistant.graph.specs import (
    BranchSpec,
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    NodeSpec,
    SequenceSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.titles import Title, node_title
from blueprint_assistant.graph.types import fresh_default, object_type

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.graph.catalog import Catalog, EventInfo
    from blueprint_assistant.graph.model import Blueprint, Direction

__all__ = [
    "BadSpecError",
    "MemberReference",
    "Title",
    "UnknownVariableError",
    "is_ghost",
    "make_node",
    "member_reference",
    "node_class",
    "node_title",
    "spec_of",
]

_K2 = "/Script/BlueprintGraph.K2Node_"

MAX_SEQUENCE_OUTPUTS = 256


class BadSpecError(GraphError):
    """A spec that describes no node."""

    code = "bad_node"


class UnknownVariableError(GraphError):
    """The Blueprint has no such variable or component. `candidates` are the nearest."""

    code = "unknown_variable"

    def __init__(self, name: str, blueprint: str, candidates: tuple[str, ...]) -> None:
        """Say which Blueprint was looked at and what is near."""
        fix = f"Nearest: {', '.join(candidates)}." if candidates else "Add the variable first."
        super().__init__(f"{blueprint} has no variable or component '{name}'.", fix)
        self.candidates = candidates


def make_node(  # noqa: PLR0913 - what a node is made of; all but the spec by keyword
    spec: NodeSpec,
    *,
    owner: Blueprint,
    catalog: Catalog,
    name: str,
    new_guid: Callable[[], str],
    x: int = 0,
    y: int = 0,
) -> Node:
    """The node of a spec, as it stands in a graph of `owner` before anything is linked.

    `new_guid` gives 32 upper-case hexadecimal digits; it is called once for the node and once
    per pin, in pin order. Raises a GraphError when what the spec names does not exist.
    """
    guid = new_guid()
    build = _Build(owner, catalog, PinMaker(new_guid), guid)
    properties, pins = build.parts(spec)
    return Node(name, node_class(spec, catalog), guid, x, y, tuple(pins), properties)


def node_class(spec: NodeSpec, catalog: Catalog) -> str:
    """The class path of the node that a spec makes."""
    match spec:
        case EventSpec():
            return f"{_K2}Event"
        case CustomEventSpec():
            return f"{_K2}CustomEvent"
        case CallFunctionSpec(function):
            return f"{_K2}{call_node_class(catalog.function(function))}"
        case BranchSpec():
            return f"{_K2}IfThenElse"
        case SequenceSpec():
            return f"{_K2}ExecutionSequence"
        case VariableGetSpec():
            return f"{_K2}VariableGet"
        case VariableSetSpec():
            return f"{_K2}VariableSet"
        case _:
            assert_never(spec)


@dataclass(frozen=True, slots=True)
class _Build:
    """What the parts of a node are made from."""

    owner: Blueprint
    catalog: Catalog
    pin: PinMaker
    guid: str

    def parts(self, spec: NodeSpec) -> tuple[Properties, list[Pin]]:
        """The properties and pins of a spec's node."""
        match spec:
            case EventSpec(name):
                return self._event(name)
            case CustomEventSpec(name):
                return self._custom_event(name)
            case CallFunctionSpec(function):
                return call_node_parts(function, self.owner, self.catalog, self.pin)
            case BranchSpec():
                return (), self._branch()
            case SequenceSpec(outputs):
                return (), self._sequence(outputs)
            case VariableGetSpec(name):
                return self._variable_get(name)
            case VariableSetSpec(name):
                return self._variable_set(name)
            case _:
                assert_never(spec)

    def _event(self, name: str) -> tuple[Properties, list[Pin]]:
        event = _event_named(name, self.owner.parent_class, self.catalog)
        if event.opens_function:
            raise BadSpecError(
                f"'{event.display}' has outputs, so it is a function to override, not an event node.",
                "Override it as a function.",
            )
        parent = ObjectRef(event.class_path, "/Script/CoreUObject.Class")
        reference = format_reference(MemberReference(event.name, parent))
        properties = (("EventReference", reference), ("bOverrideFunction", "True"))
        pins = [self._delegate(reference), self.pin("then", "output", EXEC)]
        pins += [self.pin.of_parameter(item, "output") for item in event.parameters]
        return properties, pins

    def _custom_event(self, name: str) -> tuple[Properties, list[Pin]]:
        if not name.strip():
            raise BadSpecError("A custom event needs a name.", "Give it one.")
        owner = generated_class(self.owner, self.catalog)
        reference = format_reference(MemberReference(name, owner, self.guid))
        properties = (("CustomFunctionName", quote(name)),)
        return properties, [self._delegate(reference), self.pin("then", "output", EXEC)]

    def _delegate(self, reference: str) -> Pin:
        return self.pin("OutputDelegate", "output", PinType("delegate", member_reference=reference))

    def _branch(self) -> list[Pin]:
        then, otherwise = 'NSLOCTEXT("K2Node", "true", "true")', 'NSLOCTEXT("K2Node", "false", "false")'
        return [
            self.pin("execute", "input", EXEC),
            self.pin("Condition", "input", PinType("bool"), default="true"),
            self.pin("then", "output", EXEC, friendly_name=then),
            self.pin("else", "output", EXEC, friendly_name=otherwise),
        ]

    def _sequence(self, outputs: int) -> list[Pin]:
        if not 2 <= outputs <= MAX_SEQUENCE_OUTPUTS:  # noqa: PLR2004 - a sequence of one is no sequence
            raise BadSpecError(
                f"A Sequence cannot have {outputs} outputs.", f"Use 2 to {MAX_SEQUENCE_OUTPUTS}."
            )
        then = [self.pin(f"then_{number}", "output", EXEC) for number in range(outputs)]
        return [self.pin("execute", "input", EXEC), *then]

    def _variable_get(self, name: str) -> tuple[Properties, list[Pin]]:
        reference, pin_type = _variable(name, self.owner, self.catalog)
        pins = [
            self._value(reference.name, "output", pin_type),
            target_pin(self.pin, generated_class(self.owner, self.catalog), is_hidden=True),
        ]
        return (("VariableReference", format_reference(reference)),), pins

    def _variable_set(self, name: str) -> tuple[Properties, list[Pin]]:
        reference, pin_type = _variable(name, self.owner, self.catalog)
        pins = [
            self.pin("execute", "input", EXEC),
            self.pin("then", "output", EXEC),
            self._value(reference.name, "input", pin_type),
            self._value("Output_Get", "output", pin_type, tooltip=_OUTPUT_GET),
            target_pin(self.pin, generated_class(self.owner, self.catalog), is_hidden=True),
        ]
        return (("VariableReference", format_reference(reference)),), pins

    def _value(self, name: str, direction: Direction, pin_type: PinType, tooltip: str = "") -> Pin:
        default = fresh_default(pin_type, self.catalog)
        is_enum = pin_type.category == "byte" and pin_type.subcategory_object is not None
        return self.pin(
            name,
            direction,
            pin_type,
            default=default,
            autogenerated="" if is_enum else default,
            tooltip=tooltip,
        )


_OUTPUT_GET = "Retrieves the value of the variable, can use instead of a separate Get node"


def _event_named(name: str, class_path: str, catalog: Catalog) -> EventInfo:
    """The event with that C++ name, letter case ignored."""
    for event in catalog.events_of(class_path):
        if event.name.lower() == name.lower():
            return event
    # A spec has the C++ name; another spelling of it is an error that names it.
    near = catalog.find_event(name, class_path)
    raise UnknownEventError(name, object_path(class_path).rsplit(".", 1)[-1], (near.name,))


def _variable(name: str, owner: Blueprint, catalog: Catalog) -> tuple[MemberReference, PinType]:
    """The reference to a variable, component or inherited property, and its type."""
    variable = owner.find_variable(name)
    if variable is not None:
        return MemberReference(variable.name, guid=variable.guid, is_self=True), variable.type
    component = owner.find_component(name)
    if component is not None:
        return MemberReference(component.name, is_self=True), object_type(component.class_path)
    inherited = catalog.properties_of(owner.parent_class)
    for item in inherited:
        if item.name.lower() == name.lower():
            return MemberReference(item.name, is_self=True), item.type
    known = [*(v.name for v in owner.variables), *(c.name for c in owner.components)]
    near = nearest(name, [*known, *(item.name for item in inherited)])
    raise UnknownVariableError(name, owner.name, near or tuple(known[:8]))
