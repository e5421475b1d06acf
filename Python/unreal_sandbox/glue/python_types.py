"""`@unreal.uclass`, `@unreal.ufunction`, `unreal.uproperty`: Unreal classes written in Python.

Only script entries of menus (`ToolMenuEntryScript`) can be derived from. The engine calls a method
of such a class only when it is marked as an override of a class that is marked itself.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from unreal_sandbox.errors import NotModelledError, ScriptError
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.objects import ObjectHandle

if TYPE_CHECKING:
    from collections.abc import Callable

    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.namespace import Types

__all__ = ["SCRIPTED_BASE", "is_override"]

module = UnrealClass("unreal")

SCRIPTED_BASE = "ToolMenuEntryScript"
_MARK = "_unreal_function"
_TYPE = type  # the parameter of uproperty has this name too


@dataclass(frozen=True, slots=True)
class _FunctionMark:
    is_override: bool


@dataclass(frozen=True, slots=True)
class _PropertyMark:
    type: type


@module.method()
def uclass(editor: EditorState) -> Callable[[type], type]:
    """A decorator that makes an Unreal class of a Python class. It takes no arguments [HOSTING 6.1]."""

    def decorate(kind: type) -> type:
        if not isinstance(kind, _TYPE):
            raise TypeError("uclass: only a class can be an Unreal class")
        generate_class(editor, kind)
        return kind

    return decorate


@module.method()
def generate_class(editor: EditorState, class_type: type) -> None:
    """Make an Unreal class of a Python class, as the decorator does."""
    if not issubclass(class_type, ObjectHandle):
        raise ScriptError(f"unreal: '{class_type.__name__}' does not derive from an Unreal type")
    base = editor.types.get(SCRIPTED_BASE)
    if class_type.__module__ == "unreal" or not issubclass(class_type, base):
        raise NotModelledError(f"Classes like '{class_type.__name__}' are not modelled in the sandbox.")
    for name, value in list(vars(class_type).items()):
        mark = getattr(value, _MARK, None)
        if isinstance(mark, _FunctionMark) and mark.is_override:
            _check_override(editor.types, class_type, name, value)
        elif isinstance(value, _PropertyMark):
            setattr(class_type, name, _field(editor.types, name, value.type))
    editor.types.add_generated(class_type)


def _check_override(types: Types, kind: type, name: str, function: Any) -> None:
    entry = types.manifest.classes[SCRIPTED_BASE].methods.get(name)
    if entry is None:
        raise ScriptError(f"{kind.__name__}: no super function '{name}' to override")
    given = len(inspect.signature(function).parameters)
    wanted = len(entry.parameters) + 1
    if given != wanted:
        raise ScriptError(
            f"{kind.__name__}: incorrect number of arguments for '{name}' (expected {wanted}, got {given})"
        )


def _field(types: Types, name: str, kind: type) -> property:
    """A property of the Unreal object, of a checked type."""

    def read(self: Any) -> Any:
        return self._target.fields[name] if name in self._target.fields else types.default_of(kind.__name__)

    def write(self: Any, value: Any) -> None:
        self._target.fields[name] = types.field_value(kind.__name__, value, name)

    return property(read, write)


@module.method()
def ufunction(
    editor: EditorState,
    meta: object,
    ret: object,
    params: object,
    override: object,
    static: object,
    pure: object,
    getter: object,
    setter: object,
) -> Callable[[Any], Any]:
    """A decorator that makes an Unreal function of a method, or lets it override one."""

    def decorate(function: Any) -> Any:
        setattr(function, _MARK, _FunctionMark(bool(override)))
        return function

    return decorate


@module.method()
def uproperty(editor: EditorState, type: Any, meta: object, getter: object, setter: object) -> Any:
    """Declare a property in a class that is to be an Unreal class."""
    if not isinstance(type, _TYPE):
        raise TypeError(f"uproperty: Cannot use '{type}' as a property type")
    return _PropertyMark(type)


@module.method()
def flush_generated_type_reinstancing(editor: EditorState) -> None:
    """Nothing waits: a class is there as soon as it is decorated."""


def is_override(handle: ObjectHandle, name: str) -> bool:
    """Whether the engine calls the Python method of that name for an object."""
    for kind in type(handle).__mro__:
        mark = getattr(vars(kind).get(name), _MARK, None)
        if isinstance(mark, _FunctionMark):
            return mark.is_override and handle._types.is_generated(kind)
    return False
