"""What the plans of one turn changed: the Blueprint before and after each of them.

Outside uses `RecordingEditor`, which stands before an editor while a turn runs, and the steps that it
keeps. Only values: nothing of it belongs to a thread. `reversal` makes of it what is to be taken back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.edit_plan import EditPlan

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.edit_plan import ApplyReport
    from blueprint_assistant.editor.protocol import (
        Asset,
        BlueprintEditor,
        BlueprintsAtHand,
        EditorStatus,
    )
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph

__all__ = [
    "RecordedStep",
    "RecordingEditor",
    "content_of",
    "note_change",
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


class RecordingEditor:
    """A BlueprintEditor that keeps what its plans changed. Everything else is the editor's own."""

    def __init__(self, editor: BlueprintEditor) -> None:
        """Start with nothing recorded."""
        self._editor = editor
        self._steps: list[RecordedStep] = []

    @property
    def steps(self) -> tuple[RecordedStep, ...]:
        """What was changed, in order. A plan that found everything as it wanted it changed nothing."""
        return tuple(self._steps)

    def apply(self, plan: EditPlan) -> ApplyReport:
        """Apply a plan, and keep what it did."""
        report = self._editor.apply(plan)
        if report.has_changed:
            self.note(plan, report.before, report.after)
        return report

    def note(self, plan: EditPlan, before: Blueprint | None, after: Blueprint) -> None:
        """Keep a change that belongs to the turn, whoever made it."""
        if before is None or content_of(before) != content_of(after):
            known = None if before is None else _without_look_ups(before)
            self._steps.append(RecordedStep(plan, known, _without_look_ups(after)))

    # --- the editor's own ------------------------------------------------------------------------

    def status(self) -> EditorStatus:
        """Engine version, abilities, and whether it is busy."""
        return self._editor.status()

    def list_blueprints(self) -> tuple[str, ...]:
        """The paths of all Blueprints of the project, sorted."""
        return self._editor.list_blueprints()

    def list_assets(self, folder: str) -> tuple[Asset, ...]:
        """All assets under a folder."""
        return self._editor.list_assets(folder)

    def list_folders(self, folder: str) -> tuple[str, ...]:
        """All folders under a folder."""
        return self._editor.list_folders(folder)

    def open_blueprint(self, path: str) -> None:
        """Open the Blueprint in its own editor window."""
        self._editor.open_blueprint(path)

    def blueprints_at_hand(self) -> BlueprintsAtHand:
        """What hints at the Blueprint that the artist works on."""
        return self._editor.blueprints_at_hand()

    def read_blueprint(self, path: str) -> Blueprint:
        """The Blueprint as it is now."""
        return self._editor.read_blueprint(path)

    def menu_entries(self, path: str, graph: str) -> tuple[str, ...]:
        """The names on the node menu of a graph."""
        return self._editor.menu_entries(path, graph)

    def save(self, path: str) -> None:
        """Save one Blueprint. No undo takes that back: a revert says what files still hold."""
        self._editor.save(path)


def note_change(editor: BlueprintEditor, before: Blueprint, after: Blueprint) -> None:
    """Let a change that the artist made by hand on behalf of a turn be taken back with it.

    Where no turn is recorded, nothing happens.
    """
    if isinstance(editor, RecordingEditor):
        editor.note(EditPlan(after.path, "by hand", ()), before, after)


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
