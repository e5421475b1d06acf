"""Reads what a model sent as arguments into an action. Outside uses read_arguments.

Tolerant about spelling (letter case, separators, usual other names, numbers as text), never
about meaning: an unknown or missing parameter is named, with what is accepted.
"""

from __future__ import annotations

import math
import re
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import BeforeValidator, ValidationError, WithJsonSchema

from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.graph.catalog.name_lookup import fold_letters

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pydantic_core import ErrorDetails

    from blueprint_assistant.actions.base import Action

__all__ = ["ArgumentError", "Coordinate", "PinValue", "read_arguments"]

_WRAPPERS = frozenset({"parameters", "arguments", "params", "args", "input"})
_MAX_COORDINATE = 1_000_000
_MAX_SHOWN = 80
_MAX_UNKNOWN = 5
_MAX_DEPTH = 20
_MAX_NAME_CHARS = 500
"""Of a text that names something. Unreal's own end at 1023, and a longer one ends the editor."""
_NOT_IN_NAMES = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_NOT_IN_VALUES = re.compile("[\x00\ud800-\udfff]")
"""What ends a text inside the engine, and halves of characters, which no file holds."""
_A = TypeVar("_A", bound="Action")


class ArgumentError(ToolError):
    """The arguments of a call do not fit its parameters; the call was not run."""

    code = "bad_arguments"


def _whole_number(value: Any) -> Any:
    """Round what a model sends for a position; what is no number stays as it is and is refused."""
    try:
        number = float(value) if isinstance(value, str) else value
    except ValueError:
        return value
    if isinstance(number, float) and math.isfinite(number):
        number = round(number)
    if isinstance(number, bool):
        raise ValueError("a whole number")  # noqa: TRY004 - pydantic turns only this into its own error
    if isinstance(number, int) and abs(number) > _MAX_COORDINATE:
        raise ValueError(f"must lie between -{_MAX_COORDINATE} and {_MAX_COORDINATE}")
    return number


Coordinate = Annotated[int, BeforeValidator(_whole_number), WithJsonSchema({"type": "integer"})]
"""A position in a graph, in graph units."""

PinValue = Annotated[Any, WithJsonSchema({"type": "string"})]
"""A value for a pin or variable: text, or the JSON value that a model sends instead."""


def read_arguments(action: type[_A], parameters: Mapping[str, Any]) -> _A:
    """The action with those parameters. Raises ArgumentError naming each one that does not fit."""
    if _is_too_deep(parameters):
        raise ArgumentError("The arguments are nested too deeply.", _accepted(action))
    named = _by_field(action, action.adapt(_unwrapped(action, parameters)))
    for name, value in named.items():
        _refuse_bad_text(action, name, value)
    try:
        return action.model_validate(named)
    except ValidationError as error:
        problems = [_problem(action, item) for item in error.errors()]
        raise ArgumentError(" ".join(problems), _accepted(action)) from None


def _unwrapped(action: type[Action], parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters without a second `{"parameters": {…}}` around them."""
    if len(parameters) == 1:
        ((key, value),) = parameters.items()
        if key in _WRAPPERS and key not in action.model_fields and isinstance(value, dict):
            return dict(value)
    return dict(parameters)


def _by_field(action: type[Action], parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters under the names of their fields; what was left empty (null) is left out."""
    fields = {fold_letters(other): name for other, name in action.aliases.items()}
    fields |= {fold_letters(name): name for name in action.model_fields}
    named: dict[str, Any] = {}
    unknown: list[str] = []
    for key, value in parameters.items():
        if value is None:
            continue
        field = fields.get(fold_letters(key))
        if field is None:
            unknown.append(key)
        elif field in named and named[field] != value:
            raise ArgumentError(
                f"Parameter '{field}' is given twice, with different values.", _accepted(action)
            )
        else:
            # Line ends as Windows writes them are no character of a name.
            named[field] = value.replace("\r\n", "\n") if isinstance(value, str) else value
    if unknown:
        raise ArgumentError(_unknown(action, unknown), _accepted(action))
    return named


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return chain(value, value.values())
    return value if isinstance(value, list | tuple) else ()


def _is_too_deep(parameters: Mapping[str, Any]) -> bool:
    """Looked at level by level: whatever calls itself for each level fails on such a value."""
    level: list[Any] = list(parameters.values())
    for _ in range(_MAX_DEPTH):
        level = [inner for value in level for inner in _inside(value)]
        if not level:
            return False
    return True


def _refuse_bad_text(action: type[Action], name: str, value: Any) -> None:
    """Refuse what no name or value of Unreal's can hold, before it reaches the engine or a file."""
    is_value = action.model_fields[name].annotation is Any
    if isinstance(value, str) and not is_value and len(value.strip()) > _MAX_NAME_CHARS:
        raise ArgumentError(
            f"Parameter '{name}' has {len(value)} characters, more than {_MAX_NAME_CHARS}.", _accepted(action)
        )
    pattern = _NOT_IN_VALUES if is_value else _NOT_IN_NAMES
    texts = [value]
    while texts:
        text = texts.pop()
        texts += _inside(text)
        found = pattern.search(text.strip()) if isinstance(text, str) else None
        if found is not None:
            raise ArgumentError(
                f"Parameter '{name}' holds the character {found[0]!a}, which cannot be there.",
                _accepted(action),
            )


def _unknown(action: type[Action], names: list[str]) -> str:
    sentences = []
    for name in names[:_MAX_UNKNOWN]:
        near = nearest(name, action.model_fields, limit=1)
        hint = f" Did you mean '{near[0]}'?" if near else ""
        sentences.append(f"{action.tool_name} has no parameter {_shown(name)}.{hint}")
    left_out = len(names) - _MAX_UNKNOWN
    return " ".join([*sentences, f"Nor {left_out} more."] if left_out > 0 else sentences)


def _accepted(action: type[Action]) -> str:
    parts = [
        name if field.is_required() else f"{name} (optional)" for name, field in action.model_fields.items()
    ]
    return (
        f"{action.tool_name} takes: {', '.join(parts)}."
        if parts
        else f"{action.tool_name} takes no parameters."
    )


def _problem(action: type[Action], item: ErrorDetails) -> str:
    name = str(item["loc"][0]) if item["loc"] else action.tool_name
    field = action.model_fields.get(name)
    meaning = f" ({field.description})" if field is not None and field.description else ""
    if item["type"] == "missing":
        return f"Parameter '{name}'{meaning} is missing."
    reason = item["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
    if item["loc"]:
        return f"Parameter '{name}' is {_shown(item['input'])}, but should be: {reason}.{meaning}"
    return f"{reason}."


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}…"
