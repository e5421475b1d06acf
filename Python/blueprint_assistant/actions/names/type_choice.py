"""The pin type that a model's words mean, Blueprints of the project included. Outside uses find_type."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from blueprint_assistant.actions.names.asset_paths import generated_class_path
from blueprint_assistant.actions.names.folders import GAME, root_of
from blueprint_assistant.actions.names.project_lookup import catalog_with
from blueprint_assistant.graph.catalog.own_types import with_own_types
from blueprint_assistant.graph.catalog.pin_types import BadTypeError, parse_type

if TYPE_CHECKING:
    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import PinType

__all__ = ["find_type"]

_OF_THE_ENGINE = ("/script/", "/engine/")
_OWN_TYPES = ("/Script/Engine.UserDefinedStruct", "/Script/Engine.UserDefinedEnum")


def find_type(context: ActionContext, text: str) -> PinType:
    """The type, with the classes of the project's Blueprints that its text names. Raises BadTypeError."""
    words = {word.lower() for word in re.findall(r"[^\s:,<>*&\[\]]+", text)}
    named = [
        generated_class_path(path)
        for path in context.editor.list_blueprints()
        for name in (path.rsplit("/", 1)[-1].lower(),)
        if words & {name, f"{name}_c", path.lower()}
    ]
    catalog = catalog_with(context, *named)
    try:
        return parse_type(text, catalog)
    except BadTypeError:
        own = _with_own_types(context, text, catalog)
        if own is None:
            raise
        return own


def _roots(text: str) -> tuple[str, ...]:
    """The content roots whose types a text may mean."""
    paths = re.findall(r"/[^\s:,<>*&\[\]]+", text)
    roots = (root_of(path) for path in paths if not path.lower().startswith(_OF_THE_ENGINE))
    return tuple(dict.fromkeys((GAME, *roots)))


def _with_own_types(context: ActionContext, text: str, catalog: Catalog) -> PinType | None:
    """The type, when its text names a struct or enum that the project made; None otherwise.

    Those of plugins are looked for where their path is written: a root may hold thousands of assets.
    """
    assets = [item for root in _roots(text) for item in context.editor.list_assets(root)]
    structs, enums = ([item.path for item in assets if item.class_path == kind] for kind in _OWN_TYPES)
    try:
        return parse_type(text, with_own_types(catalog, structs, enums)) if structs or enums else None
    except BadTypeError:
        return None
