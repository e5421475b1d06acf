"""The K2 node classes that the engine has, as far as this sandbox knows.

Names that stand in clipboard texts of real editors, in the API reference, or in the engine's own
modules (general knowledge). A class of another name counts as missing, as `K2Node_ForLoop` is.
"""

from __future__ import annotations

__all__ = ["EVENT_GRAPH_ONLY", "is_k2_class", "is_known_class"]

_K2 = "/Script/BlueprintGraph.K2Node_"

_BLUEPRINT_GRAPH = (
    *("ActorBoundEvent", "AddComponent", "AddComponentByClass", "AddDelegate", "AddPinInterface"),
    *("AssignDelegate", "AssignmentStatement", "AsyncAction", "BaseAsyncTask", "BaseMCDelegate"),
    *("BitmaskLiteral", "BreakStruct", "CallArrayFunction", "CallDataTableFunction", "CallDelegate"),
    *("CallFunction", "CallFunctionOnMember", "CallMaterialParameterCollectionFunction"),
    *("CallParentFunction", "CastByteToEnum", "ClassDynamicCast", "ClearDelegate"),
    *("CommutativeAssociativeBinaryOperator", "ComponentBoundEvent", "Composite"),
    *("ConstructObjectFromClass", "ConvertAsset", "Copy", "CreateDelegate", "CustomEvent"),
    *("DataTableGetRow", "DeadClass", "DelegateSet", "DoOnceMultiInput", "DynamicCast"),
    *("EaseFunction", "EditablePinBase", "EnumEquality", "EnumInequality", "EnumLiteral", "Event"),
    *("ExecutionSequence", "ExternalGraphInterface", "ForEachElementInEnum", "FormatText"),
    *("FunctionEntry", "FunctionResult", "FunctionTerminator", "GenericCreateObject", "GenericToText"),
    *("GetArrayItem", "GetClassDefaults", "GetDataTableRow", "GetEditorSubsystem"),
    *("GetEngineSubsystem", "GetEnumeratorName", "GetEnumeratorNameAsString", "GetInputActionValue"),
    *("GetInputAxisKeyValue", "GetInputAxisValue", "GetInputVectorAxisValue", "GetNumEnumEntries"),
    *("GetSubsystem", "GetSubsystemFromPC", "IfThenElse", "InputAction", "InputActionEvent"),
    *("InputAxisEvent", "InputAxisKeyEvent", "InputKey", "InputKeyEvent", "InputTouch"),
    *("InputTouchEvent", "InputVectorAxisEvent", "Knot", "Literal", "LoadAsset", "LoadAssetClass"),
    *("LoadAssets", "LocalVariable", "MacroInstance", "MakeArray", "MakeContainer", "MakeMap"),
    *("MakeSet", "MakeStruct", "MakeVariable", "MathExpression", "MatineeController", "Message"),
    *("MultiGate", "ObjectFromMap", "PromotableOperator", "PureAssignmentStatement", "RemoveDelegate"),
    *("Select", "Self", "SetFieldsInStruct", "SetVariableOnPersistentFrame", "SpawnActor"),
    *("SpawnActorFromClass", "StructMemberGet", "StructMemberSet", "StructOperation", "Switch"),
    *("SwitchEnum", "SwitchInteger", "SwitchName", "SwitchString", "TemporaryVariable", "Timeline"),
    *("Tunnel", "TunnelBoundary", "Variable", "VariableGet", "VariableSet", "VariableSetRef"),
)

_ELSEWHERE = frozenset(
    {
        "/Script/InputBlueprintNodes.K2Node_EnhancedInputAction",
        "/Script/InputBlueprintNodes.K2Node_EnhancedInputActionEvent",
        "/Script/InputBlueprintNodes.K2Node_GetInputActionValue",
        "/Script/InputBlueprintNodes.K2Node_InputDebugKey",
        "/Script/UMGEditor.K2Node_CreateWidget",
        "/Script/UMGEditor.K2Node_CreateDragDropOperation",
        "/Script/AnimGraph.K2Node_AnimGetter",
        "/Script/AnimGraph.K2Node_PlayMontage",
        "/Script/AnimGraph.K2Node_TransitionRuleGetter",
        "/Script/AIGraph.K2Node_AIMoveTo",
        "/Script/GameplayAbilitiesEditor.K2Node_LatentAbilityCall",
        "/Script/GameplayTagsEditor.GameplayTagsK2Node_SwitchGameplayTag",
        "/Script/GameplayTagsEditor.GameplayTagsK2Node_MultiCompareGameplayTagContainer",
        "/Script/BlueprintJNIEditor.K2_CallJavaFunction",
        "/Script/BlueprintJNIEditor.K2_CallStaticJavaFunction",
        "/Script/BlueprintJNIEditor.K2_NewJavaObject",
        "/Script/UnrealEd.EdGraphNode_Comment",
        "/Script/UnrealEd.EdGraphNode_Documentation",
    }
)
_KNOWN = frozenset(f"{_K2}{name}".lower() for name in _BLUEPRINT_GRAPH) | {
    path.lower() for path in _ELSEWHERE
}

EVENT_GRAPH_ONLY = frozenset(
    {
        "K2Node_ActorBoundEvent",
        "K2Node_ComponentBoundEvent",
        "K2Node_CustomEvent",
        "K2Node_EnhancedInputAction",
        "K2Node_Event",
        "K2Node_InputAction",
        "K2Node_InputAxisEvent",
        "K2Node_InputAxisKeyEvent",
        "K2Node_InputDebugKey",
        "K2Node_InputKey",
        "K2Node_InputTouch",
        "K2Node_InputVectorAxisEvent",
        "K2Node_Timeline",
    }
)
"""Events, input nodes and timelines belong to event graphs alone [PASTE 5]."""


def is_known_class(class_path: str) -> bool:
    """Whether the engine has that class, letter case ignored."""
    return class_path.lower() in _KNOWN


def is_k2_class(class_path: str) -> bool:
    """Whether nodes of the class belong to Blueprint graphs: K2 nodes, comments, documentation."""
    name = class_path.rsplit(".", 1)[-1]
    return "K2Node" in name or name.startswith(("K2_", "EdGraphNode_Comment", "EdGraphNode_Documentation"))
