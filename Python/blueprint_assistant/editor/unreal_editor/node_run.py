"""Carries out the steps of a plan that concern nodes, and checks the look that graph facts leave out.

Outside uses `NodeRun` and `look_differences`. Game thread only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from blueprint_assistant.editor.plan.edit_plan import (
    AddCommentStep,
    AddNodeStep,
    ConnectPinsStep,
    DisconnectPinsStep,
    MoveNodesStep,
    RemoveNodesStep,
    SetCommentTextStep,
    SetPinDefaultStep,
)
from blueprint_assistant.editor.unreal_editor import node_writing
from blueprint_assistant.editor.unreal_editor.graph_handles import GraphHandles
from blueprint_assistant.editor.unreal_editor.node_maker import NodeMaker
from blueprint_assistant.graph.kinds.node_titles import node_title
from blueprint_assistant.graph.model.object_references import split_fields

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from blueprint_assistant.editor.plan.edit_plan import EditPlan, NodeOperation, OperationResult, PinAt
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Node

__all__ = ["NodeRun", "look_differences", "misplaced_nodes"]

_COLOR_STEP = 0.01
_FONT_SIZE = "18"
"""Of a comment box that nobody has given another one."""


class NodeRun:
    """The node steps of one plan. `names` has the real names by the keys of what was added."""

    def __init__(self, asset: Callable[[], Any], owner: Blueprint, catalog: Catalog) -> None:
        """`asset` gives the engine's Blueprint anew; `owner` is the Blueprint as the plan leaves it."""
        self._asset = asset
        self._maker = NodeMaker(owner, catalog)
        self._graphs: dict[str, GraphHandles] = {}
        self.names: dict[str, str] = {}
        self.warnings: list[str] = []

    def forget_objects(self) -> None:
        """Drop all of the engine's objects: a compile may replace them."""
        self._graphs.clear()

    def carry_out(self, operation: NodeOperation, result: OperationResult) -> None:
        """Do one step; `result` is what the simulation made of it. Raises PlanError."""
        if result.status == "unchanged":
            if isinstance(operation, AddNodeStep | AddCommentStep):
                self.names[operation.key] = result.node
            return
        hands = self._hands(operation.graph)
        match operation:
            case AddNodeStep():
                self.names[operation.key] = self._maker.add(hands, operation)
            case AddCommentStep():
                self.names[operation.key] = node_writing.add_comment(hands, operation)
                if not operation.moves_content:
                    self.warnings += node_writing.keep_content(hands, self.names[operation.key])
            case _:
                self._change(hands, operation, result)

    def _change(
        self,
        hands: GraphHandles,
        operation: ConnectPinsStep
        | DisconnectPinsStep
        | SetPinDefaultStep
        | RemoveNodesStep
        | MoveNodesStep
        | SetCommentTextStep,
        result: OperationResult,
    ) -> None:
        match operation:
            case ConnectPinsStep(_, source, target):
                node_writing.connect_pins(hands, self._at(source), self._at(target))
            case DisconnectPinsStep(_, pin, direction, other):
                end = None if other is None else self._at(other)
                node_writing.disconnect_pins(hands, self._at(pin), direction, end)
            case SetPinDefaultStep(_, pin, _):
                # The validated text, not the model's: the editor's own check is shallow (field notes 5).
                node_writing.set_pin_default(hands, self._name(pin.node), pin.pin, result.detail)
            case RemoveNodesStep(_, nodes):
                node_writing.remove_nodes(hands, list(dict.fromkeys(self._name(item) for item in nodes)))
            case SetCommentTextStep(_, node, text):
                hands.node(self._name(node)).set_comment_text(text)
            case MoveNodesStep(_, places):
                for name, x, y in places:
                    node_writing.move_node(hands, self._name(name), x, y)
            case _:
                assert_never(operation)

    def _hands(self, graph: str) -> GraphHandles:
        key = graph.lower()
        if key not in self._graphs:
            self._graphs[key] = GraphHandles(self._asset(), graph)
        return self._graphs[key]

    def _at(self, pin: PinAt) -> tuple[str, str]:
        return self._name(pin.node), pin.pin

    def _name(self, node: str) -> str:
        return self.names.get(node, node)


# --- places and looks ----------------------------------------------------------------------------


def look_differences(plan: EditPlan, names: Mapping[str, str], after: Blueprint) -> list[str]:
    """What does not stand or look as the plan says, for nodes that it moves and comments that it adds."""
    found: list[str] = []
    # A node that is moved twice stands at the last place; one that is removed later stands nowhere.
    places: dict[tuple[str, str], tuple[int, int]] = {}
    for operation in plan.operations:
        match operation:
            case MoveNodesStep(graph, moved):
                places |= {(graph, names.get(name, name)): (x, y) for name, x, y in moved}
            case AddCommentStep():
                node = _node(after, operation.graph, names.get(operation.key, ""))
                found += [] if node is None else _comment_differences(operation, node)
            case _:
                pass
    for (graph, name), place in places.items():
        node = _node(after, graph, name)
        if node is not None and (node.x, node.y) != place:
            found.append(f"{name} stands at {node.x}, {node.y}")
    return found


def misplaced_nodes(
    plan: EditPlan, results: Iterable[OperationResult], names: Mapping[str, str], after: Blueprint
) -> list[str]:
    """Warnings about added nodes that stand elsewhere than planned: no reason to take them back."""
    found: list[str] = []
    moves = [step for step in plan.operations if isinstance(step, MoveNodesStep)]
    moved = {names.get(name, name) for step in moves for name, *_ in step.places}
    for operation, result in zip(plan.operations, results, strict=True):
        if not isinstance(operation, AddNodeStep) or result.status != "done":
            continue
        node = _node(after, operation.graph, names.get(operation.key, ""))
        if node is not None and node.name not in moved and (node.x, node.y) != (operation.x, operation.y):
            title = node_title(node).title
            found.append(f"{title} stands at {node.x}, {node.y}, not at {operation.x}, {operation.y}.")
    return found


def _node(blueprint: Blueprint, graph: str, name: str) -> Node | None:
    found = blueprint.find_graph(graph)
    return None if found is None else found.nodes_by_name.get(name)


def _comment_differences(operation: AddCommentStep, node: Node) -> list[str]:
    found = []
    if (node.x, node.y) != (operation.x, operation.y):
        found.append(f"the comment box stands at {node.x}, {node.y}")
    if operation.color is not None:
        fields = dict(split_fields(node.find_property("CommentColor") or ""))
        color = [float(fields.get(name) or 1) for name in "RGBA"]
        if any(abs(one - other) > _COLOR_STEP for one, other in zip(color, operation.color, strict=True)):
            found.append("the comment box has another colour")
    # A size that equals the default may not be written.
    size = node.find_property("FontSize")
    if operation.font_size is not None and (size or _FONT_SIZE) != str(operation.font_size):
        found.append(f"the comment box has font size {size or _FONT_SIZE}")
    return found
