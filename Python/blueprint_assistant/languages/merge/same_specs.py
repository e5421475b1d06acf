"""One spec for nodes that are one, however their text names the owner of a member. Part of `reusing_emitter`.

A call of the Blueprint's own function has no class in its text, a variable of a mesh the class that declares
it; what is built from a program names the class of the value.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.specs import OtherVariableGetSpec, OtherVariableSetSpec

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["settled_spec"]


def settled_spec(spec: AnyNodeSpec, owner: Blueprint, catalog: Catalog) -> AnyNodeSpec:
    """The spec with the class that declares its member; others as they are."""
    match spec:
        case CallFunctionSpec(function) if function.rpartition(":")[0] == "":
            return replace(spec, function=_on_self(function.removeprefix(":"), owner, catalog))
        case OtherVariableGetSpec(path, name) | OtherVariableSetSpec(path, name):
            return replace(spec, class_path=_declaring(path, name, catalog))
        case _:
            return spec


def _on_self(name: str, owner: Blueprint, catalog: Catalog) -> str:
    """A function that is called on the Blueprint itself: an inherited one, or its own."""
    for ancestor in catalog.ancestors(owner.parent_class):
        info = catalog.function(f"{ancestor}:{name}")
        if info is not None:
            return info.path
    return f"{owner.generated_class}:{name}"


def _declaring(path: str, name: str, catalog: Catalog) -> str:
    wanted = name.lower()
    found = path
    for ancestor in catalog.ancestors(path):
        if any(item.name.lower() == wanted for item in catalog.properties_of(ancestor)):
            found = ancestor
    return found.lower()
