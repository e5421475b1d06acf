"""`EditorWrapper`: a BlueprintEditor that hands every call on to another one.

What stands before an editor derives from it and writes only what it does otherwise. On whatever thread
the editor behind it may be used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.edit_plan import EditPlan

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.edit_plan import ApplyReport
    from blueprint_assistant.editor.protocol import (
        Asset,
        BlueprintEditor,
        BlueprintsAtHand,
        EditorStatus,
    )
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["EditorWrapper", "note_change"]


class EditorWrapper:
    """The editor that it stands before, call for call."""

    def __init__(self, editor: BlueprintEditor) -> None:
        """Stand before `editor`."""
        self._editor = editor

    def status(self) -> EditorStatus:
        """Engine version, abilities, and whether it is busy."""
        return self._editor.status()

    def list_blueprints(self) -> tuple[str, ...]:
        """The paths of all Blueprints of the project, sorted."""
        return self._editor.list_blueprints()

    def list_assets(self, folder: str) -> tuple[Asset, ...]:
        """All assets under a folder."""
        return self._editor.list_assets(folder)

    def list_folders(self, folder: str) -> tuple[str, ...]:
        """All folders under a folder."""
        return self._editor.list_folders(folder)

    def open_blueprint(self, path: str) -> None:
        """Open the Blueprint in its own editor window."""
        self._editor.open_blueprint(path)

    def blueprints_at_hand(self) -> BlueprintsAtHand:
        """What hints at the Blueprint that the artist works on."""
        return self._editor.blueprints_at_hand()

    def read_blueprint(self, path: str) -> Blueprint:
        """The Blueprint as it is now."""
        return self._editor.read_blueprint(path)

    def saved_users_of(self, path: str) -> tuple[str, ...]:
        """The assets whose files use an asset."""
        return self._editor.saved_users_of(path)

    def assets_at(self, paths: tuple[str, ...]) -> tuple[Asset, ...]:
        """What the registry says of the assets at some paths."""
        return self._editor.assets_at(paths)

    def menu_entries(self, path: str, graph: str) -> tuple[str, ...]:
        """The names on the node menu of a graph."""
        return self._editor.menu_entries(path, graph)

    def apply(self, plan: EditPlan) -> ApplyReport:
        """Apply a plan."""
        return self._editor.apply(plan)

    def save(self, path: str) -> None:
        """Save one Blueprint. No undo takes that back: a revert says what files still hold."""
        self._editor.save(path)

    def note(self, plan: EditPlan, before: Blueprint | None, after: Blueprint) -> None:
        """Tell the wrapper behind this one, if there is one, of a change that no plan made."""
        if isinstance(self._editor, EditorWrapper):
            self._editor.note(plan, before, after)


def note_change(editor: BlueprintEditor, before: Blueprint, after: Blueprint) -> None:
    """Let a change that the artist made by hand on behalf of a turn be taken back with it.

    Where no turn is recorded, nothing happens.
    """
    if isinstance(editor, EditorWrapper):
        editor.note(EditPlan(after.path, "by hand", ()), before, after)
