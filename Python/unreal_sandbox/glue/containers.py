"""The typed containers Array, Set and Map, as the editor's glue behaves.

A container holds one element type; what is put in must be of that type or convert to it. Structs
go in and come out by value: changing one that was read changes nothing ([FIELD_NOTES trap 32]).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, MutableSequence, MutableSet
from typing import Any, ClassVar, SupportsIndex, overload

from unreal_sandbox.errors import NotModelledError
from unreal_sandbox.glue.names_and_texts import Name, Text

__all__ = ["Array", "Map", "Set"]

Convert = Callable[[Any], Any]

_MOST_ELEMENTS = 1_000_000


def _by_value(value: Any) -> Any:
    """A copy of a struct; anything else as it is."""
    return value.copy() if hasattr(value, "static_struct") else value


def _key_of(value: Any) -> Any:
    """What a set or map finds an element by. Structs have no hash in Python, but one in Unreal."""
    return (type(value).__name__, repr(value)) if hasattr(value, "static_struct") else value


def _checker(element: Any) -> Convert:
    """A conversion that refuses what is not of the type."""

    def convert(value: Any) -> Any:
        if isinstance(value, element) and not (element is int and isinstance(value, bool)):
            return _by_value(value)
        if value is None and hasattr(element, "static_class"):
            return None  # a reference to no object
        if element in (Name, Text) and isinstance(value, str):
            return element(value)
        if element is float and isinstance(value, int) and not isinstance(value, bool):
            return float(value)
        wanted = getattr(element, "__name__", str(element))
        raise TypeError(f"Cannot nativize '{type(value).__name__}' as '{wanted}'")

    return convert


def _iterable(value: object, kind: str) -> Iterable[Any]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise TypeError(f"{kind}: Cannot cast type '{value.__class__.__name__}' to '{kind}'")
    return value


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
        result = cls(type)
        result.extend(_iterable(obj, "Array"))
        return result

    @overload
    def __getitem__(self, index: SupportsIndex) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> Array: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Any:
        if isinstance(index, slice):
            return Array.cast(self._type, self._items[index])
        return _by_value(self._items[index])

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

    def index(self, value: Any, start: int = 0, stop: int = -1) -> int:
        """The first index of an element; ValueError when it is not there. -1 is the end."""
        return self._items.index(self._convert(value), start, len(self._items) if stop == -1 else stop)

    def copy(self) -> Array:
        """A copy."""
        return Array.cast(self._type, self._items)

    def resize(self, len: int) -> None:
        """Cut, or fill with the element type's empty value. Below zero counts as zero (assumed)."""
        if len > _MOST_ELEMENTS:
            raise NotModelledError(f"An array of more than {_MOST_ELEMENTS:,} elements is not modelled.")
        wanted = max(len, 0)
        del self._items[wanted:]
        while self.__len__() < wanted:
            self._items.append(self._type())

    def sort(self, key: Callable[[Any], Any] | None = None, reverse: bool = False) -> None:
        """Sort in place."""
        self._items.sort(key=key, reverse=reverse)

    def __add__(self, other: Iterable[Any]) -> Array:
        return Array.cast(self._type, [*self._items, *other])

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
        self._items: dict[Any, Any] = {}

    @classmethod
    def cast(cls, type: Any, obj: object) -> Set:
        """A typed set of the elements of an iterable."""
        result = cls(type)
        result.update(_iterable(obj, "Set"))
        return result

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> set[Any]:
        return set(it)

    def __contains__(self, value: object) -> bool:
        try:
            return _key_of(self._convert(value)) in self._items
        except TypeError:
            return False

    def __iter__(self) -> Iterator[Any]:
        return iter([_by_value(value) for value in self._items.values()])

    def __len__(self) -> int:
        return len(self._items)

    def add(self, value: Any) -> None:
        """Add an element."""
        item = self._convert(value)
        self._items[_key_of(item)] = item

    def discard(self, value: Any) -> None:
        """Remove an element if it is there."""
        self._items.pop(_key_of(self._convert(value)), None)

    def copy(self) -> Set:
        """A copy."""
        return Set.cast(self._type, self)

    def union(self, *iterables: Iterable[Any]) -> Set:
        """A set of the elements of all."""
        result = self.copy()
        result.update(*iterables)
        return result

    def update(self, *iterables: Iterable[Any]) -> None:
        """Add the elements of others."""
        for items in iterables:
            for item in items:
                self.add(item)

    def intersection(self, *iterables: Iterable[Any]) -> Set:
        """A set of the elements that are in all."""
        others = [Set.cast(self._type, items) for items in iterables]
        return Set.cast(self._type, [item for item in self if all(item in other for other in others)])

    def intersection_update(self, *iterables: Iterable[Any]) -> None:
        """Keep the elements that are in all others."""
        self._items = self.intersection(*iterables)._items

    def difference(self, *iterables: Iterable[Any]) -> Set:
        """A set of the elements that are in none of the others."""
        others = Set(self._type).union(*iterables)
        return Set.cast(self._type, [item for item in self if item not in others])

    def difference_update(self, *iterables: Iterable[Any]) -> None:
        """Remove the elements of others."""
        self._items = self.difference(*iterables)._items

    def symmetric_difference(self, other: Iterable[Any]) -> Set:
        """A set of the elements that are in one of the two only."""
        theirs = Set.cast(self._type, other)
        return self.difference(theirs).union(theirs.difference(self))

    def symmetric_difference_update(self, other: Iterable[Any]) -> None:
        """Keep the elements that are in one of the two only."""
        self._items = self.symmetric_difference(other)._items

    def isdisjoint(self, other: Iterable[Any]) -> bool:
        """Whether nothing is in both."""
        return not self.intersection(other)

    def issubset(self, other: Iterable[Any]) -> bool:
        """Whether every element is in the other."""
        return not self.difference(other)

    def issuperset(self, other: Iterable[Any]) -> bool:
        """Whether every element of the other is here."""
        return all(item in self for item in other)

    def __repr__(self) -> str:
        return "{" + ", ".join(repr(item) for item in self._items.values()) + "}"


class Map(MutableMapping[Any, Any]):
    """A typed dictionary."""

    __slots__ = ("_convert_key", "_convert_value", "_items", "_types")
    __module__ = "unreal"

    def __init__(self, key: Any, value: Any) -> None:
        self._types = (key, value)
        self._convert_key = _checker(key)
        self._convert_value = _checker(value)
        self._items: dict[Any, tuple[Any, Any]] = {}

    @classmethod
    def cast(cls, key: Any, value: Any, obj: object) -> Map:
        """A typed map of the pairs of a mapping."""
        if not isinstance(obj, Mapping):
            raise TypeError(f"Map: Cannot cast type '{type(obj).__name__}' to 'Map'")
        result = cls(key, value)
        result.update(obj)
        return result

    @classmethod
    def fromkeys(cls, sequence: Iterable[Any], value: Any) -> Map:
        """A map of keys that all have one value; the types are those of the first key and the value."""
        keys = list(sequence)
        if not keys:
            raise TypeError("Map: fromkeys() needs a key to know the type")
        result = cls(type(keys[0]), type(value))
        for key in keys:
            result[key] = value
        return result

    def __getitem__(self, key: Any) -> Any:
        return _by_value(self._items[_key_of(self._convert_key(key))][1])

    def __setitem__(self, key: Any, value: Any) -> None:
        own = self._convert_key(key)
        self._items[_key_of(own)] = (own, self._convert_value(value))

    def __delitem__(self, key: Any) -> None:
        del self._items[_key_of(self._convert_key(key))]

    def __iter__(self) -> Iterator[Any]:
        return iter([_by_value(key) for key, _ in self._items.values()])

    def __len__(self) -> int:
        return len(self._items)

    def copy(self) -> Map:
        """A copy."""
        return Map.cast(*self._types, self)

    def __repr__(self) -> str:
        return "{" + ", ".join(f"{key!r}: {value!r}" for key, value in self._items.values()) + "}"
