"""The parts of entries into a graph: events, input nodes, function entries and results.

Part of `graph.kinds.node_factory`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from blueprint_assistant.graph.catalog.engine_catalog import (
    UnknownEventError,
    object_path,
    subcategory_object,
)
from blueprint_assistant.graph.catalog.own_events import events_for, find_event_for
from blueprint_assistant.graph.catalog.pin_types import object_type
from blueprint_assistant.graph.kinds.common_specs import CustomEventSpec, EventSpec
from blueprint_assistant.graph.kinds.node_classes import is_vector_key
from blueprint_assistant.graph.kinds.node_parts import BadSpecError, near, signature_reference
from blueprint_assistant.graph.kinds.specs import (
    ComponentEventSpec,
    EnhancedInputActionSpec,
    FunctionEntrySpec,
    FunctionResultSpec,
    InputActionSpec,
    InputAxisSpec,
    InputKeyAxisSpec,
    InputKeySpec,
)
from blueprint_assistant.graph.model.blueprint import EXEC, ObjectRef, PinType
from blueprint_assistant.graph.model.object_references import (
    MemberReference,
    format_object,
    format_reference,
    quote,
)
from blueprint_assistant.graph.model.pin_type_text import format_pin_type

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, EventInfo, ParameterInfo
    from blueprint_assistant.graph.kinds.node_parts import NodeDraft, Parts
    from blueprint_assistant.graph.kinds.specs import AnyEventSpec, InputValue
    from blueprint_assistant.graph.model.blueprint import Blueprint, Direction, Pin

__all__ = ["USER_PIN", "event_parts", "input_value_type"]

_KEY = PinType("struct", subcategory_object=subcategory_object("struct", "/Script/InputCore.Key"))
_ENGINE = ObjectRef("/Script/Engine", "/Script/CoreUObject.Package")
_INPUT_ACTION = "/Script/EnhancedInput.InputAction"
_ACTION_VALUE = "/Script/EnhancedInput.InputActionValue"
_VECTOR = "/Script/CoreUObject.Vector"
USER_PIN = "CustomProperties UserDefinedPin"
_PHASES = ("Triggered", "Started", "Ongoing", "Canceled", "Completed")


def event_parts(spec: AnyEventSpec, make: NodeDraft) -> Parts:  # noqa: C901 - one case per kind
    """Properties and pins of an entry. Raises a GraphError for what is not there."""
    match spec:
        case EventSpec(name):
            return _event(name, make)
        case CustomEventSpec():
            return _custom_event(spec, make)
        case ComponentEventSpec(component, delegate):
            return _component_event(component, delegate, make)
        case InputKeySpec(key, is_debug):
            return (("InputKey", _key_name(key, make)),), _key_pins(make, is_debug=is_debug)
        case InputKeyAxisSpec(key):
            return _key_axis(_key_name(key, make), make)
        case InputActionSpec(name):
            return (("InputActionName", quote(name)),), _key_pins(make, is_debug=False)
        case InputAxisSpec(name):
            properties = (("InputAxisName", quote(name)),)
            return _axis_event(f"InpAxisEvt_{name}", PinType("real", "float"), properties, make)
        case EnhancedInputActionSpec(action, value):
            return _enhanced_input(action, value, make)
        case FunctionEntrySpec(name, class_path):
            parameters = _function_parameters(name, class_path, make)
            pins = [make.exec_out(), *_ends(parameters, make, "in", "output")]
            return _function_properties(name, class_path), pins
        case FunctionResultSpec(name, class_path):
            parameters = _function_parameters(name, class_path, make)
            pins = [make.exec_in(), *_ends(parameters, make, "out", "input")]
            return _function_properties(name, class_path), pins
        case _:
            assert_never(spec)


def _event(name: str, make: NodeDraft) -> Parts:
    event = _event_named(name, make.owner, make.catalog)
    if event.opens_function:
        raise BadSpecError(
            f"'{event.display}' has outputs, so it is a function to override, not an event node.",
            "Override it as a function.",
        )
    parent = subcategory_object("class", event.class_path)
    reference = format_reference(MemberReference(event.name, parent))
    properties = (("EventReference", reference), ("bOverrideFunction", "True"))
    pins = [_delegate(reference, make), make.exec_out()]
    return properties, [*pins, *(make.pin.of_parameter(item, "output") for item in event.parameters)]


def _event_named(name: str, owner: Blueprint, catalog: Catalog) -> EventInfo:
    """The event with that C++ name, letter case ignored."""
    for event in events_for(owner, catalog):
        if event.name.lower() == name.lower():
            return event
    # A spec has the C++ name; another spelling of it is an error that names it.
    found = find_event_for(name, owner, catalog)
    raise UnknownEventError(name, object_path(owner.parent_class).rsplit(".", 1)[-1], (found.name,))


def _custom_event(spec: CustomEventSpec, make: NodeDraft) -> Parts:
    """Each input stands twice: as a pin, and as the line that declares it (notes on pasting 5)."""
    if not spec.name.strip():
        raise BadSpecError("A custom event needs a name.", "Give it one.")
    names = make.named([item.name for item in spec.inputs], "custom event", ("OutputDelegate", "then"))
    reference = format_reference(MemberReference(spec.name, make.own_class(), make.guid))
    flags = (("FunctionFlags", str(spec.flags)),) if spec.flags else ()
    declared = tuple((USER_PIN, _declaration(item.name, item.type)) for item in spec.inputs)
    pins = [make.value(name, "output", item.type) for name, item in zip(names, spec.inputs, strict=True)]
    properties = (("CustomFunctionName", quote(spec.name)), *flags, *declared)
    return properties, [_delegate(reference, make), make.exec_out(), *pins]


def _declaration(name: str, kind: PinType) -> str:
    return f"(PinName={quote(name)},PinType={format_pin_type(kind)},DesiredPinDirection=EGPD_Output)"


def _delegate(reference: str, make: NodeDraft) -> Pin:
    return make.pin("OutputDelegate", "output", PinType("delegate", member_reference=reference))


def _bound_pins(function: str, make: NodeDraft) -> list[Pin]:
    """The pins of an event that the editor names itself."""
    return [
        _delegate(format_reference(MemberReference(function, make.own_class())), make),
        make.exec_out(),
    ]


def _component_event(component: str, name: str, make: NodeDraft) -> Parts:
    class_path = _component_class(component, make)
    delegate = make.catalog.delegate(class_path, name)
    if delegate is None:
        known = [item.name for item in make.catalog.delegates_of(class_path)]
        raise BadSpecError(
            f"{class_path.rsplit('.', 1)[-1]} has no event '{name}'.",
            f"Nearest: {', '.join(near(name, known)) or 'none'}.",
        )
    signature = delegate.signature.rsplit(".", 1)[-1]
    function = f"BndEvt__{make.owner.name}_{component}_{make.name}_{signature}"
    properties = (
        ("DelegatePropertyName", quote(delegate.name)),
        ("DelegateOwnerClass", format_object(make.class_ref(delegate.class_path))),
        ("ComponentPropertyName", quote(component)),
        ("EventReference", signature_reference(delegate.signature)),
        ("bInternalEvent", "True"),
        ("CustomFunctionName", quote(function)),
    )
    pins = _bound_pins(function, make)
    return properties, [*pins, *(make.pin.of_parameter(item, "output") for item in delegate.parameters)]


def _component_class(name: str, make: NodeDraft) -> str:
    """The class of a component, or of a variable that holds an object (widgets are such)."""
    component = make.owner.find_component(name)
    if component is not None:
        return component.class_path
    variable = make.owner.find_variable(name)
    types = [variable.type] if variable is not None else []
    inherited = make.catalog.properties_of(make.owner.parent_class)
    types += [item.type for item in inherited if item.name.lower() == name.lower()]
    for pin_type in types:
        if pin_type.category == "object" and pin_type.subcategory_object is not None:
            return pin_type.subcategory_object.path
    known = [item.name for item in make.owner.components]
    raise BadSpecError(
        f"{make.owner.name} has no component '{name}'.", f"It has: {', '.join(near(name, known)) or 'none'}."
    )


def _key_name(key: str, make: NodeDraft) -> str:
    found = next((known for known in make.catalog.keys if known.lower() == key.lower()), None)
    if found is not None:
        return found
    raise BadSpecError(f"There is no key '{key}'.", f"Nearest: {', '.join(near(key, make.catalog.keys))}.")


def _key_pins(make: NodeDraft, *, is_debug: bool) -> list[Pin]:
    pins = [make.exec_out("Pressed"), make.exec_out("Released")]
    pins.append(make.pin("Key", "output", _KEY, default="None"))
    if is_debug:
        value = PinType("struct", subcategory_object=subcategory_object("struct", _ACTION_VALUE))
        pins.append(make.pin("ActionValue", "output", value))
    return pins


def _key_axis(key: str, make: NodeDraft) -> Parts:
    value = PinType("struct", subcategory_object=subcategory_object("struct", _VECTOR))
    properties = (("AxisKey", key),)
    return _axis_event(
        f"InpAxisKeyEvt_{key}", value if is_vector_key(key) else PinType("real", "float"), properties, make
    )


def _axis_event(
    prefix: str, value: PinType, properties: tuple[tuple[str, str], ...], make: NodeDraft
) -> Parts:
    function = f"{prefix}_{make.name}"
    event = (
        ("EventReference", f"(MemberParent={format_object(_ENGINE)})"),
        ("CustomFunctionName", quote(function)),
    )
    return (*properties, *event), [*_bound_pins(function, make), make.value("AxisValue", "output", value)]


def input_value_type(value: InputValue) -> PinType:
    """The type of an input action's value."""
    match value:
        case "bool":
            return PinType("bool")
        case "axis1d":
            return PinType("real", "double")
        case "axis2d":
            path = "/Script/CoreUObject.Vector2D"
        case "axis3d":
            path = _VECTOR
        case _:
            assert_never(value)
    return PinType("struct", subcategory_object=subcategory_object("struct", path))


def _enhanced_input(action: str, value: InputValue, make: NodeDraft) -> Parts:
    path = object_path(action)
    name = path.rsplit(".", 1)[-1].rsplit("/", 1)[-1]
    path = path if "." in path.rsplit("/", 1)[-1] else f"{path}.{name}"
    if not path.startswith("/"):
        raise BadSpecError(f"'{action}' is no path of an Input Action.", "Write /Game/Input/IA_Jump.IA_Jump.")
    phases = [make.pin(phase, "output", EXEC, is_advanced=phase != "Triggered") for phase in _PHASES]
    real = PinType("real", "double")
    pins = [
        *phases,
        make.value("ActionValue", "output", input_value_type(value)),
        make.pin("ElapsedSeconds", "output", real, is_advanced=True),
        make.pin("TriggeredSeconds", "output", real, is_advanced=True),
        make.pin(
            "InputAction",
            "output",
            object_type(_INPUT_ACTION),
            default=name,
            autogenerated="",
            default_object=path,
        ),
    ]
    reference = format_object(ObjectRef(path, _INPUT_ACTION))
    return (("InputAction", reference), ("AdvancedPinDisplay", "Hidden")), pins


def _function_properties(name: str, class_path: str) -> tuple[tuple[str, str], ...]:
    parent = subcategory_object("class", object_path(class_path))
    reference = ("FunctionReference", format_reference(MemberReference(name, parent)))
    return (reference,) if parent is not None else (reference, ("bIsEditable", "True"))


def _function_parameters(name: str, class_path: str, make: NodeDraft) -> tuple[ParameterInfo, ...]:
    """The signature of the overridden function; a new function has no parameters yet."""
    if not name.strip():
        raise BadSpecError("A function needs a name.", "Give it one.")
    if not class_path:
        return ()
    events = make.catalog.events_of(class_path)
    event = next((item for item in events if item.name.lower() == name.lower()), None)
    if event is not None:
        return event.parameters
    function = make.catalog.function(f"{object_path(class_path)}:{name}")
    if function is None:
        raise BadSpecError(
            f"{object_path(class_path)} has no function '{name}' that is known here.",
            "Leave the class out for a function of the Blueprint's own.",
        )
    return function.parameters


def _ends(
    parameters: tuple[ParameterInfo, ...], make: NodeDraft, given: str, direction: Direction
) -> list[Pin]:
    """The parameters of one side, seen from inside the function."""
    is_result = given == "out"
    chosen = [item for item in parameters if (item.direction != "in") == is_result]
    pins = [make.pin.of_parameter(item, direction) for item in chosen]
    # A result shows no enumerator either: nothing was chosen yet.
    return [replace(pin, default_is_ignored=False) for pin in pins]
