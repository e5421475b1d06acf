"""Which line of a written program a node belongs to. Outside uses CodeLines and line_of_step.

The plan says which node each statement stands for, and what was done how the new ones are called.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.edit_plan import AddNodeStep, ConnectPinsStep, SetPinDefaultStep

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blueprint_assistant.actions.program.plan_values import CodePlan
    from blueprint_assistant.editor.plan.edit_plan import EditOperation
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from blueprint_assistant.languages.merge.program_plan import ProgramPlan

__all__ = ["CodeLines", "line_of_step"]


class CodeLines:
    """The lines of the nodes of a Blueprint that a program was written to. Looks only when it is asked."""

    def __init__(self, owner: Blueprint, plan: CodePlan, names: Mapping[str, str]) -> None:
        """`owner` has the nodes of `plan`, those of its keys under these names."""
        self._owner = owner
        self._plan = plan
        self._names = names

    def of(self, graph_name: str, node: str) -> int:
        """The line of the statement that a node is, or that it gives a value to; 0 for none."""
        graph = self._owner.find_graph(graph_name)
        if graph is None or not node:
            return 0
        waiting, seen = [node], {node}
        for name in waiting:  # grows while it is walked
            if (graph.name, name) in self._lines:
                return self._lines[graph.name, name]
            outputs = [pin for pin in graph.node(name).pins if pin.direction == "output" and not pin.is_exec]
            takers = [ref.node for pin in outputs for ref in graph.links_of(name, pin.id)]
            waiting += [taker for taker in dict.fromkeys(takers) if taker not in seen]
            seen |= {*takers}
        return 0

    @cached_property
    def _lines(self) -> dict[tuple[str, str], int]:
        return {
            (graph.name, self._names.get(key, key)): line
            for group in self._plan.graphs
            if group.plan is not None and (graph := self._owner.find_graph(group.graph)) is not None
            for key, line in _lines_of(group.plan).items()
        }


def line_of_step(plan: CodePlan, step: EditOperation) -> int:
    """The line of the statement that a step is of, or that its node gives a value to; 0 for none."""
    lines: dict[str, int] = {}
    feeds: dict[str, list[str]] = {}
    for group in plan.graphs:
        if group.plan is None:
            continue
        lines |= _lines_of(group.plan)
        for entry in group.entries:
            node = group.plan.entries.get((entry.owner.lower(), entry.name.lower()), "")
            lines.setdefault(node, entry.place.line)
        for one in group.steps:
            if isinstance(one, ConnectPinsStep):
                feeds.setdefault(one.source.node, []).append(one.target.node)
    waiting = [*_nodes_of(step)]
    for node in waiting:  # grows while it is walked
        if lines.get(node):
            return lines[node]
        waiting += [other for other in feeds.get(node, ()) if other not in waiting]
    return 0


def _lines_of(plan: ProgramPlan) -> dict[str, int]:
    """The lines of the nodes that statements stand for, by name, or by key where they are new."""
    at = {item.path: item.line for item in plan.operations}
    return {node: at[path] for path, node in plan.nodes.items() if at.get(path)}


def _nodes_of(step: EditOperation) -> Iterator[str]:
    match step:
        case AddNodeStep(_, key):
            yield key
        case ConnectPinsStep(_, source, target):
            yield from (target.node, source.node)
        case SetPinDefaultStep(_, pin):
            yield pin.node
        case _:
            return
