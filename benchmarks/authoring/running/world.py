"""The world of one actor: its members and place, what waits, and what was done. Outside uses World.

What is not known raises CannotFollowError; with an `imagination` it is imagined.
"""

from __future__ import annotations

import heapq
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from authoring.running.frames import Effect, Returned
from authoring.running.values import CannotFollowError, Term, Thing, has_term, parsed, term, triple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from authoring.running.imagination import Imagination
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Pin

__all__ = ["World"]

_START = triple(100.0, 200.0, 300.0)
_SHOWS = ("bVisible", True), ("bHiddenInGame", False), ("bHidden", False)
"""What of a thing decides whether it is seen, with the value that shows it; all have it at the start."""


class World:
    """An actor of a Blueprint's class, at a place, not turned, and what is around it."""

    def __init__(
        self,
        blueprint: Blueprint,
        catalog: Catalog,
        variables: Mapping[str, Any],
        imagination: Imagination | None,
    ) -> None:
        """`variables` are the values at the start; others have their defaults."""
        self.blueprint = blueprint
        self.imagination = imagination
        self.me = Thing("self", blueprint.generated_class)
        self.variables = {item.name: parsed(item.type, item.default) for item in blueprint.variables}
        self.variables.update({name: _copied(value) for name, value in variables.items()})
        self.properties: dict[tuple[Any, str], Any] = {}
        self.effects: list[Effect] = []
        self.location = _START
        self.rotation = triple()
        self.now_s = self.frame_s = 0.0
        self.is_destroyed = False
        self.draw: Callable[[], float] = lambda: 0.5
        self.timers: dict[Any, int] = {}
        """How often each timer was set or cleared: one that runs knows whether it is still meant."""
        self.bound: dict[tuple[str, str], list[str]] = {}
        """What is bound to the dispatchers and events of things, by the names of both."""
        self._catalog = catalog
        self._later: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0

    @property
    def moved(self) -> tuple[float, ...]:
        """How far the actor is from where it began."""
        return tuple(now - start for now, start in zip(self.location, _START, strict=True))

    def advance(self, seconds: float) -> None:
        """Let time pass, and what waits for it happen."""
        end_s = self.now_s + seconds
        while self._later and self._later[0][0] <= end_s:
            self.now_s, _, work = heapq.heappop(self._later)
            if not self.is_destroyed:
                with suppress(Returned):
                    work()
        self.now_s = end_s

    def later(self, seconds: Any, work: Callable[[], None]) -> None:
        """Do something after a time."""
        wait_s = 1.0 + self.choice(seconds, 3) if has_term(seconds) else max(seconds, 0.0)
        self._count += 1
        heapq.heappush(self._later, (self.now_s + wait_s, self._count, work))

    def note(self, what: str, detail: Any = "", given: Mapping[str, Any] | None = None) -> None:
        """Keep an effect."""
        values = tuple((name, _copied(value)) for name, value in (given or {}).items())
        self.effects.append(Effect(self.now_s, what, detail, values))

    # --- what is not known ------------------------------------------------------------------------

    def unknown(self, what: str) -> Imagination:
        """Who goes on from what is not known. Raises CannotFollowError where nothing is imagined."""
        if self.imagination is None:
            raise CannotFollowError(what)
        self.imagination.not_known.add(what)
        return self.imagination

    def truth(self, value: Any) -> bool:
        """Whether a condition holds."""
        return bool(self.choice(value, 2)) if has_term(value) else bool(value)

    def choice(self, value: Any, options: int) -> int:
        """One of some ways, by a value that is not known."""
        if self.imagination is None:
            raise CannotFollowError("a choice by a value that is not known")
        return self.imagination.choice(value, options)

    def is_a(self, value: Any, class_path: str) -> bool:
        """Whether a value is an object of a class."""
        if isinstance(value, Term):
            return bool(self.choice(term(f"is {class_path}", value), 2))
        if not isinstance(value, Thing):
            return False
        if value == self.me and class_path != self.me.class_path:
            return self._catalog.is_child_of(self.blueprint.parent_class, class_path)
        return value.class_path == class_path or self._catalog.is_child_of(value.class_path, class_path)

    # --- members ---------------------------------------------------------------------------------

    def variable(self, name: str, pin: Pin) -> Any:
        """A variable or component of the Blueprint."""
        if name in self.variables:
            return self.variables[name]
        if pin.type.category == "object" and pin.type.container == "none":
            return Thing(name, str(pin.type.subcategory_object and pin.type.subcategory_object.path))
        self.unknown(f"the variable {name}")
        return term(name)

    def set_variable(self, name: str, value: Any) -> None:
        """Give a variable a value. Who only watches wants to know when."""
        self.variables[name] = _copied(value)
        if self.imagination is not None:
            self.note(f"sets {name}", _copied(value))

    def property_of(self, target: Any, name: str) -> Any:
        """A variable or property of another object, as far as it was set in this world."""
        if (target, name) not in self.properties:
            self.unknown(f"the value of {name} of something")
            return term(f"{name} of", target)
        return self.properties[target, name]

    def set_property(self, target: Any, name: str, value: Any) -> None:
        """Give a variable or property of another object a value. What is only shown or hidden is said so."""
        was_shown = self.is_shown(target)
        before = self.properties.get((target, name))
        self.properties[target, name] = _copied(value)
        if name in dict(_SHOWS) and not has_term(value):
            if self.is_shown(target) != was_shown:
                self.note("hides" if was_shown else "shows", getattr(target, "name", target))
        elif before != value:
            self.note(f"sets {getattr(target, 'name', target)}.{name}", _copied(value))

    def is_shown(self, target: Any) -> bool:
        """Whether a thing is seen."""
        return all(self.properties.get((target, name), value) == value for name, value in _SHOWS)


def _copied(value: Any) -> Any:
    """Arrays are values: who is given one has one of its own."""
    return list(value) if isinstance(value, list) else value
