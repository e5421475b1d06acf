"""Variables set and read by calls: `SetVariable("bOpen", true)`. Part of `lowering`. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.catalog.callables import find_callable
from blueprint_assistant.graph.catalog.name_lookup import fold_underscores
from blueprint_assistant.languages.ast.syntax_tree import Assign, Identifier, StringLiteral

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Call, Do, Expression
    from blueprint_assistant.languages.lower.scope import Scope

__all__ = ["as_mention", "as_set"]

_SETS: Final = ("setvariable", "setvar", "setvariablevalue")
_GETS: Final = ("getvariable", "getvar", "getvariablevalue")
_SET_VALUES: Final = 2


def as_set(statement: Do, scope: Scope) -> Assign | None:
    """The assignment that a call means; None for all else. Raises UnknownNameError for no variable."""
    call = statement.call
    values = [item.value for item in call.arguments]
    if not _is_called(call, _SETS, scope) or len(values) != _SET_VALUES or statement.arms:
        return None
    target = _variable(values[0], scope)
    return None if target is None else Assign(target, values[1], statement.name, place=statement.place)


def as_mention(call: Call, scope: Scope) -> Identifier | None:
    """The variable that a call reads; None for all else. Raises UnknownNameError for no variable."""
    if not _is_called(call, _GETS, scope) or len(call.arguments) != 1:
        return None
    return _variable(call.arguments[0].value, scope)


def _is_called(call: Call, words: tuple[str, ...], scope: Scope) -> bool:
    callee = call.callee
    is_word = isinstance(callee, Identifier) and fold_underscores(callee.name) in words
    return is_word and find_callable(scope.owner, callee.name, with_macros=True) is None


def _variable(value: Expression, scope: Scope) -> Identifier | None:
    """The variable that is named, in quotes or not."""
    if not isinstance(value, Identifier | StringLiteral):
        return None
    name = value.name if isinstance(value, Identifier) else value.text
    if not (scope.local_variable(name) or scope.member(name)):
        raise scope.unknown(name)
    return Identifier(name, place=value.place)
