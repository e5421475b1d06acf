"""What the plans of one turn changed: the Blueprint before and after each of them.

Outside uses `RecordingEditor`, which stands before an editor while a turn runs, and the steps that it
keeps. Only values: nothing of it belongs to a thread. `reversal` makes of it what is to be taken back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from blueprint_assistant.editor.editor_wrapper import EditorWrapper

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.edit_plan import ApplyReport, EditPlan
    from blueprint_assistant.editor.protocol import BlueprintEditor
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph

__all__ = [
    "RecordedStep",
    "RecordingEditor",
    "content_of",
    "with_same_values",
    "without_defaults",
]


_MESSAGES = frozenset({"bHasCompilerMessage", "ErrorType", "ErrorMsg"})
"""What a compile writes on the nodes that it complains of (seen in UE 5 exports)."""


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """One plan that changed something. `before` is None when it created the Blueprint.

    Both are as read back, with the component properties that the plan set.
    """

    plan: EditPlan
    before: Blueprint | None
    after: Blueprint


class RecordingEditor(EditorWrapper):
    """A BlueprintEditor that keeps what its plans changed. Everything else is the editor's own."""

    def __init__(self, editor: BlueprintEditor) -> None:
        """Start with nothing recorded."""
        super().__init__(editor)
        self._steps: list[RecordedStep] = []

    @property
    def steps(self) -> tuple[RecordedStep, ...]:
        """What was changed, in order. A plan that found everything as it wanted it changed nothing."""
        return tuple(self._steps)

    def apply(self, plan: EditPlan) -> ApplyReport:
        """Apply a plan, and keep what it did."""
        report = super().apply(plan)
        if report.has_changed:
            self.note(plan, report.before, report.after)
        return report

    def note(self, plan: EditPlan, before: Blueprint | None, after: Blueprint) -> None:
        """Keep a change that belongs to the turn, whoever made it."""
        if before is None or content_of(before) != content_of(after):
            known = None if before is None else _without_look_ups(before)
            self._steps.append(RecordedStep(plan, known, _without_look_ups(after)))


def content_of(blueprint: Blueprint) -> Blueprint:
    """Everything but the compile state and what a compile writes on nodes: no undo has to bring that back."""
    graphs = tuple(_without_messages(graph) for graph in blueprint.graphs)
    return replace(blueprint, status="unknown", graphs=graphs)


def _without_messages(graph: Graph) -> Graph:
    if not any(key in _MESSAGES for node in graph.nodes for key, _ in node.properties):
        return graph
    nodes = tuple(
        replace(node, properties=tuple(item for item in node.properties if item[0] not in _MESSAGES))
        for node in graph.nodes
    )
    return replace(graph, nodes=nodes)


def without_defaults(blueprint: Blueprint) -> Blueprint:
    """The content without class defaults: until a compile nobody can read those of what has just come."""
    variables = tuple(replace(item, default="") for item in blueprint.variables)
    return replace(content_of(blueprint), variables=variables)


def with_same_values(blueprint: Blueprint, like: Blueprint) -> Blueprint:
    """The Blueprint with those component properties alone that another state of it has."""
    known = {item.name: {name for name, _ in item.properties} for item in like.components}
    components = tuple(
        replace(
            item, properties=tuple(pair for pair in item.properties if pair[0] in known.get(item.name, ()))
        )
        for item in blueprint.components
    )
    return replace(blueprint, components=components)


def _without_look_ups(blueprint: Blueprint) -> Blueprint:
    """The same value without the tables that its graphs have built: only nodes are shared by states."""
    return replace(blueprint, graphs=tuple(replace(graph) for graph in blueprint.graphs))
