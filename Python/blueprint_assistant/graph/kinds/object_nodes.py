"""The parts of nodes that make, find or message objects, and of operators and text formats.

Part of `graph.kinds.node_factory`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from blueprint_assistant.graph.catalog.engine_catalog import UnknownFunctionError, subcategory_object
from blueprint_assistant.graph.catalog.pin_types import object_type
from blueprint_assistant.graph.kinds.async_tasks import ASYNC_TASKS
from blueprint_assistant.graph.kinds.call_nodes import COMPARISONS, PROMOTABLE, call_node_parts
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.fresh_pins import target_pin
from blueprint_assistant.graph.kinds.node_parts import WILDCARD, BadSpecError, indexed
from blueprint_assistant.graph.kinds.specs import (
    AsyncActionSpec,
    AsyncTaskSpec,
    ConstructObjectSpec,
    CreateWidgetSpec,
    FormatTextSpec,
    GetSubsystemSpec,
    InputKeyValueSpec,
    MessageSpec,
    OperatorSpec,
    ParentCallSpec,
    SpawnActorSpec,
)
from blueprint_assistant.graph.model.blueprint import EXEC, PinType
from blueprint_assistant.graph.model.object_references import (
    MemberReference,
    format_object,
    format_reference,
    quote,
)

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import FunctionInfo
    from blueprint_assistant.graph.kinds.node_parts import NodeDraft, Parts
    from blueprint_assistant.graph.kinds.specs import AnyCallSpec, AsyncTask
    from blueprint_assistant.graph.model.blueprint import ObjectRef, Pin, Properties

__all__ = ["call_parts"]

_OBJECT = "/Script/CoreUObject.Object"
_ACTOR = "/Script/Engine.Actor"
_USER_WIDGET = "/Script/UMG.UserWidget"
_PLAYER_CONTROLLER = "/Script/Engine.PlayerController"
_MATH = "/Script/Engine.KismetMathLibrary"
_GAMEPLAY_TASK = "/Script/GameplayTasks.GameplayTask"


def call_parts(spec: AnyCallSpec, make: NodeDraft) -> Parts:  # noqa: C901, PLR0912 - one case per kind
    """Properties and pins of a call or of a node like one. Raises a GraphError for what is not there."""
    match spec:
        case CallFunctionSpec(function):
            return call_node_parts(function, make.owner, make.catalog, make.pin)
        case MessageSpec(function):
            return _message(function, make)
        case ParentCallSpec(name, class_path):
            return _parent_call(name, class_path, make)
        case OperatorSpec(operation, function):
            return _operator(operation, function, make)
        case AsyncActionSpec(function):
            return _async_action(function, make)
        case AsyncTaskSpec(task):
            return _async_task(task, make)
        case FormatTextSpec(arguments):
            make.named(arguments, "Format Text", ("Format",))
            pins = [make.pin("Format", "input", PinType("text"))]
            pins.append(make.pin("Result", "output", PinType("text")))
            pins += [make.pin(name, "input", WILDCARD) for name in arguments]
            return indexed("PinNames", arguments), pins
        case InputKeyValueSpec(key):
            return _input_key_value(key, make)
        case SpawnActorSpec(class_path):
            return _spawn_actor(class_path, make)
        case ConstructObjectSpec(class_path):
            outer = make.pin("Outer", "input", object_type(_OBJECT))
            return (), [*_maker(_OBJECT, class_path, make), outer, *_exposed(class_path, make)]
        case CreateWidgetSpec(class_path):
            player = make.pin("OwningPlayer", "input", object_type(_PLAYER_CONTROLLER))
            return (), [*_maker(_USER_WIDGET, class_path, make), player, *_exposed(class_path, make)]
        case GetSubsystemSpec(class_path, from_player_controller):
            return _subsystem(class_path, make, from_player_controller=from_player_controller)
        case _:
            assert_never(spec)


# --- calls ---------------------------------------------------------------------------------------


def _known_function(path: str, make: NodeDraft) -> FunctionInfo:
    info = make.catalog.function(path)
    if info is None:
        near = make.catalog.find_function(path.rsplit(":", 1)[-1], path.rpartition(":")[0])
        raise UnknownFunctionError(path, (near.path,))
    return info


def _message(path: str, make: NodeDraft) -> Parts:
    """A call through an interface: its Target is any object."""
    info = _known_function(path, make)
    owner = make.catalog.class_info(info.class_path)
    if owner is None or not owner.is_interface:
        raise BadSpecError(f"{info.class_name} is no interface.", "Call the function itself instead.")
    target = target_pin(make.pin, make.class_ref(_OBJECT))
    pins = [make.exec_in(), make.exec_out(), replace(target, default_is_ignored=True)]
    pins += [
        make.pin.of_parameter(item, "input" if item.direction == "in" else "output")
        for item in info.parameters
    ]
    reference = MemberReference(info.name, subcategory_object("class", info.class_path))
    return (("FunctionReference", format_reference(reference)),), pins


def _parent_call(name: str, class_path: str, make: NodeDraft) -> Parts:
    """What the parent does. Its Target is hidden: it is always the object itself."""
    parent = make.owner.parent_class
    found = next((item for item in make.catalog.events_of(parent) if item.name.lower() == name.lower()), None)
    if found is None:
        raise BadSpecError(
            f"The parent class has no function '{name}' that can be overridden.",
            f"Call {name} itself: it is the only one.",
        )
    owner = make.class_ref(class_path or (found.class_path if found.opens_function else parent))
    pins = [make.exec_in(), make.exec_out(), target_pin(make.pin, owner, is_hidden=True)]
    for item in found.parameters:
        pin = make.pin.of_parameter(item, "input" if item.direction == "in" else "output")
        pins.append(replace(pin, default_is_ignored=False))
    return (("FunctionReference", format_reference(MemberReference(found.name, owner))),), pins


def _operator(operation: str, function: str, make: NodeDraft) -> Parts:
    """An operator as the palette places it: wildcards until the first link."""
    name = next((known for known in PROMOTABLE if known.lower() == operation.lower()), None)
    if name is None:
        raise BadSpecError(
            f"There is no operator '{operation}'.", f"Use one of: {', '.join(sorted(PROMOTABLE))}."
        )
    info = _known_function(function or f"{_MATH}:{name}_DoubleDouble", make)
    is_comparison = name in COMPARISONS
    pins = [make.pin("A", "input", WILDCARD), make.pin("B", "input", WILDCARD)]
    pins.append(make.pin("ReturnValue", "output", PinType("bool") if is_comparison else WILDCARD))
    if is_comparison:
        pins.append(make.pin("ErrorTolerance", "input", WILDCARD, is_hidden=True))
    reference = MemberReference(info.name, subcategory_object("class", info.class_path))
    properties = (
        ("OperationName", quote(name)),
        ("bDefaultsToPureFunc", "True"),
        ("FunctionReference", format_reference(reference)),
    )
    return properties, pins


def _input_key_value(key: str, make: NodeDraft) -> Parts:
    if key.lower() not in {known.lower() for known in make.catalog.keys}:
        raise BadSpecError(f"There is no key '{key}'.", "Name an axis key such as MouseX.")
    target = target_pin(make.pin, make.class_ref(_ACTOR), is_hidden=True)
    kind = PinType("struct", subcategory_object=subcategory_object("struct", "/Script/InputCore.Key"))
    pins = [
        replace(target, is_not_connectable=True),
        make.pin(
            "InputAxisKey",
            "input",
            replace(kind, is_const=True),
            default=key,
            autogenerated="",
            is_hidden=True,
        ),
        make.value("ReturnValue", "output", PinType("real", "float")),
    ]
    properties = (
        ("InputAxisKey", key),
        ("bDefaultsToPureFunc", "True"),
        ("bIsConstFunc", "True"),
        ("FunctionReference", format_reference(MemberReference("GetInputAxisKeyValue", is_self=True))),
    )
    return properties, pins


# --- async actions -------------------------------------------------------------------------------


def _async_action(path: str, make: NodeDraft) -> Parts:
    info = _known_function(path, make)
    proxy = _proxy_class(info, make)
    factory = make.class_ref(info.class_path)
    properties: Properties = (
        ("ProxyFactoryFunctionName", quote(info.name)),
        ("ProxyFactoryClass", format_object(factory)),
        ("ProxyClass", format_object(make.class_ref(proxy))),
    )
    return properties, [make.exec_in(), make.exec_out(), *_async_outputs(proxy, make), *_inputs(info, make)]


def _async_task(task: AsyncTask, make: NodeDraft) -> Parts:
    info = ASYNC_TASKS[task]
    inputs = (
        _inputs(_known_function(info.function, make), make)
        if info.function
        else [make.pin.of_parameter(item, "input") for item in info.inputs]
    )
    return (), [make.exec_in(), make.exec_out(), *_async_outputs(info.proxy, make), *inputs]


def _proxy_class(info: FunctionInfo, make: NodeDraft) -> str:
    """The class whose delegates are the outputs: that of the object which the function returns."""
    returned = next((item.type for item in info.parameters if item.direction == "return"), None)
    ref = returned.subcategory_object if returned is not None else None
    if not info.is_async_factory or ref is None or not make.catalog.delegates_of(ref.path):
        raise BadSpecError(f"{info.short_name} starts no async action.", "Call it as a function instead.")
    if make.catalog.is_child_of(ref.path, _GAMEPLAY_TASK):
        raise BadSpecError(
            f"{info.short_name} starts a gameplay task, which has a node of its own.",
            "Search the node menu for it.",
        )
    return ref.path


def _async_outputs(proxy: str, make: NodeDraft) -> list[Pin]:
    """One exec output per delegate, then what the delegates hand over, each name once."""
    delegates = make.catalog.delegates_of(proxy)
    name = proxy.rsplit(".", 1)[-1]
    pins = [
        make.pin(
            item.name,
            "output",
            EXEC,
            friendly_name=f'NSLOCTEXT("UObjectDisplayNames", "{name}:{item.name}", {quote(item.name)})',
        )
        for item in delegates
    ]
    handed_over = {item.name: item.type for delegate in delegates for item in delegate.parameters}
    return [*pins, *(make.pin(name, "output", kind) for name, kind in handed_over.items())]


def _inputs(info: FunctionInfo, make: NodeDraft) -> list[Pin]:
    return [
        make.pin.of_parameter(
            item, "input", is_hidden=item.name in info.hidden_pins or item.name == info.world_context
        )
        for item in info.parameters
        if item.direction == "in"
    ]


# --- makers of objects ---------------------------------------------------------------------------


def _maker(base: str, class_path: str, make: NodeDraft) -> list[Pin]:
    """`Class` and the object that comes out: of the chosen class, or of the base until one is."""
    chosen = make.class_ref(class_path, base) if class_path else None
    kind = PinType("class", subcategory_object=subcategory_object("class", base))
    made = object_type(base) if chosen is None else PinType("object", subcategory_object=chosen)
    return [
        make.exec_in(),
        make.exec_out(),
        make.pin("Class", "input", kind, default_object="" if chosen is None else chosen.path),
        make.pin("ReturnValue", "output", made),
    ]


def _spawn_actor(class_path: str, make: NodeDraft) -> Parts:
    transform = subcategory_object("struct", "/Script/CoreUObject.Transform")
    pins = [
        *_maker(_ACTOR, class_path, make),
        make.pin("SpawnTransform", "input", PinType("struct", subcategory_object=transform)),
        _choice("CollisionHandlingOverride", "ESpawnActorCollisionHandlingMethod", "Undefined", make),
        replace(
            _choice("TransformScaleMethod", "ESpawnActorScaleMethod", "MultiplyWithRoot", make),
            is_advanced=True,
        ),
        make.pin("Owner", "input", object_type(_ACTOR), is_advanced=True),
    ]
    if class_path:
        # The one variable that every actor exposes on spawn.
        pawn = replace(object_type("/Script/Engine.Pawn"), is_uobject_wrapper=True)
        pins.append(make.pin("Instigator", "input", pawn, autogenerated="None"))
        pins += _exposed(class_path, make)
    return (("AdvancedPinDisplay", "Hidden"),), pins


def _exposed(class_path: str, make: NodeDraft) -> list[Pin]:
    """The variables of a Blueprint class that are exposed on spawn."""
    found = make.catalog.exposed_on_spawn(class_path) if class_path else ()
    return [make.value(item.name, "input", item.type) for item in found]


def _choice(name: str, enum: str, default: str, make: NodeDraft) -> Pin:
    kind = PinType("byte", subcategory_object=subcategory_object("byte", f"/Script/Engine.{enum}"))
    return make.pin(name, "input", kind, default=default, autogenerated="")


def _subsystem(class_path: str, make: NodeDraft, *, from_player_controller: bool) -> Parts:
    target: ObjectRef = make.class_ref(class_path)
    made = make.pin("ReturnValue", "output", PinType("object", subcategory_object=target))
    pins = [made]
    if from_player_controller:
        pins = [make.pin("PlayerController", "input", object_type(_PLAYER_CONTROLLER)), made]
    return (("CustomClass", format_object(target)),), pins
