"""The engine's catalogue with the members of the project's Blueprint classes, as they were compiled.

A member is known from the compile that made it [FIELD_NOTES 2, trap 12]. Answers are worked out
when they are first asked for and again after a compile.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog import (
    Catalog,
    DelegateInfo,
    EventInfo,
    FunctionInfo,
    Parameter,
    PropertyInfo,
    object_path,
)
from blueprint_assistant.graph.titles import display_name
from blueprint_assistant.graph.types import fresh_default, object_type
from unreal_sandbox.function_signatures import compiled_signatures, is_function_library

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph import model
    from unreal_sandbox.blueprint_asset import BlueprintAsset, CompiledClass
    from unreal_sandbox.function_signatures import Signature

__all__ = ["WORLD_CONTEXT", "ProjectCatalog", "parameters_of"]

WORLD_CONTEXT = "__WorldContext"
_SIGNATURE = "__DelegateSignature"
_OBJECT = "/Script/CoreUObject.Object"


@dataclass(frozen=True, slots=True)
class _Members:
    """What one compiled Blueprint class declares."""

    compiled: CompiledClass | None
    functions: tuple[FunctionInfo, ...] = ()
    events: tuple[EventInfo, ...] = ()
    delegates: tuple[DelegateInfo, ...] = ()
    properties: tuple[PropertyInfo, ...] = ()


class ProjectCatalog(Catalog):
    """A catalogue that also answers for Blueprint classes."""

    def __init__(self, base: Catalog, assets: Iterable[BlueprintAsset]) -> None:
        """Share everything of `base`: its data and the indexes that it has built."""
        self.__dict__.update(base.__dict__)
        self._assets = {asset.class_path.lower(): asset for asset in assets}
        self._members: dict[str, _Members] = {}

    def _members_of(self, class_path: str) -> _Members | None:
        asset = self._assets.get(class_path.lower())
        if asset is None:
            return None
        known = self._members.get(asset.class_path)
        if known is None or known.compiled is not asset.compiled:
            known = self._members[asset.class_path] = self._read(asset)
        return known

    def _read(self, asset: BlueprintAsset) -> _Members:
        compiled = asset.compiled
        if compiled is None:
            return _Members(None)
        found = list(compiled_signatures(asset))
        callable_ones = [item for item in found if item.kind != "dispatcher"]
        return _Members(
            compiled,
            functions=tuple(self._function_info(asset, item) for item in callable_ones),
            events=tuple(self._event_info(asset, item) for item in callable_ones if _is_overridable(item)),
            delegates=tuple(self._delegate_info(asset, item) for item in found if item.kind == "dispatcher"),
            properties=_properties(compiled),
        )

    def _function_info(self, asset: BlueprintAsset, signature: Signature) -> FunctionInfo:
        function = signature.function
        is_static = is_function_library(asset)
        parameters = parameters_of(function, self)
        if is_static:
            parameters = (*parameters, Parameter(WORLD_CONTEXT, object_type(_OBJECT)))
        return FunctionInfo(
            path=f"{asset.class_path}:{function.name}",
            class_path=asset.class_path,
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

    def _event_info(self, asset: BlueprintAsset, signature: Signature) -> EventInfo:
        function = signature.function
        return EventInfo(
            asset.class_path,
            function.name,
            display_name(function.name),
            parameters_of(function, self),
            opens_function=bool(function.outputs),
        )

    def _delegate_info(self, asset: BlueprintAsset, signature: Signature) -> DelegateInfo:
        path = f"{asset.class_path}.{signature.name}{_SIGNATURE}"
        return DelegateInfo(asset.class_path, signature.name, parameters_of(signature.function, self), path)

    # --- what the base class answers from the engine's data alone ------------------------------

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

    def events_of(self, class_path: str) -> tuple[EventInfo, ...]:
        """See `Catalog.events_of`."""
        found: dict[str, EventInfo] = {}
        for path in self.ancestors(class_path):
            members = self._members_of(path)
            if members is None:
                engine = super().events_of(path)
                return (*found.values(), *(item for item in engine if item.name.lower() not in found))
            for event in members.events:
                found.setdefault(event.name.lower(), event)
        return tuple(found.values())

    def delegates_of(self, class_path: str) -> tuple[DelegateInfo, ...]:
        """See `Catalog.delegates_of`."""
        found: list[DelegateInfo] = []
        for path in self.ancestors(class_path):
            members = self._members_of(path)
            if members is None:
                return (*found, *super().delegates_of(path))
            found += members.delegates
        return tuple(found)

    def signature(self, path: str) -> tuple[Parameter, ...] | None:
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


def _is_overridable(signature: Signature) -> bool:
    """Whether a child class can override it. An override of a parent's is declared there already."""
    function = signature.function
    return not function.declared_in and not function.is_static and function.access != "private"


def _properties(compiled: CompiledClass) -> tuple[PropertyInfo, ...]:
    own = [
        PropertyInfo(item.name, item.type)
        for item in compiled.variables
        if item.type.category != "mcdelegate"
    ]
    return (*own, *(PropertyInfo(item.name, object_type(item.class_path)) for item in compiled.components))


def parameters_of(function: model.Function, catalog: Catalog) -> tuple[Parameter, ...]:
    """The parameters as call nodes show them: inputs with the default that was declared, then outputs."""
    inputs = [_input(item, catalog) for item in function.inputs]
    return (*inputs, *(Parameter(item.name, item.type, "out") for item in function.outputs))


def _input(item: model.Parameter, catalog: Catalog) -> Parameter:
    default = item.default or fresh_default(item.type, catalog)
    is_enum = item.type.category == "byte" and item.type.subcategory_object is not None
    return Parameter(item.name, item.type, "in", default, "" if is_enum and not item.default else default)
