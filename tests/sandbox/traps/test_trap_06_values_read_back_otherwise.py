"""Trap 6: `get_pin_value` gives another spelling than the one that was set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandbox.functions import DELAY, PRINT
from unreal_sandbox import SandboxEditor

if TYPE_CHECKING:
    from pathlib import Path


def test_bools_are_lower_case(door: Any) -> None:
    pin = door.call(PRINT).find_input_pin("bPrintToLog")
    pin.set_pin_value("False")
    assert pin.get_pin_value() == "false"


def test_enumerators_get_their_enum(door: Any) -> None:
    pin = door.call("/Script/Engine.KismetSystemLibrary:LineTraceSingle").find_input_pin("DrawDebugType")
    pin.set_pin_value("Persistent")
    assert pin.get_pin_value() == "EDrawDebugTrace::Persistent"


def test_texts_get_a_fresh_key(door: Any) -> None:
    pin = door.call("/Script/Engine.KismetSystemLibrary:PrintText").find_input_pin("InText")
    pin.set_pin_value("Hi")
    assert pin.get_pin_value().startswith('NSLOCTEXT("", "')
    assert pin.get_pin_value() != pin.get_pin_value()


def test_numbers_have_six_decimals(door: Any) -> None:
    pin = door.call(DELAY).find_input_pin("Duration")
    assert pin.get_pin_value() == "0.2"
    pin.set_pin_value("3")
    assert pin.get_pin_value() == "3.000000"


def test_vectors_have_six_decimals(door: Any) -> None:
    pin = door.call("/Script/Engine.Actor:K2_AddActorWorldOffset").find_input_pin("DeltaLocation")
    pin.set_pin_value("1,2,3.5")
    assert pin.get_pin_value() == "1.000000,2.000000,3.500000"


def test_the_engines_own_default_is_empty_after_a_reload(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path / "Project") as editor:
        unreal = editor.install()
        asset = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent("/Game/BP_A", unreal.Actor)
        graph = unreal.BlueprintEditorLibrary.find_event_graph(asset)
        call = unreal.BlueprintGraphEditor.get_graph_editor(graph).add_call_function_node(DELAY)
        name = call.get_path_name()
        pin = call.find_input_pin("Duration")
        pin.set_pin_value("3")
        pin.set_pin_value("0.2")
        assert pin.get_pin_value() == "0.200000"
        assert unreal.EditorAssetLibrary.save_loaded_asset(asset, False)
    with SandboxEditor(tmp_path / "Project") as editor:
        unreal = editor.install()
        assert unreal.EditorAssetLibrary.load_asset("/Game/BP_A")
        assert unreal.find_object(None, name).find_input_pin("Duration").get_pin_value() == ""
