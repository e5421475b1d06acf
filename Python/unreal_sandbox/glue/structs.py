"""Struct and enum wrappers: plain values with the fields that the manifest names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from unreal_sandbox.errors import NotModelledError, ScriptError
from unreal_sandbox.glue.names_and_texts import Name, Text

if TYPE_CHECKING:
    from unreal_sandbox.glue.namespace import Types

__all__ = ["EnumBase", "StructBase", "field_property"]


class EnumBase:
    """One entry of an Unreal enum; the entries are attributes of the subclass."""

    __slots__ = ("name", "value")
    name: str
    value: int
    _entries: ClassVar[dict[str, EnumBase]] = {}
    _types: ClassVar[Types]

    def __init__(self) -> None:
        raise TypeError(f"{type(self).__name__}: cannot create instances of an enum")

    @classmethod
    def cast(cls, object: object) -> Self:
        """Convert an entry or its number."""
        for entry in cls._entries.values():
            if entry is object or (isinstance(object, int) and entry.value == object):
                return entry  # type: ignore[return-value]  # the entries are of this class
        raise TypeError(f"{cls.__name__}: Cannot cast type '{type(object).__name__}' to '{cls.__name__}'")

    @classmethod
    def static_enum(cls) -> Any:
        """The Enum object of the type."""
        if cls is EnumBase:
            raise TypeError("EnumBase: there is no enum of this type")
        return cls._types.handle(cls._types.enum_target(cls._types.editor(), cls.__name__))

    def get_display_name(self) -> Text:
        """The entry's name with blanks."""
        return Text(self.name.replace("_", " ").title())

    def __repr__(self) -> str:
        return f"<{type(self).__name__}.{self.name}: {self.value}>"

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.value))

    def __eq__(self, other: object) -> bool:
        return self is other


class StructBase:
    """A struct value. Reading one from an object gives a copy: write it back to change anything."""

    __slots__ = ("_values",)
    _types: ClassVar[Types]
    _fields: ClassVar[dict[str, str]] = {}
    """Constructor fields and their types, in positional order."""
    _defaults: ClassVar[dict[str, Any]] = {}
    _extra_fields: ClassVar[dict[str, str]] = {}
    """Fields that the constructor does not take."""
    _own_attributes: ClassVar[frozenset[str]] = frozenset()
    """Attributes that a base class with code of its own provides."""
    _values: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kind = type(self).__name__
        if len(args) > len(self._fields):
            raise TypeError(
                f"{kind}: __init__() takes at most {len(self._fields)} arguments ({len(args)} given)"
            )
        given = dict(zip(self._fields, args, strict=False))
        for name, value in kwargs.items():
            if name not in self._fields or name in given:
                raise TypeError(f"{kind}: '{name}' is an invalid keyword argument for this function")
            given[name] = value
        self._values = {name: self._default(name) for name in (*self._fields, *self._extra_fields)}
        for name, value in given.items():
            self._values[name] = self._convert(name, value)

    def _default(self, name: str) -> Any:
        text = self._fields.get(name) or self._extra_fields[name]
        if name in self._defaults:
            return self._types.to_python(text, self._types.default_value(text, self._defaults[name]))
        return self._types.default_of(text)

    def _convert(self, name: str, value: Any) -> Any:
        text = self._fields.get(name) or self._extra_fields[name]
        return self._types.field_value(text, value, f"{type(self).__name__}.{name}")

    @classmethod
    def cast(cls, object: object) -> Self:
        """Convert a struct of the type, a mapping of fields, or a sequence of them."""
        if isinstance(object, cls):
            return object
        if isinstance(object, Mapping):
            return cls(**object)
        if isinstance(object, Sequence) and not isinstance(object, str):
            return cls(*object)
        raise TypeError(f"{cls.__name__}: Cannot cast type '{type(object).__name__}' to '{cls.__name__}'")

    @classmethod
    def static_struct(cls) -> Any:
        """The ScriptStruct object of the type."""
        if cls is StructBase:
            raise TypeError("StructBase: there is no struct of this type")
        return cls._types.struct_type_handle(cls)

    def copy(self) -> Self:
        """A copy."""
        result = type(self).__new__(type(self))
        result._values = {
            key: value.copy() if isinstance(value, StructBase) else value
            for key, value in self._values.items()
        }
        return result

    def assign(self, other: object) -> None:
        """Take over another struct, mapping or sequence."""
        self._values = type(self).cast(other).copy()._values

    def to_tuple(self) -> tuple[object, ...]:
        """The readable fields as a tuple."""
        return tuple(self._values[name] for name in self._values if hasattr(type(self), name))

    def get_editor_property(self, name: Name | str) -> object:
        """A field by name."""
        wanted = str(name)
        if wanted in self._values and hasattr(type(self), wanted):
            return getattr(self, wanted)
        kind = type(self).__name__
        raise ScriptError(f"{kind}: Failed to find property '{wanted}' for attribute '{wanted}' on '{kind}'")

    def set_editor_property(self, name: Name | str, value: object, notify_mode: object = None) -> None:
        """Set a field by name."""
        self.get_editor_property(name)
        self._values[str(name)] = self._convert(str(name), value)

    def set_editor_properties(self, properties: Mapping[str, object]) -> None:
        """Set several fields."""
        for name, value in properties.items():
            self.set_editor_property(name, value)

    def export_text(self) -> str:
        """Unreal's text form."""
        raise NotModelledError(f"{type(self).__name__}.export_text is not modelled in the sandbox.")

    def import_text(self, content: str) -> bool:
        """Read Unreal's text form; whether it could be read."""
        raise NotModelledError(f"{type(self).__name__}.import_text is not modelled in the sandbox.")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StructBase) or type(self) is not type(other):
            return NotImplemented
        return self._values == other._values

    def __hash__(self) -> int:
        raise TypeError(f"unhashable type: '{type(self).__name__}'")

    def __repr__(self) -> str:
        inside = ", ".join(f"{key}: {value!r}" for key, value in self._values.items())
        return f"<Struct '{type(self).__name__}' {{{inside}}}>"


def field_property(name: str, *, is_writable: bool) -> property:
    """The attribute of a struct field. Struct fields come out as the value itself, as in the glue."""

    def read(self: StructBase) -> Any:
        return self._values[name]

    def write(self: StructBase, value: Any) -> None:
        self._values[name] = self._convert(name, value)

    return property(read, write if is_writable else None)
