"""Structs, enums, containers, switches, casts and objects that a model names. Part of `node_resolution`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.nodes.node_scope import BadNodeError, needed
from blueprint_assistant.actions.nodes.node_types import MACRO_TYPES, node_type_of
from blueprint_assistant.errors import nearest
from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.kinds.specs import (
    BreakStructSpec,
    EnumEqualitySpec,
    EnumLiteralSpec,
    ForEachEnumSpec,
    FunctionResultSpec,
    GetSubsystemSpec,
    MacroSpec,
    MakeStructSpec,
    SelectSpec,
    SetFieldsInStructSpec,
    SwitchEnumSpec,
    SwitchIntSpec,
    SwitchNameSpec,
    SwitchStringSpec,
    TimelineSpec,
)

if TYPE_CHECKING:
    from blueprint_assistant.actions.nodes.node_fields import NodeFields
    from blueprint_assistant.actions.nodes.node_scope import NodeScope
    from blueprint_assistant.graph.catalog.engine_catalog import EnumInfo, StructInfo
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec, TrackKind

__all__ = [
    "enum_node",
    "function_result",
    "macro",
    "select",
    "struct_node",
    "subsystem",
    "switch",
    "timeline",
]

_TRACKS: dict[str, TrackKind] = {
    "": "float",
    "float": "float",
    "real": "float",
    "vector": "vector",
    "color": "color",
    "linearcolor": "color",
    "event": "event",
}
_CASES = 2


# --- structs and enums ---------------------------------------------------------------------------


def struct_node(fields: NodeFields, scope: NodeScope, node_type: str) -> AnyNodeSpec:
    """Make, break or change a struct; where the engine has a library call instead, that."""
    struct = _struct(fields, scope)
    if node_type == "SetStructFields":
        return SetFieldsInStructSpec(struct.path, fields.names or ())
    native = struct.native_make if node_type == "MakeStruct" else struct.native_break
    if native:
        return CallFunctionSpec(scope.catalog.find_function(native).path)
    return MakeStructSpec(struct.path) if node_type == "MakeStruct" else BreakStructSpec(struct.path)


def _struct(fields: NodeFields, scope: NodeScope) -> StructInfo:
    text = fields.type_name or fields.target_class or needed(fields, "type_name")
    found = scope.catalog.struct(text)
    if found is None:
        raise BadNodeError(
            f"The members of a struct '{text}' are not known here.",
            "Name a struct of the engine, e.g. Vector, Transform, HitResult.",
        )
    return found


def _enum(fields: NodeFields, scope: NodeScope) -> EnumInfo:
    text = fields.type_name or fields.target_class or needed(fields, "type_name")
    found = scope.catalog.enum(text) or scope.catalog.enum(f"E{text}")
    if found is None:
        raise BadNodeError(
            f"The entries of an enum '{text}' are not known here.",
            "Name an enum of the engine, e.g. EMovementMode.",
        )
    return found


def enum_node(fields: NodeFields, scope: NodeScope, node_type: str) -> AnyNodeSpec:
    """A loop over an enum, a constant of it, or a comparison of two of its values."""
    path = _enum(fields, scope).path
    if node_type in ("EnumEqual", "EnumNotEqual"):
        return EnumEqualitySpec(path, is_unequal=node_type == "EnumNotEqual")
    return ForEachEnumSpec(path) if node_type == "ForEachEnum" else EnumLiteralSpec(path)


# --- flow ----------------------------------------------------------------------------------------


def macro(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    """A macro of the engine or of the Blueprint, by name."""
    text = needed(fields, "function_name")
    standard = scope.catalog.macro(MACRO_TYPES.get(node_type_of(text) or "", text))
    if standard is not None:
        return MacroSpec(standard.path)
    own = [graph.name for graph in scope.owner.graphs if graph.kind == "macro"]
    found = [name for name in own if name.lower() == text.lower()]
    if found:
        return MacroSpec(f"{scope.owner.path}.{scope.owner.name}:{found[0]}")
    known = [*own, *(item.name for item in scope.catalog.macros)]
    near = ", ".join(nearest(text, known) or known)
    raise BadNodeError(f"There is no macro '{text}'.", f"Use one of: {near}.")


def switch(fields: NodeFields, scope: NodeScope, node_type: str) -> AnyNodeSpec:
    """A switch; its cases are counted, named, or the enumerators of an enum."""
    if node_type == "SwitchEnum":
        return SwitchEnumSpec(_enum(fields, scope).path)
    if node_type == "SwitchInt":
        return _switch_int(fields)
    names = fields.names or tuple(f"Case_{number}" for number in range(_or(fields.count, 1)))
    return SwitchStringSpec(names) if node_type == "SwitchString" else SwitchNameSpec(names)


def _switch_int(fields: NodeFields) -> SwitchIntSpec:
    """Cases count up from the first one: that is all that the node can do."""
    if not fields.names:
        return SwitchIntSpec(_or(fields.count, 1))
    try:
        numbers = sorted(int(name) for name in fields.names)
    except ValueError:
        raise BadNodeError(
            f"The cases of a SwitchInt are whole numbers, not '{', '.join(fields.names)}'.",
            "Give count, or numbers as names; or use SwitchString.",
        ) from None
    if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        raise BadNodeError(
            f"The cases of a SwitchInt follow one another, which {', '.join(map(str, numbers))} do not.",
            "Give numbers without gaps, or use Equal and Branch.",
        )
    return SwitchIntSpec(len(numbers), numbers[0])


def select(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    """A Select by number, Boolean or enum; the type of the index may be left open."""
    if not fields.type_name:
        return SelectSpec(_or(fields.count, _CASES))
    index = parse_type(fields.type_name, scope.catalog)
    if index.category not in ("bool", "int", "byte") or index.container != "none":
        raise BadNodeError(
            f"A Select cannot have an index of type {index}.", "Use bool, int or an enum as type_name."
        )
    is_enum = index.subcategory_object is not None
    return SelectSpec(index=index) if is_enum else SelectSpec(_or(fields.count, _CASES), index)


def timeline(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    """A timeline with tracks `Alpha` (a float) or `Color:color`."""
    taken = _taken(scope)
    numbered = (f"Timeline_{number}" for number in range(len(taken) + 1))
    name = fields.event_name or fields.variable_name or next(n for n in numbered if n.lower() not in taken)
    tracks: list[tuple[str, TrackKind]] = []
    for item in fields.names or ():
        track, _, kind = item.partition(":")
        found = _TRACKS.get(kind.strip().lower())
        if found is None:
            raise BadNodeError(
                f"A timeline has no track of type '{kind}'.", "Use float, vector, color or event."
            )
        tracks.append((track.strip(), found))
    return TimelineSpec(name, tuple(tracks))


def _taken(scope: NodeScope) -> set[str]:
    """The names of what a new timeline must not be called like, in small letters."""
    owner = scope.owner
    names = [item.name for item in owner.components] + [item.name for item in owner.variables]
    specs = (any_spec_of(node) for graph in owner.graphs for node in graph.nodes)
    return {name.lower() for name in names} | {
        spec.name.lower() for spec in specs if isinstance(spec, TimelineSpec)
    }


def function_result(scope: NodeScope) -> AnyNodeSpec:
    """A Return node of the function whose graph it is."""
    if scope.graph.kind != "function":
        raise BadNodeError(
            f"{scope.graph.name} is no function, so it has no Return node.", "Name the graph of a function."
        )
    return FunctionResultSpec(scope.graph.name)


# --- objects -------------------------------------------------------------------------------------


def subsystem(fields: NodeFields, scope: NodeScope, node_type: str) -> AnyNodeSpec:
    """A subsystem by its class; that of a local player comes from a player controller.

    A player controller knows its player, and has it without (seen in UE 5 clipboard texts).
    """
    path = scope.class_path(needed(fields, "target_class"), "/Script/Engine.Subsystem")
    is_local = scope.catalog.is_child_of(path, "/Script/Engine.LocalPlayerSubsystem")
    if node_type == "GetSubsystemFromPC" and not is_local:
        raise BadNodeError(f"{path} is no subsystem of a local player.", "Use GetSubsystem.")
    is_controller = scope.catalog.is_child_of(scope.owner.parent_class, "/Script/Engine.PlayerController")
    from_player = is_local and (node_type == "GetSubsystemFromPC" or not is_controller)
    return GetSubsystemSpec(path, from_player_controller=from_player)


def _or(value: int | None, default: int) -> int:
    return default if value is None else value
