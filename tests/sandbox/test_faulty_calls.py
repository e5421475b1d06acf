"""Calls of the API that go wrong on request, and a project that is put back as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from unreal_sandbox.desk.fault_injection import FaultInjection
from unreal_sandbox.desk.kept_state import KeptState

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor

DOOR = "/Game/BP_Door"


@pytest.fixture
def asset(unreal: Any) -> Any:
    return unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent(DOOR, unreal.Actor)


def add_health(unreal: Any, asset: Any) -> Any:
    kind = unreal.BlueprintEditorLibrary.get_basic_type_by_name("int")
    return unreal.BlueprintEditorLibrary.add_member_variable(asset, "Health", kind)


def names(editor: SandboxEditor) -> list[str]:
    return [item.name for item in editor.blueprints[DOOR.lower()].variables]


@pytest.mark.parametrize(
    ("fault", "is_done"),
    [("raises", False), ("raises_afterwards", True), ("gives_nothing", False), ("does_nothing", False)],
)
def test_a_call_goes_wrong_in_its_manner(
    editor: SandboxEditor, unreal: Any, asset: Any, fault: Any, is_done: bool
) -> None:
    editor.faults = FaultInjection(fault=fault, faulty_calls=range(1), fault_in="add_member_variable")
    if fault.startswith("raises"):
        with pytest.raises(RuntimeError, match="add_member_variable failed"):
            add_health(unreal, asset)
    else:
        assert add_health(unreal, asset) is (fault == "does_nothing")
    assert names(editor) == (["Health"] if is_done else [])
    editor.faults = FaultInjection()
    add_health(unreal, asset)
    assert names(editor) == ["Health"]


def test_only_the_calls_of_the_numbers_go_wrong(editor: SandboxEditor, asset: Any) -> None:
    editor.faults = FaultInjection(fault="raises", faulty_calls=range(1, 2))
    assert asset.get_name() == "BP_Door"
    with pytest.raises(RuntimeError):
        asset.get_name()
    assert asset.get_name() == "BP_Door"
    assert editor.conditions.fault_calls == 3


def test_a_wrong_argument_is_no_call(editor: SandboxEditor, unreal: Any, asset: Any) -> None:
    editor.faults = FaultInjection(fault="gives_nothing", faulty_calls=range(1000))
    with pytest.raises(TypeError):
        unreal.BlueprintEditorLibrary.add_member_variable(asset, "Health", "int", "1", "2")


def test_what_was_kept_is_put_back_exactly(editor: SandboxEditor, unreal: Any, asset: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    library.compile_blueprint(asset)
    unreal.EditorAssetLibrary.save_loaded_asset(asset, only_if_is_dirty=False)
    before = editor.blueprints[DOOR.lower()].content()
    kept = KeptState(editor)
    with unreal.ScopedEditorTransaction("change"):
        add_health(unreal, asset)
        hands = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, "EventGraph")
        hands.add_branch_node()
    library.create_blueprint_asset_with_parent("/Game/BP_New", unreal.Actor)
    unreal.get_editor_subsystem(unreal.AssetEditorSubsystem).open_editor_for_assets([asset])
    for _ in range(2):
        kept.put_back()
        assert list(editor.blueprints) == [DOOR.lower()]
        assert editor.blueprints[DOOR.lower()].content() == before
        assert editor.dirty_packages == []
        assert editor.transactions.done == []
        assert editor.open_editors == []
        add_health(unreal, asset)
