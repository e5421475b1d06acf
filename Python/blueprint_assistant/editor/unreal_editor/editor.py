"""`UnrealEditor`: reads, validates, applies in one transaction, verifies, undoes on failure."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import unreal

from blueprint_assistant.editor.plan.edit_plan import (
    AddCommentStep,
    AddNodeStep,
    ApplyReport,
    EditPlan,
    NoGraphCallsError,
    PlanError,
)
from blueprint_assistant.editor.plan.simulate.component_properties import asked_properties
from blueprint_assistant.editor.plan.simulate.member_differences import member_differences
from blueprint_assistant.editor.plan.simulate.value_equality import normal_default
from blueprint_assistant.editor.prepared_plan import OutdatedPlanError, prepare_plan
from blueprint_assistant.editor.protocol import EditorStatus
from blueprint_assistant.editor.snapshots import RawBlueprint, Snapshots, UnknownBlueprintError
from blueprint_assistant.editor.unreal_editor import project_browsing
from blueprint_assistant.editor.unreal_editor.asset_files import saving_note
from blueprint_assistant.editor.unreal_editor.blueprint_reader import load_blueprint, look_at_blueprint
from blueprint_assistant.editor.unreal_editor.failed_calls import reason_of, says_what_failed
from blueprint_assistant.editor.unreal_editor.inserted_nodes import with_inserted_nodes, with_menu_nodes
from blueprint_assistant.editor.unreal_editor.node_menu import list_menu
from blueprint_assistant.editor.unreal_editor.node_run import look_differences, misplaced_nodes
from blueprint_assistant.editor.unreal_editor.plan_run import PlanRun
from blueprint_assistant.editor.unreal_editor.plan_undo import (
    clear_dirty_flag,
    delete_created,
    is_dirty,
    take_back,
)
from blueprint_assistant.editor.unreal_editor.referencers import saved_users_of
from blueprint_assistant.editor.unreal_editor.template_properties import read_properties
from blueprint_assistant.errors import AssistantError, EditorError
from blueprint_assistant.graph.compare.facts import describe_difference, differing_facts, graph_facts
from blueprint_assistant.graph.rules.schema import Schema

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from blueprint_assistant.editor.plan.simulate.component_properties import AskedProperties
    from blueprint_assistant.editor.plan.simulation import Simulation
    from blueprint_assistant.editor.prepared_plan import PreparedPlan
    from blueprint_assistant.editor.protocol import Asset, BlueprintsAtHand
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Pin

__all__ = ["NotUndoneError", "UnrealEditor"]

_log = logging.getLogger(__name__)

_ASSETS_AT_A_TIME = 500


class NotUndoneError(EditorError):
    """A failed plan could not be taken back whole: the user has to look."""

    code = "not_undone"


class UnrealEditor:
    """The `BlueprintEditor` of Unreal 5.8. Every method must run on the game thread.

    `catalog` and `snapshots` may be used from any thread.
    """

    def __init__(self, catalog: Catalog) -> None:
        """`catalog` gives the rules that plans are validated by."""
        self.catalog = catalog
        self.snapshots = Snapshots()
        self._schema = Schema(catalog)
        self._opened: dict[str, None] = {}

    # --- reading ---------------------------------------------------------------------------

    @says_what_failed("tell its state")
    def status(self) -> EditorStatus:
        """Engine version, abilities, and whether it is busy."""
        return EditorStatus(
            engine_version=str(unreal.SystemLibrary.get_engine_version()),
            can_edit_graphs=hasattr(unreal, "BlueprintGraphEditor"),
            busy=_busy_reason(),
        )

    @says_what_failed("list the Blueprints")
    def list_blueprints(self) -> tuple[str, ...]:
        """The paths of all Blueprints under /Game, sorted."""
        return project_browsing.list_blueprints()

    @says_what_failed("list the assets")
    def list_assets(self, folder: str) -> tuple[Asset, ...]:
        """All assets under a folder, its sub-folders included, by path."""
        return project_browsing.list_assets(folder)

    def assets_in_parts(self, folder: str) -> Generator[None, None, tuple[Asset, ...]]:
        """The same in no order, some hundred at a time: a job for several ticks."""
        entries = self._find_assets(folder)
        assets: list[Asset] = []
        for start in range(0, len(entries), _ASSETS_AT_A_TIME):
            if start:
                yield
            assets += self._read_assets(entries[start : start + _ASSETS_AT_A_TIME])
        return tuple(assets)

    @says_what_failed("list the assets")
    def _find_assets(self, folder: str) -> list[Any]:
        return project_browsing.find_assets(folder)

    @says_what_failed("list the assets")
    def _read_assets(self, entries: list[Any]) -> list[Asset]:
        return project_browsing.read_assets(entries)

    @says_what_failed("list the folders")
    def list_folders(self, folder: str) -> tuple[str, ...]:
        """All folders under a folder, sorted."""
        return project_browsing.list_folders(folder)

    @says_what_failed("open the Blueprint", state="Its window may be open or not.")
    def open_blueprint(self, path: str) -> None:
        """Open the Blueprint in its own editor window. Changes nothing in it."""
        project_browsing.open_blueprint(path)
        self._opened.pop(path, None)
        self._opened[path] = None

    @says_what_failed("tell what is selected and unsaved")
    def blueprints_at_hand(self) -> BlueprintsAtHand:
        """What hints at the Blueprint that the artist works on."""
        return project_browsing.look_at_hand(self._opened)

    @says_what_failed("show the Blueprint")
    def read_blueprint(self, path: str) -> Blueprint:
        """The Blueprint as it is now."""
        return self.snapshots.understand(self.look_at(path))

    @says_what_failed("show the Blueprint")
    def look_at(self, path: str) -> RawBlueprint:
        """What there is to know of the Blueprint as it is now, not read yet."""
        reason = _play_reason()
        if reason:
            # Graph lists come back empty during play (field notes 9): a false empty is no answer.
            raise EditorError(f"'{path}' cannot be read: {reason}.", "Stop playing and try again.")
        return look_at_blueprint(path, self.snapshots.latest(path))

    @says_what_failed("tell what uses the Blueprint")
    def saved_users_of(self, path: str) -> tuple[str, ...]:
        """The assets whose files use an asset."""
        return saved_users_of(path)

    @says_what_failed("look assets up")
    def assets_at(self, paths: tuple[str, ...]) -> tuple[Asset, ...]:
        """What the registry says of the assets at some paths."""
        return project_browsing.assets_at(paths)

    @says_what_failed("list the node menu")
    def menu_entries(self, path: str, graph: str) -> tuple[str, ...]:
        """The names on the node menu of a graph, in the editor's language."""
        reason = _play_reason()
        if reason:
            raise EditorError(f"The node menu of '{path}' is empty: {reason}.", "Stop playing and try again.")
        return list_menu(load_blueprint(path), graph)

    @says_what_failed("save the Blueprint", state="It may be saved or not.")
    def save(self, path: str) -> None:
        """Save one Blueprint that the user asked to save."""
        self._refuse_when_busy(f"save '{path}'")
        if not unreal.EditorAssetLibrary.save_loaded_asset(load_blueprint(path), only_if_is_dirty=False):
            raise EditorError(
                f"The editor did not save '{path}'.", "Is the file read-only or checked out by others?"
            )

    # --- changing --------------------------------------------------------------------------

    def apply(
        self, plan: EditPlan, prepared: PreparedPlan | None = None, *, may_prepare_again: bool = False
    ) -> ApplyReport:
        """Validate, apply in one transaction, verify by reading back; undo on failure.

        A plan that was prepared is only carried out when nothing it was tried on has changed since;
        otherwise OutdatedPlanError, or it is prepared again.
        """
        self._refuse_change(plan)
        run = self._new_run(plan, prepared, may_prepare_again=may_prepare_again)
        before, expected = run.before, run.expected
        try:
            with unreal.ScopedEditorTransaction(plan.title):
                run.carry_out()
            after = self._read(plan.blueprint, asked_properties(plan))
            warnings = self._verify(before, expected, run, after)
        except Exception as error:
            cause = self._taken_back(run, _as_plan_error(plan, error))
            cause.is_taken_back = not isinstance(cause, NotUndoneError)
            raise cause from error
        results = tuple(
            replace(result, node=run.nodes.get(operation.key, result.node))
            if isinstance(operation, AddNodeStep | AddCommentStep)
            else result
            for operation, result in zip(plan.operations, expected.results, strict=True)
        )
        if not run.was_dirty and any(result.status == "done" for result in results):
            # Said with the first change alone: from then on the asset is unsaved.
            note = saving_note(plan.blueprint)
            warnings = (*warnings, note) if note else warnings
        return ApplyReport(plan, results, before, after, warnings, run.compile_report)

    @says_what_failed("show what the change would be made in")
    def look_before(self, plan: EditPlan, path: str, asked: AskedProperties) -> RawBlueprint | None:
        """What there is to know of a Blueprint that a plan is made for; None when it does not exist."""
        self._refuse_change(plan)
        return self._look(path, asked)

    @says_what_failed("show what the change would be made in")
    def _new_run(self, plan: EditPlan, prepared: PreparedPlan | None, *, may_prepare_again: bool) -> PlanRun:
        """Look at what is there; without a prepared plan try it out now."""
        changed = "" if prepared is None else self._changed_since(prepared)
        if changed and not may_prepare_again:
            raise OutdatedPlanError(f"'{changed}' was changed meanwhile.", "Prepare the plan again.")
        if prepared is None or changed:
            prepared = prepare_plan(plan, self.catalog, self._look, self.snapshots, after=prepared)
        before = prepared.before
        return PlanRun(prepared, was_dirty=before is None or is_dirty(before.path))

    def _changed_since(self, prepared: PreparedPlan) -> str:
        """The path of a Blueprint that is not what the plan was tried on; empty when all are."""
        for path, raw in prepared.basis.items():
            if self._look(path, {} if raw is None else raw.asked) != raw:
                return path
        return ""

    def _look(self, path: str, asked: AskedProperties) -> RawBlueprint | None:
        try:
            raw = look_at_blueprint(path, self.snapshots.latest(path))
        except UnknownBlueprintError:
            return None
        if not asked:
            return raw
        return replace(
            raw, components=read_properties(raw.components, load_blueprint(path), asked), asked=asked
        )

    def _read(self, path: str, asked: AskedProperties) -> Blueprint:
        raw = self._look(path, asked)
        if raw is None:
            raise PlanError(f"After the change there is no Blueprint '{path}'.")
        return self.snapshots.understand(raw)

    def _refuse_change(self, plan: EditPlan) -> None:
        self._refuse_when_busy(plan.title)
        if not hasattr(unreal, "BlueprintGraphEditor"):
            raise NoGraphCallsError

    def _refuse_when_busy(self, what: str) -> None:
        reason = _busy_reason()
        if reason:
            raise EditorError(
                f"'{what}' is not possible now: {reason}.", "Nothing was changed. Try again after that."
            )

    def _verify(
        self, before: Blueprint | None, expected: Simulation, run: PlanRun, after: Blueprint
    ) -> tuple[str, ...]:
        """Compare what the editor made with what was planned. Raises PlanError on a difference."""
        unplanned: list[str] = []
        for graph in expected.after.graphs:
            found = after.find_graph(graph.name)
            if found is None:
                raise PlanError(f"After the change there is no graph '{graph.name}'.")
            old = before.find_graph(graph.name) if before is not None else None
            difference = "" if graph is found else self._difference(graph, found, old, run)
            if difference:
                unplanned.append(f"graph {graph.name}: {difference}")
        unplanned += member_differences(self._schema, before, expected.after, after)
        unplanned += look_differences(run.plan, run.nodes, after)
        if unplanned:
            raise PlanError(
                f"The editor made something else than planned ({'; '.join(unplanned)}).",
                "Nothing was kept. Try smaller steps.",
            )
        misplaced = misplaced_nodes(run.plan, expected.results, run.nodes, after)
        return (*run.warnings, *run.node_warnings, *misplaced)

    def _difference(self, expected: Graph, found: Graph, old: Graph | None, run: PlanRun) -> str:
        planned = _planned_names(run.plan, expected.name, run.expected.nodes, run.nodes)
        expected = with_menu_nodes(expected, found, planned)
        names = with_inserted_nodes(planned, expected, found, old)
        if old is not None:
            return describe_difference(
                *differing_facts(expected, found, names=names, default_of=self._normal_default)
            )
        # A new Blueprint comes with greyed-out events that no plan asked for.
        wanted = graph_facts(expected, names=names, default_of=self._normal_default)
        return describe_difference(wanted, graph_facts(found, default_of=self._normal_default) & wanted)

    def _normal_default(self, pin: Pin) -> str:
        return normal_default(self._schema, pin)

    def _taken_back(self, run: PlanRun, cause: AssistantError) -> AssistantError:
        """Bring the Blueprint back to what it was; the error to raise, NotUndoneError when that failed."""
        plan, before = run.plan, run.before
        if before is None:
            if not run.may_have_created or delete_created(plan.blueprint):
                return cause
            return NotUndoneError(
                f"'{plan.title}' failed: {cause.what} The new '{plan.blueprint}' could not be deleted.",
                "Delete it in the Content Browser.",
            )
        if not take_back(before, run.catalog):
            return NotUndoneError(
                f"'{plan.title}' failed: {cause.what} Not all could be taken back in '{plan.blueprint}'.",
                "Look at the Blueprint, and use Edit > Undo in the editor.",
            )
        if not run.was_dirty and not clear_dirty_flag(before):
            fix = f"{cause.fix} The editor shows it as unsaved, although it is as before."
            return type(cause)(cause.what, fix)
        return cause


def _planned_names(
    plan: EditPlan, graph: str, expected: Mapping[str, str], real: Mapping[str, str]
) -> dict[str, str]:
    """The real names of a plan's nodes in one graph by expected names, which are unique there only."""
    return {
        expected[item.key]: real[item.key]
        for item in plan.operations
        if isinstance(item, AddNodeStep | AddCommentStep)
        and item.graph.lower() == graph.lower()
        and item.key in expected  # a later step may have removed it
    }


def _as_plan_error(plan: EditPlan, error: Exception) -> AssistantError:
    if isinstance(error, AssistantError):
        return error
    _log.error("The editor failed in '%s'", plan.title, exc_info=error)
    return PlanError(f"The editor failed in '{plan.title}' ({reason_of(error)}).", "Nothing was kept.")


def _play_reason() -> str:
    subsystem = unreal.get_editor_subsystem(unreal.LevelEditorSubsystem)
    return "the game is playing in the editor" if subsystem.is_in_play_in_editor() else ""


@says_what_failed("tell its state")
def _busy_reason() -> str:
    if unreal.AssetRegistryHelpers.get_asset_registry().is_loading_assets():
        return "the editor is still discovering assets"
    return _play_reason()
