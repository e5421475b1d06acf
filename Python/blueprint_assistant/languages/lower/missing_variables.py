"""The line that makes a variable which a program sets and nobody has. Part of `assignment_lowering`.

`Speed = 300` sets nothing where there is no `Speed`: `var Speed: float = 300` is the line that is missing.
Its type is that of the value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.name_lookup import words_of
from blueprint_assistant.languages.ast.blocks import parts_of
from blueprint_assistant.languages.ast.syntax_tree import (
    BooleanLiteral,
    Choice,
    Identifier,
    NumberLiteral,
    Operation,
    StringLiteral,
    Tuple,
)
from blueprint_assistant.languages.ast.type_names import TypeNames
from blueprint_assistant.languages.lower.scope import Output

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Expression
    from blueprint_assistant.languages.lower.expression_lowering import ExpressionLowering

__all__ = ["declaration", "worth"]

_COMPARING: Final = ("==", "!=", "<", "<=", ">", ">=", "and", "or", "not", "xor")
_TUPLES: Final = {2: "Vector2D", 3: "Vector", 4: "LinearColor"}
_MEASURED: Final = frozenset(
    (
        *(
            "speed",
            "velocity",
            "time",
            "duration",
            "delay",
            "interval",
            "rate",
            "health",
            "stamina",
            "energy",
        ),
        *("damage", "distance", "range", "radius", "height", "width", "length", "size", "scale", "angle"),
        *("rotation", "yaw", "pitch", "roll", "brightness", "intensity", "alpha", "volume", "force"),
        *("strength", "power", "ratio", "percent", "amount", "progress", "mass", "gravity", "acceleration"),
    )
)
"""Words for what is measured, not counted: `Speed = 300` is a real number all the same."""


def declaration(name: str, value: Expression | None, feeder: ExpressionLowering) -> str:
    """`var Speed: float = 300`: the value where a declaration can hold it, the type where it is known."""
    kind = worth(name, value, feeder)
    begins = _literal(value)
    typed = f"var {name}: {kind}" if kind else f"var {name}"
    return f"{typed} = {begins}" if begins else typed


def worth(name: str, value: Expression | None, feeder: ExpressionLowering) -> str:
    """The type of a value in words, as a variable of that name would have it; empty when nothing tells it."""
    match value:
        case NumberLiteral(text):
            is_real = bool(set(text) & set(".eE")) or not _MEASURED.isdisjoint(words_of(name))
            return "float" if is_real else "int"
        case BooleanLiteral() | Operation(operator="not"):
            return "bool"
        case StringLiteral():
            return "string"
        case Tuple(items):
            is_turn = not {"rotation", "rotator"}.isdisjoint(words_of(name))
            return "Rotator" if is_turn else _TUPLES.get(len(items), "Vector")
        case Operation(operator) if operator in _COMPARING:
            return "bool"
        case Operation(_, operands) if _mentions(value, name):
            return _first(name, operands, feeder)
        case Choice(_, if_true, if_false):
            return _first(name, (if_true, if_false), feeder)
        case None:
            return ""
        case _:
            return _built(value, feeder)


def _first(name: str, values: tuple[Expression, ...], feeder: ExpressionLowering) -> str:
    """The type of the first value that has one without the name itself: `Speed + 5`."""
    kinds = (worth(name, item, feeder) for item in values if not _mentions(item, name))
    return next(filter(None, kinds), "")


def _built(value: Expression, feeder: ExpressionLowering) -> str:
    """The type of what a value builds: what is built is thrown away with the program that is refused."""
    try:
        found = feeder.scope.find(value.name) if isinstance(value, Identifier) else None
        if found is not None and not isinstance(found, Output):
            return worth("", found, feeder)
        kind = feeder.type_of(feeder.output(value))
    except AssistantError:
        return ""
    return "" if kind.category == "wildcard" else TypeNames(feeder.catalog).of(kind)


def _literal(value: Expression | None) -> str:
    match value:
        case NumberLiteral(text):
            return text
        case BooleanLiteral(is_true):
            return str(is_true).lower()
        case StringLiteral(text):
            return f'"{text}"'
        case Tuple(items) if all(map(_literal, items)):
            return f"({', '.join(map(_literal, items))})"
        case _:
            return ""


def _mentions(part: object, name: str) -> bool:
    return any(isinstance(one, Identifier) and one.name.lower() == name.lower() for one in parts_of(part))
