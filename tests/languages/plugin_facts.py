"""What a real graph shows of a plugin or project that is not here, as a catalogue that knows it.

Read off the nodes themselves: the classes that they name, the functions with the pins of their
calls, structs, enums, events, dispatchers and variables. An editor that has the plugin knows the
same and more. What is known already stays as it is.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.catalog_data import CatalogData, FunctionIndex
from blueprint_assistant.graph.catalog.catalog_entries import (
    ClassInfo,
    DelegateInfo,
    EnumInfo,
    EnumItem,
    EventInfo,
    FunctionInfo,
    ParameterInfo,
    PropertyInfo,
    StructInfo,
)
from blueprint_assistant.graph.catalog.engine_catalog import Catalog, default_catalog, object_path
from blueprint_assistant.graph.catalog.pin_types import object_type
from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.model.object_references import member_reference

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blueprint_assistant.graph.catalog.catalog_entries import ParameterDirection
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Graph, Node, Pin, PinType

__all__ = ["catalog_of"]

_OBJECT = "/Script/CoreUObject.Object"
_LIBRARY = "/Script/Engine.BlueprintFunctionLibrary"
_WIDGET = "/Script/UMG.UserWidget"
_DEEP = 100
_LATENT = "/Script/Engine.LatentActionInfo"


def catalog_of(graph: Graph) -> Catalog:
    """The engine's catalogue, and what the graph shows of other things."""
    return Catalog(_Shown(graph))


class _Shown(CatalogData):
    """The packaged facts and those of one graph. The graph is never asked for what is packaged."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._known = default_catalog()
        self._specs: list[tuple[Node, AnyNodeSpec]] = [
            (node, spec) for node in graph.nodes if (spec := any_spec_of(node)) is not None
        ]

    # --- classes -------------------------------------------------------------------------

    @cached_property
    def classes(self) -> Mapping[str, ClassInfo]:
        """See `CatalogData.classes`."""
        found = dict(super().classes)
        for path in sorted(self._class_paths):
            if path.lower() not in found:
                found[path.lower()] = self._class(path)
        return found

    @cached_property
    def _class_paths(self) -> set[str]:
        """All classes that nodes name, but for those of Blueprints that are no interfaces."""
        named: set[str] = {*self._interfaces, *(function.class_path for function in self._functions.values())}
        for node in self._graph.nodes:
            kinds_ = [pin.type for pin in node.pins if pin.type.category in ("object", "class", "interface")]
            named |= {kind.subcategory_object.path for kind in kinds_ if kind.subcategory_object}
            for key in ("VariableReference", "EventReference", "DelegateReference"):
                named.add(member_reference(node.find_property(key) or "").parent_path)
        named |= {getattr(spec, "class_path", "") for _, spec in self._specs}
        return {path for path in named if "." in path and (_is_elsewhere(path) or path in self._interfaces)}

    @cached_property
    def _interfaces(self) -> set[str]:
        """Classes that are interfaces by what is done with them, or by how such are named."""
        targets = (pin.type for node in self._graph.nodes for pin in node.pins if pin.name == "self")
        called = {
            kind.subcategory_object.path
            for kind in targets
            if kind.category == "interface" and kind.subcategory_object
        }
        called |= {s.function.partition(":")[0] for _, s in self._specs if isinstance(s, kinds.MessageSpec)}
        for node, spec in self._specs:
            owner = ""
            if isinstance(spec, common_specs.EventSpec):
                owner = member_reference(node.find_property("EventReference") or "").parent_path
            elif isinstance(spec, kinds.FunctionEntrySpec):
                owner = spec.class_path
            if re.match(r"(BPI|BI|I)_?[A-Z]", owner.rpartition(".")[2]):
                called.add(owner)
        return called

    def _class(self, path: str) -> ClassInfo:
        parent = self._parent(path)
        functions = [item for item in self._functions.values() if item.class_path == path]
        is_library = bool(functions) and all(item.is_static for item in functions) and parent == _OBJECT
        return ClassInfo(
            path,
            path.rpartition(".")[2],
            _LIBRARY if is_library else parent,
            is_library=is_library,
            is_interface=path in self._interfaces,
        )

    def _parent(self, path: str) -> str:
        """What the class derives from, by the inputs that take one of it, or one of its children."""
        events = {
            member_reference(node.find_property("EventReference") or "").parent_path
            for node in self._graph.nodes
        }
        if path in events and path not in self._interfaces:
            return _WIDGET if "Widget" in path else "/Script/Engine.Actor"
        wanted = [_OBJECT]
        for link in self._graph.links:
            taken = _class_on(self._graph.pin(link.target))
            if _class_on(self._graph.pin(link.source)) == path and taken != path and taken.startswith("/"):
                wanted.append(taken)
        return max(wanted, key=self._depth)

    def _depth(self, path: str) -> int:
        """How far below Object a class is; one that is not packaged is below all that are."""
        return len(self._known.ancestors(path)) if self._known.class_info(path) else _DEEP

    # --- functions -----------------------------------------------------------------------

    @cached_property
    def _functions(self) -> dict[str, FunctionInfo]:
        found: dict[str, FunctionInfo] = {}
        for node, spec in self._specs:
            if isinstance(spec, common_specs.CallFunctionSpec | kinds.MessageSpec | kinds.AsyncActionSpec):
                owner, _, name = spec.function.rpartition(":")
                is_message = isinstance(spec, kinds.MessageSpec)
                if (is_message or _is_elsewhere(owner)) and super().function(spec.function.lower()) is None:
                    found.setdefault(spec.function.lower(), _function(owner, name, node, _proxy(node)))
        return found

    @cached_property
    def function_index(self) -> FunctionIndex:
        """See `CatalogData.function_index`."""
        index = super().function_index
        for path, info in self._functions.items():
            index.paths.append(path)
            index.owners.append(info.class_path)
            index.names.append(info.name)
            index.displays.append(info.display)
            index.python_names.append("")
        return index

    def function(self, path: str) -> FunctionInfo | None:
        """See `CatalogData.function`."""
        return self._functions.get(path) or super().function(path)

    def functions_of(self, class_path: str) -> tuple[FunctionInfo, ...]:
        """See `CatalogData.functions_of`."""
        shown = (item for item in self._functions.values() if item.class_path.lower() == class_path.lower())
        return (*super().functions_of(class_path), *shown)

    # --- members -------------------------------------------------------------------------

    def events_of(self, class_path: str) -> tuple[EventInfo, ...]:
        """See `CatalogData.events_of`."""
        known = super().events_of(class_path)
        shown = [item for item in self._events if item.class_path == class_path]
        return (*known, *(item for item in shown if item.name not in {one.name for one in known}))

    @cached_property
    def _events(self) -> list[EventInfo]:
        found = []
        for node, spec in self._specs:
            if isinstance(spec, common_specs.EventSpec):
                owner = member_reference(node.find_property("EventReference") or "").parent_path
                given = tuple(
                    _parameter(pin, "in") for pin in _data(node, "output") if pin.name != "OutputDelegate"
                )
                found.append(EventInfo(owner, spec.name, spec.name, given))
        return found

    def delegates_of(self, class_path: str) -> tuple[DelegateInfo, ...]:
        """See `CatalogData.delegates_of`."""
        known = super().delegates_of(class_path)
        names = {item.name for item in known}
        return (*known, *(d for d in self._delegates if d.class_path == class_path and d.name not in names))

    @cached_property
    def _delegates(self) -> list[DelegateInfo]:
        found: list[DelegateInfo] = []
        for node, spec in self._specs:
            if isinstance(spec, kinds.DelegateSpec) and _is_elsewhere(spec.class_path):
                pin = node.find_pin("Delegate", "input")
                reference = member_reference("" if pin is None else pin.type.member_reference)
                signature = f"{reference.parent_path}.{reference.name}" if reference.name else ""
                found.append(
                    DelegateInfo(spec.class_path, spec.delegate, self._handled(node, pin), signature)
                )
            elif isinstance(spec, kinds.AsyncActionSpec):
                found += _ways(node)
        return [*{(item.class_path, item.name): item for item in found}.values()]

    def _handled(self, node: Node, pin: Pin | None) -> tuple[ParameterInfo, ...]:
        """The parameters of a dispatcher: what an event has that is bound to it."""
        for link in self._graph.links:
            if pin is not None and (link.target.node, link.target.pin) == (node.name, pin.id):
                event = self._graph.node(link.source.node)
                return tuple(
                    _parameter(p, "in") for p in _data(event, "output") if p.name != "OutputDelegate"
                )
        return ()

    def signature(self, path: str) -> tuple[ParameterInfo, ...] | None:
        """See `CatalogData.signature`."""
        shown = (item.parameters for item in self._delegates if item.signature.lower() == path.lower())
        return super().signature(path) or next(shown, None)

    def properties_of(self, class_path: str) -> tuple[PropertyInfo, ...]:
        """See `CatalogData.properties_of`."""
        known = super().properties_of(class_path)
        names = {item.name for item in known}
        shown = {
            spec.name: PropertyInfo(spec.name, spec.type)
            for _, spec in self._specs
            if isinstance(spec, kinds.OtherVariableGetSpec | kinds.OtherVariableSetSpec)
            and spec.class_path == class_path
            and spec.type is not None
        }
        return (*known, *(item for name, item in shown.items() if name not in names))

    # --- types ---------------------------------------------------------------------------

    @cached_property
    def _structs(self) -> dict[str, StructInfo]:
        found: dict[str, StructInfo] = {}
        for node, spec in self._specs:
            if isinstance(spec, kinds.MakeStructSpec | kinds.BreakStructSpec):
                side = "input" if isinstance(spec, kinds.MakeStructSpec) else "output"
                members = tuple(
                    PropertyInfo(pin.name, pin.type, pin.autogenerated_default) for pin in _data(node, side)
                )
                path = spec.struct
                if path.lower() not in super().struct_paths:
                    found.setdefault(path.lower(), StructInfo(path, members))
        for node in self._graph.nodes:
            for pin in node.pins:
                ref = pin.type.subcategory_object if pin.type.category == "struct" else None
                if ref is not None and ref.path.lower() not in super().struct_paths:
                    found.setdefault(ref.path.lower(), StructInfo(ref.path, ()))
        return found

    @cached_property
    def struct_paths(self) -> Mapping[str, str]:
        """See `CatalogData.struct_paths`."""
        return {**super().struct_paths, **{key: item.path for key, item in self._structs.items()}}

    def struct(self, path: str) -> StructInfo | None:
        """See `CatalogData.struct`."""
        return self._structs.get(path.lower()) or super().struct(path)

    @cached_property
    def _enums(self) -> dict[str, EnumInfo]:
        found: dict[str, EnumInfo] = {}
        for node, spec in self._specs:
            if isinstance(spec, kinds.SwitchEnumSpec) and spec.enum.lower() not in super().enum_paths:
                ways = [pin for pin in node.pins if pin.is_exec and pin.direction == "output"]
                items = tuple(EnumItem(pin.name, _shown_name(pin)) for pin in ways if pin.name != "Default")
                found.setdefault(spec.enum.lower(), EnumInfo(spec.enum, items))
        values: dict[str, dict[str, EnumItem]] = {}
        for node in self._graph.nodes:
            for pin in node.pins:
                ref = pin.type.subcategory_object if pin.type.category in ("byte", "enum") else None
                if ref is not None and ref.path.lower() not in super().enum_paths:
                    shown = values.setdefault(ref.path, {})
                    shown |= {
                        text: EnumItem(text, text) for text in (pin.autogenerated_default, pin.default_value)
                    }
        for path, items in values.items():
            found.setdefault(path.lower(), EnumInfo(path, (*(one for key, one in items.items() if key),)))
        return found

    @cached_property
    def enum_paths(self) -> Mapping[str, str]:
        """See `CatalogData.enum_paths`."""
        return {**super().enum_paths, **{key: item.path for key, item in self._enums.items()}}

    def enum(self, path: str) -> EnumInfo | None:
        """See `CatalogData.enum`."""
        return self._enums.get(path.lower()) or super().enum(path)


# --- one node --------------------------------------------------------------------------------------


def _is_elsewhere(path: str) -> bool:
    """Whether the class is none of the project's Blueprints: of C++, or of a plugin's content."""
    return path.startswith("/") and not path.startswith("/Game/")


def _class_on(pin: Pin | None) -> str:
    ref = None if pin is None else pin.type.subcategory_object
    return "" if ref is None or pin is None or pin.type.category not in ("object", "interface") else ref.path


def _data(node: Node, direction: str = "") -> Iterator[Pin]:
    for pin in node.pins:
        if direction in ("", pin.direction) and not (pin.is_exec or pin.parent_pin):
            yield pin


def _way(pin: Pin) -> ParameterDirection:
    if pin.direction == "input":
        return "in"
    return "return" if pin.name == "ReturnValue" else "out"


def _shown_name(pin: Pin) -> str:
    found = re.findall(r'"((?:[^"\\]|\\.)*)"', pin.friendly_name)
    return found[-1] if found else pin.name


def _parameter(pin: Pin, direction: ParameterDirection) -> ParameterInfo:
    default = pin.autogenerated_default
    kind: PinType = pin.type
    return ParameterInfo(pin.name, kind, direction, default, default, is_advanced=pin.is_advanced)


def _proxy(node: Node) -> str:
    """The class whose dispatchers are the ways out of an async action; empty for other nodes."""
    return object_path(node.find_property("ProxyClass") or "")


def _ways(node: Node) -> list[DelegateInfo]:
    """The dispatchers of an async action; what any of them hands over is said of all."""
    given = tuple(_parameter(pin, "in") for pin in _data(node, "output"))
    exits = [pin.name for pin in node.pins if pin.is_exec and pin.direction == "output"]
    return [DelegateInfo(_proxy(node), name, given) for name in exits[1:]]


def _function(owner: str, name: str, node: Node, proxy: str) -> FunctionInfo:
    """A function by a call of it; with `proxy` by the async action that it starts."""
    target = node.find_pin("self", "input")
    exec_pins = [pin for pin in node.pins if pin.is_exec]
    parameters = [_parameter(pin, _way(pin)) for pin in _data(node) if pin.name != "self"]
    if proxy:
        parameters = [item for item in parameters if item.direction == "in"]
        parameters.append(ParameterInfo("ReturnValue", object_type(proxy), "return"))
    world = next((pin.name for pin in node.pins if pin.name.startswith("WorldContext")), "")
    return FunctionInfo(
        path=f"{owner}:{name}",
        class_path=owner,
        name=name,
        display=name,
        python_name="",
        category="",
        is_static=bool(proxy) or (target is not None and target.is_hidden and bool(target.default_object)),
        is_pure=not exec_pins,
        is_const=False,
        is_latent=any(
            item.type.subcategory_object and item.type.subcategory_object.path == _LATENT
            for item in parameters
        ),
        parameters=tuple(parameters),
        hidden_pins=frozenset(pin.name for pin in node.pins if pin.is_hidden and pin.name != "self"),
        world_context=world,
        is_async_factory=bool(proxy),
    )
