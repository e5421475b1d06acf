"""`DelegateBase` and `MulticastDelegateBase`: what scripts bind their callables to.

A callable is held until it is removed. What one raises is logged, and the others are still called.
"""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING, Any, Self

from unreal_sandbox.errors import FatalEditorError, ScriptError
from unreal_sandbox.glue.names_and_texts import Name
from unreal_sandbox.glue.objects import ObjectHandle

if TYPE_CHECKING:
    from collections.abc import Callable

    from unreal_sandbox.glue.namespace import Types

__all__ = ["MULTICAST_TYPES", "DelegateBase", "MulticastDelegateBase", "delegate_type"]

MULTICAST_TYPES = frozenset({"OnEditorUtilityPIEEvent"})
"""The delegate types of properties that something here broadcasts."""


class _Bindings:
    """The callables of a delegate."""

    __slots__ = ("_callables",)
    __module__ = "unreal"
    _types: Types

    def __init__(self) -> None:
        self._callables: list[Callable[..., Any]] = []

    @classmethod
    def cast(cls, object: object) -> Self:
        """The delegate itself; TypeError for anything else."""
        if isinstance(object, cls):
            return object
        raise TypeError(f"{cls.__name__}: Cannot cast type '{type(object).__name__}' to '{cls.__name__}'")

    def copy(self) -> Self:
        """A delegate with the same bindings."""
        result = type(self)()
        result._callables = list(self._callables)
        return result

    def is_bound(self) -> bool:
        """Whether there is something to call."""
        return bool(self._callables)

    def _call(self, function: Callable[..., Any], arguments: tuple[object, ...]) -> Any:
        try:
            return function(*arguments)
        except FatalEditorError:
            raise
        except Exception:  # noqa: BLE001 - the editor logs whatever a callable raises
            self._types.editor().write_log("LogPython", "Error", traceback.format_exc())
            return None

    def _checked(self, callable_: object) -> Callable[..., Any]:
        self._types.editor().check_game_thread(type(self).__name__)
        if not callable(callable_):
            raise TypeError(
                f"{type(self).__name__}: Cannot nativize '{type(callable_).__name__}' as a delegate"
            )
        return callable_


def _method(obj: object, name: Name | str) -> Callable[..., Any]:
    """A method of an object by name."""
    if not isinstance(obj, ObjectHandle) or not isinstance(name, Name | str):
        raise TypeError(f"Cannot nativize '{type(obj).__name__}' as 'Object'")
    found = getattr(obj, str(name), None)
    if not callable(found):
        raise ScriptError(f"Failed to find function '{name}' on '{type(obj).__name__}'")
    return found  # type: ignore[no-any-return]  # a bound method


class DelegateBase(_Bindings):
    """A delegate with at most one binding."""

    __slots__ = ()
    __module__ = "unreal"

    def bind_delegate(self, delegate: DelegateBase) -> None:
        """Take over the binding of another delegate."""
        self._callables = list(type(self).cast(delegate)._callables)

    def bind_function(self, obj: ObjectHandle, name: Name | str) -> None:
        """Bind a method of an object."""
        self._callables = [_method(obj, name)]

    def bind_callable(self, callable: Callable[..., Any]) -> None:
        """Bind a callable."""
        self._callables = [self._checked(callable)]

    def unbind(self) -> None:
        """Forget the binding."""
        self._callables = []

    def execute(self, *args: object) -> Any:
        """Call what is bound; raises when nothing is."""
        if not self._callables:
            raise ScriptError(f"{type(self).__name__}: Cannot call an unbound delegate")
        return self._call(self._callables[0], args)

    def execute_if_bound(self, *args: object) -> Any:
        """Call what is bound; None when nothing is."""
        return self._call(self._callables[0], args) if self._callables else None


class MulticastDelegateBase(_Bindings):
    """A delegate with any number of bindings."""

    __slots__ = ()
    __module__ = "unreal"

    def add_callable(self, callable: Callable[..., Any]) -> None:
        """Add a callable, also one that is there already."""
        self._callables.append(self._checked(callable))

    def add_callable_unique(self, callable: Callable[..., Any]) -> None:
        """Add a callable unless it is there."""
        if not self.contains_callable(callable):
            self.add_callable(callable)

    def add_function(self, obj: ObjectHandle, name: Name | str) -> None:
        """Add a method of an object."""
        self._callables.append(_method(obj, name))

    def add_function_unique(self, obj: ObjectHandle, name: Name | str) -> None:
        """Add a method of an object unless it is there."""
        if not self.contains_function(obj, name):
            self.add_function(obj, name)

    def remove_callable(self, callable: Callable[..., Any]) -> None:
        """Remove a callable, as often as it is there."""
        self._callables = [known for known in self._callables if known != callable]

    def remove_function(self, obj: ObjectHandle, name: Name | str) -> None:
        """Remove a method of an object."""
        self.remove_callable(_method(obj, name))

    def remove_object(self, obj: ObjectHandle) -> None:
        """Remove every method of an object."""
        self._callables = [known for known in self._callables if getattr(known, "__self__", None) is not obj]

    def contains_callable(self, callable: Callable[..., Any]) -> bool:
        """Whether a callable is there."""
        return callable in self._callables

    def contains_function(self, obj: ObjectHandle, name: Name | str) -> bool:
        """Whether a method of an object is there."""
        return _method(obj, name) in self._callables

    def clear(self) -> None:
        """Remove everything."""
        self._callables = []

    def broadcast(self, *args: object) -> None:
        """Call all, in the order in which they came."""
        for function in list(self._callables):
            self._call(function, args)


def delegate_type(types: Types, name: str) -> Any:
    """The type of that name for one engine version's namespace."""
    if name == "DelegateBase":
        base: type[_Bindings] = DelegateBase
    elif name == "MulticastDelegateBase":
        base = MulticastDelegateBase
    else:
        base = types.get("MulticastDelegateBase")
    return type(name, (base,), {"__slots__": (), "__module__": "unreal", "_types": types})
