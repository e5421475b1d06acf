"""The parts of nodes that use variables and event dispatchers, of the Blueprint itself or another class.

Part of `graph.kinds.node_factory`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.engine_catalog import subcategory_object
from blueprint_assistant.graph.catalog.name_lookup import near_names, spaced, without_b
from blueprint_assistant.graph.catalog.pin_types import object_type
from blueprint_assistant.graph.kinds.call_nodes import own_entry
from blueprint_assistant.graph.kinds.common_specs import VariableGetSpec, VariableSetSpec
from blueprint_assistant.graph.kinds.fresh_pins import target_pin
from blueprint_assistant.graph.kinds.node_parts import BadSpecError, near, signature_reference
from blueprint_assistant.graph.kinds.specs import (
    CreateDelegateSpec,
    DelegateSpec,
    LocalVariableGetSpec,
    LocalVariableSetSpec,
    OtherVariableGetSpec,
    OtherVariableSetSpec,
    ValidatedGetSpec,
)
from blueprint_assistant.graph.model.blueprint import ObjectRef, PinType
from blueprint_assistant.graph.model.object_references import MemberReference, format_reference, quote

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import PropertyInfo
    from blueprint_assistant.graph.kinds.node_parts import NodeDraft, Parts
    from blueprint_assistant.graph.kinds.specs import AnyMemberSpec
    from blueprint_assistant.graph.model.blueprint import Pin, Properties

__all__ = ["UnknownVariableError", "member_parts"]

_OUTPUT_GET = "Retrieves the value of the variable, can use instead of a separate Get node"
_OBJECT = "/Script/CoreUObject.Object"
_SHOWN = 8


class UnknownVariableError(GraphError):
    """The Blueprint has no such variable or component. `candidates` are the nearest."""

    code = "unknown_variable"

    def __init__(
        self,
        name: str,
        blueprint: str,
        candidates: tuple[str, ...],
        otherwise: str = "Add the variable first.",
    ) -> None:
        """Say which Blueprint was looked at and what is near, or `otherwise` what to do."""
        fix = f"Nearest: {', '.join(candidates)}." if candidates else otherwise
        super().__init__(f"{blueprint} has no variable or component '{name}'.", fix)
        self.candidates = candidates


@dataclass(frozen=True, slots=True)
class _Variable:
    """A variable as its nodes show it. `target` is the class on the Target pin, none for locals.

    `is_inherited` says that the node's own Blueprint has the variable too, from a parent class.
    """

    reference: MemberReference
    type: PinType
    target: ObjectRef | None
    is_own: bool = True
    label: str = ""
    is_inherited: bool = False

    @property
    def properties(self) -> Properties:
        reference = ("VariableReference", format_reference(self.reference))
        # Not written where the Blueprint derives from the variable's class (clipboard texts).
        if self.is_own or self.is_inherited:
            return (reference,)
        return (reference, ("SelfContextInfo", "NotSelfContext"))


def member_parts(spec: AnyMemberSpec, make: NodeDraft) -> Parts:
    """Properties and pins of a member's node. Raises a GraphError for what is not there."""
    match spec:
        case VariableGetSpec(name):
            return _get(_own_variable(name, make), make)
        case VariableSetSpec(name):
            return _set(_own_variable(name, make), make)
        case OtherVariableGetSpec(class_path, name, pin_type):
            return _get(_other_variable(class_path, name, pin_type, make), make)
        case OtherVariableSetSpec(class_path, name, pin_type):
            return _set(_other_variable(class_path, name, pin_type, make), make)
        case ValidatedGetSpec(name, class_path, pin_type):
            variable = (
                _other_variable(class_path, name, pin_type, make) if class_path else _own_variable(name, make)
            )
            return _validated_get(variable, make)
        case LocalVariableGetSpec(function, name, pin_type):
            return _get(_local_variable(function, name, pin_type), make)
        case LocalVariableSetSpec(function, name, pin_type):
            return _set(_local_variable(function, name, pin_type), make)
        case DelegateSpec():
            return _dispatcher(spec, make)
        case CreateDelegateSpec(function):
            return _create_delegate(function, make)
        case _:
            assert_never(spec)


# --- variables -----------------------------------------------------------------------------------


def _get(variable: _Variable, make: NodeDraft) -> Parts:
    value = make.value(variable.reference.name, "output", variable.type, friendly_name=variable.label)
    return variable.properties, [value, *_target(variable, make)]


def _set(variable: _Variable, make: NodeDraft) -> Parts:
    name, kind, label = variable.reference.name, variable.type, variable.label
    pins = [
        make.exec_in(),
        make.exec_out(),
        make.value(name, "input", kind, friendly_name=label),
        make.value("Output_Get", "output", kind, tooltip=_OUTPUT_GET, friendly_name=label),
    ]
    return variable.properties, [*pins, *_target(variable, make)]


def _validated_get(variable: _Variable, make: NodeDraft) -> Parts:
    if variable.type.category not in ("object", "class", "softobject", "softclass", "interface"):
        raise BadSpecError(
            f"'{variable.reference.name}' is no reference, so it is always valid.", "Get it without a check."
        )
    pins = [
        make.exec_in(),
        make.exec_out("then", 'NSLOCTEXT("K2Node", "Valid", "Is Valid")'),
        make.exec_out("else", 'NSLOCTEXT("K2Node", "Invalid", "Is Not Valid")'),
    ]
    properties, value_and_target = _get(variable, make)
    return (("CurrentVariation", "ValidatedObject"), *properties), [*pins, *value_and_target]


def _target(variable: _Variable, make: NodeDraft) -> list[Pin]:
    if variable.target is None:
        return []
    return [target_pin(make.pin, variable.target, is_hidden=variable.is_own)]


def _own_variable(name: str, make: NodeDraft) -> _Variable:
    """A variable or component of the Blueprint, or a property that it inherits."""
    owner = make.owner
    own = make.own_class()
    variable = owner.find_variable(name)
    if variable is not None:
        reference = MemberReference(variable.name, guid=variable.guid, is_self=True)
        return _Variable(reference, variable.type, own)
    component = owner.find_component(name)
    if component is not None:
        reference = MemberReference(component.name, is_self=True)
        return _Variable(reference, object_type(component.class_path), own)
    found = _property(owner.parent_class, name, make)
    if found is None:
        raise _unknown(name, make)
    class_path, item = found
    return replace(
        _of_property(class_path, item, make), reference=MemberReference(item.name, is_self=True), is_own=True
    )


def _unknown(name: str, make: NodeDraft) -> UnknownVariableError:
    owner = make.owner
    known = [*(v.name for v in owner.variables), *(c.name for c in owner.components)]
    inherited = [item.name for item in make.catalog.properties_of(owner.parent_class)]
    has = f"It has {', '.join(known[:_SHOWN])}." if known else "Add the variable first."
    return UnknownVariableError(name, owner.name, near_names(name, [*known, *inherited]), has)


def _property(class_path: str, name: str, make: NodeDraft) -> tuple[str, PropertyInfo] | None:
    """The property of that name and the class that declares it."""
    for path in make.catalog.ancestors(class_path):
        for item in make.catalog.own_properties(path):
            if item.name.lower() == name.lower():
                return path, item
    return None


def _of_property(class_path: str, item: PropertyInfo, make: NodeDraft) -> _Variable:
    # Objects are held by TObjectPtr in UE 5 classes, which their pins tell (clipboard texts).
    kind = replace(item.type, is_uobject_wrapper=item.type.category in ("object", "class"))
    target = make.class_ref(class_path)
    shown = spaced(without_b(item.name) if item.type.category == "bool" else item.name)
    label = f'NSLOCTEXT("UObjectDisplayNames", {quote(f"{target.name}:{item.name}")}, {quote(shown)})'
    return _Variable(MemberReference(item.name, target), kind, target, is_own=False, label=label)


def _other_variable(class_path: str, name: str, pin_type: PinType | None, make: NodeDraft) -> _Variable:
    found = _property(class_path, name, make)
    if found is not None:
        is_inherited = make.catalog.is_child_of(make.owner.parent_class, found[0])
        return replace(_of_property(*found, make), is_inherited=is_inherited)
    target = make.class_ref(class_path)
    if pin_type is None:
        known = [item.name for item in make.catalog.properties_of(target.path)]
        otherwise = (
            f"{target.name} is a class of the engine: keep it in a variable of this Blueprint."
            if target.path.startswith("/Script/")
            else f"Add it to {target.name}: add_variable."
        )
        raise UnknownVariableError(name, target.name, near_names(name, known), otherwise)
    if not name.strip():
        raise BadSpecError(f"The variable of '{target.name}' has no name.", "Give it.")
    return _Variable(MemberReference(name, target), pin_type, target, is_own=False)


def _local_variable(function: str, name: str, pin_type: PinType | None) -> _Variable:
    if pin_type is None:
        raise BadSpecError(f"The type of the local variable '{name}' is not known.", "Give it.")
    if not name.strip() or not function.strip():
        raise BadSpecError("A local variable has a name and a function that it is of.", "Give both.")
    return _Variable(MemberReference(name, scope=function), pin_type, None)


# --- event dispatchers ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Dispatcher:
    """An event dispatcher: how nodes refer to it, on which class, with which signature and pins."""

    reference: MemberReference
    target: ObjectRef
    signature: str
    parameters: tuple[Pin, ...]


def _dispatcher(spec: DelegateSpec, make: NodeDraft) -> Parts:
    found = _other_dispatcher(spec, make) if spec.class_path else _own_dispatcher(spec.delegate, make)
    target = make.pin(
        "self",
        "input",
        PinType("object", subcategory_object=found.target),
        friendly_name='NSLOCTEXT("K2Node", "BaseMCDelegateSelfPinName", "Target")',
    )
    pins = [make.exec_in(), make.exec_out(), target]
    if spec.action == "call":
        pins += found.parameters
    elif spec.action != "clear":
        kind = PinType("delegate", member_reference=found.signature, is_reference=True, is_const=True)
        label = 'NSLOCTEXT("K2Node", "PinFriendlyDelegatetName", "Event")'
        pins.append(make.pin("Delegate", "input", kind, friendly_name=label))
    return (("DelegateReference", format_reference(found.reference)),), pins


def _other_dispatcher(spec: DelegateSpec, make: NodeDraft) -> _Dispatcher:
    info = make.catalog.delegate(spec.class_path, spec.delegate)
    if info is None:
        known = [item.name for item in make.catalog.delegates_of(spec.class_path)]
        raise BadSpecError(
            f"{spec.class_path.rsplit('.', 1)[-1]} has no event dispatcher '{spec.delegate}' known here.",
            f"Nearest: {', '.join(near(spec.delegate, known)) or 'none'}.",
        )
    target = make.class_ref(info.class_path)
    parameters = (
        tuple(make.pin.of_parameter(item, "input") for item in info.parameters)
        if spec.action == "call"
        else ()
    )
    reference = MemberReference(info.name, target)
    return _Dispatcher(reference, target, signature_reference(info.signature), parameters)


def _own_dispatcher(name: str, make: NodeDraft) -> _Dispatcher:
    variable = make.owner.find_variable(name)
    if variable is None or variable.type.category != "mcdelegate":
        known = [item.name for item in make.owner.variables if item.type.category == "mcdelegate"]
        raise BadSpecError(
            f"{make.owner.name} has no event dispatcher '{name}'.",
            f"It has: {', '.join(near(name, known)) or 'none'}.",
        )
    target = make.own_class()
    signature = MemberReference(f"{variable.name}__DelegateSignature", target)
    reference = MemberReference(variable.name, guid=variable.guid, is_self=True)
    parameters = _signature_pins(variable.name, make)
    return _Dispatcher(reference, target, format_reference(signature), parameters)


def _signature_pins(name: str, make: NodeDraft) -> tuple[Pin, ...]:
    """The parameters that the dispatcher's own graph declares at its entry."""
    graph = next(
        (g for g in make.owner.graphs if g.kind == "delegate" and g.name.lower() == name.lower()), None
    )
    entries = graph.nodes if graph is not None else ()
    return tuple(
        make.value(pin.name, "input", pin.type)
        for node in entries
        if node.class_name == "K2Node_FunctionEntry"
        for pin in node.pins
        if pin.direction == "output" and not pin.is_exec
    )


def _create_delegate(function: str, make: NodeDraft) -> Parts:
    pins = [
        make.pin(
            "self",
            "input",
            PinType("object", subcategory_object=subcategory_object("object", _OBJECT)),
            friendly_name='NSLOCTEXT("K2Node", "CreateDelegate_ObjectInputName", "Object")',
        ),
        make.pin(
            "OutputDelegate",
            "output",
            PinType("delegate"),
            friendly_name='NSLOCTEXT("K2Node", "CreateDelegate_DelegateOutName", "Event")',
        ),
    ]
    if not function:
        return (), pins
    entry = own_entry(make.owner, function)
    guid = entry[0].guid if entry is not None and entry[0].class_name == "K2Node_CustomEvent" else ""
    chosen: Properties = (("SelectedFunctionName", quote(function)),)
    return (*chosen, ("SelectedFunctionGuid", guid)) if guid else chosen, pins
