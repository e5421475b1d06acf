"""Carries a revert out by plans, on all of its Blueprints or on none. Part of `unreal_reverter`.

Outside uses `RevertRun`. Game thread only.
"""

from __future__ import annotations

import logging
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

import unreal

from blueprint_assistant.editor.plan.edit_plan import CompileBlueprintStep, CreateBlueprintStep, EditPlan
from blueprint_assistant.editor.plan.member_steps import RenameComponentStep
from blueprint_assistant.editor.revert.plan_between import members_between, plan_between
from blueprint_assistant.editor.revert.reversal import HistoryWay
from blueprint_assistant.editor.revert.revert_plan import RevertError
from blueprint_assistant.editor.unreal_editor.blueprint_reader import load_blueprint
from blueprint_assistant.editor.unreal_editor.failed_calls import reason_of
from blueprint_assistant.editor.unreal_editor.plan_undo import (
    clear_dirty_flag,
    delete_created,
    is_dirty,
    take_back,
)
from blueprint_assistant.editor.unreal_editor.template_properties import with_same_properties
from blueprint_assistant.editor.unreal_editor.undo_history import undo_newest
from blueprint_assistant.errors import AssistantError, EditorError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from contextlib import AbstractContextManager

    from blueprint_assistant.editor.plan.edit_plan import ApplyReport, EditOperation
    from blueprint_assistant.editor.revert.reversal import Reversal
    from blueprint_assistant.editor.revert.revert_plan import BlueprintRevert, RevertPlan
    from blueprint_assistant.editor.unreal_editor.editor import UnrealEditor
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["RevertRun"]

_log = logging.getLogger(__name__)


class RevertRun:
    """A revert by plans: all of them are carried out, or none."""

    def __init__(
        self,
        editor: UnrealEditor,
        catalog_of: Callable[[Blueprint], Catalog],
        reversal: Reversal,
        plan: RevertPlan,
        before: Mapping[str, Blueprint | None],
    ) -> None:
        """`catalog_of` gives the rules for a state; `before` has the Blueprints as they are."""
        self._editor = editor
        self._catalog = catalog_of
        self._title = reversal.title
        self._goals = {change.path: change.goal for change in reversal.changes}
        self._plan = plan
        self._created: list[str] = []
        self._before = before
        has_created = any(item.action == "create" for item in plan.blueprints)
        has_overrides = any(item.has_overrides for item in plan.blueprints)
        self._is_interlaced = len(self._wanted()) > 1 or has_created or has_overrides
        self._reports: list[ApplyReport] = []
        self._clean: list[str] = []

    def carry_out(self) -> None:
        """Do all of it. Raises what failed; then nothing is changed, or EditorError says what is."""
        try:
            self._clean = [path for path, state in self._before.items() if state and not is_dirty(path)]
            with self._transaction():
                self._create()
                self._change()
        except Exception as error:
            self._take_back(error)
            if isinstance(error, AssistantError):
                raise
            _log.exception("The revert failed")
            raise RevertError(
                f"The editor failed in '{self._title}' ({reason_of(error)}).",
                "Nothing was changed. Try again.",
            ) from error

    @property
    def history(self) -> HistoryWay:
        """How the editor's history takes back what was done."""
        pairs: dict[str, tuple[Blueprint, Blueprint]] = {}
        for report in self._reports:
            before = self._before.get(report.plan.blueprint)
            if before is not None:
                pairs[before.path] = (report.after, before)
        return HistoryWay("UNDO", (tuple(pairs.values()),) if pairs else ())

    def _transaction(self) -> AbstractContextManager[object]:
        """One transaction around several plans; a single plan has its own, which it can take back itself."""
        return unreal.ScopedEditorTransaction(self._title) if self._is_interlaced else nullcontext()

    def _create(self) -> None:
        for item in self._plan.blueprints:
            goal = self._goals[item.path]
            if item.action == "create" and goal is not None:
                self._editor.apply(
                    EditPlan(item.path, self._title, (CreateBlueprintStep(goal.parent_class),))
                )
                self._created.append(item.path)

    def _change(self) -> None:
        wanted = self._wanted()
        if self._is_interlaced:
            # One may use a member of the other: first all members, then what uses them.
            for path, state in wanted.items():
                self._apply(path, members_between(self._now(path, state), state, self._catalog(state)))
        for item in self._plan.blueprints:
            if item.path in wanted:
                self._finish(item, wanted[item.path])

    def _wanted(self) -> dict[str, Blueprint]:
        """What each Blueprint is to be, before its members get back their names."""
        states = {
            item.path: self._goals[item.path] if item.action == "create" else item.wanted
            for item in self._plan.blueprints
            if item.action in ("create", "edit")
        }
        return {path: state for path, state in states.items() if state is not None}

    def _finish(self, item: BlueprintRevert, wanted: Blueprint) -> None:
        operations = () if item.plan is None else item.plan.operations
        if self._is_interlaced:
            steps = plan_between(self._now(item.path, wanted), wanted, self._catalog(wanted), last=item.last)
            if steps.missing:
                raise RevertError(
                    f"'{item.path}' cannot be made anew: {'; '.join(steps.missing[:3])}.",
                    "Nothing was changed.",
                )
            operations = (*steps.operations, CompileBlueprintStep())
        self._apply(item.path, operations)
        self._require_values(item.path, wanted, item.last)

    def _apply(self, path: str, operations: tuple[EditOperation, ...]) -> None:
        if operations:
            self._reports.append(self._editor.apply(EditPlan(path, self._title, operations)))

    def _now(self, path: str, like: Blueprint) -> Blueprint:
        return with_same_properties(self._editor.read_blueprint(path), load_blueprint(path), like)

    def _require_values(self, path: str, wanted: Blueprint, last: tuple[EditOperation, ...]) -> None:
        """The settings of components that no plan could predict are what they should be."""
        if not any(component.properties for component in wanted.components):
            return
        names = {step.name: step.new_name for step in last if isinstance(step, RenameComponentStep)}
        components = tuple(replace(item, name=names.get(item.name, item.name)) for item in wanted.components)
        found = self._now(path, replace(wanted, components=components))
        for component in components:
            present = found.find_component(component.name)
            if present is not None and present.properties != component.properties:
                raise RevertError(
                    f"The settings of {component.name} in {path} do not come back as they were.",
                    "Nothing was changed. Use Edit > Undo in the editor.",
                )

    def _take_back(self, error: Exception) -> None:
        """What was done before the failure goes again."""
        paths = [item.path for item in self._plan.blueprints if item.action == "edit"]
        states = [state for path in paths if (state := self._before.get(path)) is not None]
        if self._is_interlaced:
            undo_newest(states)
        stuck = [state.path for state in states if not take_back(state, self._catalog(state))]
        stuck += [path for path in reversed(self._created) if not delete_created(path)]
        for state in states:
            if state.path in self._clean:
                clear_dirty_flag(state)
        if stuck:
            raise EditorError(
                f"The revert failed, and could not be taken back whole in {', '.join(stuck)}.",
                "Look at them, and use Edit > Undo in the editor.",
            ) from error
