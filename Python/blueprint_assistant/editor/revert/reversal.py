"""What is to be taken back, as values: for each Blueprint the state that was left and the one to go to.

`reversal_of` makes it of the steps of a turn, `reversal_again` of a reversal that was carried out, for
taking that back in turn. Pure; any thread.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from blueprint_assistant.editor.plan.member_steps import (
    RenameComponentStep,
    RenameFunctionStep,
    RenameVariableStep,
)
from blueprint_assistant.editor.revert.three_way_merge import merge_three_ways
from blueprint_assistant.editor.revert.turn_recorder import content_of, with_same_values, without_defaults

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from blueprint_assistant.editor.revert.turn_recorder import RecordedStep
    from blueprint_assistant.graph.model.blueprint import Blueprint, Properties

__all__ = [
    "BlueprintChange",
    "HistoryWay",
    "Rename",
    "Reversal",
    "backwards",
    "rest_of",
    "reversal_again",
    "reversal_of",
]

Rename = RenameVariableStep | RenameComponentStep | RenameFunctionStep


@dataclass(frozen=True, slots=True)
class BlueprintChange:
    """One Blueprint: `base` is how the change left it, `goal` how it is to be; None where it is not there.

    `renames` lead from the names of the goal to those of the base, oldest first. `conflicts` are edits
    of the artist between the steps of the change that the goal cannot hold.
    """

    path: str
    base: Blueprint | None
    goal: Blueprint | None
    renames: tuple[Rename, ...] = ()
    conflicts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HistoryWay:
    """How the editor's own history would get there: a command and the state after each of its steps.

    `expected` has for each step the Blueprints that it changes, before and after it. Empty when history
    cannot do it.
    """

    command: Literal["UNDO", "REDO"]
    expected: tuple[tuple[tuple[Blueprint, Blueprint], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Reversal:
    """All that is to be taken back together. `title` names it in the editor's undo history.

    `steps` are what a turn did, where it is a turn's.
    """

    title: str
    changes: tuple[BlueprintChange, ...]
    history: HistoryWay
    steps: tuple[RecordedStep, ...] = ()


def reversal_of(title: str, steps: Iterable[RecordedStep]) -> Reversal:
    """What takes back the plans of a turn: every Blueprint goes to its state before the first of them.

    What the artist changed between two of them stays in the goal.
    """
    steps = tuple(steps)
    by_path: dict[str, list[RecordedStep]] = {}
    for step in steps:
        by_path.setdefault(step.plan.blueprint, []).append(step)
    changes = tuple(_change(path, found) for path, found in by_path.items())
    # Creating an asset leaves nothing in the history; whether what else such a plan did does, is not known.
    is_whole = all(step.before is not None or len(step.plan.operations) == 1 for step in steps)
    expected = tuple(((step.after, step.before),) for step in reversed(steps) if step.before is not None)
    return Reversal(title, changes, HistoryWay("UNDO", expected if is_whole else ()), steps)


def rest_of(reversal: Reversal, now: Mapping[str, Blueprint | None]) -> Reversal:
    """What is left to be taken back when the artist has undone the newest steps already.

    `now` has the Blueprints that are there, with the component properties of the reversal.
    """
    for is_there in (_is_in, _is_in_but_for_defaults):
        for count in range(len(reversal.steps), 0, -1):
            steps = reversal.steps[:count]
            if all(is_there(now.get(path), state) for path, state in _states(reversal, steps).items()):
                return reversal if count == len(reversal.steps) else reversal_of(reversal.title, steps)
    return reversal


def _states(reversal: Reversal, steps: tuple[RecordedStep, ...]) -> dict[str, Blueprint | None]:
    """The Blueprints after the first steps; those that come later, as they are before them."""
    states: dict[str, Blueprint | None] = {}
    for step in reversal.steps:
        states.setdefault(step.plan.blueprint, step.before)
    return states | {step.plan.blueprint: step.after for step in steps}


def _is_in(now: Blueprint | None, state: Blueprint | None) -> bool:
    if now is None or state is None:
        return now is state
    return content_of(with_same_values(now, state)) == content_of(state)


def _is_in_but_for_defaults(now: Blueprint | None, state: Blueprint | None) -> bool:
    """After an undo without a compile nobody can read the defaults of what came back."""
    if now is None or state is None:
        return now is state
    return without_defaults(with_same_values(now, state)) == without_defaults(state)


def _change(path: str, steps: list[RecordedStep]) -> BlueprintChange:
    goal, base = steps[0].before, steps[0].after
    conflicts: list[str] = []
    for step in steps[1:]:
        if (
            goal is not None
            and step.before is not None
            and _without_values(step.before) != _without_values(base)
        ):
            merge = merge_three_ways(base, goal, step.before)
            goal = merge.result
            conflicts += merge.conflicts
        base = step.after
    goal = None if goal is None else _with_values(goal, _first_values(steps))
    base = _with_values(base, _last_values(steps))
    renames = tuple(item for step in steps for item in step.plan.operations if isinstance(item, Rename))
    return BlueprintChange(path, base, goal, _of_goal(goal, renames), tuple(dict.fromkeys(conflicts)))


def _of_goal(goal: Blueprint | None, renames: tuple[Rename, ...]) -> tuple[Rename, ...]:
    """The renames of what the goal has: what was added and renamed in one turn goes under its new name."""
    if goal is None:
        return ()
    known = {
        RenameVariableStep: {item.name.lower() for item in goal.variables},
        RenameComponentStep: {item.name.lower() for item in goal.components},
        RenameFunctionStep: {graph.name.lower() for graph in goal.graphs},
    }
    found = []
    for item in renames:
        names = known[type(item)]
        if item.name.lower() in names:
            names.remove(item.name.lower())
            names.add(item.new_name.lower())
            found.append(item)
    return tuple(found)


def reversal_again(
    title: str,
    done: Reversal,
    before: Mapping[str, Blueprint | None],
    after: Mapping[str, Blueprint | None],
    history: HistoryWay,
) -> Reversal:
    """What takes a reversal back that led from the states `before` to `after`, by path."""
    changes = tuple(
        BlueprintChange(
            item.path,
            after[item.path],
            before[item.path],
            _of_goal(before[item.path], backwards(item.renames)),
        )
        for item in done.changes
        if item.path in after and after[item.path] != before[item.path]
    )
    return Reversal(title, changes, history)


def backwards(renames: tuple[Rename, ...]) -> tuple[Rename, ...]:
    """The renames that lead back."""
    return tuple(type(item)(item.new_name, item.name) for item in reversed(renames))


# --- component properties ------------------------------------------------------------------------
# A step has only those that it set: the first value before is the goal's, the last one after the base's.

_Values = dict[str, dict[str, str]]


def _without_values(blueprint: Blueprint) -> Blueprint:
    components = tuple(replace(item, properties=()) for item in blueprint.components)
    return replace(content_of(blueprint), components=components)


def _first_values(steps: list[RecordedStep]) -> _Values:
    values: _Values = {}
    for step in reversed(steps):
        # Backwards, so that names are those of the goal in the end.
        for item in reversed(step.plan.operations):
            if isinstance(item, RenameComponentStep) and item.new_name in values:
                values[item.name] = values.pop(item.new_name)
        for component in () if step.before is None else step.before.components:
            if component.properties:
                values[component.name] = values.get(component.name, {}) | dict(component.properties)
    return values


def _last_values(steps: list[RecordedStep]) -> _Values:
    values: _Values = {}
    for step in steps:
        for item in step.plan.operations:
            if isinstance(item, RenameComponentStep) and item.name in values:
                values[item.new_name] = values.pop(item.name)
        for component in step.after.components:
            if component.properties:
                values[component.name] = values.get(component.name, {}) | dict(component.properties)
    return values


def _with_values(blueprint: Blueprint, values: _Values) -> Blueprint:
    components = tuple(
        replace(item, properties=_sorted(values.get(item.name, {}))) for item in blueprint.components
    )
    return replace(blueprint, components=components)


def _sorted(values: Mapping[str, str]) -> Properties:
    return tuple(sorted(values.items()))
