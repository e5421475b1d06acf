"""What the engine's pure functions give, for `machine`. Outside uses outputs_of and knows.

Whole families by their names (`Add_IntInt`, `Conv_DoubleToString`); what is not here cannot be followed.
"""

from __future__ import annotations

import math
import operator
from functools import reduce
from typing import TYPE_CHECKING, Any

from authoring.running.values import CannotFollowError, as_text, triple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["knows", "outputs_of"]


def outputs_of(name: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The outputs of a pure function, by pin. Raises CannotFollowError for an unknown one."""
    try:
        return _outputs_of(name, given)
    except (TypeError, ValueError, KeyError, StopIteration) as error:
        raise CannotFollowError(f"the function {name} of {dict(given)}") from error


def knows(name: str) -> bool:
    """Whether it can be said what a function gives."""
    operation, _, kinds = name.partition("_")
    is_conversion = operation == "Conv" and kinds in _CONVERSIONS
    return name in _SEVERAL or name in _ONE or is_conversion or bool(operation in _OPERATORS and kinds)


def _outputs_of(name: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
    if name in _SEVERAL:
        return _SEVERAL[name](given)
    if name in _ONE:
        return {"ReturnValue": _ONE[name](given)}
    operation, _, kinds = name.partition("_")
    if operation in _OPERATORS and kinds:
        return {"ReturnValue": _operate(operation, kinds, given)}
    if operation == "Conv" and kinds in _CONVERSIONS:
        return {"ReturnValue": _CONVERSIONS[kinds](next(iter(given.values())))}
    raise CannotFollowError(f"the function {name}")


# --- operators -----------------------------------------------------------------------------------


def _divide(left: float, right: float) -> float:
    if right == 0:
        return 0 * left  # as the engine does, with a warning
    return int(left / right) if isinstance(left, int) and isinstance(right, int) else left / right


def _remainder(left: float, right: float) -> float:
    return 0 if right == 0 else left - right * int(left / right)


_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "Add": operator.add,
    "Subtract": operator.sub,
    "Multiply": operator.mul,
    "Divide": _divide,
    "Percent": _remainder,
    "Less": operator.lt,
    "LessEqual": operator.le,
    "Greater": operator.gt,
    "GreaterEqual": operator.ge,
    "EqualEqual": operator.eq,
    "NotEqual": operator.ne,
    "Concat": operator.add,
}
_ARITHMETIC = ("Add", "Subtract", "Multiply", "Divide", "Percent")


def _operate(operation: str, kinds: str, given: Mapping[str, Any]) -> Any:
    function = _OPERATORS[operation]
    operands = [value for name, value in given.items() if name != "ErrorTolerance"]
    if kinds == "StriStri":
        operands = [value.lower() for value in operands]
    if operation not in (*_ARITHMETIC, "Concat"):
        left, right = operands
        return function(left, right)
    return reduce(lambda left, right: _spread(function, left, right), operands)


def _spread(function: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    """An operation on numbers, or on each part of a vector."""
    if not isinstance(left, tuple) and not isinstance(right, tuple):
        return function(left, right)
    lefts = left if isinstance(left, tuple) else (left,) * 3
    rights = right if isinstance(right, tuple) else (right,) * 3
    return tuple(function(one, other) for one, other in zip(lefts, rights, strict=True))


# --- conversions ---------------------------------------------------------------------------------

_SHOWN = ("Bool", "Byte", "Int", "Int64", "Double", "Name", "Object")
_NUMBERS = ("Byte", "Int", "Int64", "Double", "Float", "Bool")
_TO_NUMBER = {"Byte": int, "Int": int, "Int64": int, "Double": float, "Float": float, "Bool": bool}

_CONVERSIONS: Mapping[str, Callable[[Any], Any]] = {
    **{f"{kind}To{text}": as_text for kind in _SHOWN for text in ("String", "Text")},
    **{f"{one}To{other}": _TO_NUMBER[other] for one in _NUMBERS for other in _NUMBERS if one != other},
    **dict.fromkeys(("StringToText", "TextToString", "StringToName", "NameToText"), str),
    **{f"{kind}ToVector": lambda value: triple(value, value, value) for kind in ("Int", "Double")},
}

# --- functions of their own ----------------------------------------------------------------------


def _first(given: Mapping[str, Any]) -> Any:
    return next(iter(given.values()))


def _selected(given: Mapping[str, Any]) -> Any:
    first, second, pick = given.values()
    return first if pick else second


def _limited(given: Mapping[str, Any]) -> Any:
    value, low, high = given.values()
    return max(low, min(high, value))


def _index(items: list[Any], item: Any) -> int:
    return items.index(item) if item in items else -1


def _is_in_range(given: Mapping[str, Any]) -> bool:
    value, low, high, has_low, has_high = given.values()
    return (low <= value if has_low else low < value) and (value <= high if has_high else value < high)


_ONE: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
    "BooleanAND": lambda given: all(given.values()),
    "BooleanOR": lambda given: any(given.values()),
    "BooleanXOR": lambda given: given["A"] != given["B"],
    "BooleanNAND": lambda given: not all(given.values()),
    "BooleanNOR": lambda given: not any(given.values()),
    "Not_PreBool": lambda given: not given["A"],
    "MakeVector": lambda given: triple(given["X"], given["Y"], given["Z"]),
    "MakeRotator": lambda given: triple(given["Pitch"], given["Yaw"], given["Roll"]),
    "ComposeRotators": lambda given: _spread(operator.add, given["A"], given["B"]),
    "NegateRotator": lambda given: _spread(operator.mul, given["A"], -1.0),
    "NegateVector": lambda given: _spread(operator.mul, given["A"], -1.0),
    "FTrunc": lambda given: int(_first(given)),
    "FFloor": lambda given: math.floor(_first(given)),
    "FCeil": lambda given: math.ceil(_first(given)),
    "Sqrt": lambda given: math.sqrt(max(_first(given), 0.0)),
    "Sin": lambda given: math.sin(_first(given)),
    "Cos": lambda given: math.cos(_first(given)),
    "VSize": lambda given: math.hypot(*_first(given)),
    "Lerp": lambda given: given["A"] + (given["B"] - given["A"]) * given["Alpha"],
    "Vector_Distance": lambda given: math.dist(given["V1"], given["V2"]),
    "InRange_FloatFloat": _is_in_range,
    "InRange_IntInt": _is_in_range,
    "Round": lambda given: round(_first(given)),
    "Abs": lambda given: abs(_first(given)),
    "Abs_Int": lambda given: abs(_first(given)),
    "IsValid": lambda given: _first(given) is not None,
    "Len": lambda given: len(_first(given)),
    "ToUpper": lambda given: _first(given).upper(),
    "ToLower": lambda given: _first(given).lower(),
    "Contains": lambda given: given["Substring"].lower() in given["SearchIn"].lower(),
    "Array_Length": lambda given: len(_first(given)),
    "Array_LastIndex": lambda given: len(_first(given)) - 1,
    "Array_IsEmpty": lambda given: not _first(given),
    "Array_IsNotEmpty": lambda given: bool(_first(given)),
    "Array_Contains": lambda given: given["ItemToFind"] in given["TargetArray"],
    "Array_Find": lambda given: _index(*given.values()),
    "GetObjectName": lambda given: as_text(_first(given)),
    "GetDisplayName": lambda given: as_text(_first(given)),
    **{name: lambda given: max(given.values()) for name in ("Max", "FMax", "MaxInt64")},
    **{name: lambda given: min(given.values()) for name in ("Min", "FMin", "MinInt64")},
    **dict.fromkeys(("Clamp", "FClamp", "ClampInt64"), _limited),
    **{
        f"MakeLiteral{kind}": _first
        for kind in ("Bool", "Byte", "Double", "Int", "Int64", "Name", "String", "Text")
    },
    **{
        f"Select{kind}": _selected
        for kind in ("Float", "Int", "Name", "Object", "Rotator", "String", "Text", "Vector")
    },
}

_SEVERAL: Mapping[str, Callable[[Mapping[str, Any]], Mapping[str, Any]]] = {
    "BreakVector": lambda given: dict(zip("XYZ", _first(given), strict=True)),
    "BreakRotator": lambda given: dict(zip(("Pitch", "Yaw", "Roll"), _first(given), strict=True)),
}
