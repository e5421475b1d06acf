"""`GameThreadEditor`: the same editor, for worker threads.

Wraps an editor that must be used on the game thread; every call becomes a job. What a Blueprint's text
means and what a plan would do is found out on the worker: the game thread only looks and changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from blueprint_assistant.editor.game_thread import TIMEOUT_S
from blueprint_assistant.editor.plan.edit_plan import CompileBlueprintStep
from blueprint_assistant.editor.prepared_plan import OutdatedPlanError, prepare_plan

if TYPE_CHECKING:
    from blueprint_assistant.editor.game_thread import GameThread, JobKind
    from blueprint_assistant.editor.plan.edit_plan import ApplyReport, EditPlan
    from blueprint_assistant.editor.plan.simulate.component_properties import AskedProperties
    from blueprint_assistant.editor.prepared_plan import LookAtBlueprint, PreparedPlan
    from blueprint_assistant.editor.protocol import (
        Asset,
        BlueprintsAtHand,
        EditorStatus,
        ThreadBoundEditor,
    )
    from blueprint_assistant.editor.snapshots import RawBlueprint
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["GameThreadEditor"]


class GameThreadEditor:
    """A BlueprintEditor for any thread. Raises what the editor raises, and the queue's errors."""

    def __init__(self, editor: ThreadBoundEditor, game_thread: GameThread) -> None:
        """`editor` is only ever touched inside jobs of `game_thread`."""
        self._editor = editor
        self._game_thread = game_thread

    def status(self) -> EditorStatus:
        """Engine version, abilities, and whether it is busy."""
        return self._game_thread.run("read the editor's state", "read", self._editor.status)

    def list_blueprints(self) -> tuple[str, ...]:
        """The paths of all Blueprints of the project, sorted."""
        return self._game_thread.run("list Blueprints", "settled_read", self._editor.list_blueprints)

    def list_assets(self, folder: str) -> tuple[Asset, ...]:
        """All assets under a folder, by path; a project has thousands, which take several ticks."""
        found = cast(
            "tuple[Asset, ...]",  # what the generator returns: the queue goes through it
            self._game_thread.run(
                f"list assets of {folder}", "read", lambda: self._editor.assets_in_parts(folder)
            ),
        )
        return tuple(sorted(found, key=lambda item: item.path.lower()))

    def list_folders(self, folder: str) -> tuple[str, ...]:
        """All folders under a folder."""
        return self._game_thread.run(
            f"list folders of {folder}", "read", lambda: self._editor.list_folders(folder)
        )

    def open_blueprint(self, path: str) -> None:
        """Open the Blueprint in its own editor window; as slow as a change, so never two in a tick."""
        self._game_thread.run(f"open {path}", "mutate", lambda: self._editor.open_blueprint(path))

    def blueprints_at_hand(self) -> BlueprintsAtHand:
        """What hints at the Blueprint that the artist works on."""
        return self._game_thread.run("look at what is selected", "read", self._editor.blueprints_at_hand)

    def read_blueprint(self, path: str) -> Blueprint:
        """The Blueprint as it is now."""
        raw = self._game_thread.run(f"read {path}", "read", lambda: self._editor.look_at(path))
        return self._editor.snapshots.understand(raw)

    def saved_users_of(self, path: str) -> tuple[str, ...]:
        """The assets whose files use an asset."""
        return self._game_thread.run(
            f"list what uses {path}", "read", lambda: self._editor.saved_users_of(path)
        )

    def assets_at(self, paths: tuple[str, ...]) -> tuple[Asset, ...]:
        """What the registry says of the assets at some paths."""
        return self._game_thread.run("look assets up", "read", lambda: self._editor.assets_at(paths))

    def menu_entries(self, path: str, graph: str) -> tuple[str, ...]:
        """The names on the node menu of a graph."""
        return self._game_thread.run(
            f"list the node menu of {path}", "read", lambda: self._editor.menu_entries(path, graph)
        )

    def apply(self, plan: EditPlan) -> ApplyReport:
        """Apply a plan as one job, tried out before on what the editor said last.

        Where that is old, it is tried on what it says now; when that is old again, inside the job.
        """
        catalog, snapshots = self._editor.catalog, self._editor.snapshots
        prepared = prepare_plan(plan, catalog, self._last_look(plan), snapshots)
        try:
            return self._change(plan, prepared)
        except OutdatedPlanError:
            prepared = prepare_plan(plan, catalog, self._look(plan), snapshots, after=prepared)
        return self._change(plan, prepared, may_prepare_again=True)

    def _change(
        self, plan: EditPlan, prepared: PreparedPlan, *, may_prepare_again: bool = False
    ) -> ApplyReport:
        compiles = any(isinstance(operation, CompileBlueprintStep) for operation in plan.operations)
        kind: JobKind = "compile" if compiles else "mutate"
        return self._game_thread.run(
            plan.title,
            kind,
            lambda: self._editor.apply(plan, prepared, may_prepare_again=may_prepare_again),
        )

    def _look(self, plan: EditPlan) -> LookAtBlueprint:
        def look(path: str, asked: AskedProperties) -> RawBlueprint | None:
            return self._game_thread.run(
                f"read {path}",
                "settled_read",
                lambda: self._editor.look_before(plan, path, asked),
                timeout_s=TIMEOUT_S["mutate"],
            )

        return look

    def _last_look(self, plan: EditPlan) -> LookAtBlueprint:
        """What is known already, mostly from a moment ago; the rest is looked at."""

        def look(path: str, asked: AskedProperties) -> RawBlueprint | None:
            last = self._editor.snapshots.latest(path)
            return last if last is not None and last.asked == asked else self._look(plan)(path, asked)

        return look

    def save(self, path: str) -> None:
        """Save one Blueprint."""
        self._game_thread.run(f"save {path}", "mutate", lambda: self._editor.save(path))
