"""A catalogue that answers for Blueprint classes too; who derives from it says what they declare.

The engine's classes stay as the base catalogue has them. Outside uses MemberCatalog,
DeclaredMembers, parameters_of and WORLD_CONTEXT. Pure.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.catalog_data import object_path
from blueprint_assistant.graph.catalog.engine_catalog import (
    Catalog,
    DelegateInfo,
    FunctionInfo,
    ParameterInfo,
    PropertyInfo,
)
from blueprint_assistant.graph.catalog.name_lookup import display_name
from blueprint_assistant.graph.catalog.pin_types import fresh_default, object_type

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Function
    from blueprint_assistant.graph.model.blueprint import Parameter as DeclaredParameter

__all__ = ["WORLD_CONTEXT", "DeclaredMembers", "MemberCatalog", "parameters_of"]

WORLD_CONTEXT = "__WorldContext"
"""The hidden input of a function of a Blueprint function library."""
_SIGNATURE = "__DelegateSignature"
_OBJECT = "/Script/CoreUObject.Object"


@dataclass(frozen=True, slots=True)
class DeclaredMembers:
    """What one Blueprint class declares itself."""

    functions: tuple[FunctionInfo, ...] = ()
    delegates: tuple[DelegateInfo, ...] = ()
    properties: tuple[PropertyInfo, ...] = ()


class MemberCatalog(Catalog, ABC):
    """What Blueprint classes declare comes before what their parents in the engine do."""

    def __init__(self, base: Catalog) -> None:
        """Share everything of `base`: its data and the indexes that it has built."""
        self.__dict__.update(base.__dict__)

    @abstractmethod
    def _members_of(self, class_path: str) -> DeclaredMembers | None:
        """What a Blueprint class declares; None for any other class."""

    # --- what is told of a declared member ---------------------------------------------------------

    def _function_info(self, class_path: str, function: Function, *, is_static: bool) -> FunctionInfo:
        parameters = parameters_of(function, self)
        if is_static:
            parameters = (*parameters, ParameterInfo(WORLD_CONTEXT, object_type(_OBJECT)))
        return FunctionInfo(
            path=f"{class_path}:{function.name}",
            class_path=class_path,
            name=function.name,
            display=display_name(function.name),
            python_name="",
            category=function.category,
            is_static=is_static,
            is_pure=function.is_pure,
            is_const=function.is_const,
            is_latent=False,
            parameters=parameters,
            hidden_pins=frozenset({WORLD_CONTEXT} if is_static else ()),
            world_context=WORLD_CONTEXT if is_static else "",
            doc=function.tooltip,
        )

    def _delegate_info(self, class_path: str, function: Function) -> DelegateInfo:
        path = f"{class_path}.{function.name}{_SIGNATURE}"
        return DelegateInfo(class_path, function.name, parameters_of(function, self), path)

    # --- what the base class answers from the engine's data alone ----------------------------------

    def function(self, path: str) -> FunctionInfo | None:
        """See `Catalog.function`."""
        text = object_path(path)
        owner, _, name = text.rpartition(":" if ":" in text else ".")
        members = self._members_of(owner)
        if members is None:
            return super().function(path)
        return next((item for item in members.functions if item.name.lower() == name.lower()), None)

    def functions_of(self, class_path: str) -> tuple[FunctionInfo, ...]:
        """See `Catalog.functions_of`."""
        members = self._members_of(class_path)
        return super().functions_of(class_path) if members is None else members.functions

    def delegates_of(self, class_path: str) -> tuple[DelegateInfo, ...]:
        """See `Catalog.delegates_of`."""
        found: list[DelegateInfo] = []
        for path in self.ancestors(class_path):
            members = self._members_of(path)
            if members is None:
                return (*found, *super().delegates_of(path))
            found += members.delegates
        return tuple(found)

    def signature(self, path: str) -> tuple[ParameterInfo, ...] | None:
        """See `Catalog.signature`."""
        owner, _, name = object_path(path).rpartition(".")
        members = self._members_of(owner)
        if members is None:
            return super().signature(path)
        wanted = name.lower().removesuffix(_SIGNATURE.lower())
        return next((item.parameters for item in members.delegates if item.name.lower() == wanted), None)

    def properties_of(self, class_path: str) -> tuple[PropertyInfo, ...]:
        """See `Catalog.properties_of`."""
        return tuple(item for path in self.ancestors(class_path) for item in self.own_properties(path))

    def own_properties(self, class_path: str) -> tuple[PropertyInfo, ...]:
        """See `Catalog.own_properties`."""
        members = self._members_of(object_path(class_path))
        return super().own_properties(class_path) if members is None else members.properties


def parameters_of(function: Function, catalog: Catalog) -> tuple[ParameterInfo, ...]:
    """The parameters as call nodes show them: inputs with the default that was declared, then outputs."""
    inputs = (_input(item, catalog) for item in function.inputs)
    return (*inputs, *(ParameterInfo(item.name, item.type, "out") for item in function.outputs))


def _input(item: DeclaredParameter, catalog: Catalog) -> ParameterInfo:
    default = item.default or fresh_default(item.type, catalog)
    is_enum = item.type.category == "byte" and item.type.subcategory_object is not None
    return ParameterInfo(item.name, item.type, "in", default, "" if is_enum and not item.default else default)
