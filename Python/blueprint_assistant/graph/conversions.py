"""The conversions that the editor puts between two pins by itself: type to type, by function.

Part of `graph.schema`. Only conversions known to be offered on their own; all are pure calls
with one input and ReturnValue.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blueprint_assistant.graph.model import PinType

__all__ = ["conversion"]

_MATH, _STRING, _TEXT, _SYSTEM = (
    f"/Script/Engine.Kismet{name}Library" for name in ("Math", "String", "Text", "System")
)

_STRUCTS = {
    f"/Script/CoreUObject.{name}": name
    for name in ("Vector", "Vector2D", "Vector4", "Rotator", "Transform", "LinearColor", "Color")
}

_FUNCTIONS: dict[tuple[str, str], str] = {
    ("int", "real"): f"{_MATH}:Conv_IntToDouble",
    ("int64", "real"): f"{_MATH}:Conv_Int64ToDouble",
    ("byte", "real"): f"{_MATH}:Conv_ByteToDouble",
    ("bool", "real"): f"{_MATH}:Conv_BoolToDouble",
    ("real", "int"): f"{_MATH}:FTrunc",
    ("real", "int64"): f"{_MATH}:Conv_DoubleToInt64",
    ("int", "int64"): f"{_MATH}:Conv_IntToInt64",
    ("int64", "int"): f"{_MATH}:Conv_Int64ToInt",
    ("int", "byte"): f"{_MATH}:Conv_IntToByte",
    ("byte", "int"): f"{_MATH}:Conv_ByteToInt",
    ("byte", "int64"): f"{_MATH}:Conv_ByteToInt64",
    ("bool", "int"): f"{_MATH}:Conv_BoolToInt",
    ("bool", "byte"): f"{_MATH}:Conv_BoolToByte",
    ("int", "bool"): f"{_MATH}:Conv_IntToBool",
    ("real", "Vector"): f"{_MATH}:Conv_DoubleToVector",
    ("real", "LinearColor"): f"{_MATH}:Conv_DoubleToLinearColor",
    ("Vector", "LinearColor"): f"{_MATH}:Conv_VectorToLinearColor",
    ("LinearColor", "Vector"): f"{_MATH}:Conv_LinearColorToVector",
    ("LinearColor", "Color"): f"{_MATH}:Conv_LinearColorToColor",
    ("Color", "LinearColor"): f"{_MATH}:Conv_ColorToLinearColor",
    ("Vector", "Vector2D"): f"{_MATH}:Conv_VectorToVector2D",
    ("Vector2D", "Vector"): f"{_MATH}:Conv_Vector2DToVector",
    ("Vector", "Transform"): f"{_MATH}:Conv_VectorToTransform",
    ("Vector", "Rotator"): f"{_MATH}:Conv_VectorToRotator",
    ("Rotator", "Vector"): f"{_MATH}:Conv_RotatorToVector",
    ("bool", "string"): f"{_STRING}:Conv_BoolToString",
    ("byte", "string"): f"{_STRING}:Conv_ByteToString",
    ("int", "string"): f"{_STRING}:Conv_IntToString",
    ("int64", "string"): f"{_STRING}:Conv_Int64ToString",
    ("real", "string"): f"{_STRING}:Conv_DoubleToString",
    ("name", "string"): f"{_STRING}:Conv_NameToString",
    ("object", "string"): f"{_STRING}:Conv_ObjectToString",
    ("Vector", "string"): f"{_STRING}:Conv_VectorToString",
    ("Vector2D", "string"): f"{_STRING}:Conv_Vector2dToString",
    ("Rotator", "string"): f"{_STRING}:Conv_RotatorToString",
    ("Transform", "string"): f"{_STRING}:Conv_TransformToString",
    ("LinearColor", "string"): f"{_STRING}:Conv_ColorToString",
    ("string", "name"): f"{_STRING}:Conv_StringToName",
    ("text", "string"): f"{_TEXT}:Conv_TextToString",
    ("bool", "text"): f"{_TEXT}:Conv_BoolToText",
    ("byte", "text"): f"{_TEXT}:Conv_ByteToText",
    ("int", "text"): f"{_TEXT}:Conv_IntToText",
    ("int64", "text"): f"{_TEXT}:Conv_Int64ToText",
    ("real", "text"): f"{_TEXT}:Conv_DoubleToText",
    ("name", "text"): f"{_TEXT}:Conv_NameToText",
    ("string", "text"): f"{_TEXT}:Conv_StringToText",
    ("object", "text"): f"{_TEXT}:Conv_ObjectToText",
    ("Vector", "text"): f"{_TEXT}:Conv_VectorToText",
    ("Vector2D", "text"): f"{_TEXT}:Conv_Vector2dToText",
    ("Rotator", "text"): f"{_TEXT}:Conv_RotatorToText",
    ("Transform", "text"): f"{_TEXT}:Conv_TransformToText",
    ("LinearColor", "text"): f"{_TEXT}:Conv_ColorToText",
    ("interface", "object"): f"{_SYSTEM}:Conv_InterfaceToObject",
}


def conversion(source: PinType, target: PinType) -> str:
    """The path of the function that turns one into the other, empty when there is none.

    Containers are never converted, and enums neither: they need nodes that name the enum.
    """
    if source.container != "none" or target.container != "none":
        return ""
    is_plain_object = target.category != "object" or _is_any_object(target)
    return _FUNCTIONS.get((_key(source), _key(target)), "") if is_plain_object else ""


def _is_any_object(pin_type: PinType) -> bool:
    ref = pin_type.subcategory_object
    return ref is None or ref.path == "/Script/CoreUObject.Object"


def _key(pin_type: PinType) -> str:
    ref = pin_type.subcategory_object
    if pin_type.category == "struct":
        return _STRUCTS.get(ref.path, "") if ref is not None else ""
    if pin_type.category == "byte" and ref is not None:
        return ""
    return pin_type.category
