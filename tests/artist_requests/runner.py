"""Carries a plan out on a sandbox project and looks at what came of it. Outside uses run_plan and Outcome.

Nothing is judged here but by what the editor holds afterwards: results say what was called, Blueprints
what is there.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from artist_requests.features import Built, HasComponent
from artist_requests.looks import faults_of
from blueprint_assistant.actions.names.asset_paths import find_class_path
from blueprint_assistant.actions.names.type_choice import find_type
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.editor.plan.edit_plan import CompileBlueprintStep, EditPlan
from blueprint_assistant.editor.plan.member_steps import AddDispatcherStep
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.model.blueprint import Parameter
from blueprint_assistant.graph.t3d.graph_text import (
    format_blueprint_t3d,
    format_t3d,
    parse_blueprint_t3d,
    parse_t3d,
)
from sandbox_project import SandboxProject, open_project

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from artist_requests.features import Feature
    from artist_requests.flow import Flow
    from artist_requests.plans import Call, Plan, StartingBlueprint
    from blueprint_assistant.actions.base import ActionContext, ActionResult
    from blueprint_assistant.editor.plan.edit_plan import ApplyReport, CompileReport, EditOperation
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph

__all__ = ["Done", "Outcome", "built_of", "run_plan", "set_up"]

_CHARACTERS_PER_TOKEN = 4
_WIDGET = "/Script/UMG.Widget"


@dataclass(frozen=True, slots=True)
class Done:
    """A call and its result."""

    call: Call
    result: ActionResult

    @property
    def tokens(self) -> int:
        """About how many tokens the result costs."""
        return len(self.result.text) // _CHARACTERS_PER_TOKEN


@dataclass
class Outcome:
    """What a plan came to. Lists of faults are empty where all is well."""

    done: list[Done] = field(default_factory=list)
    built: Built = field(default_factory=lambda: Built({}))
    changed: set[str] = field(default_factory=set)
    unsaved: set[str] = field(default_factory=set)
    compiled: dict[str, CompileReport] = field(default_factory=dict)
    missing: list[Feature] = field(default_factory=list)
    there_before: list[Feature] = field(default_factory=list)

    @property
    def refused(self) -> list[str]:
        """The calls that failed, with what they said."""
        return [f"{item.call.tool}: {item.result.text}" for item in self.done if not item.result.ok]

    @property
    def messages(self) -> list[str]:
        """What the compiler said of what was changed."""
        return [f"{path}: {text}" for path, report in self.compiled.items() for text in _said(report)]

    @property
    def changed_graphs(self) -> Iterator[tuple[Blueprint, Graph]]:
        """The graphs of what was changed."""
        for path in sorted(self.changed):
            for graph in self.blueprints[path].graphs:
                if graph.nodes and graph.kind != "delegate":
                    yield self.blueprints[path], graph

    @property
    def blueprints(self) -> Mapping[str, Blueprint]:
        """All Blueprints afterwards, by path."""
        return self.built.blueprints

    @property
    def flow(self) -> Flow:
        """Execution and data of all Blueprints afterwards."""
        return self.built.flow

    @property
    def faults_of_text(self) -> list[str]:
        """Changed Blueprints and graphs that do not come back as they are from their own text."""
        faults = [
            f"{owner.path}:{graph.name}"
            for owner, graph in self.changed_graphs
            if parse_t3d(format_t3d(graph)).nodes != graph.nodes
        ]
        for path in sorted(self.changed):
            blueprint = self.blueprints[path]
            again = parse_blueprint_t3d(format_blueprint_t3d(blueprint))
            if again.graphs != blueprint.graphs:
                faults.append(path)
        return faults

    @property
    def faults_of_looks(self) -> list[str]:
        """What an artist would not leave like this: loose nodes, nodes on nodes, no comments."""
        loose = [
            f"{place.blueprint}:{place.graph}: {place.node} does nothing"
            for path in sorted(self.changed)
            for place in self.flow.loose(path)
        ]
        seen = [
            f"{owner.path}:{graph.name}: {fault}"
            for owner, graph in self.changed_graphs
            for fault in faults_of(graph)
        ]
        return [*loose, *seen]


def run_plan(plan: Plan) -> Outcome:
    """Set up the plan's project, make its calls, and look at the project before and after."""
    outcome = Outcome()
    with open_project() as project:
        set_up(project, plan)
        before = built_of(project, plan)
        outcome.there_before = [item for item in plan.expected if item.holds(before)]
        registry, context = ActionRegistry(), project.new_context()
        for call in plan.calls:
            result = registry.call(call.tool, call.arguments, context)
            outcome.done.append(Done(call, result))
            if result.has_changed and result.blueprint is not None:
                outcome.changed.add(result.blueprint.path)
        outcome.unsaved = set(project.sandbox.dirty_packages)
        for path in sorted(outcome.changed):
            report = project.editor.apply(EditPlan(path, "compile", (CompileBlueprintStep(),)))
            outcome.compiled[path] = _compiled(report)
        told = tuple((item.call.tool, item.result.text) for item in outcome.done)
        outcome.built = replace(built_of(project, plan), told=told)
        outcome.missing = [item for item in plan.expected if not item.holds(outcome.built)]
    return outcome


def _compiled(report: ApplyReport) -> CompileReport:
    assert report.compile is not None
    return report.compile


def _said(report: CompileReport) -> list[str]:
    """What a compiler said, notes left out; its status where that is bad without a word."""
    said = [f"{item.severity}: {item.text}" for item in report.messages if item.severity != "note"]
    return said or ([] if report.is_clean else [report.status])


def built_of(project: SandboxProject, plan: Plan) -> Built:
    """The project as it is now, with the properties of components that the plan's checks ask for."""
    asked: dict[str, set[str]] = {}
    for item in plan.expected:
        if isinstance(item, HasComponent):
            asked.setdefault(item.blueprint, set()).update(item.properties)
    blueprints = project.blueprints().items()
    return Built(
        {path: _with_properties(item, frozenset(asked.get(item.name, ()))) for path, item in blueprints}
    )


def _with_properties(blueprint: Blueprint, names: frozenset[str]) -> Blueprint:
    """The Blueprint with these properties of its components, where they have them."""
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    from blueprint_assistant.editor.unreal_editor.template_properties import with_properties  # noqa: PLC0415 - likewise

    if not names:
        return blueprint
    asset = unreal.EditorAssetLibrary.load_asset(blueprint.path)
    return with_properties(blueprint, asset, {item.name.lower(): names for item in blueprint.components})


# --- the project before --------------------------------------------------------------------------


def set_up(project: SandboxProject, plan: Plan) -> None:
    """The project as the artist has it: made, compiled, saved."""
    start = plan.project
    for path, class_path in start.assets.items():
        kind = class_path if "/" in class_path else f"/Script/Engine.{class_path}"
        project.sandbox.other_assets[path] = kind
    project.sandbox.input_actions.update(start.input_actions)
    context = project.new_context()
    for blueprint in start.blueprints:
        _make(project, blueprint, context)
    _prepare(context, start.calls)
    for path in project.editor.list_blueprints():
        report = _compiled(project.editor.apply(EditPlan(path, "set up", (CompileBlueprintStep(),))))
        assert report.is_clean, f"{plan.id} starts from a {path} that does not compile: {_said(report)}"
        project.editor.save(path)
    project.sandbox.selected_assets[:] = start.selected
    assert not project.sandbox.dirty_packages


def _make(project: SandboxProject, blueprint: StartingBlueprint, context: ActionContext) -> None:
    known = project.editor.list_blueprints()
    project.create(blueprint.path, find_class_path(blueprint.parent, known, default_catalog()))
    for name, kind in blueprint.widgets.items():
        project.sandbox.add_widget(
            blueprint.path, find_class_path(kind, known, default_catalog(), _WIDGET), name
        )
    steps: tuple[EditOperation, ...] = (CompileBlueprintStep(),) if blueprint.widgets else ()
    steps += tuple(
        AddDispatcherStep(
            name, tuple(Parameter(key, find_type(context, kind)) for key, kind in inputs.items())
        )
        for name, inputs in blueprint.dispatchers.items()
    )
    if steps:
        project.editor.apply(EditPlan(blueprint.path, "set up", steps))


def _prepare(context: ActionContext, calls: tuple[Call, ...]) -> None:
    registry = ActionRegistry()
    for call in calls:
        result = registry.call(call.tool, call.arguments, context)
        assert result.ok, f"The project cannot be set up: {call.tool}: {result.text}"
