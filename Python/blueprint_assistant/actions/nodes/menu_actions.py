"""The nodes that can be made in a graph, as the editor's node menu has them (BC-106).

Outside uses NodeAction and the functions that make them. A node is known by its spec, which no language of
an editor changes; titles and categories are English data beside it. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, get_args

from blueprint_assistant.actions.names.asset_paths import generated_class_path
from blueprint_assistant.editor.plan.menu_entries import entry_of
from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.callables import callables_of
from blueprint_assistant.graph.catalog.declarations import dispatchers_of, functions_of
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.key_names import is_axis_key
from blueprint_assistant.graph.catalog.name_lookup import display_name
from blueprint_assistant.graph.catalog.own_events import events_for
from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.async_tasks import ASYNC_TASKS
from blueprint_assistant.graph.kinds.call_nodes import PROMOTABLE
from blueprint_assistant.graph.kinds.function_calls import call_spec
from blueprint_assistant.graph.kinds.node_factory import make_node
from blueprint_assistant.graph.model.blueprint import Blueprint

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, FunctionInfo
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec

__all__ = ["NodeAction", "engine_actions", "function_action", "own_actions"]

_NOBODY: Final = Blueprint("/Game/Nobody", "/Script/CoreUObject.Object")
"""Titles of the engine's entries do not depend on whose menu it is."""
_FLOW: Final = "Utilities|Flow Control"
_EVENTS: Final = "Add Event"
_SUBSYSTEM: Final = "/Script/Engine.Subsystem"
_BINDING: Final[tuple[kinds.DelegateAction, ...]] = ("add", "remove", "clear")
"""What may be done with a dispatcher of another class: only the class itself calls it."""
_LOCAL: Final = "/Script/Engine.LocalPlayerSubsystem"


@dataclass(frozen=True, slots=True)
class NodeAction:
    """A node that can be made: how, and what it is called in English.

    `name` is what code calls it. `object_class` is the class of which it needs an object, empty for none.
    """

    spec: AnyNodeSpec
    title: str
    category: str
    name: str = ""
    member_class: str = ""
    object_class: str = ""
    is_latent: bool = False
    is_seldom: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """What a search looks at: its own name first."""
        return (self.title, self.name or self.title, f"{self.category} {self.title}")

    @property
    def function(self) -> str:
        """The only function whose graph takes it, empty for any: its own local variables and returns."""
        of_one = (kinds.LocalVariableGetSpec, kinds.LocalVariableSetSpec)
        if isinstance(self.spec, of_one):
            return self.spec.function
        return self.spec.name if isinstance(self.spec, kinds.FunctionResultSpec) else ""

    @property
    def is_event(self) -> bool:
        """Whether it begins a flow, which only event graphs take."""
        return isinstance(self.spec, get_args(kinds.AnyEventSpec)) and not isinstance(
            self.spec, kinds.FunctionResultSpec
        )


# --- the engine ----------------------------------------------------------------------------------


@cache
def engine_actions() -> tuple[NodeAction, ...]:
    """What the engine and its plugins bring, for all classes: about 25,000. Built once, in a second."""
    catalog = default_catalog()
    return (
        *_functions(catalog),
        *_flow(catalog),
        *_values(catalog),
        *_of_classes(catalog),
        *_of_types(catalog),
    )


def _functions(catalog: Catalog) -> Iterator[NodeAction]:
    tasks = {task.function for task in ASYNC_TASKS.values()}
    for path in catalog.function_index.paths:
        info = catalog.function(path)
        if info is None or info.is_internal or info.path in tasks:
            continue
        action = function_action(info)
        if not info.is_async_factory or _is_makeable(action.spec, catalog):
            yield action
    for name in ASYNC_TASKS:
        yield _titled(kinds.AsyncTaskSpec(name), catalog)


def _is_makeable(spec: AnyNodeSpec, catalog: Catalog) -> bool:
    """Whether the node can be made from its spec: gameplay tasks have nodes that only the menu makes."""
    try:
        make_node(spec, owner=_NOBODY, catalog=catalog, name="New", new_guid=lambda: "0" * 32)
    except GraphError:
        return False
    return True


def function_action(info: FunctionInfo) -> NodeAction:
    """The call of a function of the catalogue."""
    is_bound = not info.is_static
    return NodeAction(
        call_spec(info),
        info.display,
        info.category,
        info.name,
        info.class_path,
        info.class_path if is_bound else "",
        info.is_latent or info.is_async_factory,
        info.is_deprecated,
    )


def _flow(catalog: Catalog) -> Iterator[NodeAction]:
    yield NodeAction(common_specs.BranchSpec(), "Branch", _FLOW)
    yield NodeAction(
        common_specs.CustomEventSpec("CustomEvent"), "Add Custom Event...", _EVENTS, "CustomEvent"
    )
    yield NodeAction(kinds.TimelineSpec("Timeline"), "Add Timeline...", "", "Timeline", is_latent=True)
    for spec in (
        common_specs.SequenceSpec(),
        kinds.MultiGateSpec(),
        kinds.DoOnceMultiInputSpec(),
        kinds.SwitchIntSpec(),
        kinds.SwitchStringSpec(),
        kinds.SwitchNameSpec(),
    ):
        yield _titled(spec, catalog)
    for macro in catalog.macros:
        yield NodeAction(kinds.MacroSpec(macro.path), display_name(macro.name), _FLOW, macro.name)
    for key in catalog.keys:
        if is_axis_key(key):
            yield _titled(kinds.InputKeyAxisSpec(key), catalog)
            yield _titled(kinds.InputKeyValueSpec(key), catalog)
        else:
            yield _titled(kinds.InputKeySpec(key), catalog)
            yield _titled(kinds.InputKeySpec(key, is_debug=True), catalog)


def _values(catalog: Catalog) -> Iterator[NodeAction]:
    plain: tuple[AnyNodeSpec, ...] = (
        kinds.SelectSpec(),
        kinds.KnotSpec(),
        kinds.MakeArraySpec(),
        kinds.MakeSetSpec(),
        kinds.MakeMapSpec(),
        kinds.GetArrayItemSpec(),
        kinds.GetArrayItemSpec(by_reference=True),
        kinds.FormatTextSpec(),
        kinds.SelfSpec(),
        kinds.SpawnActorSpec(),
        kinds.ConstructObjectSpec(),
        kinds.CreateWidgetSpec(),
        kinds.CreateDelegateSpec(),
        *map(kinds.OperatorSpec, sorted(PROMOTABLE)),
    )
    for spec in plain:
        yield _titled(spec, catalog)


def _of_classes(catalog: Catalog) -> Iterator[NodeAction]:
    for info in catalog.classes:
        if info.is_library:
            continue
        yield _titled(kinds.CastSpec(info.path), catalog)
        yield _titled(kinds.ClassCastSpec(info.path), catalog)
        if info.path != _SUBSYSTEM and catalog.is_child_of(info.path, _SUBSYSTEM):
            yield _titled(kinds.GetSubsystemSpec(info.path), catalog)
            if catalog.is_child_of(info.path, _LOCAL):
                yield _titled(kinds.GetSubsystemSpec(info.path, from_player_controller=True), catalog)


def _of_types(catalog: Catalog) -> Iterator[NodeAction]:
    for path in catalog.struct_paths:
        info = catalog.struct(path)
        if info is None or not info.members:
            continue
        # Vectors and their like are made by calls of a library, which are among the functions.
        yield _titled(kinds.SetFieldsInStructSpec(path), catalog)
        if not info.native_make:
            yield _titled(kinds.MakeStructSpec(path), catalog)
        if not info.native_break:
            yield _titled(kinds.BreakStructSpec(path), catalog)
    for path in catalog.enum_paths:
        for of_enum in (kinds.SwitchEnumSpec, kinds.EnumLiteralSpec, kinds.ForEachEnumSpec):
            yield _titled(of_enum(path), catalog)


def _titled(spec: AnyNodeSpec, catalog: Catalog, owner: Blueprint = _NOBODY) -> NodeAction:
    """A node by the title that an English menu gives it."""
    entry = entry_of(spec, owner, catalog)
    title = type(spec).__name__.removesuffix("Spec") if entry is None else entry.title
    is_latent = isinstance(spec, kinds.AsyncTaskSpec)
    return NodeAction(spec, title, "" if entry is None else entry.category, is_latent=is_latent)


# --- a Blueprint ---------------------------------------------------------------------------------


def own_actions(owner: Blueprint, catalog: Catalog, blueprints: Iterable[str] = ()) -> tuple[NodeAction, ...]:
    """What a Blueprint and its parents add to that; casts to the project's `blueprints`.

    `catalog` knows the Blueprint classes that it derives from.
    """
    return (
        *_variables(owner),
        *_inherited(owner, catalog),
        *_callable(owner),
        *_inherited_functions(owner, catalog),
        *_dispatchers(owner, catalog),
        *_events(owner, catalog),
        *(
            _titled(kind(generated_class_path(path)), catalog)
            for path in blueprints
            for kind in (kinds.CastSpec, kinds.ClassCastSpec)
        ),
    )


def _variables(owner: Blueprint) -> Iterator[NodeAction]:
    for item in owner.variables:
        if item.type.category == "mcdelegate":
            continue
        category = f"Variables|{item.category or 'Default'}"
        yield NodeAction(
            common_specs.VariableGetSpec(item.name), f"Get {display_name(item.name)}", category, item.name
        )
        yield NodeAction(
            common_specs.VariableSetSpec(item.name), f"Set {display_name(item.name)}", category, item.name
        )
    for component in owner.components:
        title = f"Get {display_name(component.name)}"
        yield NodeAction(
            common_specs.VariableGetSpec(component.name), title, "Variables|Components", component.name
        )
    for function in functions_of(owner):
        for local in function.local_variables:
            title, category = display_name(local.name), f"Local Variables|{function.name}"
            get = kinds.LocalVariableGetSpec(function.name, local.name, local.type)
            put = kinds.LocalVariableSetSpec(function.name, local.name, local.type)
            yield NodeAction(get, f"Get {title}", category, local.name)
            yield NodeAction(put, f"Set {title}", category, local.name)


def _inherited(owner: Blueprint, catalog: Catalog) -> Iterator[NodeAction]:
    """The variables and dispatchers of the parent classes that the Blueprint can use as its own."""
    known = {item.name.lower() for item in owner.variables} | {item.name.lower() for item in owner.components}
    delegates = {item.name.lower() for item in catalog.delegates_of(owner.parent_class)}
    for item in catalog.properties_of(owner.parent_class):
        if item.is_hidden or item.name.lower() in known | delegates:
            continue
        known.add(item.name.lower())
        title = display_name(item.name, is_bool=item.type.category == "bool")
        yield NodeAction(common_specs.VariableGetSpec(item.name), f"Get {title}", "Variables", item.name)
        if not item.is_read_only:
            yield NodeAction(common_specs.VariableSetSpec(item.name), f"Set {title}", "Variables", item.name)
    for event in catalog.delegates_of(owner.parent_class):
        for action in _BINDING:
            found = _titled(kinds.DelegateSpec(action, event.name, event.class_path), catalog, owner)
            yield NodeAction(found.spec, found.title, found.category, event.name, event.class_path)


def _callable(owner: Blueprint) -> Iterator[NodeAction]:
    own = owner.generated_class
    for item in callables_of(owner, with_macros=True):
        title, function = display_name(item.name), item.declared
        if function is None:
            continue
        if item.kind == "function":
            back = kinds.FunctionResultSpec(item.name, function.declared_in)
            yield NodeAction(back, "Add Return Node...", "", "Return")
        if item.kind == "macro":
            yield NodeAction(kinds.MacroSpec(f"{owner.path}.{owner.name}:{item.name}"), title, "Utilities")
        elif item.name != "UserConstructionScript":
            category = (item.kind == "function" and function.category) or "Call Function"
            spec = common_specs.CallFunctionSpec(f"{own}:{item.name}")
            yield NodeAction(spec, title, category, item.name, own)


def _inherited_functions(owner: Blueprint, catalog: Catalog) -> Iterator[NodeAction]:
    """Those of the Blueprints that it derives from; those of the engine are there for all."""
    for path in catalog.ancestors(owner.parent_class):
        if not path.startswith("/Script/"):
            for info in catalog.functions_of(path):
                yield function_action(info)


def _dispatchers(owner: Blueprint, catalog: Catalog) -> Iterator[NodeAction]:
    for item in dispatchers_of(owner):
        for action in get_args(kinds.DelegateAction):
            found = _titled(kinds.DelegateSpec(action, item.name), catalog, owner)
            yield NodeAction(found.spec, found.title, found.category, item.name)
    for component in owner.components:
        for event in catalog.delegates_of(component.class_path):
            title = f"{display_name(event.name)} ({component.name})"
            spec = kinds.ComponentEventSpec(component.name, event.name)
            yield NodeAction(spec, title, f"{_EVENTS}|Components", event.name, component.class_path)


def _events(owner: Blueprint, catalog: Catalog) -> Iterator[NodeAction]:
    for event in events_for(owner, catalog):
        if not event.opens_function:
            yield NodeAction(
                common_specs.EventSpec(event.name), event.display, _EVENTS, event.name, event.class_path
            )
