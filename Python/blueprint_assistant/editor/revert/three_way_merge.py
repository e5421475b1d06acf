"""Three states of one Blueprint brought together: what one side took back, what the other changed since.

`merge_three_ways(base, goal, now)` leads `now` to the goal in all that differs between base and goal, and
leaves the rest of `now` as it is. The parts that both changed are conflicts. Graphs are merged in
`merged_graphs`. Pure; any thread.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

from blueprint_assistant.editor.revert.merged_graphs import Findings, merged_graph
from blueprint_assistant.graph.compare.facts import graph_facts
from blueprint_assistant.graph.model.blueprint import Blueprint, Component, Variable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from blueprint_assistant.graph.model.blueprint import Graph

__all__ = ["BlueprintMerge", "merge_three_ways"]

_Item = TypeVar("_Item", Variable, Component)


@dataclass(frozen=True, slots=True)
class BlueprintMerge:
    """The merged Blueprint; `kept` and `conflicts` are sentences on what the other side changed.

    Where there is a conflict the result goes to the goal.
    """

    result: Blueprint
    kept: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()


def merge_three_ways(base: Blueprint, goal: Blueprint, now: Blueprint) -> BlueprintMerge:
    """Lead `now` to the goal in what differs between base and goal. Names must be those of the base."""
    found = Findings()
    result = replace(
        now,
        variables=_merged(base.variables, goal.variables, now.variables, _variable_words, found),
        components=_merged(base.components, goal.components, now.components, _component_words, found),
        graphs=_graphs(base, goal, now, found),
    )
    return BlueprintMerge(result, tuple(dict.fromkeys(found.kept)), tuple(dict.fromkeys(found.conflicts)))


def _variable_words(item: Variable) -> str:
    what = "event dispatcher" if item.type.category == "mcdelegate" else "variable"
    return f"the {what} {item.name}"


def _component_words(item: Component) -> str:
    return f"the component {item.name}"


# --- members -------------------------------------------------------------------------------------


def _by_name(items: Iterable[_Item]) -> dict[str, _Item]:
    return {item.name.lower(): item for item in items}


def _merged(
    base: Iterable[_Item],
    goal: Iterable[_Item],
    now: Iterable[_Item],
    words: Callable[[_Item], str],
    found: Findings,
) -> tuple[_Item, ...]:
    old, wanted, present = _by_name(base), _by_name(goal), _by_name(now)
    result: list[_Item] = []
    for key, item in present.items():
        before, target = old.get(key), wanted.get(key)
        if before is None and target is None:
            found.kept.append(f"{words(item)}, which was added since")
        if target is None and before is not None:
            if _plain(item) != _plain(before):
                found.conflicts.append(f"{words(item)} is to go, and was changed since")
        elif target is None or before is None:
            result.append(item)
        else:
            result.append(_merged_item(before, target, item, words, found))
    result += [item for key, item in wanted.items() if key not in present and key not in old]
    return tuple(result)


def _plain(item: _Item) -> _Item:
    """A member without what reading it again may give otherwise."""
    if isinstance(item, Variable):
        return replace(item, guid="", extra=())
    return replace(item, properties=())


def _merged_item(
    base: _Item, goal: _Item, now: _Item, words: Callable[[_Item], str], found: Findings
) -> _Item:
    changes: dict[str, Any] = {}
    for field in fields(now):
        old, wanted, present = (getattr(item, field.name) for item in (base, goal, now))
        if field.name == "properties":
            changes["properties"] = _merged_values(dict(old), dict(wanted), dict(present), words(now), found)
        elif field.name not in ("guid", "name") and wanted not in (old, present):
            if present != old:
                found.conflicts.append(f"{field.name.replace('_', ' ')} of {words(now)} was changed since")
            changes[field.name] = wanted
    return replace(now, **changes)


def _merged_values(
    base: Mapping[str, str], goal: Mapping[str, str], now: Mapping[str, str], owner: str, found: Findings
) -> tuple[tuple[str, str], ...]:
    """The properties that the change set; the others are not looked at."""
    values = {}
    for name, wanted in goal.items():
        present = now.get(name, wanted)
        if wanted == base.get(name, wanted) or present == wanted:
            values[name] = present
            continue
        if present != base[name]:
            found.conflicts.append(f"{name} of {owner} was changed since")
        values[name] = wanted
    return tuple(sorted(values.items()))


# --- graphs --------------------------------------------------------------------------------------


def _graphs(base: Blueprint, goal: Blueprint, now: Blueprint, found: Findings) -> tuple[Graph, ...]:
    old, wanted, present = ({item.name.lower(): item for item in one.graphs} for one in (base, goal, now))
    result: list[Graph] = []
    for key, graph in present.items():
        before, target = old.get(key), wanted.get(key)
        if before is not None and target is not None:
            result.append(merged_graph(before, target, graph, found))
        elif before is not None:
            if graph_facts(before) != graph_facts(graph):
                found.conflicts.append(f"the graph {graph.name} is to go, and was changed since")
        else:
            if target is None:
                found.kept.append(f"the graph {graph.name}, which was added since")
            result.append(graph)
    result += [graph for key, graph in wanted.items() if key not in present and key not in old]
    return tuple(result)
