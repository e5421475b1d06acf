"""Kinds about names in Blueprints: pins, events, variables, types, values, classes and paths.

What a case says of the project is made in a sandbox project, and the product looks names up there.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.arguments import read_arguments
from blueprint_assistant.actions.names.asset_paths import find_class_path, new_asset_path, package_path
from blueprint_assistant.actions.names.asset_values import asset_text
from blueprint_assistant.actions.names.pin_choice import match_pin
from blueprint_assistant.actions.names.project_lookup import catalog_with, find_class
from blueprint_assistant.actions.names.type_choice import find_type
from blueprint_assistant.actions.names.typed_values import typed_text
from blueprint_assistant.actions.names.value_texts import value_text
from blueprint_assistant.actions.names.variable_choice import match_variable
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.catalog_entries import ClassInfo
from blueprint_assistant.graph.rules.pin_defaults import validate_default
from cases.adapters.desk import Desk, open_desk
from cases.adapters.members import as_list, require_known
from cases.adapters.missing import NoProductPartError
from cases.adapters.pin_facts import (
    direction_of,
    object_path_of,
    pin_of,
    pin_type_of,
    with_declared_types,
)
from cases.adapters.project_state import is_blueprint_kind, named_items
from cases.adapters.tool_words import our_arguments, our_tool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import PinType

    Row = Mapping[str, Any]

__all__ = ["ADAPTERS"]

_PROJECT = ("blueprints", "assets", "other_assets", "enums", "structs", "native", "mounts")
"""What the kinds that look something up in the project may say of it."""


def _each(rows: list[Any], look_up: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    """One outcome for each row; a refusal is one too."""
    return {"table": [_one(row, look_up) for row in rows]}


def _one(row: Any, look_up: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
    try:
        return look_up(row)
    except AssistantError as error:
        return {"error": str(error)}


def _words(row: Any, *names: str) -> str:
    """What a row asks for: the row itself, or the member of it that says so."""
    if isinstance(row, str):
        return row
    return next(row[name] for name in (*names, "request", "text", "name") if name in row)


@contextmanager
def _project(case: Row) -> Iterator[Desk]:
    """The project of a case, and a catalogue that knows what the case declares."""
    with open_desk() as desk:
        desk.bring_to({key: case[key] for key in ("blueprints", "assets", "other_assets") if key in case})
        for kind in ("enums", "structs"):
            for path in case.get(kind, {}):
                package = object_path_of(path).partition(".")[0]
                desk.project.sandbox.other_assets[package] = f"/Script/Engine.UserDefined{kind[:-1].title()}"
        catalog = _with_native(desk.catalog, case.get("native", ()))
        catalog = with_declared_types(catalog, case.get("enums", {}), case.get("structs", {}))
        desk.catalog = catalog
        desk.context = replace(desk.context, catalog=catalog)
        yield desk


def _with_native(catalog: Catalog, paths: list[str]) -> Catalog:
    """The catalogue with native classes that are not the engine's, as of a plugin's module."""
    unknown = [path for path in paths if catalog.class_info(path) is None]
    classes = [ClassInfo(path, path.rpartition(".")[2], "/Script/CoreUObject.Object") for path in unknown]
    return catalog.extended(classes) if classes else catalog


# --- names in a Blueprint ------------------------------------------------------------------------


def pin_match(case: Row) -> dict[str, Any]:
    require_known(case, ("pins", "table"), "pin_match")
    pins = [pin_of(described) for described in case["pins"]]

    def look_up(row: Row) -> dict[str, Any]:
        found = match_pin(pins, _words(row, "pin"), direction_of(row["direction"]))
        return {"pin": found.name, "direction": row["direction"], "type": found.type.category}

    return _each(case["table"], look_up)


def event_match(case: Row) -> dict[str, Any]:
    require_known(case, ("parent_class", "table", *_PROJECT), "event_match")
    with _project(case) as desk:
        parent = find_class(desk.context, case["parent_class"])
        catalog = catalog_with(desk.context, parent)
        return _each(
            case["table"], lambda row: {"event": catalog.find_event(_words(row, "event"), parent).name}
        )


def variable_match(case: Row) -> dict[str, Any]:
    require_known(case, ("variables", "components", "table"), "variable_match")
    known = [name for key in ("variables", "components") for name, _ in named_items(case.get(key), "type")]
    return _each(case["table"], lambda row: {"variable": match_variable(_words(row, "variable"), known)})


# --- types and values ----------------------------------------------------------------------------


def type_spec(case: Row) -> dict[str, Any]:
    require_known(case, ("table", *_PROJECT), "type_spec")
    with _project(case) as desk:
        return _each(case["table"], lambda row: _told(find_type(desk.context, _words(row, "type"))))


def _told(kind: PinType) -> dict[str, Any]:
    """A type with the members that cases name."""
    value, ref = kind.value, kind.subcategory_object
    return {
        "category": kind.category,
        "subcategory": kind.subcategory,
        "container": kind.container,
        "object": ref.path if ref else None,
        "value_category": value.category if value else None,
        "value_subcategory": value.subcategory if value else None,
        "value_object": value.subcategory_object.path if value and value.subcategory_object else None,
        "is_reference": kind.is_reference,
        "text": str(kind),
    }


def type_describe(case: Row) -> dict[str, Any]:
    require_known(case, ("table",), "type_describe")
    return _each(case["table"], lambda row: {"text": str(pin_type_of(row))})


def default_value(case: Row) -> dict[str, Any]:
    require_known(case, ("table", *_PROJECT), "default_value")
    with _project(case) as desk:
        has_assets = any(key in case for key in ("assets", "other_assets", "blueprints"))
        return _each(case["table"], lambda row: {"value": _default(desk, row, has_assets=has_assets)})


_REFERENCES = ("object", "softobject", "interface", "class", "softclass")
_ENTRIES = ("entries", "enumerators", "items", "enum")


def _default(desk: Desk, row: Row, *, has_assets: bool) -> str:
    """The text for a pin, as the tool for it makes it.

    A row may bring the entries of the enum, or the members of the struct, with it. What a case says
    nothing about is not looked for: without assets their names are taken as they are.
    """
    require_known(row, ("type", "value", "object", "members", *_ENTRIES), "a row")
    context, facts = _with_types_of(row, desk.context)
    kind = pin_type_of(facts, lambda text: find_type(context, text))
    is_looked_up = has_assets or kind.category not in _REFERENCES
    text = typed_text(context, kind, row["value"]) if is_looked_up else value_text(row["value"])
    return validate_default(kind, text, context.catalog)


def _with_types_of(row: Row, context: ActionContext) -> tuple[ActionContext, Row]:
    """The context that knows the enum or struct of a row, and the row's type in words or K2 terms."""
    entries = next((row[key] for key in _ENTRIES if isinstance(row.get(key), list | dict)), None)
    if entries is None and "members" not in row:
        return context, {key: row[key] for key in ("type", "object") if row.get(key)}
    unnamed = {"enum": "E_Case", "byte": "E_Case", "struct": "S_Case"}
    path = row.get("object") or unnamed.get(row["type"], row["type"])
    enums, structs = ({path: entries}, {}) if entries is not None else ({}, {path: row["members"]})
    known = replace(context, catalog=with_declared_types(context.catalog, enums, structs))
    return known, {"type": object_path_of(path)}


# --- classes and paths ---------------------------------------------------------------------------


def class_path(case: Row) -> dict[str, Any]:
    """Blueprints of plugins too: the case says which assets there are."""
    require_known(case, ("assets", "native", "table"), "class_path")
    blueprints = [path for path, kind in case.get("assets", {}).items() if is_blueprint_kind(kind)]
    with _project({"native": case.get("native", ())}) as desk:

        def look_up(row: Any) -> dict[str, Any]:
            base = row.get("base", "") if isinstance(row, dict) else ""
            base = desk.catalog.find_class(base).path if base else ""
            return {"class": find_class_path(_words(row, "class"), blueprints, desk.catalog, base)}

        return _each(case["table"], look_up)


def asset_path(case: Row) -> dict[str, Any]:
    require_known(case, ("table", *_PROJECT), "asset_path")
    roots = [mount.rstrip("/") for mount in case.get("mounts", ("/Game",))]
    with _project(case) as desk:
        return _each(case["table"], lambda row: {"path": _path(desk, row, roots)})


def _path(desk: Desk, row: Any, roots: list[str]) -> str:
    """A path as it is written; a name with its folder as for a new asset; a bare name in the project."""
    if isinstance(row, dict) and "name" in row:
        return new_asset_path(row["name"], row.get("folder") or row.get("path") or "", roots)
    text = _words(row, "path")
    if text and not set(text) & set("/\\:.") and any(desk.editor.list_assets(root) for root in roots):
        return asset_text(text, "", desk.context).partition(".")[0]
    return package_path(text, roots)


# --- arguments -----------------------------------------------------------------------------------


def tool_args(case: Row) -> dict[str, Any]:
    """Our parameters bear other names; a row is given as the case has it and told in its names."""
    require_known(case, ("tool", "schema_properties", "required", "table"), "tool_args")
    try:
        action = ActionRegistry().resolve(our_tool(case["tool"]))
    except AssistantError as error:
        raise NoProductPartError(f"the tool {case['tool']}") from error
    fields = action.model_fields
    ours = {
        name: name if name in fields else action.aliases.get(name)
        for name in as_list(case["schema_properties"])
    }

    def look_up(row: Row) -> dict[str, Any]:
        read = read_arguments(action, our_arguments(case["tool"], row))
        return {"ok": True, "accepted": {name: getattr(read, field) for name, field in ours.items() if field}}

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
