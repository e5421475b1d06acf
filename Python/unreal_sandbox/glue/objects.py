"""Handles and what they stand for.

An `ObjectHandle` is what a script holds: it has a `Target`, which finds its thing anew on every
use and raises StaleObjectError when that is gone. Implementations work with targets only; the
binding turns handles into targets and back.
"""

from __future__ import annotations

import re
import threading
from typing import TYPE_CHECKING, Any, ClassVar

from unreal_sandbox.errors import ScriptError, StaleObjectError

if TYPE_CHECKING:
    from collections.abc import Hashable

    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.namespace import Types

__all__ = [
    "EnumTypeTarget",
    "FunctionTarget",
    "ObjectHandle",
    "PackageTarget",
    "StructTypeTarget",
    "Target",
    "TransientTarget",
    "cpp_property_name",
    "python_property_name",
    "target_of",
]


class Target:
    """Something that a handle can stand for."""

    __slots__ = ("editor",)

    def __init__(self, editor: EditorState) -> None:
        self.editor = editor

    def class_path(self) -> str:
        """The path of its Unreal class."""
        raise NotImplementedError

    def key(self) -> Hashable:
        """What makes two targets the same object."""
        raise NotImplementedError

    def name(self) -> str:
        """The object name."""
        raise NotImplementedError

    def outer(self) -> Target | None:
        """The owning object; None for a package."""
        raise NotImplementedError

    def check(self) -> None:
        """Raise StaleObjectError when the object is gone."""

    @property
    def is_default_object(self) -> bool:
        """Whether it is the class default object of a class."""
        return False

    def wrapper(self) -> ObjectHandle | None:
        """The Python object of a class that is written in Python; None for any other target."""
        return None

    def class_name(self) -> str:
        """The class without its module."""
        return self.class_path().rsplit(".", 1)[-1]

    def path(self) -> str:
        """The full object path."""
        outer = self.outer()
        if outer is None:
            return self.name()
        is_asset = outer.outer() is None
        is_inside_asset = not is_asset and outer.outer() is not None and _is_top_level(outer)
        separator = "." if is_asset or not is_inside_asset else ":"
        return f"{outer.path()}{separator}{self.name()}"

    def package(self) -> Target:
        """The outermost object."""
        outer = self.outer()
        return self if outer is None else outer.package()

    def modify(self) -> bool:
        """Record the object in the open transaction."""
        return False

    def get_property(self, name: str) -> Any:
        """A property by Python or C++ name, as the Python value that a script gets."""
        raise self.missing_property(name)

    def set_property(self, name: str, value: Any) -> None:
        """Set a property from a Python value."""
        raise self.missing_property(name)

    def missing_property(self, name: str) -> ScriptError:
        """The glue's complaint about a property that the class does not have."""
        kind = self.class_name()
        return ScriptError(f"{kind}: Failed to find property '{name}' for attribute '{name}' on '{kind}'")

    def protected_property(self, name: str, *, is_write: bool) -> ScriptError:
        """The glue's complaint about a property that scripts may not touch."""
        verb = "set" if is_write else "read"
        return ScriptError(
            f"{self.class_name()}: Property '{cpp_property_name(name)}' for attribute '{name}' on "
            f"'{self.name()}' is protected and cannot be {verb}"
        )

    def stale(self) -> StaleObjectError:
        """The glue's complaint about a wrapper whose object is gone."""
        return StaleObjectError(f"{self.class_name()}: Internal Error - ObjectInstance is null!")


def _is_top_level(target: Target) -> bool:
    outer = target.outer()
    return outer is not None and outer.outer() is None


class PackageTarget(Target):
    """A package: `/Game/BP_Door` or `/Script/Engine`."""

    __slots__ = ("_path",)

    def __init__(self, editor: EditorState, path: str) -> None:
        super().__init__(editor)
        self._path = path

    def class_path(self) -> str:
        return "/Script/CoreUObject.Package"

    def key(self) -> Hashable:
        return ("package", self._path.lower())

    def name(self) -> str:
        return self._path

    def outer(self) -> Target | None:
        return None


class _NativeTarget(Target):
    """An object of the engine itself, named by its path; it never goes away."""

    __slots__ = ("_path",)

    def __init__(self, editor: EditorState, path: str) -> None:
        super().__init__(editor)
        self._path = path

    def key(self) -> Hashable:
        return (type(self).__name__, self._path.lower())

    def name(self) -> str:
        return re.split(r"[./:]", self._path)[-1]

    def outer(self) -> Target | None:
        return PackageTarget(self.editor, self._path.rsplit(".", 1)[0])

    def path(self) -> str:
        return self._path


class FunctionTarget(_NativeTarget):
    """A UFunction of the engine."""

    __slots__ = ()

    def class_path(self) -> str:
        return "/Script/CoreUObject.Function"


class StructTypeTarget(_NativeTarget):
    """A ScriptStruct of the engine."""

    __slots__ = ()

    def class_path(self) -> str:
        return "/Script/CoreUObject.ScriptStruct"


class EnumTypeTarget(_NativeTarget):
    """An Enum of the engine."""

    __slots__ = ()

    def class_path(self) -> str:
        return "/Script/CoreUObject.Enum"


class TransientTarget(Target):
    """A helper object that lives in no asset: a subsystem, a factory, an export task.

    `fields` are its properties by Python name, as native values of the manifest's types.
    """

    __slots__ = ("_class_path", "_name", "fields")

    def __init__(self, editor: EditorState, class_path: str, name: str) -> None:
        super().__init__(editor)
        self._class_path = class_path
        self._name = name
        self.fields: dict[str, Any] = {}

    def class_path(self) -> str:
        return self._class_path

    def key(self) -> Hashable:
        return ("transient", self._class_path, self._name)

    def name(self) -> str:
        return self._name

    def outer(self) -> Target | None:
        return PackageTarget(self.editor, "/Engine/Transient")

    def get_property(self, name: str) -> Any:
        entry = self.editor.types.property_entry(self.class_name(), name)
        if entry is None:
            raise self.missing_property(name)
        types = self.editor.types
        if entry.name not in self.fields:
            return types.default_of(entry.type)
        return _by_value(types.to_python(entry.type, self.fields[entry.name]))

    def set_property(self, name: str, value: Any) -> None:
        entry = self.editor.types.property_entry(self.class_name(), name)
        if entry is None:
            raise self.missing_property(name)
        if not entry.is_writable:
            raise ScriptError(
                f"{self.class_name()}: Property '{cpp_property_name(name)}' for attribute '{name}' on "
                f"'{self._name}' is read-only and cannot be set"
            )
        self.fields[entry.name] = _by_value(self.editor.types.nativize(entry.type, value, name))


def _by_value(value: Any) -> Any:
    """A copy of a struct: objects hold and give structs by value [FIELD_NOTES trap 32]."""
    return value.copy() if hasattr(value, "static_struct") else value


class ObjectHandle:
    """The Python wrapper of an Unreal object. Its methods come from the manifest."""

    __slots__ = ("__weakref__", "_target")
    _target: Target
    _types: ClassVar[Types]

    def __init__(self, outer: ObjectHandle | None = None, name: Any = "None") -> None:
        self._types.construct(self, outer, str(name))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ObjectHandle):
            return self._target.key() == other._target.key()
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._target.key())

    def __repr__(self) -> str:
        target = self._target
        try:
            target.check()
        except StaleObjectError:
            return f"<Object (null) Class '{type(self).__name__}'>"
        return f"<Object '{target.path()}' Class '{target.class_name()}'>"

    def __del__(self) -> None:
        target = getattr(self, "_target", None)
        if target is not None and threading.get_ident() != target.editor.game_thread_id:
            target.editor.violations.append(
                f"{type(self).__name__} dropped on thread {threading.current_thread().name}"
            )


def target_of(handle: ObjectHandle) -> Target:
    """The target of a handle, checked to be alive."""
    target = handle._target
    target.check()
    return target


def python_property_name(name: str) -> str:
    """The Python spelling of a C++ property name: `bHidden` -> `hidden`, `StaticMesh` -> `static_mesh`."""
    if re.match(r"b[A-Z]", name):
        name = name[1:]
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name)
    return name.lower()


def cpp_property_name(name: str) -> str:
    """A C++ spelling of a Python property name, for messages."""
    if "_" not in name and not name.islower():
        return name
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))
