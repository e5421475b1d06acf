"""Kinds about Blueprints: names, types, values, paths, and tools on a sandbox project."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from blueprint_assistant.actions.arguments import read_arguments
from blueprint_assistant.actions.names.asset_paths import find_class_path, package_path
from blueprint_assistant.actions.names.pin_choice import match_pin
from blueprint_assistant.actions.names.value_texts import value_text
from blueprint_assistant.actions.names.variable_choice import match_variable
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.model.blueprint import ObjectRef, Pin, PinType
from blueprint_assistant.graph.model.object_references import quote
from blueprint_assistant.graph.rules.pin_defaults import validate_default

__all__ = ["ADAPTERS", "pin_of"]

Row = Mapping[str, Any]


def _each(rows: list[Any], look_up: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    """One outcome for each row; a refusal is one too."""
    return {"table": [_one(row, look_up) for row in rows]}


def _one(row: Any, look_up: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    try:
        return look_up(row)
    except AssistantError as error:
        return {"error": str(error)}


def pin_of(described: Row) -> Pin:
    """A pin from a case: `display` is the label that the editor shows."""
    category = described["type"]
    pin_type = PinType("real", "double") if category == "real" else PinType(category)
    direction = "input" if described["direction"] == "in" else "output"
    display = described.get("display", "")
    return Pin(
        id=f"id-{described['name']}",
        name=described["name"],
        direction=direction,
        type=pin_type,
        friendly_name=quote(display) if display else "",
    )


def pin_match(case: Row) -> dict[str, Any]:
    pins = [pin_of(described) for described in case["pins"]]

    def look_up(row: Row) -> dict[str, Any]:
        direction = "input" if row["direction"] == "in" else "output"
        return {"pin": match_pin(pins, row["request"], direction).name}

    return _each(case["table"], look_up)


def event_match(case: Row) -> dict[str, Any]:
    catalog = default_catalog()
    parent = catalog.find_class(case["parent_class"]).path
    return _each(case["table"], lambda text: {"event": catalog.find_event(text, parent).name})


def variable_match(case: Row) -> dict[str, Any]:
    return _each(case["table"], lambda text: {"variable": match_variable(text, case["variables"])})


def type_spec(case: Row) -> dict[str, Any]:
    def look_up(text: str) -> dict[str, Any]:
        pin_type = parse_type(text, default_catalog())
        ref = pin_type.subcategory_object
        return {
            "category": pin_type.category,
            "subcategory": pin_type.subcategory,
            "container": pin_type.container,
            "object": ref.path if ref else None,
        }

    return _each(case["table"], look_up)


def type_describe(case: Row) -> dict[str, Any]:
    def look_up(row: Row) -> dict[str, Any]:
        ref = ObjectRef(row["object"]) if row.get("object") else None
        return {"text": str(PinType(row["category"], row.get("subcategory", ""), ref))}

    return _each(case["table"], look_up)


def class_path(case: Row) -> dict[str, Any]:
    blueprints = [path for path, kind in case["assets"].items() if kind == "Blueprint"]
    return _each(case["table"], lambda text: {"class": find_class_path(text, blueprints, default_catalog())})


def asset_path(case: Row) -> dict[str, Any]:
    roots = [mount.rstrip("/") for mount in case["mounts"]]
    return _each(case["table"], lambda text: {"path": package_path(text, roots)})


def tool_args(case: Row) -> dict[str, Any]:
    """Our parameters bear longer names; a row is given as the case has it and told in its names."""
    names = {"name": "variable_name", "type": "variable_type", "blueprint": "blueprint"}

    def look_up(row: Row) -> dict[str, Any]:
        action = read_arguments(ActionRegistry().resolve(case["tool"]), row)
        return {"ok": True, "accepted": {name: getattr(action, ours) for name, ours in names.items()}}

    return _each(case["table"], look_up)


def default_value(case: Row) -> dict[str, Any]:
    def look_up(row: Row) -> dict[str, Any]:
        pin_type = parse_type(row["type"], default_catalog())
        return {"value": validate_default(pin_type, value_text(row["value"]))}

    return _each(case["table"], look_up)


ADAPTERS = {
    "default_value": default_value,
    "tool_args": tool_args,
    "pin_match": pin_match,
    "event_match": event_match,
    "variable_match": variable_match,
    "type_spec": type_spec,
    "type_describe": type_describe,
    "class_path": class_path,
    "asset_path": asset_path,
}
