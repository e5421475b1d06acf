"""The catalogue with the project's own classes that a Blueprint, its graphs or a program name.

Outside uses catalog_for_code. Reading and writing ask the same, so that what is read is written back.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.names.asset_paths import generated_class_path
from blueprint_assistant.actions.names.project_lookup import catalog_of
from blueprint_assistant.errors import EditorError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, PinType

__all__ = ["catalog_for_code"]

_OWN_CLASS: Final = re.compile(r"/[^\s'\"(),.:]+\.\w+_C\b")


def catalog_for_code(context: ActionContext, owner: Blueprint, code: str = "") -> Catalog:
    """The catalogue with the Blueprint's parents and all classes of the project that it deals with."""
    try:
        known = context.editor.list_blueprints()
    except EditorError:
        return catalog_of(context, owner)
    said = [word.lower() for word in re.findall(r"\w+", code)]
    words = {*said, *(word.removesuffix("_c") for word in said)}
    paths = {path.lower() for path in _paths(owner)}
    named = [
        generated_class_path(path)
        for path in known
        if path != owner.path
        and (path.rpartition("/")[2].lower() in words or generated_class_path(path).lower() in paths)
    ]
    return catalog_of(context, owner, *named)


def _paths(owner: Blueprint) -> set[str]:
    """The paths of the classes that members, pins and nodes name."""
    found = {item.class_path for item in owner.components} | {item.class_path for item in owner.interfaces}
    for item in owner.variables:
        found.update(_paths_of(item.type))
    for graph in owner.graphs:
        found.update(_paths_in(graph))
    return found


def _paths_in(graph: Graph) -> Iterator[str]:
    for node in graph.nodes:
        for _, value in node.properties:
            if "_C" in value:
                yield from _OWN_CLASS.findall(value)
        for pin in node.pins:
            yield from _paths_of(pin.type)
            yield pin.default_object


def _paths_of(kind: PinType) -> Iterator[str]:
    if kind.subcategory_object is not None:
        yield kind.subcategory_object.path
    if kind.value is not None and kind.value.subcategory_object is not None:
        yield kind.value.subcategory_object.path
