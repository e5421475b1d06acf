"""The parts that the types of `unreal` are built from: enums, properties, what is not modelled."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from unreal_sandbox.errors import NotModelledError
from unreal_sandbox.glue.manifest import ManifestParameter, MethodEntry
from unreal_sandbox.glue.structs import EnumBase

if TYPE_CHECKING:
    from unreal_sandbox.glue.manifest import ClassEntry, PropertyEntry
    from unreal_sandbox.glue.namespace import Types
    from unreal_sandbox.glue.objects import ObjectHandle

__all__ = ["enum_type", "named_parameters", "object_property", "unmodelled_type"]


def named_parameters(method: MethodEntry) -> MethodEntry:
    """`*args` and `**kwargs` of the manifest as what they are in the glue: a tuple and a mapping."""
    if not any(parameter.name.startswith("*") for parameter in method.parameters):
        return method
    parameters = tuple(
        ManifestParameter(item.name.lstrip("*"), "Any", None) if item.name.startswith("*") else item
        for item in method.parameters
    )
    return replace(method, parameters=parameters)


def object_property(owner: str, item: PropertyEntry) -> property:
    """The attribute of an object property, with the same refusals as get_editor_property."""

    def read(self: ObjectHandle) -> Any:
        target = self._target
        target.editor.check_game_thread(owner)
        target.check()
        return target.get_property(item.name)

    def write(self: ObjectHandle, value: Any) -> None:
        target = self._target
        target.editor.check_game_thread(owner)
        target.check()
        target.set_property(item.name, value)

    return property(read, write if item.is_writable else None)


def enum_type(types: Types, entry: ClassEntry) -> Any:
    """The type of an enum, with its entries as attributes."""
    body = {"__slots__": (), "__module__": "unreal", "_types": types}
    kind: Any = type(entry.name, (EnumBase,), body)
    entries: dict[str, EnumBase] = {}
    for number, name in enumerate(entry.values):
        item = kind.__new__(kind)
        item.name = name
        item.value = number
        entries[name] = item
        setattr(kind, name, item)
    kind._entries = entries
    return kind


def unmodelled_type(name: str) -> Any:
    """A type whose construction is refused."""

    def refuse(self: object, *_args: Any, **_kwargs: Any) -> None:
        raise NotModelledError(f"unreal.{name} is not modelled in the sandbox.")

    return type(name, (), {"__slots__": (), "__module__": "unreal", "__init__": refuse})
