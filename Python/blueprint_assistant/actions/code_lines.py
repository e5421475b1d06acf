"""Which line of a written program a node belongs to. Outside uses CodeLines.

Asks the planner anew, once the nodes are there: what it finds again has a node and a line.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from blueprint_assistant.actions.link_ends import pin_text
from blueprint_assistant.actions.rehearsed_builder import RehearsedBuilder
from blueprint_assistant.editor.rehearsal import Rehearsal
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.languages.planning import plan_program
from blueprint_assistant.languages.standing import Ground
from blueprint_assistant.languages.tree import Program

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.code_writing import CodePlan
    from blueprint_assistant.graph.model import Blueprint

__all__ = ["CodeLines"]


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
            builder = RehearsedBuilder(
                rehearsal, self._owner, graph, text_of=lambda pin, value: pin_text(pin, value, self._context)
            )
            ground = Ground(graph, self._owner, self._plan.catalog)
            try:
                planned = plan_program(Program(tuple(group.entries)), ground, builder)
            except AssistantError:
                continue  # the lines are a help; the message stands without them
            for item in planned.operations:
                if item.kind == "noop" and item.line:
                    yield (graph.name, item.node), item.line
