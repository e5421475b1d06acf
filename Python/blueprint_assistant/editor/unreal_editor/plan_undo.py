"""Takes a failed plan back: the editor's own undo first, inverse steps for what that leaves.

Nobody has published whether Ctrl+Z covers graph edits made from Python (field notes 8), so
the state is read again after the undo and what still differs is removed step by step.
Removed nodes are made anew then, under the names that the editor gives them.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

import unreal

from blueprint_assistant.editor.plan.edit_plan import EditPlan
from blueprint_assistant.editor.plan.project_classes import with_project_classes
from blueprint_assistant.editor.plan.simulation import simulate
from blueprint_assistant.editor.prepared_plan import PreparedPlan
from blueprint_assistant.editor.revert.equivalence import classes_named_in, says_the_same
from blueprint_assistant.editor.revert.plan_between import plan_between
from blueprint_assistant.editor.snapshots import Snapshots, UnknownBlueprintError
from blueprint_assistant.editor.unreal_editor.blueprint_reader import (
    does_exist,
    load_blueprint,
    look_at_blueprint,
    read_blueprint,
    read_status,
)
from blueprint_assistant.editor.unreal_editor.member_undo import restore_defaults
from blueprint_assistant.editor.unreal_editor.plan_run import PlanRun
from blueprint_assistant.editor.unreal_editor.template_properties import with_same_properties
from blueprint_assistant.editor.unreal_editor.undo_history import closed_windows
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.rules.schema import Schema

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph

__all__ = ["clear_dirty_flag", "delete_created", "is_dirty", "take_back"]

_log = logging.getLogger(__name__)

_ATTEMPTS = 3


def take_back(before: Blueprint, catalog: Catalog) -> bool:
    """Bring a Blueprint back to what it was; whether it is so now, as read back.

    Call it after the plan's transaction has ended, and only then. Calls that fail on the way are no
    reason to leave it half done: what was not reached is tried again.
    """
    way = _WayBack(before, catalog)
    is_back = _persistently(way.go_on, f"{before.path} was not taken back")
    # No work is lost where this fails: a compile can be had again at any time.
    _persistently(way.compile_as_before, f"{before.path} is not compiled as it was")
    return is_back


def delete_created(path: str) -> bool:
    """Delete an asset that a failed plan created; whether it is gone."""

    def delete() -> bool:
        if does_exist(path):
            unreal.EditorAssetLibrary.delete_asset(path)
        return not does_exist(path)

    return _persistently(delete, f"{path} was not deleted")


def is_dirty(path: str) -> bool:
    """Whether the package has changes that no file holds."""
    packages = unreal.EditorLoadingAndSavingUtils.get_dirty_content_packages() or []
    return any(str(package.get_path_name()) == path for package in packages)


def clear_dirty_flag(before: Blueprint) -> bool:
    """Say that a Blueprint needs no saving, when it is in all again what its file holds; whether it does not.

    An undo leaves the package dirty. Call it only for a Blueprint that was not.
    """

    def clear() -> bool:
        if _content(_read_like(before, Snapshots())) == _content(before):
            assets = unreal.get_editor_subsystem(unreal.EditorAssetSubsystem)
            assets.set_dirty_flag(load_blueprint(before.path), dirty_state=False)
        return not is_dirty(before.path)

    return _persistently(clear, f"{before.path} is still marked as changed")


def _persistently(step: Callable[[], bool], complaint: str) -> bool:
    """Take a step until it says that it is done, a few times; whether it did."""
    for _ in range(_ATTEMPTS):
        try:
            if step():
                return True
        except Exception as error:  # noqa: BLE001 - any call of the engine may fail; the next attempt goes on
            _log.warning("%s: %s", complaint, error, exc_info=error)
    return False


class _WayBack:
    """The way back of one Blueprint: looking, the editor's own undo once, then inverse steps.

    The editor's undo takes the newest transaction, whosever it is: it is not used when nothing
    changed, never twice, and redone when it brought back neither the old state nor the old members,
    for then it was not ours.
    """

    def __init__(self, before: Blueprint, catalog: Catalog) -> None:
        self._before = before
        self._catalog = catalog
        self._next = self._look
        self._failed = before
        self._snapshots = Snapshots()

    def go_on(self) -> bool:
        """Go on where the last attempt ended; whether the Blueprint is what it was."""
        return self._next()

    def _look(self) -> bool:
        # What differs may be the class alone, which no transaction holds.
        self.compile_as_before()
        self._failed = self._read()
        if self._is_back():
            return True
        if _content(self._read()) != _content(self._failed):
            return False  # one of the two was no true reading
        with closed_windows([self._before.path]):
            self._next = self._go_on_after_undo
            unreal.SystemLibrary.execute_console_command(None, "TRANSACTION UNDO")
        return self._go_on_after_undo()

    def _go_on_after_undo(self) -> bool:
        # The class is still that of the failed plan: it holds the names of what is gone, and not the
        # defaults of what came back.
        unreal.BlueprintEditorLibrary.compile_blueprint(load_blueprint(self._before.path))
        if self._is_back():
            return True
        restore_defaults(self._before, self._read())
        if self._is_back():
            return True
        now = _members(self._read())
        was_ours = _members(self._failed) != _members(self._before) and now == _members(self._before)
        if not was_ours:
            with closed_windows([self._before.path]):
                self._next = self._go_by_steps
                unreal.SystemLibrary.execute_console_command(None, "TRANSACTION REDO")
        self._next = self._go_by_steps
        return self._go_by_steps()

    def _go_by_steps(self) -> bool:
        now = self._read()
        catalog = with_project_classes(self._catalog, classes_named_in(self._before), _read_if_there)
        steps = plan_between(now, _with_changed_nodes_anew(self._before, now), catalog)
        if steps.missing:
            _log.warning("%s: %s", self._before.path, "; ".join(steps.missing))
        if steps.operations:
            plan = EditPlan(self._before.path, "AI: take back what failed", steps.operations)
            run = PlanRun(PreparedPlan(plan, now, catalog, simulate(now, plan, catalog), {}))
            with unreal.ScopedEditorTransaction(plan.title):
                run.carry_out()
        unreal.BlueprintEditorLibrary.compile_blueprint(load_blueprint(self._before.path))
        return says_the_same(self._read(), self._before, Schema(catalog))

    def _read(self) -> Blueprint:
        return _read_like(self._before, self._snapshots)

    def _is_back(self) -> bool:
        return _content(self._read()) == _content(self._before)

    def compile_as_before(self) -> bool:
        """Compile what was compiled before and is no longer; whether it is so now."""
        asset = load_blueprint(self._before.path)
        if not self._before.status.startswith("up_to_date") or read_status(asset).startswith("up_to_date"):
            return True
        unreal.BlueprintEditorLibrary.compile_blueprint(asset)
        return read_status(asset).startswith("up_to_date")


def _read_like(before: Blueprint, snapshots: Snapshots) -> Blueprint:
    """The Blueprint as it is now, with the component properties that `before` has."""
    found = snapshots.understand(look_at_blueprint(before.path, snapshots.latest(before.path)))
    return with_same_properties(found, load_blueprint(before.path), before)


def _read_if_there(path: str) -> Blueprint | None:
    try:
        return read_blueprint(path)
    except UnknownBlueprintError:
        return None


def _with_changed_nodes_anew(before: Blueprint, now: Blueprint) -> Blueprint:
    """The Blueprint to go back to, where nodes that stand for something else by now are other nodes.

    No step lets a node stand for another variable or component again.
    """
    graphs: list[Graph] = []
    for graph in before.graphs:
        there = now.find_graph(graph.name)
        present = {} if there is None else {node.guid: node for node in there.nodes}
        nodes = tuple(
            replace(node, guid="")
            if node.guid in present and any_spec_of(present[node.guid]) != any_spec_of(node)
            else node
            for node in graph.nodes
        )
        graphs.append(graph if nodes == graph.nodes else replace(graph, nodes=nodes))
    return replace(before, graphs=tuple(graphs))


def _content(blueprint: Blueprint) -> Blueprint:
    """Everything but the compile state, which an undo does not have to bring back."""
    return replace(blueprint, status="unknown")


def _members(blueprint: Blueprint) -> tuple[object, ...]:
    """What every transaction records, even where the editor leaves graph edits out."""
    return blueprint.variables, blueprint.components
