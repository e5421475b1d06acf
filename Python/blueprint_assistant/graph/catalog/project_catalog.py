"""A catalogue that also knows what Blueprints of the project declare. Outside uses `with_blueprints`.

The engine's classes stay as the base catalogue has them. Blueprints are given as values; what they
declare is read out of them when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.callables import declared_callables
from blueprint_assistant.graph.catalog.catalog_data import object_path
from blueprint_assistant.graph.catalog.declarations import dispatchers_of
from blueprint_assistant.graph.catalog.engine_catalog import (
    DelegateInfo,
    EventInfo,
    FunctionInfo,
    PropertyInfo,
)
from blueprint_assistant.graph.catalog.member_catalog import DeclaredMembers, MemberCatalog, parameters_of
from blueprint_assistant.graph.catalog.name_lookup import AmbiguousNameError, display_name, fold
from blueprint_assistant.graph.catalog.pin_types import object_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Function

__all__ = ["with_blueprints"]

_LIBRARY = "/Script/Engine.BlueprintFunctionLibrary"


def with_blueprints(catalog: Catalog, blueprints: Iterable[Blueprint]) -> Catalog:
    """The catalogue with the members of these Blueprints; it must know their classes already."""
    added = tuple(blueprints)
    return _ProjectCatalog(catalog, added) if added else catalog


class _ProjectCatalog(MemberCatalog):
    def __init__(self, base: Catalog, blueprints: tuple[Blueprint, ...]) -> None:
        super().__init__(base)
        known: dict[str, Blueprint] = getattr(base, "blueprints", {})
        self.blueprints: dict[str, Blueprint] = {
            **known,
            **{item.generated_class.lower(): item for item in blueprints},
        }
        self._members: dict[str, DeclaredMembers] = {}

    def extended(self, classes: Iterable[object]) -> Catalog:
        """See `Catalog.extended`; the Blueprints stay known."""
        return _ProjectCatalog(super().extended(classes), tuple(self.blueprints.values()))  # type: ignore[arg-type]

    def _members_of(self, class_path: str) -> DeclaredMembers | None:
        path = object_path(class_path).lower()
        blueprint = self.blueprints.get(path)
        if blueprint is None:
            return None
        if path not in self._members:
            self._members[path] = self._read(blueprint)
        return self._members[path]

    def _read(self, blueprint: Blueprint) -> DeclaredMembers:
        own = blueprint.generated_class
        is_static = self.is_child_of(blueprint.parent_class, _LIBRARY)
        return DeclaredMembers(
            tuple(self._function_info(own, item, is_static=is_static) for item in _own_callables(blueprint)),
            tuple(self._delegate_info(own, item) for item in dispatchers_of(blueprint)),
            (
                *(
                    PropertyInfo(item.name, item.type)
                    for item in blueprint.variables
                    if item.type.category != "mcdelegate"
                ),
                *(
                    PropertyInfo(item.name, object_type(item.class_path))
                    for item in blueprint.components
                    if not item.is_inherited
                ),
            ),
        )

    # --- what the base class answers from the engine's data alone --------------------------------

    def find_function(self, text: str, class_path: str = "") -> FunctionInfo:
        """See `Catalog.find_function`: a Blueprint class and its parents come first."""
        name = text.strip()
        if "/" in name:
            found = self.function(name)
            if found is not None:
                return found
        for path in self.ancestors(class_path) if class_path else ():
            members = self._members_of(path)
            if members is None:
                return super().find_function(text, path)
            named = [item for item in members.functions if item.name.lower() == name.lower()]
            named = named or [item for item in members.functions if fold(item.name) == fold(name)]
            if len(named) > 1:
                raise AmbiguousNameError(text, [item.path for item in named])
            if named:
                return named[0]
        return super().find_function(text, class_path)

    def delegate(self, class_path: str, name: str) -> DelegateInfo | None:
        """See `Catalog.delegate`; the exact name first: two dispatchers may differ by a blank."""
        wanted = name.lower()
        exact = (item for item in self.delegates_of(class_path) if item.name.lower() == wanted)
        return next(exact, None) or super().delegate(class_path, name)

    def events_of(self, class_path: str) -> tuple[EventInfo, ...]:
        """See `Catalog.events_of`: functions and custom events of Blueprints can be overridden as well."""
        found: dict[str, EventInfo] = {}
        for path in self.ancestors(class_path):
            blueprint = self.blueprints.get(object_path(path).lower())
            events = super().events_of(path) if blueprint is None else self._events_of(blueprint)
            for event in events:
                found.setdefault(event.name.lower(), event)
            if blueprint is None:
                break  # the engine's answer holds its parents' events
        return tuple(found.values())

    def _events_of(self, blueprint: Blueprint) -> Iterator[EventInfo]:
        for function in _own_callables(blueprint):
            if function.access != "private" and not function.is_static:
                parameters = parameters_of(function, self)
                yield EventInfo(
                    blueprint.generated_class,
                    function.name,
                    display_name(function.name),
                    parameters,
                    opens_function=bool(function.outputs),
                )

    def exposed_on_spawn(self, class_path: str) -> tuple[PropertyInfo, ...]:
        """See `Catalog.exposed_on_spawn`: those of the base class first."""
        return tuple(
            PropertyInfo(item.name, item.type)
            for path in reversed(self.ancestors(class_path))
            if (blueprint := self.blueprints.get(object_path(path).lower())) is not None
            for item in blueprint.variables
            if item.is_exposed_on_spawn and item.is_instance_editable
        )


def _own_callables(blueprint: Blueprint) -> list[Function]:
    """Functions and custom events; overrides are their parents' functions."""
    return [item for item in declared_callables(blueprint) if not item.declared_in]
