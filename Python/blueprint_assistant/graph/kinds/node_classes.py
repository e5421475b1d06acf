"""Which node class of the engine stands for a spec. Part of `graph.kinds.node_factory`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.async_tasks import ASYNC_TASKS
from blueprint_assistant.graph.kinds.call_nodes import call_node_class

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec, DelegateAction

__all__ = [
    "DELEGATE_CLASSES",
    "FIXED_CLASSES",
    "MENU_ENTRY",
    "UNKNOWN_CLASS",
    "is_vector_key",
    "node_class",
]

_K2 = "/Script/BlueprintGraph.K2Node_"

UNKNOWN_CLASS = "/Script/BlueprintGraph.K2Node"
"""What stands for a node of the menu whose kind is not known before it is there: what all derive from."""

MENU_ENTRY = "MenuEntry"
"""The property that holds the entry's name, on that stand-in alone."""

FIXED_CLASSES: dict[type, str] = {
    common_specs.EventSpec: f"{_K2}Event",
    common_specs.CustomEventSpec: f"{_K2}CustomEvent",
    common_specs.BranchSpec: f"{_K2}IfThenElse",
    common_specs.SequenceSpec: f"{_K2}ExecutionSequence",
    common_specs.VariableGetSpec: f"{_K2}VariableGet",
    common_specs.VariableSetSpec: f"{_K2}VariableSet",
    kinds.ComponentEventSpec: f"{_K2}ComponentBoundEvent",
    kinds.InputActionSpec: f"{_K2}InputAction",
    kinds.InputAxisSpec: f"{_K2}InputAxisEvent",
    kinds.EnhancedInputActionSpec: "/Script/InputBlueprintNodes.K2Node_EnhancedInputAction",
    kinds.FunctionEntrySpec: f"{_K2}FunctionEntry",
    kinds.FunctionResultSpec: f"{_K2}FunctionResult",
    kinds.MacroSpec: f"{_K2}MacroInstance",
    kinds.SwitchIntSpec: f"{_K2}SwitchInteger",
    kinds.SwitchStringSpec: f"{_K2}SwitchString",
    kinds.SwitchNameSpec: f"{_K2}SwitchName",
    kinds.SwitchEnumSpec: f"{_K2}SwitchEnum",
    kinds.SelectSpec: f"{_K2}Select",
    kinds.MultiGateSpec: f"{_K2}MultiGate",
    kinds.DoOnceMultiInputSpec: f"{_K2}DoOnceMultiInput",
    kinds.ForEachEnumSpec: f"{_K2}ForEachElementInEnum",
    kinds.CastSpec: f"{_K2}DynamicCast",
    kinds.ClassCastSpec: f"{_K2}ClassDynamicCast",
    kinds.TimelineSpec: f"{_K2}Timeline",
    kinds.KnotSpec: f"{_K2}Knot",
    kinds.SelfSpec: f"{_K2}Self",
    kinds.MenuNodeSpec: UNKNOWN_CLASS,
    kinds.CommentSpec: "/Script/UnrealEd.EdGraphNode_Comment",
    kinds.MessageSpec: f"{_K2}Message",
    kinds.ParentCallSpec: f"{_K2}CallParentFunction",
    kinds.OperatorSpec: f"{_K2}PromotableOperator",
    kinds.AsyncActionSpec: f"{_K2}AsyncAction",
    kinds.FormatTextSpec: f"{_K2}FormatText",
    kinds.InputKeyValueSpec: f"{_K2}GetInputAxisKeyValue",
    kinds.SpawnActorSpec: f"{_K2}SpawnActorFromClass",
    kinds.ConstructObjectSpec: f"{_K2}GenericCreateObject",
    kinds.CreateWidgetSpec: "/Script/UMGEditor.K2Node_CreateWidget",
    kinds.MakeArraySpec: f"{_K2}MakeArray",
    kinds.MakeSetSpec: f"{_K2}MakeSet",
    kinds.MakeMapSpec: f"{_K2}MakeMap",
    kinds.GetArrayItemSpec: f"{_K2}GetArrayItem",
    kinds.MakeStructSpec: f"{_K2}MakeStruct",
    kinds.BreakStructSpec: f"{_K2}BreakStruct",
    kinds.SetFieldsInStructSpec: f"{_K2}SetFieldsInStruct",
    kinds.EnumLiteralSpec: f"{_K2}EnumLiteral",
    kinds.OtherVariableGetSpec: f"{_K2}VariableGet",
    kinds.OtherVariableSetSpec: f"{_K2}VariableSet",
    kinds.ValidatedGetSpec: f"{_K2}VariableGet",
    kinds.LocalVariableGetSpec: f"{_K2}VariableGet",
    kinds.LocalVariableSetSpec: f"{_K2}VariableSet",
    kinds.CreateDelegateSpec: f"{_K2}CreateDelegate",
}
"""The kinds of spec that are always the same class of node."""

DELEGATE_CLASSES: dict[DelegateAction, str] = {
    "add": f"{_K2}AddDelegate",
    "assign": f"{_K2}AssignDelegate",
    "remove": f"{_K2}RemoveDelegate",
    "clear": f"{_K2}ClearDelegate",
    "call": f"{_K2}CallDelegate",
}


def node_class(spec: AnyNodeSpec, catalog: Catalog) -> str:
    """The class path of the node that a spec makes."""
    match spec:
        case common_specs.CallFunctionSpec(function):
            return f"{_K2}{call_node_class(catalog.function(function))}"
        case kinds.DelegateSpec(action):
            return DELEGATE_CLASSES[action]
        case kinds.InputKeySpec(_, is_debug):
            return "/Script/InputBlueprintNodes.K2Node_InputDebugKey" if is_debug else f"{_K2}InputKey"
        case kinds.InputKeyAxisSpec(key):
            return f"{_K2}{'InputVectorAxisEvent' if is_vector_key(key) else 'InputAxisKeyEvent'}"
        case kinds.GetSubsystemSpec(_, from_player_controller):
            return f"{_K2}{'GetSubsystemFromPC' if from_player_controller else 'GetSubsystem'}"
        case kinds.AsyncTaskSpec(task):
            return ASYNC_TASKS[task].class_path
        case kinds.EnumEqualitySpec(_, is_unequal):
            return f"{_K2}{'EnumInequality' if is_unequal else 'EnumEquality'}"
        case _:
            return FIXED_CLASSES[type(spec)]


_VECTOR_KEYS = frozenset({"tilt", "rotationrate", "gravity", "acceleration"})


def is_vector_key(key: str) -> bool:
    """Whether an axis key has a vector for a value."""
    return key.lower().endswith("2d") or key.lower() in _VECTOR_KEYS
