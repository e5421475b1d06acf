"""The English titles that the Blueprint editor shows on nodes. For people, never for decisions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog import default_catalog
from blueprint_assistant.graph.lookup import spaced
from blueprint_assistant.graph.node_kinds import spec_of
from blueprint_assistant.graph.references import member_reference, parse_object, split_fields, unquote
from blueprint_assistant.graph.specs import CallFunctionSpec

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.graph.catalog import Catalog
    from blueprint_assistant.graph.model import Node

__all__ = ["Title", "display_name", "node_title"]


@dataclass(frozen=True, slots=True)
class Title:
    """The two lines of a node's head; the second may be empty."""

    title: str
    subtitle: str = ""


def display_name(name: str, *, is_bool: bool = False) -> str:
    """A name as the editor spells it for people: `bIsOpen` is Is Open, `MaxHP2` is Max HP 2."""
    if is_bool and re.match(r"b[A-Z]", name):
        name = name[1:]
    return spaced(name)


def node_title(node: Node, catalog: Catalog | None = None) -> Title:
    """The title of a node. Function names are looked up in `catalog`, by default the engine's."""
    special = _TITLES.get(node.class_name)
    if special is not None:
        return special(node)
    spec = spec_of(node)
    if isinstance(spec, CallFunctionSpec):
        return _call_title(spec, node, catalog or default_catalog())
    return Title(display_name(node.class_name.removeprefix("K2Node_").removeprefix("EdGraphNode_")))


def _call_title(spec: CallFunctionSpec, node: Node, catalog: Catalog) -> Title:
    info = catalog.function(spec.function)
    owner, _, name = spec.function.rpartition(":")
    class_name = owner.rsplit(".", 1)[-1].removesuffix("_C")
    target = node.find_pin("self")
    if info is not None and info.is_static:
        return Title(info.display)
    title = info.display if info is not None else display_name(name.removeprefix("K2_"))
    has_target = target is not None and not target.is_hidden and class_name
    return Title(title, f"Target is {display_name(class_name)}" if has_target else "")


def _event_title(node: Node) -> Title:
    reference = member_reference(node.find_property("EventReference") or "")
    for event in default_catalog().events_of(reference.parent_path):
        if event.name == reference.name:
            return Title(event.display)
    return Title(f"Event {display_name(reference.name.removeprefix('Receive'))}")


def _variable_title(node: Node, verb: str) -> Title:
    reference = member_reference(node.find_property("VariableReference") or "")
    pin = node.find_pin(reference.name)
    is_bool = pin is not None and pin.type.category == "bool"
    return Title(f"{verb} {display_name(reference.name, is_bool=is_bool)}")


def _object_name(node: Node, property_name: str) -> str:
    ref = parse_object(node.find_property(property_name) or "")
    return "" if ref is None else ref.name.removesuffix("_C")


def _macro_title(node: Node) -> Title:
    fields = dict(split_fields(node.find_property("MacroGraphReference") or ""))
    ref = parse_object(fields.get("MacroGraph", ""))
    return Title("Macro" if ref is None else display_name(ref.name))


def _bound_event_title(node: Node) -> Title:
    delegate = display_name(unquote(node.find_property("DelegatePropertyName") or "Event"))
    component = unquote(node.find_property("ComponentPropertyName") or "")
    return Title(f"{delegate} ({component})" if component else delegate)


def _text_title(property_name: str, subtitle: str = "") -> Callable[[Node], Title]:
    return lambda node: Title(unquote(node.find_property(property_name) or ""), subtitle)


def _object_title(form: str, property_name: str) -> Callable[[Node], Title]:
    return lambda node: Title(form.format(display_name(_object_name(node, property_name))).strip())


def _fixed(title: str) -> Callable[[Node], Title]:
    return lambda _: Title(title)


_TITLES: dict[str, Callable[[Node], Title]] = {
    "K2Node_Event": _event_title,
    "K2Node_CustomEvent": _text_title("CustomFunctionName", "Custom Event"),
    "K2Node_ComponentBoundEvent": _bound_event_title,
    "K2Node_VariableGet": lambda node: _variable_title(node, "Get"),
    "K2Node_VariableSet": lambda node: _variable_title(node, "Set"),
    "K2Node_IfThenElse": _fixed("Branch"),
    "K2Node_ExecutionSequence": _fixed("Sequence"),
    "K2Node_MacroInstance": _macro_title,
    "K2Node_DynamicCast": _object_title("Cast To {}", "TargetType"),
    "K2Node_ClassDynamicCast": _object_title("Cast To {} Class", "TargetType"),
    "K2Node_MakeStruct": _object_title("Make {}", "StructType"),
    "K2Node_BreakStruct": _object_title("Break {}", "StructType"),
    "K2Node_SwitchInteger": _fixed("Switch on Int"),
    "K2Node_SwitchString": _fixed("Switch on String"),
    "K2Node_SwitchName": _fixed("Switch on Name"),
    "K2Node_SwitchEnum": _object_title("Switch on {}", "Enum"),
    "K2Node_SpawnActorFromClass": _fixed("Spawn Actor from Class"),
    "K2Node_InputKey": _text_title("InputKey"),
    "K2Node_Timeline": _text_title("TimelineName"),
    "K2Node_Knot": _fixed("Reroute"),
    "K2Node_Self": _fixed("Self"),
    "EdGraphNode_Comment": _text_title("NodeComment"),
}
