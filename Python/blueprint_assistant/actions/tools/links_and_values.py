"""The tools that join and fill pins: connect_nodes and set_pin_value."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from blueprint_assistant.actions.arguments import PinValue
from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.manual.apply_plan import PlanRequest, apply_plan
from blueprint_assistant.actions.names.link_ends import match_ends, pin_text
from blueprint_assistant.actions.names.pin_choice import UnknownPinError, has_exact_name, match_pin
from blueprint_assistant.actions.names.project_lookup import LiveNode, find_graph, find_nodes
from blueprint_assistant.actions.placement.better_places import better_places, remember_places
from blueprint_assistant.actions.receipts.node_text import describe_node, link_texts, pin_word, value_shown
from blueprint_assistant.actions.receipts.open_ends import UNDETERMINED, undetermined_pins
from blueprint_assistant.editor.plan.edit_plan import (
    ConnectPinsStep,
    EditPlan,
    PinAt,
    PlanError,
    SetPinDefaultStep,
)
from blueprint_assistant.errors import ToolError
from blueprint_assistant.graph.model.blueprint import PinRef

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.edit_plan import ApplyReport
    from blueprint_assistant.graph.model.blueprint import Graph, Link, Pin

__all__ = ["ConnectNodes", "DifferentGraphsError", "LinkedPinError", "SetPinValue"]


class DifferentGraphsError(ToolError):
    """Two nodes that should be linked are not in one graph."""

    code = "different_graphs"


class LinkedPinError(ToolError):
    """A pin is linked, so a value of its own would have no effect."""

    code = "pin_is_linked"


class ConnectNodes(Action):
    """Link an output pin of one node to an input pin of another, by node ids."""

    tool_name: ClassVar[str] = "connect_nodes"
    effect: ClassVar[Effect] = "mutate"
    by_hand_since: ClassVar[str] = "5.6"
    aliases: ClassVar[Mapping[str, str]] = {
        "source": "source_node",
        "source_node_id": "source_node",
        "source_id": "source_node",
        "from_node": "source_node",
        "output_node": "source_node",
        "from_pin": "source_pin",
        "output_pin": "source_pin",
        "source_pin_name": "source_pin",
        "target": "target_node",
        "target_node_id": "target_node",
        "target_id": "target_node",
        "to_node": "target_node",
        "input_node": "target_node",
        "to_pin": "target_pin",
        "input_pin": "target_pin",
        "target_pin_name": "target_pin",
    }

    source_node: str = Field(min_length=1, description="node id, e.g. N1")
    source_pin: str = Field(min_length=1, description="output pin, e.g. then")
    target_node: str = Field(min_length=1, description="node id, e.g. N2")
    target_pin: str = Field(min_length=1, description="input pin, e.g. execute")

    def run(self, context: ActionContext) -> ActionResult:
        """Link them and say what the link replaced or went through."""
        source, target = find_nodes(context, self.source_node, self.target_node)
        _refuse_different_graphs(source, target)
        source, output, target, input_pin = match_ends(source, self.source_pin, target, self.target_pin)
        step = ConnectPinsStep(
            source.graph.name, PinAt(source.node.name, output.name), PinAt(target.node.name, input_pin.name)
        )
        title = f"AI: link {source.id}.{pin_word(output)} to {target.id}.{pin_word(input_pin)}"
        plan = EditPlan(source.blueprint.path, title, (step,))
        report = _apply_in_place(context, plan, step, source, target)
        link = f"{source.id}.{pin_word(output)} -> {target.id}.{pin_word(input_pin)}"
        return _link_result(report, link, source, target, context)


def _apply(context: ActionContext, plan: EditPlan, *nodes: LiveNode) -> ApplyReport:
    """Apply a plan; a refusal calls the nodes by the ids that the model knows."""
    try:
        return apply_plan(context, PlanRequest(plan, nodes[0].blueprint))
    except PlanError as error:
        what = error.what
        for live in nodes:
            what = what.replace(f"{live.node.name}.", f"{live.id}.")
        raise PlanError(what, error.fix) from error


def _apply_in_place(
    context: ActionContext, plan: EditPlan, step: ConnectPinsStep, source: LiveNode, target: LiveNode
) -> ApplyReport:
    """Apply a link, and in the same step bring nodes that only now have a place to it."""
    try:
        moves = better_places(context, source, target, step)
        if moves is not None:
            report = _apply(context, replace(plan, operations=(step, moves)), source, target)
            after = find_graph(report.after, source.graph.name)
            moved = [after.node(name) for name, _, _ in moves.places]
            remember_places(context, plan.blueprint, after, moved)
            return report
    except PlanError:
        pass  # a link counts more than how it looks; where it is refused itself, it is again
    return _apply(context, plan, source, target)


def _refuse_different_graphs(source: LiveNode, target: LiveNode) -> None:
    if source.blueprint.path != target.blueprint.path or source.graph.name != target.graph.name:
        raise DifferentGraphsError(
            f"{source.label} is in {source.graph.name} of {source.blueprint.path}, but {target.label} is in "
            f"another graph: {target.graph.name} of {target.blueprint.path}.",
            "Link nodes of one graph.",
        )


def _link_result(
    report: ApplyReport, link: str, source: LiveNode, target: LiveNode, context: ActionContext
) -> ActionResult:
    path, after = report.after.path, find_graph(report.after, source.graph.name)
    if not report.has_changed:
        return ActionResult(ok=True, text=f"{link} is linked already.", blueprint=report.after)
    lines = [f"Linked {link}."]
    lines += [f"Through a new {text}." for text in _new_nodes(source.graph, after, path, context)]
    removed = link_texts(source.graph, _lost_links(source.graph, after), context.nodes, path)
    lines += [f"This replaced the link {text}." for text in removed]
    lines += [f"Note: {text}" for text in _undetermined(after, source, target)]
    lines += [f"Note: {warning}" for warning in report.warnings]
    return ActionResult(ok=True, text="\n".join(lines), has_changed=True, blueprint=report.after)


def _lost_links(before: Graph, after: Graph) -> list[Link]:
    """The links of `before` that are not in `after`, compared by pin names: ids may change."""
    kept = {_link_key(after, link) for link in after.links}
    return [link for link in before.links if _link_key(before, link) not in kept]


def _link_key(graph: Graph, link: Link) -> tuple[str, ...]:
    source, target = graph.pin(link.source), graph.pin(link.target)
    return (
        link.source.node,
        "" if source is None else source.name,
        link.target.node,
        "" if target is None else target.name,
    )


def _new_nodes(before: Graph, after: Graph, path: str, context: ActionContext) -> list[str]:
    """The conversion nodes that the link needed."""
    return [
        describe_node(context.nodes.id_of(path, after.name, node), node, context.catalog)
        for node in after.nodes
        if node.name not in before.nodes_by_name
    ]


def _undetermined(after: Graph, *ends: LiveNode) -> list[str]:
    """Wildcard pins that a link should have given a type, but did not."""
    nodes = [(live, after.nodes_by_name.get(live.node.name)) for live in ends]
    return [
        f"the type of {live.label} {UNDETERMINED}"
        for live, node in nodes
        if node is not None and undetermined_pins(node, after)
    ]


class SetPinValue(Action):
    """Set the value of an input pin that is not linked. Vectors as X,Y,Z; rotators as Pitch,Yaw,Roll."""

    tool_name: ClassVar[str] = "set_pin_value"
    effect: ClassVar[Effect] = "mutate"
    by_hand_since: ClassVar[str] = "5.6"
    aliases: ClassVar[Mapping[str, str]] = {
        "node": "node_id",
        "id": "node_id",
        "node_name": "node_id",
        "pin": "pin_name",
        "name": "pin_name",
        "default_value": "value",
        "default": "value",
        "pin_value": "value",
    }

    node_id: str = Field(min_length=1, description="node id, e.g. N3")
    pin_name: str = Field(min_length=1, description="input pin")
    value: PinValue = Field(description="value, e.g. 2.5, true, Hello, 0,0,100")

    def run(self, context: ActionContext) -> ActionResult:
        """Set it and report the value that the pin holds then."""
        (live,) = find_nodes(context, self.node_id)
        pin = self._pin(live)
        _refuse_linked(live, pin, context)
        value = pin_text(pin, self.value, context)
        step = SetPinDefaultStep(live.graph.name, PinAt(live.node.name, pin.name), value)
        title = f"AI: set {live.id}.{pin.name}"
        report = _apply(context, EditPlan(live.blueprint.path, title, (step,)), live)
        node = find_graph(report.after, live.graph.name).node(live.node.name)
        held = node.find_pin(pin.name, "input")
        if held is None:
            raise ToolError(
                f"After the change {live.label} has no pin '{pin.name}'.", "Read the nodes again."
            )
        state = "" if report.has_changed else " already"
        shown = value_shown(held.default) if held.default else "empty"
        lines = [f"{live.id}.{pin.name} ({pin.type}) is {shown}{state}."]
        lines += [f"Note: {warning}" for warning in report.warnings]
        return ActionResult(
            ok=True, text="\n".join(lines), has_changed=report.has_changed, blueprint=report.after
        )

    def _pin(self, live: LiveNode) -> Pin:
        try:
            return match_pin(live.node.pins, self.pin_name, "input", node=live.label, kind="data")
        except UnknownPinError as error:
            if has_exact_name(live.node.pins, self.pin_name, "output"):
                raise UnknownPinError(
                    f"'{self.pin_name}' of {live.label} is an output pin and takes no value.", error.fix
                ) from error
            raise


def _refuse_linked(live: LiveNode, pin: Pin, context: ActionContext) -> None:
    end = f"{live.id}.{pin.name}"
    links = [link for link in live.graph.links if link.target == PinRef(live.node.name, pin.id)]
    found = link_texts(live.graph, links, context.nodes, live.blueprint.path)
    if found:
        raise LinkedPinError(
            f"{end} takes its value from a link ({found[0]}), so setting one has no effect.",
            "Change the node that it is linked to.",
        )
