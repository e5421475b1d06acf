"""Trap 28: whether undo covers graph edits is unknown; with the asset's editor open it may be fatal."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import pytest

from sandbox.functions import PRINT
from unreal_sandbox import FatalEditorError

if TYPE_CHECKING:
    from collections.abc import Callable

    from unreal_sandbox import SandboxEditor


def console(unreal: Any, verb: str) -> None:
    unreal.SystemLibrary.execute_console_command(None, f"TRANSACTION {verb}")


def names(door: Any) -> list[str]:
    return [str(node.get_name()) for node in door.nodes.list_all_nodes()]


@pytest.mark.parametrize("records", [True, False])
def test_undo_takes_graph_edits_back_or_leaves_them(
    editor: SandboxEditor, unreal: Any, door: Any, *, records: bool
) -> None:
    editor.switches.records_graph_edits = records
    before = names(door)
    with unreal.ScopedEditorTransaction("both"):
        door.add_variable("Speed")
        door.call(PRINT)
    after = names(door)
    console(unreal, "UNDO")
    assert list(door.asset.list_member_variable_names(False)) == []
    assert names(door) == (before if records else after)
    console(unreal, "REDO")
    assert list(door.asset.list_member_variable_names(False)) == ["Speed"]
    assert names(door) == after


@pytest.mark.parametrize("records", [True, False])
def test_a_transaction_of_graph_edits_alone_may_leave_no_step_so_that_undo_takes_the_users(
    editor: SandboxEditor, unreal: Any, door: Any, *, records: bool
) -> None:
    editor.switches.records_graph_edits = records
    with unreal.ScopedEditorTransaction("the user's"):
        door.add_variable("Mine")
    with unreal.ScopedEditorTransaction("ours"):
        door.call(PRINT)
    console(unreal, "UNDO")
    assert list(door.asset.list_member_variable_names(False)) == (["Mine"] if records else [])


def undo(unreal: Any, door: Any) -> None:
    with unreal.ScopedEditorTransaction("x"):
        door.add_variable("A")
    console(unreal, "UNDO")


def cancel(unreal: Any, door: Any) -> None:
    with unreal.ScopedEditorTransaction("x") as transaction:
        door.add_variable("A")
        transaction.cancel()


@pytest.mark.parametrize("roll_back", [undo, cancel])
@pytest.mark.parametrize("how", [("crashes",), ("is open",), ("crashes", "is open")])
def test_rolling_back_with_the_assets_editor_open_may_end_the_process(
    editor: SandboxEditor,
    unreal: Any,
    door: Any,
    roll_back: Callable[[Any, Any], None],
    how: tuple[str, ...],
) -> None:
    editor.switches.undo_with_open_editor_crashes = "crashes" in how
    editors = unreal.get_editor_subsystem(unreal.AssetEditorSubsystem)
    if "is open" in how:
        editors.open_editor_for_assets([door.asset])
    is_fatal = how == ("crashes", "is open")
    with pytest.raises(FatalEditorError) if is_fatal else nullcontext():
        roll_back(unreal, door)
    assert editor.has_crashed is is_fatal


def test_closing_the_editor_first_makes_it_safe(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    editor.switches.undo_with_open_editor_crashes = True
    editors = unreal.get_editor_subsystem(unreal.AssetEditorSubsystem)
    editors.open_editor_for_assets([door.asset])
    assert editors.close_all_editors_for_asset(door.asset) == 1
    undo(unreal, door)
    assert list(door.asset.list_member_variable_names(False)) == []
