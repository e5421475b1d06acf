"""Calls of the Blueprint's own functions without the class that they are inherited from.

Outside uses without_own_classes. Copied nodes do not say whose they are: they are read with the class of
each function before its name, and of the Blueprint that they are worked into it may be the own one.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.languages.ast.syntax_tree import Call, Identifier, Member

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from blueprint_assistant.languages.ast.syntax_tree import Program

__all__ = ["without_own_classes"]


def without_own_classes(program: Program, owner: Blueprint, catalog: Catalog) -> Program:
    """The program with `Actor.GetTransform()` as `GetTransform()` where the Blueprint is an Actor. Linear."""
    rewriting = _Rewriting(owner, catalog)
    changed: Program = rewriting.of(program)
    return changed


class _Rewriting:
    def __init__(self, owner: Blueprint, catalog: Catalog) -> None:
        self._parent, self._catalog = owner.parent_class, catalog
        names = [*(item.name for item in owner.variables), *(item.name for item in owner.components)]
        self._known = dict.fromkeys(map(str.lower, names), False)

    def of(self, part: Any) -> Any:
        """A part of the tree; the same object where nothing changes."""
        if isinstance(part, tuple):
            items = tuple(self.of(item) for item in part)
            return items if any(new is not old for new, old in zip(items, part, strict=True)) else part
        if not is_dataclass(part) or isinstance(part, type):
            return part
        changed = {
            item.name: new
            for item in fields(part)
            if item.name not in ("origin", "place")
            and (new := self.of(getattr(part, item.name))) is not getattr(part, item.name)
        }
        made = replace(part, **changed) if changed else part
        return self._call(made) if isinstance(made, Call) else made

    def _call(self, call: Call) -> Call:
        callee = call.callee
        if not (isinstance(callee, Member) and isinstance(callee.of, Identifier)):
            return call
        if any(argument.pin.lower() in ("self", "target") for argument in call.arguments):
            return call
        if not self._is_own(callee.of.name):
            return call
        return replace(call, callee=Identifier(callee.name, origin=callee.origin, place=callee.place))

    def _is_own(self, name: str) -> bool:
        """Whether a name is that of a class that the Blueprint derives from."""
        key = name.lower()
        if key not in self._known:
            try:
                path = self._catalog.find_class(name).path
            except AssistantError:
                path = ""
            self._known[key] = bool(path) and self._catalog.is_child_of(self._parent, path)
        return self._known[key]
