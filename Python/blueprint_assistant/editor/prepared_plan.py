"""A plan that was tried out on what the editor said, before its turn on the game thread comes.

`prepare_plan` validates and predicts on values, on any thread. The editor carries the plan out only
while it still says the same of everything that was looked at; else the plan is prepared again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from blueprint_assistant.editor.plan.edit_plan import (
    AddComponentStep,
    AddNodeStep,
    ConnectPinsStep,
    CreateBlueprintStep,
    DisconnectPinsStep,
    MoveNodesStep,
    PlanError,
    RemoveNodesStep,
    SetCommentTextStep,
    SetPinDefaultStep,
)
from blueprint_assistant.editor.plan.member_steps import ComponentOperation
from blueprint_assistant.editor.plan.menu_entries import project_classes_of
from blueprint_assistant.editor.plan.project_classes import with_project_classes
from blueprint_assistant.editor.plan.simulate.component_properties import asked_properties
from blueprint_assistant.editor.plan.simulation import simulate
from blueprint_assistant.errors import EditorError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blueprint_assistant.editor.plan.edit_plan import EditPlan
    from blueprint_assistant.editor.plan.simulate.component_properties import AskedProperties
    from blueprint_assistant.editor.plan.simulation import Simulation
    from blueprint_assistant.editor.snapshots import RawBlueprint, Snapshots
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["LookAtBlueprint", "OutdatedPlanError", "PreparedPlan", "prepare_plan"]


class OutdatedPlanError(EditorError):
    """A Blueprint was changed after the plan was prepared; nothing was touched."""

    code = "plan_outdated"


class LookAtBlueprint(Protocol):
    """Gives what the editor says of a Blueprint, with these properties of its components; None for none."""

    def __call__(self, path: str, asked: AskedProperties, /) -> RawBlueprint | None:
        """Raises what the editor raises."""
        ...


@dataclass(frozen=True, slots=True)
class PreparedPlan:
    """A plan with what it should do. `basis` has what the editor said, by path; None for no Blueprint."""

    plan: EditPlan
    before: Blueprint | None
    catalog: Catalog
    expected: Simulation
    basis: Mapping[str, RawBlueprint | None]


def prepare_plan(
    plan: EditPlan,
    catalog: Catalog,
    look: LookAtBlueprint,
    snapshots: Snapshots,
    *,
    after: PreparedPlan | None = None,
) -> PreparedPlan:
    """Try a plan out. Raises PlanError naming the step that is refused, and what `look` raises.

    `after` is the plan as it was prepared before, where that is outdated: the nodes that it names must
    still be the same ones.
    """
    basis: dict[str, RawBlueprint | None] = {}

    def read(path: str) -> Blueprint | None:
        if path not in basis:
            basis[path] = look(path, asked_properties(plan) if path == plan.blueprint else {})
        raw = basis[path]
        return None if raw is None else snapshots.understand(raw)

    before = read(plan.blueprint)
    if after is not None and before is not None and after.before is not None:
        _require_same_nodes(plan, after.before, before)
    known = with_project_classes(catalog, _classes_of(before, plan), read)
    return PreparedPlan(plan, before, known, simulate(before, plan, known), basis)


def _classes_of(before: Blueprint | None, plan: EditPlan) -> list[str]:
    """The classes of the project that a plan's rules may need: parents, and those that nodes name."""
    created = [item.parent_class for item in plan.operations if isinstance(item, CreateBlueprintStep)]
    parents = created if before is None else [before.parent_class, *created]
    named = [
        path
        for item in plan.operations
        if isinstance(item, AddNodeStep)
        for path in project_classes_of(item.spec)
        # What the Blueprint itself has is known from its value, as the plan changes it.
        if path.partition(".")[0] != plan.blueprint
    ]
    chosen = [item.value for item in plan.operations if isinstance(item, SetPinDefaultStep)]
    named += (value for value in chosen if value.startswith("/") and value.endswith("_C"))
    interfaces = [] if before is None else [item.class_path for item in before.interfaces]
    return [*parents, *interfaces, *named, *_component_classes(before, plan)]


def _component_classes(before: Blueprint | None, plan: EditPlan) -> list[str]:
    """The classes of the components that steps on components deal with: new ones, and what they hang on."""
    steps = [item for item in plan.operations if isinstance(item, ComponentOperation | AddComponentStep)]
    added = [item.class_path for item in steps if isinstance(item, AddComponentStep)]
    there = [] if before is None or not steps else [item.class_path for item in before.components]
    return [*added, *there]


def _require_same_nodes(plan: EditPlan, old: Blueprint, now: Blueprint) -> None:
    """Refuse a plan when a node that it names is gone: a new node may get its name, and is another one."""
    for graph_name, name in _named_nodes(plan):
        graph, graph_now = (
            next((item for item in blueprint.graphs if item.name.lower() == graph_name.lower()), None)
            for blueprint in (old, now)
        )
        node = None if graph is None else graph.nodes_by_name.get(name)
        node_now = None if graph_now is None else graph_now.nodes_by_name.get(name)
        if node is not None and (node_now is None or node_now.guid != node.guid):
            raise PlanError(
                f"The node {name} in {graph_name} was removed meanwhile.", "Read the Blueprint again."
            )


def _named_nodes(plan: EditPlan) -> Iterator[tuple[str, str]]:
    """Graph and name of every node that is named, keys of added ones among them."""
    for step in plan.operations:
        match step:
            case ConnectPinsStep(graph, source, target):
                yield from ((graph, source.node), (graph, target.node))
            case DisconnectPinsStep(graph, pin, _, other):
                yield graph, pin.node
                if other is not None:
                    yield graph, other.node
            case SetPinDefaultStep(graph, pin):
                yield graph, pin.node
            case RemoveNodesStep(graph, names):
                yield from ((graph, name) for name in names)
            case MoveNodesStep(graph, places):
                yield from ((graph, place[0]) for place in places)
            case SetCommentTextStep(graph, name):
                yield graph, name
            case _:
                pass
