"""`GameThreadEditor`: the same editor, for worker threads.

Wraps a `BlueprintEditor` that must be used on the game thread; every call becomes a job.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan import CompileBlueprint

if TYPE_CHECKING:
    from blueprint_assistant.editor.game_thread import GameThread, JobKind
    from blueprint_assistant.editor.plan import ApplyReport, EditPlan
    from blueprint_assistant.editor.protocol import Asset, BlueprintEditor, BlueprintsAtHand, EditorStatus
    from blueprint_assistant.graph.model import Blueprint

__all__ = ["GameThreadEditor"]


class GameThreadEditor:
    """A BlueprintEditor for any thread. Raises what the editor raises, and the queue's errors."""

    def __init__(self, editor: BlueprintEditor, game_thread: GameThread) -> None:
        """`editor` is only ever touched inside jobs of `game_thread`."""
        self._editor = editor
        self._game_thread = game_thread

    def status(self) -> EditorStatus:
        """Engine version, abilities, and whether it is busy."""
        return self._game_thread.run("read the editor's state", "read", self._editor.status)

    def list_blueprints(self) -> tuple[str, ...]:
        """The paths of all Blueprints of the project, sorted."""
        return self._game_thread.run("list Blueprints", "read", self._editor.list_blueprints)

    def list_assets(self, folder: str) -> tuple[Asset, ...]:
        """All assets under a folder."""
        return self._game_thread.run(
            f"list assets of {folder}", "read", lambda: self._editor.list_assets(folder)
        )

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
        return self._game_thread.run(f"read {path}", "read", lambda: self._editor.read_blueprint(path))

    def apply(self, plan: EditPlan) -> ApplyReport:
        """Apply a plan as one job."""
        compiles = any(isinstance(operation, CompileBlueprint) for operation in plan.operations)
        kind: JobKind = "compile" if compiles else "mutate"
        return self._game_thread.run(plan.title, kind, lambda: self._editor.apply(plan))

    def save(self, path: str) -> None:
        """Save one Blueprint."""
        self._game_thread.run(f"save {path}", "mutate", lambda: self._editor.save(path))
