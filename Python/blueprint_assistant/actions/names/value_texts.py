"""JSON values that models send, as the text that Unreal keeps in pins and variables."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from blueprint_assistant.errors import ToolError

__all__ = ["BadValueError", "value_text"]


class BadValueError(ToolError):
    """A value that has no text form."""

    code = "bad_value"


def value_text(value: Any) -> str:
    """`true`, `2.5`, `1,2,3` for a list, `(X=1,Y=2)` for an object; texts stay as they are."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str():
            return value
        case int() | float():
            return _number_text(value)
        case list() | tuple():
            return ",".join(_inner_text(item) for item in value)
        case dict():
            return f"({','.join(f'{key}={_inner_text(item)}' for key, item in value.items())})"
        case _:
            raise BadValueError(f"A value of type {type(value).__name__} cannot be used.", "Send it as text.")


def _inner_text(value: Any) -> str:
    text = value_text(value)
    return f"({text})" if isinstance(value, list | tuple) else text


def _number_text(value: float) -> str:
    """A plain decimal number, without exponent: pins take no other form."""
    if isinstance(value, int):
        return str(value)
    if value != value or value in {float("inf"), float("-inf")}:  # noqa: PLR0124 - the test for not-a-number
        raise BadValueError(f"{value} is no number that a pin can hold.", "Send a finite number.")
    return f"{Decimal(repr(value)):f}"
