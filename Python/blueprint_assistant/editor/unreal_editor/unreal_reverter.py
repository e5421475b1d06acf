"""`UnrealReverter`: takes back what a turn changed, and takes that back in turn. Game thread only.

The editor's own undo is tried first where nothing else was changed since: it is exact. Else the artist's
edits and the way back are brought together, and carried out as plans that the editor's undo knows. Assets
are deleted last, for no undo brings them back.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping  # noqa: TC003 - of a constant
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.menu_entries import project_classes_of
from blueprint_assistant.editor.plan.project_classes import with_project_classes
from blueprint_assistant.editor.revert.reversal import HistoryWay, Reversal, rest_of, reversal_again
from blueprint_assistant.editor.revert.revert_plan import RevertError, RevertReport
from blueprint_assistant.editor.revert.revert_planner import Surroundings, plan_revert
from blueprint_assistant.editor.snapshots import UnknownBlueprintError
from blueprint_assistant.editor.unreal_editor.blueprint_reader import load_blueprint
from blueprint_assistant.editor.unreal_editor.failed_calls import says_what_failed
from blueprint_assistant.editor.unreal_editor.plan_undo import (
    clear_dirty_flag,
    delete_created,
    is_dirty,
)
from blueprint_assistant.editor.unreal_editor.referencers import users_of
from blueprint_assistant.editor.unreal_editor.revert_run import RevertRun
from blueprint_assistant.editor.unreal_editor.template_properties import with_properties
from blueprint_assistant.editor.unreal_editor.undo_history import (
    closed_windows,
    go_in_history,
    insist,
    is_or_reaches,
    reach_state,
)
from blueprint_assistant.errors import AssistantError, EditorError
from blueprint_assistant.graph.kinds.node_factory import any_spec_of

if TYPE_CHECKING:
    from blueprint_assistant.editor.revert.revert_plan import BlueprintRevert, RevertPlan
    from blueprint_assistant.editor.unreal_editor.editor import UnrealEditor
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint

    States = dict[str, Blueprint | None]

__all__ = ["UnrealReverter"]

_log = logging.getLogger(__name__)
_NONE: Mapping[str, Blueprint | None] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class _Look:
    """What is to be taken back, the Blueprints before that, and how it will go."""

    reversal: Reversal
    before: States
    plan: RevertPlan


class UnrealReverter:
    """The `Reverter` of Unreal 5.8."""

    def __init__(self, editor: UnrealEditor) -> None:
        """`editor` carries out the plans."""
        self.editor = editor

    @says_what_failed("look what is to be taken back")
    def look_at_revert(self, reversal: Reversal, *, despite_conflicts: bool = False) -> RevertPlan:
        """What a revert would do now. Touches nothing."""
        return self._look(reversal, despite_conflicts=despite_conflicts).plan

    def revert(self, reversal: Reversal, *, despite_conflicts: bool = False) -> RevertReport:
        """Do it. Raises RevertError, and what the editor raises; then everything is as it was."""
        look = self._look_and_require(reversal, despite_conflicts=despite_conflicts)
        was_by_history = look.plan.is_by_history and self._go_by_history(look.reversal, look.before)
        if was_by_history:
            history = _opposite(look.reversal.history)
        else:
            if look.plan.is_by_history:
                by_steps = replace(look.reversal, history=HistoryWay("UNDO"), steps=())
                look = self._look_and_require(by_steps, despite_conflicts=despite_conflicts)
            steps = RevertRun(self.editor, self.catalog_of, look.reversal, look.plan, look.before)
            steps.carry_out()
            history = steps.history
        gone, left = self._delete(look.plan)
        return self._report(look, (gone, left), history, was_by_history=was_by_history)

    @says_what_failed("look what is to be taken back")
    def _look_and_require(self, reversal: Reversal, *, despite_conflicts: bool) -> _Look:
        look = self._look(reversal, despite_conflicts=despite_conflicts)
        _require_something(look.plan)
        return look

    def _look(self, reversal: Reversal, *, despite_conflicts: bool) -> _Look:
        self._refuse_when_busy(reversal.title)
        now = self._states(reversal)
        reversal = rest_of(reversal, now)
        plan = plan_revert(reversal, now, self._around(reversal), despite_conflicts=despite_conflicts)
        return _Look(reversal, now, plan)

    # --- looking ---------------------------------------------------------------------------------

    def _refuse_when_busy(self, title: str) -> None:
        status = self.editor.status()
        if status.busy or not status.can_edit_graphs:
            reason = status.busy or "this engine has no Python calls for Blueprint graphs"
            raise RevertError(
                f"'{title}' is not possible now: {reason}.", "Nothing was changed. Try again after that."
            )

    def _states(self, reversal: Reversal) -> States:
        """The Blueprints as they are now, with the component properties that the change concerns."""
        return {
            change.path: self._state(change.path, change.base, change.goal) for change in reversal.changes
        }

    def _state(self, path: str, *likes: Blueprint | None) -> Blueprint | None:
        try:
            found = self.editor.read_blueprint(path)
        except UnknownBlueprintError:
            return None
        asked: dict[str, frozenset[str]] = {}
        for like in likes:
            for component in () if like is None else like.components:
                if component.properties:
                    key = component.name.lower()
                    names = frozenset(name for name, _ in component.properties)
                    asked[key] = asked.get(key, frozenset()) | names
        return with_properties(found, load_blueprint(path), asked)

    def _around(self, reversal: Reversal) -> Surroundings:
        unsaved = frozenset(self.editor.blueprints_at_hand().unsaved)
        goals = {change.path: change.goal for change in reversal.changes}

        def catalog_of(now: Blueprint, goal: Blueprint) -> Catalog:
            return self.catalog_of(now, goal, coming=goals)

        return Surroundings(catalog_of, unsaved, users_of)

    def catalog_of(self, *states: Blueprint, coming: Mapping[str, Blueprint | None] = _NONE) -> Catalog:
        """The catalogue with the project's classes that the nodes of these states name.

        `coming` has the states of Blueprints that they are to have by then.
        """
        paths = [
            path
            for state in states
            for path in (state.parent_class, *_classes_in(state))
            if path.partition(".")[0] != state.path
        ]

        def read(path: str) -> Blueprint | None:
            return coming.get(path) or self._state(path)

        return with_project_classes(self.editor.catalog, dict.fromkeys(paths), read)

    # --- through the editor's history -------------------------------------------------------------

    def _go_by_history(self, reversal: Reversal, before: States) -> bool:
        """Let the editor undo; whether it brought everything back. Else all is as it was before."""
        paths = [path for path, state in before.items() if state is not None]
        try:
            clean = [path for path in paths if not is_dirty(path)]
            with closed_windows(paths):
                try:
                    if self._has_gone(reversal):
                        return True
                except Exception as error:  # noqa: BLE001 - whatever failed, what counts is the state left
                    _log.warning("The editor's undo failed: %s", error, exc_info=error)
                self._require_unchanged(before, clean)
        except AssistantError:
            raise
        except Exception as error:  # noqa: BLE001 - before the first step or after the last: nothing is changed
            _log.warning("The editor's undo failed: %s", error, exc_info=error)
        return False

    def _has_gone(self, reversal: Reversal) -> bool:
        if not go_in_history(reversal.history):
            return False
        goals = [change.goal for change in reversal.changes if change.goal is not None]
        reached = [insist(partial(reach_state, goal)) for goal in goals]  # all of them are compiled
        if all(reached):
            return True
        go_in_history(_opposite(reversal.history))
        return False

    def _require_unchanged(self, before: States, clean: list[str]) -> None:
        for path, state in before.items():
            if state is None:
                continue
            if not insist(partial(is_or_reaches, state)):
                raise EditorError(
                    f"The editor's undo did not bring '{path}' back, nor to where it was.",
                    "Look at the Blueprint, and use Edit > Undo and Edit > Redo in the editor.",
                )
            if path in clean:
                clear_dirty_flag(state)  # it insists itself

    # --- deleting --------------------------------------------------------------------------------

    def _delete(self, plan: RevertPlan) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Delete what is to go, the newest first: one may derive from another."""
        gone, left = [], []
        for item in reversed([item for item in plan.blueprints if item.action == "delete"]):
            users = insist(partial(users_of, item.path))
            if users:
                left.append(f"{item.path} is left: it is used by {', '.join(users)}.")
            elif delete_created(item.path):
                gone.append(item.path)
            else:
                left.append(f"{item.path} is left: the editor did not delete it. Is its file read-only?")
        return tuple(gone), tuple(left)

    # --- afterwards ------------------------------------------------------------------------------

    def _report(
        self,
        look: _Look,
        deleted: tuple[tuple[str, ...], tuple[str, ...]],
        history: HistoryWay,
        *,
        was_by_history: bool,
    ) -> RevertReport:
        (gone, left), plan, reversal = deleted, look.plan, look.reversal
        changed = {item.path for item in plan.blueprints if item.action in ("edit", "create")} | set(gone)
        after = {
            change.path: insist(partial(self._state, change.path, change.base, change.goal))
            for change in reversal.changes
            if change.path in changed
        }
        if gone or any(item.action == "create" for item in plan.blueprints):
            history = HistoryWay("UNDO")  # an asset that is gone takes its steps with it
        title = f"AI: undo '{reversal.title.removeprefix('AI: ')}'"
        return RevertReport(
            reversal.title,
            tuple(state for state in after.values() if state is not None),
            gone,
            (*left, *(line for item in plan.blueprints for line in _left_words(item))),
            tuple(text for item in plan.blueprints if item.action == "edit" for text in item.made_anew),
            was_by_history,
            reversal_again(title, reversal, look.before, after, history),
        )


def _require_something(plan: RevertPlan) -> None:
    if plan.can_run:
        return
    reasons = [f"{item.path}: {text}" for item in plan.blueprints for text in _reasons(item)]
    raise RevertError(
        f"Nothing can be taken back. {'. '.join(reasons)}".rstrip(". ") + ".", "Nothing was changed."
    )


def _reasons(item: BlueprintRevert) -> tuple[str, ...]:
    return (*item.conflicts, *item.missing, *item.notes)


def _left_words(item: BlueprintRevert) -> list[str]:
    if item.action != "leave":
        return []
    return [f"{item.path} is left as it was: {text}." for text in _reasons(item)[:4]]


def _classes_in(state: Blueprint) -> list[str]:
    specs = (any_spec_of(node) for graph in state.graphs for node in graph.nodes)
    return [path for spec in specs if spec is not None for path in project_classes_of(spec)]


def _opposite(way: HistoryWay) -> HistoryWay:
    expected = tuple(tuple((after, before) for before, after in pairs) for pairs in reversed(way.expected))
    return HistoryWay("REDO" if way.command == "UNDO" else "UNDO", expected)
