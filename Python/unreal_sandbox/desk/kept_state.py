"""A project as it was: kept, and put back exactly. For tests, and for calls that do nothing after all.

What a put-back restores is the project: assets with their compile state, undo history, folders,
selection, open editors. The log, violations, ticks and what scripts registered go on.
"""

from __future__ import annotations

from copy import copy
from dataclasses import fields
from typing import TYPE_CHECKING

from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset

if TYPE_CHECKING:
    from typing import Any

    from blueprint_assistant.graph.model.blueprint import Graph
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["KeptState"]

_GRAPHS = "graphs"
_OF_EDITOR = (
    "blueprints",
    "redirectors",
    "content_folders",
    "other_assets",
    "open_editors",
    "selected_assets",
    "selected_folders",
    "modal_dialog",
)
_OF_UNDO_BUFFER = ("depth", "done", "undone", "_title", "_is_cancelled", "_before")


class KeptState:
    """What an editor's project is now. Folders on disk are not looked at."""

    def __init__(self, editor: EditorState) -> None:
        """Keep it. Everything that is kept is a value or a copy."""
        self._editor = editor
        self._fields = {name: copy(getattr(editor, name)) for name in _OF_EDITOR}
        self._undo = {name: copy(getattr(editor.transactions, name)) for name in _OF_UNDO_BUFFER}
        self._assets = [(asset, _kept(asset)) for asset in editor.blueprints.values()]

    def put_back(self) -> None:
        """Make the project what it was."""
        for name, value in self._fields.items():
            setattr(self._editor, name, copy(value))
        for name, value in self._undo.items():
            setattr(self._editor.transactions, name, copy(value))
        for asset, (plain, graphs) in self._assets:
            for name, value in plain.items():
                setattr(asset, name, copy(value))
            asset.graphs = {}
            for graph in graphs:
                asset.add_graph(graph)
        self._editor.classes_changed()


def _kept(asset: BlueprintAsset) -> tuple[dict[str, Any], tuple[Graph, ...]]:
    plain = {
        field.name: copy(getattr(asset, field.name))
        for field in fields(BlueprintAsset)
        if field.name != _GRAPHS
    }
    return plain, tuple(draft.freeze() for draft in asset.graphs.values())
