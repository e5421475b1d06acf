"""The tools for comments: add_comment_box, and set_node_comment for boxes and bubbles."""

from __future__ import annotations

import re
from collections.abc import Mapping  # pydantic reads the annotations
from typing import Any, ClassVar

from pydantic import Field

from blueprint_assistant.actions.arguments import Coordinate
from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.manual.apply_plan import PlanRequest, apply_plan
from blueprint_assistant.actions.manual.pasted_bubbles import comment_by_hand
from blueprint_assistant.actions.names.project_lookup import LiveNode, find_graph, find_nodes, read_blueprint
from blueprint_assistant.actions.tools.blueprints import BLUEPRINT_ALIASES
from blueprint_assistant.actions.tools.links_and_values import DifferentGraphsError
from blueprint_assistant.editor.plan.edit_plan import AddCommentStep, EditPlan, SetCommentTextStep
from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.graph.catalog.name_lookup import fold_spaces
from blueprint_assistant.graph.layout.sizes import node_size
from blueprint_assistant.graph.rules.color_values import COLORS, named_color

__all__ = ["AddCommentBox", "BadCommentError", "SetNodeComment"]

_PADDING = 100
_SIZE = (400, 200)
_MOST_POINTS = 1000
_BYTE = 255.0


class BadCommentError(ToolError):
    """What a comment box should be like cannot be."""

    code = "bad_comment"


class AddCommentBox(Action):
    """Add a comment box around nodes (node_ids), or at x, y with width and height."""

    tool_name: ClassVar[str] = "add_comment_box"
    effect: ClassVar[Effect] = "mutate"
    by_hand_since: ClassVar[str] = "5.6"
    limits: ClassVar[str] = (
        "A box cannot be moved or resized afterwards; group_movement false depends on the engine's build."
    )
    aliases: ClassVar[Mapping[str, str]] = {
        **BLUEPRINT_ALIASES,
        "text": "comment",
        "comment_text": "comment",
        "title": "comment",
        "nodes": "node_ids",
        "ids": "node_ids",
        "node_id": "node_ids",
        "colour": "color",
        "comment_color": "color",
        "size": "font_size",
        "graph": "graph_name",
        "move_nodes": "group_movement",
    }

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    comment: str = Field(min_length=1, description="text of the box")
    node_ids: tuple[str, ...] = Field(default=(), description="ids of the nodes to enclose, e.g. N1, N2")
    x: Coordinate | None = Field(default=None, description="left edge")
    y: Coordinate | None = Field(default=None, description="top edge")
    width: Coordinate | None = Field(default=None, description="width")
    height: Coordinate | None = Field(default=None, description="height")
    color: str = Field(default="", description="name such as red or blue, or R,G,B,A from 0 to 1")
    font_size: Coordinate = Field(default=18, description="font size")
    group_movement: bool = Field(default=True, description="whether the box moves its nodes along")
    graph_name: str = Field(default="", description="graph, that of the nodes or EventGraph")

    @classmethod
    def adapt(cls, parameters: dict[str, Any]) -> dict[str, Any]:
        """Take ids as one text, and colours as a list or an object."""
        adapted = dict(parameters)
        for key in ("node_ids", "nodes", "ids", "node_id"):
            value = adapted.get(key)
            if isinstance(value, str):
                adapted[key] = [part for part in re.split(r"[,;\s]+", value.strip(" []")) if part]
        for key in ("color", "colour", "comment_color"):
            value = adapted.get(key)
            if isinstance(value, dict):
                lowered = {str(name).lower()[:1]: item for name, item in value.items()}
                value = [lowered[name] for name in "rgba" if name in lowered]
            if isinstance(value, list):
                adapted[key] = ",".join(map(str, value))
        return adapted

    def run(self, context: ActionContext) -> ActionResult:
        """Add it where the nodes are."""
        owner = read_blueprint(context, self.blueprint)
        nodes = find_nodes(context, *self.node_ids)
        graph_name = self._graph_of(owner.path, nodes)
        graph = find_graph(owner, graph_name or self.graph_name or "EventGraph")
        x, y, width, height = self._place(nodes)
        step = AddCommentStep(
            graph.name,
            "box",
            self.comment,
            x,
            y,
            width,
            height,
            color=_color(self.color) if self.color else None,
            font_size=self._font_size(),
            moves_content=self.group_movement,
        )
        call = f"add_comment_box {owner.path} {graph.name} {self.model_dump_json()}"
        plan = EditPlan(owner.path, "AI: add comment box", (step,))
        report = apply_plan(context, PlanRequest(plan, owner, call=call))
        context.nodes.keep_places(owner.path)  # what the box is around must not leave it
        box = find_graph(report.after, graph.name).node(report.node_of("box"))
        node_id = context.nodes.id_of(owner.path, graph.name, box)
        around = f" around {', '.join(live.id for live in nodes)}" if nodes else ""
        head = f"{node_id}: comment box in {graph.name} of {owner.path}{around}"
        lines = [
            f"{head}, at {x},{y}, {width} by {height}.",
            *(f"Note: {warning}" for warning in report.warnings),
        ]
        return ActionResult(ok=True, text="\n".join(lines), has_changed=True, blueprint=report.after)

    def _graph_of(self, path: str, nodes: list[LiveNode]) -> str:
        """The graph that the nodes are in. Raises DifferentGraphsError for several, or another than asked."""
        places = {(live.blueprint.path, live.graph.name) for live in nodes}
        wanted = fold_spaces(self.graph_name)
        for blueprint, graph in places:
            is_asked = blueprint == path and wanted in ("", graph.lower())
            if len(places) > 1 or not is_asked:
                shown = ", ".join(
                    f"{live.id} in {live.graph.name} of {live.blueprint.path}" for live in nodes
                )
                raise DifferentGraphsError(
                    f"A box stands in one graph, but there is {shown}.", "Name nodes of one graph."
                )
        return next((graph for _, graph in places), "")

    def _place(self, nodes: list[LiveNode]) -> tuple[int, int, int, int]:
        """Left, top, width and height: as given, the rest around the nodes."""
        if not nodes:
            width = _SIZE[0] if self.width is None else self.width
            height = _SIZE[1] if self.height is None else self.height
            return self.x or 0, self.y or 0, _positive(width), _positive(height)
        boxes = [(live.node.x, live.node.y, *node_size(live.node, live.graph)) for live in nodes]
        left = self.x if self.x is not None else min(box[0] for box in boxes) - _PADDING
        top = self.y if self.y is not None else min(box[1] for box in boxes) - _PADDING
        right = max(box[0] + box[2] for box in boxes) + _PADDING
        bottom = max(box[1] + box[3] for box in boxes) + _PADDING
        width = self.width if self.width is not None else right - left
        height = self.height if self.height is not None else bottom - top
        return left, top, _positive(width), _positive(height)

    def _font_size(self) -> int:
        if not 1 <= self.font_size <= _MOST_POINTS:
            raise BadCommentError(
                f"A comment cannot have font size {self.font_size}.", f"Use 1 to {_MOST_POINTS}."
            )
        return self.font_size


def _positive(size: int) -> int:
    if size < 1:
        raise BadCommentError("A comment box cannot be that small.", "Give a width and height above 0.")
    return size


def _color(text: str) -> tuple[float, float, float, float]:
    """A colour by name, as `#RRGGBB`, or as numbers: from 0 to 1, or from 0 to 255 when one is above 1."""
    plain = text.strip().lower()
    named = named_color(plain)
    if named is not None:
        return named
    digits = re.fullmatch(r"#?([0-9a-f]{6})([0-9a-f]{2})?", plain)
    if digits is not None and "," not in plain:
        packed = digits[1] + (digits[2] or "ff")
        values = [int(packed[place : place + 2], 16) / _BYTE for place in range(0, 8, 2)]
        return values[0], values[1], values[2], values[3]
    numbers = _numbers(plain)
    if numbers is None:
        near = ", ".join(nearest(plain, COLORS) or tuple(COLORS)[:8])
        raise BadCommentError(f"'{text}' is no colour.", f"Use R,G,B,A from 0 to 1, or a name: {near}.")
    return numbers


def _numbers(text: str) -> tuple[float, float, float, float] | None:
    parts = re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", text)
    rest = re.sub(r"-?\d+(?:\.\d+)?(?:e-?\d+)?|[rgba]\s*[=:]|[(),\s]", "", text)
    if len(parts) not in (3, 4) or rest:
        return None
    values = [float(part) for part in parts]
    if any(value > 1 for value in values):
        values = [value / _BYTE for value in values]
    if any(not 0 <= value <= 1 for value in values):
        return None
    return values[0], values[1], values[2], values[3] if len(values) > 3 else 1.0  # noqa: PLR2004 - alpha


class SetNodeComment(Action):
    """Set the comment of a node (its bubble), or the text of a comment box. The user types or pastes a
    bubble when asked.
    """  # noqa: D205 - one paragraph, which the model reads as one line

    tool_name: ClassVar[str] = "set_node_comment"
    effect: ClassVar[Effect] = "mutate"
    by_hand_since: ClassVar[str] = "5.6"
    limits: ClassVar[str] = (
        "No call of the editor reaches the comment bubble of a node: the text goes onto the clipboard and "
        "the user is asked to paste it as the node's comment; the tool goes on when it is there."
    )
    aliases: ClassVar[Mapping[str, str]] = {
        "node": "node_id",
        "id": "node_id",
        "node_name": "node_id",
        "text": "comment",
        "comment_text": "comment",
    }

    node_id: str = Field(min_length=1, description="node id, e.g. N7")
    comment: str = Field(description="new text")

    def run(self, context: ActionContext) -> ActionResult:
        """Change it, through a call or by the user's hand."""
        (live,) = find_nodes(context, self.node_id)
        if live.node.class_name != "EdGraphNode_Comment":
            return comment_by_hand(context, live, self.comment)
        step = SetCommentTextStep(live.graph.name, live.node.name, self.comment)
        plan = EditPlan(live.blueprint.path, f"AI: change comment {live.id}", (step,))
        report = apply_plan(context, PlanRequest(plan, live.blueprint))
        text = f"{live.id} says that now." if report.has_changed else f"{live.id} says that already."
        return ActionResult(ok=True, text=text, has_changed=report.has_changed, blueprint=report.after)
