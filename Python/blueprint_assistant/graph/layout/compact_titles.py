"""Which nodes the editor draws as a compact box with one big sign, and the sign.

The signs are the engine's `CompactNodeTitle` words of UE 5 with its replacements: `*`, `/` and
`->` are shown as a multiplication sign, a division sign and a dot.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["compact_title"]

_BY_CLASS: Final = {
    "K2Node_GetArrayItem": "GET",
    "K2Node_EnumEquality": "==",
    "K2Node_EnumInequality": "!=",
    "K2Node_PureAssignmentStatement": "",
}
_OPERATOR_CLASSES: Final = frozenset(
    {
        "K2Node_CallFunction",
        "K2Node_CallArrayFunction",
        "K2Node_CommutativeAssociativeBinaryOperator",
        "K2Node_PromotableOperator",
    }
)
_OPERATIONS: Final = {
    "Add": "+",
    "Subtract": "-",
    "Multiply": "×",  # noqa: RUF001 - the editor's sign
    "Divide": "÷",
    "Percent": "%",
    "EqualEqual": "==",
    "NotEqual": "!=",
    "EqualExactly": "===",
    "NotEqualExactly": "!==",
    "Less": "<",
    "LessEqual": "<=",
    "Greater": ">",
    "GreaterEqual": ">=",
    "And": "&",
    "Or": "|",
    "Xor": "^",
    "Dot": "dot",
    "Cross": "cross",
    "Conv": "•",
    "Not": "~",
}
_OPERAND: Final = re.compile(
    r"(?:(?:Int|Int64|Byte|Float|Double|Bool|Boolean|Vector|Vector2D|Vector2|Vector4|Rotator|Rotators|"
    r"Transform|Quat|LinearColor|Name|Object|Class|DateTime|Timespan|FrameNumber|IntVector|IntPoint|"
    r"MatrixMatrix|Matrix|MatrixFloat|InputChord|InputActionHandle|Key|Color|String|Str|Stri|Text|"
    r"IntVector2|SoftObjectReference|SoftClassReference|PrimaryAssetId|PrimaryAssetType)+)$"
)
_EXACT: Final = {
    "BooleanAND": "AND",
    "BooleanOR": "OR",
    "BooleanXOR": "XOR",
    "BooleanNAND": "NAND",
    "BooleanNOR": "NOR",
    "Not_PreBool": "NOT",
    "EqualEqual_StrStr": "===",
    "NotEqual_StrStr": "!==",
    "EqualEqual_StriStri": "==",
    "NotEqual_StriStri": "!=",
    "Abs": "ABS",
    "Abs_Int": "ABS",
    "Abs_Int64": "ABS",
    "FMin": "MIN",
    "FMax": "MAX",
    "Min": "MIN",
    "Max": "MAX",
    "BMin": "MIN",
    "BMax": "MAX",
    "MinInt64": "MIN",
    "MaxInt64": "MAX",
    "Sin": "SIN",
    "Cos": "COS",
    "Tan": "TAN",
    "Asin": "ASIN",
    "Acos": "ACOS",
    "Atan": "ATAN",
    "DegSin": "SINd",
    "DegCos": "COSd",
    "DegTan": "TANd",
    "DegAsin": "ASINd",
    "DegAcos": "ACOSd",
    "DegAtan": "ATANd",
    "Sqrt": "SQRT",
    "Square": "^2",
    "Exp": "e",
    "MultiplyMultiply_FloatFloat": "POWER",
    "GetPI": "π",
    "Array_Add": "ADD",
    "Array_AddUnique": "ADDUNIQUE",
    "Array_Append": "APPEND",
    "Array_Clear": "CLEAR",
    "Array_Contains": "CONTAINS",
    "Array_Find": "FIND",
    "Array_Get": "GET",
    "Array_Identical": "==",
    "Array_Insert": "INSERT",
    "Array_IsEmpty": "IS EMPTY",
    "Array_IsNotEmpty": "IS NOT EMPTY",
    "Array_IsValidIndex": "IS VALID INDEX",
    "Array_LastIndex": "LAST INDEX",
    "Array_Length": "LENGTH",
    "Array_Remove": "REMOVE INDEX",
    "Array_RemoveItem": "REMOVE",
    "Array_Resize": "RESIZE",
    "Array_Reverse": "REVERSE",
    "Array_Shuffle": "SHUFFLE",
    "Array_Swap": "SWAP",
    "Map_Add": "ADD",
    "Map_Clear": "CLEAR",
    "Map_Contains": "CONTAINS",
    "Map_Find": "FIND",
    "Map_Keys": "KEYS",
    "Map_Length": "LENGTH",
    "Map_Remove": "REMOVE",
    "Map_Values": "VALUES",
    "Set_Add": "ADD",
    "Set_AddItems": "ADD ITEMS",
    "Set_Clear": "CLEAR",
    "Set_Contains": "CONTAINS",
    "Set_Difference": "DIFFERENCE",
    "Set_Intersection": "INTERSECTION",
    "Set_Length": "LENGTH",
    "Set_Remove": "REMOVE",
    "Set_RemoveItems": "REMOVE ITEMS",
    "Set_ToArray": "TO ARRAY",
    "Set_Union": "UNION",
}


def compact_title(class_name: str, function: str) -> str:
    """The sign of a compact node, or empty where the editor draws an ordinary box.

    `function` is the C++ name behind the node, empty when it calls none.
    """
    if class_name in _BY_CLASS:
        return _BY_CLASS[class_name]
    if class_name not in _OPERATOR_CLASSES:
        return ""
    exact = _EXACT.get(function)
    if exact is not None:
        return exact
    operation, _, operands = function.partition("_")
    if operation == "Conv" and operands:
        return _OPERATIONS["Conv"]
    is_comparison = operation in {"EqualEqual", "NotEqual", "EqualExactly", "NotEqualExactly"} and operands
    return _OPERATIONS.get(operation, "") if is_comparison or _OPERAND.match(operands) else ""
