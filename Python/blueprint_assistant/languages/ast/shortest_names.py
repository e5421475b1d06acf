"""The words by which nodes are called in a program, each the shortest that is read back as the same.

Part of `languages`. What a word means is asked of the catalogue, as the writer asks it: a name is
used only when it leads back to the very function, class or macro.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.languages.ast.syntax_tree import Identifier, Member

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, FunctionInfo
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from blueprint_assistant.languages.ast.syntax_tree import Operator

__all__ = ["OPERATIONS", "ShortestNames"]

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


class ShortestNames:
    """Words for one Blueprint's graphs."""

    def __init__(self, owner: Blueprint | None, catalog: Catalog) -> None:
        """`owner` is the Blueprint, None for a fragment; the catalogue knows its class or its parent."""
        self._catalog = catalog
        self._class = "" if owner is None else owner.generated_class
        if owner is not None and catalog.class_info(self._class) is None:
            self._class = owner.parent_class
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
        if not owner or info is None:
            return Identifier(name)
        scope = target_class or self._class
        for word in _spellings(info):
            if self._means(word, scope, info):
                return Identifier(word)
        owner_name = info.class_name.removesuffix("_C")
        for word in _spellings(info):
            if self._means(f"{owner_name}.{word}", scope, info):
                return Member(Identifier(owner_name), word)
        return Member(Identifier(info.class_path), info.name)

    def _means(self, word: str, scope: str, info: FunctionInfo) -> bool:
        try:
            return self._catalog.find_function(word, scope).path == info.path
        except AssistantError:
            return False

    def class_name(self, path: str, base: str = "") -> str:
        """The shortest name of a class that is read back as it."""
        short = path.rpartition(".")[2].removesuffix("_C")
        if self._catalog.class_info(path) is None:
            return path
        try:
            found = self._catalog.find_class(short, base).path
        except AssistantError:
            return path
        return short if found.lower() == path.lower() else path

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
