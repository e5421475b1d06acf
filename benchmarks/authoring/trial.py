"""One look at a Blueprint: what happens to it, and what has to come of that.

Outside uses Trial, Outcome, and what makes effects.
A judge asks `trial.after(damage(30.0), Health=50.0).does(prints("hurt")).leaves(Health=20.0)`: each claim
that does not hold is a fault.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from authoring.running.machine import Machine
from authoring.running.values import Thing, shown
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds.node_factory import any_spec_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from authoring.happenings import Happening
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["Outcome", "Trial", "Wanted", "number", "prints"]

_TIMERS = ("sets a timer", "sets a looping timer", "runs")
"""Effects that only say how something is done again."""
_NEAR = 1e-4


@dataclass(frozen=True, slots=True)
class Wanted:
    """An effect that has to be: its detail is a value, or a rule for the value."""

    what: str
    detail: Any = ""
    at_s: float = 0.0

    def is_(self, what: str, detail: Any, at_s: float) -> bool:
        """Whether it is this one."""
        is_that = self.detail(detail) if callable(self.detail) else _is_same(detail, self.detail)
        return what == self.what and is_that and math.isclose(at_s, self.at_s, abs_tol=_NEAR)

    def __str__(self) -> str:
        detail = self.detail.__doc__ if callable(self.detail) else shown(self.detail)
        return f"{self.what} {detail} at {self.at_s:g} s"


def prints(text: Any, at_s: float = 0.0) -> Wanted:
    """A text on the screen, or one by a rule."""
    return Wanted("prints", text, at_s)


def number(value: float) -> Callable[[Any], bool]:
    """The rule that a text says this number and no other one."""

    def says(text: Any) -> bool:
        return [float(found) for found in re.findall(r"-?\d+(?:\.\d+)?", str(text))] == [value]

    says.__doc__ = f"the number {value:g}"
    return says


def _is_same(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, str) and isinstance(found, Thing):
        return found.name == wanted
    if isinstance(wanted, tuple) and isinstance(found, tuple):
        return all(map(_is_same, found, wanted))
    if isinstance(wanted, float) and isinstance(found, float | int):
        return math.isclose(found, wanted, abs_tol=_NEAR)
    return bool(found == wanted)


@dataclass
class Trial:
    """A Blueprint, and what was found."""

    blueprint: Blueprint
    faults: list[str] = field(default_factory=list)

    def after(self, *happenings: Happening, drawn: Sequence[float] = (), **variables: Any) -> Outcome:
        """A new actor with these values, to which this happens; `drawn` are its random numbers."""
        machine = Machine(self.blueprint, default_catalog(), variables)
        rest = list(drawn)
        machine.draw = lambda: rest.pop(0) if len(rest) > 1 else (rest or [0.5])[0]
        results: list[Any] = []
        for happening in happenings:
            results = happening.act(machine) or []
        state = ", ".join(f"{name} {shown(value)}" for name, value in variables.items())
        when = " and ".join(happening.text for happening in happenings)
        return Outcome(self, machine, f"{when} at {state}" if state else when, results)

    def expect_only_calls(self, event: str, function: str) -> None:
        """All that an event does is in a function of this name."""
        if not any(graph.kind == "function" and graph.name == function for graph in self.blueprint.graphs):
            self.faults.append(f"there is no function {function}")
        for entry in Machine(self.blueprint, default_catalog(), {}).entries:
            if entry.name == event:
                specs = [any_spec_of(node) for node in self._executed(entry.graph.name, entry.node.name)]
                calls = [
                    isinstance(spec, common_specs.CallFunctionSpec) and spec.function.endswith(f":{function}")
                    for spec in specs
                ]
                if calls != [True]:
                    self.faults.append(f"{event} does more than call {function}, or does not call it")

    def _executed(self, graph_name: str, start: str) -> Iterable[Any]:
        graph = self.blueprint.find_graph(graph_name)
        if graph is None:
            return
        todo, seen = [start], {start}
        while todo:
            node = graph.node(todo.pop())
            for pin in node.pins:
                if pin.is_exec and pin.direction == "output":
                    for end in graph.links_of(node.name, pin.id):
                        if end.node not in seen:
                            seen.add(end.node)
                            todo.append(end.node)
                            yield graph.node(end.node)

    def expect_member(self, name: str, *, instead_of: str = "") -> None:
        """There is a variable, component or function of this name, and none of the other one."""
        names = {item.name for item in (*self.blueprint.variables, *self.blueprint.components)}
        names |= {graph.name for graph in self.blueprint.graphs}
        if name not in names:
            self.faults.append(f"there is no {name}")
        if instead_of in names:
            self.faults.append(f"{instead_of} is still there")


@dataclass
class Outcome:
    """What came of it; each claim that does not hold is a fault of the trial."""

    trial: Trial
    machine: Machine
    when: str
    results: list[Any]

    def does(self, *wanted: Wanted, apart: tuple[str, ...] = (), in_any_order: bool = False) -> Outcome:
        """These effects in this order, and no others. Timers themselves count only where one is asked for."""
        if not any(item.what in _TIMERS for item in wanted):
            apart = (*apart, *_TIMERS)
        found = [
            (item.what, item.detail, item.at_s) for item in self.machine.effects if item.what not in apart
        ]
        rest = list(wanted)
        for effect in found:
            match = next((item for item in (rest if in_any_order else rest[:1]) if item.is_(*effect)), None)
            if match is None:
                break
            rest.remove(match)
        else:
            if not rest:
                return self
        done = ", ".join(f"{what} {shown(detail)} at {at_s:g} s" for what, detail, at_s in found)
        asked = ", ".join(map(str, wanted))
        return self._fault(f"it {done or 'does nothing'} instead of {asked or 'nothing'}")

    def leaves(self, **wanted: Any) -> Outcome:
        """Variables have these values afterwards; a value may be a rule."""
        for name, value in wanted.items():
            found = self.machine.variables.get(name)
            if not (value(found) if callable(value) else _is_same(found, value)):
                told = value.__doc__ if callable(value) else shown(value)
                self._fault(f"{name} is {shown(found)} instead of {told}")
        return self

    def gives(self, *wanted: Any) -> Outcome:
        """The function that was called last gave these."""
        if len(self.results) != len(wanted) or not all(map(_is_same, self.results, wanted)):
            self._fault(f"it gives {list(map(shown, self.results))} instead of {list(map(shown, wanted))}")
        return self

    def moves(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Outcome:
        """The actor has moved by so much since the start."""
        if not _is_same(self.machine.moved, (x, y, z)):
            self._fault(f"the actor moved by {self.machine.moved} instead of {(x, y, z)}")
        return self

    def turns(self, pitch: float = 0.0, yaw: float = 0.0, roll: float = 0.0) -> Outcome:
        """The actor is turned by so much."""
        if not _is_same(self.machine.rotation, (pitch, yaw, roll)):
            self._fault(f"the actor is turned by {self.machine.rotation} instead of {(pitch, yaw, roll)}")
        return self

    def stands_still(self) -> Outcome:
        """The actor neither moved nor turned."""
        return self.moves().turns()

    def shows(self, **wanted: bool) -> Outcome:
        """Components are seen or not. One without light is not."""
        for name, is_wanted in wanted.items():
            component = self.machine.blueprint.find_component(name)
            thing = next((of for of, _ in self.machine.properties if getattr(of, "name", "") == name), None)
            is_dark = thing is not None and self.machine.properties.get((thing, "Intensity")) == 0
            is_shown = (
                component is not None and (thing is None or self.machine.is_shown(thing)) and not is_dark
            )
            if is_shown != is_wanted:
                self._fault(f"{name} is {'shown' if is_shown else 'not shown'}")
        return self

    def is_so(self, claim: bool, otherwise: str) -> Outcome:
        """Something else holds; `otherwise` says what is wrong if it does not."""
        return self if claim else self._fault(otherwise)

    def _fault(self, text: str) -> Outcome:
        self.trial.faults.append(f"{self.when}: {text}")
        return self
