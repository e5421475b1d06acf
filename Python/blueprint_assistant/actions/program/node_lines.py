"""Which line of a written program a node belongs to. Outside uses CodeLines and line_of_step.

Asks the planner anew, once the nodes are there: what it finds again has a node and a line.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from blueprint_assistant.actions.names.link_ends import pin_text
from blueprint_assistant.actions.program.plan_emitter import PlanEmitter
from blueprint_assistant.editor.plan.edit_plan import AddNodeStep, ConnectPinsStep, SetPinDefaultStep
from blueprint_assistant.editor.rehearsal import Rehearsal
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.languages.ast.syntax_tree import Program
from blueprint_assistant.languages.merge.program_plan import plan_program
from blueprint_assistant.languages.merge.statement_keys import GraphContext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.program.code_plan import CodePlan
    from blueprint_assistant.editor.plan.edit_plan import EditOperation
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["CodeLines", "line_of_step"]


class CodeLines:
    """The lines of the nodes of a Blueprint that a program was written to. Looks only when it is asked."""

    def __init__(self, context: ActionContext, owner: Blueprint, plan: CodePlan) -> None:
        """`owner` has the nodes of `plan`."""
        self._context = context
        self._owner = owner
        self._plan = plan

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
        return dict(self._found())

    def _found(self) -> Iterator[tuple[tuple[str, str], int]]:
        for group in self._plan.graphs:
            graph = self._owner.find_graph(group.graph)
            if graph is None:
                continue
            rehearsal = Rehearsal(self._owner, self._plan.catalog)
            builder = PlanEmitter(
                rehearsal, self._owner, graph, text_of=lambda pin, value: pin_text(pin, value, self._context)
            )
            ground = GraphContext(graph, self._owner, self._plan.catalog)
            try:
                planned = plan_program(Program(tuple(group.entries)), ground, builder)
            except AssistantError:
                continue  # the lines are a help; the message stands without them
            for item in planned.operations:
                if item.kind == "noop" and item.line:
                    yield (graph.name, item.node), item.line


def line_of_step(plan: CodePlan, step: EditOperation) -> int:
    """The line of the statement that a step is of, or that its node gives a value to; 0 for none."""
    lines: dict[str, int] = {}
    feeds: dict[str, list[str]] = {}
    for group in plan.graphs:
        if group.plan is None:
            continue
        at = {item.path: item.line for item in group.plan.operations}
        lines |= {node: at[path] for path, node in group.plan.nodes.items() if at.get(path)}
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
