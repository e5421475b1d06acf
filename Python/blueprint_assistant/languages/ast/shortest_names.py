"""The words by which nodes are called in a program, each the shortest that is read back as the same.

Part of `languages`. What a word means is asked of the catalogue, as the writer asks it: a name is
used only when it leads back to the very function, class or macro. Of a function that the catalogue
does not know, the name alone is used only where it means nothing else: then the writer says that there
is no such function, and never builds another one's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.callables import callables_of, custom_event_name
from blueprint_assistant.graph.catalog.name_lookup import fold_spaces
from blueprint_assistant.languages.ast.class_packages import class_package
from blueprint_assistant.languages.ast.syntax_tree import Identifier, Member
from blueprint_assistant.languages.ast.timer_words import TIMER_CALLS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, FunctionInfo
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph
    from blueprint_assistant.languages.ast.syntax_tree import Operator

__all__ = ["CALL_WORDS", "OPERATIONS", "ShortestNames"]

OPERATIONS: Final[dict[str, Operator]] = {
    "Add": "+",
    "Subtract": "-",
    "Multiply": "*",
    "Divide": "/",
    "Percent": "%",
    "EqualEqual": "==",
    "NotEqual": "!=",
    "Less": "<",
    "LessEqual": "<=",
    "Greater": ">",
    "GreaterEqual": ">=",
}
"""Operators by the operation that promotable nodes name."""

_USUAL_CLASS: Final = "/Script/Engine.Actor"
CALL_WORDS: Final = frozenset(
    {
        *("abs", "action", "array_contains", "bool", "break", "cast", "clamp", "constructobject"),
        *("constructobjectfromclass", "createwidget", "exec", "float", "formattext", "getsubsystem", "int"),
        *("isinstance", "k2_settimer", "len", "makearray", "makemap", "makeset", "max", "min", "multigate"),
        *("name", "node", "pow", "print", "pure", "round", "select", "settimer", "settimerbyevent"),
        *("settimerbyfunctionname", "sleep", "spawnactor", "spawnactorfromclass", "str", "text"),
        *("timeline", "value", "wait", "random", "randomrange", "randrange", "randomnumber", "randint"),
        *TIMER_CALLS,
    }
)
"""What is called, in lower case without blanks, and means a node of its own before any function."""


class ShortestNames:
    """Words for one Blueprint's graphs."""

    def __init__(self, owner: Blueprint | None, catalog: Catalog, graph: Graph | None = None) -> None:
        """`owner` is the Blueprint, None for a fragment; the catalogue knows its class or its parent.

        `graph` is the one that is told: a fragment has custom events, too.
        """
        self._catalog = catalog
        self._class = "" if owner is None else owner.generated_class
        if owner is not None and catalog.class_info(self._class) is None:
            self._class = owner.parent_class
        self._own_class = "" if owner is None else owner.generated_class.lower()
        own = [] if owner is None else [item.name for item in callables_of(owner, with_macros=True)]
        events = () if graph is None else map(custom_event_name, graph.nodes)
        self._own_callables = frozenset(name.lower() for name in (*own, *events))
        variables = () if owner is None else owner.variables
        components = () if owner is None else owner.components
        values = (*(item.name for item in variables), *(item.name for item in components))
        self._own_values = frozenset(map(str.lower, values))
        self._functions: dict[tuple[str, str], Identifier | Member] = {}

    def function(self, path: str, *, target_class: str = "") -> Identifier | Member:
        """The callee for a function; `target_class` is the class of the value that it is called on."""
        key = path, target_class
        if key not in self._functions:
            self._functions[key] = self._find(path, target_class)
        return self._functions[key]

    def _find(self, path: str, target_class: str) -> Identifier | Member:
        owner, _, name = path.rpartition(":")
        info = self._catalog.function(path)
        if not owner or owner.lower() == self._own_class:
            return Identifier(name)
        scope = target_class or self._class
        if info is None or self._inherits(owner):
            is_other = self._means_another(name, owner, scope, is_method=bool(target_class))
            return Member(Identifier(owner), name) if is_other else Identifier(name)
        for word in _spellings(info):
            if self._means(word, scope, info, is_method=bool(target_class)):
                return Identifier(word)
        owner_name = info.class_name.removesuffix("_C")
        for word in _spellings(info) if owner_name.lower() not in self._own_values else ():
            if self._means(f"{owner_name}.{word}", scope, info, is_method=True):
                return Member(Identifier(owner_name), word)
        return Member(Identifier(info.class_path), info.name)

    def _means(self, word: str, scope: str, info: FunctionInfo, *, is_method: bool) -> bool:
        if not is_method and word.lower() in self._own_callables:
            return False
        found = self._meant(word, scope)
        return found is not None and found.path == info.path

    def _means_another(self, name: str, owner: str, scope: str, *, is_method: bool) -> bool:
        """Whether a name means something that is not the unknown function of a class.

        One that an ancestor of the class declares, or that is called otherwise today, is the same.
        """
        catalog = self._catalog
        if not is_method and (fold_spaces(name) in CALL_WORDS or name.lower() in self._own_callables):
            return True
        if not is_method and (catalog.macro(name) or catalog.struct(name) or catalog.enum(name)):
            return True
        if not is_method and self._inherits(owner):
            return False  # that comes before what the engine has of the name
        try:
            # Nobody knows the class of copied nodes: they are told alike, wherever they are put.
            found = catalog.known_function(name, scope if is_method else "")
        except AssistantError:
            return True
        return found is not None and not catalog.is_child_of(owner, found.class_path)

    def _inherits(self, owner: str) -> bool:
        """Whether a class is a Blueprint that this one derives from."""
        paths = (path for path in self._catalog.ancestors(self._class) if not path.startswith("/Script/"))
        return self._catalog.class_info(owner) is not None and owner in paths

    def _meant(self, word: str, scope: str) -> FunctionInfo | None:
        """The function that a word certainly means."""
        try:
            return self._catalog.known_function(word, scope)
        except AssistantError:
            return None

    def means_a_library(self, path: str) -> bool:
        """Whether a function of the Blueprint itself is called as one of a library is.

        Nothing says whose it is then: of copied nodes it is not known which functions their Blueprint has.
        """
        owner, _, name = path.rpartition(":")
        if owner or name.lower() in self._own_callables:
            return False
        found = self._meant(name, self._class or _USUAL_CLASS)
        return found is not None and found.is_static

    def class_name(self, path: str, base: str = "") -> str:
        """The shortest name of a class that is read back as it."""
        short = path.rpartition(".")[2].removesuffix("_C")
        if self._catalog.class_info(path) is None:
            return class_package(path)
        try:
            found = self._catalog.find_class(short, base).path
        except AssistantError:
            return class_package(path)
        return short if found.lower() == path.lower() else class_package(path)

    def struct_name(self, path: str) -> str:
        """The shortest name of a struct that is read back as it."""
        short = path.rpartition(".")[2]
        found = self._catalog.struct(short)
        return short if found is not None and found.path.lower() == path.lower() else path

    def enum_name(self, path: str) -> str:
        """The shortest name of an enum that is read back as it."""
        short = path.rpartition(".")[2]
        found = self._catalog.enum(short)
        return short if found is not None and found.path.lower() == path.lower() else path

    def macro_name(self, path: str) -> str:
        """The shortest name of a macro that is read back as it."""
        short = path.rpartition(":")[2]
        found = self._catalog.macro(short)
        return short if found is not None and found.path.lower() == path.lower() else path


def _spellings(info: FunctionInfo) -> Iterable[str]:
    bare = info.name.removeprefix("K2_")
    return (bare,) if bare == info.name else (bare, info.name)
