"""What a request for a node says that such a node does not have: told, never dropped in silence.

Outside uses unused_fields.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.nodes.node_types import (
    DISPATCHER_TYPES,
    MACRO_TYPES,
    NAME_FIELDS,
    OPERATOR_TYPES,
    node_type_of,
)
from blueprint_assistant.graph.catalog.name_lookup import fold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.actions.nodes.node_fields import NodeFields

__all__ = ["unused_fields"]

_SAYING: Final = (
    *("function_name", "target_class", "variable_name", "event_name", "component_name"),
    *("type_name", "names", "count", "inputs", "replicates", "reliable"),
)
_STRUCTS: Final = ("MakeStruct", "BreakStruct", "SetStructFields")
_ENUMS: Final = ("SwitchEnum", "ForEachEnum", "EnumLiteral", "EnumEqual", "EnumNotEqual")
_FURTHER: Final[Mapping[str, tuple[str, ...]]] = {
    "Event": ("function_name", "component_name", "inputs", "names", "replicates", "reliable"),
    "CustomEvent": ("function_name", "inputs", "names", "replicates", "reliable"),
    "ComponentEvent": ("component_name",),
    "InputAction": ("type_name",),
    "CallFunction": ("target_class", "count"),
    "InterfaceMessage": ("target_class",),
    "Operator": ("count",),
    **dict.fromkeys(OPERATOR_TYPES, ("count",)),
    **dict.fromkeys(("Sequence", "MultiGate", "DoOnceMultiInput"), ("count",)),
    **dict.fromkeys(("MakeArray", "MakeSet", "MakeMap"), ("count",)),
    "Select": ("type_name", "count"),
    **dict.fromkeys(("GetVariable", "ValidatedGet"), ("target_class", "component_name")),
    "SetVariable": ("target_class",),
    **dict.fromkeys(DISPATCHER_TYPES, ("target_class", "variable_name")),
    "CreateEvent": ("event_name",),
    **dict.fromkeys(("Cast", "PureCast", "ClassCast"), ("type_name",)),
    **dict.fromkeys(_STRUCTS, ("target_class", "names")),
    **dict.fromkeys(_ENUMS, ("target_class", "names")),
    **dict.fromkeys(("SwitchInt", "SwitchString", "SwitchName"), ("names", "count")),
    "Timeline": ("variable_name", "names"),
    "FormatText": ("names",),
    "SetTimer": ("function_name",),
}
"""What a node of a type takes beside the name that NAME_FIELDS has for it."""


def unused_fields(fields: NodeFields) -> list[str]:
    """A sentence on what was said and is in no part of the node; none for titles of the node menu."""
    node_type = node_type_of(fields.node_type)
    if node_type is None or node_type == "MenuEntry":
        return []
    taken = {NAME_FIELDS.get(node_type, ""), *_FURTHER.get(node_type, ())}
    said = [
        f"{name} '{_shown(value)}'"
        for name in _SAYING
        if name not in taken and (value := getattr(fields, name)) and not _says_type(value, node_type)
    ]
    return [f"a {node_type} node takes no {', no '.join(said)}: left out."] if said else []


def _says_type(value: object, node_type: str) -> bool:
    """Whether a value only says once more what the node is: the function PrintString of a PrintString."""
    plain = fold(str(value)).removeprefix("k2")
    names = {node_type, MACRO_TYPES.get(node_type, ""), OPERATOR_TYPES.get(node_type, "")}
    return any(name and plain.endswith(fold(name)) for name in names)


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
