"""Reads the spec back out of a node, one reader per node class. Part of `graph.kinds.node_factory`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.async_tasks import ASYNC_TASKS
from blueprint_assistant.graph.kinds.common_specs import (
    BranchSpec,
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    SequenceSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.kinds.event_nodes import input_value_type
from blueprint_assistant.graph.kinds.node_classes import DELEGATE_CLASSES, MENU_ENTRY
from blueprint_assistant.graph.model.object_references import (
    member_reference,
    parse_object,
    split_fields,
    unquote,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from blueprint_assistant.graph.kinds.specs import (
        AnyNodeSpec,
        AsyncTask,
        DelegateAction,
        InputValue,
        TrackKind,
    )
    from blueprint_assistant.graph.model.blueprint import Node, Pin
    from blueprint_assistant.graph.model.object_references import MemberReference

    Reader = Callable[[Node], AnyNodeSpec | None]

__all__ = ["READERS"]

_OPERATOR_CLASSES = ("K2Node_CommutativeAssociativeBinaryOperator", "K2Node_PromotableOperator")
_USUAL_OPERANDS = 2


# --- what nodes say ------------------------------------------------------------------------------


def _text(node: Node, name: str) -> str:
    return unquote(node.find_property(name) or "")


def _object(node: Node, name: str) -> str:
    """The path that a property refers to, empty when it is not set."""
    ref = parse_object(node.find_property(name) or "")
    return "" if ref is None else ref.path


def _reference(node: Node, name: str) -> MemberReference:
    return member_reference(node.find_property(name) or "")


def _outputs(node: Node, *, is_exec: bool) -> list[Pin]:
    return [pin for pin in node.pins if pin.direction == "output" and pin.is_exec == is_exec]


def _inputs(node: Node) -> list[Pin]:
    """The data inputs that are shown."""
    return [pin for pin in node.pins if pin.direction == "input" and not pin.is_exec and not pin.is_hidden]


def _count(node: Node, pattern: str) -> int:
    return sum(re.fullmatch(pattern, pin.name) is not None for pin in node.pins)


def _has_default(node: Node) -> bool:
    return node.find_pin("Default", "output") is not None


# --- events --------------------------------------------------------------------------------------


def _event(node: Node) -> AnyNodeSpec | None:
    name = _reference(node, "EventReference").name
    return EventSpec(name) if name else None


def _component_event(node: Node) -> AnyNodeSpec:
    return kinds.ComponentEventSpec(_text(node, "ComponentPropertyName"), _text(node, "DelegatePropertyName"))


def _enhanced_input(node: Node) -> AnyNodeSpec:
    value = node.find_pin("ActionValue", "output")
    found: InputValue = "bool"
    values: tuple[InputValue, ...] = ("axis1d", "axis2d", "axis3d")
    for candidate in values:
        if value is not None and value.type == input_value_type(candidate):
            found = candidate
    return kinds.EnhancedInputActionSpec(_object(node, "InputAction"), found)


def _function_entry(node: Node) -> AnyNodeSpec:
    return kinds.FunctionEntrySpec(*_function(node))


def _function_result(node: Node) -> AnyNodeSpec:
    return kinds.FunctionResultSpec(*_function(node))


def _function(node: Node) -> tuple[str, str]:
    reference = _reference(node, "FunctionReference")
    # UE 4 kept name and class in properties of their own.
    name = reference.name or _text(node, "SignatureName")
    return name, reference.parent_path or _object(node, "SignatureClass")


# --- flow ----------------------------------------------------------------------------------------


def _macro(node: Node) -> AnyNodeSpec | None:
    fields = dict(split_fields(node.find_property("MacroGraphReference") or ""))
    graph = parse_object(fields.get("MacroGraph", ""))
    return None if graph is None else kinds.MacroSpec(graph.path)


def _cases(node: Node) -> tuple[str, ...]:
    return tuple(pin.name for pin in _outputs(node, is_exec=True) if pin.name != "Default")


def _switch_int(node: Node) -> AnyNodeSpec:
    start = _text(node, "StartIndex") or "0"
    first = int(start) if re.fullmatch(r"-?\d{1,9}", start) else 0
    return kinds.SwitchIntSpec(len(_cases(node)), first, _has_default(node))


def _switch_string(node: Node) -> AnyNodeSpec:
    is_case_sensitive = _text(node, "bIsCaseSensitive") == "True"
    return kinds.SwitchStringSpec(_cases(node), _has_default(node), is_case_sensitive)


def _switch_name(node: Node) -> AnyNodeSpec:
    return kinds.SwitchNameSpec(_cases(node), _has_default(node))


def _switch_enum(node: Node) -> AnyNodeSpec:
    return kinds.SwitchEnumSpec(_object(node, "Enum"), _has_default(node))


def _select(node: Node) -> AnyNodeSpec:
    index = node.find_pin("Index", "input")
    if index is None or index.type.category == "wildcard":
        return kinds.SelectSpec(_count(node, r"Option \d+"))
    if index.type.subcategory_object is not None:
        return kinds.SelectSpec(index=index.type)
    return kinds.SelectSpec(_count(node, r"Option \d+"), index.type)


def _cast(node: Node) -> AnyNodeSpec:
    return kinds.CastSpec(_object(node, "TargetType"), is_pure=node.find_pin("execute") is None)


def _class_cast(node: Node) -> AnyNodeSpec:
    return kinds.ClassCastSpec(_object(node, "TargetType"), is_pure=node.find_pin("execute") is None)


_TIMELINE_PINS = frozenset({"update", "finished", "direction"})


def _timeline(node: Node) -> AnyNodeSpec:
    outputs = [pin for pin in node.pins if pin.direction == "output"]
    tracks = tuple((pin.name, _track(pin)) for pin in outputs if pin.name.lower() not in _TIMELINE_PINS)
    return kinds.TimelineSpec(_text(node, "TimelineName"), tracks)


def _track(pin: Pin) -> TrackKind:
    if pin.is_exec:
        return "event"
    ref = pin.type.subcategory_object
    if ref is None:
        return "float"
    return "color" if ref.name == "LinearColor" else "vector"


def _comment(node: Node) -> AnyNodeSpec:
    sizes = [_text(node, name) for name in ("NodeWidth", "NodeHeight")]
    width, height = (int(float(size)) if re.fullmatch(r"\d{1,6}(\.\d+)?", size) else 0 for size in sizes)
    return kinds.CommentSpec(_text(node, "NodeComment"), width, height)


# --- calls ---------------------------------------------------------------------------------------


def _call(node: Node) -> CallFunctionSpec | None:
    reference = _reference(node, "FunctionReference")
    if not reference.name:
        return None
    owner = reference.parent_path
    if not owner:
        # A call of the Blueprint's own or inherited function names its class only on `self`.
        target = node.find_pin("self")
        ref = target.type.subcategory_object if target is not None else None
        owner = "" if ref is None else ref.path
    return CallFunctionSpec(f"{owner}:{reference.name}", _operands(node))


def _operands(node: Node) -> int:
    """How many operands an operator has when these are more than two."""
    if node.class_name not in _OPERATOR_CLASSES:
        return 0
    found = sum(len(pin.name) == 1 and pin.name.isalpha() for pin in _inputs(node))
    return found if found > _USUAL_OPERANDS else 0


def _operator(node: Node) -> AnyNodeSpec | None:
    call = _call(node)
    first = node.find_pin("A", "input")
    if call is None or first is None or first.type.category != "wildcard":
        return call
    operation = _text(node, "OperationName") or call.function.rpartition(":")[2].partition("_")[0]
    return kinds.OperatorSpec(operation, call.function, call.operands)


def _message(node: Node) -> AnyNodeSpec | None:
    reference = _reference(node, "FunctionReference")
    is_known = reference.name and reference.parent_path
    return kinds.MessageSpec(f"{reference.parent_path}:{reference.name}") if is_known else None


def _parent_call(node: Node) -> AnyNodeSpec | None:
    reference = _reference(node, "FunctionReference")
    return kinds.ParentCallSpec(reference.name, reference.parent_path) if reference.name else None


def _async_action(node: Node) -> AnyNodeSpec:
    owner, name = _object(node, "ProxyFactoryClass"), _text(node, "ProxyFactoryFunctionName")
    return kinds.AsyncActionSpec(f"{owner}:{name}")


def _async_task(task: AsyncTask) -> Reader:
    spec = kinds.AsyncTaskSpec(task)
    return lambda _: spec


def _format_text(node: Node) -> AnyNodeSpec:
    return kinds.FormatTextSpec(tuple(pin.name for pin in _inputs(node) if pin.name != "Format"))


def _chosen_class(node: Node) -> str:
    pin = node.find_pin("Class", "input")
    return "" if pin is None else pin.default_object


# --- values --------------------------------------------------------------------------------------


def _by_reference(node: Node) -> AnyNodeSpec:
    return kinds.GetArrayItemSpec(by_reference=_text(node, "bReturnByRefDesired") != "False")


def _set_fields(node: Node) -> AnyNodeSpec:
    fields = tuple(pin.name for pin in _inputs(node) if pin.name != "StructRef")
    return kinds.SetFieldsInStructSpec(_object(node, "StructType"), fields)


def _enum_equality(node: Node, *, is_unequal: bool) -> AnyNodeSpec:
    first = node.find_pin("A", "input")
    ref = first.type.subcategory_object if first is not None else None
    return kinds.EnumEqualitySpec("" if ref is None else ref.path, is_unequal)


# --- members -------------------------------------------------------------------------------------


def _variable_get(node: Node) -> AnyNodeSpec | None:
    reference = _reference(node, "VariableReference")
    variation = _text(node, "CurrentVariation")
    pin = node.find_pin(reference.name, "output")
    kind = None if pin is None else pin.type
    if not reference.name or variation not in ("", "ValidatedObject"):
        return None
    if variation:
        return kinds.ValidatedGetSpec(reference.name, reference.parent_path, kind)
    if reference.scope:
        return kinds.LocalVariableGetSpec(reference.scope, reference.name, kind)
    if reference.is_self:
        return VariableGetSpec(reference.name)
    is_other = bool(reference.parent_path)
    return kinds.OtherVariableGetSpec(reference.parent_path, reference.name, kind) if is_other else None


def _variable_set(node: Node) -> AnyNodeSpec | None:
    reference = _reference(node, "VariableReference")
    pin = node.find_pin(reference.name, "input")
    kind = None if pin is None else pin.type
    if not reference.name:
        return None
    if reference.scope:
        return kinds.LocalVariableSetSpec(reference.scope, reference.name, kind)
    if reference.is_self:
        return VariableSetSpec(reference.name)
    is_other = bool(reference.parent_path)
    return kinds.OtherVariableSetSpec(reference.parent_path, reference.name, kind) if is_other else None


def _dispatcher(action: DelegateAction) -> Reader:
    def read(node: Node) -> AnyNodeSpec | None:
        reference = _reference(node, "DelegateReference")
        return kinds.DelegateSpec(action, reference.name, reference.parent_path) if reference.name else None

    return read


READERS: Mapping[str, Reader] = {
    "K2Node_Event": _event,
    "K2Node_CustomEvent": lambda node: CustomEventSpec(_text(node, "CustomFunctionName")),
    "K2Node_ComponentBoundEvent": _component_event,
    "K2Node_InputKey": lambda node: kinds.InputKeySpec(_text(node, "InputKey")),
    "K2Node_InputDebugKey": lambda node: kinds.InputKeySpec(_text(node, "InputKey"), is_debug=True),
    "K2Node_InputAxisKeyEvent": lambda node: kinds.InputKeyAxisSpec(_text(node, "AxisKey")),
    "K2Node_InputVectorAxisEvent": lambda node: kinds.InputKeyAxisSpec(_text(node, "AxisKey")),
    "K2Node_InputAction": lambda node: kinds.InputActionSpec(_text(node, "InputActionName")),
    "K2Node_InputAxisEvent": lambda node: kinds.InputAxisSpec(_text(node, "InputAxisName")),
    "K2Node_EnhancedInputAction": _enhanced_input,
    "K2Node_FunctionEntry": _function_entry,
    "K2Node_FunctionResult": _function_result,
    "K2Node_IfThenElse": lambda _: BranchSpec(),
    "K2Node_ExecutionSequence": lambda node: SequenceSpec(len(_outputs(node, is_exec=True))),
    "K2Node_MacroInstance": _macro,
    "K2Node_SwitchInteger": _switch_int,
    "K2Node_SwitchString": _switch_string,
    "K2Node_SwitchName": _switch_name,
    "K2Node_SwitchEnum": _switch_enum,
    "K2Node_Select": _select,
    "K2Node_MultiGate": lambda node: kinds.MultiGateSpec(_count(node, r"Out \d+")),
    "K2Node_DoOnceMultiInput": lambda node: kinds.DoOnceMultiInputSpec(_count(node, r"[A-Z] In")),
    "K2Node_ForEachElementInEnum": lambda node: kinds.ForEachEnumSpec(_object(node, "Enum")),
    "K2Node_DynamicCast": _cast,
    "K2Node_ClassDynamicCast": _class_cast,
    "K2Node_Timeline": _timeline,
    "K2Node_Knot": lambda _: kinds.KnotSpec(),
    "K2Node_Self": lambda _: kinds.SelfSpec(),
    "EdGraphNode_Comment": _comment,
    "K2Node": lambda node: kinds.MenuNodeSpec(_text(node, MENU_ENTRY)),
    "K2Node_CallFunction": _call,
    "K2Node_CallArrayFunction": _call,
    "K2Node_CommutativeAssociativeBinaryOperator": _call,
    "K2Node_PromotableOperator": _operator,
    "K2Node_Message": _message,
    "K2Node_CallParentFunction": _parent_call,
    "K2Node_AsyncAction": _async_action,
    **{info.class_path.rsplit(".", 1)[-1]: _async_task(task) for task, info in ASYNC_TASKS.items()},
    "K2Node_FormatText": _format_text,
    "K2Node_GetInputAxisKeyValue": lambda node: kinds.InputKeyValueSpec(_text(node, "InputAxisKey")),
    "K2Node_SpawnActorFromClass": lambda node: kinds.SpawnActorSpec(_chosen_class(node)),
    "K2Node_GenericCreateObject": lambda node: kinds.ConstructObjectSpec(_chosen_class(node)),
    "K2Node_CreateWidget": lambda node: kinds.CreateWidgetSpec(_chosen_class(node)),
    "K2Node_GetSubsystem": lambda node: kinds.GetSubsystemSpec(_object(node, "CustomClass")),
    "K2Node_GetSubsystemFromPC": lambda node: kinds.GetSubsystemSpec(
        _object(node, "CustomClass"), from_player_controller=True
    ),
    "K2Node_MakeArray": lambda node: kinds.MakeArraySpec(_count(node, r"\[\d+\]")),
    "K2Node_MakeSet": lambda node: kinds.MakeSetSpec(_count(node, r"\[\d+\]")),
    "K2Node_MakeMap": lambda node: kinds.MakeMapSpec(_count(node, r"Key \d+")),
    "K2Node_GetArrayItem": _by_reference,
    "K2Node_MakeStruct": lambda node: kinds.MakeStructSpec(_object(node, "StructType")),
    "K2Node_BreakStruct": lambda node: kinds.BreakStructSpec(_object(node, "StructType")),
    "K2Node_SetFieldsInStruct": _set_fields,
    "K2Node_EnumLiteral": lambda node: kinds.EnumLiteralSpec(_object(node, "Enum")),
    "K2Node_EnumEquality": lambda node: _enum_equality(node, is_unequal=False),
    "K2Node_EnumInequality": lambda node: _enum_equality(node, is_unequal=True),
    "K2Node_VariableGet": _variable_get,
    "K2Node_VariableSet": _variable_set,
    "K2Node_CreateDelegate": lambda node: kinds.CreateDelegateSpec(_text(node, "SelectedFunctionName")),
    **{path.rsplit(".", 1)[-1]: _dispatcher(action) for action, path in DELEGATE_CLASSES.items()},
}
"""By class name: what reads a node of that class."""
