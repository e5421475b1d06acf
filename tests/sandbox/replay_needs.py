"""Reads off a graph what it needs around it: parent class, members, functions, other Blueprints."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.node_factory import any_spec_of, member_reference
from blueprint_assistant.graph.model.object_references import split_fields, unquote
from unreal_sandbox.graphs.pin_type_structs import parse_pin_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Graph, Node, Pin, PinType

__all__ = ["REPLAY_CLASS", "Needs", "declared", "locals_of", "parameters", "user_pins", "uses_own_member"]

REPLAY_CLASS = "/Game/Replay/BP_Replay.BP_Replay_C"
"""The class of Blueprints that a sample does not name."""

_PARENTS = (
    "/Script/Engine.Actor",
    "/Script/Engine.Pawn",
    "/Script/Engine.Character",
    "/Script/Engine.PlayerController",
    "/Script/AIModule.AIController",
    "/Script/Engine.GameModeBase",
    "/Script/Engine.ActorComponent",
    "/Script/UMG.UserWidget",
    "/Script/Engine.AnimInstance",
)
_CLASS = re.compile(r"/Game/[\w/.-]+_C\b")


class Needs:
    """What one sample says of its Blueprint and of others."""

    def __init__(self, sample: Graph, catalog: Catalog | None = None) -> None:
        self.sample = sample
        self._catalog = catalog or default_catalog()
        self.specs: dict[str, AnyNodeSpec | None] = {node.name: any_spec_of(node) for node in sample.nodes}

    @cached_property
    def own_class(self) -> str:
        """The path of the Blueprint's own class, where a node names it."""
        for node in self.sample.nodes:
            for key in ("VariableReference", "FunctionReference", "DelegateReference"):
                if member_reference(node.find_property(key) or "").is_self:
                    path = _class_on(node.find_pin("self"))
                    if path.startswith("/Game/"):
                        return path
            delegate = node.find_pin("OutputDelegate")
            if node.class_name == "K2Node_CustomEvent" and delegate is not None:
                path = member_reference(delegate.type.member_reference).parent_path
                if path.startswith("/Game/"):
                    return path
        return REPLAY_CLASS

    @cached_property
    def parent_class(self) -> str:
        """The class that has the events and most of the inherited members that the sample uses."""
        needed = {
            member_reference(node.find_property("EventReference") or "").parent_path
            for node in self.sample.nodes
            if node.class_name == "K2Node_Event"
        }
        needed |= {
            path
            for node in self.sample.nodes
            if uses_own_member(node) and (path := _class_on(node.find_pin("self"))).startswith("/Script/")
        }
        needed |= {
            spec.class_path for spec in self.specs.values() if isinstance(spec, kinds.FunctionEntrySpec)
        }
        catalog = self._catalog
        if self._is_widget:
            needed.add("/Script/UMG.UserWidget")
        known = {path for path in needed if catalog.class_info(path) is not None}

        def score(path: str) -> tuple[int, int]:
            held = sum(catalog.is_child_of(path, item) for item in known)
            return held, sum(self._is_inherited(path, node) for node in self.sample.nodes)

        return max((*_PARENTS, *sorted(known)), key=score)

    @property
    def is_widget(self) -> bool:
        """Whether the Blueprint is one of a widget."""
        return self._catalog.is_child_of(self.parent_class, "/Script/UMG.UserWidget")

    @property
    def _is_widget(self) -> bool:
        """Whether the sample calls its own class one of a widget Blueprint."""
        own = f"WidgetBlueprintGeneratedClass'{self.own_class}'"
        return any(own in pin.type.member_reference for node in self.sample.nodes for pin in node.pins)

    def _is_inherited(self, class_path: str, node: Node) -> bool:
        return uses_own_member(node) and bool(_inherited(class_path, self.specs[node.name], self._catalog))

    def _is_parents(self, spec: AnyNodeSpec | None) -> bool:
        return _inherited(self.parent_class, spec, self._catalog)

    def own_nodes(self, kind: type | tuple[type, ...]) -> Iterator[tuple[Node, Any]]:
        """The nodes of some kinds that are about members of the Blueprint that it declares itself."""
        for node in self.sample.nodes:
            spec = self.specs[node.name]
            if isinstance(spec, kind) and not (uses_own_member(node) and self._is_parents(spec)):
                yield node, spec

    @cached_property
    def function_name(self) -> str:
        """The function whose graph the sample is, empty for an event graph."""
        entry = next(self.own_nodes(kinds.FunctionEntrySpec), None)
        return "" if entry is None else str(entry[1].name)

    @cached_property
    def other_classes(self) -> set[str]:
        """The classes of other Blueprints that the sample names."""
        texts = [text for node in self.sample.nodes for _, text in node.properties]
        for node in self.sample.nodes:
            texts += [pin.type.subcategory_object.path for pin in node.pins if pin.type.subcategory_object]
            texts += [pin.default_object for pin in node.pins]
        return {path for text in texts for path in _CLASS.findall(text)} - {self.own_class}

    def base_of(self, class_path: str) -> str:
        """The class that another Blueprint must derive from: what its references are linked to."""
        widgets = {
            spec.class_path for spec in self.specs.values() if isinstance(spec, kinds.CreateWidgetSpec)
        }
        is_widget = _last(class_path).startswith(("WBP", "UMG", "UI_", "W_")) or class_path in widgets
        found = "/Script/UMG.UserWidget" if is_widget else "/Script/Engine.Actor"
        for link in self.sample.links:
            source, target = self.sample.pin(link.source), self.sample.pin(link.target)
            wanted = _class_on(target)
            if _class_on(source) != class_path or wanted == class_path:
                continue
            if wanted.startswith("/Game/"):
                return wanted
            if self._catalog.is_child_of(wanted, found):
                found = wanted
        return found

    def foreign_variables(self, class_path: str) -> dict[str, PinType]:
        """The variables of another Blueprint that the sample uses, with their types."""
        return {
            spec.name: spec.type
            for spec in self.specs.values()
            if isinstance(spec, kinds.OtherVariableGetSpec | kinds.OtherVariableSetSpec)
            and spec.class_path == class_path
            and spec.type is not None
        }

    def foreign_calls(self, class_path: str) -> dict[str, Node]:
        """A call of each function of another Blueprint, by the function's name."""
        return {
            spec.function.rpartition(":")[2]: self.sample.node(name)
            for name, spec in self.specs.items()
            if isinstance(spec, common_specs.CallFunctionSpec)
            and spec.function.rpartition(":")[0] == class_path
            and not uses_own_member(self.sample.node(name))
        }


def _last(path: str) -> str:
    return path.rsplit("/", 1)[-1]


def parameters(call: Node) -> Iterator[Pin]:
    """The pins of a call that are parameters; of a split one the whole."""
    for pin in call.pins:
        is_shown = not pin.is_hidden or pin.sub_pins
        if is_shown and not (pin.is_exec or pin.parent_pin or pin.name == "self"):
            yield pin


def _class_on(pin: Pin | None) -> str:
    ref = pin.type.subcategory_object if pin is not None else None
    return "" if ref is None else ref.path


def uses_own_member(node: Node) -> bool:
    keys = ("VariableReference", "FunctionReference", "DelegateReference")
    return any(member_reference(node.find_property(key) or "").is_self for key in keys)


def _inherited(class_path: str, spec: AnyNodeSpec | None, catalog: Catalog) -> bool:
    """Whether a class has the member that a spec names."""
    if isinstance(spec, common_specs.CallFunctionSpec):
        name = spec.function.rpartition(":")[2]
        return any(catalog.function(f"{path}:{name}") for path in catalog.ancestors(class_path))
    if isinstance(spec, common_specs.VariableGetSpec | common_specs.VariableSetSpec | kinds.ValidatedGetSpec):
        return any(item.name == spec.name for item in catalog.properties_of(class_path))
    if isinstance(spec, kinds.DelegateSpec):
        return catalog.delegate(class_path, spec.delegate) is not None
    return False


def declared(kind: PinType) -> PinType:
    """The type of a variable whose pin has that type: without what belongs to pins only."""
    return replace(kind, is_reference=False, is_const=False)


def user_pins(node: Node) -> Iterator[tuple[str, PinType, str]]:
    for name, text in node.properties:
        if name == "CustomProperties UserDefinedPin":
            fields = dict(split_fields(text))
            pin = node.find_pin(unquote(fields.get("PinName", "")))
            if pin is not None:
                yield pin.name, pin.type, unquote(fields.get("PinDefaultValue", ""))


def locals_of(node: Node) -> Iterator[tuple[str, PinType, str]]:
    for name, text in node.properties:
        if name.startswith("LocalVariables("):
            fields = dict(split_fields(text))
            kind = parse_pin_type(fields.get("VarType", ""))
            if kind is not None:
                yield unquote(fields.get("VarName", "")), kind, unquote(fields.get("DefaultValue", ""))
