"""From an implementation and its manifest entry to a callable with the glue's manners.

The callable checks the thread, binds arguments by the manifest's names and defaults, converts
them, calls the implementation and converts the result. Implementations are collected per class
with `UnrealClass`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from unreal_sandbox.errors import NotModelledError, StaleObjectError
from unreal_sandbox.glue.faulty_calls import faulty_call
from unreal_sandbox.glue.objects import ObjectHandle, target_of
from unreal_sandbox.glue.value_conversion import split_type

if TYPE_CHECKING:
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.manifest import ManifestParameter, MethodEntry
    from unreal_sandbox.glue.namespace import Types

__all__ = ["Implementation", "UnrealClass", "bind_function", "bind_method"]

_F = TypeVar("_F", bound=Callable[..., Any])
_Given = dict[str, Any]
_Call = Callable[["EditorState", tuple[Any, ...], tuple[Any, ...], _Given], Any]


@dataclass(frozen=True, slots=True)
class Implementation:
    """The code of one method, and how it takes special arguments.

    `accepts_none` names object parameters for which None means something; None for any other one
    makes the call log an error and give the empty result. `text_only` names Text parameters that
    refuse a plain str, `stale_as_none` those for which an object that is gone counts as None.
    """

    function: Callable[..., Any]
    accepts_none: frozenset[str] = frozenset()
    text_only: frozenset[str] = frozenset()
    stale_as_none: frozenset[str] = frozenset()


class UnrealClass:
    """The implementations of one class's methods, or of the module's functions.

    A method gets the editor, for an instance method its target or struct, then the arguments in
    the manifest's order.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.methods: dict[str, Implementation] = {}

    def method(
        self,
        name: str = "",
        *,
        accepts_none: tuple[str, ...] = (),
        text_only: tuple[str, ...] = (),
        stale_as_none: tuple[str, ...] = (),
    ) -> Callable[[_F], _F]:
        """Register a function as the implementation of the method of its name."""

        def register(function: _F) -> _F:
            self.methods[name or function.__name__] = Implementation(
                function, frozenset(accepts_none), frozenset(text_only), frozenset(stale_as_none)
            )
            return function

        return register


_NO_DEFAULT_OBJECTS = frozenset({"BlueprintGraphEditor", "ToolMenu", "ToolMenuEntryScript"})
"""Classes whose methods are about one instance: on the class default they mean nothing."""


def bind_method(
    types: Types, owner: str, entry: MethodEntry, implementations: UnrealClass | None, *, is_hoisted: bool
) -> Any:
    """The attribute for a method: a staticmethod for statics, else a plain function."""
    implementation = None if implementations is None else implementations.methods.get(entry.name)
    call = _caller(types, owner, entry, implementation)

    if entry.is_static and owner == "_ObjectBase":

        def of_class(cls: type[ObjectHandle], *args: Any, **kwargs: Any) -> Any:
            return call(types.editor(), (types.class_target(cls),), args, kwargs)

        return classmethod(_named(of_class, owner, entry, implementation))

    if entry.is_static and not is_hoisted:

        def static(*args: Any, **kwargs: Any) -> Any:
            return call(types.editor(), (), args, kwargs)

        return staticmethod(_named(static, owner, entry, implementation))

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(self, ObjectHandle):
            editor = self._target.editor
            editor.check_game_thread(owner)
            target = target_of(self)
            if target.is_default_object and (is_hoisted or owner in _NO_DEFAULT_OBJECTS):
                raise NotModelledError(f"{owner}.{entry.name} of a class default object is not modelled.")
            return call(editor, (target,), args, kwargs)
        return call(types.editor(), (self,), args, kwargs)

    return _named(method, owner, entry, implementation)


def bind_function(
    types: Types, entry: MethodEntry, implementations: UnrealClass | None, *, is_guarded: bool
) -> Any:
    """The attribute of the module for a function. Not every module function checks the thread."""
    implementation = None if implementations is None else implementations.methods.get(entry.name)
    call = _caller(types, "unreal", entry, implementation, is_guarded=is_guarded)

    def function(*args: Any, **kwargs: Any) -> Any:
        return call(types.editor(), (), args, kwargs)

    return _named(function, "unreal", entry, implementation)


def _named(function: Any, owner: str, entry: MethodEntry, implementation: Implementation | None) -> Any:
    function.__name__ = entry.name
    function.__qualname__ = f"{owner}.{entry.name}"
    function.__module__ = "unreal"
    function.__doc__ = None if implementation is None else implementation.function.__doc__
    function.is_modelled = implementation is not None
    return function


def _caller(
    types: Types,
    owner: str,
    entry: MethodEntry,
    implementation: Implementation | None,
    *,
    is_guarded: bool = True,
) -> _Call:
    where = entry.name if owner == "unreal" else f"{owner}.{entry.name}"
    context = f"unreal.{where}"

    def call(editor: EditorState, subject: tuple[Any, ...], args: tuple[Any, ...], kwargs: _Given) -> Any:
        if is_guarded:
            editor.check_game_thread(owner)
            editor.enter_call(where)
        if implementation is None:
            raise NotModelledError(f"{context} is not modelled in the sandbox.")
        given = _given(entry, args, kwargs)
        _apply_rules(implementation, given)
        bound = [
            _value(types, owner, entry, position, parameter, given)
            for position, parameter in enumerate(entry.parameters, start=1)
        ]
        missing = _missing_object(types, entry.parameters, bound, implementation.accepts_none)
        if missing is not None:
            editor.write_log("LogScript", "Error", f"{owner}.{entry.name}: '{missing}' is None")
            return _empty_result(types, entry.returns)

        def carry_out() -> Any:
            return types.to_python(entry.returns, implementation.function(editor, *subject, *bound))

        fault = editor.conditions.fault_of(where) if is_guarded else None
        if fault is not None:
            return faulty_call(editor, context, fault, carry_out, lambda: _empty_result(types, entry.returns))
        return carry_out()

    return call


def _given(entry: MethodEntry, args: tuple[Any, ...], kwargs: _Given) -> _Given:
    """The arguments by parameter name. TypeError for too many, unknown or doubled ones."""
    parameters = entry.parameters
    if len(args) > len(parameters):
        plural = "" if len(parameters) == 1 else "s"
        raise TypeError(
            f"{entry.name}() takes at most {len(parameters)} argument{plural} ({len(args)} given)"
        )
    given = {parameter.name: value for parameter, value in zip(parameters, args, strict=False)}
    if not kwargs:
        return given
    known = {parameter.name for parameter in parameters}
    for name, value in kwargs.items():
        if name not in known:
            raise TypeError(f"'{name}' is an invalid keyword argument for {entry.name}()")
        if name in given:
            raise TypeError(f"{entry.name}() got multiple values for argument '{name}'")
        given[name] = value
    return given


def _apply_rules(implementation: Implementation, given: _Given) -> None:
    for name in implementation.text_only:
        if isinstance(given.get(name), str):
            raise TypeError(f"NativizeProperty: Cannot nativize 'str' as 'Text' ({name})")
    for name in implementation.stale_as_none:
        value = given.get(name)
        if isinstance(value, ObjectHandle):
            try:
                target_of(value)
            except StaleObjectError:
                given[name] = None


def _value(
    types: Types,
    owner: str,
    entry: MethodEntry,
    position: int,
    parameter: ManifestParameter,
    given: _Given,
) -> Any:
    if parameter.name not in given:
        if parameter.is_required:
            raise TypeError(f"{entry.name}() required argument '{parameter.name}' (pos {position}) not found")
        return types.default_value(parameter.type, parameter.default)
    try:
        return types.nativize(parameter.type, given[parameter.name], parameter.name)
    except TypeError as reason:
        raise TypeError(
            f"{reason}\nTypeError: {owner}: Failed to convert parameter '{parameter.name}' when calling "
            f"function '{owner}.{entry.name}'"
        ) from None


def _empty_result(types: Types, returns: str) -> Any:
    """What a call gives that could do nothing: False, 0, empty texts and structs, None for objects."""
    head, arguments = split_type(returns)
    if head == "Tuple":
        return tuple(types.default_of(argument) for argument in arguments)
    return types.default_of(returns)


def _missing_object(
    types: Types, parameters: tuple[ManifestParameter, ...], bound: list[Any], may_be_none: frozenset[str]
) -> str | None:
    """The first object parameter that got None although nothing can be done without it."""
    for parameter, value in zip(parameters, bound, strict=True):
        if (
            value is None
            and parameter.is_required
            and parameter.name not in may_be_none
            and types.is_object_type(parameter.type)
        ):
            return parameter.name
    return None
