"""What a node is, in a few plain words that checks match patterns against. Outside uses words_of and is_like.

`event ReceiveBeginPlay`, `custom event Open`, `component event Box.OnComponentBeginOverlap`,
`input IA_Torch`, `key F`, `call Actor.K2_DestroyActor`, `message BPI_Use.Use`, `get Health`,
`call Open` (its own function), `set Health`, `set BP_Player.Keys`, `cast BP_Player`, `macro DoOnce`,
`branch`, `sequence`,
`timeline Swing`, `call dispatcher OnDied`, `bind dispatcher BP_Reader.OnRead`, `spawn BP_Coin`,
`create widget WBP_End`, `make Vector`, `break HitResult`, `select`, `format text`, `function Open`.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.node_factory import any_spec_of

if TYPE_CHECKING:
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Node

__all__ = ["is_like", "words_of"]

_ACTIONS = {"add": "bind", "assign": "assign", "remove": "unbind", "clear": "clear", "call": "call"}


def is_like(node: Node, pattern: str) -> bool:
    """Whether a node's words match a pattern with `*`; letter case does not matter, nor a `K2_`."""
    words = words_of(node).lower()
    return any(fnmatchcase(form, pattern.lower()) for form in (words, re.sub(r"\bk2_", "", words)))


def words_of(node: Node) -> str:
    """What the node is, in the words of this module's docstring."""
    spec = any_spec_of(node)
    return node.class_name.removeprefix("K2Node_") if spec is None else _words(spec)


def _words(spec: AnyNodeSpec) -> str:
    for words in (_event_words, _call_words, _member_words, _flow_words):
        found = words(spec)
        if found:
            return found
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(spec).__name__.removesuffix("Spec")).lower()


def _short(path: str) -> str:
    """The name of a class, asset or macro in a path, without what it is generated to be."""
    return re.split(r"[/.:]", path)[-1].removesuffix("_C")


def _function(path: str) -> str:
    owner, _, name = path.rpartition(":")
    return f"{_short(owner)}.{name}" if owner else name


def _event_words(spec: AnyNodeSpec) -> str:
    match spec:
        case common_specs.EventSpec(name):
            return f"event {name}"
        case common_specs.CustomEventSpec(name):
            return f"custom event {name}"
        case kinds.ComponentEventSpec(component, delegate):
            return f"component event {component}.{delegate}"
        case kinds.EnhancedInputActionSpec(action):
            return f"input {_short(action)}"
        case kinds.InputKeySpec(key) | kinds.InputKeyAxisSpec(key):
            return f"key {key}"
        case kinds.FunctionEntrySpec(name):
            return f"function {name}"
        case kinds.FunctionResultSpec(name):
            return f"return {name}"
        case _:
            return ""


def _call_words(spec: AnyNodeSpec) -> str:
    match spec:
        case common_specs.CallFunctionSpec(function) | kinds.AsyncActionSpec(function):
            return f"call {_function(function)}"
        case kinds.AsyncTaskSpec(task):
            return f"call {task}"
        case kinds.MessageSpec(function):
            return f"message {_function(function)}"
        case kinds.SpawnActorSpec(path):
            return f"spawn {_short(path)}".strip()
        case kinds.ConstructObjectSpec(path):
            return f"construct {_short(path)}".strip()
        case kinds.CreateWidgetSpec(path):
            return f"create widget {_short(path)}".strip()
        case kinds.GetSubsystemSpec(path):
            return f"subsystem {_short(path)}"
        case kinds.OperatorSpec(operation):
            return f"operator {operation}"
        case _:
            return ""


def _member_words(spec: AnyNodeSpec) -> str:
    match spec:
        case common_specs.VariableGetSpec(name):
            return f"get {name}"
        case common_specs.VariableSetSpec(name):
            return f"set {name}"
        case kinds.OtherVariableGetSpec(path, name):
            return f"get {_short(path)}.{name}"
        case kinds.OtherVariableSetSpec(path, name):
            return f"set {_short(path)}.{name}"
        case kinds.ValidatedGetSpec(name):
            return f"validated get {name}"
        case kinds.LocalVariableGetSpec(_, name):
            return f"get local {name}"
        case kinds.LocalVariableSetSpec(_, name):
            return f"set local {name}"
        case kinds.DelegateSpec(action, delegate, path):
            owner = f"{_short(path)}." if path else ""
            return f"{_ACTIONS[action]} dispatcher {owner}{delegate}"
        case kinds.CreateDelegateSpec(function):
            return f"create event {function}"
        case _:
            return ""


def _flow_words(spec: AnyNodeSpec) -> str:
    match spec:
        case kinds.MacroSpec(macro):
            return f"macro {_short(macro)}"
        case kinds.CastSpec(path) | kinds.ClassCastSpec(path):
            return f"cast {_short(path)}"
        case kinds.TimelineSpec(name):
            return f"timeline {name}"
        case kinds.MakeStructSpec(path):
            return f"make {_short(path)}"
        case kinds.BreakStructSpec(path):
            return f"break {_short(path)}"
        case kinds.EnumLiteralSpec(path):
            return f"enum {_short(path)}"
        case kinds.SwitchEnumSpec(path):
            return f"switch {_short(path)}"
        case kinds.KnotSpec():
            return "reroute"
        case _:
            return ""
