"""Events that a model names: of the class, of a component, own ones, of input. Part of `node_resolution`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, get_args

from blueprint_assistant.actions.names.input_actions import find_input_action
from blueprint_assistant.actions.names.input_keys import keys_named
from blueprint_assistant.actions.names.parameter_lists import read_parameters
from blueprint_assistant.actions.names.variable_choice import match_variable
from blueprint_assistant.actions.nodes.node_scope import BadNodeError, needed
from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.graph.catalog.callables import callables_of, custom_event_names
from blueprint_assistant.graph.catalog.engine_catalog import (
    AmbiguousNameError,
    UnknownEventError,
)
from blueprint_assistant.graph.catalog.key_names import is_axis_key
from blueprint_assistant.graph.catalog.name_lookup import fold, likeness
from blueprint_assistant.graph.catalog.own_events import find_event_for
from blueprint_assistant.graph.kinds.common_specs import CustomEventSpec, EventSpec
from blueprint_assistant.graph.kinds.specs import (
    ComponentEventSpec,
    EnhancedInputActionSpec,
    InputActionSpec,
    InputAxisSpec,
    InputKeyAxisSpec,
    InputKeySpec,
    InputKeyValueSpec,
    InputValue,
)
from blueprint_assistant.graph.model.blueprint import FunctionFlag

if TYPE_CHECKING:
    from blueprint_assistant.actions.nodes.node_fields import NodeFields
    from blueprint_assistant.actions.nodes.node_scope import NodeScope
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Parameter

__all__ = [
    "NoSuchEventError",
    "component_event",
    "custom_event",
    "debug_key",
    "event",
    "event_of_own_name",
    "input_action",
    "input_action_mapping",
    "input_axis_mapping",
    "input_key",
    "input_key_value",
]

_VALUES: Final[dict[str, InputValue]] = {
    **{str(value): value for value in get_args(InputValue)},
    "boolean": "bool",
    "digital": "bool",
    "float": "axis1d",
    "double": "axis1d",
    "vector2d": "axis2d",
    "vector": "axis3d",
}
_EVENT_FLAGS: Final = (
    FunctionFlag.BLUEPRINT_CALLABLE | FunctionFlag.BLUEPRINT_EVENT | FunctionFlag.PUBLIC | FunctionFlag.NET
)
_REPLICATIONS: Final[dict[str, FunctionFlag]] = {
    **dict.fromkeys(("", "none", "notreplicated", "no", "false"), FunctionFlag(0)),
    **dict.fromkeys(("server", "runonserver"), FunctionFlag.NET_SERVER),
    **dict.fromkeys(("client", "runonowningclient", "owningclient", "runonclient"), FunctionFlag.NET_CLIENT),
    **dict.fromkeys(("multicast", "netmulticast", "all"), FunctionFlag.NET_MULTICAST),
}
_NET: Final = (
    FunctionFlag.NET
    | FunctionFlag.NET_RELIABLE
    | FunctionFlag.NET_SERVER
    | FunctionFlag.NET_CLIENT
    | FunctionFlag.NET_MULTICAST
)
_LIKE: Final = 0.75
"""From here on a name is that of an event with a slip of the pen."""
_INPUT_ACTION: Final = "/Script/EnhancedInput.InputAction"


class NoSuchEventError(ToolError):
    """The parent class has no event of that name."""

    code = "unknown_event"


def event(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    """An event of the parent class; of the one component that has it; or an own one that is there."""
    if fields.component_name:
        return component_event(fields, scope)
    text = fields.event_name or fields.function_name or needed(fields, "event_name")
    try:
        found = find_event_for(text, scope.owner, scope.catalog)
    except UnknownEventError as error:
        own = _own_event(text, scope)
        if own is not None:
            return own
        components = _components_with(text, scope)
        if len(components) == 1:
            return components[0]
        if components:
            names = ", ".join(item.component for item in components)
            raise NoSuchEventError(
                f"'{text}' is an event of several components of {scope.owner.name}.",
                f"Give component_name, one of: {names}.",
            ) from error
        hint = f"{error.fix} For an event of your own use node_type CustomEvent."
        raise NoSuchEventError(error.what, hint) from error
    if found.opens_function:
        raise BadNodeError(
            f"{found.display} returns a value, so it is overridden as a function, not as an event node.",
            "Choose an event without outputs.",
        )
    return EventSpec(found.name)


def event_of_own_name(fields: NodeFields, scope: NodeScope, unknown: NoSuchEventError) -> AnyNodeSpec:
    """The custom event that an Event of a name means which no class of the engine has, nor nearly.

    Raises the error that says so for all others: such an event would never run by itself.
    """
    text = fields.event_name or fields.function_name
    events = scope.catalog.events_of(scope.owner.parent_class)
    is_slip = any(likeness(text, item.name) >= _LIKE for item in events)
    if fields.component_name or is_slip or scope.catalog.knows_event(text):
        raise unknown
    return custom_event(fields, scope)


def custom_event(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    """A custom event, with inputs and replication: such a one can only be pasted."""
    name = fields.event_name or fields.function_name or needed(fields, "event_name")
    inputs = tuple(read_parameters(scope.context, fields.inputs or fields.names, "inputs"))
    flags = _replication(fields)
    own = _own_event(name, scope)
    if own is not None:
        _refuse_other_signature(own.name, inputs, flags, scope)
        return own
    return CustomEventSpec(name, inputs, int(flags))


def _replication(fields: NodeFields) -> FunctionFlag:
    """The flags of an event that runs on other machines, as the editor writes them [PASTE 5]."""
    found = _REPLICATIONS.get(fold(fields.replicates))
    if found is None:
        raise BadNodeError(
            f"An event cannot replicate to '{fields.replicates}'.", "Use server, client or multicast."
        )
    if not found:
        return FunctionFlag(0)
    reliable = FunctionFlag.NET_RELIABLE if fields.reliable else FunctionFlag(0)
    return _EVENT_FLAGS | found | reliable


def _refuse_other_signature(
    name: str, inputs: tuple[Parameter, ...], flags: FunctionFlag, scope: NodeScope
) -> None:
    """Refuse to take an event that is there for one that is asked for with something else."""
    events = (item for item in callables_of(scope.owner) if item.kind == "event" and item.name == name)
    event = next((item.declared for item in events), None)
    if event is None or not (inputs or flags):
        return
    wanted, there = (
        [(item.name.lower(), str(item.type)) for item in items] for items in (inputs, event.inputs)
    )
    if (inputs and wanted != there) or (flags & _NET) != (event.flags & _NET):
        shown = ", ".join(f"{item.name}: {item.type}" for item in event.inputs) or "no inputs"
        raise BadNodeError(
            f"{scope.owner.name} has an event {name} already, with {shown} and another signature than asked.",
            "Use it as it is, choose another name, or delete it first.",
        )


def _own_event(text: str, scope: NodeScope) -> CustomEventSpec | None:
    """The custom event of that name that the Blueprint has, or that the plan adds."""
    names = [*custom_event_names(scope.owner), *scope.new_events]
    wanted = text.strip().lower()
    return next((CustomEventSpec(name) for name in names if name.lower() == wanted), None)


# --- components ----------------------------------------------------------------------------------


def component_event(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    """An event of a component, or of a variable that holds an object (a widget)."""
    text = needed(fields, "event_name")
    owners = _event_owners(scope)
    if not fields.component_name:
        found = _components_with(text, scope)
        if len(found) == 1:
            return found[0]
        names = ", ".join(item.component for item in found) or ", ".join(owners) or "none yet"
        raise BadNodeError(
            "A node of type ComponentEvent needs the parameter component_name, which is missing.",
            f"Give one of: {names}.",
        )
    name = match_variable(fields.component_name, list(owners), scope.owner.path)
    delegate = _delegate(text, owners[name], scope)
    if delegate is None:
        known = [item.name for item in scope.catalog.delegates_of(owners[name])]
        shown = ", ".join(nearest(text, known) or known[:8]) or "none"
        raise NoSuchEventError(f"{name} has no event '{text}'.", f"Its events: {shown}.")
    return ComponentEventSpec(name, delegate)


def _event_owners(scope: NodeScope) -> dict[str, str]:
    """Everything that can have events of its own, with its class."""
    owners = {item.name: item.class_path for item in scope.owner.components}
    for variable in scope.owner.variables:
        ref = variable.type.subcategory_object
        if variable.type.category == "object" and variable.type.container == "none" and ref is not None:
            owners[variable.name] = ref.path
    return owners


def _components_with(text: str, scope: NodeScope) -> list[ComponentEventSpec]:
    """The events of that name that components have; nothing where a name fits several events of one."""
    found = [
        (name, _delegate(text, class_path, scope, says_ties=False))
        for name, class_path in _event_owners(scope).items()
        if scope.owner.find_component(name) is not None
    ]
    return [ComponentEventSpec(name, delegate) for name, delegate in found if delegate is not None]


def _delegate(text: str, class_path: str, scope: NodeScope, *, says_ties: bool = True) -> str | None:
    """The delegate that a name means: as it is, or without On and Component (`BeginOverlap`)."""
    known = list(dict.fromkeys(item.name for item in scope.catalog.delegates_of(class_path)))
    for key in (fold, _bare_event):
        found = [name for name in known if key(name) == key(text)]
        if len(found) == 1:
            return found[0]
        if found and says_ties:
            raise AmbiguousNameError(text, found)
        if found:
            return None
    return None


def _bare_event(name: str) -> str:
    return fold(name).removeprefix("event").removeprefix("on").removeprefix("component").removeprefix("actor")


# --- input ---------------------------------------------------------------------------------------


def input_action(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    """The event of an Enhanced Input action by the name or path of its asset, which says its value."""
    text = needed(fields, "event_name")
    said = _VALUES.get(fold(fields.type_name or "bool"))
    if said is None:
        raise BadNodeError(
            f"An Input Action has no value of type '{fields.type_name}'.",
            "Give type_name bool, axis1d, axis2d or axis3d, as the asset has it.",
        )
    action = find_input_action(scope.context, text)
    return EnhancedInputActionSpec(action.path, action.value or said)


def input_key(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    """A key of keyboard, mouse or gamepad; an axis key has a node of its own."""
    key = _key(fields, scope)
    return InputKeyAxisSpec(key) if is_axis_key(key) else InputKeySpec(key)


def debug_key(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    """A key that works in development only."""
    key = _key(fields, scope)
    if is_axis_key(key):
        raise BadNodeError(f"{key} is an axis, which is not pressed.", "Use a key, e.g. F1.")
    return InputKeySpec(key, is_debug=True)


def input_key_value(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    """The value of an axis key: Get MouseX."""
    key = _key(fields, scope)
    if not is_axis_key(key):
        raise BadNodeError(f"{key} has no value, it is pressed.", "Use InputKey, or an axis such as MouseX.")
    return InputKeyValueSpec(key)


def input_action_mapping(fields: NodeFields, _scope: NodeScope) -> AnyNodeSpec:
    """An action mapping of the project settings, the input of UE 4."""
    return InputActionSpec(needed(fields, "event_name"))


def input_axis_mapping(fields: NodeFields, _scope: NodeScope) -> AnyNodeSpec:
    """An axis mapping of the project settings, the input of UE 4."""
    return InputAxisSpec(needed(fields, "event_name"))


def _key(fields: NodeFields, scope: NodeScope) -> str:
    """The key that a name means. Raises BadNodeError."""
    text = needed(fields, "event_name")
    keys = scope.catalog.keys
    named = keys_named(text, keys)
    if len(named) != 1:
        near = ", ".join(named or nearest(text, keys, limit=6))
        raise BadNodeError(f"There is no key '{text}'.", f"Nearest: {near}." if near else "E.g. SpaceBar, E.")
    return named[0]
