"""The node types of add_node, and every other name under which models ask for one.

Outside uses NODE_TYPES, NAME_FIELDS, node_type_of and the tables of types that are one function,
macro or operator. Pure names: what is built from them is decided in `node_resolution`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.catalog.name_lookup import fold_letters

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.graph.kinds.specs import AsyncTask

__all__ = [
    "ASYNC_TYPES",
    "DISPATCHER_TYPES",
    "FUNCTION_TYPES",
    "MACRO_TYPES",
    "NAME_FIELDS",
    "NODE_TYPES",
    "ONLY_BY_HAND",
    "OPERATOR_TYPES",
    "PASTED_TYPES",
    "SELDOM_TYPES",
    "node_type_of",
]

_SYSTEM: Final = "/Script/Engine.KismetSystemLibrary"
_GAMEPLAY: Final = "/Script/Engine.GameplayStatics"
_MATH: Final = "/Script/Engine.KismetMathLibrary"

FUNCTION_TYPES: Final[Mapping[str, str]] = {
    "Delay": f"{_SYSTEM}:Delay",
    "PrintString": f"{_SYSTEM}:PrintString",
    "PrintText": f"{_SYSTEM}:PrintText",
    "SetTimer": f"{_SYSTEM}:K2_SetTimer",
    "SetTimerByEvent": f"{_SYSTEM}:K2_SetTimerDelegate",
    "IsValid": f"{_SYSTEM}:IsValid",
    "GetPlayerController": f"{_GAMEPLAY}:GetPlayerController",
    "GetPlayerPawn": f"{_GAMEPLAY}:GetPlayerPawn",
    "GetPlayerCharacter": f"{_GAMEPLAY}:GetPlayerCharacter",
    "MakeTransform": f"{_MATH}:MakeTransform",
    "BreakTransform": f"{_MATH}:BreakTransform",
    "MakeVector": f"{_MATH}:MakeVector",
    "BreakVector": f"{_MATH}:BreakVector",
    "MakeRotator": f"{_MATH}:MakeRotator",
    "BreakRotator": f"{_MATH}:BreakRotator",
}
"""Types that are a call of one function of the engine."""

MACRO_TYPES: Final[Mapping[str, str]] = {
    "ForLoop": "ForLoop",
    "ForLoopWithBreak": "ForLoopWithBreak",
    "ForEachLoop": "ForEachLoop",
    "ForEachLoopWithBreak": "ForEachLoopWithBreak",
    "ReverseForEachLoop": "ReverseForEachLoop",
    "WhileLoop": "WhileLoop",
    "DoOnce": "DoOnce",
    "DoN": "Do N",
    "FlipFlop": "FlipFlop",
    "Gate": "Gate",
    "IsValidBranch": "IsValid",
    "SwitchHasAuthority": "Switch Has Authority",
}
"""Types that are one of the engine's macros."""

OPERATOR_TYPES: Final[Mapping[str, str]] = {
    "Add": "Add",
    "Subtract": "Subtract",
    "Multiply": "Multiply",
    "Divide": "Divide",
    "Equal": "EqualEqual",
    "NotEqual": "NotEqual",
    "Less": "Less",
    "LessEqual": "LessEqual",
    "Greater": "Greater",
    "GreaterEqual": "GreaterEqual",
}
"""Types that are an operator, which takes the types of what it is linked to."""

DISPATCHER_TYPES: Final[Mapping[str, str]] = {
    "CallDispatcher": "call",
    "BindDispatcher": "add",
    "AssignDispatcher": "assign",
    "UnbindDispatcher": "remove",
    "ClearDispatcher": "clear",
}
"""Types that do something with an event dispatcher, and what they do."""

ASYNC_TYPES: Final[Mapping[str, AsyncTask]] = {"AIMoveTo": "AIMoveTo", "PlayMontage": "PlayMontage"}
"""Types that are an async node of the engine with a class of its own."""

NODE_TYPES: Final = (
    "Event",
    "CustomEvent",
    "ComponentEvent",
    "InputAction",
    "InputKey",
    "CallFunction",
    "Branch",
    "Sequence",
    *MACRO_TYPES,
    "MultiGate",
    "SwitchInt",
    "SwitchString",
    "SwitchName",
    "SwitchEnum",
    "Select",
    "ForEachEnum",
    *FUNCTION_TYPES,
    "GetVariable",
    "SetVariable",
    *OPERATOR_TYPES,
    "Operator",
    "MakeArray",
    "MakeSet",
    "MakeMap",
    "GetArrayItem",
    "MakeStruct",
    "BreakStruct",
    "EnumLiteral",
    "FormatText",
    "Self",
    "SpawnActor",
    "ConstructObject",
    "CreateWidget",
    "GetSubsystem",
    "Cast",
    "ClassCast",
    "CallDispatcher",
    "BindDispatcher",
    "UnbindDispatcher",
    "ClearDispatcher",
    "CreateEvent",
    *ASYNC_TYPES,
    "Timeline",
    "Macro",
    "Reroute",
    "Return",
    "MenuEntry",
)
"""What models are offered."""

SELDOM_TYPES: Final = (
    "DebugKey",
    "InputKeyValue",
    "InputActionMapping",
    "InputAxisMapping",
    "EnumEqual",
    "EnumNotEqual",
    "GetArrayItemRef",
    "DoOnceMultiInput",
    "GetSubsystemFromPC",
)
"""Types that are understood and found by find_nodes, and too seldom wanted to be told with every request."""

PASTED_TYPES: Final = ("InterfaceMessage", "ValidatedGet", "SetStructFields", "PureCast")
"""Types that the user has to paste: found by find_nodes, and not told with every request."""

ONLY_BY_HAND: Final = ("AssignDispatcher",)
"""Types that are understood, and of which the editor's refusal says what to do instead."""

NAME_FIELDS: Final[Mapping[str, str]] = {
    "Event": "event_name",
    "CustomEvent": "event_name",
    "ComponentEvent": "event_name",
    "InputAction": "event_name",
    "InputKey": "event_name",
    **dict.fromkeys(("DebugKey", "InputKeyValue", "InputActionMapping", "InputAxisMapping"), "event_name"),
    "MenuEntry": "function_name",
    "Timeline": "event_name",
    **dict.fromkeys(DISPATCHER_TYPES, "event_name"),
    "CallFunction": "function_name",
    "InterfaceMessage": "function_name",
    "CreateEvent": "function_name",
    "Macro": "function_name",
    "Operator": "function_name",
    "GetVariable": "variable_name",
    "SetVariable": "variable_name",
    "ValidatedGet": "variable_name",
    "Cast": "target_class",
    "PureCast": "target_class",
    "ClassCast": "target_class",
    "SpawnActor": "target_class",
    "ConstructObject": "target_class",
    "CreateWidget": "target_class",
    "GetSubsystem": "target_class",
    "GetSubsystemFromPC": "target_class",
    "SwitchEnum": "type_name",
    "ForEachEnum": "type_name",
    "EnumLiteral": "type_name",
    "EnumEqual": "type_name",
    "EnumNotEqual": "type_name",
    "MakeStruct": "type_name",
    "BreakStruct": "type_name",
    "SetStructFields": "type_name",
}
"""What the parameter `name` means for a type."""

_OTHER_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "CustomEvent": ("createcustomevent", "addcustomevent"),
    "Event": ("eventoverride", "overrideevent", "builtinevent"),
    "ComponentEvent": ("componentboundevent", "boundevent", "addcomponentevent"),
    "InputAction": ("enhancedinputaction", "enhancedinput", "inputactionevent", "enhancedinputactionevent"),
    "InputKey": ("keyevent", "keyboardevent", "inputkeyevent", "key", "inputkeyaxis", "inputaxiskeyevent"),
    "CallFunction": (
        *("function", "functioncall", "call", "callfunctionnode", "callarrayfunction"),
        *("commutativeassociativebinaryoperator", "asyncaction", "interfacecall"),
    ),
    "InterfaceMessage": ("message", "messagenode", "callinterface"),
    "Branch": ("if", "ifthenelse", "ifelse"),
    "Sequence": ("executionsequence",),
    "ForLoop": ("for", "forloopmacro"),
    "ForLoopWithBreak": ("forwithbreak",),
    "ForEachLoop": ("foreach", "foreachloopmacro"),
    "ForEachLoopWithBreak": ("foreachwithbreak",),
    "ReverseForEachLoop": ("reverseforeach", "foreachloopreverse"),
    "WhileLoop": ("while",),
    "DoOnce": ("once",),
    "DoN": ("dontimes",),
    "IsValidBranch": ("isvalidmacro", "isvalidexec"),
    "SwitchHasAuthority": ("hasauthorityswitch",),
    "SwitchInt": ("switchinteger", "switchonint", "switchoninteger"),
    "SwitchString": ("switchonstring",),
    "SwitchName": ("switchonname",),
    "SwitchEnum": ("switchonenum",),
    "ForEachEnum": ("foreachelementinenum", "foreachenumvalue"),
    "PrintString": ("print",),
    "SetTimer": ("settimerbyfunctionname", "timer"),
    "GetVariable": ("get", "variableget", "getter", "getcomponent", "getvar"),
    "SetVariable": ("set", "variableset", "setter", "setvar"),
    "ValidatedGet": ("validatedgetvariable", "getvalidated"),
    "Operator": ("promotableoperator", "math", "mathoperator"),
    "Subtract": ("minus",),
    "Equal": ("equals", "equalequal"),
    "NotEqual": ("notequals",),
    "Less": ("lessthan",),
    "LessEqual": ("lessorequal", "lessthanorequal"),
    "Greater": ("greaterthan",),
    "GreaterEqual": ("greaterorequal", "greaterthanorequal"),
    "GetArrayItem": ("arrayget", "getarrayelement", "getacopy"),
    "GetArrayItemRef": ("getaref", "arraygetref"),
    "DebugKey": ("inputdebugkey", "debugkeyevent"),
    "InputKeyValue": ("getinputaxiskeyvalue", "axiskeyvalue"),
    "InputAxisMapping": ("inputaxisevent", "inputaxis"),
    "EnumEqual": ("equalenum", "enumequality"),
    "EnumNotEqual": ("notequalenum", "enuminequality"),
    "MenuEntry": ("paletteentry", "menunode", "palettenode"),
    "SetStructFields": ("setfieldsinstruct", "setmembersinstruct"),
    "EnumLiteral": ("literalenum",),
    "FormatText": ("format",),
    "Self": ("selfreference", "getself", "this"),
    "SpawnActor": ("spawnactorfromclass", "spawn"),
    "ConstructObject": ("constructobjectfromclass", "genericcreateobject", "createobject"),
    "CreateWidget": ("createwidgetnode",),
    "Cast": ("dynamiccast", "castto"),
    "ClassCast": ("classdynamiccast", "castclass"),
    "CallDispatcher": ("calldelegate", "broadcast", "calleventdispatcher", "dispatchercall"),
    "BindDispatcher": ("adddelegate", "bindevent", "bindeventtodispatcher", "dispatcherbind", "bind"),
    "AssignDispatcher": ("assigndelegate", "assignevent"),
    "UnbindDispatcher": ("removedelegate", "unbindevent", "unbind"),
    "ClearDispatcher": ("cleardelegate", "unbindallevents", "unbindall"),
    "CreateEvent": ("createdelegate",),
    "AIMoveTo": ("moveto", "createmovetoproxyobject"),
    "PlayMontage": ("createproxyobjectforplaymontage",),
    "Macro": ("macroinstance", "standardmacro"),
    "Reroute": ("knot", "reroutenode"),
    "Return": ("functionresult", "returnnode"),
}
_SIGNS: Final[Mapping[str, str]] = {
    "+": "Add",
    "-": "Subtract",
    "*": "Multiply",
    "/": "Divide",
    "==": "Equal",
    "!=": "NotEqual",
    "<": "Less",
    "<=": "LessEqual",
    ">": "Greater",
    ">=": "GreaterEqual",
}
_BY_NAME: Final[Mapping[str, str]] = {
    **{other: name for name, others in _OTHER_NAMES.items() for other in others},
    **{name.lower(): name for name in (*NODE_TYPES, *SELDOM_TYPES, *PASTED_TYPES, *ONLY_BY_HAND)},
}


def node_type_of(text: str) -> str | None:
    """The node type that a text means, `K2Node_` names and usual other names included, else None."""
    if text.strip() in _SIGNS:
        return _SIGNS[text.strip()]
    plain = fold_letters(text.lower().strip().removeprefix("k2node_"))
    return _BY_NAME.get(plain) or _BY_NAME.get(plain.removesuffix("node"))
