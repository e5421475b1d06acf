"""A catalogue that also knows what Blueprints of the project declare. Outside uses `with_blueprints`.

The engine's classes stay as the base catalogue has them. Blueprints are given as values; what they
declare is read out of them when it is first asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog import Catalog, DelegateInfo, FunctionInfo, Parameter, PropertyInfo
from blueprint_assistant.graph.catalog_data import object_path
from blueprint_assistant.graph.declarations import custom_event_of, dispatchers_of, functions_of
from blueprint_assistant.graph.lookup import AmbiguousNameError, fold
from blueprint_assistant.graph.titles import display_name
from blueprint_assistant.graph.types import fresh_default, object_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.graph.model import Blueprint, Function
    from blueprint_assistant.graph.model import Parameter as DeclaredParameter

__all__ = ["with_blueprints"]

_SIGNATURE = "__DelegateSignature"
_LIBRARY = "/Script/Engine.BlueprintFunctionLibrary"
_OBJECT = "/Script/CoreUObject.Object"
_WORLD_CONTEXT = "__WorldContext"
_CONSTRUCTION = "UserConstructionScript"


def with_blueprints(catalog: Catalog, blueprints: Iterable[Blueprint]) -> Catalog:
    """The catalogue with the members of these Blueprints; it must know their classes already."""
    added = tuple(blueprints)
    return _ProjectCatalog(catalog, added) if added else catalog


@dataclass(frozen=True, slots=True)
class _Members:
    """What one Blueprint declares itself."""

    functions: tuple[FunctionInfo, ...]
    delegates: tuple[DelegateInfo, ...]
    properties: tuple[PropertyInfo, ...]


class _ProjectCatalog(Catalog):
    def __init__(self, base: Catalog, blueprints: tuple[Blueprint, ...]) -> None:
        """Share everything of `base`: its data and the indexes that it has built."""
        self.__dict__.update(base.__dict__)
        known: dict[str, Blueprint] = getattr(base, "blueprints", {})
        self.blueprints: dict[str, Blueprint] = {
            **known,
            **{item.generated_class.lower(): item for item in blueprints},
        }
        self._members: dict[str, _Members] = {}

    def extended(self, classes: Iterable[object]) -> Catalog:
        """See `Catalog.extended`; the Blueprints stay known."""
        return _ProjectCatalog(super().extended(classes), tuple(self.blueprints.values()))  # type: ignore[arg-type]

    def _members_of(self, class_path: str) -> _Members | None:
        path = object_path(class_path).lower()
        blueprint = self.blueprints.get(path)
        if blueprint is None:
            return None
        if path not in self._members:
            self._members[path] = self._read(blueprint)
        return self._members[path]

    def _read(self, blueprint: Blueprint) -> _Members:
        own = blueprint.generated_class
        return _Members(
            tuple(self._function_info(blueprint, item) for item in _callable_of(blueprint)),
            tuple(
                DelegateInfo(own, item.name, self._parameters(item), f"{own}.{item.name}{_SIGNATURE}")
                for item in dispatchers_of(blueprint)
            ),
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

    def _function_info(self, blueprint: Blueprint, function: Function) -> FunctionInfo:
        is_static = self.is_child_of(blueprint.parent_class, _LIBRARY)
        parameters = self._parameters(function)
        if is_static:
            parameters = (*parameters, Parameter(_WORLD_CONTEXT, object_type(_OBJECT)))
        return FunctionInfo(
            path=f"{blueprint.generated_class}:{function.name}",
            class_path=blueprint.generated_class,
            name=function.name,
            display=display_name(function.name),
            python_name="",
            category=function.category,
            is_static=is_static,
            is_pure=function.is_pure,
            is_const=function.is_const,
            is_latent=False,
            parameters=parameters,
            hidden_pins=frozenset({_WORLD_CONTEXT} if is_static else ()),
            world_context=_WORLD_CONTEXT if is_static else "",
            doc=function.tooltip,
        )

    def _parameters(self, function: Function) -> tuple[Parameter, ...]:
        inputs = (self._input(item) for item in function.inputs)
        return (*inputs, *(Parameter(item.name, item.type, "out") for item in function.outputs))

    def _input(self, item: DeclaredParameter) -> Parameter:
        default = item.default or fresh_default(item.type, self)
        is_enum = item.type.category == "byte" and item.type.subcategory_object is not None
        return Parameter(item.name, item.type, "in", default, "" if is_enum and not item.default else default)

    # --- what the base class answers from the engine's data alone --------------------------------

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

    def delegates_of(self, class_path: str) -> tuple[DelegateInfo, ...]:
        """See `Catalog.delegates_of`."""
        found: list[DelegateInfo] = []
        for path in self.ancestors(class_path):
            members = self._members_of(path)
            if members is None:
                return (*found, *super().delegates_of(path))
            found += members.delegates
        return tuple(found)

    def delegate(self, class_path: str, name: str) -> DelegateInfo | None:
        """See `Catalog.delegate`."""
        wanted = name.lower()
        return next((item for item in self.delegates_of(class_path) if item.name.lower() == wanted), None)

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

    def exposed_on_spawn(self, class_path: str) -> tuple[PropertyInfo, ...]:
        """See `Catalog.exposed_on_spawn`: those of the base class first."""
        return tuple(
            PropertyInfo(item.name, item.type)
            for path in reversed(self.ancestors(class_path))
            if (blueprint := self.blueprints.get(object_path(path).lower())) is not None
            for item in blueprint.variables
            if item.is_exposed_on_spawn and item.is_instance_editable
        )

    def own_properties(self, class_path: str) -> tuple[PropertyInfo, ...]:
        """See `Catalog.own_properties`."""
        members = self._members_of(class_path)
        return super().own_properties(class_path) if members is None else members.properties


def _callable_of(blueprint: Blueprint) -> Iterator[Function]:
    """Functions and custom events; overrides are their parents' functions, macros are no functions."""
    kinds = {graph.name: graph.kind for graph in blueprint.graphs}
    for function in functions_of(blueprint):
        is_own = not function.declared_in and function.name != _CONSTRUCTION
        if is_own and kinds.get(function.name) == "function":
            yield function
    for graph in blueprint.graphs:
        for node in graph.nodes:
            event = custom_event_of(node)
            if event is not None:
                yield event
