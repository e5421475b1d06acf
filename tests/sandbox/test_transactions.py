"""Undo: exact, nested, cancelled, and not for everything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sandbox.functions import PRINT
from unreal_sandbox import FatalEditorError, StaleObjectError

if TYPE_CHECKING:
    from pathlib import Path

    from unreal_sandbox import SandboxEditor


def undo(unreal: Any) -> None:
    unreal.SystemLibrary.execute_console_command(None, "TRANSACTION UNDO")


def redo(unreal: Any) -> None:
    unreal.SystemLibrary.execute_console_command(None, "transaction redo")


def export(unreal: Any, subject: Any, path: Path) -> bytes:
    task = unreal.AssetExportTask()
    task.object, task.filename, task.exporter = subject, str(path), unreal.ObjectExporterT3D()
    task.automated, task.prompt, task.replace_identical = True, False, True
    assert unreal.Exporter.run_asset_export_task(task)
    return path.read_bytes()


def build_much(unreal: Any, door: Any) -> None:
    door.add_variable("Speed")
    handle, _ = door.add_component(unreal.StaticMeshComponent)
    door.subsystem.rename_subobject(handle, unreal.Text("Body"))
    tick, call = door.nodes.find_event_node("ReceiveTick"), door.call(PRINT)
    tick.find_then_pin().try_create_connection(call.find_execute_pin())
    tick.find_output_pin("DeltaSeconds").try_create_connection(call.find_input_pin("InString"))
    call.find_input_pin("Duration").set_pin_value("5")
    door.nodes.remove_nodes([door.nodes.find_event_node("ReceiveActorBeginOverlap")])
    call.set_node_pos(unreal.IntPoint(300, 400))


def test_undo_restores_the_text_byte_for_byte_and_redo_brings_it_back(
    unreal: Any, door: Any, tmp_path: Path
) -> None:
    path = tmp_path / "a.t3d"
    before = export(unreal, door.graph, path), export(unreal, door.asset, path)
    with unreal.ScopedEditorTransaction("AI: build"):
        build_much(unreal, door)
    after = export(unreal, door.graph, path), export(unreal, door.asset, path)
    assert before != after
    undo(unreal)
    assert (export(unreal, door.graph, path), export(unreal, door.asset, path)) == before
    assert list(door.asset.list_member_variable_names(False)) == []
    assert door.component_names() == ["DefaultSceneRoot"]
    redo(unreal)
    assert (export(unreal, door.graph, path), export(unreal, door.asset, path)) == after
    assert door.component_names() == ["Body"]


def test_nested_transactions_are_one_step(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    with unreal.ScopedEditorTransaction("outer"):
        door.add_variable("A")
        with unreal.ScopedEditorTransaction(unreal.Text("inner")):
            door.add_variable("B")
    assert [step.title for step in editor.transactions.done] == ["outer"]
    undo(unreal)
    assert list(door.asset.list_member_variable_names(False)) == []


def test_an_exception_rolls_nothing_back(unreal: Any, door: Any) -> None:
    def fail() -> None:
        with unreal.ScopedEditorTransaction("x"):
            door.add_variable("A")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert list(door.asset.list_member_variable_names(False)) == ["A"]
    undo(unreal)
    assert list(door.asset.list_member_variable_names(False)) == []


def test_cancel_drops_the_record_and_keeps_the_changes(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    with unreal.ScopedEditorTransaction("x") as transaction:
        door.add_variable("A")
        transaction.cancel()
        door.add_variable("B")
    assert editor.transactions.done == []
    undo(unreal)
    assert list(door.asset.list_member_variable_names(False)) == ["A", "B"]


def test_a_transaction_without_changes_leaves_no_step(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    with unreal.ScopedEditorTransaction("x"):
        door.nodes.list_all_nodes()
        door.add_variable("Speed", "int")
        door.nodes.remove_member_variable("Speed")
    assert editor.transactions.done == []


def test_undo_inside_a_transaction_does_nothing(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    with unreal.ScopedEditorTransaction("a"):
        door.add_variable("A")
    with unreal.ScopedEditorTransaction("b"):
        undo(unreal)
        assert list(door.asset.list_member_variable_names(False)) == ["A"]
    assert "not possible inside a transaction" in editor.log_text()


def test_a_new_step_forgets_what_was_undone(unreal: Any, door: Any) -> None:
    for name in ("A", "B"):
        with unreal.ScopedEditorTransaction(name):
            door.add_variable(name)
    undo(unreal)
    with unreal.ScopedEditorTransaction("C"):
        door.add_variable("C")
    redo(unreal)
    assert list(door.asset.list_member_variable_names(False)) == ["A", "C"]


def test_undo_leaves_other_graphs_and_assets_alone(unreal: Any, door: Any) -> None:
    with unreal.ScopedEditorTransaction("event graph"):
        door.call(PRINT)
    script = unreal.BlueprintGraphEditor.get_graph_editor_by_name(door.asset, "UserConstructionScript")
    script.add_call_function_node(PRINT)
    undo(unreal)
    assert len(door.nodes.list_all_nodes()) == 3
    assert len(script.list_all_nodes()) == 2


def test_handles_die_with_undo_and_live_again_with_redo(unreal: Any, door: Any) -> None:
    with unreal.ScopedEditorTransaction("x"):
        call = door.call(PRINT)
    undo(unreal)
    with pytest.raises(StaleObjectError):
        call.get_name()
    redo(unreal)
    assert call.get_name() == "K2Node_CallFunction_0"


def test_class_defaults_and_templates_are_undone(unreal: Any, door: Any) -> None:
    door.add_variable("Speed")
    handle, _ = door.add_component(unreal.StaticMeshComponent)
    door.compile()
    library = unreal.SubobjectDataBlueprintFunctionLibrary
    template = library.get_object(library.get_data(handle))
    defaults = unreal.get_default_object(door.asset.generated_class())
    with unreal.ScopedEditorTransaction("values"):
        template.modify()
        template.set_editor_property("relative_location", unreal.Vector(1, 2, 3))
        defaults.set_editor_property("Speed", 5.0)
    undo(unreal)
    assert template.get_editor_property("relative_location") == unreal.Vector()
    assert defaults.get_editor_property("Speed") == 0.0


def test_creation_deletion_and_saves_are_not_undone(unreal: Any, door: Any) -> None:
    with unreal.ScopedEditorTransaction("x"):
        unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_New", unreal.Actor)
        door.add_variable("A")
        unreal.EditorAssetLibrary.save_asset("/Game/BP_Door")
        unreal.EditorAssetLibrary.delete_asset("/Game/BP_Door")
    undo(unreal)
    assert unreal.EditorAssetLibrary.does_asset_exist("/Game/BP_New")
    assert not unreal.EditorAssetLibrary.does_asset_exist("/Game/BP_Door")


def test_the_undo_step_marks_the_blueprint_dirty(unreal: Any, door: Any) -> None:
    with unreal.ScopedEditorTransaction("x"):
        door.add_variable("A")
    door.compile()
    undo(unreal)
    assert door.asset.status == unreal.BlueprintStatus.BS_DIRTY


def test_undo_with_the_assets_editor_open_may_end_the_process(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    editor.switches.undo_with_open_editor_crashes = True
    editors = unreal.get_editor_subsystem(unreal.AssetEditorSubsystem)
    assert editors.open_editor_for_assets([door.asset]) is True
    with unreal.ScopedEditorTransaction("x"):
        door.add_variable("A")
    with pytest.raises(FatalEditorError):
        undo(unreal)


def test_the_library_twin_of_the_transaction(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    library = unreal.SystemLibrary
    assert library.begin_transaction("x", unreal.Text("By hand"), door.asset) == 0
    door.add_variable("A")
    assert library.end_transaction() == 0
    assert [step.title for step in editor.transactions.done] == ["By hand"]


def test_where_graph_edits_are_not_recorded_undo_takes_an_older_step(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    editor.switches.records_graph_edits = False
    with unreal.ScopedEditorTransaction("the user's own"):
        door.add_variable("A")
    with unreal.ScopedEditorTransaction("ours"):
        door.call(PRINT)
    undo(unreal)
    assert list(door.asset.list_member_variable_names(False)) == []
    assert len(door.nodes.list_all_nodes()) == 4
