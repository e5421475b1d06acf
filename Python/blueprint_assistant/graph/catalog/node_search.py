"""Searches the engine's functions, events and classes by words. Outside uses the `search_…` functions.

Works on the catalogue alone: no editor, no language of an editor. Pure; the index is built at the
first search.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.name_lookup import AmbiguousNameError, UnknownFunctionError
from blueprint_assistant.graph.catalog.word_search import WordSearch

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, ClassInfo, EventInfo, FunctionInfo

__all__ = ["nearness", "search_classes", "search_events", "search_functions"]

_CANDIDATES = 300
_EXACT = 2.4
_EDITOR_MODULES = (
    "UnrealEd",
    "Blutility",
    "Blueprint",
    "Sequencer",
    "PythonScript",
    "Toolset",
    "Interchange",
)
"""Modules beside those with Editor in their name that a running game does not have."""


def search_functions(
    text: str, catalog: Catalog, classes: Iterable[str] = ()
) -> list[tuple[float, FunctionInfo]]:
    """Functions by score, best first; those that `classes` can call on themselves are preferred."""
    near = {path.lower() for item in classes for path in catalog.ancestors(item)}
    index = default_catalog().function_index
    scores = _functions().rank(text)
    best = sorted(scores, key=lambda number: -(scores[number] + nearness(index.owners[number], near)))
    found: dict[str, tuple[float, FunctionInfo]] = {}
    for number in best[:_CANDIDATES]:
        info = catalog.function(index.paths[number])
        if info is not None and not info.is_internal:
            score = scores[number] + nearness(info.class_path, near) - (1.0 if info.is_deprecated else 0.0)
            if near and not info.is_static and info.class_path.lower() not in near:
                score -= 0.8  # it needs an object of another class first
            found[info.path] = score, info
    exact = _meant(text, catalog, next(iter(classes), ""))
    if exact is not None:
        found[exact.path] = _EXACT, exact
    return sorted(found.values(), key=lambda item: (-item[0], len(item[1].name), item[1].path))


def _meant(text: str, catalog: Catalog, class_path: str) -> FunctionInfo | None:
    """The one function that the text is a name of, by the rules that add_node goes by."""
    try:
        return catalog.find_function(text, class_path)
    except (AmbiguousNameError, UnknownFunctionError):
        return None


def nearness(class_path: str, near: set[str]) -> float:
    """What a function's or event's class adds to its score; `near` are lower-case paths of own classes."""
    if class_path.lower() in near:
        return 0.35
    module, _, name = class_path.removeprefix("/Script/").partition(".")
    if "Editor" in module or module.startswith(_EDITOR_MODULES):
        return -0.6
    if module != "Engine":
        return 0.0
    is_core = (name.startswith("Kismet") and name.endswith("Library")) or name in {"GameplayStatics", "Actor"}
    return 0.25 if is_core else 0.1


@cache
def _functions() -> WordSearch:
    index = default_catalog().function_index
    return WordSearch(zip(index.names, index.displays, index.python_names, strict=True))


def search_events(text: str, catalog: Catalog, class_path: str = "") -> list[tuple[float, EventInfo]]:
    """Events by score, best first; of one class and its ancestors, or of all classes."""
    events = list(catalog.events_of(class_path)) if class_path else list(_all_events())
    scores = WordSearch((item.name, item.display) for item in events).rank(text)
    rows = [(score + nearness(events[n].class_path, set()), events[n]) for n, score in scores.items()]
    return sorted(rows, key=lambda item: (-item[0], item[1].name, item[1].class_path))


@cache
def _all_events() -> tuple[EventInfo, ...]:
    catalog = default_catalog()
    found: dict[tuple[str, str], EventInfo] = {}
    for info in catalog.classes:
        for event in catalog.events_of(info.path):
            found.setdefault((event.class_path, event.name), event)
    return tuple(found.values())


def search_classes(text: str, catalog: Catalog) -> list[tuple[float, ClassInfo]]:
    """Classes by score, best first, those of the project included."""
    classes = catalog.classes
    search = _engine_classes() if catalog is default_catalog() else WordSearch(map(_names, classes))
    rows = [(score + nearness(classes[n].path, set()), classes[n]) for n, score in search.rank(text).items()]
    return sorted(rows, key=lambda item: (-item[0], len(item[1].name), item[1].path))


@cache
def _engine_classes() -> WordSearch:
    return WordSearch(map(_names, default_catalog().classes))


def _names(info: ClassInfo) -> tuple[str, ...]:
    return (info.name.removesuffix("_C"), *info.short_names)
