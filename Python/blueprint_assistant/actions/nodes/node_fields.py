"""What a model says about a node that it wants: the fields of add_node, and of each node of build_graph.

Outside uses NodeFields. Which kind of node they mean is decided in `node_resolution`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping  # pydantic reads the annotations
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field, WithJsonSchema

from blueprint_assistant.actions.arguments import Coordinate
from blueprint_assistant.actions.base import Action
from blueprint_assistant.actions.names.parameter_lists import Parameters
from blueprint_assistant.actions.nodes.node_types import NAME_FIELDS, NODE_TYPES, node_type_of

__all__ = ["Names", "NodeFields"]

_MOST_PINS = 256


def _list_of_names(value: Any) -> Any:
    """`"A, B"`, `["A", "B"]`, `'["A", "B"]'`, or objects with a name and perhaps a type."""
    if isinstance(value, str):
        text = value.strip()
        if text.startswith("["):
            try:
                value = json.loads(text)
            except ValueError:
                value = text.strip("[]")
        if isinstance(value, str):
            value = [item.strip() for item in value.split(",") if item.strip()]
    if isinstance(value, Mapping):
        value = [f"{key}:{item}" for key, item in value.items()]
    if isinstance(value, list | tuple):
        return tuple(_one_name(item) for item in value)
    return value


def _one_name(value: Any) -> Any:
    if isinstance(value, Mapping) and "name" in value:
        kind = value.get("type")
        return f"{value['name']}:{kind}" if kind else str(value["name"])
    return str(value) if isinstance(value, int | float) else value


def _number(value: Any) -> Any:
    """A number of pins; a list means as many as it holds."""
    if isinstance(value, list | tuple):
        return len(value)
    return value


Names = Annotated[
    tuple[str, ...],
    BeforeValidator(_list_of_names),
    WithJsonSchema({"type": "array", "items": {"type": "string"}}),
]
"""A list of names, in any of the forms in which models write one."""

Count = Annotated[int, BeforeValidator(_number), WithJsonSchema({"type": "integer"})]


class NodeFields(Action):
    """A node: its kind, and what that kind needs."""

    aliases: ClassVar[Mapping[str, str]] = {
        "type": "node_type",
        "node_class": "node_type",
        "node": "node_type",
        "kind": "node_type",
        "function": "function_name",
        "func": "function_name",
        "macro": "function_name",
        "macro_name": "function_name",
        "operation": "function_name",
        "operator": "function_name",
        "class": "target_class",
        "class_name": "target_class",
        "owner_class": "target_class",
        "function_class": "target_class",
        "target": "target_class",
        "cast_to": "target_class",
        "cast_class": "target_class",
        "target_type": "target_class",
        "actor_class": "target_class",
        "widget_class": "target_class",
        "object_class": "target_class",
        "variable": "variable_name",
        "var_name": "variable_name",
        "event": "event_name",
        "event_type": "event_name",
        "dispatcher": "event_name",
        "dispatcher_name": "event_name",
        "delegate": "event_name",
        "delegate_name": "event_name",
        "key": "event_name",
        "input_key": "event_name",
        "action": "event_name",
        "input_action": "event_name",
        "action_name": "event_name",
        "component": "component_name",
        "struct": "type_name",
        "struct_type": "type_name",
        "struct_name": "type_name",
        "enum": "type_name",
        "enum_type": "type_name",
        "enum_name": "type_name",
        "value_type": "type_name",
        "index_type": "type_name",
        "cases": "names",
        "arguments": "names",
        "input_parameters": "inputs",
        "event_inputs": "inputs",
        "replication": "replicates",
        "rpc": "replicates",
        "is_reliable": "reliable",
        "node_comment": "comment",
        "fields": "names",
        "tracks": "names",
        "num_outputs": "count",
        "num_inputs": "count",
        "num_pins": "count",
        "outputs": "count",
        "pin_count": "count",
        "pos_x": "x",
        "position_x": "x",
        "node_pos_x": "x",
        "pos_y": "y",
        "position_y": "y",
        "node_pos_y": "y",
    }

    node_type: str = Field(
        min_length=1, description="kind of node", json_schema_extra={"enum": list(NODE_TYPES)}
    )
    function_name: str = Field(default="", description="function, e.g. AddActorWorldOffset; macro; operator")
    target_class: str = Field(
        default="", description="class: of the function or variable, or to cast to or spawn"
    )
    variable_name: str = Field(default="", description="variable or component to get or set")
    event_name: str = Field(default="", description="event, custom event, dispatcher, key or input action")
    component_name: str = Field(default="", description="component of a ComponentEvent")
    type_name: str = Field(default="", description="struct or enum")
    names: Names | None = Field(
        default=None, description="cases of a switch, arguments of FormatText, fields of a struct"
    )
    count: Count | None = Field(default=None, ge=0, le=_MOST_PINS, description="number of pins")
    inputs: Parameters = Field(default=None, description="inputs of a CustomEvent, each with name and type")
    replicates: str = Field(default="", description="CustomEvent: server, client or multicast")
    reliable: bool = Field(default=False, description="a reliable RPC")
    comment: str = Field(default="", description="comment bubble; the user pastes such a node")
    x: Coordinate | None = Field(default=None, description="position, a free spot when left out")
    y: Coordinate | None = Field(default=None, description="position, a free spot when left out")

    @classmethod
    def adapt(cls, parameters: dict[str, Any]) -> dict[str, Any]:
        """Take `position` as a list or an object, and `name` for what the node type names."""
        adapted = dict(parameters)
        for key in ("position", "pos", "node_position", "location"):
            if key in adapted:
                adapted |= _position(adapted.pop(key))
        said = next((adapted[key] for key in ("node_type", "type", "kind") if key in adapted), "")
        if "inputs" in adapted and node_type_of(str(said)) != "CustomEvent":
            adapted["arguments"] = adapted.pop("inputs")
        if "name" in adapted:
            field = NAME_FIELDS.get(node_type_of(str(said)) or "")
            if field is not None and field not in adapted:
                adapted[field] = adapted.pop("name")
        return adapted


def _position(value: Any) -> dict[str, Any]:
    """Read x and y from `[320, 64]`, `"320, 64"` or `{"x": 320, "y": 64}`."""
    if isinstance(value, dict):
        lowered = {str(key).lower(): item for key, item in value.items()}
        return {key: lowered[key] for key in ("x", "y") if key in lowered}
    parts = value.strip("()[] ").split(",") if isinstance(value, str) else value
    if isinstance(parts, list | tuple) and len(parts) == 2:  # noqa: PLR2004 - x and y
        return {"x": parts[0], "y": parts[1]}
    return {"x": value}
