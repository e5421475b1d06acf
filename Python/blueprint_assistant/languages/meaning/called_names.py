"""What calls and names of a program are in the engine and the Blueprint, by the names alone. Part of `lower`.

For those who look at a program before it is built: what they do not know for certain is None or False.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.callables import find_callable
from blueprint_assistant.graph.catalog.name_lookup import fold
from blueprint_assistant.languages.ast.blocks import bare, parts_of
from blueprint_assistant.languages.ast.syntax_tree import Call, Identifier, Member
from blueprint_assistant.languages.lower.scope import is_self

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import FunctionInfo
    from blueprint_assistant.languages.ast.syntax_tree import Expression, Statement
    from blueprint_assistant.languages.lower.scope import Scope

__all__ = ["calls_in", "changes_nothing", "engine_function", "own_name", "own_variable", "waits"]

_WAITS: Final = frozenset({"sleep", "wait", "delay"})
_TASKS: Final = frozenset({"aimoveto", "playmontage", "timeline"})
_TELLING: Final = ("print", "log", "drawdebug")


def calls_in(statement: Statement) -> Iterator[Call]:
    """The calls of a statement without its blocks, those in its values included."""
    return (part for part in parts_of(bare(statement)) if isinstance(part, Call))


def own_name(call: Call, scope: Scope) -> str:
    """The function or custom event of the Blueprint that a call is of, in its own spelling; else empty."""
    callee = call.callee
    if isinstance(callee, Member) and not is_self(callee.of):
        return ""
    own = find_callable(scope.owner, callee.name)
    return own.name if own is not None else scope.event(callee.name)


def engine_function(call: Call, scope: Scope) -> FunctionInfo | None:
    """The function of the engine that a call by name alone is of, or None."""
    if not isinstance(call.callee, Identifier) or own_name(call, scope):
        return None
    try:
        return scope.catalog.known_function(call.callee.name, scope.owner.parent_class)
    except AssistantError:
        return None


def waits(call: Call, scope: Scope) -> bool:
    """Whether a call takes time: the flow goes on later, and what else there is goes on meanwhile."""
    word = fold(call.callee.name)
    if own_name(call, scope):
        return False
    if word in _WAITS | _TASKS:
        return True
    info = engine_function(call, scope)
    return info is not None and (info.is_latent or info.is_async_factory)


def changes_nothing(call: Call, scope: Scope) -> bool:
    """Whether a call certainly changes no variable and nothing in the world, and runs nothing of ours."""
    if fold(call.callee.name).startswith(_TELLING) and not own_name(call, scope):
        return True
    info = engine_function(call, scope)
    return info is not None and info.is_pure


def own_variable(value: Expression, scope: Scope) -> str:
    """The variable of the Blueprint or function that a value is, in its own spelling; else empty."""
    name = value.name if isinstance(value, Identifier) else ""
    if isinstance(value, Member) and is_self(value.of):
        name = value.name
    if not name or (isinstance(value, Identifier) and scope.find(name) is not None):
        return ""
    return scope.local_variable(name) or scope.member(name)
