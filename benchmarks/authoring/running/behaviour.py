"""What a Blueprint does, as a value that can be compared: each entry run in several cases.

Outside uses behaviour_of, differences, Trace, Run, Unknown, Stimuli and STANDARD. Nothing is judged. What
nobody knows (functions of other people, unset inputs) stands for itself: a change of what it is given, how
often and when it is done, and what is done with what it gives still shows.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from authoring.running.acts import acts_of
from authoring.running.entries import entries_of
from authoring.running.imagination import Imagination
from authoring.running.machine import Machine
from authoring.running.values import CannotFollowError, WithoutEndError, shown, term

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from authoring.running.acts import Act, Case
    from authoring.running.frames import Effect
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["STANDARD", "Run", "Stimuli", "Trace", "Unknown", "behaviour_of", "differences"]

_RECURSION = 12_000
"""Frames of Python: the steps of a run may be loops in loops in functions."""


@dataclass(frozen=True, slots=True)
class Stimuli:
    """What happens to a Blueprint: which seeds choose and draw, how long it is watched, where a run is cut.

    With `has_any_values` it is also run with values that stand for any, which know variables by their names.
    """

    seeds: tuple[int, ...] = (1, 2)
    seconds: float = 10.0
    most_steps: int = 600
    has_any_values: bool = True


STANDARD = Stimuli()


@dataclass(frozen=True, slots=True)
class Run:
    """What came of one entry in one case: effects in order, and the values that are others afterwards."""

    entry: str
    case: str
    effects: tuple[Effect, ...]
    values: tuple[tuple[str, str], ...]
    end: str = ""


@dataclass(frozen=True, slots=True)
class Trace:
    """All runs, sorted; and what of it nobody knows, which was taken as it stands."""

    runs: tuple[Run, ...]
    not_known: tuple[str, ...] = field(compare=False)

    @property
    def by_entry(self) -> Mapping[str, tuple[Run, ...]]:
        """The runs of each entry; what happens to all of them in turn is the entry `a life`."""
        found: dict[str, list[Run]] = {}
        for run in self.runs:
            found.setdefault(run.entry, []).append(run)
        return {entry: tuple(runs) for entry, runs in found.items()}


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nothing can be said of what a Blueprint does."""

    reason: str


def behaviour_of(
    blueprint: Blueprint, catalog: Catalog, stimuli: Stimuli = STANDARD, only: Collection[str] = ()
) -> Trace | Unknown:
    """Run every entry with values, with none, and with values that stand for any; then all in turn.

    With `only` the entries of these names, each for itself.
    """
    entries = [item for item in entries_of(blueprint) if item.leads_somewhere or not item.is_of_the_engine]
    runs: list[Run] = []
    not_known: set[str] = set()
    try:
        with _deep_enough():
            for act in acts_of(blueprint, entries):
                if (act.case.is_any and not stimuli.has_any_values) or (only and act.entry not in only):
                    continue
                for seed in stimuli.seeds if act.case.is_any else stimuli.seeds[:1]:
                    imagination = Imagination(seed)
                    machine = _machine(blueprint, catalog, act.case, imagination, stimuli)
                    machine.draw = Random(seed).random
                    runs.append(_run(machine, act, seed, stimuli))
                    not_known |= imagination.not_known
    except CannotFollowError as error:
        return Unknown(str(error))
    return Trace(tuple(sorted(runs, key=repr)), tuple(sorted(not_known)))


@contextmanager
def _deep_enough() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _RECURSION))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _machine(
    blueprint: Blueprint, catalog: Catalog, case: Case, imagination: Imagination, stimuli: Stimuli
) -> Machine:
    start = {item.name: term(f"variable {item.name}") for item in blueprint.variables}
    return Machine(blueprint, catalog, start if case.is_any else {}, imagination, stimuli.most_steps)


# --- runs --------------------------------------------------------------------------------------------


def _run(machine: Machine, act: Act, seed: int, stimuli: Stimuli) -> Run:
    before, results, end = dict(machine.variables), {}, ""
    place = machine.location, machine.rotation
    try:
        results = act.do(machine)
        machine.advance(stimuli.seconds)
    except WithoutEndError as error:
        end = str(error)
    values = {f"gives {name}": value for name, value in results.items()}
    values.update({name: value for name, value in machine.variables.items() if before.get(name) != value})
    values.update({f"{shown(of)}.{name}": value for (of, name), value in machine.properties.items()})
    if (machine.location, machine.rotation) != place:
        values["its place"] = (machine.location, machine.rotation)
    told = tuple(sorted((name, repr(value)) for name, value in values.items()))
    case = f"{act.case.name}{act.way and f' by {act.way}'}{f', seed {seed}' if act.case.is_any else ''}"
    return Run(act.entry, case, tuple(machine.effects), told, end)


# --- comparison --------------------------------------------------------------------------------------


def differences(before: Trace, after: Trace, entries: Iterable[str] = ()) -> list[str]:
    """What is done otherwise, a line for each entry; of these entries, or of all that either has."""
    first, second = before.by_entry, after.by_entry
    found = []
    for entry in entries or dict.fromkeys((*first, *second)):
        old, new = first.get(entry, ()), second.get(entry, ())
        if old != new:
            found.append(f"{entry}: {_difference(old, new)}")
    return found


def _difference(old: tuple[Run, ...], new: tuple[Run, ...]) -> str:
    if len(old) != len(new):
        return (
            "it is not there" if not new else "it was not there" if not old else "it is there more than once"
        )
    one, other = next((one, other) for one, other in zip(old, new, strict=True) if one != other)
    for was, now in zip(one.effects, other.effects, strict=False):
        if was != now:
            return f"with {one.case} it {_told(now)} instead of {_told(was)}"
    if len(one.effects) != len(other.effects):
        more = one if len(one.effects) > len(other.effects) else other
        extra = more.effects[min(len(one.effects), len(other.effects))]
        return f"with {one.case} it {'no longer' if more is one else 'also'} {_told(extra)}"
    return f"with {one.case} it leaves {dict(other.values)} instead of {dict(one.values)}"


def _told(effect: Effect) -> str:
    given = ", ".join(f"{name}={shown(value)}" for name, value in effect.given)
    return f"{effect.what} {shown(effect.detail)}{f' ({given})' if given else ''} at {effect.at_s:g} s"
