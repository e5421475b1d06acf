"""A catalogue that also knows the structs and enums that a project made. Outside uses with_own_types.

What is in them no call of the editor tells (API notes 14), so they have no members and entries here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.engine_catalog import (
    AmbiguousNameError,
    Catalog,
    EnumInfo,
    StructInfo,
    object_path,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["with_own_types"]


def with_own_types(catalog: Catalog, structs: Iterable[str], enums: Iterable[str]) -> Catalog:
    """The catalogue with these types, given as package paths of their assets (`/Game/Data/S_Item`)."""
    return _OwnTypes(catalog, tuple(structs), tuple(enums))


class _OwnTypes(Catalog):
    def __init__(self, base: Catalog, structs: tuple[str, ...], enums: tuple[str, ...]) -> None:
        """Share everything of `base`: its data and the indexes that it has built."""
        self.__dict__.update(base.__dict__)
        self._base = base
        self._own_structs, self._own_enums = structs, enums

    def struct(self, path: str) -> StructInfo | None:
        """See `Catalog.struct`; the engine's come first. Raises AmbiguousNameError for two of one name."""
        own = _found(path, self._own_structs)
        return self._base.struct(path) or (StructInfo(own, ()) if own else None)

    def enum(self, path: str) -> EnumInfo | None:
        """See `Catalog.enum`; the engine's come first. Raises AmbiguousNameError for two of one name."""
        own = _found(path, self._own_enums)
        return self._base.enum(path) or (EnumInfo(own, ()) if own else None)


def _found(text: str, paths: tuple[str, ...]) -> str:
    """The object path of the one that a name or path means; empty for none."""
    wanted = object_path(text).partition(".")[0].strip().lower()
    found = [path for path in paths if wanted in (path.lower(), path.rsplit("/", 1)[-1].lower())]
    if len(found) > 1:
        raise AmbiguousNameError(text, found)
    return f"{found[0]}.{found[0].rsplit('/', 1)[-1]}" if found else ""
