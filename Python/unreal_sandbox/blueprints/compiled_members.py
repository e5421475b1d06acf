"""The engine's catalogue with the members of the project's Blueprint classes, as they were compiled.

A member is known from the compile that made it [FIELD_NOTES 2, trap 12]. Answers are worked out
when they are first asked for and again after a compile.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.engine_catalog import EventInfo, PropertyInfo
from blueprint_assistant.graph.catalog.member_catalog import DeclaredMembers, MemberCatalog, parameters_of
from blueprint_assistant.graph.catalog.name_lookup import display_name
from blueprint_assistant.graph.catalog.pin_types import object_type
from unreal_sandbox.blueprints.function_signatures import compiled_signatures, is_function_library

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset, CompiledClass
    from unreal_sandbox.blueprints.function_signatures import Signature

__all__ = ["ProjectCatalog"]


@dataclass(frozen=True, slots=True)
class _Compiled:
    """What one Blueprint class declares as of a compile."""

    compiled: CompiledClass | None
    members: DeclaredMembers
    events: tuple[EventInfo, ...] = ()


class ProjectCatalog(MemberCatalog):
    """A catalogue that also answers for Blueprint classes."""

    def __init__(self, base: Catalog, assets: Iterable[BlueprintAsset]) -> None:
        """Share everything of `base`: its data and the indexes that it has built."""
        super().__init__(base)
        self._assets = {asset.class_path.lower(): asset for asset in assets}
        self._compiled: dict[str, _Compiled] = {}

    def _members_of(self, class_path: str) -> DeclaredMembers | None:
        known = self._compiled_of(class_path)
        return None if known is None else known.members

    def _compiled_of(self, class_path: str) -> _Compiled | None:
        asset = self._assets.get(class_path.lower())
        if asset is None:
            return None
        known = self._compiled.get(asset.class_path)
        if known is None or known.compiled is not asset.compiled:
            known = self._compiled[asset.class_path] = self._read(asset)
        return known

    def _read(self, asset: BlueprintAsset) -> _Compiled:
        compiled = asset.compiled
        if compiled is None:
            return _Compiled(None, DeclaredMembers())
        own, is_static = asset.class_path, is_function_library(asset)
        found = list(compiled_signatures(asset))
        callable_ones = [item for item in found if item.kind != "dispatcher"]
        members = DeclaredMembers(
            tuple(self._function_info(own, item.function, is_static=is_static) for item in callable_ones),
            tuple(self._delegate_info(own, item.function) for item in found if item.kind == "dispatcher"),
            _properties(compiled),
        )
        events = tuple(self._event_info(asset, item) for item in callable_ones if _is_overridable(item))
        return _Compiled(compiled, members, events)

    def _event_info(self, asset: BlueprintAsset, signature: Signature) -> EventInfo:
        function = signature.function
        return EventInfo(
            asset.class_path,
            function.name,
            display_name(function.name),
            parameters_of(function, self),
            opens_function=bool(function.outputs),
        )

    def events_of(self, class_path: str) -> tuple[EventInfo, ...]:
        """See `Catalog.events_of`."""
        found: dict[str, EventInfo] = {}
        for path in self.ancestors(class_path):
            known = self._compiled_of(path)
            if known is None:
                engine = super().events_of(path)
                return (*found.values(), *(item for item in engine if item.name.lower() not in found))
            for event in known.events:
                found.setdefault(event.name.lower(), event)
        return tuple(found.values())


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
