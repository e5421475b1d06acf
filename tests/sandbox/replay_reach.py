"""Which nodes of a sample no script can make, and why.

Some are out of reach of the API in the real editor as well [API 14]; others refer to C++ classes,
assets or interfaces of the project or plugin that the sample is from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.model.object_references import member_reference

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Graph, Node

    # Any: each function takes the kind of spec that it stands for in the table.
    Reason = Callable[[Node, Any], str]

__all__ = ["out_of_reach"]

_EVENT = "the event belongs to an interface or class of a project"
_FUNCTION = "the function belongs to a class of a project or plugin"
_OVERRIDE = "the function belongs to an interface or class of a project"
_VARIABLE = "the variable belongs to a class of a project or plugin"
_CLASS = "the class belongs to a project or plugin"
_STRUCT = "the struct belongs to a project or plugin"
_ENUM = "the enum belongs to a plugin"
_DISPATCHER = "the dispatcher belongs to a class of a plugin"


def out_of_reach(graph: Graph, node: Node) -> str:
    """Why a node cannot be made, empty for one that can."""
    spec = any_spec_of(node)
    if spec is None:
        return "no call or palette entry makes the node"
    if any(pin.parent_pin and graph.links_of(node.name, pin.id) for pin in node.pins):
        return "splitting a struct pin is out of reach [API 14]"
    reason = _REASONS.get(type(spec))
    return "" if reason is None else reason(node, spec)


def _is_native(path: str) -> bool:
    return path.startswith("/Script/")


def _is_missing_class(path: str) -> bool:
    return _is_native(path) and default_catalog().class_info(path) is None


# --- out of reach of the API -----------------------------------------------------------------------


def _custom_event(node: Node, _: AnyNodeSpec) -> str:
    declared = [text for name, text in node.properties if "UserDefinedPin" in name and text != "()"]
    return "inputs of custom events are out of reach [API 14]" if declared else ""


def _timeline(_: Node, spec: kinds.TimelineSpec) -> str:
    return "tracks of timelines are out of reach [API 14]" if spec.tracks else ""


def _switch(_: Node, spec: kinds.SwitchStringSpec | kinds.SwitchNameSpec) -> str:
    numbered = tuple(f"Case_{number}" for number in range(len(spec.cases)))
    return "" if spec.cases == numbered else "names of switch cases are out of reach"


def _component_event(node: Node, _: AnyNodeSpec) -> str:
    is_widget = "/Script/UMG." in (node.find_property("DelegateOwnerClass") or "")
    return "the widget tree is out of reach [FIELD_NOTES 17]" if is_widget else ""


def _comment(node: Node, _: AnyNodeSpec) -> str:
    return "the text is damaged: another node's pins stand on a comment" if node.pins else ""


# --- of another project ----------------------------------------------------------------------------


def _event(node: Node, _: AnyNodeSpec) -> str:
    owner = member_reference(node.find_property("EventReference") or "").parent_path
    return "" if default_catalog().class_info(owner) is not None else _EVENT


def _function(_: Node, spec: common_specs.CallFunctionSpec | kinds.AsyncActionSpec) -> str:
    owner = spec.function.rpartition(":")[0]
    if owner.startswith("/") and not owner.startswith(("/Script/", "/Game/")):
        return _FUNCTION
    return _FUNCTION if _is_native(owner) and default_catalog().function(spec.function) is None else ""


def _override(_: Node, spec: kinds.FunctionEntrySpec | kinds.FunctionResultSpec) -> str:
    if not spec.class_path:
        return ""
    known = {item.name for item in default_catalog().events_of(spec.class_path) if item.opens_function}
    return "" if spec.name in {*known, "UserConstructionScript"} else _OVERRIDE


def _variable(_: Node, spec: kinds.OtherVariableGetSpec | kinds.OtherVariableSetSpec) -> str:
    return _VARIABLE if _is_missing_class(spec.class_path) else ""


def _cast(_: Node, spec: kinds.CastSpec | kinds.ClassCastSpec) -> str:
    if not spec.class_path:
        return "the cast names no class"
    return _CLASS if _is_missing_class(spec.class_path) else ""


def _struct(_: Node, spec: kinds.MakeStructSpec | kinds.BreakStructSpec) -> str:
    return "" if default_catalog().struct(spec.struct) is not None else _STRUCT


def _enum(_: Node, spec: kinds.SwitchEnumSpec | kinds.EnumLiteralSpec | kinds.ForEachEnumSpec) -> str:
    found = default_catalog().enum(spec.enum)
    return "" if found is not None and found.path == spec.enum else _ENUM


def _dispatcher(_: Node, spec: kinds.DelegateSpec) -> str:
    is_here = not _is_native(spec.class_path) or default_catalog().delegate(spec.class_path, spec.delegate)
    return "" if is_here else _DISPATCHER


_REASONS: Mapping[type, Reason] = {
    common_specs.CustomEventSpec: _custom_event,
    common_specs.EventSpec: _event,
    common_specs.CallFunctionSpec: _function,
    kinds.AsyncActionSpec: _function,
    kinds.TimelineSpec: _timeline,
    kinds.SwitchStringSpec: _switch,
    kinds.SwitchNameSpec: _switch,
    kinds.ComponentEventSpec: _component_event,
    kinds.CommentSpec: _comment,
    kinds.MessageSpec: lambda *_: "the interface belongs to a project",
    kinds.ParentCallSpec: lambda *_: "no call makes a call of the parent alone",
    kinds.ValidatedGetSpec: lambda *_: "no call makes a validated get",
    kinds.FunctionEntrySpec: _override,
    kinds.FunctionResultSpec: _override,
    kinds.OtherVariableGetSpec: _variable,
    kinds.OtherVariableSetSpec: _variable,
    kinds.CastSpec: _cast,
    kinds.ClassCastSpec: _cast,
    kinds.MakeStructSpec: _struct,
    kinds.BreakStructSpec: _struct,
    kinds.SwitchEnumSpec: _enum,
    kinds.EnumLiteralSpec: _enum,
    kinds.ForEachEnumSpec: _enum,
    kinds.DelegateSpec: _dispatcher,
}
