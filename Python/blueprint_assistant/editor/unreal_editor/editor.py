"""`UnrealEditor`: reads, validates, applies in one transaction, verifies, undoes on failure."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any, assert_never

import unreal

from blueprint_assistant.editor.plan import (
    AddComponent,
    AddNode,
    AddVariable,
    ApplyReport,
    CompileBlueprint,
    CompileReport,
    ConnectPins,
    CreateBlueprint,
    EditOperation,
    EditPlan,
    OperationResult,
    PlanError,
    SetPinDefault,
)
from blueprint_assistant.editor.protocol import EditorStatus
from blueprint_assistant.editor.simulation import Simulation, same_default, simulate
from blueprint_assistant.editor.unreal_editor import writing
from blueprint_assistant.editor.unreal_editor.inserted import with_inserted_nodes
from blueprint_assistant.editor.unreal_editor.reading import (
    UnknownBlueprintError,
    load_blueprint,
    read_blueprint,
    with_project_classes,
)
from blueprint_assistant.editor.unreal_editor.undoing import take_back
from blueprint_assistant.errors import AssistantError, EditorError
from blueprint_assistant.graph.facts import describe_difference, graph_facts
from blueprint_assistant.graph.schema import Schema
from blueprint_assistant.graph.t3d import NodeMemo

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog import Catalog
    from blueprint_assistant.graph.model import Blueprint, Pin, Variable

__all__ = ["NotUndoneError", "UnrealEditor"]

_log = logging.getLogger(__name__)


class NotUndoneError(EditorError):
    """A failed plan could not be taken back whole: the user has to look."""

    code = "not_undone"


class UnrealEditor:
    """The `BlueprintEditor` of Unreal 5.8. Every method must run on the game thread."""

    def __init__(self, catalog: Catalog) -> None:
        """`catalog` gives the rules that plans are validated by."""
        self._catalog = catalog
        self._schema = Schema(catalog)
        self._memos: dict[str, NodeMemo] = {}

    # --- reading ---------------------------------------------------------------------------

    def status(self) -> EditorStatus:
        """Engine version, abilities, and whether it is busy."""
        return EditorStatus(
            engine_version=str(unreal.SystemLibrary.get_engine_version()),
            can_edit_graphs=hasattr(unreal, "BlueprintGraphEditor"),
            busy=_busy_reason(),
        )

    def list_blueprints(self) -> tuple[str, ...]:
        """The paths of all Blueprints under /Game, sorted."""
        registry = unreal.AssetRegistryHelpers.get_asset_registry()
        wanted = unreal.ARFilter(
            package_paths=["/Game"],
            recursive_paths=True,
            recursive_classes=True,
            class_paths=[unreal.TopLevelAssetPath("/Script/Engine", "Blueprint")],
        )
        return tuple(sorted(str(item.package_name) for item in registry.get_assets(wanted) or []))

    def read_blueprint(self, path: str) -> Blueprint:
        """The Blueprint as it is now."""
        reason = _play_reason()
        if reason:
            # Graph lists come back empty during play (field notes 9): a false empty is no answer.
            raise EditorError(f"'{path}' cannot be read: {reason}.", "Stop playing and try again.")
        return self._read(path)

    def save(self, path: str) -> None:
        """Save one Blueprint that the user asked to save."""
        self._refuse_when_busy(f"save '{path}'")
        if not unreal.EditorAssetLibrary.save_loaded_asset(load_blueprint(path), only_if_is_dirty=False):
            raise EditorError(
                f"The editor did not save '{path}'.", "Is the file read-only or checked out by others?"
            )

    # --- changing --------------------------------------------------------------------------

    def apply(self, plan: EditPlan) -> ApplyReport:
        """Validate, apply in one transaction, verify by reading back; undo on failure."""
        self._refuse_when_busy(plan.title)
        if not hasattr(unreal, "BlueprintGraphEditor"):
            raise EditorError(
                "This engine has no Python calls for Blueprint graphs.", "Use Unreal 5.8 or later."
            )
        before = self._read_if_there(plan.blueprint)
        expected = simulate(before, plan, with_project_classes(self._catalog, *_parents_of(before, plan)))
        run = _PlanRun(plan, expected)
        try:
            with unreal.ScopedEditorTransaction(plan.title):
                run.carry_out()
            after = self._read(plan.blueprint)
            warnings = self._verify(before, expected, run, after)
        except Exception as error:
            self._take_back(plan, before)
            raise _as_plan_error(plan, error) from error
        results = tuple(
            replace(result, node=run.nodes.get(operation.key, result.node))
            if isinstance(operation, AddNode)
            else result
            for operation, result in zip(plan.operations, expected.results, strict=True)
        )
        return ApplyReport(plan, results, before, after, warnings, run.compile_report)

    def _read_if_there(self, path: str) -> Blueprint | None:
        try:
            return self._read(path)
        except UnknownBlueprintError:
            return None

    def _read(self, path: str) -> Blueprint:
        return read_blueprint(path, self._memos.setdefault(path, NodeMemo()))

    def _refuse_when_busy(self, what: str) -> None:
        reason = _busy_reason()
        if reason:
            raise EditorError(
                f"'{what}' is not possible now: {reason}.", "Nothing was changed. Try again after that."
            )

    def _verify(
        self, before: Blueprint | None, expected: Simulation, run: _PlanRun, after: Blueprint
    ) -> tuple[str, ...]:
        """Compare what the editor made with what was planned. Raises PlanError on a difference."""
        planned = {name: run.nodes[key] for key, name in expected.nodes.items()}
        unplanned: list[str] = []
        for graph in expected.after.graphs:
            found = after.find_graph(graph.name)
            if found is None:
                raise PlanError(f"After the change there is no graph '{graph.name}'.")
            old = before.find_graph(graph.name) if before is not None else None
            names = with_inserted_nodes(planned, graph, found, old)
            wanted = graph_facts(graph, names=names, default_of=self._normal_default)
            present = graph_facts(found, default_of=self._normal_default)
            # A new Blueprint comes with greyed-out events that no plan asked for.
            difference = describe_difference(wanted, present & wanted if old is None else present)
            if difference:
                unplanned.append(f"graph {graph.name}: {difference}")
        unplanned += _member_differences(self._schema, expected.after, after)
        if unplanned:
            raise PlanError(
                f"The editor made something else than planned ({'; '.join(unplanned)}).",
                "Nothing was kept. Try smaller steps.",
            )
        return tuple(run.warnings)

    def _normal_default(self, pin: Pin) -> str:
        """One spelling per value, and none for a pin that holds what a fresh node holds."""
        try:
            value = self._schema.validate_default(pin.type, pin.default) if pin.default else ""
            fresh = self._schema.validate_default(pin.type, pin.autogenerated_default)
        except AssistantError:
            return pin.default
        return "" if value == fresh else value

    def _take_back(self, plan: EditPlan, before: Blueprint | None) -> None:
        """Bring the Blueprint back to what it was. Raises NotUndoneError when that fails."""
        if before is None:
            self._delete_created(plan)
            return
        if take_back(before):
            return
        raise NotUndoneError(
            f"'{plan.title}' failed and could not be taken back whole in '{plan.blueprint}'.",
            "Look at the Blueprint, and use Edit > Undo in the editor.",
        )

    def _delete_created(self, plan: EditPlan) -> None:
        creates = any(isinstance(operation, CreateBlueprint) for operation in plan.operations)
        if not creates or not unreal.EditorAssetLibrary.does_asset_exist(plan.blueprint):
            return
        if not unreal.EditorAssetLibrary.delete_asset(plan.blueprint):
            raise NotUndoneError(
                f"'{plan.title}' failed and the new Blueprint '{plan.blueprint}' could not be deleted.",
                "Delete it in the Content Browser.",
            )


class _PlanRun:
    """One application of a plan: real node names by key, warnings, the compile report."""

    def __init__(self, plan: EditPlan, expected: Simulation) -> None:
        self._plan = plan
        self._expected = expected
        self.nodes: dict[str, str] = {}
        self.warnings: list[str] = []
        self.compile_report: CompileReport | None = None
        self._pending_members: list[AddVariable | AddComponent] = []
        self._graphs: dict[str, writing.GraphHands] = {}

    def carry_out(self) -> None:
        steps = zip(self._plan.operations, self._expected.results, strict=True)
        for number, (operation, result) in enumerate(steps, start=1):
            try:
                self._step(operation, result)
            except PlanError as error:
                raise PlanError(
                    f"Step {number} of {len(self._plan.operations)}: {error.what}", error.fix
                ) from error
        self._settle_members()

    def _step(self, operation: EditOperation, result: OperationResult) -> None:
        if isinstance(operation, AddNode):
            self._settle_members()
            self.nodes[operation.key] = self._add_node(operation, result)
            return
        if result.status == "unchanged":
            return
        match operation:
            case CreateBlueprint():
                writing.create_blueprint(self._plan.blueprint, operation)
            case AddVariable():
                writing.add_variable(self._asset(), operation)
                self._pending_members.append(operation)
                if operation.tooltip:
                    self.warnings.append(f"The tooltip of {operation.name} cannot be set from Python.")
            case AddComponent():
                writing.add_component(self._asset(), operation)
                self._pending_members.append(operation)
            case ConnectPins(graph, source, target):
                writing.connect_pins(
                    self._hands(graph),
                    (self._name(source.node), source.pin),
                    (self._name(target.node), target.pin),
                )
            case SetPinDefault(graph, pin, _):
                # The validated text, not the model's: the editor's own check is shallow (field notes 5).
                writing.set_pin_default(self._hands(graph), self._name(pin.node), pin.pin, result.detail)
            case CompileBlueprint():
                self._settle_members()
                self.compile_report = self._compile()
            case _:
                assert_never(operation)

    def _add_node(self, operation: AddNode, result: OperationResult) -> str:
        if result.status == "unchanged":
            return result.node
        return writing.add_node(self._hands(operation.graph), operation)

    def _settle_members(self) -> None:
        """Make new members usable: compile, set their defaults, compile again (field notes 4 and 5)."""
        if not self._pending_members:
            return
        self._pending_members, members = [], self._pending_members
        self._compile()
        defaults = [self._expected_variable(item) for item in members if isinstance(item, AddVariable)]
        defaults = [item for item in defaults if item.default]
        if defaults:
            writing.set_variable_defaults(self._asset(), defaults)
            self._compile()

    def _compile(self) -> CompileReport:
        self._graphs.clear()  # compiling may replace the engine's objects
        return writing.compile_blueprint(self._plan.blueprint)

    def _hands(self, graph: str) -> writing.GraphHands:
        key = graph.lower()
        if key not in self._graphs:
            self._graphs[key] = writing.GraphHands(self._asset(), graph)
        return self._graphs[key]

    def _expected_variable(self, operation: AddVariable) -> Variable:
        variable = self._expected.after.find_variable(operation.name)
        if variable is None:
            raise PlanError(f"The variable '{operation.name}' was not planned.")
        return variable

    def _asset(self) -> Any:
        return load_blueprint(self._plan.blueprint)

    def _name(self, node: str) -> str:
        return self.nodes.get(node, node)


def _parents_of(before: Blueprint | None, plan: EditPlan) -> list[str]:
    """The parent classes that a plan's rules need."""
    created = [item.parent_class for item in plan.operations if isinstance(item, CreateBlueprint)]
    return created if before is None else [before.parent_class, *created]


def _member_differences(schema: Schema, expected: Blueprint, after: Blueprint) -> list[str]:
    found: list[str] = []
    for variable in expected.variables:
        real = after.find_variable(variable.name)
        if real is None:
            found.append(f"variable {variable.name} is missing")
        elif real.type != variable.type:
            found.append(f"variable {variable.name} has type {real.type}")
        elif variable.default and not same_default(schema, variable.type, real.default, variable.default):
            found.append(f"variable {variable.name} has default '{real.default}'")
    for component in expected.components:
        there = after.find_component(component.name)
        if there is None:
            # The default root gives way to the first scene component (field notes 10).
            if component.name != "DefaultSceneRoot":
                found.append(f"component {component.name} is missing")
        elif there.class_path != component.class_path:
            found.append(f"component {component.name} has class {there.class_path}")
    return found


def _as_plan_error(plan: EditPlan, error: Exception) -> AssistantError:
    if isinstance(error, AssistantError):
        return error
    _log.error("The editor failed in '%s'", plan.title, exc_info=error)
    return PlanError(
        f"The editor failed in '{plan.title}': {type(error).__name__}: {error}.", "Nothing was kept."
    )


def _play_reason() -> str:
    subsystem = unreal.get_editor_subsystem(unreal.LevelEditorSubsystem)
    return "the game is playing in the editor" if subsystem.is_in_play_in_editor() else ""


def _busy_reason() -> str:
    if unreal.AssetRegistryHelpers.get_asset_registry().is_loading_assets():
        return "the editor is still discovering assets"
    return _play_reason()
