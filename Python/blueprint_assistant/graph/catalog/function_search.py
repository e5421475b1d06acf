"""Finds the function that a name means, in the order in which an author would look.

Part of `graph.catalog.engine_catalog`; outside uses `Catalog.find_function`.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.catalog_data import object_path
from blueprint_assistant.graph.catalog.name_lookup import (
    FUNCTION_HABITS,
    REPLACED_FUNCTIONS,
    AmbiguousNameError,
    UnknownFunctionError,
    WordIndex,
    fold,
    fold_all,
    fold_bare,
    likeness,
    strip_prefix,
)
from blueprint_assistant.graph.catalog.word_search import WordSearch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from blueprint_assistant.graph.catalog.catalog_data import CatalogData
    from blueprint_assistant.graph.catalog.catalog_entries import FunctionInfo
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog

__all__ = ["FunctionSearch"]

_MOST_MEANT = 3
_SELF_WORDS = frozenset({"self", "target", "this"})
_MEANT_BY_CLASS = frozenset({"/Script/Engine.PhysicsThreadLibrary"})
"""Libraries whose functions nobody means who does not say so: they work on handles of the physics thread."""


class FunctionSearch:
    """An index over all function names, built when the first name is looked up."""

    def __init__(self, data: CatalogData) -> None:
        """Index nothing yet."""
        self._data = data

    def find(self, catalog: Catalog, text: str, class_path: str) -> FunctionInfo:
        """See `Catalog.find_function`."""
        text = text.strip()
        found = self.known(catalog, text, class_path)
        if found is not None:
            return found
        is_path = "/" in text and ("." in text or ":" in text)
        owner, _ = self._split_path(catalog, text) if is_path else self._split_owner(catalog, text)
        raise self._unknown(catalog, text, owner or class_path)

    def known(self, catalog: Catalog, text: str, class_path: str) -> FunctionInfo | None:
        """See `Catalog.known_function`."""
        text = text.strip()
        if "/" in text and ("." in text or ":" in text):
            found = catalog.function(text)
            if found is not None:
                return found
            owner, name = self._split_path(catalog, text)
        else:
            owner, name = self._split_owner(catalog, text)
        for candidates in self._by_scope(catalog, name, owner or class_path, is_only_owner=bool(owner)):
            best = _preferred(_best_spelled(candidates, name))
            if len(best) == 1:
                return best[0]
            if best:
                raise AmbiguousNameError(text, [info.path for info in best])
        return None

    def _split_path(self, catalog: Catalog, text: str) -> tuple[str, str]:
        """The class and the name in a path at which there is no function.

        It may be declared by an ancestor, or be called otherwise in C++ than its node is.
        """
        owner, _, name = object_path(text).replace(":", ".").rpartition(".")
        if not name or catalog.class_info(owner) is None:
            raise self._unknown(catalog, text, "")
        return owner, name

    @staticmethod
    def _split_owner(catalog: Catalog, text: str) -> tuple[str, str]:
        """The class named before the function, if any, and the function's name."""
        for separator in ("::", ":", "."):
            owner, found, name = text.rpartition(separator)
            if found and owner and name and " " not in owner:
                owner = owner.removeprefix("unreal.")
                if owner.lower() in _SELF_WORDS:
                    return "", name
                try:
                    return catalog.find_class(owner).path, name
                except AmbiguousNameError:
                    raise
                except GraphError:
                    return "", text
        return "", text

    def _by_scope(
        self, catalog: Catalog, name: str, class_path: str, *, is_only_owner: bool
    ) -> Iterator[list[FunctionInfo]]:
        """The candidates of one scope after the other, nearest scope first."""
        found = self._named(name)
        if not is_only_owner and class_path not in _MEANT_BY_CLASS:
            found = [info for info in found if info.class_path not in _MEANT_BY_CLASS]
        if not class_path:
            yield [info for info in found if _is_core_library(info)]
            found = _best_spelled(found, name)
        if class_path:
            for path in (*catalog.ancestors(class_path), *catalog.interfaces_of(class_path)):
                yield [info for info in found if info.class_path.lower() == path.lower()]
        if is_only_owner:
            return
        remaining = [info for info in found if self._is_library(info)]
        for accepts in (_is_core_library, _is_engine_function, _is_any_function):
            yield [info for info in remaining if accepts(info)]
        if not class_path:
            yield _without_overrides(catalog, [info for info in found if not self._is_library(info)])
        # Static functions need no object: the palette offers those of every class
        # (CreateLevelSequencePlayer).
        yield [info for info in found if info.is_static]

    def _is_library(self, info: FunctionInfo) -> bool:
        owner = self._data.classes.get(info.class_path.lower())
        return owner is not None and owner.is_library

    def _named(self, name: str) -> list[FunctionInfo]:
        """The functions that have that name in any of its spellings."""
        replaced = REPLACED_FUNCTIONS.get(fold(name))
        if replaced:
            return [info for info in (self._data.function(replaced.lower()),) if info is not None]
        paths = self._paths_by_name.get(fold(name)) or self._paths_by_name.get(fold_bare(name), [])
        if not paths:
            paths = self._habit(name)
        return [info for path in paths if (info := self._data.function(path)) is not None]

    def _habit(self, name: str) -> list[str]:
        key = fold(name)
        known = FUNCTION_HABITS.get(key) or FUNCTION_HABITS.get(fold_bare(name))
        if known:
            return [known.lower()]
        # UE 5 has doubles where UE 4 names say Float: Add_FloatFloat is Add_DoubleDouble now.
        # The C++ name of Equal says it twice: Equal_IntInt is EqualEqual_IntInt.
        twice = key.replace("equal", "equalequal", 1) if key.startswith("equal") else key
        for spelling in (twice, key.replace("float", "double"), twice.replace("float", "double")):
            if found := self._paths_by_name.get(spelling):
                return found
        return []

    @cached_property
    def _paths_by_name(self) -> Mapping[str, list[str]]:
        table: dict[str, list[str]] = {}
        index = self._data.function_index
        columns = [index.names, [strip_prefix(name) for name in index.names]]
        columns += [index.displays, index.python_names]
        for path, *keys in zip(index.paths, *map(fold_all, columns), strict=True):
            for key in set(keys):
                table.setdefault(key, []).append(path)
        table.pop("", None)
        for old, new in self._data.renamed_functions.items():
            owner, _, name = old.partition(".")
            wanted = f".{owner}:{new}".lower()
            hits = [path for path in table.get(fold(new), ()) if path.endswith(wanted)]
            if hits:
                table.setdefault(fold(name), hits)
        return table

    def family(self, text: str) -> list[FunctionInfo]:
        """See `Catalog.function_family`."""
        paths = self._families.get(fold(text), [])
        found = [info for path in paths if (info := self._data.function(path)) is not None]
        return _preferred([info for info in found if _is_core_library(info)])

    @cached_property
    def _families(self) -> Mapping[str, list[str]]:
        """The functions by what stands before the brackets in their titles, where some have brackets."""
        table: dict[str, list[str]] = {}
        bracketed: set[str] = set()
        index = self._data.function_index
        for path, title in zip(index.paths, index.displays, strict=True):
            base, bracket, _ = title.partition(" (")
            key = fold(base)
            table.setdefault(key, []).append(path)
            if bracket:
                bracketed.add(key)
        return {key: paths for key, paths in table.items() if key in bracketed}

    def _unknown(self, catalog: Catalog, text: str, class_path: str) -> UnknownFunctionError:
        name = text.rsplit(":", 1)[-1].rsplit(".", 1)[-1]
        scope = class_path.rsplit(".", 1)[-1] if class_path else ""
        if not name.strip():
            return UnknownFunctionError(text, scope=scope)
        near = [*self._words.nearest(name, 8)]
        if class_path:
            own = [info for path in catalog.ancestors(class_path) for info in self._data.functions_of(path)]
            near += WordIndex(info.short_name for info in own).nearest(name, 4)
        near = sorted(dict.fromkeys(near), key=lambda item: -likeness(name, item))
        meant = _meant([info.short_name for info in own], name) if class_path else []
        return UnknownFunctionError(text, list(dict.fromkeys([*meant, *near]))[:8], scope=scope)

    @cached_property
    def _words(self) -> WordIndex:
        index = self._data.function_index
        owners = (path.rpartition(".")[2] for path in index.owners)
        return WordIndex(f"{owner}.{name}" for owner, name in zip(owners, index.names, strict=True))


def _meant(names: list[str], text: str) -> list[str]:
    """The functions that mean the same in other words: AddActorLocalRotation for RotateActor."""
    scores = WordSearch((name.rpartition(".")[2],) for name in names).rank(text)
    best = sorted(scores, key=lambda number: (-scores[number], number))
    return [names[number] for number in best[:_MOST_MEANT]]


def _best_spelled(found: list[FunctionInfo], name: str) -> list[FunctionInfo]:
    """Those whose C++ name it is, else those whose C++ name without prefix it is, else all."""
    wanted = fold(name)
    exact = [info for info in found if fold(info.name) == wanted]
    return exact or [info for info in found if fold_bare(info.name) == wanted] or found


def _is_core_library(info: FunctionInfo) -> bool:
    name = info.class_name
    return info.class_path.startswith("/Script/Engine.") and (
        (name.startswith("Kismet") and name.endswith("Library")) or name == "GameplayStatics"
    )


def _is_engine_function(info: FunctionInfo) -> bool:
    return info.class_path.startswith("/Script/Engine.")


def _is_any_function(info: FunctionInfo) -> bool:
    return bool(info)


def _without_overrides(catalog: Catalog, found: list[FunctionInfo]) -> list[FunctionInfo]:
    """Only the functions that no other of the same C++ name in an ancestor class declares first."""

    def overrides(info: FunctionInfo) -> bool:
        parents = set(catalog.ancestors(info.class_path)[1:])
        return any(o.name == info.name and o.class_path in parents for o in found)

    return [info for info in found if not overrides(info)]


_BETTER: tuple[Callable[[FunctionInfo], bool], ...] = (
    lambda info: not info.is_deprecated,
    lambda info: not info.is_async_factory,
    lambda info: not info.is_internal,
    lambda info: not info.is_name_guessed,
)


def _preferred(found: list[FunctionInfo]) -> list[FunctionInfo]:
    """Those that an author can use, when a name fits both these and others."""
    for is_better in _BETTER:
        found = [info for info in found if is_better(info)] or found
    return found
