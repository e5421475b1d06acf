"""The tool add_node: one node, as a node spec and a place in a graph."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, ClassVar, Final

from pydantic import Field

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.manual.apply_plan import PlanRequest, apply_plan
from blueprint_assistant.actions.names.project_lookup import (
    catalog_of,
    find_graph,
    read_blueprint,
)
from blueprint_assistant.actions.nodes.event_specs import NoSuchEventError
from blueprint_assistant.actions.nodes.existing_nodes import existing_node, refuse_comment
from blueprint_assistant.actions.nodes.node_fields import NodeFields
from blueprint_assistant.actions.nodes.node_resolution import choose_node, first_values
from blueprint_assistant.actions.nodes.node_scope import BadNodeError, NodeScope
from blueprint_assistant.actions.nodes.node_types import NODE_TYPES, node_type_of
from blueprint_assistant.actions.nodes.unused_fields import unused_fields
from blueprint_assistant.actions.placement.better_places import remember_places
from blueprint_assistant.actions.receipts.node_text import class_name, describe_node, pin_lines
from blueprint_assistant.actions.receipts.open_ends import node_notes
from blueprint_assistant.actions.tools.blueprints import BLUEPRINT_ALIASES
from blueprint_assistant.editor.plan.edit_plan import AddNodeStep, EditPlan, PinAt, SetPinDefaultStep
from blueprint_assistant.editor.plan.menu_entries import project_classes_of
from blueprint_assistant.graph.kinds.common_specs import CustomEventSpec
from blueprint_assistant.graph.kinds.node_factory import is_ghost, make_node
from blueprint_assistant.graph.kinds.node_titles import node_title
from blueprint_assistant.graph.layout.sizes import free_spot

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.edit_plan import ApplyReport
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node

PASTED: Final = (
    "No call of the editor makes timelines, interface messages, validated getters, pure casts, switches "
    "with cases of their own, inputs or replication of custom events, or comment bubbles: the user pastes "
    "such nodes (Ctrl+V) when asked, and the tool goes on when they are there. Before Unreal 5.8 all nodes "
    "are pasted."
)
"""What `docs/TOOLS.md` says of the tools that add nodes."""

__all__ = [
    "NODE_TYPES",
    "PASTED",
    "AddNode",
    "BadNodeError",
    "NoSuchEventError",
]


class _InGraph(Action):
    """The graph that a node goes into. A class of its own so that models read these fields first."""

    blueprint: str = Field(min_length=1, description="Blueprint name or path")


class AddNode(NodeFields, _InGraph):
    """Add a node; the result gives its id (N1, N2, …) and its pins. node_type: Event (event_name BeginPlay,
    Tick, ActorBeginOverlap, …), CustomEvent (event_name), ComponentEvent (component_name, event_name),
    CallFunction (function_name; target_class when the function is of another class), GetVariable or
    SetVariable (variable_name; components too; target_class for one of another object), Cast, SpawnActor
    or CreateWidget (target_class), Branch, Sequence, loops, switches, Timeline (event_name), operators such
    as Add or Less, …, MenuEntry (function_name: any title of the node menu).
    """  # noqa: D205 - one paragraph, which the model reads as one line

    tool_name: ClassVar[str] = "add_node"
    effect: ClassVar[Effect] = "mutate"
    by_hand_since: ClassVar[str] = "5.6"
    limits: ClassVar[str] = PASTED
    aliases: ClassVar[Mapping[str, str]] = {
        **BLUEPRINT_ALIASES,
        **NodeFields.aliases,
        "graph": "graph_name",
    }

    graph_name: str = Field(default="EventGraph", description="graph, EventGraph when left out")

    def run(self, context: ActionContext) -> ActionResult:
        """Add it; an event that is there already is used again."""
        owner = read_blueprint(context, self.blueprint)
        graph = find_graph(owner, self.graph_name or "EventGraph")
        catalog = catalog_of(context, owner)
        spec = choose_node(self, NodeScope(owner, graph, catalog, context))
        existing = existing_node(spec, owner)
        if existing is not None:
            refuse_comment(existing[1], self.comment)
            if is_ghost(existing[1]):
                remember_places(context, owner.path, existing[0], [existing[1]])
            made = _node_result(owner, *existing, catalog, context, has_changed=False)
            return _with_notes(made, unused_fields(self))
        catalog = catalog_of(context, owner, *project_classes_of(spec))
        draft = _draft(spec, owner, catalog)
        x, y = self._place(graph, draft)
        title = node_title(draft, catalog).title
        step = AddNodeStep(graph.name, "node", spec, x, y, self.comment)
        values = [
            SetPinDefaultStep(graph.name, PinAt("node", pin), value) for pin, value in first_values(self)
        ]
        plan = EditPlan(owner.path, f"AI: add {title}", (step, *values))
        call = f"add_node {owner.path} {graph.name} {self.model_dump_json(exclude={'x', 'y'})}"
        report = apply_plan(context, PlanRequest(plan, owner, catalog, call))
        result = _result(
            report, graph.name, catalog, context, [*_own_event(self, spec, owner), *unused_fields(self)]
        )
        if self.x is None and self.y is None:
            after = find_graph(report.after, graph.name)
            node = after.node(report.node_of("node"))
            # What the artist pasted stands where he wanted it.
            remember_places(context, owner.path, after, [node] if (node.x, node.y) == (x, y) else [])
        return result

    def _place(self, graph: Graph, draft: Node) -> tuple[int, int]:
        if self.x is not None and self.y is not None:
            return self.x, self.y
        spot = free_spot(graph, draft)
        return spot[0] if self.x is None else self.x, spot[1] if self.y is None else self.y


def _draft(spec: AnyNodeSpec, owner: Blueprint, catalog: Catalog) -> Node:
    """The node as it will be, to find a place that it fits in."""
    numbers = count(1)
    return make_node(
        spec,
        owner=owner,
        catalog=catalog,
        name="",  # the editor names it when it is built
        new_guid=lambda: f"{next(numbers):032X}",
    )


def _own_event(fields: NodeFields, spec: AnyNodeSpec, owner: Blueprint) -> list[str]:
    """What is to be known of an event that the parent class does not have."""
    if not isinstance(spec, CustomEventSpec) or node_type_of(fields.node_type) != "Event":
        return []
    parent = class_name(owner.parent_class)
    return [f"{parent} has no event {spec.name}: this is a custom event, which runs where it is called."]


def _result(
    report: ApplyReport, graph_name: str, catalog: Catalog, context: ActionContext, notes: list[str]
) -> ActionResult:
    graph = find_graph(report.after, graph_name)
    node = graph.node(report.node_of("node"))
    made = _node_result(report.after, graph, node, catalog, context, has_changed=report.has_changed)
    return _with_notes(made, [*notes, *report.warnings])


def _with_notes(made: ActionResult, notes: list[str]) -> ActionResult:
    return replace(made, text="\n".join([made.text, *(f"Note: {note}" for note in notes)]))


def _node_result(  # noqa: PLR0913 - a node with all that it stands in
    blueprint: Blueprint,
    graph: Graph,
    node: Node,
    catalog: Catalog,
    context: ActionContext,
    *,
    has_changed: bool,
) -> ActionResult:
    node_id = context.nodes.id_of(blueprint.path, graph.name, node)
    state = "" if has_changed else " (was there already)"
    head = f"{describe_node(node_id, node, catalog)} in {graph.name} of {blueprint.path}{state}"
    lines = [head, *pin_lines(node), *(f"Note: {note}" for note in node_notes(node, blueprint, catalog))]
    return ActionResult(ok=True, text="\n".join(lines), has_changed=has_changed, blueprint=blueprint)
