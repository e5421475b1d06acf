"""The tool that moves nodes: arrange_graph, for a whole graph, for some nodes, or to a place."""

from __future__ import annotations

import re
from collections.abc import Mapping  # pydantic reads the annotations
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import Field

from blueprint_assistant.actions.arguments import Coordinate
from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.project_lookup import LiveNode, find_graph, find_nodes, read_blueprint
from blueprint_assistant.actions.receipts.counted import listed
from blueprint_assistant.actions.tools.blueprints import BLUEPRINT_ALIASES
from blueprint_assistant.actions.tools.links_and_values import DifferentGraphsError
from blueprint_assistant.editor.plan.comment_boxes import box_like
from blueprint_assistant.editor.plan.edit_plan import AddCommentStep, EditPlan, MoveNodesStep, RemoveNodesStep
from blueprint_assistant.errors import ToolError
from blueprint_assistant.graph.compare.semantics import is_comment
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.kinds.specs import CommentSpec
from blueprint_assistant.graph.layout.arrange import arrange
from blueprint_assistant.graph.layout.tidy import tidy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.editor.plan.edit_plan import EditOperation
    from blueprint_assistant.graph.layout.tidy import Tidied
    from blueprint_assistant.graph.model.blueprint import Graph

__all__ = ["ArrangeGraph"]

_SHOWN = 12


class ArrangeGraph(Action):
    """Tidy up: arrange a whole graph with its comment boxes, or only node_ids; with x, y move them there."""

    tool_name: ClassVar[str] = "arrange_graph"
    effect: ClassVar[Effect] = "mutate"
    other_names: ClassVar[tuple[str, ...]] = (
        *("move_node", "move_nodes", "set_node_position", "layout_graph", "auto_arrange", "tidy_graph"),
        *("arrange_nodes", "auto_layout"),
    )
    limits: ClassVar[str] = (
        "No call of the editor moves a comment box: boxes are made anew with their text, colour and size."
    )
    aliases: ClassVar[Mapping[str, str]] = {
        **BLUEPRINT_ALIASES,
        "graph": "graph_name",
        "nodes": "node_ids",
        "ids": "node_ids",
        "node_id": "node_ids",
        "node": "node_ids",
    }

    blueprint: str = Field(default="", description="Blueprint name or path; not needed with node_ids")
    graph_name: str = Field(default="", description="graph, EventGraph when left out")
    node_ids: tuple[str, ...] = Field(default=(), description="only these nodes, e.g. N1, N2")
    x: Coordinate | None = Field(default=None, description="left edge of the nodes")
    y: Coordinate | None = Field(default=None, description="top edge of the nodes")

    @classmethod
    def adapt(cls, parameters: dict[str, Any]) -> dict[str, Any]:
        """Take ids as one text."""
        return {
            key: [part for part in re.split(r"[,;\s]+", value.strip(" []")) if part]
            if isinstance(value, str) and cls.aliases.get(key, key) == "node_ids"
            else value
            for key, value in parameters.items()
        }

    def run(self, context: ActionContext) -> ActionResult:
        """Move what has to move, in one step."""
        if self.node_ids:
            return self._arrange_some(context)
        if self.x is not None or self.y is not None:
            raise ToolError("x and y place nodes, and none are named.", "Give node_ids.")
        if not self.blueprint:
            raise ToolError("Nothing to arrange is named.", "Give blueprint, or node_ids.")
        owner = read_blueprint(context, self.blueprint)
        graph = find_graph(owner, self.graph_name or "EventGraph")
        places = tidy(graph)
        steps = _steps(graph, places)
        if not steps:
            text = f"{graph.name} of {owner.path} is arranged already; nothing was changed."
            return ActionResult(ok=True, text=text, blueprint=owner)
        report = context.editor.apply(EditPlan(owner.path, f"AI: arrange {graph.name}", steps))
        after = find_graph(report.after, graph.name)
        for name, _ in _changed_boxes(graph, places):
            box = after.node(report.node_of(_key(name)))
            context.nodes.follow(owner.path, graph.name, graph.node(name), box)
        head = f"Arranged {graph.name} of {owner.path}: {_counted(steps)}."
        lines = [head, *(f"Note: {warning}" for warning in report.warnings)]
        return ActionResult(ok=True, text="\n".join(lines), has_changed=True, blueprint=report.after)

    def _arrange_some(self, context: ActionContext) -> ActionResult:
        nodes = list({live.id: live for live in find_nodes(context, *self.node_ids)}.values())
        owner, graph = nodes[0].blueprint, nodes[0].graph
        _refuse_different_graphs(nodes)
        boxes = [live.id for live in nodes if is_comment(live.node)]
        if boxes:
            raise ToolError(
                f"{', '.join(boxes)} is a comment box: no call of the editor moves one.",
                "Leave node_ids out to arrange the whole graph with its boxes.",
            )
        places = self._moved(nodes) or arrange(graph, [live.node.name for live in nodes])
        step = MoveNodesStep(graph.name, tuple((name, x, y) for name, (x, y) in places.items()))
        title = f"AI: move {nodes[0].label}" if len(nodes) == 1 else f"AI: move {len(nodes)} nodes"
        report = context.editor.apply(EditPlan(owner.path, title, (step,)))
        after = find_graph(report.after, graph.name)
        stand = [
            f"{live.id} at {after.node(live.node.name).x},{after.node(live.node.name).y}" for live in nodes
        ]
        state = "" if report.has_changed else " already; nothing was changed"
        text = f"{listed(stand, _SHOWN)}{state}."
        return ActionResult(ok=True, text=text, has_changed=report.has_changed, blueprint=report.after)

    def _moved(self, nodes: list[LiveNode]) -> dict[str, tuple[int, int]]:
        """The nodes as they stand to each other, at x and y; nothing when neither is given."""
        if self.x is None and self.y is None:
            return {}
        left, top = min(live.node.x for live in nodes), min(live.node.y for live in nodes)
        by_x = 0 if self.x is None else self.x - left
        by_y = 0 if self.y is None else self.y - top
        return {live.node.name: (live.node.x + by_x, live.node.y + by_y) for live in nodes}


def _refuse_different_graphs(nodes: list[LiveNode]) -> None:
    if len({(live.blueprint.path, live.graph.name) for live in nodes}) > 1:
        shown = ", ".join(f"{live.id} in {live.graph.name} of {live.blueprint.path}" for live in nodes)
        raise DifferentGraphsError(f"The nodes are in different graphs: {shown}.", "Move them in two calls.")


def _steps(graph: Graph, places: Tidied) -> tuple[EditOperation, ...]:
    moved = tuple(
        (name, x, y)
        for name, (x, y) in places.places.items()
        if (graph.node(name).x, graph.node(name).y) != (x, y)
    )
    boxes = dict(_changed_boxes(graph, places))
    steps: list[EditOperation] = [MoveNodesStep(graph.name, moved)] if moved else []
    if boxes:
        steps.append(RemoveNodesStep(graph.name, tuple(boxes)))
        steps += [
            box_like(graph.node(name), spec, graph.name, _key(name), places.boxes[name])
            for name, spec in boxes.items()
        ]
    return tuple(steps)


def _changed_boxes(graph: Graph, places: Tidied) -> Iterator[tuple[str, CommentSpec]]:
    for name, area in places.boxes.items():
        node = graph.node(name)
        spec = any_spec_of(node)
        if isinstance(spec, CommentSpec) and (node.x, node.y, spec.width, spec.height) != area:
            yield name, spec


def _key(box: str) -> str:
    return f"again {box}"


def _counted(steps: tuple[EditOperation, ...]) -> str:
    nodes = sum(len(step.places) for step in steps if isinstance(step, MoveNodesStep))
    boxes = sum(isinstance(step, AddCommentStep) for step in steps)
    parts = [f"moved {nodes} node{'s' if nodes != 1 else ''}"] if nodes else []
    parts += [f"made {boxes} comment box{'es' if boxes != 1 else ''} anew"] if boxes else []
    return ", ".join(parts)
