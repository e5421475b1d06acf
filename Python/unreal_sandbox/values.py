"""Name, Text, and the typed containers Array, Set and Map, as the editor's glue behaves.

They know nothing of an editor. A container holds one element type; what is put in must
already be, or convert by the given function to, that type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, MutableMapping, MutableSequence, MutableSet
from typing import Any, ClassVar, Self, SupportsIndex, overload

__all__ = ["Array", "Map", "Name", "Set", "Text"]

Convert = Callable[[Any], Any]


class Name:
    """An FName: compared without letter case, also with plain text. Not a `str`."""

    __slots__ = ("_text",)
    __module__ = "unreal"

    def __init__(self, value: Name | str = "None") -> None:
        if not isinstance(value, Name | str):
            raise TypeError(f"Name: Cannot nativize '{type(value).__name__}' as 'Name'")
        self._text = str(value) or "None"

    @classmethod
    def cast(cls, object: object) -> Name:
        """Convert text or a Name."""
        if isinstance(object, Name | str):
            return cls(object)
        raise TypeError(f"Name: Cannot cast type '{type(object).__name__}' to 'Name'")

    def is_valid(self) -> bool:
        """Always true here: every entry exists."""
        return True

    def is_none(self) -> bool:
        """Whether this is the name None."""
        return self._text.lower() == "none"

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f'Name("{self._text}")'

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Name | str):
            return self._text.lower() == str(other).lower()
        return NotImplemented

    def __lt__(self, other: Name | str) -> bool:
        return self._text.lower() < str(other).lower()

    def __hash__(self) -> int:
        # Differs from the hash of the same text, as in the editor: a Name is no dictionary key for str.
        return hash(("Name", self._text.lower()))


class Text:
    """An FText. Formatting and number texts are not modelled."""

    __slots__ = ("_text",)
    __module__ = "unreal"

    def __init__(self, value: Text | str = "") -> None:
        if not isinstance(value, Text | str):
            raise TypeError(f"Text: Cannot nativize '{type(value).__name__}' as 'Text'")
        self._text = str(value)

    @classmethod
    def cast(cls, object: object) -> Text:
        """Convert text or a Text."""
        if isinstance(object, Text | str):
            return cls(object)
        raise TypeError(f"Text: Cannot cast type '{type(object).__name__}' to 'Text'")

    def is_empty(self) -> bool:
        """Whether there is no character."""
        return not self._text

    def is_empty_or_whitespace(self) -> bool:
        """Whether there is nothing to see."""
        return not self._text.strip()

    def is_transient(self) -> bool:
        """False: texts made here are literals."""
        return False

    def is_culture_invariant(self) -> bool:
        """False, as for literals."""
        return False

    def is_from_string_table(self) -> bool:
        """False: there are no string tables."""
        return False

    def to_lower(self) -> Text:
        """The text in lower case."""
        return Text(self._text.lower())

    def to_upper(self) -> Text:
        """The text in upper case."""
        return Text(self._text.upper())

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f'Text("{self._text}")'

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Text | str):
            return self._text == str(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(("Text", self._text))


def _checker(element: Any) -> Convert:
    """A conversion that refuses what is not of the type."""

    def convert(value: Any) -> Any:
        if isinstance(value, element) and not (element is int and isinstance(value, bool)):
            return value
        if element in (Name, Text) and isinstance(value, str):
            return element(value)
        if element is float and isinstance(value, int) and not isinstance(value, bool):
            return float(value)
        wanted = getattr(element, "__name__", str(element))
        raise TypeError(f"Cannot nativize '{type(value).__name__}' as '{wanted}'")

    return convert


class Array(MutableSequence[Any]):
    """A typed list. Compares with any sequence of equal elements."""

    __slots__ = ("_convert", "_items", "_type")
    __module__ = "unreal"
    __hash__: ClassVar[None]  # type: ignore[assignment]  # a container that changes has no hash

    def __init__(self, type: Any) -> None:
        self._type = type
        self._convert = _checker(type)
        self._items: list[Any] = []

    @classmethod
    def cast(cls, type: Any, obj: object) -> Array:
        """A typed array of the elements of an iterable."""
        if isinstance(obj, str) or not isinstance(obj, Iterable):
            raise TypeError(f"Array: Cannot cast type '{obj.__class__.__name__}' to 'Array'")
        result = cls(type)
        result.extend(obj)
        return result

    @overload
    def __getitem__(self, index: SupportsIndex) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> Array: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Any:
        if isinstance(index, slice):
            return Array.cast(self._type, self._items[index])
        return self._items[index]

    def __setitem__(self, index: Any, value: Any) -> None:
        self._items[index] = (
            [self._convert(item) for item in value] if isinstance(index, slice) else self._convert(value)
        )

    def __delitem__(self, index: Any) -> None:
        del self._items[index]

    def __len__(self) -> int:
        return len(self._items)

    def insert(self, index: int, value: Any) -> None:
        """Insert before an index."""
        self._items.insert(index, self._convert(value))

    def copy(self) -> Array:
        """A copy."""
        return Array.cast(self._type, self._items)

    def resize(self, len: int) -> None:
        """Cut, or fill with the element type's empty value."""
        del self._items[len:]
        while self.__len__() < len:
            self._items.append(self._type())

    def sort(self, key: Callable[[Any], Any] | None = None, *, reverse: bool = False) -> None:
        """Sort in place."""
        self._items.sort(key=key, reverse=reverse)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Array | list | tuple):
            return self._items == list(other)
        return NotImplemented

    def __repr__(self) -> str:
        return repr(self._items)


class Set(MutableSet[Any]):
    """A typed set that keeps insertion order and compares names without letter case."""

    __slots__ = ("_convert", "_items", "_type")
    __module__ = "unreal"

    def __init__(self, type: Any) -> None:
        self._type = type
        self._convert = _checker(type)
        self._items: dict[Any, None] = {}

    @classmethod
    def cast(cls, type: Any, obj: object) -> Set:
        """A typed set of the elements of an iterable."""
        if isinstance(obj, str) or not isinstance(obj, Iterable):
            raise TypeError(f"Set: Cannot cast type '{obj.__class__.__name__}' to 'Set'")
        result = cls(type)
        for item in obj:
            result.add(item)
        return result

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> set[Any]:
        return set(it)

    def __contains__(self, value: object) -> bool:
        try:
            return self._convert(value) in self._items
        except TypeError:
            return False

    def __iter__(self) -> Iterator[Any]:
        return iter(list(self._items))

    def __len__(self) -> int:
        return len(self._items)

    def add(self, value: Any) -> None:
        """Add an element."""
        self._items[self._convert(value)] = None

    def discard(self, value: Any) -> None:
        """Remove an element if it is there."""
        self._items.pop(self._convert(value), None)

    def copy(self) -> Self:
        """A copy."""
        return type(self).cast(self._type, self)  # type: ignore[return-value]  # the class has no subclass

    def __repr__(self) -> str:
        return repr(set(self._items))


class Map(MutableMapping[Any, Any]):
    """A typed dictionary."""

    __slots__ = ("_convert_key", "_convert_value", "_items", "_types")
    __module__ = "unreal"

    def __init__(self, key: Any, value: Any) -> None:
        self._types = (key, value)
        self._convert_key = _checker(key)
        self._convert_value = _checker(value)
        self._items: dict[Any, Any] = {}

    @classmethod
    def cast(cls, key: Any, value: Any, obj: object) -> Map:
        """A typed map of the pairs of a mapping."""
        if not hasattr(obj, "items"):
            raise TypeError(f"Map: Cannot cast type '{type(obj).__name__}' to 'Map'")
        result = cls(key, value)
        result.update(obj)  # type: ignore[call-overload]  # anything with items() will do
        return result

    def __getitem__(self, key: Any) -> Any:
        return self._items[self._convert_key(key)]

    def __setitem__(self, key: Any, value: Any) -> None:
        self._items[self._convert_key(key)] = self._convert_value(value)

    def __delitem__(self, key: Any) -> None:
        del self._items[self._convert_key(key)]

    def __iter__(self) -> Iterator[Any]:
        return iter(list(self._items))

    def __len__(self) -> int:
        return len(self._items)

    def copy(self) -> Map:
        """A copy."""
        return Map.cast(*self._types, self._items)

    def __repr__(self) -> str:
        return repr(self._items)
