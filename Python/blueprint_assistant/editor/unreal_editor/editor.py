"""`UnrealEditor`: reads, validates, applies in one transaction, verifies, undoes on failure."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any, assert_never

import unreal

from blueprint_assistant.editor.member_differences import member_differences
from blueprint_assistant.editor.member_operations import MemberOperation
from blueprint_assistant.editor.menu_entries import project_classes_of
from blueprint_assistant.editor.plan import (
    AddComment,
    AddComponent,
    AddNode,
    AddVariable,
    ApplyReport,
    CompileBlueprint,
    CompileReport,
    CreateBlueprint,
    EditOperation,
    EditPlan,
    NodeOperation,
    OperationResult,
    PlanError,
    SetPinDefault,
)
from blueprint_assistant.editor.protocol import EditorStatus
from blueprint_assistant.editor.simulation import Simulation, simulate
from blueprint_assistant.editor.unreal_editor import looking, writing
from blueprint_assistant.editor.unreal_editor.inserted import with_inserted_nodes
from blueprint_assistant.editor.unreal_editor.member_run import MemberRun
from blueprint_assistant.editor.unreal_editor.node_steps import NodeSteps, look_differences
from blueprint_assistant.editor.unreal_editor.properties import asked_properties, with_properties
from blueprint_assistant.editor.unreal_editor.reading import (
    UnknownBlueprintError,
    load_blueprint,
    read_blueprint,
    with_project_classes,
)
from blueprint_assistant.editor.unreal_editor.undoing import clear_dirty_flag, is_dirty, take_back
from blueprint_assistant.errors import AssistantError, EditorError
from blueprint_assistant.graph.any_specs import CreateDelegateSpec
from blueprint_assistant.graph.facts import describe_difference, graph_facts
from blueprint_assistant.graph.schema import Schema
from blueprint_assistant.graph.specs import CallFunctionSpec, CustomEventSpec
from blueprint_assistant.graph.t3d import NodeMemo

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.editor.protocol import Asset, BlueprintsAtHand
    from blueprint_assistant.graph.catalog import Catalog
    from blueprint_assistant.graph.model import Blueprint, Pin

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
        self._opened: dict[str, None] = {}

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

    def list_assets(self, folder: str) -> tuple[Asset, ...]:
        """All assets under a folder, its sub-folders included, by path."""
        return looking.list_assets(folder)

    def list_folders(self, folder: str) -> tuple[str, ...]:
        """All folders under a folder, sorted."""
        return looking.list_folders(folder)

    def open_blueprint(self, path: str) -> None:
        """Open the Blueprint in its own editor window. Changes nothing in it."""
        looking.open_blueprint(path)
        self._opened.pop(path, None)
        self._opened[path] = None

    def blueprints_at_hand(self) -> BlueprintsAtHand:
        """What hints at the Blueprint that the artist works on."""
        return looking.look_at_hand(self._opened)

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
        asked = asked_properties(plan)
        before = self._read_if_there(plan.blueprint, asked)
        catalog = with_project_classes(self._catalog, _classes_of(before, plan), self._read)
        expected = simulate(before, plan, catalog)
        run = _PlanRun(plan, before, expected, catalog)
        was_dirty = before is None or is_dirty(before.path)
        try:
            with unreal.ScopedEditorTransaction(plan.title):
                run.carry_out()
            after = self._read(plan.blueprint, asked)
            warnings = self._verify(before, expected, run, after)
        except Exception as error:
            self._take_back(plan, before, run)
            if before is not None and not was_dirty:
                clear_dirty_flag(before)
            raise _as_plan_error(plan, error) from error
        results = tuple(
            replace(result, node=run.nodes.get(operation.key, result.node))
            if isinstance(operation, AddNode | AddComment)
            else result
            for operation, result in zip(plan.operations, expected.results, strict=True)
        )
        return ApplyReport(plan, results, before, after, warnings, run.compile_report)

    def _read_if_there(self, path: str, asked: Mapping[str, frozenset[str]]) -> Blueprint | None:
        try:
            return self._read(path, asked)
        except UnknownBlueprintError:
            return None

    def _read(self, path: str, asked: Mapping[str, frozenset[str]] | None = None) -> Blueprint:
        found = read_blueprint(path, self._memos.setdefault(path, NodeMemo()))
        return with_properties(found, load_blueprint(path), asked) if asked else found

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
        unplanned: list[str] = []
        for graph in expected.after.graphs:
            found = after.find_graph(graph.name)
            if found is None:
                raise PlanError(f"After the change there is no graph '{graph.name}'.")
            old = before.find_graph(graph.name) if before is not None else None
            planned = _planned_names(run.plan, graph.name, expected.nodes, run.nodes)
            names = with_inserted_nodes(planned, graph, found, old)
            wanted = graph_facts(graph, names=names, default_of=self._normal_default)
            present = graph_facts(found, default_of=self._normal_default)
            # A new Blueprint comes with greyed-out events that no plan asked for.
            difference = describe_difference(wanted, present & wanted if old is None else present)
            if difference:
                unplanned.append(f"graph {graph.name}: {difference}")
        unplanned += member_differences(self._schema, before, expected.after, after)
        unplanned += look_differences(run.plan, run.nodes, after)
        if unplanned:
            raise PlanError(
                f"The editor made something else than planned ({'; '.join(unplanned)}).",
                "Nothing was kept. Try smaller steps.",
            )
        return (*run.warnings, *run.node_warnings)

    def _normal_default(self, pin: Pin) -> str:
        """One spelling per value, and none for a pin that holds what a fresh node holds."""
        try:
            value = self._schema.validate_default(pin.type, pin.default) if pin.default else ""
            fresh = self._schema.validate_default(pin.type, pin.autogenerated_default)
        except AssistantError:
            return pin.default
        return "" if value == fresh else value

    def _take_back(self, plan: EditPlan, before: Blueprint | None, run: _PlanRun) -> None:
        """Bring the Blueprint back to what it was. Raises NotUndoneError when that fails."""
        if before is None:
            if run.may_have_created:
                self._delete_created(plan)
            return
        if take_back(before, run.catalog):
            return
        raise NotUndoneError(
            f"'{plan.title}' failed and could not be taken back whole in '{plan.blueprint}'.",
            "Look at the Blueprint, and use Edit > Undo in the editor.",
        )

    def _delete_created(self, plan: EditPlan) -> None:
        if not unreal.EditorAssetLibrary.does_asset_exist(plan.blueprint):
            return
        if not unreal.EditorAssetLibrary.delete_asset(plan.blueprint):
            raise NotUndoneError(
                f"'{plan.title}' failed and the new Blueprint '{plan.blueprint}' could not be deleted.",
                "Delete it in the Content Browser.",
            )


class _PlanRun:
    """One application of a plan: real node names by key, warnings, the compile report."""

    def __init__(
        self, plan: EditPlan, before: Blueprint | None, expected: Simulation, catalog: Catalog
    ) -> None:
        self.plan = plan
        self.catalog = catalog
        self._plan = plan
        self._expected = expected
        self._node_steps = NodeSteps(self._asset, expected.after, catalog)
        self.nodes = self._node_steps.names
        self.node_warnings = self._node_steps.warnings
        self.node_warnings = self._node_steps.warnings
        self._members = MemberRun(before, expected.after, Schema(catalog), self._compile)
        self.warnings = self._members.warnings
        self.compile_report: CompileReport | None = None
        self._are_events_known = before is not None and before.status.startswith("up_to_date")
        self.may_have_created = False

    def carry_out(self) -> None:
        steps = zip(self._plan.operations, self._expected.results, strict=True)
        for number, (operation, result) in enumerate(steps, start=1):
            try:
                self._step(operation, result)
            except PlanError as error:
                raise PlanError(
                    f"Step {number} of {len(self._plan.operations)}: {error.what}", error.fix
                ) from error
        self._members.settle()

    def _step(self, operation: EditOperation, result: OperationResult) -> None:
        if isinstance(operation, NodeOperation):
            if isinstance(operation, AddNode):
                self._members.settle()
                self._make_events_known(operation, result)
            self._node_steps.carry_out(operation, result)
            return
        if result.status == "unchanged":
            return
        if isinstance(operation, MemberOperation):
            self._node_steps.forget_objects()
            self._members.carry_out(operation, result)
            return
        match operation:
            case CreateBlueprint():
                # An asset that was there before is somebody else's: it must survive a failure.
                self.may_have_created = not unreal.EditorAssetLibrary.does_asset_exist(self._plan.blueprint)
                writing.create_blueprint(self._plan.blueprint, operation)
            case AddVariable():
                self._members.add_variable(operation)
            case AddComponent():
                self._members.add_component(operation)
            case CompileBlueprint():
                self._members.settle()
                self.compile_report = self._compile()
            case _:
                assert_never(operation)

    def _make_events_known(self, operation: AddNode, result: OperationResult) -> None:
        """Compile before a call of an own event or function: until then nobody knows a new one (trap 12)."""
        spec = operation.spec
        if isinstance(spec, CustomEventSpec) and result.status == "done":
            self._are_events_known = False
        if not isinstance(spec, CallFunctionSpec | CreateDelegateSpec) or self._are_events_known:
            return
        owner, _, name = spec.function.rpartition(":")
        if name and owner in ("", self._expected.after.generated_class):
            self._compile()

    def _compile(self) -> CompileReport:
        self._are_events_known = True
        self._node_steps.forget_objects()
        return writing.compile_blueprint(self._plan.blueprint)

    def _asset(self) -> Any:
        return load_blueprint(self._plan.blueprint)


def _planned_names(
    plan: EditPlan, graph: str, expected: Mapping[str, str], real: Mapping[str, str]
) -> dict[str, str]:
    """The real names of a plan's nodes in one graph by expected names, which are unique there only."""
    return {
        expected[item.key]: real[item.key]
        for item in plan.operations
        if isinstance(item, AddNode | AddComment)
        and item.graph.lower() == graph.lower()
        and item.key in expected  # a later step may have removed it
    }


def _classes_of(before: Blueprint | None, plan: EditPlan) -> list[str]:
    """The classes of the project that a plan's rules may need: parents, and those that nodes name."""
    created = [item.parent_class for item in plan.operations if isinstance(item, CreateBlueprint)]
    parents = created if before is None else [before.parent_class, *created]
    named = [
        path
        for item in plan.operations
        if isinstance(item, AddNode)
        for path in project_classes_of(item.spec)
        # What the Blueprint itself has is known from its value, as the plan changes it.
        if path.partition(".")[0] != plan.blueprint
    ]
    chosen = [item.value for item in plan.operations if isinstance(item, SetPinDefault)]
    return [*parents, *named, *(value for value in chosen if value.startswith("/") and value.endswith("_C"))]


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
