"""Says a node as a model says it to add_node: its kind, and the names that this kind needs.

The words are those of a model that has read a title or a C++ name: functions without `K2_`, classes
without module, casts by class. Nothing is taken from the code that reads them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.call_nodes import operation_of
from blueprint_assistant.graph.kinds.node_factory import any_spec_of, member_reference
from rebuild.type_words import short, type_words
from sandbox.replay_needs import uses_own_member

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from blueprint_assistant.graph.catalog.engine_catalog import FunctionInfo
    from blueprint_assistant.graph.model.blueprint import Node

    Words = dict[str, Any]
    # Any: each function takes the kind of spec that it stands for in the table.
    Speaker = Callable[["Speech", Node, Any], Words]

__all__ = ["NoWordsError", "Speech", "Style"]

Style = Literal["names", "titles"]


class NoWordsError(Exception):
    """add_node has no words for a node."""


@dataclass(frozen=True, slots=True)
class Speech:
    """How functions are called: by their C++ names, or by what the editor's titles say."""

    style: Style
    own_class: str
    linked: frozenset[str] = frozenset()
    """The operators that a link gives their type: a model calls these by their operation."""

    def words(self, node: Node) -> Words:
        """The parameters of add_node for a node. Raises NoWordsError."""
        spec = any_spec_of(node)
        speak = _SPEAKERS.get(type(spec))
        if speak is None:
            raise NoWordsError(f"no words for a {type(spec).__name__.removesuffix('Spec')}")
        return {key: value for key, value in speak(self, node, spec).items() if value not in ("", (), None)}

    def function(self, path: str) -> str:
        """A function as it is called in this style."""
        info = default_catalog().function(path)
        name = path.rpartition(":")[2]
        if info is None:
            return name
        if self.style == "titles" and _is_only(info):
            return info.display
        return name.removeprefix("K2_")

    def owner(self, node: Node, class_path: str) -> str:
        """The class of a member, unless it is the Blueprint's own or inherited."""
        is_own = not class_path or class_path == self.own_class or uses_own_member(node)
        return "" if is_own else short(class_path)


def _is_only(info: FunctionInfo) -> bool:
    """Whether a title means one function of its class: a model that was told of others says the name."""
    found = default_catalog().functions_of(info.class_path)
    return sum(item.display == info.display for item in found) == 1


# --- events --------------------------------------------------------------------------------------


def _event(speech: Speech, node: Node, spec: common_specs.EventSpec) -> Words:
    owner = member_reference(node.find_property("EventReference") or "").parent_path
    info = next((item for item in default_catalog().events_of(owner) if item.name == spec.name), None)
    if info is not None and speech.style == "titles":
        return {"node_type": "Event", "event_name": info.display}
    return {"node_type": "Event", "event_name": spec.name.removeprefix("Receive")}


def _custom_event(_speech: Speech, node: Node, spec: common_specs.CustomEventSpec) -> Words:
    inputs = [
        {"name": pin.name, "type": type_words(pin.type)}
        for pin in node.pins
        if pin.direction == "output" and pin.type.category not in ("exec", "delegate")
    ]
    return {"node_type": "CustomEvent", "event_name": spec.name, "names": inputs or None}


# --- calls ---------------------------------------------------------------------------------------

_ADDED = re.compile(r"[C-Z]")


def _call(speech: Speech, node: Node, spec: common_specs.CallFunctionSpec) -> Words:
    owner = spec.function.rpartition(":")[0]
    info = default_catalog().function(spec.function)
    operation = "" if info is None else operation_of(info)
    if operation and speech.style == "titles" and node.name in speech.linked:
        return {"node_type": operation} | _operands(node)
    words = {
        "node_type": "CallFunction",
        "function_name": speech.function(spec.function),
        "target_class": speech.owner(node, owner),
    }
    return words | _operands(node)


def _operands(node: Node) -> Words:
    """The number of operands, where pins were added."""
    operands = ("CommutativeAssociativeBinaryOperator", "PromotableOperator")
    if not node.class_name.endswith(operands):
        return {}
    added = sum(_ADDED.fullmatch(pin.name) is not None for pin in node.pins if pin.direction == "input")
    return {"count": 2 + added} if added else {}


def _operator(_speech: Speech, node: Node, spec: kinds.OperatorSpec) -> Words:
    return {"node_type": spec.operation} | _operands(node)


# --- variables -----------------------------------------------------------------------------------


def _variable(node_type: str) -> Speaker:
    def speak(_speech: Speech, _node: Node, spec: Any) -> Words:
        owner = short(getattr(spec, "class_path", ""))
        return {"node_type": node_type, "variable_name": spec.name, "target_class": owner}

    return speak


def _dispatcher(speech: Speech, node: Node, spec: kinds.DelegateSpec) -> Words:
    node_types: dict[kinds.DelegateAction, str] = {
        "call": "CallDispatcher",
        "add": "BindDispatcher",
        "remove": "UnbindDispatcher",
        "clear": "ClearDispatcher",
        "assign": "BindDispatcher",  # Assign only brings an event along, which is there
    }
    return {
        "node_type": node_types[spec.action],
        "event_name": spec.delegate,
        "target_class": speech.owner(node, spec.class_path),
    }


# --- the rest ------------------------------------------------------------------------------------


def _cast(node_type: str) -> Speaker:
    def speak(_speech: Speech, _node: Node, spec: Any) -> Words:
        return {
            "node_type": "PureCast" if spec.is_pure else node_type,
            "target_class": short(spec.class_path),
        }

    return speak


def _named_switch(node_type: str) -> Speaker:
    def speak(_speech: Speech, _node: Node, spec: Any) -> Words:
        return {"node_type": node_type, "names": list(spec.cases)}

    return speak


def _switch_int(_speech: Speech, _node: Node, spec: kinds.SwitchIntSpec) -> Words:
    if spec.start:
        numbers = range(spec.start, spec.start + spec.cases)
        return {"node_type": "SwitchInt", "names": [str(number) for number in numbers]}
    return {"node_type": "SwitchInt", "count": spec.cases}


def _select(_speech: Speech, _node: Node, spec: kinds.SelectSpec) -> Words:
    index = spec.index
    if index is not None and index.subcategory_object is not None:
        return {"node_type": "Select", "type_name": index.subcategory_object.name}
    return {"node_type": "Select", "count": spec.options}


def _timeline(_speech: Speech, _node: Node, spec: kinds.TimelineSpec) -> Words:
    tracks = [name if kind == "float" else f"{name}:{kind}" for name, kind in spec.tracks]
    return {"node_type": "Timeline", "event_name": spec.name, "names": tracks}


def _subsystem(_speech: Speech, _node: Node, spec: kinds.GetSubsystemSpec) -> Words:
    node_type = "GetSubsystemFromPC" if spec.from_player_controller else "GetSubsystem"
    return {"node_type": node_type, "target_class": short(spec.class_path)}


def _macro(speech: Speech, _node: Node, spec: kinds.MacroSpec) -> Words:
    name = spec.macro.rpartition(":")[2]
    usual = {"Do N": "DoN", "IsValid": "IsValidBranch", "Switch Has Authority": "SwitchHasAuthority"}
    if speech.style == "names" and "StandardMacros" in spec.macro and (name in usual or name in _MACROS):
        return {"node_type": usual.get(name, name)}
    return {"node_type": "Macro", "function_name": name}


_MACROS = (
    *("ForLoop", "ForLoopWithBreak", "ForEachLoop", "ForEachLoopWithBreak", "ReverseForEachLoop"),
    *("WhileLoop", "DoOnce", "FlipFlop", "Gate"),
)


def _class(node_type: str) -> Speaker:
    """A node that makes something; its class is left to the pin where it is linked."""

    def speak(_speech: Speech, _node: Node, spec: Any) -> Words:
        return {"node_type": node_type, "target_class": short(spec.class_path)}

    return speak


def _type(node_type: str, field: str) -> Speaker:
    def speak(_speech: Speech, _node: Node, spec: Any) -> Words:
        return {"node_type": node_type, "type_name": short(getattr(spec, field))}

    return speak


def _plain(node_type: str, field: str = "") -> Speaker:
    """A node without names; `field` is the number of its pins."""

    def speak(_speech: Speech, _node: Node, spec: Any) -> Words:
        return {"node_type": node_type, "count": getattr(spec, field) if field else None}

    return speak


def _input_action(_speech: Speech, _node: Node, spec: kinds.EnhancedInputActionSpec) -> Words:
    value = "" if spec.value == "bool" else spec.value
    return {"node_type": "InputAction", "event_name": short(spec.action), "type_name": value}


def _async(speech: Speech, _node: Node, spec: kinds.AsyncActionSpec) -> Words:
    return {
        "node_type": "CallFunction",
        "function_name": speech.function(spec.function),
        "target_class": short(spec.function.rpartition(":")[0]),
    }


def _palette(title: Callable[[Any], str]) -> Speaker:
    """A node that has no type of its own: by its title on the palette."""
    return lambda _speech, _node, spec: {"node_type": title(spec)}


def _set_fields(_speech: Speech, _node: Node, spec: kinds.SetFieldsInStructSpec) -> Words:
    return {"node_type": "SetStructFields", "type_name": short(spec.struct), "names": list(spec.fields)}


_SPEAKERS: Mapping[type, Speaker] = {
    common_specs.EventSpec: _event,
    common_specs.CustomEventSpec: _custom_event,
    common_specs.BranchSpec: _plain("Branch"),
    common_specs.SequenceSpec: _plain("Sequence", "outputs"),
    common_specs.CallFunctionSpec: _call,
    kinds.MessageSpec: _call,
    common_specs.VariableGetSpec: _variable("GetVariable"),
    common_specs.VariableSetSpec: _variable("SetVariable"),
    kinds.OtherVariableGetSpec: _variable("GetVariable"),
    kinds.OtherVariableSetSpec: _variable("SetVariable"),
    kinds.LocalVariableGetSpec: _variable("GetVariable"),
    kinds.LocalVariableSetSpec: _variable("SetVariable"),
    kinds.ValidatedGetSpec: _variable("ValidatedGet"),
    kinds.ComponentEventSpec: lambda _speech, _node, spec: {
        "node_type": "ComponentEvent",
        "component_name": spec.component,
        "event_name": spec.delegate,
    },
    kinds.InputKeySpec: lambda _speech, _node, spec: {
        "node_type": f"DebugKey {spec.key}" if spec.is_debug else "InputKey",
        "event_name": "" if spec.is_debug else spec.key,
    },
    kinds.InputKeyAxisSpec: lambda _speech, _node, spec: {"node_type": "InputKey", "event_name": spec.key},
    kinds.InputKeyValueSpec: _palette(lambda spec: f"Get {spec.key}"),
    kinds.EnhancedInputActionSpec: _input_action,
    kinds.FunctionResultSpec: _plain("Return"),
    kinds.MacroSpec: _macro,
    kinds.SwitchIntSpec: _switch_int,
    kinds.SwitchStringSpec: _named_switch("SwitchString"),
    kinds.SwitchNameSpec: _named_switch("SwitchName"),
    kinds.SwitchEnumSpec: _type("SwitchEnum", "enum"),
    kinds.ForEachEnumSpec: _type("ForEachEnum", "enum"),
    kinds.EnumLiteralSpec: _type("EnumLiteral", "enum"),
    kinds.EnumEqualitySpec: lambda _speech, _node, spec: {
        "node_type": "Not Equal (Enum)" if spec.is_unequal else "Equal (Enum)",
        "type_name": short(spec.enum),
    },
    kinds.SelectSpec: _select,
    kinds.MultiGateSpec: _plain("MultiGate", "outputs"),
    kinds.DoOnceMultiInputSpec: _plain("Do Once MultiInput", "inputs"),
    kinds.CastSpec: _cast("Cast"),
    kinds.ClassCastSpec: _cast("ClassCast"),
    kinds.TimelineSpec: _timeline,
    kinds.KnotSpec: _plain("Reroute"),
    kinds.SelfSpec: _plain("Self"),
    kinds.OperatorSpec: _operator,
    kinds.AsyncActionSpec: _async,
    kinds.AsyncTaskSpec: lambda _speech, _node, spec: {"node_type": spec.task},
    kinds.FormatTextSpec: lambda _speech, _node, spec: {
        "node_type": "FormatText",
        "names": list(spec.arguments),
    },
    kinds.SpawnActorSpec: _class("SpawnActor"),
    kinds.ConstructObjectSpec: _class("ConstructObject"),
    kinds.CreateWidgetSpec: _class("CreateWidget"),
    kinds.GetSubsystemSpec: _subsystem,
    kinds.MakeArraySpec: _plain("MakeArray", "inputs"),
    kinds.MakeSetSpec: _plain("MakeSet", "inputs"),
    kinds.MakeMapSpec: _plain("MakeMap", "inputs"),
    kinds.GetArrayItemSpec: lambda _speech, _node, spec: {
        "node_type": "Get (a ref)" if spec.by_reference else "GetArrayItem"
    },
    kinds.MakeStructSpec: _type("MakeStruct", "struct"),
    kinds.BreakStructSpec: _type("BreakStruct", "struct"),
    kinds.SetFieldsInStructSpec: _set_fields,
    kinds.DelegateSpec: _dispatcher,
    kinds.CreateDelegateSpec: lambda _speech, _node, spec: {
        "node_type": "CreateEvent",
        "function_name": spec.function,
    },
}
"""What a model writes for each kind. The entry of a function is there with it, comments are boxes."""
