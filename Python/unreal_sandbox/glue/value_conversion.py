"""Values on their way between scripts and implementations, by the manifest's type texts.

Implementations see native values: `str` for Name and str, targets for objects, lists and dicts
for containers, structs and enum entries as they are. What does not fit is a TypeError with the
glue's words; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from unreal_sandbox.errors import NotModelledError
from unreal_sandbox.glue.containers import Array, Map, Set
from unreal_sandbox.glue.names_and_texts import Name, Text, native_text
from unreal_sandbox.glue.objects import ObjectHandle, Target, target_of
from unreal_sandbox.glue.structs import EnumBase, StructBase

if TYPE_CHECKING:
    from unreal_sandbox.glue.namespace import Types

__all__ = ["default_of", "default_value", "nativize", "split_type", "to_python"]

_ANYTHING = frozenset({"", "Any", "object", "BaseException", "traceback"})
_CLASS_LIKE = frozenset({"Class", "type(Class)", "type"})
_SCALARS = {"bool": bool, "int": int, "int32": int, "float": float, "str": str, "Name": Name, "Text": Text}


@lru_cache(maxsize=1024)
def split_type(text: str) -> tuple[str, tuple[str, ...]]:
    """`Map[Name, str]` -> (`Map`, (`Name`, `str`)); a plain type has no arguments."""
    head, bracket, inside = text.partition("[")
    if not bracket:
        return text, ()
    arguments, depth, start = [], 0, 0
    inside = inside[:-1]
    for index, character in enumerate(inside):
        depth += (character in "[(") - (character in "])")
        if character == "," and depth == 0:
            arguments.append(inside[start:index].strip())
            start = index + 1
    arguments.append(inside[start:].strip())
    return head, tuple(arguments)


def nativize(types: Types, text: str, value: Any, what: str) -> Any:
    """A script's value as an implementation gets it. Raises TypeError naming `what`."""
    head, arguments = split_type(text)
    if head in _ANYTHING:
        return value
    if head == "Optional":
        return None if value is None else nativize(types, arguments[0], value, what)
    if head == "Union":
        return _nativize_union(types, arguments, value, what)
    if head in {"Array", "Set", "Iterable"}:
        return _nativize_list(types, text, arguments[0], value, what)
    if head in {"Map", "Mapping"}:
        return _nativize_map(types, arguments, value, what)
    if head == "Callable":
        if callable(value):
            return value
        raise _refusal(value, "Callable", what)
    if head in _CLASS_LIKE or head == "Type":
        return _nativize_class(types, value, what)
    if head in _SCALARS:
        return _nativize_scalar(types, head, value, what)
    return _nativize_named(types, head, value, what)


def _nativize_union(types: Types, arguments: tuple[str, ...], value: Any, what: str) -> Any:
    if "Class" in arguments:
        return _nativize_class(types, value, what)
    if "Name" in arguments:
        return nativize(types, "Name", value, what)
    if "Text" in arguments:
        return nativize(types, "Text", value, what)
    if any(argument.startswith("Callable") for argument in arguments):
        return nativize(types, "Callable", value, what)
    return value


_LONGEST_NAME = 1023
_LARGEST_INT = 2**31


def _nativize_scalar(types: Types, head: str, value: Any, what: str) -> Any:
    if head == "Name" and isinstance(value, str | Name):
        return _nativize_name(types, native_text(value))
    if head == "str" and isinstance(value, str | Name):
        return native_text(value)
    if head == "Text" and isinstance(value, str | Text):
        return Text(value)
    if head == "bool" and isinstance(value, bool):
        return value
    if head in {"int", "int32"} and isinstance(value, int) and not isinstance(value, bool):
        if -_LARGEST_INT <= value < _LARGEST_INT:
            return value
    elif head == "float" and isinstance(value, int | float) and not isinstance(value, bool):
        with suppress(OverflowError):
            return float(value)
    raise _refusal(value, head, what)


def _nativize_name(types: Types, text: str) -> str:
    if len(text) <= _LONGEST_NAME:
        return text
    editor = types.editor()
    if editor.switches.long_names_crash:
        raise editor.crash(f"FName's {_LONGEST_NAME} max length exceeded. Got {len(text)} characters.")
    return "ERROR_NAME_SIZE_EXCEEDED"


def _nativize_list(types: Types, text: str, element: str, value: Any, what: str) -> list[Any]:
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise _refusal(value, text, what)
    return [nativize(types, element, item, what) for item in value]


def _nativize_map(types: Types, arguments: tuple[str, ...], value: Any, what: str) -> dict[Any, Any]:
    if not isinstance(value, Mapping | Map):
        raise _refusal(value, "Map", what)
    key, item = arguments
    return {
        nativize(types, key, left, what): nativize(types, item, right, what) for left, right in value.items()
    }


def _nativize_class(types: Types, value: Any, what: str) -> Target | None:
    if value is None:
        return None
    if isinstance(value, type) and issubclass(value, ObjectHandle):
        return types.class_target(value)
    if isinstance(value, ObjectHandle):
        target = target_of(value)
        if types.is_a(target, "Class"):
            return target
    raise _refusal(value, "Class", what)


_NO_DEFAULT_OBJECTS = frozenset({"Blueprint", "EdGraph", "EdGraphNode", "K2Node", "EdGraphNode_Comment"})
"""What scripts handle as part of an asset: the class default of such a class is in none."""


def _nativize_named(types: Types, name: str, value: Any, what: str) -> Any:
    kind = types.find(name)
    if kind is None:
        if value is None:
            return None
        raise _refusal(value, name, what)
    if issubclass(kind, EnumBase):
        if isinstance(value, kind):
            return value
        raise _refusal(value, name, what)
    if issubclass(kind, StructBase):
        return _nativize_struct(kind, value, what)
    if value is None:
        return None
    return _nativize_object(types, name, value, what)


def _nativize_object(types: Types, name: str, value: Any, what: str) -> Target:
    if isinstance(value, ObjectHandle):
        target = target_of(value)
        if types.is_a(target, name):
            if target.is_default_object and name in _NO_DEFAULT_OBJECTS:
                raise NotModelledError(f"A class default object as '{name}' ({what}) is not modelled.")
            return target
    if isinstance(value, type) and issubclass(value, ObjectHandle) and name in {"Object", "Struct", "Field"}:
        return types.class_target(value)
    raise _refusal(value, name, what)


def _nativize_struct(kind: type[StructBase], value: Any, what: str) -> StructBase:
    if isinstance(value, kind):
        return value
    if isinstance(value, Mapping | list | tuple) and kind._fields:
        return kind.cast(value)
    raise _refusal(value, kind.__name__, what)


def _refusal(value: Any, wanted: str, what: str) -> TypeError:
    given = value.__name__ if isinstance(value, type) else type(value).__name__
    return TypeError(f"NativizeProperty: Cannot nativize '{given}' as '{wanted}' ({what})")


def to_python(types: Types, text: str, value: Any) -> Any:
    """An implementation's value as a script gets it."""
    if isinstance(value, Target):
        return types.handle(value)
    head, arguments = split_type(text)
    if head == "Optional":
        return None if value is None else to_python(types, arguments[0], value)
    if head == "Name":
        return Name("None" if value is None else value)
    if head == "Text":
        return Text(value or "")
    if head == "Array":
        return _filled(Array(element_type(types, arguments[0])), types, arguments[0], value or ())
    if head == "Set":
        return _filled(Set(element_type(types, arguments[0])), types, arguments[0], value or ())
    if head == "Map":
        result = Map(element_type(types, arguments[0]), element_type(types, arguments[1]))
        for key, item in (value or {}).items():
            result[to_python(types, arguments[0], key)] = to_python(types, arguments[1], item)
        return result
    if head == "Tuple" and isinstance(value, tuple):
        return tuple(to_python(types, part, item) for part, item in zip(arguments, value, strict=True))
    return value


def _filled(container: Any, types: Types, element: str, values: Iterable[Any]) -> Any:
    add = container.append if isinstance(container, Array) else container.add
    for value in values:
        add(to_python(types, element, value))
    return container


def element_type(types: Types, text: str) -> Any:
    """The Python type of a container's elements."""
    head, _ = split_type(text)
    if head in _SCALARS:
        return _SCALARS[head]
    return types.find("Class" if head in _CLASS_LIKE else head) or object


def default_of(types: Types, text: str) -> Any:
    """The value that a fresh property of a type holds, as a script gets it."""
    head, arguments = split_type(text)
    if head in {"bool", "int", "int32", "float", "str"}:
        return _SCALARS[head]()
    if head in {"Name", "Text", "Array", "Set", "Map"}:
        return to_python(types, text, None)
    if head in {"Optional", "Union", "Callable"} or head in _ANYTHING or head in _CLASS_LIKE:
        return None
    del arguments
    kind = types.find(head)
    if kind is not None and issubclass(kind, StructBase):
        return kind()
    if kind is not None and issubclass(kind, EnumBase):
        return next(iter(kind._entries.values()), None)
    return None


_NO_TYPE_NAMES = frozenset({"Array", "Set", "Map", "Union", "Optional", "Callable"})
"""Words of the manifest that no type of the editor is called: looking for them would search every class."""


def default_value(types: Types, text: str, default: Any) -> Any:
    """A parameter's default as the native value that an implementation gets."""
    if default is None:
        return None
    head, _ = split_type(text)
    kind = types.find(head) if head not in _SCALARS and head not in _NO_TYPE_NAMES else None
    if kind is not None and issubclass(kind, StructBase):
        return kind(*default) if isinstance(default, list) and default not in ([], [""]) else kind()
    if kind is not None and issubclass(kind, EnumBase) and isinstance(default, str):
        return getattr(kind, default.rsplit(".", 1)[-1])
    if isinstance(default, str) and default.endswith("static_class()"):
        return types.class_target(types.get(default.split(".")[0]))
    if isinstance(default, str) and head not in {"str", "Name", "Text", "Union"}:
        return None
    return nativize(types, text, default, "default")
