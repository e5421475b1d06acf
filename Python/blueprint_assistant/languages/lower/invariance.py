"""Which values stay what they are while an entry runs. Part of `assignment_lowering`.

`share = SafeDivide(Health, MaxHealth)` of two inputs is the same at each use: a name for it is all that is
needed. A variable, the place of an actor or a random number may be another then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.languages.ast.syntax_tree import (
    BooleanLiteral,
    Call,
    Choice,
    Identifier,
    Member,
    NumberLiteral,
    Operation,
    StringLiteral,
    Tuple,
)
from blueprint_assistant.languages.lower.scope import Output

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Expression
    from blueprint_assistant.languages.lower.expression_lowering import ExpressionLowering

__all__ = ["is_invariant"]

_LIBRARIES: Final = tuple(
    f"/Script/Engine.Kismet{name}Library" for name in ("Math", "String", "Text", "Array")
)
_UNSTEADY: Final = ("random", "now", "today", "time", "shuffle", "guid")


def is_invariant(value: Expression, feeder: ExpressionLowering) -> bool:
    """Whether a value is made of inputs, results of what was executed, and plain functions alone."""
    match value:
        case NumberLiteral() | StringLiteral() | BooleanLiteral():
            return True
        case Tuple(items):
            return all(is_invariant(item, feeder) for item in items)
        case Identifier(name):
            return _is_steady_name(name, feeder)
        case Member(of, _):
            # A part of a struct is as steady as the whole; a variable of an object is not.
            return is_invariant(of, feeder) and isinstance(of, Identifier) and _is_struct(of.name, feeder)
        case Operation(_, operands):
            return all(is_invariant(item, feeder) for item in operands)
        case Choice(condition, if_true, if_false):
            return all(is_invariant(item, feeder) for item in (condition, if_true, if_false))
        case Call(Identifier(name), arguments):
            return _is_plain(name, feeder) and all(is_invariant(item.value, feeder) for item in arguments)
        case _:
            return False


def _is_steady_name(name: str, feeder: ExpressionLowering) -> bool:
    found = feeder.scope.find(name)
    if isinstance(found, Output):
        return any(pin.is_exec for pin in feeder.builder.node(found.node).pins)
    if found is not None:
        return is_invariant(found, feeder)
    return any(item.name.lower() == name.lower() for item in feeder.scope.owner.components)


def _is_struct(name: str, feeder: ExpressionLowering) -> bool:
    found = feeder.scope.find(name)
    if not isinstance(found, Output):
        return False
    if not found.pin:
        return True  # `result.Pin` is another output of what was executed
    return feeder.type_of(found).category == "struct"


def _is_plain(name: str, feeder: ExpressionLowering) -> bool:
    """Whether a function gives the same for the same whenever it is asked."""
    if any(graph.name.lower() == name.lower() for graph in feeder.scope.owner.graphs):
        return False
    try:
        info = feeder.catalog.known_function(name, feeder.scope.owner.parent_class)
    except AssistantError:
        info = None
    if info is None:
        family = feeder.catalog.function_family(name)
        return bool(family) and all(item.class_path in _LIBRARIES for item in family)
    word = info.name.lower()
    is_plain = info.is_pure and info.class_path in _LIBRARIES
    return is_plain and not any(part in word for part in _UNSTEADY)
