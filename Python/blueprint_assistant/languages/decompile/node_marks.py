"""What of a node its words do not say: the marks of a statement, the properties of an unknown kind.

Part of `call_names`. What is known here to follow from a node's words, or to be about its looks, is left
out by name; all else is said, so that two nodes that work differently are never told alike.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.compare.semantics import working_properties
from blueprint_assistant.languages.ast.marks import enabled_marks, flag_marks, property_mark

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blueprint_assistant.graph.model.blueprint import Node, Properties

__all__ = ["marks_of", "said_properties"]

_STATE: Final = "EnabledState"
_ENABLED: Final = "Enabled"
_FLAGS: Final = "FunctionFlags"
_STATES: Final = frozenset({_STATE, "bUserSetEnabledState", "bDisplayAsDisabled"})
_DECLARING: Final = frozenset({"K2Node_FunctionEntry", "K2Node_FunctionResult", "K2Node_Tunnel"})
"""Their properties declare a function, which its head and its own tools tell."""
_OF_PINS: Final = frozenset(
    {
        *("NumInputs", "NumAdditionalInputs", "NumOptionPins", "IndexPinType", "StartIndex", "NodePinTypes"),
        *("ShowPinForProperties", "ResolvedWildcardType", "PinNames", "UserDefinedPins"),
        *("bMadeAfterOverridePinRemoval", "CustomProperties UserDefinedPin"),
    }
)
"""How many pins there are, and of which type: the values and cases say it."""
_SAID: Final = _OF_PINS | frozenset(
    {
        # The head, callee or class that the words name.
        *("FunctionReference", "VariableReference", "EventReference", "DelegateReference", "TunnelName"),
        *("MacroGraphReference", "EventSignatureName", "EventSignatureClass", "CustomFunctionName"),
        *("DelegatePropertyName", "DelegateOwnerClass", "ComponentPropertyName", "SignatureName"),
        *("SignatureClass", "SelectedFunctionName", "TimelineName", "TargetType", "StructType", "Enum"),
        *("EnumEntries", "CustomClass", "InputAction", "InputActionName", "InputAxisName"),
        *(
            "InputAxisKey",
            "InputKey",
            "AxisKey",
            "ProxyFactoryFunctionName",
            "ProxyFactoryClass",
            "ProxyClass",
        ),
        *("ProxyActivateFunctionName", "OperationName", "OpName", "CurrentVariation", "BoundGraph"),
        *("bHasDefaultPin", "bIsCaseSensitive"),
        # What follows from the function, or is made anew for each node.
        *("bIsPureFunc", "bIsConstFunc", "bDefaultsToPureFunc", "bIsInterfaceCall", "bIsFinalFunction"),
        *("bWantsEnumToExecExpansion", "bIsPureCast", "PureState", "bOverrideFunction", "bInternalEvent"),
        *("bReturnByRefDesired", "SelfContextInfo", "SelectedFunctionGuid", "TimelineGuid", "NodeGuid"),
        *(
            "bIsEditable",
            "bIsDeprecated",
            "bIsBeadFunction",
            "ExtraFlags",
            "MetaData",
            "CustomGeneratedFunctionName",
        ),
        *("InputAxisEvent", "OutputSourceNode", "InputSinkNode", "bCanHaveInputs", "bCanHaveOutputs"),
    }
)
_DIGITS: Final = re.compile(r"\(\d+\)$")
_LONGEST: Final = 160


def marks_of(node: Node, fresh: Mapping[str, str] | None) -> tuple[str, ...]:
    """What is particular about a node, beside what its words say.

    `fresh` are the properties of a node of its kind that was just made; None for a kind that cannot be made.
    """
    known = fresh or {}
    state = node.find_property(_STATE) or _ENABLED
    return (*enabled_marks(state, known.get(_STATE, _ENABLED)), *_own_marks(node, known))


def _own_marks(node: Node, fresh: Mapping[str, str]) -> Iterator[str]:
    if node.class_name in _DECLARING:
        return
    for name, value in working_properties(node):
        if name in _STATES or _DIGITS.sub("", name) in _SAID or name.startswith("CustomProperties "):
            continue
        if name == _FLAGS and value.isdecimal():
            yield from flag_marks(int(value))
        elif fresh.get(name) != value:
            yield property_mark(name, _short(value))


def said_properties(node: Node) -> Properties:
    """What the properties of a node of an unknown kind are, and what is inside of it: all but its looks."""
    found = [
        (name, _short(value))
        for name, value in working_properties(node)
        if name not in _STATES and _DIGITS.sub("", name) not in _OF_PINS
    ]
    if node.objects:
        found.append(("Objects", _digest("\n".join(made.text for made in node.objects))))
    return tuple(found)


def _short(value: str) -> str:
    """A value as it is; of a long one enough to tell it from others."""
    value = value.replace("\n", " ")
    return value if len(value) <= _LONGEST else f"{value[: _LONGEST // 2]}…{_digest(value)}"


def _digest(text: str) -> str:
    return f"#{hashlib.sha256(text.encode()).hexdigest()[:8]}"
