"""The engine's functions, classes, events and types, found by the names that people write.

Outside uses `default_catalog()`. Facts about UE 5.6 to 5.8 come from packaged data; the
project's own Blueprint classes are added with `Catalog.extended`.
"""

from __future__ import annotations

import re
from functools import cache, cached_property
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.catalog_data import CatalogData, object_path, subcategory_object
from blueprint_assistant.graph.catalog.catalog_entries import (
    ClassInfo,
    DelegateInfo,
    EnumInfo,
    EnumItem,
    EventInfo,
    FunctionInfo,
    MacroInfo,
    ParameterInfo,
    PropertyInfo,
    StructInfo,
)
from blueprint_assistant.graph.catalog.function_search import FunctionSearch
from blueprint_assistant.graph.catalog.name_lookup import (
    AmbiguousNameError,
    UnknownClassError,
    UnknownEventError,
    UnknownFunctionError,
    WordIndex,
    fold,
    fold_bare,
    likeness,
    nearest_slips,
    strip_prefix,
)
from blueprint_assistant.graph.catalog.word_search import says_all_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from blueprint_assistant.graph.catalog.catalog_data import FunctionIndex

__all__ = [
    "AmbiguousNameError",
    "Catalog",
    "ClassInfo",
    "DelegateInfo",
    "EnumInfo",
    "EnumItem",
    "EventInfo",
    "FunctionInfo",
    "MacroInfo",
    "ParameterInfo",
    "PropertyInfo",
    "StructInfo",
    "UnknownClassError",
    "UnknownEventError",
    "UnknownFunctionError",
    "default_catalog",
    "object_path",
    "subcategory_object",
]

_OBJECT = "/Script/CoreUObject.Object"
_NEAREST = 8
_KEPT_INDEXES = 8


class Catalog:
    """What exists. Immutable, safe to share between threads; look-ups cost no scan."""

    def __init__(self, data: CatalogData, project_classes: Iterable[ClassInfo] = ()) -> None:
        """Answer from the packaged facts and the project's classes."""
        self._data = data
        self._project = {info.path.lower(): info for info in project_classes}
        self._word_indexes: dict[str, WordIndex] = {}
        self._event_words: set[str] = set()

    def extended(self, classes: Iterable[ClassInfo]) -> Catalog:
        """A catalogue that knows these Blueprint classes too; a known path is replaced."""
        added = {info.path.lower(): info for info in classes}
        bigger = Catalog(self._data, {**self._project, **added}.values())
        # The engine's part is the same, so its indexes are shared instead of built again.
        bigger.__dict__["_engine_names"] = self._engine_names
        bigger.__dict__["_search"] = self._search
        bigger._word_indexes = self._word_indexes
        bigger._event_words = self._event_words
        return bigger

    # --- functions -----------------------------------------------------------------------

    def function(self, path: str) -> FunctionInfo | None:
        """The function at a path, `:` or `.` before its name, letter case ignored; old names work."""
        path = object_path(path)
        if ":" not in path:
            owner, _, name = path.rpartition(".")
            path = f"{owner}:{name}"
        return self._data.function(path.lower()) or self._renamed(path)

    def _renamed(self, path: str) -> FunctionInfo | None:
        owner, _, name = path.rpartition(":")
        old = f"{owner.rsplit('.', 1)[-1]}.{name}".lower()
        new = self._renamed_functions.get(old)
        return None if new is None else self._data.function(f"{owner}:{new}".lower())

    @cached_property
    def _renamed_functions(self) -> Mapping[str, str]:
        return {old.lower(): new for old, new in self._data.renamed_functions.items()}

    @property
    def function_index(self) -> FunctionIndex:
        """The names of all functions of the engine, in columns; the functions themselves stay unread."""
        return self._data.function_index

    def functions_of(self, class_path: str) -> tuple[FunctionInfo, ...]:
        """The functions that the class itself declares."""
        return self._data.functions_of(class_path)

    def find_function(self, text: str, class_path: str = "") -> FunctionInfo:
        """The function that a C++, display or Python name means.

        With `class_path`: that class, its ancestors and interfaces, then function libraries, the
        engine's core ones first. Without: libraries, then any class. `Owner.Name` names the owner.
        Raises UnknownFunctionError or AmbiguousNameError.
        """
        return self._search.find(self, text, class_path)

    def known_function(self, text: str, class_path: str = "") -> FunctionInfo | None:
        """The same; None where there is no such function, of which then nothing near is looked for.

        Raises AmbiguousNameError, and UnknownFunctionError for a path with an unknown class.
        """
        return self._search.known(self, text, class_path)

    def function_family(self, text: str) -> tuple[FunctionInfo, ...]:
        """The core functions whose titles differ in brackets alone: `Clamp (Float)`, `Clamp (Integer)`."""
        return tuple(self._search.family(text))

    @cached_property
    def _search(self) -> FunctionSearch:
        return FunctionSearch(self._data)

    # --- classes -------------------------------------------------------------------------

    def class_info(self, path: str) -> ClassInfo | None:
        """The class at a path. A Blueprint's package path (`/Game/BP_Door`) means its class."""
        path = object_path(path).lower()
        found = self._project.get(path) or self._data.classes.get(path)
        if found is None and path.startswith("/") and not path.startswith("/script/"):
            package, _, asset = path.partition(".")
            asset = asset or package.rsplit("/", 1)[-1]
            found = self._project.get(f"{package}.{asset.removesuffix('_c')}_c")
        return found

    def ancestors(self, class_path: str) -> tuple[str, ...]:
        """The class and its ancestors, itself first. A class that is not known has only itself."""
        found: list[str] = []
        info = self.class_info(class_path)
        while info is not None and info.path not in found:
            found.append(info.path)
            info = self.class_info(info.parent) if info.parent else None
        return tuple(found) or (object_path(class_path),)

    def is_child_of(self, class_path: str, base: str) -> bool:
        """Whether the class is `base`, derives from it or implements it. Everything is an Object."""
        wanted = object_path(base).lower()
        if wanted == _OBJECT.lower():
            return True
        chain = self.ancestors(class_path)
        if any(path.lower() == wanted for path in chain):
            return True
        return any(path.lower() == wanted for path in self.interfaces_of(class_path))

    def interfaces_of(self, class_path: str) -> tuple[str, ...]:
        """The interfaces that the class and its ancestors implement."""
        infos = (self.class_info(path) for path in self.ancestors(class_path))
        return tuple(dict.fromkeys(path for info in infos if info for path in info.interfaces))

    def find_class(self, text: str, base: str = "") -> ClassInfo:
        """The class that a name or path means; with `base` only it and classes derived from it.

        Knows `Actor`, `AActor`, `BP_Door`, paths, Python names, and (with a component base or
        when nothing else fits) `StaticMesh` for StaticMeshComponent. Raises UnknownClassError or
        AmbiguousNameError.
        """
        text = text.strip()
        if "/" in text:
            found = self.class_info(text)
            candidates = [found] if found else []
        else:
            candidates = self._classes_named(object_path(text), base)
        fitting = [info for info in candidates if not base or self.is_child_of(info.path, base)]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise AmbiguousNameError(text, [info.path for info in fitting])
        raise self._unknown_class(text, base, candidates)

    def _classes_named(self, text: str, base: str) -> list[ClassInfo]:
        """The classes of the first kind of name under which some fit the base, or else any."""
        fallback: list[ClassInfo] = []
        for name in _class_spellings(text):
            for names in (self._project_names, self._engine_names):
                found = names.get(name, [])
                if any(not base or self.is_child_of(info.path, base) for info in found):
                    return found
                fallback = fallback or found
        return fallback

    @cached_property
    def _project_names(self) -> Mapping[str, list[ClassInfo]]:
        return _by_name(self._project.values())

    @cached_property
    def _engine_names(self) -> Mapping[str, list[ClassInfo]]:
        return _by_name(self._data.classes.values())

    def _unknown_class(self, text: str, base: str, others: list[ClassInfo]) -> UnknownClassError:
        base_name = object_path(base).rsplit(".", 1)[-1]
        wanted = text.rsplit(".", 1)[-1]
        own = WordIndex(self._names_of(self._project.values(), base))
        close = {*own.nearest(wanted), *self._engine_words(base).nearest(wanted)}
        near = sorted(close, key=lambda name: (-likeness(wanted, name), name))[:_NEAREST]
        what = f"{others[0].name} is not a kind of {base_name}." if others else ""
        return UnknownClassError(text, near, what=what)

    def _names_of(self, classes: Iterable[ClassInfo], base: str) -> list[str]:
        return [info.name for info in classes if not base or self.is_child_of(info.path, base)]

    def _engine_words(self, base: str) -> WordIndex:
        """The engine's class names that derive from a base, indexed once; a few bases are kept."""
        key = object_path(base).lower()
        known = self._word_indexes.get(key)
        if known is None:
            known = WordIndex(self._names_of(self._data.classes.values(), base))
            if len(self._word_indexes) >= _KEPT_INDEXES:
                self._word_indexes.clear()
            self._word_indexes[key] = known
        return known

    # --- events --------------------------------------------------------------------------

    def events_of(self, class_path: str) -> tuple[EventInfo, ...]:
        """The events that a Blueprint of that class can override, its own first."""
        found: dict[str, EventInfo] = {}
        for path in self.ancestors(class_path):
            for event in self._data.events_of(path):
                found.setdefault(event.name.lower(), event)
        return tuple(found.values())

    def find_event(self, text: str, class_path: str) -> EventInfo:
        """The event that a name means: `Tick`, `Event Tick`, `EventTick`, `ReceiveTick`.

        Raises UnknownEventError with the events of that class.
        """
        events = self.events_of(class_path)
        spellings = _event_spellings(text)
        for names_of in (_event_names, _names_without_on):
            for spelling in spellings:
                for event in events:
                    if spelling in names_of(event):
                        return event
        name = object_path(class_path).rsplit(".", 1)[-1]
        if self.class_info(class_path) is None:
            raise UnknownEventError(text, name, fix="The class is not known: name its parent class.")
        if self.delegate(class_path, text) is not None:
            fix = "It is an event dispatcher: use the event of a component or widget, or bind to it."
            raise UnknownEventError(text, name, fix=fix)
        # The events of the engine's base classes are those that people mean most.
        chain = [
            event for path in reversed(self.ancestors(class_path)) for event in self._data.events_of(path)
        ]
        shown = {strip_prefix(event.name): None for event in chain if not event.opens_function}
        near = dict.fromkeys(
            (*nearest_slips(text, shown), *(item for item in shown if says_all_of(text, item)))
        )
        known = dict.fromkeys((*near, *WordIndex(shown).nearest(text), *shown))
        raise UnknownEventError(text, name, [*known], near=[*near])

    def knows_event(self, text: str) -> bool:
        """Whether some class of the engine has an event or a delegate that is called so."""
        if not self._event_words:
            for item in self._data.classes.values():
                for event in self._data.events_of(item.path):
                    self._event_words |= _names_without_on(event)
                delegates = self._data.delegates_of(item.path)
                self._event_words |= {fold(known.name).removeprefix("on") for known in delegates}
        return any(word.removeprefix("on") in self._event_words for word in _event_spellings(text))

    def delegates_of(self, class_path: str) -> tuple[DelegateInfo, ...]:
        """The multicast delegates of the class and its ancestors."""
        return tuple(item for path in self.ancestors(class_path) for item in self._data.delegates_of(path))

    def delegate(self, class_path: str, name: str) -> DelegateInfo | None:
        """The multicast delegate of that name, with or without blanks, of the class or an ancestor."""
        wanted = fold(name)
        return next((item for item in self.delegates_of(class_path) if fold(item.name) == wanted), None)

    def signature(self, path: str) -> tuple[ParameterInfo, ...] | None:
        """The parameters of a delegate's signature function, or None when it is not known."""
        return self._data.signature(object_path(path))

    # --- types ---------------------------------------------------------------------------

    def enum(self, path: str) -> EnumInfo | None:
        """The enum at a path, or of that name."""
        return self._data.enum(self._path_of(path, self._data.enum_paths, self._enum_names))

    def struct(self, path: str) -> StructInfo | None:
        """The struct at a path, or of that name, with or without the F of C++."""
        return self._data.struct(self._path_of(path, self._data.struct_paths, self._struct_names))

    @property
    def enum_paths(self) -> tuple[str, ...]:
        """The paths of all enums of the engine."""
        return tuple(self._data.enum_paths.values())

    @property
    def struct_paths(self) -> tuple[str, ...]:
        """The paths of all structs of the engine."""
        return tuple(self._data.struct_paths.values())

    @staticmethod
    def _path_of(text: str, paths: Mapping[str, str], names: Mapping[str, str]) -> str:
        path = object_path(text).lower()
        if path in paths:
            return path
        return names.get(fold(path)) or names.get(fold(path).removeprefix("f"), "")

    @cached_property
    def _enum_names(self) -> Mapping[str, str]:
        return _unique_names(self._data.enum_paths)

    @cached_property
    def _struct_names(self) -> Mapping[str, str]:
        return _unique_names(self._data.struct_paths)

    def properties_of(self, class_path: str) -> tuple[PropertyInfo, ...]:
        """The known properties of the class and its ancestors, its own first."""
        return tuple(item for path in self.ancestors(class_path) for item in self._data.properties_of(path))

    def exposed_on_spawn(self, class_path: str) -> tuple[PropertyInfo, ...]:
        """The variables that spawn nodes show for a class. Only those of Blueprints are known at all."""
        del class_path
        return ()

    def own_properties(self, class_path: str) -> tuple[PropertyInfo, ...]:
        """The known properties that the class itself declares."""
        return self._data.properties_of(object_path(class_path))

    @property
    def macros(self) -> tuple[MacroInfo, ...]:
        """The standard macros."""
        return self._data.macros

    def macro(self, text: str) -> MacroInfo | None:
        """The standard macro at a path, or of that name with or without blanks."""
        path, name = object_path(text).lower(), fold(text)
        return next((m for m in self.macros if m.path.lower() == path or fold(m.name) == name), None)

    @property
    def keys(self) -> tuple[str, ...]:
        """The names of input keys: `SpaceBar`, `LeftMouseButton`, …."""
        return self._data.keys

    @property
    def classes(self) -> tuple[ClassInfo, ...]:
        """Every class, the project's first."""
        return (*self._project.values(), *self._data.classes.values())


def _by_name(classes: Iterable[ClassInfo]) -> dict[str, list[ClassInfo]]:
    """Classes by kind of name: the class name first, then Python's, then the short ones."""
    found: dict[str, list[ClassInfo]] = {}
    for info in classes:
        name = fold(info.name)
        keys = {f"name:{name}": None, f"name:{name.removesuffix('c')}": None} if _is_generated(info) else {}
        keys[f"name:{name}"] = None
        if info.python_name:
            keys[f"python:{fold(info.python_name)}"] = None
        for short in info.short_names:
            keys[f"short:{fold(short)}"] = None
        for key in keys:
            found.setdefault(key, []).append(info)
    return found


def _is_generated(info: ClassInfo) -> bool:
    return not info.path.startswith("/Script/") and info.name.endswith("_C")


_CLASS_HABITS = {"boxcollision": "box", "spherecollision": "sphere", "capsulecollision": "capsule"}


def _class_spellings(text: str) -> list[str]:
    """The keys under which a class may be known, most literal first."""
    name = fold(text.rsplit(".", 1)[-1])
    bare = text.rsplit(".", 1)[-1]
    without_prefix = name[1:] if re.match(r"[AUI][A-Z]", bare) else ""
    habit = _CLASS_HABITS.get(name, "")
    keys = [f"name:{name}", f"python:{name}", f"short:{name}", f"short:{habit}"]
    if without_prefix:
        keys += [f"name:{without_prefix}", f"short:{without_prefix}"]
    return [key for key in keys if not key.endswith(":")]


def _event_names(event: EventInfo) -> set[str]:
    display = fold(event.display)
    return {fold(event.name), fold_bare(event.name), display, display.removeprefix("event")}


def _names_without_on(event: EventInfo) -> set[str]:
    return {name.removeprefix("on") for name in _event_names(event)}


_EVENT_HABITS = {
    "beginoverlap": "actorbeginoverlap",
    "overlap": "actorbeginoverlap",
    "endoverlap": "actorendoverlap",
    "start": "beginplay",
    "update": "tick",
    "takedamage": "anydamage",
    "takeanydamage": "anydamage",
    "damage": "anydamage",
    "begin": "beginplay",
    "gamestart": "beginplay",
}


def _event_spellings(text: str) -> list[str]:
    name = fold(text.rsplit(":", 1)[-1].rsplit(".", 1)[-1])
    bare = name.removeprefix("event").removeprefix("on")
    spellings = [name, name.removeprefix("event"), bare]
    spellings += [_EVENT_HABITS[item] for item in spellings if item in _EVENT_HABITS]
    return [item for item in dict.fromkeys(spellings) if item]


def _unique_names(paths: Mapping[str, str]) -> dict[str, str]:
    """Paths by folded name. Of two types of one name the engine's core one is meant."""
    found: dict[str, str] = {}
    for lower, path in sorted(paths.items(), key=lambda item: not item[1].startswith("/Script/CoreUObject.")):
        found.setdefault(fold(path.rsplit(".", 1)[-1]), lower)
    return found


@cache
def default_catalog() -> Catalog:
    """The catalogue of the engine. Reads its data when it is first asked something."""
    return Catalog(CatalogData())
