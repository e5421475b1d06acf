"""Functions that a call names in a text, `SetTimer("Blink", 1.0)`, and events that are handed on. A check.

The engine looks the name up while the game runs, and only its log says that there is no such function, or one
with inputs. Of the Blueprint itself it is known before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import AssistantError, GraphError, nearest
from blueprint_assistant.graph.catalog.callables import callables_of, find_callable
from blueprint_assistant.graph.catalog.declarations import dispatchers_of
from blueprint_assistant.languages.ast.blocks import bare, parts_of
from blueprint_assistant.languages.ast.syntax_tree import Bind, Handler, Identifier, StringLiteral
from blueprint_assistant.languages.ast.type_names import TypeNames
from blueprint_assistant.languages.lower.scope import is_self
from blueprint_assistant.languages.meaning.called_names import calls_in, engine_function
from blueprint_assistant.languages.meaning.statement_checks import Suspect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Function, Parameter
    from blueprint_assistant.languages.ast.syntax_tree import Call, Expression, Statement
    from blueprint_assistant.languages.lower.scope import Scope

__all__ = ["NamedFunctionError", "check_named_functions"]

_OBJECT: Final = "object"
_NAME: Final = "functionname"
_NAMED: Final = frozenset({_OBJECT, _NAME})
_ZERO: Final = {"int": "0", "int64": "0", "byte": "0", "real": "0.0", "bool": "false", "string": '""'}


class NamedFunctionError(GraphError):
    """A text names a function that nothing has, or that cannot be called so. `candidates` are the nearest."""

    code = "unknown_function"


def check_named_functions(statement: Statement, scope: Scope) -> Iterator[Suspect]:
    """The texts of a statement that name no function which the Blueprint has and a timer can call."""
    for part in parts_of(bare(statement)):
        if isinstance(part, Handler) and part.kind == "event":
            error = _missing_event(part.name, statement, scope)
            if error is not None:
                yield Suspect(statement, error, part.place)
    for call in calls_in(statement):
        text = _text_of(call, scope)
        if text is None:
            continue
        name = text.text if isinstance(text, StringLiteral) else text.name
        error = _fault(name, scope)
        if error is not None:
            yield Suspect(statement, error, text.place)


def _text_of(call: Call, scope: Scope) -> StringLiteral | Identifier | None:
    """The text in which a call names a function of the Blueprint itself; None where it names none.

    `SetTimer(Blink, 1.0)` names a function without quotes.
    """
    info = engine_function(call, scope)
    if info is None or not {item.name.lower() for item in info.parameters} >= _NAMED:
        return None
    given = {item.pin.lower(): item.value for item in call.arguments}
    by_place = [item.value for item in call.arguments if not item.pin]
    target = given.get(_OBJECT)
    if target is None and len(by_place) > 1 and not _is_text(by_place[0], scope):
        target, *by_place = by_place
    value = given.get(_NAME, by_place[0] if by_place else None)
    is_own = target is None or is_self(target)
    return value if is_own and value is not None and _is_text(value, scope) else None  # type: ignore[return-value]


def _is_text(value: Expression, scope: Scope) -> bool:
    if isinstance(value, Identifier):
        own = find_callable(scope.owner, value.name)
        return own is not None and own.kind == "function" and not scope.member(value.name)
    return isinstance(value, StringLiteral)


def _fault(name: str, scope: Scope) -> NamedFunctionError | None:
    own = find_callable(scope.owner, name)
    if own is not None:
        return None if own.declared is None else _of_inputs(own.declared)
    if scope.event(name) or _is_inherited(name, scope):
        return None
    known = [item.name for item in callables_of(scope.owner)] + [*scope.events.values(), *_events(scope)]
    near = nearest(name, known)
    fix = f"Nearest: {', '.join(near)}." if near else f"Write it in the same program: event {name}():"
    error = NamedFunctionError(f"{scope.owner.name} has no function or event '{name}'.", fix)
    error.candidates = near
    return error


def _missing_event(name: str, statement: Statement, scope: Scope) -> NamedFunctionError | None:
    """What is wrong with an event that is handed on: an empty one of that name would do nothing."""
    own = find_callable(scope.owner, name)
    if own is not None and own.kind == "function":
        return NamedFunctionError(f"{own.name} is a function, no event.", f"Write delegate {own.name}.")
    error = None if own is not None else _fault(name, scope)
    given = _given_by(statement, scope) if error is not None and not error.candidates else ()
    if error is not None and given:
        head = f"func {name}({', '.join(given)}):"
        error.fix = f"Write it in the same program: {head} and hand it on as delegate {name}."
    return error


def _given_by(statement: Statement, scope: Scope) -> tuple[str, ...]:
    """The inputs of what is bound: no custom event can be made with them, but a function."""
    if not isinstance(statement, Bind) or not isinstance(statement.dispatcher, Identifier):
        return ()
    name = statement.dispatcher.name
    own = next((item for item in dispatchers_of(scope.owner) if item.name.lower() == name.lower()), None)
    if own is not None:
        words = TypeNames(scope.catalog)
        return tuple(f"{item.name}: {words.of(item.type)}" for item in own.inputs)
    known = scope.catalog.delegate(scope.owner.parent_class, name)
    return () if known is None else tuple(item.name for item in known.parameters)


def _is_inherited(name: str, scope: Scope) -> bool:
    """Whether a parent class has the function, or is a Blueprint of which is not known what it has."""
    parent = scope.owner.parent_class
    if scope.catalog.class_info(parent) is None or not parent.startswith("/Script/"):
        return True
    if any(event.lower() == name.lower() for event in _events(scope)):
        return True
    try:
        info = scope.catalog.known_function(name, parent)
    except AssistantError:
        return False
    return info is not None and info.name.lower() == name.lower()


def _events(scope: Scope) -> Iterator[str]:
    return (event.name for event in scope.catalog.events_of(scope.owner.parent_class))


def _of_inputs(function: Function) -> NamedFunctionError | None:
    known = function.inputs or function.outputs
    if not known:
        return None
    what = f"{'input' if function.inputs else 'output'}{'s' if len(known) > 1 else ''}"
    names = ", ".join(item.name for item in known)
    event = f"{function.name}Now"
    call = f"{function.name}({', '.join(map(_value, function.inputs))})"
    return NamedFunctionError(
        f"A timer cannot call {function.name}, for it has the {what} {names}.",
        f'Write event {event}(): with {call} in it, and name that one: "{event}".',
    )


def _value(item: Parameter) -> str:
    return _ZERO.get(item.type.category, item.name) if item.type.container == "none" else item.name
