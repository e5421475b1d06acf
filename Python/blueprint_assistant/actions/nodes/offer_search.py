"""What find_nodes can offer: node types, functions, events, macros, classes and members, ranked.

Outside uses Offer, OFFER_KINDS and the `…_offers` functions. Each offer is written as the arguments
of add_node (or of another tool), so that what is found can be used at once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, Literal

from blueprint_assistant.actions.nodes.node_types import (
    MACRO_TYPES,
    NODE_TYPES,
    PASTED_TYPES,
    SELDOM_TYPES,
    node_type_of,
)
from blueprint_assistant.actions.receipts.function_text import call_text, signature_text
from blueprint_assistant.actions.receipts.node_text import class_name
from blueprint_assistant.graph.catalog.callables import declared_callables
from blueprint_assistant.graph.catalog.declarations import dispatchers_of
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.name_lookup import display_name
from blueprint_assistant.graph.catalog.node_search import search_classes, search_events, search_functions
from blueprint_assistant.graph.catalog.widget_tree import has_widgets
from blueprint_assistant.graph.catalog.word_search import WordSearch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, ClassInfo, FunctionInfo
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = [
    "OFFER_KINDS",
    "Offer",
    "OfferKind",
    "class_offers",
    "event_offers",
    "function_offers",
    "member_offers",
    "node_offers",
]

OfferKind = Literal["function", "event", "macro", "class", "node", "member"]
OFFER_KINDS: Final = ("function", "event", "macro", "class", "node", "member")


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that fits, and how it is used."""

    score: float
    kind: OfferKind
    text: str


_MAX_PARAMETERS: Final = 4
_MEANT: Final = 3.0
"""The score of a node type that the query is a name of."""

_FINDABLE: Final = (*NODE_TYPES, *SELDOM_TYPES, *PASTED_TYPES)

# --- node types and macros -------------------------------------------------------------------------

_ABOUT: Final[Mapping[str, str]] = {
    "Event": "event of the parent class",
    "CustomEvent": "own event with inputs",
    "ComponentEvent": "event of a component, e.g. overlap, hit, click",
    "InputAction": "Enhanced Input action event",
    "InputKey": "keyboard, mouse or gamepad key pressed",
    "CallFunction": "call any function",
    "Branch": "if condition, else",
    "Sequence": "several outputs one after the other, then",
    "ForLoop": "loop repeat count index for",
    "ForLoopWithBreak": "loop repeat count index for, break stop",
    "ForEachLoop": "loop over array elements, each item",
    "ForEachLoopWithBreak": "loop over array elements, each item, break stop",
    "ReverseForEachLoop": "loop over array backwards",
    "WhileLoop": "loop repeat while condition",
    "DoOnce": "only once first time, reset",
    "DoN": "only a number of times, limit",
    "FlipFlop": "alternate toggle A B",
    "Gate": "open close toggle let through",
    "IsValidBranch": "if valid, null check, is valid macro",
    "SwitchHasAuthority": "server or client, network authority",
    "MultiGate": "outputs in turn or random",
    "SwitchInt": "case by number",
    "SwitchString": "case by text",
    "SwitchName": "case by name",
    "SwitchEnum": "case by enum value",
    "Select": "choose value by index or bool",
    "ForEachEnum": "loop over enum values",
    "Delay": "wait seconds pause",
    "PrintString": "debug message on screen, log text",
    "SetTimer": "repeat every seconds, timer by function name",
    "SetTimerByEvent": "repeat every seconds, timer by event",
    "GetVariable": "read variable or component, get",
    "SetVariable": "write variable, set",
    "Operator": "math comparison promotable operator",
    "Add": "plus sum + math",
    "Subtract": "minus - math",
    "Multiply": "times * math product",
    "Divide": "/ math quotient",
    "Equal": "== compare same",
    "NotEqual": "!= compare different",
    "Less": "< compare smaller",
    "LessEqual": "<= compare",
    "Greater": "> compare bigger",
    "GreaterEqual": ">= compare",
    "MakeArray": "array list of values",
    "MakeSet": "set of values",
    "MakeMap": "map dictionary keys values",
    "GetArrayItem": "array element at index",
    "MakeStruct": "struct from its members",
    "BreakStruct": "struct into its members, split",
    "EnumLiteral": "enum constant value",
    "FormatText": "text with {placeholders}",
    "Self": "this object reference",
    "SpawnActor": "create actor in the level from class",
    "ConstructObject": "create object from class",
    "CreateWidget": "create user interface widget",
    "GetSubsystem": "engine, world, local player subsystem",
    "Cast": "convert object to class, type check",
    "ClassCast": "convert class reference",
    "CallDispatcher": "broadcast event dispatcher",
    "BindDispatcher": "listen to event dispatcher, delegate",
    "UnbindDispatcher": "stop listening to event dispatcher",
    "ClearDispatcher": "unbind all from event dispatcher",
    "CreateEvent": "delegate from function",
    "AIMoveTo": "pawn walks to actor or place, navigation, on success, on fail",
    "PlayMontage": "animation montage, on completed, interrupted, notify",
    "Timeline": "curve over time, animate, lerp, update each frame; pasted by the user",
    "InterfaceMessage": "call an interface function on any object; pasted by the user",
    "ValidatedGet": "get a variable and branch on is valid; pasted by the user",
    "SetStructFields": "set members in struct, keep the others; pasted by the user",
    "PureCast": "cast without exec pins; pasted by the user",
    "Macro": "any standard macro",
    "MenuEntry": "any node by its title on the node menu, as function_name",
    "DebugKey": "key event for development",
    "InputKeyValue": "value of an axis key or stick, e.g. MouseX",
    "InputActionMapping": "action mapping of the project settings, legacy input",
    "InputAxisMapping": "axis mapping of the project settings, legacy input",
    "EnumEqual": "compare two values of an enum, == same",
    "EnumNotEqual": "compare two values of an enum, != different",
    "GetArrayItemRef": "array element at index, as a reference that Set changes",
    "GetSubsystemFromPC": "local player subsystem of a player controller",
    "DoOnceMultiInput": "only the first of several inputs once",
    "Reroute": "tidy wire, knot",
    "Return": "return node of function, result output",
}
"""What a node type is for: shown, and searched like its name."""


def node_offers(text: str) -> Iterator[Offer]:
    """Node types of add_node, and the standard macros that have no type of their own."""
    types, macros = _node_search()
    scores = {_FINDABLE[number]: score + 0.5 for number, score in types.rank(text).items()}
    meant = node_type_of(text)
    if meant is not None:
        scores[meant] = _MEANT
    for name, score in scores.items():
        about = _ABOUT.get(name, "")
        kind: OfferKind = "macro" if name in MACRO_TYPES else "node"
        yield Offer(score, kind, f"node_type={name}{f' - {about}' if about else ''}")
    for number, score in macros.rank(text).items():
        name = _other_macros()[number]
        yield Offer(score + 0.2, "macro", f"node_type=Macro function_name={_written(name)}")


@cache
def _node_search() -> tuple[WordSearch, WordSearch]:
    types = WordSearch((name, _ABOUT.get(name, "")) for name in _FINDABLE)
    return types, WordSearch((name,) for name in _other_macros())


@cache
def _other_macros() -> tuple[str, ...]:
    known = set(MACRO_TYPES.values())
    return tuple(item.name for item in default_catalog().macros if item.name not in known)


# --- functions, events, classes --------------------------------------------------------------------


def function_offers(text: str, catalog: Catalog, classes: Sequence[str]) -> Iterator[Offer]:
    """Functions of the engine; what `classes` can call on themselves comes first."""
    for score, info in search_functions(text, catalog, classes):
        yield Offer(score, "function", _function_line(info))


def _function_line(info: FunctionInfo) -> str:
    target = f" target_class={info.class_name}"
    marks = "".join(
        f" [{name}]" for name, is_set in (("pure", info.is_pure), ("latent", info.is_latent)) if is_set
    )
    signature = call_text(info.parameters, info.hidden_pins, most=_MAX_PARAMETERS)
    return f"node_type=CallFunction function_name={info.name}{target} - {info.display}{signature}{marks}"


def event_offers(text: str, catalog: Catalog, blueprint: Blueprint | None) -> Iterator[Offer]:
    """Events of the Blueprint's parent class and its components; without a Blueprint, of all classes."""
    interfaces = () if blueprint is None else (item.class_path for item in blueprint.interfaces)
    classes = (blueprint.parent_class if blueprint else "", *interfaces)
    for score, event in (row for path in classes for row in search_events(text, catalog, path)):
        owner = "" if blueprint else f", of {class_name(event.class_path)}"
        made = (
            "opens a function, no node"
            if event.opens_function
            else f"node_type=Event event_name={event.name}"
        )
        line = f"{made} - {event.display}{call_text(event.parameters, most=_MAX_PARAMETERS)}{owner}"
        yield Offer(score + 0.3 - (0.3 if event.opens_function else 0.0), "event", line)
    if blueprint is not None:
        yield from _component_events(text, catalog, blueprint)


def _component_events(text: str, catalog: Catalog, blueprint: Blueprint) -> Iterator[Offer]:
    rows = [(item, event) for item in blueprint.components for event in catalog.delegates_of(item.class_path)]
    search = WordSearch((event.name, f"{item.name} {event.name}") for item, event in rows)
    for number, score in search.rank(text).items():
        component, event = rows[number]
        kind = class_name(component.class_path)
        used = (
            # No call of the editor makes bound events of widgets.
            f"node_type=BindDispatcher event_name={event.name} target_class={kind}"
            if has_widgets(blueprint)
            else f"node_type=ComponentEvent component_name={component.name} event_name={event.name}"
        )
        owner = f", of {component.name}" if has_widgets(blueprint) else ""
        yield Offer(score + 0.8, "event", f"{used} - {kind}{owner}")


def class_offers(text: str, catalog: Catalog, blueprints: Sequence[str]) -> Iterator[Offer]:
    """Classes of the engine and the project's Blueprints, with the tools that take them."""
    own = WordSearch((path.rsplit("/", 1)[-1],) for path in blueprints)
    for number, score in own.rank(text).items():
        line = f"class {blueprints[number]} - Blueprint of the project: target_class, or parent_class"
        yield Offer(score, "class", line)
    for score, info in search_classes(text, catalog):
        yield Offer(score - 0.4, "class", f"class {class_name(info.path)} ({info.path}) - {_class_use(info)}")


def _class_use(info: ClassInfo) -> str:
    if info.is_component:
        return "component_type of add_component"
    if info.is_actor:
        return "parent_class, or target_class of SpawnActor and Cast"
    return "function library" if info.is_library else "target_class of Cast"


# --- members ---------------------------------------------------------------------------------------


def member_offers(text: str, blueprint: Blueprint) -> Iterator[Offer]:
    """Variables, components, functions, custom events and dispatchers of a Blueprint."""
    rows = list(_members(blueprint))
    for number, score in WordSearch((name, display_name(name)) for name, _ in rows).rank(text).items():
        yield Offer(score + 0.6, "member", rows[number][1])


def _members(blueprint: Blueprint) -> Iterator[tuple[str, str]]:
    dispatchers = {item.name for item in dispatchers_of(blueprint)}
    for variable in blueprint.variables:
        if variable.name in dispatchers:
            used = f"node_type=CallDispatcher event_name={_written(variable.name)}"
            yield variable.name, f"{used} - event dispatcher, also BindDispatcher"
        else:
            used = f"node_type=GetVariable variable_name={_written(variable.name)}"
            yield variable.name, f"{used} - {variable.type}, also SetVariable"
    for component in blueprint.components:
        used = f"node_type=GetVariable variable_name={_written(component.name)}"
        yield component.name, f"{used} - component {class_name(component.class_path)}"
    for function in declared_callables(blueprint):
        signature = signature_text(function.inputs, function.outputs)
        used = f"node_type=CallFunction function_name={_written(function.name)}"
        yield function.name, f"{used} - {function.name}{signature}, of this Blueprint"


def _written(name: str) -> str:
    return name if re.fullmatch(r"\w+", name) else f'"{name}"'
