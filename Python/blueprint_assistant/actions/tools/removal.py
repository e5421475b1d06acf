"""The tools that take away: disconnect_nodes and delete_node; `left_behind` is what a deletion leaves."""

from __future__ import annotations

import re
from collections.abc import Mapping  # pydantic reads the annotations
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import Field

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.manual.apply_plan import PlanRequest, apply_plan
from blueprint_assistant.actions.names.link_ends import match_ends
from blueprint_assistant.actions.names.pin_choice import UnknownPinError, match_pin
from blueprint_assistant.actions.names.project_lookup import LiveNode, find_nodes
from blueprint_assistant.actions.names.uses_elsewhere import use_notes
from blueprint_assistant.actions.receipts.counted import listed
from blueprint_assistant.actions.receipts.node_text import link_texts
from blueprint_assistant.actions.tools.links_and_values import ConnectNodes, DifferentGraphsError
from blueprint_assistant.editor.plan.edit_plan import DisconnectPinsStep, EditPlan, PinAt, RemoveNodesStep
from blueprint_assistant.editor.plan.simulate.member_uses import function_uses, text_uses
from blueprint_assistant.errors import ToolError
from blueprint_assistant.graph.catalog.declarations import custom_event_of
from blueprint_assistant.graph.model.blueprint import PinRef

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Link, Pin

__all__ = ["DeleteNode", "DisconnectNodes", "NotLinkedError", "left_behind"]

_MAX_LISTED = 12


class NotLinkedError(ToolError):
    """There is no such link to break; the message lists those that there are."""

    code = "not_linked"


class DisconnectNodes(Action):
    """Break the link between two pins. Without target_node and target_pin: all links of the source pin."""

    tool_name: ClassVar[str] = "disconnect_nodes"
    effect: ClassVar[Effect] = "mutate"
    by_hand_since: ClassVar[str] = "5.6"
    aliases: ClassVar[Mapping[str, str]] = {
        **ConnectNodes.aliases,
        "node": "source_node",
        "node_id": "source_node",
        "pin": "source_pin",
        "pin_name": "source_pin",
    }

    source_node: str = Field(min_length=1, description="node id, e.g. N1")
    source_pin: str = Field(min_length=1, description="pin, e.g. then")
    target_node: str = Field(default="", description="node id at the other end, e.g. N2")
    target_pin: str = Field(default="", description="pin at the other end, e.g. execute")

    def run(self, context: ActionContext) -> ActionResult:
        """Break it and say which links are gone."""
        if not self.target_node and not self.target_pin:
            return self._break_all(context)
        if not (self.target_node and self.target_pin):
            raise ToolError(
                "A link has two ends, and one is given in part.",
                "Give target_node and target_pin, or neither to break all links of the source pin.",
            )
        source, target = find_nodes(context, self.source_node, self.target_node)
        if (source.blueprint.path, source.graph.name) != (target.blueprint.path, target.graph.name):
            raise DifferentGraphsError(
                f"{source.label} and {target.label} are in different graphs and cannot be linked.",
                "Name the two ends of one link.",
            )
        source, output, target, entry = match_ends(source, self.source_pin, target, self.target_pin)
        link = f"{source.id}.{output.name} -> {target.id}.{entry.name}"
        if PinRef(target.node.name, entry.id) not in source.graph.links_of(source.node.name, output.id):
            there = _links_at(source, output, context) or _links_at(target, entry, context)
            raise NotLinkedError(f"There is no link {link}.", _listing(there))
        step = DisconnectPinsStep(
            source.graph.name,
            PinAt(source.node.name, output.name),
            "output",
            PinAt(target.node.name, entry.name),
        )
        return _broken(context, source, step, [link])

    def _break_all(self, context: ActionContext) -> ActionResult:
        (live,) = find_nodes(context, self.source_node)
        pin = _any_pin(live, self.source_pin)
        links = _links_at(live, pin, context)
        if not links:
            raise NotLinkedError(
                f"{live.id}.{pin.name} has no links.", _listing(_links_of_node(live, context))
            )
        step = DisconnectPinsStep(live.graph.name, PinAt(live.node.name, pin.name), pin.direction)
        return _broken(context, live, step, links)


def _any_pin(live: LiveNode, name: str) -> Pin:
    """The pin that a name means, among the outputs or else among the inputs."""
    exact = [pin for pin in live.node.visible_pins if pin.name.lower() == name.lower()]
    if len(exact) == 1:
        return exact[0]
    try:
        return match_pin(live.node.pins, name, "output", node=live.label)
    except UnknownPinError:
        return match_pin(live.node.pins, name, "input", node=live.label)


def _links_at(live: LiveNode, pin: Pin, context: ActionContext) -> list[str]:
    end = PinRef(live.node.name, pin.id)
    return _texts(live, [link for link in live.graph.links if end in (link.source, link.target)], context)


def _links_of_node(live: LiveNode, context: ActionContext) -> list[str]:
    name = live.node.name
    links = [link for link in live.graph.links if name in (link.source.node, link.target.node)]
    return _texts(live, links, context)


def _texts(live: LiveNode, links: list[Link], context: ActionContext) -> list[str]:
    return link_texts(live.graph, links, context.nodes, live.blueprint.path)


def _listing(links: list[str]) -> str:
    return f"There is: {listed(links, _MAX_LISTED)}." if links else "There are no links here."


def _broken(
    context: ActionContext, live: LiveNode, step: DisconnectPinsStep, links: list[str]
) -> ActionResult:
    title = f"AI: break {links[0]}" if len(links) == 1 else f"AI: break {len(links)} links of {live.id}"
    plan = EditPlan(live.blueprint.path, title, (step,))
    report = apply_plan(context, PlanRequest(plan, live.blueprint))
    lines = [f"Broke {listed(links, _MAX_LISTED)}.", *(f"Note: {warning}" for warning in report.warnings)]
    return ActionResult(
        ok=True, text="\n".join(lines), has_changed=report.has_changed, blueprint=report.after
    )


class DeleteNode(Action):
    """Delete a node with its links, or several nodes of one Blueprint: N5, N6. Comment boxes too."""

    tool_name: ClassVar[str] = "delete_node"
    effect: ClassVar[Effect] = "mutate"
    by_hand_since: ClassVar[str] = "5.6"
    aliases: ClassVar[Mapping[str, str]] = {
        "node": "node_id",
        "id": "node_id",
        "ids": "node_id",
        "nodes": "node_id",
        "node_ids": "node_id",
        "node_name": "node_id",
    }

    node_id: str = Field(min_length=1, description="node id, e.g. N5")

    @classmethod
    def adapt(cls, parameters: dict[str, Any]) -> dict[str, Any]:
        """Take a list of ids as well."""
        return {
            key: ", ".join(map(str, value)) if isinstance(value, list) else value
            for key, value in parameters.items()
        }

    def run(self, context: ActionContext) -> ActionResult:
        """Delete them and say which links went with them."""
        ids = list(dict.fromkeys(part for part in re.split(r"[,;]\s*", self.node_id) if part))
        nodes = list({live.id: live for live in find_nodes(context, *ids)}.values())
        paths = list(dict.fromkeys(live.blueprint.path for live in nodes))
        if len(paths) > 1:
            raise DifferentGraphsError(
                f"The nodes are in different Blueprints: {', '.join(paths)}.", "Delete them in two calls."
            )
        links = list(dict.fromkeys(text for live in nodes for text in _links_of_node(live, context)))
        notes = [f"Note: {text}" for live in nodes for text in left_behind(live, context)]
        by_graph: dict[str, list[str]] = {}
        for live in nodes:
            by_graph.setdefault(live.graph.name, []).append(live.node.name)
        steps = tuple(RemoveNodesStep(graph, tuple(names)) for graph, names in by_graph.items())
        title = f"AI: delete {nodes[0].label}" if len(nodes) == 1 else f"AI: delete {len(nodes)} nodes"
        owner = nodes[0].blueprint
        report = apply_plan(context, PlanRequest(EditPlan(owner.path, title, steps), owner))
        gone = f"Deleted {listed([live.label for live in nodes], _MAX_LISTED)}"
        head = f"{gone} with {len(links)} link{'s' if len(links) > 1 else ''}: {listed(links, _MAX_LISTED)}."
        lines = [head if links else f"{gone}.", *notes, *(f"Note: {item}" for item in report.warnings)]
        return ActionResult(ok=True, text="\n".join(lines), has_changed=True, blueprint=report.after)


def left_behind(live: LiveNode, context: ActionContext) -> list[str]:
    """What calls or names a custom event that is deleted, here and elsewhere: it stays, and breaks."""
    event = custom_event_of(live.node)
    if event is None:
        return []
    owner = live.blueprint
    graphs = {graph.name: graph.nodes for graph in owner.graphs}
    uses = [*function_uses(owner, graphs, event.name), *text_uses(owner.graphs, event.name)]
    users = [context.nodes.id_of(owner.path, graph, node) for graph, node in uses]
    here = [f"{', '.join(users)} still call {event.name} and will not compile."] if users else []
    return [*here, *use_notes(context, owner, [event.name])]
