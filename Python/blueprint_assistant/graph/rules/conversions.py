"""The conversions that the editor puts between two pins by itself: type to type, by function.

Part of `graph.rules.schema`. All are pure calls whose first input takes the value and whose ReturnValue
gives it on; further inputs have defaults. Left out are functions that parse strings: the editor
offers those by name only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import PinType

__all__ = ["CONVERSIONS", "conversion", "is_turned"]

_MATH, _STRING, _TEXT, _SYSTEM = (
    f"/Script/Engine.Kismet{name}Library" for name in ("Math", "String", "Text", "System")
)
_GUID = "/Script/Engine.KismetGuidLibrary"
_INPUT = "/Script/EnhancedInput.EnhancedInputLibrary"
_TIME = "/Script/TimeManagement.TimeManagementBlueprintLibrary"

_CORE_STRUCTS = (
    *("Vector", "Vector2D", "Vector3f", "Vector4", "Rotator", "Quat", "Transform", "Matrix"),
    *("LinearColor", "Color", "IntPoint", "IntVector", "Guid", "SoftObjectPath", "SoftClassPath"),
    *("PrimaryAssetId", "PrimaryAssetType", "PlatformUserId", "InputDeviceId"),
    *("FrameNumber", "FrameRate", "QualifiedFrameTime", "Timecode"),
)
_STRUCTS = {f"/Script/CoreUObject.{name}": name for name in _CORE_STRUCTS} | {
    "/Script/EnhancedInput.InputActionValue": "InputActionValue",
    "/Script/Engine.ComponentReference": "ComponentReference",
    "/Script/Engine.SoftComponentReference": "SoftComponentReference",
}

CONVERSIONS: dict[tuple[str, str], str] = {
    # Numbers
    ("int", "real"): f"{_MATH}:Conv_IntToDouble",
    ("int64", "real"): f"{_MATH}:Conv_Int64ToDouble",
    ("byte", "real"): f"{_MATH}:Conv_ByteToDouble",
    ("bool", "real"): f"{_MATH}:Conv_BoolToDouble",
    ("real", "int"): f"{_MATH}:FTrunc",
    ("real", "int64"): f"{_MATH}:Conv_DoubleToInt64",
    ("int", "int64"): f"{_MATH}:Conv_IntToInt64",
    ("int64", "int"): f"{_MATH}:Conv_Int64ToInt",
    ("int", "byte"): f"{_MATH}:Conv_IntToByte",
    ("int64", "byte"): f"{_MATH}:Conv_Int64ToByte",
    ("byte", "int"): f"{_MATH}:Conv_ByteToInt",
    ("byte", "int64"): f"{_MATH}:Conv_ByteToInt64",
    ("bool", "int"): f"{_MATH}:Conv_BoolToInt",
    ("bool", "byte"): f"{_MATH}:Conv_BoolToByte",
    ("int", "bool"): f"{_MATH}:Conv_IntToBool",
    ("FrameNumber", "int"): f"{_TIME}:Conv_FrameNumberToInteger",
    ("FrameRate", "real"): f"{_TIME}:Conv_FrameRateToSeconds",
    ("QualifiedFrameTime", "real"): f"{_TIME}:Conv_QualifiedFrameTimeToSeconds",
    # Vectors and their relatives
    ("real", "Vector"): f"{_MATH}:Conv_DoubleToVector",
    ("real", "Vector2D"): f"{_MATH}:Conv_DoubleToVector2D",
    ("real", "LinearColor"): f"{_MATH}:Conv_DoubleToLinearColor",
    ("int", "Vector"): f"{_MATH}:Conv_IntToVector",
    ("int", "IntVector"): f"{_MATH}:Conv_IntToIntVector",
    ("IntVector", "Vector"): f"{_MATH}:Conv_IntVectorToVector",
    ("IntPoint", "Vector2D"): f"{_MATH}:Conv_IntPointToVector2D",
    ("Vector2D", "IntPoint"): f"{_MATH}:Conv_Vector2DToIntPoint",
    ("Vector2D", "Vector"): f"{_MATH}:Conv_Vector2DToVector",
    ("Vector", "Vector2D"): f"{_MATH}:Conv_VectorToVector2D",
    ("Vector", "LinearColor"): f"{_MATH}:Conv_VectorToLinearColor",
    ("Vector", "Rotator"): f"{_MATH}:Conv_VectorToRotator",
    ("Vector", "Quat"): f"{_MATH}:Conv_VectorToQuaternion",
    ("Vector", "Transform"): f"{_MATH}:Conv_VectorToTransform",
    ("Vector4", "Vector"): f"{_MATH}:Conv_Vector4ToVector",
    ("Vector4", "Rotator"): f"{_MATH}:Conv_Vector4ToRotator",
    ("Vector4", "Quat"): f"{_MATH}:Conv_Vector4ToQuaternion",
    ("Rotator", "Vector"): f"{_MATH}:Conv_RotatorToVector",
    ("Rotator", "Quat"): f"{_MATH}:Conv_RotatorToQuaternion",
    ("Rotator", "Transform"): f"{_MATH}:Conv_RotatorToTransform",
    ("Quat", "Rotator"): f"{_MATH}:Quat_Rotator",
    ("Transform", "Matrix"): f"{_MATH}:Conv_TransformToMatrix",
    ("Matrix", "Rotator"): f"{_MATH}:Conv_MatrixToRotator",
    ("Matrix", "Transform"): f"{_MATH}:Conv_MatrixToTransform",
    ("LinearColor", "Vector"): f"{_MATH}:Conv_LinearColorToVector",
    ("LinearColor", "Color"): f"{_MATH}:Conv_LinearColorToColor",
    ("Color", "LinearColor"): f"{_MATH}:Conv_ColorToLinearColor",
    ("InputActionValue", "bool"): f"{_INPUT}:Conv_InputActionValueToBool",
    ("InputActionValue", "real"): f"{_INPUT}:Conv_InputActionValueToAxis1D",
    ("InputActionValue", "Vector2D"): f"{_INPUT}:Conv_InputActionValueToAxis2D",
    ("InputActionValue", "Vector"): f"{_INPUT}:Conv_InputActionValueToAxis3D",
    # Strings, names and texts
    ("bool", "string"): f"{_STRING}:Conv_BoolToString",
    ("byte", "string"): f"{_STRING}:Conv_ByteToString",
    ("int", "string"): f"{_STRING}:Conv_IntToString",
    ("int64", "string"): f"{_STRING}:Conv_Int64ToString",
    ("real", "string"): f"{_STRING}:Conv_DoubleToString",
    ("name", "string"): f"{_STRING}:Conv_NameToString",
    ("object", "string"): f"{_STRING}:Conv_ObjectToString",
    ("Vector", "string"): f"{_STRING}:Conv_VectorToString",
    ("Vector2D", "string"): f"{_STRING}:Conv_Vector2dToString",
    ("Vector3f", "string"): f"{_STRING}:Conv_Vector3fToString",
    ("Rotator", "string"): f"{_STRING}:Conv_RotatorToString",
    ("Transform", "string"): f"{_STRING}:Conv_TransformToString",
    ("Matrix", "string"): f"{_STRING}:Conv_MatrixToString",
    ("LinearColor", "string"): f"{_STRING}:Conv_ColorToString",
    ("IntPoint", "string"): f"{_STRING}:Conv_IntPointToString",
    ("IntVector", "string"): f"{_STRING}:Conv_IntVectorToString",
    ("PlatformUserId", "string"): f"{_STRING}:Conv_PlatformUserIdToString",
    ("InputDeviceId", "string"): f"{_STRING}:Conv_InputDeviceIdToString",
    ("Guid", "string"): f"{_GUID}:Conv_GuidToString",
    ("InputActionValue", "string"): f"{_INPUT}:Conv_InputActionValueToString",
    ("Timecode", "string"): f"{_TIME}:Conv_TimecodeToString",
    ("PrimaryAssetId", "string"): f"{_SYSTEM}:Conv_PrimaryAssetIdToString",
    ("PrimaryAssetType", "string"): f"{_SYSTEM}:Conv_PrimaryAssetTypeToString",
    ("softobject", "string"): f"{_SYSTEM}:Conv_SoftObjectReferenceToString",
    ("softclass", "string"): f"{_SYSTEM}:Conv_SoftClassReferenceToString",
    ("text", "string"): f"{_TEXT}:Conv_TextToString",
    ("string", "name"): f"{_STRING}:Conv_StringToName",
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
    # References
    ("interface", "object"): f"{_SYSTEM}:Conv_InterfaceToObject",
    ("object", "softobject"): f"{_SYSTEM}:Conv_ObjectToSoftObjectReference",
    ("softobject", "object"): f"{_SYSTEM}:Conv_SoftObjectReferenceToObject",
    ("class", "softclass"): f"{_SYSTEM}:Conv_ClassToSoftClassReference",
    ("softclass", "class"): f"{_SYSTEM}:Conv_SoftClassReferenceToClass",
    ("SoftObjectPath", "softobject"): f"{_SYSTEM}:Conv_SoftObjPathToSoftObjRef",
    ("softobject", "SoftObjectPath"): f"{_SYSTEM}:Conv_SoftObjRefToSoftObjPath",
    ("SoftClassPath", "softclass"): f"{_SYSTEM}:Conv_SoftClassPathToSoftClassRef",
    ("softclass", "SoftClassPath"): f"{_SYSTEM}:Conv_SoftObjRefToSoftClassPath",
    ("ComponentReference", "SoftComponentReference"): (
        f"{_SYSTEM}:Conv_ComponentReferenceToSoftComponentReference"
    ),
}
"""The functions by what they take and give: a pin category, or the name of a struct."""

_TURNED = frozenset(
    {
        f"{_MATH}:Conv_{name}"
        for name in (
            *("VectorToRotator", "VectorToQuaternion", "Vector4ToRotator", "Vector4ToQuaternion"),
            "RotatorToVector",
        )
    }
)
"""The functions that read a vector as a direction, or give one: (0, 0, 90) is not a turn by 90."""

_REFERENCES = frozenset({"object", "class", "softobject", "softclass"})


def conversion(source: PinType, target: PinType) -> str:
    """The path of the function that turns one into the other, empty when there is none.

    Containers are never converted, and enums neither: they need nodes that name the enum. A
    reference comes out as one to any object, so it only fits where nothing narrower is wanted.
    """
    if source.container != "none" or target.container != "none":
        return ""
    if target.category in _REFERENCES and not _is_any_object(target):
        return ""
    return CONVERSIONS.get((_key(source), _key(target)), "")


def is_turned(function: str) -> bool:
    """Whether a conversion, by its path, makes a rotation of a direction or a direction of a rotation."""
    return function in _TURNED


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
