"""Turns to take back in tests: recorded on a sandbox project, and what is compared before and after.

`exact_state` is everything, names and GUIDs included; `meaning` is what is left of it where nodes are made
anew under other names.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.edit_plan import AddNodeStep, EditPlan
from blueprint_assistant.editor.revert.reversal import reversal_of
from blueprint_assistant.editor.revert.turn_recorder import RecordingEditor, content_of
from blueprint_assistant.graph.catalog.declarations import functions_of
from blueprint_assistant.graph.compare.isomorphism import isomorphism_hash
from blueprint_assistant.graph.kinds.node_factory import is_ghost
from blueprint_assistant.graph.kinds.specs import KnotSpec
from blueprint_assistant.graph.t3d.graph_text import format_t3d

if TYPE_CHECKING:
    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.editor.revert.reversal import Reversal
    from blueprint_assistant.editor.revert.revert_plan import RevertReport
    from blueprint_assistant.graph.model.blueprint import Blueprint, Function, Graph
    from sandbox_project import SandboxProject

_GHOST = (
    *("EnabledState", "NodeComment"),
    *("bCommentBubblePinned", "bCommentBubbleVisible", "bCommentBubbleMakeVisible"),
)

__all__ = ["Recording", "artist_edit", "exact_state", "graph_texts", "meaning", "meaning_of", "record"]


@dataclass
class Recording:
    """A turn that is being recorded: its context for tools, and what takes it back."""

    project: SandboxProject
    editor: RecordingEditor = field(init=False)
    context: ActionContext = field(init=False)

    def __post_init__(self) -> None:
        self.editor = RecordingEditor(self.project.editor)

    @property
    def reversal(self) -> Reversal:
        return reversal_of("AI: undo 'test'", self.editor.steps)

    def revert(self, *, despite_conflicts: bool = False) -> RevertReport:
        return self.project.reverter.revert(self.reversal, despite_conflicts=despite_conflicts)


def record(project: SandboxProject, context: ActionContext | None = None) -> Recording:
    """Begin a turn; `context` is one that knows node ids already."""
    made = Recording(project)
    made.context = replace(context or project.new_context(), editor=made.editor)
    return made


def exact_state(project: SandboxProject) -> dict[str, Blueprint]:
    """All Blueprints, but for the compile state."""
    return {path: content_of(blueprint) for path, blueprint in project.blueprints().items()}


def graph_texts(project: SandboxProject, path: str) -> dict[str, str]:
    """The T3D texts of the graphs of a Blueprint."""
    return {graph.name: format_t3d(graph, owner_path=path) for graph in project.blueprint(path).graphs}


def meaning(project: SandboxProject) -> dict[str, object]:
    """All Blueprints, whatever their nodes are called."""
    return {path: meaning_of(blueprint) for path, blueprint in project.blueprints().items()}


def meaning_of(blueprint: Blueprint) -> object:
    variables = {
        replace(item, guid="", metadata=(), extra=(), friendly_name="", tooltip="")
        for item in blueprint.variables
    }
    graphs = {
        graph.name: (
            isomorphism_hash(awake),
            Counter((node.class_path, node.x, node.y) for node in awake.nodes),
        )
        for graph in blueprint.graphs
        if (awake := _awake(graph))
    }
    functions = {item.name: _plain(item) for item in functions_of(blueprint)}
    components = {(item.name, item.class_path, item.parent) for item in blueprint.components}
    return blueprint.parent_class, variables, components, graphs, functions


def _awake(graph: Graph) -> Graph:
    """The graph with no event greyed out: only the editor's own undo greys one out again."""
    nodes = tuple(
        replace(node, properties=tuple(item for item in node.properties if item[0] not in _GHOST))
        if is_ghost(node)
        else node
        for node in graph.nodes
    )
    return replace(graph, nodes=nodes)


def _plain(function: Function) -> Function:
    local = tuple(replace(item, guid="", friendly_name="") for item in function.local_variables)
    return replace(function, local_variables=local)


def artist_edit(project: SandboxProject, path: str, graph: str = "EventGraph") -> str:
    """A node that the artist adds, far from all others; its name."""
    plan = EditPlan(path, "Add reroute", (AddNodeStep(graph, "own", KnotSpec(), 5000, 5000),))
    return project.editor.apply(plan).node_of("own")
