"""Decides which node a model means: node type and names as one node spec.

Outside uses choose_node and first_values. Looks everything up and changes nothing. What is missing,
unknown or ambiguous is refused with what would do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.nodes import call_specs, event_specs, member_specs, value_specs
from blueprint_assistant.actions.nodes.menu_titles import entries_named, entries_with, titles_of
from blueprint_assistant.actions.nodes.node_scope import BadNodeError, needed
from blueprint_assistant.actions.nodes.node_types import (
    ASYNC_TYPES,
    DISPATCHER_TYPES,
    FUNCTION_TYPES,
    MACRO_TYPES,
    NODE_TYPES,
    OPERATOR_TYPES,
    node_type_of,
)
from blueprint_assistant.editor.plan.edit_plan import NoGraphCallsError
from blueprint_assistant.errors import GraphError, ToolError, nearest
from blueprint_assistant.graph.catalog.engine_catalog import AmbiguousNameError
from blueprint_assistant.graph.catalog.name_lookup import strip_prefix
from blueprint_assistant.graph.kinds.common_specs import BranchSpec, CallFunctionSpec, SequenceSpec
from blueprint_assistant.graph.kinds.specs import (
    AsyncTaskSpec,
    CastSpec,
    ClassCastSpec,
    ConstructObjectSpec,
    CreateWidgetSpec,
    DoOnceMultiInputSpec,
    FormatTextSpec,
    GetArrayItemSpec,
    KnotSpec,
    MakeArraySpec,
    MakeMapSpec,
    MakeSetSpec,
    MenuNodeSpec,
    MultiGateSpec,
    OperatorSpec,
    SelfSpec,
    SpawnActorSpec,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from blueprint_assistant.actions.nodes.node_fields import NodeFields
    from blueprint_assistant.actions.nodes.node_scope import NodeScope
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec

__all__ = ["choose_node", "first_values"]

_ACTOR = "/Script/Engine.Actor"
_OBJECT = "/Script/CoreUObject.Object"
_USER_WIDGET = "/Script/UMG.UserWidget"
_SHOWN = 5
"""Entries of the menu that a refusal names."""


def choose_node(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    """The spec of the node that is meant. Raises an AssistantError that says what would do instead."""
    try:
        spec = _chosen(fields, scope)
    except event_specs.NoSuchEventError as error:
        if node_type_of(fields.node_type) != "Event":
            raise
        spec = event_specs.event_of_own_name(fields, scope, error)
    if fields.count is not None and isinstance(spec, CallFunctionSpec | OperatorSpec):
        return call_specs.with_operands(spec, fields.count, scope)
    return spec


def _chosen(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    node_type = node_type_of(fields.node_type)
    if node_type is None:
        return _titled(fields.node_type, fields, scope)
    if node_type in FUNCTION_TYPES:
        return CallFunctionSpec(FUNCTION_TYPES[node_type])
    if node_type in MACRO_TYPES:
        return value_specs.macro(fields.model_copy(update={"function_name": MACRO_TYPES[node_type]}), scope)
    if node_type in OPERATOR_TYPES:
        return OperatorSpec(OPERATOR_TYPES[node_type])
    if node_type in ASYNC_TYPES:
        return AsyncTaskSpec(ASYNC_TYPES[node_type])
    if node_type in DISPATCHER_TYPES:
        return member_specs.dispatcher(fields, scope, node_type)
    if node_type in _TYPED:
        return _TYPED[node_type](fields, scope, node_type)
    return _CHOICES[node_type](fields, scope)


def _menu_entry(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    title = needed(fields, "function_name")
    return _titled(title, fields.model_copy(update={"function_name": ""}), scope)


def _titled(title: str, fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    """The node that the editor's menu has under a title. Raises BadNodeError, AmbiguousNameError."""
    plain = node_type_of(title.rpartition("|")[2])
    if plain is not None and plain != "MenuEntry":
        return _chosen(fields.model_copy(update={"node_type": plain}), scope)
    found, tie = _read_title(title, fields, scope)
    if len(found) == 1:
        return next(iter(found))
    if found:
        tie = AmbiguousNameError(title, list(found.values()))
    if tie is None:
        return MenuNodeSpec(_listed(title, scope))
    if "|" not in title:
        raise tie
    # The category tells apart what the title alone does not.
    try:
        return MenuNodeSpec(_listed(title, scope))
    except (GraphError, ToolError):
        raise tie from None


def _read_title(
    title: str, fields: NodeFields, scope: NodeScope
) -> tuple[dict[AnyNodeSpec, str], AmbiguousNameError | None]:
    """Every node that a title may be, with the words for it; and the first name in it that fits several."""
    found: dict[AnyNodeSpec, str] = {}
    tie: AmbiguousNameError | None = None
    for words in titles_of(title):
        try:
            spec = _chosen(fields.model_copy(update=words), scope)
        except AmbiguousNameError as error:
            tie = tie or error
        except (GraphError, ToolError):
            continue
        else:
            found.setdefault(spec, " ".join(f"{name}={value}" for name, value in words.items()))
    return found, tie


def _listed(title: str, scope: NodeScope) -> str:
    """The whole name of the menu's entry that a title means, in whatever language the editor has.

    Raises BadNodeError with what to write instead, AmbiguousNameError.
    """
    try:
        names = scope.context.editor.menu_entries(scope.owner.path, scope.graph.name)
    except NoGraphCallsError:
        names = ()
    found = entries_named(title, names)
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousNameError(title, found)
    near = entries_with(title, names)
    hint = f" On the menu: {', '.join(near[:_SHOWN])}." if near else ""
    raise BadNodeError(f"There is no node type '{title}'.", f"{_type_hint(title, scope)}{hint}")


def _sequence(fields: NodeFields, _scope: NodeScope) -> AnyNodeSpec:
    return SequenceSpec(fields.count or 2)


def _multi_gate(fields: NodeFields, _scope: NodeScope) -> AnyNodeSpec:
    return MultiGateSpec(fields.count or 2)


def first_values(fields: NodeFields) -> tuple[tuple[str, str], ...]:
    """Pins and values that make the node what was asked for.

    The text of Format Text holds its arguments, that of a timer the function that it calls.
    """
    node_type = node_type_of(fields.node_type)
    if node_type == "FormatText" and fields.names:
        return (("Format", " ".join(f"{{{name.strip('{} ')}}}" for name in fields.names)),)
    called = fields.function_name if node_type == "SetTimer" else ""
    return (("FunctionName", called),) if called and node_type_of(strip_prefix(called)) != node_type else ()


def _spawn_actor(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    return SpawnActorSpec(_optional_class(fields, scope, _ACTOR))


def _construct_object(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    return ConstructObjectSpec(_optional_class(fields, scope, _OBJECT))


def _create_widget(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    return CreateWidgetSpec(_optional_class(fields, scope, _USER_WIDGET))


def _optional_class(fields: NodeFields, scope: NodeScope, base: str) -> str:
    """The class that is made; the pin is left open without one."""
    return scope.class_path(fields.target_class, base) if fields.target_class else ""


def _cast(fields: NodeFields, scope: NodeScope, node_type: str) -> AnyNodeSpec:
    text = fields.target_class or fields.type_name or needed(fields, "target_class")
    path = scope.class_path(text)
    if node_type == "ClassCast":
        return ClassCastSpec(path)
    return CastSpec(path, is_pure=node_type == "PureCast")


def _container(fields: NodeFields, _scope: NodeScope, node_type: str) -> AnyNodeSpec:
    kinds: dict[str, Callable[[int], AnyNodeSpec]] = {
        "MakeArray": MakeArraySpec,
        "MakeSet": MakeSetSpec,
        "MakeMap": MakeMapSpec,
    }
    return kinds[node_type](1 if fields.count is None else fields.count)


_CHOICES: Mapping[str, Callable[[NodeFields, NodeScope], AnyNodeSpec]] = {
    "Event": event_specs.event,
    "CustomEvent": event_specs.custom_event,
    "ComponentEvent": event_specs.component_event,
    "InputAction": event_specs.input_action,
    "InputKey": event_specs.input_key,
    "CallFunction": call_specs.call,
    "InterfaceMessage": call_specs.message,
    "Operator": call_specs.operator,
    "Branch": lambda _fields, _scope: BranchSpec(),
    "Sequence": _sequence,
    "MultiGate": _multi_gate,
    "Select": value_specs.select,
    "GetVariable": member_specs.get_variable,
    "SetVariable": member_specs.set_variable,
    "ValidatedGet": member_specs.validated_get,
    "CreateEvent": member_specs.create_event,
    "GetArrayItem": lambda _fields, _scope: GetArrayItemSpec(),
    "GetArrayItemRef": lambda _fields, _scope: GetArrayItemSpec(by_reference=True),
    "DoOnceMultiInput": lambda fields, _scope: DoOnceMultiInputSpec(fields.count or 1),
    "DebugKey": event_specs.debug_key,
    "InputKeyValue": event_specs.input_key_value,
    "InputActionMapping": event_specs.input_action_mapping,
    "InputAxisMapping": event_specs.input_axis_mapping,
    "MenuEntry": _menu_entry,
    "FormatText": lambda _fields, _scope: FormatTextSpec(),
    "Self": lambda _fields, _scope: SelfSpec(),
    "SpawnActor": _spawn_actor,
    "ConstructObject": _construct_object,
    "CreateWidget": _create_widget,
    "Macro": value_specs.macro,
    "Timeline": value_specs.timeline,
    "Reroute": lambda _fields, _scope: KnotSpec(),
    "Return": lambda _fields, scope: value_specs.function_result(scope),
}
"""Types that say all by themselves."""

_TYPED: Mapping[str, Callable[[NodeFields, NodeScope, str], AnyNodeSpec]] = {
    **dict.fromkeys(("Cast", "PureCast", "ClassCast"), _cast),
    **dict.fromkeys(("GetSubsystem", "GetSubsystemFromPC"), value_specs.subsystem),
    **dict.fromkeys(("MakeArray", "MakeSet", "MakeMap"), _container),
    **dict.fromkeys(("MakeStruct", "BreakStruct", "SetStructFields"), value_specs.struct_node),
    **dict.fromkeys(("ForEachEnum", "EnumLiteral", "EnumEqual", "EnumNotEqual"), value_specs.enum_node),
    **dict.fromkeys(("SwitchInt", "SwitchString", "SwitchName", "SwitchEnum"), value_specs.switch),
}
"""Types that are chosen alike."""


def _type_hint(text: str, scope: NodeScope) -> str:
    """What to write instead: the nearest types, or the type that goes with an event or function."""
    catalog, parent = scope.catalog, scope.owner.parent_class
    finders: tuple[tuple[str, str, Callable[[], object]], ...] = (
        ("Event", "event_name", lambda: catalog.find_event(text, parent)),
        ("CallFunction", "function_name", lambda: catalog.find_function(text, parent)),
    )
    for node_type, parameter, find in finders:
        try:
            find()
        except (GraphError, ToolError):
            continue
        return f"Use node_type {node_type} with {parameter} {text}."
    near = ", ".join(nearest(text, NODE_TYPES, limit=4))
    return f"Nearest: {near}." if near else f"The types are: {', '.join(NODE_TYPES)}."
