"""Undo, redo and cancelling as the user or a script asks for them, and when they end the process.

With the own editor of a changed asset open they may rename objects on top of existing ones,
which is fatal [FIELD_NOTES 8]: `Switches.undo_with_open_editor_crashes`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["cancel_transaction", "undo_or_redo"]


def undo_or_redo(editor: EditorState, verb: Literal["UNDO", "REDO"]) -> None:
    """Take the newest step back, or do it again; inside a transaction only a log line."""
    transactions = editor.transactions
    stack = transactions.done if verb == "UNDO" else transactions.undone
    if transactions.depth:
        editor.write_log("LogEditorTransaction", "Warning", f"{verb} is not possible inside a transaction.")
        return
    if not stack:
        editor.write_log("LogEditorTransaction", "Display", f"There is nothing to {verb.lower()}.")
        return
    _end_with_open_editor(editor, [change.asset for change in stack[-1].changes])
    transactions.undo() if verb == "UNDO" else transactions.redo()


def cancel_transaction(editor: EditorState) -> None:
    """Drop the record of the open transaction. What was changed stays changed."""
    _end_with_open_editor(editor, editor.transactions.touched)
    editor.transactions.cancel()


def _end_with_open_editor(editor: EditorState, assets: Iterable[BlueprintAsset]) -> None:
    is_open = any(asset.path in editor.open_editors for asset in assets)
    if is_open and editor.switches.undo_with_open_editor_crashes:
        raise editor.crash("Undo with the asset's editor open: renaming on top of an existing object.")
